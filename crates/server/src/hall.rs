//! All tables: found in memory or loaded from their logs, woken when something is due.
//!
//! Tables come into memory when they are asked for, once for all who ask (`loading`), in a queue in which networks take
//! turns. What a table takes there is estimated and counted for the network that asked (`tables`). When there is no room,
//! the tables that have not been used for longest and that nobody looks at are told to rest. A table's task shows the
//! table after each entry (`session::mailbox`), so that looking at a table waits for nobody. Commands are sent to the
//! task, by one way for those who belong to the table and another one for everybody else.
//!
//! Ten thousand sockets and as many tables wait most of the time, so what waits is small:
//!
//! - **Games under one setup share its tables** (`table::first`), which take ten times the room of a position.
//! - **What a task does is boxed, what it waits with is not.** Otherwise the future of a table's task or a socket's has
//!   room for its longest way through all the time.
//! - **Mailboxes hold boxes**, because a channel has room for 32 messages from the start. Sockets read half a kilobyte at
//!   a time.
//! - **History is a turn or two.** A client that missed more gets a snapshot.

mod loading;
mod tables;

use self::loading::{Loading, Outcome};
use self::tables::{TableCapacity, Tables};
use crate::fair_queue::Owner;
use crate::full_house::FullHouse;
use crate::personal::{self, Parted};
use crate::running::RunningGames;
use crate::session::{self, CommandError, LoadError, Mailbox, Message, Session};
use crate::store::{Append, GameId, Index, Millis, PersonId, Secret, Store, StoreError};
use crate::thinkers::{ThinkerConfig, Thinkers};
use crate::time::Time;
use crate::work_queue::{self, WorkQueue};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use table::{BadTable, Refusal, Table};
use tokio::runtime::Handle;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;
use wire::table::{Logged, NewTable};

/// How often the scheduler looks for tables where something is due.
const ROUND: Duration = Duration::from_millis(500);

/// How many tables are woken in one round.
const AT_ONCE: u32 = 1000;

/// Tables that are loaded at once, and how many requests may wait for one. Loading plays the game once more.
const LOADS: (usize, usize) = (2, 1022);

/// The way to all tables. Clones share them.
#[derive(Clone)]
pub struct Hall {
    store: Store,
    time: Time,
    thinkers: Thinkers,
    running: RunningGames,
    tables: Arc<Mutex<Tables>>,
    loading: Loading,
    loads: Arc<WorkQueue>,
    room: TableCapacity,
    full: Arc<FullHouse>,
}

/// Why a table could not be asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HallError {
    /// It cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Too many messages wait for it.
    #[error("too much is going on at this table; try again in a moment")]
    Busy,
    /// Too many tables are in memory.
    #[error("the server has no room for another table at the moment; try again later")]
    Full,
    /// It cannot be made.
    #[error(transparent)]
    Table(#[from] BadTable),
    /// The table does not allow it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<CommandError> for HallError {
    fn from(refused: CommandError) -> HallError {
        match refused {
            CommandError::Table(refusal) => refusal.into(),
            CommandError::Store(error) => error.into(),
        }
    }
}

impl Hall {
    /// A hall over a store; at most so many tables are in memory at once.
    pub fn new(store: Store, time: Time, max_tables: usize) -> Hall {
        Hall::with_thinkers(store, time, max_tables, ThinkerConfig::default())
    }

    /// A hall in which others think for the computer.
    pub fn with_thinkers(store: Store, time: Time, max_tables: usize, config: ThinkerConfig) -> Hall {
        Hall {
            store,
            time,
            thinkers: Thinkers::start(config),
            running: RunningGames::default(),
            tables: Arc::default(),
            loading: Loading::default(),
            loads: Arc::new(WorkQueue::new(LOADS)),
            room: TableCapacity { tables: max_tables, bytes: usize::MAX },
            full: Arc::default(),
        }
    }

    /// The same hall; its tables in memory may have so many bytes, as far as that can be estimated.
    pub fn with_memory(mut self, bytes: usize) -> Hall {
        self.room.bytes = bytes;
        self
    }

    /// Makes a table: its log begins. Tells how many bytes it is likely to come to.
    pub async fn open(
        &self,
        game: GameId,
        secret: [u8; 32],
        table: NewTable,
        person: i64,
    ) -> Result<usize, HallError> {
        self.write(game, secret, &[Table::open(table, person)?]).await
    }

    /// Makes a table with the people of another one, and notes it there; if that was done before, it is the same.
    pub async fn rematch(
        &self,
        game: GameId,
        owner: Owner,
        secret: [u8; 32],
        person: i64,
    ) -> Result<GameId, HallError> {
        let log = self.look(game, owner, |table| table.meet_again(person)).await??;
        let again = GameId::after(game);
        match self.write(again, secret, &log).await {
            Ok(_) | Err(HallError::Store(StoreError::GameExists(_))) => {}
            Err(error) => return Err(error),
        }
        match self.note(game, owner, move |table| table.note_rematch(&again.to_string())).await {
            Ok(_) | Err(HallError::Refused(Refusal::Already)) => Ok(again),
            Err(error) => Err(error),
        }
    }

    /// Writes the beginning of a log, all of it or nothing.
    async fn write(&self, game: GameId, secret: [u8; 32], log: &[Logged]) -> Result<usize, HallError> {
        let at = self.time.now();
        let unreadable = || HallError::from(LoadError::Unreadable(game));
        let append = |table: &Table, logged: &Logged| {
            let (version, index) = (table.version(), session::index(table));
            let Parted { entry, words, .. } = personal::part(logged.clone());
            Append { game, version, at, entry, words, index }
        };
        let (opened, more) = log.split_first().ok_or_else(unreadable)?;
        let mut table = Table::begin(opened, at, secret).ok_or_else(unreadable)?;
        let bytes = table.likely_bytes();
        let first = append(&table, opened);
        let more = more.iter().map(|logged| {
            table.apply(logged, at);
            append(&table, logged)
        });
        self.store.create_with(Secret(secret), first, more.collect()).await?;
        Ok(bytes)
    }

    /// Sends a message to a table and waits for the answer. If the table is to be loaded, that is at its owner's turn.
    pub async fn ask<T>(
        &self,
        game: GameId,
        owner: Owner,
        message: impl Fn(oneshot::Sender<T>) -> Message,
    ) -> Result<T, HallError> {
        // A table may go to rest just when it is asked: then it is loaded again, once.
        for _ in 0..2 {
            let mut mailbox = self.mailbox(game, owner).await?;
            if mailbox.table().await.is_none() {
                continue;
            }
            let (sender, receiver) = oneshot::channel();
            match mailbox.send(message(sender)) {
                Ok(()) => {
                    if let Ok(answer) = receiver.await {
                        return Ok(answer);
                    }
                }
                Err(TrySendError::Full(_)) => return Err(HallError::Busy),
                Err(TrySendError::Closed(_)) => {}
            }
        }
        Err(HallError::Busy)
    }

    /// Looks at a table as it is, whatever its task is waiting for.
    pub async fn look<T>(
        &self,
        game: GameId,
        owner: Owner,
        look: impl FnOnce(&Table) -> T,
    ) -> Result<T, HallError> {
        for _ in 0..2 {
            if let Some(table) = self.mailbox(game, owner).await?.table().await {
                return Ok(look(&table));
            }
        }
        Err(HallError::Busy)
    }

    /// Notes something at a table.
    pub async fn note(
        &self,
        game: GameId,
        owner: Owner,
        note: impl Fn(&Table) -> Result<Logged, Refusal> + Clone + Send + 'static,
    ) -> Result<u64, HallError> {
        Ok(self.ask(game, owner, |answer| Message::Note { note: Box::new(note.clone()), answer }).await??)
    }

    /// Erases a person's words at a table. Whoever looks on is shown it anew.
    pub async fn erase(&self, game: GameId, person: PersonId) -> Result<(), HallError> {
        match self.ask(game, Owner::default(), |answer| Message::Erase { person, answer }).await {
            Ok(erased) => Ok(erased?),
            // What cannot be loaded has nothing to be shown in lists.
            Err(HallError::Load(LoadError::Unreadable(_))) => Ok(self
                .store
                .erase(game, person, Index { stage: "frozen".into(), ..Index::default() })
                .await?),
            Err(other) => Err(other),
        }
    }

    /// Takes a game away for good; tells whether there was something of it.
    pub async fn delete(&self, game: GameId) -> Result<bool, HallError> {
        let in_memory = self.lock().has(game);
        let deleted = if in_memory {
            self.ask(game, Owner::default(), |answer| Message::Delete { answer }).await??
        } else {
            self.store.delete(game).await?
        };
        self.running.forget(game);
        Ok(deleted)
    }

    /// Deletes a table that did not change since it came to a version and that nobody keeps who was here since a time, and
    /// tells whether it did. One that is in memory stays: somebody is there, or was a minute ago.
    pub async fn forget(&self, game: GameId, version: u64, since: Millis) -> Result<bool, StoreError> {
        let (mailbox, held) = Mailbox::deaf();
        {
            let mut tables = self.lock();
            if tables.has(game) || self.loading.has(game) {
                return Ok(false);
            }
            // Whoever asks for the table now waits until it is clear whether there is one.
            tables.insert(game, mailbox, 0, None);
        }
        let forgotten = self.store.forget(game, version, since).await;
        if forgotten == Ok(true) {
            self.running.forget(game);
        }
        drop(held);
        self.lock().forget(game);
        forgotten
    }

    async fn mailbox(&self, game: GameId, owner: Owner) -> Outcome {
        let waiting = {
            let tables = self.lock();
            if let Some(mailbox) = tables.get(game) {
                return Ok(mailbox);
            }
            self.loading.enter(game)
        };
        let (hall, again, runtime) = (self.clone(), waiting.clone(), Handle::current());
        let work = move || {
            let _inside = runtime.enter();
            again.load(|| hall.load(game, owner));
        };
        if self.store.reads_here() {
            work();
            return waiting.outcome().await;
        }
        tokio::select! {
            biased;
            outcome = waiting.outcome() => outcome,
            done = self.loads.work(owner, work) => match done {
                Ok(()) => waiting.outcome().await,
                Err(work_queue::QueueFull) => Err(HallError::Busy),
            },
        }
    }

    /// Loads a table into memory, if there is room.
    fn load(&self, game: GameId, owner: Owner) -> Outcome {
        let table = session::load(&self.store, game)?;
        let outage = self.store.outage_since(table.at()).map_err(LoadError::Store)?;
        let bytes = table.bytes_in_memory();
        let (store, time, thinkers) = (self.store.clone(), self.time.clone(), self.thinkers.clone());
        let mut session = Session::new(game, table, store, time, thinkers, self.running.clone());
        let (mailbox, messages) = session.mailbox();
        {
            let mut tables = self.lock();
            if !tables.make_room(owner.network(), bytes, self.room) {
                self.full.note("no room for another table");
                return Err(HallError::Full);
            }
            tables.insert(game, mailbox.clone(), bytes, owner.network());
        }
        // Only a weak way back: a table must not keep the hall, nor the hall the store, when all others let go.
        let tables = Arc::downgrade(&self.tables);
        tokio::spawn(async move {
            Box::pin(session.wake(outage)).await;
            session.run(messages).await;
            if let Some(tables) = tables.upgrade() {
                tables.lock().unwrap_or_else(PoisonError::into_inner).forget(game);
            }
        });
        Ok(mailbox)
    }

    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many of the computer's decisions wait to be thought about, and how many may.
    pub fn thoughts(&self) -> (usize, usize) {
        (self.thinkers.waiting(), self.thinkers.room())
    }

    /// How many requests wait for a table to be loaded, and since when the first of them has.
    pub fn loads_waiting(&self) -> (usize, Option<Instant>) {
        (self.loads.waiting(), self.loads.oldest())
    }

    /// Those who think for the computer.
    pub fn thinkers(&self) -> &Thinkers {
        &self.thinkers
    }

    /// The running games with which nobody is to be helped.
    pub fn running(&self) -> &RunningGames {
        &self.running
    }

    /// Looks at the running games that were not loaded since the server started.
    pub async fn recall_running(self) {
        let mut after = None;
        loop {
            let games = self.store.blocking(move |store| store.playing(after, AT_ONCE)).await;
            let Ok(games) = games else {
                // It is tried again, lest a game be helped with that nobody looked at.
                tokio::time::sleep(ROUND).await;
                continue;
            };
            for (_, game) in &games {
                let (game, running) = (*game, self.running.clone());
                let noted = self.store.at_length(move |store| {
                    // A game that cannot be read is not played.
                    let table = session::load(store, game);
                    table.map(|table| running.note_table(game, &table))
                });
                drop(noted.await);
            }
            match games.last() {
                Some((number, _)) => after = Some(*number),
                None => return self.running.complete(),
            }
        }
    }

    /// The tables in memory.
    pub fn games(&self) -> Vec<GameId> {
        self.lock().games()
    }

    /// How many tables are in memory.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Whether no table is in memory.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Tells the tables in memory what was added to their logs, as long as the store does.
    pub async fn follow(self, mut written: broadcast::Receiver<(GameId, u64)>) {
        loop {
            match written.recv().await {
                Ok((game, version)) => self.tell_written(game, version),
                // What was missed may be of any table: each reads its log.
                Err(RecvError::Lagged(_)) => {
                    self.games().into_iter().for_each(|game| self.tell_written(game, u64::MAX));
                }
                Err(RecvError::Closed) => return,
            }
        }
    }

    fn tell_written(&self, game: GameId, version: u64) {
        let mailbox = self.lock().find(game);
        // A table to which too many messages are sent learns it from the next order that does not fit.
        drop(mailbox.map(|mailbox| mailbox.send(Message::Written(version))));
    }

    /// Wakes tables where something is due or the computer is to move, for ever.
    pub async fn schedule(self) {
        loop {
            let now = self.time.now();
            let games = self.store.aside(move |store| {
                let due = store.due(now, AT_ONCE).unwrap_or_default();
                (due, store.for_the_computer(AT_ONCE).unwrap_or_default())
            });
            let (due, computer) = games.await.unwrap_or_default();
            // A table that cannot be woken now is due at the next round, too.
            for game in due {
                let _ = self.mailbox(game, Owner::default()).await;
            }
            for game in computer {
                if self.lock().is_crowded(self.room) {
                    break;
                }
                let _ = self.mailbox(game, Owner::default()).await;
            }
            tokio::time::sleep(ROUND).await;
        }
    }
}
