//! Taking the write-ahead log into the database. A thread of its own does most of that while writing goes on, so that
//! nobody waits for it; only the little that is written meanwhile is left to the one that writes, because the log
//! starts anew only when all of it is taken in.

use crate::store::StoreError;
use rusqlite::Connection;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// After so many orders it is time; an order changes three or four pages.
const ORDERS: usize = 1000;
/// After so many it must be, even if everybody has to wait.
const TOO_MANY: usize = 32 * ORDERS;
/// So few pages may be left to the one that writes.
const REST: i64 = 200;
/// So often is tried to come that far.
const PASSES: usize = 4;

/// What keeps the write-ahead log short. Dropping it waits for the thread.
pub(super) struct Checkpointer {
    begin: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
    /// Whether the thread has done its part, and the rest is to be done.
    done: Arc<AtomicBool>,
    /// Orders since it was last begun.
    orders: usize,
}

impl Checkpointer {
    /// Starts the thread with a connection of its own.
    pub(super) fn start(db: Connection) -> Result<Checkpointer, StoreError> {
        let (begin, begun) = sync_channel(0);
        let done = Arc::new(AtomicBool::new(false));
        let tell = done.clone();
        let work = move || {
            while begun.recv().is_ok() {
                // What cannot be taken in now, because the disk is full for example, is taken in later.
                let _ = (0..PASSES).find(|_| take_in(&db).is_none_or(|rest| rest < REST));
                tell.store(true, Ordering::Release);
            }
        };
        let thread = thread::Builder::new().name("checkpointer".into()).spawn(work);
        let thread = thread.map_err(|error| StoreError::Io(error.to_string()))?;
        Ok(Checkpointer { begin: Some(begin), thread: Some(thread), done, orders: 0 })
    }

    /// So many orders more were written through a connection.
    pub(super) fn after(&mut self, orders: usize, db: &Connection) {
        self.orders += orders;
        let begin = |begin: &SyncSender<()>| begin.try_send(()).is_ok();
        if self.done.swap(false, Ordering::Acquire) {
            take_in(db);
        } else if self.orders > TOO_MANY {
            take_in(db);
            self.orders = 0;
        } else if self.orders > ORDERS && self.begin.as_ref().is_some_and(begin) {
            self.orders = 0;
        }
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.begin = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, the log is long, and that is all.
            let _ = thread.join();
        }
    }
}

/// Takes in what can be taken in without waiting for anybody; tells how many pages are left, or nothing if it failed.
fn take_in(db: &Connection) -> Option<i64> {
    let passive = "PRAGMA wal_checkpoint(PASSIVE)";
    db.query_row(passive, [], |row| Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?)).ok()
}
