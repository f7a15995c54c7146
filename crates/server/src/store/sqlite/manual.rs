//! A store whose writes wait until somebody writes them: for running a whole server on one thread, where every
//! step has its place in the order, and for trying out what a disk can do to a write. The transactions are those
//! of the thread that writes otherwise.

use super::Options;
use super::writer::{self, Order, WriteContext};
use crate::store::StoreError;
use std::time::Duration;

/// What becomes of the writes that wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InjectedFault {
    /// They are written.
    Written,
    /// They are written if the database need not grow for it: the disk is full.
    Full,
    /// The disk fails, and nothing of them is written.
    Failed,
    /// They are written, but the disk says that it failed.
    Untold,
}

/// The writes that wait, and where they go. What still waits at the end is lost, as in a crash.
pub(super) struct Manual {
    context: WriteContext,
    waiting: Vec<Box<dyn Order>>,
    room: usize,
    max_pages: Option<u32>,
}

/// More pages than a database can have.
const ENDLESS: u32 = u32::MAX - 1;

impl Manual {
    pub(super) fn new(context: WriteContext, options: &Options) -> Manual {
        Manual { context, waiting: Vec::new(), room: options.queue.max(1), max_pages: options.max_pages }
    }

    pub(super) fn order(&mut self, order: Box<dyn Order>) {
        if self.waiting.len() < self.room {
            self.waiting.push(order);
        } else {
            order.answer(Some(&StoreError::Busy));
        }
    }

    /// Lets what waits be written, fail or go unanswered, as `fault` says, and returns how many orders that were.
    pub(super) fn write(&mut self, fault: InjectedFault) -> Result<usize, StoreError> {
        let mut batch: Vec<_> = self.waiting.drain(..self.waiting.len().min(writer::BATCH)).collect();
        let count = batch.len();
        match fault {
            InjectedFault::Written => writer::settle(&self.context, batch, Duration::ZERO),
            InjectedFault::Full => {
                self.allow_pages(0)?;
                writer::settle(&self.context, batch, Duration::ZERO);
                self.allow_pages(self.max_pages.unwrap_or(ENDLESS))?;
            }
            InjectedFault::Failed => fail(batch),
            InjectedFault::Untold => {
                // Whether it goes well or not, the answer is the same.
                let _ = writer::commit(&self.context, &mut batch);
                fail(batch);
            }
        }
        Ok(count)
    }

    /// SQLite keeps at least the pages there are; 0 would only ask for the present limit.
    fn allow_pages(&self, pages: u32) -> Result<(), StoreError> {
        let order = format!("PRAGMA max_page_count = {}", pages.max(1));
        Ok(self.context.query_row(&order, [], |_| Ok(()))?)
    }
}

fn fail(batch: Vec<Box<dyn Order>>) {
    let failure = StoreError::Io("as was asked for, to try it out".into());
    batch.into_iter().for_each(|order| order.answer(Some(&failure)));
}
