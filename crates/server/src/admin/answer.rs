//! Each request with its answer.

use super::about;
use crate::bans::{Ban, MOST, NotWhom, Whom};
use crate::fair_queue::Owner;
use crate::hall::HallError;
use crate::http::{App, Signal};
use crate::store::{self, GameId, PersonId, StoreError};
use crate::visitors::Visitor;
use table::{Millis, Refusal, clean};
use wire::admin::{
    AddressSeen, AdminAnswer, AdminRequest, NoticeSet, Overview, SocketSeen, TableListed, TableSeen,
};
use wire::table::Summary;

/// The longest notice and the longest reason of a ban, in characters.
const MAX_WORDS: usize = 300;
/// The longest time that can be said, in seconds: ten years.
const LONGEST: u64 = 10 * 366 * 24 * 3600;
/// Addresses in an overview.
const ADDRESSES: usize = 20;
/// Tables in an overview, at most.
const TABLES: u32 = 1000;

/// Why something cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AdminError {
    /// No such name.
    #[error("`{0}` is no name of a table; it is what follows /t/ in its address")]
    NoName(String),
    /// No such table.
    #[error("there is no table {0}")]
    NoTable(GameId),
    /// Nothing is left to be closed.
    #[error("the game at table {0} is over or closed already; `delete` takes it away")]
    Over(GameId),
    /// Nobody could be meant.
    #[error(transparent)]
    NotWhom(#[from] NotWhom),
    /// A person who was never here.
    #[error("there is no person {0}; `bastide admin look` shows the numbers of the people at a table")]
    Nobody(i64),
    /// Nobody to let in again.
    #[error("{0} is not shut out; `bastide admin bans` lists who is")]
    NotBanned(Whom),
    /// There are too many.
    #[error(
        "{MOST} addresses and people are shut out; let some in again, or ban networks in place of addresses"
    )]
    TooManyBans,
    /// Too much to read.
    #[error("the text must have 1 to {MAX_WORDS} characters")]
    Words,
    /// A time of nothing, or longer than anybody lives.
    #[error("the time must be between a second and ten years")]
    Time,
    /// The table or the store.
    #[error(transparent)]
    Hall(#[from] HallError),
}

impl From<StoreError> for AdminError {
    fn from(error: StoreError) -> AdminError {
        AdminError::Hall(error.into())
    }
}

/// Does what is asked.
pub async fn answer(app: &App, request: AdminRequest) -> AdminAnswer {
    done(app, request).await.unwrap_or_else(|refused| AdminAnswer::Refused { message: refused.to_string() })
}

async fn done(app: &App, request: AdminRequest) -> Result<AdminAnswer, AdminError> {
    match request {
        AdminRequest::List { tables } => overview(app, tables).await,
        AdminRequest::Look { game } => look(app, named(&game)?).await,
        AdminRequest::Close { game } => close(app, named(&game)?).await,
        AdminRequest::Delete { game } => delete(app, named(&game)?).await,
        AdminRequest::Erase { person } => about::erase(app, PersonId(person)).await,
        AdminRequest::Export { person } => about::export(app, PersonId(person)).await,
        AdminRequest::Ban { whom, reason, seconds } => ban(app, whom.parse()?, &reason, seconds).await,
        AdminRequest::Unban { whom } => unban(app, whom.parse()?).await,
        AdminRequest::Bans {} => {
            let bans = app.bans.all(app.time.now()).into_iter().map(shown).collect();
            Ok(AdminAnswer::Bans { bans })
        }
        AdminRequest::Notice { text, seconds } => {
            let text = words(&text).filter(|text| !text.is_empty()).ok_or(AdminError::Words)?;
            let until = app.time.now() + millis(seconds)?;
            tell(app, Some(store::Notice { text, until })).await
        }
        AdminRequest::Withdraw {} => tell(app, None).await,
        AdminRequest::Tidy { dry_run } => tidy(app, dry_run).await,
    }
}

fn named(game: &str) -> Result<GameId, AdminError> {
    // Whoever copies the whole address means the table.
    let name = game.rsplit_once("/t/").map_or(game, |(_, name)| name);
    name.parse().map_err(|_| AdminError::NoName(game.to_owned()))
}

fn words(text: &str) -> Option<String> {
    clean(text, MAX_WORDS)
}

fn millis(seconds: u64) -> Result<Millis, AdminError> {
    if (1..=LONGEST).contains(&seconds) { Ok(seconds as Millis * 1000) } else { Err(AdminError::Time) }
}

fn known(game: GameId) -> impl Fn(HallError) -> AdminError {
    use crate::session::LoadError::Unknown;
    move |error| match error {
        HallError::Load(Unknown(_)) | HallError::Store(StoreError::UnknownGame(_)) => {
            AdminError::NoTable(game)
        }
        HallError::Refused(Refusal::Already) => AdminError::Over(game),
        other => AdminError::Hall(other),
    }
}

async fn close(app: &App, game: GameId) -> Result<AdminAnswer, AdminError> {
    app.hall.note(game, Owner::default(), |table| table.close_by_host()).await.map_err(known(game))?;
    tracing::info!(%game, "the host closed a table");
    Ok(AdminAnswer::Closed { game: game.to_string() })
}

async fn delete(app: &App, game: GameId) -> Result<AdminAnswer, AdminError> {
    if !app.hall.delete(game).await? {
        return Err(AdminError::NoTable(game));
    }
    app.check_guests(game);
    // Nothing of it is left when this is answered.
    while app.store.sweep().await? {}
    let later = !about::leave_the_log(app).await?;
    tracing::info!(%game, "the host deleted a table");
    Ok(AdminAnswer::Deleted { game: game.to_string(), later })
}

async fn look(app: &App, game: GameId) -> Result<AdminAnswer, AdminError> {
    let row = app.store.blocking(move |store| store.game(game)).await?.ok_or(AdminError::NoTable(game))?;
    let seen = app.hall.look(game, Owner::default(), move |table| TableSeen {
        game: game.to_string(),
        title: table.title().to_owned(),
        stage: table.stage(),
        public: table.is_public(),
        version: table.version(),
        created: row.created,
        updated: table.at(),
        creator: table.creator(),
        seats: table.seats_seen(),
        said: table.chat(),
        sockets: Vec::new(),
    });
    let mut seen = seen.await.map_err(known(game))?;
    let socket = |visitor: Visitor| SocketSeen {
        address: visitor.address.to_canonical().to_string(),
        person: visitor.person.map(|person| person.0),
    };
    seen.sockets = app.visitors.at(game).into_iter().map(socket).collect();
    seen.sockets.sort_by(|a, b| (&a.address, a.person).cmp(&(&b.address, b.person)));
    Ok(AdminAnswer::Table(Box::new(seen)))
}

async fn ban(app: &App, whom: Whom, reason: &str, seconds: Option<u64>) -> Result<AdminAnswer, AdminError> {
    let made = app.time.now();
    let until = seconds.map(millis).transpose()?.map(|millis| made + millis);
    let reason = words(reason).ok_or(AdminError::Words)?;
    if let Whom::Person(person) = whom
        && !app.store.blocking(move |store| store.has_person(person)).await?
    {
        return Err(AdminError::Nobody(person.0));
    }
    let all = app.bans.all(made);
    if all.len() >= MOST && !all.iter().any(|ban| ban.whom == whom) {
        return Err(AdminError::TooManyBans);
    }
    let ban = Ban { whom, reason, made, until };
    let Ban { whom, reason, made, until } = ban.clone();
    app.store.put_ban(store::BanRow { whom: whom.to_string(), reason, made, until }).await?;
    app.bans.put(ban.clone());
    app.signal(Signal::Bans);
    tracing::info!("the host shut somebody out");
    Ok(AdminAnswer::Banned(shown(ban)))
}

async fn unban(app: &App, whom: Whom) -> Result<AdminAnswer, AdminError> {
    if !app.bans.all(app.time.now()).iter().any(|ban| ban.whom == whom) {
        return Err(AdminError::NotBanned(whom));
    }
    app.store.remove_ban(whom.to_string()).await?;
    app.bans.remove(whom);
    Ok(AdminAnswer::Unbanned { whom: whom.to_string() })
}

pub(super) fn shown(ban: Ban) -> wire::admin::Ban {
    let Ban { whom, reason, made, until } = ban;
    wire::admin::Ban { whom: whom.to_string(), reason, made, until }
}

async fn tell(app: &App, notice: Option<store::Notice>) -> Result<AdminAnswer, AdminError> {
    app.tell(notice).await?;
    Ok(AdminAnswer::Notice { notice: notice_set(app) })
}

async fn tidy(app: &App, dry_run: bool) -> Result<AdminAnswer, AdminError> {
    let (now, retention) = (app.time.now(), app.retention);
    let going = app.store.at_length(move |store| crate::tidy::going(store, &retention, now)).await??;
    if !dry_run {
        app.tidying.notify_one();
    }
    Ok(AdminAnswer::Tidied { going, dry_run })
}

fn notice_set(app: &App) -> Option<NoticeSet> {
    app.notice().map(|store::Notice { text, until }| NoticeSet { text, until })
}

async fn overview(app: &App, most: u32) -> Result<AdminAnswer, AdminError> {
    let at = app.visitors.by_table();
    let mut games: Vec<(u64, GameId)> =
        app.hall.games().into_iter().map(|game| (at.get(&game).copied().unwrap_or(0), game)).collect();
    games.sort_by(|a, b| b.cmp(a));
    let in_memory = games.len() as u64;
    games.truncate(most.min(TABLES) as usize);
    let (stages, tables) = app
        .store
        .blocking(move |store| {
            let listed = games.into_iter().map(|(sockets, game)| listed(store, game, sockets));
            let tables: Result<Vec<_>, StoreError> = listed.filter_map(Result::transpose).collect();
            Ok((store.stages()?, tables?))
        })
        .await?;
    let usage = app.usage();
    Ok(AdminAnswer::Overview(Box::new(Overview {
        stages,
        in_memory,
        tables,
        sockets: app.sockets() as u64,
        addresses: addresses(app),
        queues: app.queues(),
        memory_bytes: usage.memory,
        open_files: usage.open_files,
        most_files: usage.most_files,
        database_bytes: usage.database,
        wal_bytes: usage.wal,
        disk_free_bytes: usage.free_disk,
        used_bytes: app.room.used(),
        quota_bytes: app.room.quota(),
        reserve_bytes: app.room.reserve(),
        bans: app.bans.all(app.time.now()).len() as u64,
        notice: notice_set(app),
    })))
}

/// A table in memory; nothing if it is gone.
fn listed(store: &store::Store, game: GameId, sockets: u64) -> Result<Option<TableListed>, StoreError> {
    let Some(row) = store.game(game)? else { return Ok(None) };
    let summary: Option<Summary> = wire::read_back(&row.index.summary).ok();
    let names = summary.into_iter().flat_map(|summary| summary.seats).filter_map(|seat| seat.name).collect();
    let store::Index { stage, public, title, .. } = row.index;
    Ok(Some(TableListed {
        game: game.to_string(),
        title,
        stage,
        public,
        names,
        sockets,
        updated: row.updated,
    }))
}

/// The addresses with the most sockets.
fn addresses(app: &App) -> Vec<AddressSeen> {
    let mut all: Vec<_> = app.visitors.by_address().into_iter().collect();
    all.sort_by(|(a, most), (b, more)| more.cmp(most).then(a.cmp(b)));
    let seen = |(address, sockets): (std::net::IpAddr, u64)| AddressSeen {
        address: address.to_canonical().to_string(),
        sockets,
    };
    all.into_iter().take(ADDRESSES).map(seen).collect()
}
