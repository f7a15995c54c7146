//! What nobody needs any more goes, a little at a time: tables at which no game began, games of the computer's, abandoned
//! ones, people who do not come back.

use crate::http::App;
use crate::settings::Retention;
use crate::store::{Aged, GameId, Millis, Store, StoreError};
use std::time::Duration;
use wire::admin::{Going, RetentionKind};
use wire::table::{Stage, Summary};

/// A day, in milliseconds.
pub const DAY: Millis = 24 * 3600 * 1000;
/// When a server that has started looks for the first time.
const FIRST: Duration = Duration::from_secs(60);
/// How often it looks.
const ROUND: Duration = Duration::from_secs(3600);
/// Between one order to delete and the next, so that moves find the disk free.
const BREATH: Duration = Duration::from_millis(20);
/// Games that are looked at in one go.
const BATCH: usize = 200;

/// Something that is to go.
struct Old {
    kind: RetentionKind,
    game: GameId,
    version: u64,
}

/// Games of a batch that are to go, and where the next batch begins.
type Batch = (Vec<Old>, Option<i64>);

/// What a game is to whoever decides how long it is kept.
fn kind(summary: &str) -> RetentionKind {
    // What cannot be read is a game all the same.
    let Ok(summary) = wire::read_back::<Summary>(summary) else { return RetentionKind::Games };
    let people = summary.seats.iter().filter(|seat| seat.device.is_some()).count();
    match summary.stage {
        Stage::Gathering | Stage::Committing | Stage::Revealing => RetentionKind::Unstarted,
        Stage::Closed if summary.scores.is_none() => RetentionKind::Unstarted,
        Stage::Frozen => RetentionKind::Games,
        _ if people == 0 => RetentionKind::Computers,
        Stage::Playing | Stage::Closed if people == 1 => RetentionKind::Alone,
        Stage::Playing | Stage::Closed | Stage::Over => RetentionKind::Games,
    }
}

impl Retention {
    /// For how many days a kind of thing is kept; nothing for ever.
    pub fn days(&self, kind: RetentionKind) -> Option<u32> {
        match kind {
            RetentionKind::Unstarted => self.unstarted,
            RetentionKind::Computers => self.computers,
            RetentionKind::Alone => self.alone,
            RetentionKind::Games => self.games,
            RetentionKind::People => self.people,
        }
    }

    /// What last changed before then is to go.
    fn limit(&self, kind: RetentionKind, now: Millis) -> Option<Millis> {
        self.days(kind).map(|days| now - Millis::from(days) * DAY)
    }

    /// When a game goes of which lists show this, and which last changed at a time; nothing for never.
    pub(crate) fn end(&self, summary: &str, updated: Millis) -> Option<Millis> {
        self.days(kind(summary)).map(|days| updated + Millis::from(days) * DAY)
    }

    /// Whoever was last here before then keeps nothing any more.
    pub(crate) fn keepers(&self, now: Millis) -> Millis {
        self.limit(RetentionKind::People, now).unwrap_or(Millis::MIN)
    }

    /// Before then nothing is looked at.
    fn earliest(&self, now: Millis) -> Option<Millis> {
        RetentionKind::GAMES.into_iter().filter_map(|kind| self.limit(kind, now)).max()
    }
}

/// The games of the next batch that are to go.
fn batch(store: &Store, retention: &Retention, now: Millis, after: i64) -> Result<Batch, StoreError> {
    let Some(before) = retention.earliest(now) else { return Ok((Vec::new(), None)) };
    let aged = store.aged(after, before, retention.keepers(now), BATCH)?;
    let next = aged.last().filter(|_| aged.len() == BATCH).map(|last| last.number);
    let old = |aged: Aged| {
        let kind = kind(&aged.summary);
        let is_old = retention.limit(kind, now).is_some_and(|limit| aged.updated < limit);
        is_old.then_some(Old { kind, game: aged.game, version: aged.version })
    };
    Ok((aged.into_iter().filter_map(old).collect(), next))
}

/// What is to go, by kind; nothing changes.
pub fn going(store: &Store, retention: &Retention, now: Millis) -> Result<Vec<Going>, StoreError> {
    let mut all: Vec<Going> =
        RetentionKind::ALL.map(|kind| Going { kind, days: retention.days(kind), count: 0, bytes: 0 }).into();
    let mut next = Some(0);
    while let Some(after) = next {
        let (old, then) = batch(store, retention, now, after)?;
        for Old { kind, game, .. } in old {
            let bytes = store.bytes_of(game)?;
            if let Some(going) = all.iter_mut().find(|going| going.kind == kind) {
                (going.count, going.bytes) = (going.count + 1, going.bytes + bytes);
            }
        }
        next = then;
    }
    if let Some(before) = retention.limit(RetentionKind::People, now) {
        let count = store.strangers(before)?;
        all.iter_mut()
            .filter(|going| going.kind == RetentionKind::People)
            .for_each(|going| going.count = count);
    }
    Ok(all)
}

/// Deletes all of it, in a store that nobody else uses.
pub fn tidy(store: &Store, retention: &Retention, now: Millis) -> Result<(), StoreError> {
    let mut next = Some(0);
    while let Some(after) = next {
        let (old, then) = batch(store, retention, now, after)?;
        for Old { game, version, .. } in old {
            store.forget(game, version, retention.keepers(now)).wait()?;
        }
        next = then;
    }
    while store.sweep().wait()? {}
    while store.forget_device_links(now - DAY).wait()? > 0 {}
    if let Some(before) = retention.limit(RetentionKind::People, now) {
        while store.forget_strangers(before).wait()? > 0 {}
    }
    Ok(())
}

/// Deletes what is to go, hour by hour and when it is asked for.
pub async fn run(app: App) {
    let mut pause = FIRST;
    loop {
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = app.tidying.notified() => {}
        }
        match round(&app).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "games that nobody needs any more were deleted"),
            Err(error) => tracing::error!(%error, "what nobody needs any more could not be deleted"),
        }
        pause = ROUND;
    }
}

/// Deletes what is to go while everything else goes on, and tells how many games that were.
async fn round(app: &App) -> Result<u64, StoreError> {
    let (store, now, retention) = (&app.store, app.time.now(), app.retention);
    let (mut next, mut games) = (Some(0), 0);
    // What a server that was stopped left behind.
    sweep(store).await?;
    while let Some(after) = next {
        let (old, then) = store.blocking(move |store| batch(store, &retention, now, after)).await?;
        for Old { game, version, .. } in old {
            if app.hall.forget(game, version, retention.keepers(now)).await? {
                games += 1;
                sweep(store).await?;
            }
            tokio::time::sleep(BREATH).await;
        }
        next = then;
        tokio::time::sleep(BREATH).await;
    }
    while store.forget_device_links(now - DAY).await? > 0 {
        tokio::time::sleep(BREATH).await;
    }
    if let Some(before) = retention.limit(RetentionKind::People, now) {
        while store.forget_strangers(before).await? > 0 {
            tokio::time::sleep(BREATH).await;
        }
    }
    Ok(games)
}

async fn sweep(store: &Store) -> Result<(), StoreError> {
    while store.sweep().await? {
        tokio::time::sleep(BREATH).await;
    }
    Ok(())
}
