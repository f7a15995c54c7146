//! A few connections that many threads read through.

use super::{OpenError, Options, connection};
use crate::store::StoreError;
use rusqlite::Connection;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

pub(super) struct Readers {
    idle: Mutex<Vec<Connection>>,
    returned: Condvar,
}

impl Readers {
    pub(super) fn open(path: &Path, options: &Options) -> Result<Readers, OpenError> {
        let idle = (0..options.readers.max(1)).map(|_| connection::to_read(path, options));
        Ok(Readers { idle: Mutex::new(idle.collect::<Result<_, _>>()?), returned: Condvar::new() })
    }

    /// Reads, as soon as a connection is free.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let borrowed = Borrowed { from: self, db: Some(self.borrow()) };
        borrowed.db.as_ref().map_or(Err(StoreError::Stopped), read)
    }

    fn borrow(&self) -> Connection {
        let mut idle = self.idle();
        loop {
            match idle.pop() {
                Some(db) => return db,
                None => idle = self.returned.wait(idle).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Gives the connection back however the reading ends.
struct Borrowed<'a> {
    from: &'a Readers,
    db: Option<Connection>,
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        self.from.idle().extend(self.db.take());
        self.from.returned.notify_one();
    }
}
