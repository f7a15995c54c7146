//! A whole server: started, running, stopped.

use crate::hall::Hall;
use crate::http::{App, AppConfig, Signal, listen, listen_for_metrics};
use crate::lan_address::LanAddress;
use crate::origin::{NotAPublicUrl, OriginPolicy};
use crate::process;
use crate::settings::{Settings, TooFewFiles};
use crate::store::sqlite::{OpenError, RecordState, Sqlite};
use crate::store::{Store, StoreError};
use crate::time::Time;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How often the server notes that it is running.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// How often it notes who is where.
const ATTENDANCE: Duration = Duration::from_secs(120);
/// People for whom that is noted in one order.
const AT_ONCE: usize = 100;
/// How long tables have to go to rest when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// How often is looked whether they have.
const PAUSE: Duration = Duration::from_millis(5);
/// Hurt tables that are named in the log at a start.
const DAMAGE_LINES: usize = 20;
/// The database's name in the folder of the data.
pub const DATABASE: &str = "bastide.db";

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The public address is none.
    #[error(transparent)]
    PublicUrl(#[from] NotAPublicUrl),
    /// Too few files may be open.
    #[error(transparent)]
    Files(#[from] TooFewFiles),
    /// The folder of the data cannot be made.
    #[error("the folder {path} can't be made ({error}); choose another one with --data")]
    Folder { path: PathBuf, error: io::Error },
    /// The database does not open.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The store fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nobody can be heard at the address.
    #[error("the server can't listen at {address} ({error}); choose another address with {option}")]
    Listen {
        /// Which option says the address.
        option: &'static str,
        address: SocketAddr,
        error: io::Error,
    },
}

/// A server that runs.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where it tells its numbers.
    pub metrics: Option<SocketAddr>,
    closing: watch::Sender<bool>,
    answering: Vec<JoinHandle<()>>,
    rounds: Vec<JoinHandle<()>>,
    store: Store,
    time: Time,
}

/// Starts a server.
pub async fn start(mut settings: Settings) -> Result<Running, StartError> {
    settings.limits.fit(process::raise_most_files())?;
    let origin_policy = OriginPolicy::new(settings.public_url.as_deref())?;
    let path = settings.data.clone();
    make_private(&path).map_err(|error| StartError::Folder { path, error })?;
    let database = Sqlite::open(&settings.data.join(DATABASE), &settings.store)?;
    tell_record(database.record_state());
    let store = Store::from(database);
    tell_damage(&store);
    let time = settings.time;
    if let Some(alive) = store.blocking(|store| store.last_alive()).await? {
        time.not_before(alive);
    }
    store.resume(time.now()).await?;
    let hall = Hall::new(store.clone(), time.clone(), settings.limits.tables)
        .with_memory(settings.limits.table_bytes);
    if store.blocking(|store| store.playing(None, 1)).await?.is_empty() {
        hall.running().complete();
    }
    let (closing, closed) = watch::channel(false);
    let config = AppConfig {
        origin_policy,
        lan_address: LanAddress::new(settings.listen.ip(), settings.public_url),
        limits: settings.limits,
        behind_proxy: settings.behind_proxy,
        web_dir: settings.web_dir,
        host_words: settings.host_words,
        data: settings.data.clone(),
        disk: settings.disk,
        retention: settings.retention,
    };
    let app = App::new(hall.clone(), store.clone(), time.clone(), config, closed);
    app.recall().await?;
    app.room.measure(&store).await?;
    app.look_after_readiness().await;
    let failed = |option, address| move |error| StartError::Listen { option, address, error };
    let listening = listen(settings.listen, app.clone()).map_err(failed("--listen", settings.listen))?;
    let address = listening.address;
    let mut all = vec![listening];
    if let Some(address) = settings.metrics {
        all.push(listen_for_metrics(address, app.clone()).map_err(failed("--metrics", address))?);
    }
    let metrics = all.get(1).map(|listening| listening.address);
    let tidying = crate::tidy::run(app.clone());
    let following = store.subscribe().map(|written| tokio::spawn(hall.clone().follow(written)));
    let mut rounds = vec![
        tokio::spawn(hall.clone().recall_running()),
        tokio::spawn(hall.schedule()),
        tokio::spawn(live(app.clone())),
    ];
    rounds.extend([tokio::spawn(attend(app.clone())), tokio::spawn(tidying)]);
    rounds.extend(following);
    rounds.extend(listen_to_admin(&settings.data, app));
    let answering = all.into_iter().map(|listening| tokio::spawn(listening.run())).collect();
    tracing::info!(%address, data = %settings.data.display(), "the server listens");
    Ok(Running { address, metrics, closing, answering, rounds, store, time })
}

impl Running {
    /// Tells everybody, answers what was asked, and stops.
    pub async fn stop(self) {
        tracing::info!("the server stops");
        self.closing.send_replace(true);
        for answering in self.answering {
            if answering.await.is_err() {
                tracing::error!("the server did not stop in order");
            }
        }
        self.rounds.iter().for_each(JoinHandle::abort);
        if let Err(error) = self.store.write_alive(self.time.now()).await {
            tracing::error!(%error, "the last sign of life could not be written");
        }
        // The tables go to rest when nobody leads to them any more; then the database is closed.
        let rest = async {
            while !self.store.is_last() {
                tokio::time::sleep(PAUSE).await;
            }
        };
        if tokio::time::timeout(FAREWELL, rest).await.is_err() {
            tracing::warn!("some tables did not go to rest in time");
        }
    }
}

/// Says what is wrong with the data; `bastide verify-data` says it at length.
fn tell_damage(store: &Store) {
    let damage = store.all_damage();
    for damage in damage.iter().take(DAMAGE_LINES) {
        tracing::error!(%damage, "a log is damaged; nothing more can happen at its table");
    }
    if !damage.is_empty() {
        let tables = damage.len();
        tracing::error!(tables, "tables are hurt; `bastide verify-data` says which and what can be done");
    }
}

/// Says what the record of heads does not tell.
fn tell_record(state: RecordState) {
    match state {
        RecordState::Whole => {}
        RecordState::Missing => {
            tracing::warn!("the record of heads was missing; what logs had lost before now can't be told");
        }
        RecordState::Spoiled(records) => {
            tracing::warn!(records, "the record of heads could not be read everywhere; it was written anew");
        }
    }
}

/// A folder that others have no way into, unless it is there already.
fn make_private(path: &Path) -> io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.recursive(true).create(path)
}

/// Answers `bastide admin`. A server without it is one all the same.
#[cfg(unix)]
fn listen_to_admin(data: &Path, app: App) -> Option<JoinHandle<()>> {
    match crate::admin::Door::open(data) {
        Ok(door) => Some(tokio::spawn(door.run(app))),
        Err(error) => {
            tracing::warn!(%error, "`bastide admin` is not heard");
            None
        }
    }
}

#[cfg(not(unix))]
fn listen_to_admin(_: &Path, _: App) -> Option<JoinHandle<()>> {
    None
}

/// Notes who is at which table, so that the lobby shows the tables where somebody is.
async fn attend(app: App) {
    loop {
        tokio::time::sleep(ATTENDANCE).await;
        for here in app.visitors.people().chunks(AT_ONCE) {
            // What is not noted now is noted the next time.
            let _ = app.store.attend(here.to_vec(), app.time.now()).await;
        }
    }
}

/// Notes every second that the server is running, looks whether there is room for more, and tells everybody if the
/// process was paused.
async fn live(app: App) {
    let mut paused = app.time.paused();
    loop {
        tokio::time::sleep(HEARTBEAT).await;
        if let Err(error) = app.store.write_alive(app.time.now()).await {
            tracing::error!(%error, "the sign of life could not be written");
        }
        if let Err(error) = app.room.measure(&app.store).await {
            tracing::error!(%error, "the room that is left could not be measured");
        }
        app.look_after_readiness().await;
        let before = std::mem::replace(&mut paused, app.time.paused());
        if paused > before {
            let seconds = (paused - before).as_secs_f64();
            tracing::warn!(seconds, "the process was paused; no clock is charged for that");
            app.signal(Signal::Time);
        }
    }
}
