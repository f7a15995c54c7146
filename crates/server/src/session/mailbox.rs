//! The way to a table in memory: what is asked is looked up in the table as it was shown last, and what is to happen is
//! sent to its task.

use super::Message;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use table::{Table, Who};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::Instant;

/// Messages that may wait for a table: of those who belong to it, and of everybody else.
const ROOM: usize = 64;

/// The way to a table's task. Clones lead to the same. Messages are boxed because a channel has room for many and is empty
/// most of the time.
#[derive(Clone)]
pub struct Mailbox {
    members: mpsc::Sender<Box<Message>>,
    visitors: mpsc::Sender<Box<Message>>,
    shown: watch::Receiver<Option<Arc<Table>>>,
    news: broadcast::WeakSender<Arc<str>>,
    usage: Arc<LastUse>,
}

/// The messages that come to a table.
pub struct Messages {
    members: mpsc::Receiver<Box<Message>>,
    visitors: mpsc::Receiver<Box<Message>>,
}

/// The other end of a mailbox to which nobody listens.
pub struct Held(#[expect(dead_code)] watch::Sender<Option<Arc<Table>>>, #[expect(dead_code)] Messages);

/// What the hall wants to know about a table.
#[derive(Debug)]
pub(super) struct LastUse {
    last: Mutex<Instant>,
    /// Whether it waits for the computer.
    pub awaited: AtomicBool,
}

impl Default for LastUse {
    fn default() -> LastUse {
        LastUse { last: Mutex::new(Instant::now()), awaited: AtomicBool::new(false) }
    }
}

impl LastUse {
    pub(super) fn last(&self) -> Instant {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Instant> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Mailbox {
    pub(super) fn new(
        shown: watch::Receiver<Option<Arc<Table>>>,
        news: &broadcast::Sender<Arc<str>>,
        usage: Arc<LastUse>,
    ) -> (Mailbox, Messages) {
        let ((members, to_members), (visitors, to_visitors)) = (mpsc::channel(ROOM), mpsc::channel(ROOM));
        let mailbox = Mailbox { members, visitors, shown, news: news.downgrade(), usage };
        (mailbox, Messages { members: to_members, visitors: to_visitors })
    }

    /// One to which nobody listens. Whoever asks waits until it is dropped what is given with it.
    pub fn deaf() -> (Mailbox, Held) {
        let shown = watch::Sender::new(None);
        let (mailbox, messages) = Mailbox::new(shown.subscribe(), &broadcast::Sender::new(1), Arc::default());
        (mailbox, Held(shown, messages))
    }

    /// Whether nobody listens any more.
    pub fn is_closed(&self) -> bool {
        self.members.is_closed()
    }

    /// The table as it is, once it is awake; nothing if it has gone to rest before.
    pub async fn table(&mut self) -> Option<Arc<Table>> {
        self.shown.wait_for(Option::is_some).await.ok()?.clone()
    }

    /// Sends a message, if there is room. Whoever belongs to the table never has to wait for others to leave it any.
    pub fn send(&self, message: Message) -> Result<(), TrySendError<Box<Message>>> {
        let is_members = self.shown.borrow().as_ref().is_none_or(|table| message.is_members(table));
        let to = if is_members { &self.members } else { &self.visitors };
        to.try_send(Box::new(message))
    }

    /// Whether anybody looks on.
    pub fn is_watched(&self) -> bool {
        self.news.upgrade().is_some_and(|news| news.receiver_count() > 0)
    }

    /// Whether it waits for the computer.
    pub fn is_awaited(&self) -> bool {
        self.usage.awaited.load(Ordering::Relaxed)
    }

    /// Somebody asks for the table now.
    pub fn note_use(&self) {
        *self.usage.lock() = Instant::now();
    }

    /// When somebody asked for it last.
    pub fn used(&self) -> Instant {
        self.usage.last()
    }
}

impl Messages {
    /// The next message, of those who belong to the table first; nothing if nobody can send any more.
    pub(super) async fn next(&mut self) -> Option<Box<Message>> {
        tokio::select! {
            biased;
            message = self.members.recv() => message,
            Some(message) = self.visitors.recv() => Some(message),
        }
    }
}

impl Message {
    /// Whether it comes from somebody who belongs to a table, or from the server itself.
    fn is_members(&self, table: &Table) -> bool {
        match self {
            Message::Do { who: Who::Person(person), .. } => table.has(*person),
            Message::Watch { from, .. } => from.person().is_some_and(|person| table.has(person)),
            _ => true,
        }
    }
}
