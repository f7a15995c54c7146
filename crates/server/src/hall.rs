//! All tables: found in memory or loaded from their logs, woken when something is due.

use crate::session::{self, LoadError, Mailbox, Message, Session};
use crate::store::{Append, GameId, Secret, Store, StoreError};
use crate::table::{BadTable, Table};
use crate::time::Time;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use wire::table::{Logged, NewTable};

/// How often the scheduler looks for tables where something is due.
const ROUND: Duration = Duration::from_millis(500);

/// How many tables are woken in one round.
const AT_ONCE: u32 = 1000;

/// The ways to the tables in memory.
type Tables = HashMap<GameId, Mailbox>;

/// The way to all tables. Clones share them.
#[derive(Clone)]
pub struct Hall {
    store: Store,
    time: Time,
    tables: Arc<Mutex<Tables>>,
    max_tables: usize,
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
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Hall {
    /// A hall over a store; at most so many tables are in memory at once.
    pub fn new(store: Store, time: Time, max_tables: usize) -> Hall {
        Hall { store, time, tables: Arc::default(), max_tables }
    }

    /// Makes a table: its log begins.
    pub async fn open(
        &self,
        game: GameId,
        secret: [u8; 32],
        table: NewTable,
        person: i64,
    ) -> Result<(), HallError> {
        let first = Table::open(table, person)?;
        let at = self.time.now();
        let Some(made) = Table::begin(&first, at, secret) else {
            return Err(HallError::Load(LoadError::Unreadable(game)));
        };
        let index = session::index(&made);
        let append = Append { game, version: 1, at, entry: wire::write::<Logged>(&first), index };
        self.store.create(Secret(secret), append).await?;
        Ok(())
    }

    /// Sends a message to a table, loading it if need be, and waits for the answer.
    pub async fn ask<T>(
        &self,
        game: GameId,
        message: impl Fn(oneshot::Sender<T>) -> Message,
    ) -> Result<T, HallError> {
        // A table may go to rest just when it is asked: then it is loaded again, once.
        for _ in 0..2 {
            let (sender, receiver) = oneshot::channel();
            let mailbox = self.mailbox(game).await?;
            match mailbox.try_send(message(sender)) {
                Ok(()) => {
                    if let Ok(answer) = receiver.await {
                        return Ok(answer);
                    }
                }
                Err(tokio::sync::mpsc::error::TrySendError::Full(_)) => return Err(HallError::Busy),
                Err(tokio::sync::mpsc::error::TrySendError::Closed(_)) => {}
            }
        }
        Err(HallError::Busy)
    }

    async fn mailbox(&self, game: GameId) -> Result<Mailbox, HallError> {
        if let Some(mailbox) = self.known(game) {
            return Ok(mailbox);
        }
        let table = self.store.aside(move |store| session::load(store, game)).await??;
        let mut tables = self.lock();
        if let Some(mailbox) = tables.get(&game).filter(|mailbox| !mailbox.is_closed()) {
            return Ok(mailbox.clone());
        }
        if tables.len() >= self.max_tables {
            return Err(HallError::Full);
        }
        let (mailbox, messages) = Session::mailbox();
        tables.insert(game, mailbox.clone());
        let session = Session::new(game, table, self.store.clone(), self.time.clone());
        // Only a weak way back: a table must not keep the hall, nor the hall the store, when all others let go.
        let tables = Arc::downgrade(&self.tables);
        tokio::spawn(async move {
            session.run(messages).await;
            if let Some(tables) = tables.upgrade() {
                forget(&tables, game);
            }
        });
        Ok(mailbox)
    }

    fn known(&self, game: GameId) -> Option<Mailbox> {
        self.lock().get(&game).filter(|mailbox| !mailbox.is_closed()).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many tables are in memory.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Whether no table is in memory.
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Wakes tables where something is due, for ever.
    pub async fn schedule(self) {
        loop {
            let now = self.time.now();
            let due = self.store.aside(move |store| store.due(now, AT_ONCE)).await;
            for game in due.ok().and_then(Result::ok).unwrap_or_default() {
                // A table that cannot be woken now is due at the next round, too.
                let _ = self.mailbox(game).await;
            }
            tokio::time::sleep(ROUND).await;
        }
    }
}

/// Takes a table that has gone to rest out of the list.
fn forget(tables: &Mutex<Tables>, game: GameId) {
    let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
    if tables.get(&game).is_some_and(Mailbox::is_closed) {
        tables.remove(&game);
    }
}
