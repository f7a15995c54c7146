//! The server of a simulation: everything on this thread, and nothing goes on by itself.

use crate::computer::thinkers;
use crate::line::Connection;
use crate::pipe::{Pipe, pipe};
use anyhow::{Context, Result, ensure};
use server::fair_queue::Owner;
use server::hall::{Hall, HallError};
use server::store::sqlite::{InjectedFault, Options, Sqlite};
use server::store::{GameId, Hash, Store};
use server::thinkers::ThinkerConfig;
use server::time::Time;
use std::path::{Path, PathBuf};
use std::time::Duration;
use table::{Table, Who};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use wire::table::NewTable;

/// Writes that may wait; more are refused.
const QUEUE: usize = 12;

/// A running server.
pub struct SimServer {
    // Dropped in this order: the tasks let go of the store before it is opened again.
    runtime: Runtime,
    hall: Hall,
    store: Store,
    database: Sqlite,
    time: Time,
    thinkers: ThinkerConfig,
    folder: TempDir,
}

/// Writing is for trying out here, so it need not outlast the machine.
fn folder() -> Result<TempDir> {
    let memory = Path::new("/dev/shm");
    let folder = tempfile::Builder::new().prefix("bastide-sim-").to_owned();
    Ok(folder.tempdir_in(memory).or_else(|_| folder.tempdir())?)
}

fn path(folder: &TempDir) -> PathBuf {
    folder.path().join("bastide.db")
}

fn start(folder: &TempDir, time: &Time, thinkers: &ThinkerConfig) -> Result<(Runtime, Hall, Store, Sqlite)> {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build()?;
    let options = Options { manual: true, queue: QUEUE, patience: Duration::ZERO, ..Options::default() };
    let database = Sqlite::open(&path(folder), &options)?;
    let store = Store::from(database.clone());
    let resumed = store.resume(time.now());
    database.write(InjectedFault::Written)?;
    resumed.wait()?;
    let hall = Hall::with_thinkers(store.clone(), time.clone(), 1000, thinkers.clone());
    runtime.spawn(hall.clone().schedule());
    Ok((runtime, hall, store, database))
}

impl SimServer {
    /// An empty house; the computer's choices follow from the seed.
    pub fn build(seed: u64) -> Result<SimServer> {
        let (folder, time, thinkers) = (folder()?, Time::manual(1_700_000_000_000), thinkers(seed));
        let (runtime, hall, store, database) = start(&folder, &time, &thinkers)?;
        Ok(SimServer { runtime, hall, store, database, time, thinkers, folder })
    }

    /// The process dies, with whatever it was doing, and starts again after a while.
    pub fn crash(self, outage: u32) -> Result<SimServer> {
        let SimServer { runtime, hall, store, database, time, thinkers, folder } = self;
        drop((runtime, hall, store, database));
        time.advance(outage.into());
        let (runtime, hall, store, database) = start(&folder, &time, &thinkers)?;
        Ok(SimServer { runtime, hall, store, database, time, thinkers, folder })
    }

    /// What is stored.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// How many tables are in memory.
    pub fn tables(&self) -> usize {
        self.hall.len()
    }

    /// All tasks do what they can do without the disk, the net or more time.
    pub fn settle(&self) {
        self.runtime.block_on(async {
            for _ in 0..3 {
                tokio::task::yield_now().await;
            }
        });
    }

    pub fn pass(&self, millis: u32) {
        self.time.advance(millis.into());
        // Nobody waits for the sign of life, and the next one does as well.
        drop(self.store.write_alive(self.time.now()));
        self.runtime.block_on(tokio::time::advance(Duration::from_millis(millis.into())));
        self.settle();
    }

    /// The disk does what it was asked for, or not.
    pub fn write(&self, fault: InjectedFault) -> Result<()> {
        self.database.write(fault)?;
        self.settle();
        Ok(())
    }

    /// The disk is asked while another program keeps the database locked.
    pub fn write_while_locked(&self) -> Result<()> {
        let other = rusqlite::Connection::open(path(&self.folder))?;
        other.execute_batch("BEGIN IMMEDIATE")?;
        self.write(InjectedFault::Written)?;
        Ok(other.execute_batch("ROLLBACK")?)
    }

    /// A new person.
    pub fn person(&self, number: u8) -> Result<i64> {
        let person = self.store.add_person(Hash([number; 32]), 0);
        self.database.write(InjectedFault::Written)?;
        Ok(person.wait()?.0)
    }

    /// Makes a table.
    pub fn open(&self, game: GameId, secret: [u8; 32], table: NewTable, person: i64) -> Result<()> {
        let hall = self.hall.clone();
        let opened = self.runtime.spawn(async move { hall.open(game, secret, table, person).await });
        self.settle();
        self.write(InjectedFault::Written)?;
        if !opened.is_finished() {
            // More was waiting than the disk takes at once.
            self.write(InjectedFault::Written)?;
        }
        ensure!(opened.is_finished(), "a table is not opened though everything was written");
        let opened: Result<usize, HallError> = self.runtime.block_on(opened)?;
        opened.context("a table cannot be opened").map(drop)
    }

    /// Somebody asks for a table with the same people; what becomes of it is seen in the store.
    pub fn rematch(&self, game: GameId, secret: [u8; 32], person: i64) {
        let hall = self.hall.clone();
        self.runtime.spawn(async move { hall.rematch(game, Owner::default(), secret, person).await });
        self.settle();
    }

    /// Somebody wants to go on with the seats of another person; in the end it is told whether they do.
    pub fn go_on(&self, game: GameId, person: i64, owner: i64) -> JoinHandle<bool> {
        let hall = self.hall.clone();
        let note = move |table: &Table| table.continue_as(person, owner);
        let told = self.runtime.spawn(async move {
            // The disk may have failed when it was written, so the table is asked.
            let _ = hall.note(game, Owner::default(), note).await;
            hall.look(game, Owner::default(), move |table| table.has(person)).await.unwrap_or(false)
        });
        self.settle();
        told
    }

    /// What a task has told, once it has.
    pub fn told(&self, task: JoinHandle<bool>) -> bool {
        // A task that died with its house tells nothing.
        self.runtime.block_on(task).unwrap_or(false)
    }

    /// A connection to a table.
    pub fn connect(&self, game: GameId, who: Who) -> Pipe {
        let (pipe, socket) = pipe();
        self.runtime.spawn(Connection { hall: self.hall.clone(), game, who, socket }.serve());
        pipe
    }
}
