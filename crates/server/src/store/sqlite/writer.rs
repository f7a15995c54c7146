//! The one that writes, as a rule a thread of its own. What has come in while it was busy goes into its next
//! transaction together, so the disk is waited for once for many writes.

use super::checkpointer::Checkpointer;
use super::heads::{Heads, Record, Syncer};
use super::manual::{InjectedFault, Manual};
use super::{OpenError, Options, connection};
use crate::store::damage::Hurt;
use crate::store::{Damage, GameId, Pending, StoreError};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::Deref;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// At most so many orders in one transaction.
pub(super) const BATCH: usize = 256;

/// The way to what writes: a thread of its own, or whoever asks for it by hand.
pub(super) enum Writer {
    Thread(Thread),
    Manual(Box<Mutex<Manual>>),
}

/// A handle to the thread. Dropping it waits until everything ordered is written.
pub(super) struct Thread {
    queue: Option<SyncSender<Box<dyn Order>>>,
    waiting: Unsettled,
    thread: Option<JoinHandle<()>>,
}

/// When each order came that is not settled yet, the oldest first.
type Unsettled = Arc<Mutex<VecDeque<Instant>>>;

impl Writer {
    pub(super) fn start(
        db: Connection,
        (heads, hurt): (Heads, Hurt),
        path: &Path,
        options: &Options,
    ) -> Result<Writer, OpenError> {
        let context = WriteContext { db, hurt, heads: RefCell::new(heads), records: RefCell::default() };
        if options.manual {
            return Ok(Writer::Manual(Box::new(Mutex::new(Manual::new(context, options)))));
        }
        let (queue, orders) = sync_channel(options.queue.max(1));
        let delay = options.commit_delay;
        let checkpointer = Checkpointer::start(connection::to_checkpoint(path, &context)?)?;
        let syncer = Syncer::start()?;
        let waiting = Unsettled::default();
        let unsettled = waiting.clone();
        let thread = thread::Builder::new()
            .name("store".into())
            .spawn(move || write(context, &orders, &unsettled, delay, (checkpointer, syncer)))
            .map_err(|error| StoreError::Io(error.to_string()))?;
        Ok(Writer::Thread(Thread { queue: Some(queue), waiting, thread: Some(thread) }))
    }

    /// How many orders are not settled yet, and when the oldest of them came; of a thread only.
    pub(super) fn waiting(&self) -> (usize, Option<Instant>) {
        match self {
            Writer::Thread(thread) => {
                let waiting = lock(&thread.waiting);
                (waiting.len(), waiting.front().copied())
            }
            Writer::Manual(_) => (0, None),
        }
    }

    /// Writes what waits, unless a thread does that.
    pub(super) fn write(&self, fault: InjectedFault) -> Result<usize, StoreError> {
        match self {
            Writer::Thread(_) => Ok(0),
            Writer::Manual(writer) => lock(writer).write(fault),
        }
    }

    /// Orders some work inside a transaction. The work may be done twice, the first time in vain, and it must not have
    /// written anything when it answers with a refusal.
    pub(super) fn order<T: Send + 'static>(
        &self,
        work: impl Fn(&WriteContext) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T> {
        let (reply, pending) = Pending::new();
        let order: Box<dyn Order> = Box::new(Task { work, outcome: None, reply });
        match self {
            Writer::Thread(thread) => thread.order(order),
            Writer::Manual(writer) => lock(writer).order(order),
        }
        pending
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Thread {
    fn order(&self, order: Box<dyn Order>) {
        // Locked until it is sent, so that the times stand in the order of the queue.
        let mut waiting = lock(&self.waiting);
        let sent = match &self.queue {
            Some(queue) => queue.try_send(order),
            None => Err(TrySendError::Disconnected(order)),
        };
        match sent {
            Ok(()) => waiting.push_back(Instant::now()),
            Err(TrySendError::Full(order)) => order.answer(Some(&StoreError::Busy)),
            Err(TrySendError::Disconnected(order)) => order.answer(Some(&StoreError::Stopped)),
        }
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            // A writer that panicked has answered everybody by dropping their replies.
            let _ = thread.join();
        }
    }
}

pub(super) trait Order: Send {
    /// Does the work and keeps its outcome; an error if the transaction can't go on.
    fn run(&mut self, context: &WriteContext) -> Result<(), StoreError>;
    /// Tells the outcome, or why there is none.
    fn answer(self: Box<Self>, failure: Option<&StoreError>);
}

struct Task<T, F> {
    work: F,
    outcome: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Order for Task<T, F>
where
    T: Send,
    F: Fn(&WriteContext) -> Result<T, StoreError> + Send,
{
    fn run(&mut self, context: &WriteContext) -> Result<(), StoreError> {
        let before = context.total_changes();
        match (self.work)(context) {
            // The database being busy is no refusal of this order in particular.
            Err(failure) if !failure.is_refusal() || failure == StoreError::Busy => return Err(failure),
            outcome => self.outcome = Some(outcome),
        }
        debug_assert!(!matches!(self.outcome, Some(Err(_))) || before == context.total_changes());
        Ok(())
    }

    fn answer(self: Box<Self>, failure: Option<&StoreError>) {
        let outcome = match failure {
            Some(failure) => Err(failure.clone()),
            None => self.outcome.unwrap_or(Err(StoreError::Stopped)),
        };
        // Nobody may be waiting any more.
        let _ = self.reply.send(outcome);
    }
}

/// What orders are carried out with: the connection that writes, and what is to be recorded of their transaction.
pub(super) struct WriteContext {
    db: Connection,
    hurt: Hurt,
    heads: RefCell<Heads>,
    records: RefCell<Vec<Record>>,
}

impl WriteContext {
    /// What is known to be wrong with a log.
    pub(super) fn damage(&self, game: GameId) -> Option<Damage> {
        self.hurt.of(game)
    }

    /// How far a log has come, if the transaction succeeds.
    pub(super) fn record(&self, record: Record) {
        self.records.borrow_mut().push(record);
    }
}

impl Deref for WriteContext {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.db
    }
}

/// The connection is closed last, because the last one takes everything into the database.
fn write(
    context: WriteContext,
    orders: &Receiver<Box<dyn Order>>,
    waiting: &Unsettled,
    delay: Duration,
    (mut checkpointer, mut syncer): (Checkpointer, Syncer),
) {
    while let Ok(first) = orders.recv() {
        let batch: Vec<_> = std::iter::once(first).chain(orders.try_iter()).take(BATCH).collect();
        let written = batch.len();
        settle(&context, batch, delay);
        lock(waiting).drain(..written);
        checkpointer.after(written, &context);
        syncer.after(&mut context.heads.borrow_mut());
    }
    syncer.sync(&mut context.heads.borrow_mut());
    drop((checkpointer, syncer));
}

/// Where a transaction failed.
pub(super) enum CommitError {
    /// In the work of one order, so that the others may have success without it.
    AtAnOrder(StoreError),
    /// Before or after the orders.
    AsAWhole(StoreError),
}

/// Commits a batch and answers. If one order fails, each is tried alone, so that none suffers for another.
pub(super) fn settle(context: &WriteContext, mut batch: Vec<Box<dyn Order>>, delay: Duration) {
    let failure = match commit(context, &mut batch) {
        Ok(()) => None,
        Err(CommitError::AtAnOrder(_)) if batch.len() > 1 => {
            return batch.into_iter().for_each(|order| settle(context, vec![order], delay));
        }
        Err(CommitError::AtAnOrder(failure) | CommitError::AsAWhole(failure)) => Some(failure),
    };
    thread::sleep(delay);
    for order in batch {
        order.answer(failure.as_ref());
    }
}

/// One transaction. It is undone unless everything, the commit included, succeeds. How far the logs have come is recorded
/// when it has; that games are deleted, before.
pub(super) fn commit(context: &WriteContext, batch: &mut [Box<dyn Order>]) -> Result<(), CommitError> {
    let whole = |error: rusqlite::Error| CommitError::AsAWhole(error.into());
    context.records.borrow_mut().clear();
    let transaction =
        Transaction::new_unchecked(&context.db, TransactionBehavior::Immediate).map_err(whole)?;
    for order in batch {
        order.run(context).map_err(CommitError::AtAnOrder)?;
    }
    let (deleted, records): (Vec<_>, Vec<_>) =
        context.records.take().into_iter().partition(Record::is_deleted);
    let gone: Vec<GameId> = deleted.iter().map(|record| record.game).collect();
    if !deleted.is_empty() {
        context.heads.borrow_mut().note_deleted(deleted).map_err(CommitError::AsAWhole)?;
    }
    transaction.commit().map_err(whole)?;
    gone.into_iter().for_each(|game| context.hurt.forget(game));
    if !records.is_empty() {
        context.heads.borrow_mut().note(records);
    }
    Ok(())
}
