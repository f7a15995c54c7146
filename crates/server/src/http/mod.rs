//! The server's HTTP: routes, sockets, streams, and who may do what.
//!
//! | file | what it holds |
//! |---|---|
//! | `guard` | middleware: the length of headers, Host, Origin, the address's rate; security headers of every answer |
//! | `caller` | who calls (the secret of a cookie or token, of which the store has the hash) and what they may do at a table |
//! | `tables` `lists` `links` `seats` `play` `look` `log` `keep` | single requests about tables |
//! | `prefix` | a game up to one of its turns ([`table::GamePrefix`]): pictures, other ways to go on |
//! | `art` | pictures of tiles and figures |
//! | `socket` `stream` | a WebSocket for a table; lines of JSON for all tables of a bot |
//! | `analysis` `record` `unaided` | hints, analyses that flow line by line, records that people bring; refusing positions of games that are played without hints |
//! | `web` `packed` `qr` `openapi` `health` `notice` `privacy` | the page and its compressed files, links as pictures, the description of the API, the server's health, what the host says |
//! | `failed` `code` `answer` | failures as statuses and codes; JSON answers |
//! | `listen` `write_timeout` `unsent` | connections; time limits for taking in an answer; memory of answers that are under way |
//!
//! - **A person is a secret.** There are no accounts: the first table or link that a browser opens gives it a cookie; a bot
//!   has a token of the same kind. A table knows people by number and shows them as devices. Another browser that goes on
//!   with somebody's seats is another person with the same device.
//! - **A link is a secret, too.** It stands in the fragment of an address, so that no server's log and no `Referer` ever
//!   holds it, and is exchanged by POST. A person who came by a link is its guest for as long as the link exists: revoking
//!   it ends what it gave, and open sockets with it. A seat makes a guest one of the table's people. Someone who is sent
//!   away from a seat is a guest again.
//! - **A table that one may not look at does not exist** for that caller: the answer has the same words as if there were
//!   none.
//! - **Long work is done aside**: each kind (pictures, tried moves, records) in a `WorkQueue` of its own, few at a time.
//! - The modules beside `http` (`origin`, `lan_address`, `limits`, `allowance`, `room`, `people`, `seating`, `privacy`,
//!   `settings`, `metrics`, `process`, `bans`, `visitors`, `work_queue`, `full_house`) know nothing of it.

mod analysis;
mod answer;
mod art;
mod caller;
mod code;
mod failed;
mod guard;
mod health;
mod keep;
mod links;
mod listen;
mod lists;
mod log;
mod look;
mod notice;
mod openapi;
mod packed;
mod play;
mod prefix;
mod privacy;
mod qr;
mod record;
mod seats;
mod socket;
mod stream;
mod tables;
mod unaided;
mod unsent;
mod web;
mod write_timeout;

pub use art::draw_ahead;
pub use code::Code;
pub use listen::{Listening, listen, listen_for_metrics};
pub use web::Web;

use crate::allowance::Allowances;
use crate::analysts::Analysts;
use crate::bans::Bans;
use crate::full_house::FullHouse;
use crate::hall::Hall;
use crate::lan_address::LanAddress;
use crate::limits::{ConnectionLimit, NoRoom};
use crate::metrics::Metrics;
use crate::origin::OriginPolicy;
use crate::privacy::HostWords;
use crate::room::DiskRoom;
use crate::seating::Seating;
use crate::settings::{Disk, Limits, Rate, Retention};
use crate::store::{GameId, Notice, PersonId, Store, StoreError};
use crate::time::Time;
use crate::visitors::Visitors;
use crate::work_queue::WorkQueue;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use failed::Failed;
use std::collections::HashSet;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::{Notify, broadcast, watch};
use unsent::Unsent;

/// Lines that are tried at once, and how many may wait.
const TRIES: (usize, usize) = (2, 62);
/// Logs, lists, records and answers about positions that are built at once, and how many may wait.
const TELLINGS: (usize, usize) = (2, 126);
/// Logs that are being sent at once: in all, and to one address.
const LOGS: (usize, usize) = (256, 16);
/// Files of the page that are made and packed at once, and how many may wait.
const PACKINGS: (usize, usize) = (2, 126);
/// Bytes of long answers that are not sent yet: in all, and of one network.
const UNSENT: (usize, usize) = (64 << 20, 8 << 20);
/// How many times as many files as other requests may be asked for at once: a page with its board asks for hundreds, and
/// a whole club may open it at the same moment behind one address.
const FILES_AT_ONCE: f64 = 20.0;
/// Boards that are drawn at once, and how many may wait.
const DRAWINGS: (usize, usize) = (1, 63);
/// Hints that are waited for at once from one address.
const HINTS_EACH: usize = 4;
/// News of tables that a bot's stream may lag behind.
const BOT_NEWS: usize = 1024;
/// Signals that a socket may lag behind before it looks at everything again.
const SIGNALS: usize = 64;

/// Bytes of answers that count as a request.
const SENT: f64 = 65_536.0;

/// Everything that requests share. Clones are the same.
#[derive(Clone)]
pub struct App(Arc<Inner>);

/// What [`App`] leads to.
pub struct Inner {
    pub hall: Hall,
    pub store: Store,
    pub time: Time,
    /// Whose requests are answered.
    pub origin_policy: OriginPolicy,
    /// Where others come in.
    pub lan_address: LanAddress,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// What is counted.
    pub metrics: Metrics,
    /// Whether addresses are taken from a proxy's `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Where the page comes from.
    pub web: Web,
    /// What the host says on the privacy page.
    pub host_words: HostWords,
    /// The folder of the data.
    pub data: PathBuf,
    /// Becomes true when the server is about to stop.
    pub closing: watch::Receiver<bool>,
    /// Who is shut out.
    pub bans: Bans,
    /// Who looks on.
    pub visitors: Visitors,
    /// How much of the disk is used.
    pub room: DiskRoom,
    requests: Allowances,
    files: Allowances,
    makings: Allowances,
    stored: Allowances,
    stored_daily: Allowances,
    seating: Seating,
    trying: WorkQueue,
    telling: WorkQueue,
    logs: Arc<ConnectionLimit>,
    drawing: WorkQueue,
    packing: WorkQueue,
    unsent: Arc<Unsent>,
    sockets: Arc<ConnectionLimit>,
    connections: Arc<ConnectionLimit>,
    full: FullHouse,
    readiness: health::Readiness,
    analysts: Analysts,
    studies: Arc<ConnectionLimit>,
    hints: Arc<ConnectionLimit>,
    bot_news: broadcast::Sender<BotNews>,
    signals: broadcast::Sender<Signal>,
    notice: RwLock<Option<Notice>>,
    /// Told when what nobody needs any more is to be deleted at once.
    pub tidying: Notify,
    /// How long things are kept.
    pub retention: Retention,
    /// People who were erased since the server runs, for the sockets that they still have.
    forgotten: RwLock<HashSet<PersonId>>,
}

/// What streams of bots are told besides what happens at their tables.
#[derive(Clone, Copy, Debug)]
enum BotNews {
    /// Somebody came to a table.
    Arrived(PersonId, GameId),
    /// Guests of a table are to show again that they may look on.
    Check(GameId),
}

/// What all sockets and streams are to look at again.
#[derive(Clone, Copy, Debug)]
pub enum Signal {
    /// Whether they are shut out.
    Bans,
    /// What everybody is told.
    Notice,
    /// The game time: the process was paused, and the clocks that pages show have gone on.
    Time,
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// How requests are to be answered.
pub struct AppConfig {
    /// Whose requests are answered.
    pub origin_policy: OriginPolicy,
    /// Where others come in.
    pub lan_address: LanAddress,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// Whether addresses are taken from a proxy's `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// A folder with the files of the page, in place of those in the binary.
    pub web_dir: Option<PathBuf>,
    /// What the host says on the privacy page.
    pub host_words: HostWords,
    /// The folder of the data.
    pub data: PathBuf,
    /// How much of the disk is used.
    pub disk: Disk,
    /// How long things are kept.
    pub retention: Retention,
}

impl App {
    /// A server over a hall and its store.
    pub fn new(
        hall: Hall,
        store: Store,
        time: Time,
        config: AppConfig,
        closing: watch::Receiver<bool>,
    ) -> App {
        let AppConfig {
            origin_policy,
            lan_address,
            limits,
            behind_proxy,
            web_dir,
            host_words,
            data,
            disk,
            retention,
        } = config;
        App(Arc::new(Inner {
            analysts: Analysts::start(hall.thinkers().clone(), &limits),
            metrics: Metrics::new(hall.thinkers().waits()),
            hints: ConnectionLimit::new(limits.sockets, HINTS_EACH),
            studies: ConnectionLimit::new(limits.sockets, limits.analyses_per_address),
            hall,
            store,
            time,
            origin_policy,
            lan_address,
            behind_proxy,
            web: Web::new(web_dir),
            room: DiskRoom::new(data.clone(), disk),
            host_words,
            data,
            closing,
            requests: Allowances::new(limits.requests, Rate::BOUNDLESS),
            files: Allowances::new(
                Rate { burst: limits.requests.burst * FILES_AT_ONCE, ..limits.requests },
                Rate::BOUNDLESS,
            ),
            makings: Allowances::new(limits.makings, limits.makings_in_all),
            stored: Allowances::new(limits.stored, limits.stored_in_all),
            stored_daily: Allowances::new(limits.stored_daily, Rate::BOUNDLESS),
            seating: Seating::new(&limits),
            trying: WorkQueue::new(TRIES),
            telling: WorkQueue::new(TELLINGS),
            logs: ConnectionLimit::new(LOGS.0, LOGS.1),
            drawing: WorkQueue::behind_all_else(DRAWINGS),
            packing: WorkQueue::new(PACKINGS),
            unsent: Unsent::new(UNSENT),
            sockets: ConnectionLimit::new(limits.sockets, limits.sockets_per_address),
            connections: match behind_proxy {
                // All of them come from the proxy.
                true => ConnectionLimit::for_one_address(limits.connections),
                false => ConnectionLimit::new(limits.connections, limits.connections_per_address),
            },
            full: FullHouse::default(),
            readiness: health::Readiness::default(),
            bot_news: broadcast::channel(BOT_NEWS).0,
            signals: broadcast::channel(SIGNALS).0,
            bans: Bans::default(),
            visitors: Visitors::default(),
            notice: RwLock::default(),
            tidying: Notify::default(),
            retention,
            forgotten: RwLock::default(),
            limits,
        }))
    }

    /// Takes in what the host has said before: who is shut out, and what everybody is told.
    pub async fn recall(&self) -> Result<(), StoreError> {
        let (bans, notice) = self.store.blocking(|store| Ok((store.bans()?, store.told()?))).await?;
        self.bans.recall(bans);
        *self.notice.write().unwrap_or_else(PoisonError::into_inner) = notice;
        Ok(())
    }

    /// So many bytes were sent to an address: they count as requests.
    fn sent(&self, address: IpAddr, bytes: u64) {
        self.requests.charge(address, None, bytes as f64 / SENT);
    }

    /// Has everybody who looks on at a table show again that they may: a link was revoked, a seat was left, or the table
    /// is gone.
    pub fn check_guests(&self, game: GameId) {
        self.visitors.check(game);
        self.tell_bots(BotNews::Check(game));
    }

    /// Sends a person away who is not known any more.
    pub fn forget(&self, person: PersonId) {
        self.forgotten.write().unwrap_or_else(PoisonError::into_inner).insert(person);
        self.signal(Signal::Bans);
    }

    /// Whether somebody was erased since the server runs.
    fn has_forgotten(&self, person: PersonId) -> bool {
        self.forgotten.read().unwrap_or_else(PoisonError::into_inner).contains(&person)
    }

    /// Has all sockets and streams look at something again.
    pub fn signal(&self, signal: Signal) {
        // Nobody looks on: nobody is asked.
        let _ = self.signals.send(signal);
    }

    /// There is no room for another socket.
    fn turned_away(&self, why: NoRoom) -> Failed {
        self.no_room(why, "open connections")
    }

    /// There is no room for one more of them; if that is so for everybody, the host is told.
    fn no_room(&self, why: NoRoom, what: &str) -> Failed {
        if why == NoRoom::ForAnybody {
            self.full.note(&format!("too many {what}"));
        }
        Failed::crowded(why, what)
    }

    /// Tells a bot's stream that its person came to a table.
    fn arrive(&self, person: PersonId, game: GameId) {
        self.tell_bots(BotNews::Arrived(person, game));
    }

    fn tell_bots(&self, news: BotNews) {
        // Nobody listens: nobody is told.
        let _ = self.bot_news.send(news);
    }
}

/// Waits until the server is about to stop.
async fn closed(closing: &mut watch::Receiver<bool>) {
    // Whoever could say so is gone: that is the end, too.
    let _ = closing.wait_for(|closing| *closing).await;
}

pub fn router(app: App) -> Router {
    let body_bytes = app.limits.body_bytes;
    Router::new()
        .route("/api/tables", post(tables::open).get(lists::lobby))
        .route("/api/tables/{game}", get(tables::snapshot))
        .route("/api/tables/{game}/log", get(log::log))
        .route("/api/tables/{game}/record", get(tables::record))
        .route("/api/tables/{game}/start", get(look::start))
        .route("/api/tables/{game}/standing", get(look::standing))
        .route("/api/tables/{game}/feature", get(look::feature))
        .route("/api/tables/{game}/features", get(look::features))
        .route("/api/tables/{game}/fits", get(look::fits))
        .route("/api/tables/{game}/board.svg", get(prefix::svg))
        .route("/api/tables/{game}/board.png", get(prefix::png))
        .route("/api/tables/{game}/try", post(prefix::go_on))
        .route("/api/tables/{game}/hint", post(analysis::hint))
        .route("/api/tables/{game}/analysis", post(analysis::game))
        .route("/api/records", post(record::read))
        .route("/api/records/try", post(record::go_on))
        .route("/api/records/analysis", post(analysis::record))
        .route("/api/tables/{game}/socket", get(socket::open))
        .route("/api/tables/{game}/commands", post(play::command))
        .route("/api/tables/{game}/preview", post(play::preview))
        .route("/api/tables/{game}/links", post(links::make).delete(links::revoke))
        .route("/api/tables/{game}/bots", post(links::seat_bot))
        .route("/api/tables/{game}/keep", get(keep::ask).post(keep::set))
        .route("/api/tables/{game}/rematch", post(tables::rematch))
        .route("/api/enter", post(links::enter))
        .route("/api/me", get(lists::mine))
        .route("/api/bots", post(links::make_bot))
        .route("/api/stream", get(stream::open))
        .route("/api/openapi.json", get(openapi::describe))
        .route("/api/qr", post(qr::draw))
        .route("/api/notice", get(notice::ask))
        .route("/api/privacy", get(privacy::tell))
        .route("/", get(web::page))
        .route("/new", get(web::page))
        .route("/join", get(web::page))
        .route("/help", get(web::page))
        .route("/privacy", get(web::page))
        .route("/record", get(web::page))
        .route("/t/{game}", get(web::page))
        .route("/assets/{hash}/art/{*path}", get(web::picture))
        .route("/assets/{hash}/{*path}", get(web::asset))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .fallback(web::nowhere)
        .method_not_allowed_fallback(failed::wrong_method)
        .layer(DefaultBodyLimit::max(body_bytes))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
