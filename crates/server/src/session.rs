//! One task per table: order, decision, log, fact, news, in that order and no other.

mod computer;

use self::computer::Computer;
use crate::history::History;
use crate::store::{Append, GameId, Index, PersonId, Store, StoreError};
use crate::table::{Millis, Refusal, Table, Who};
use crate::thinkers::Thinkers;
use crate::time::Time;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot};
use wire::table::{Command, FromServer, Logged, Order, Rejection, Stage};

/// Messages that may wait for a table.
const MAILBOX: usize = 64;
/// Updates a client may lag behind before it has to ask again.
const LAG: usize = 64;
/// Answers that are remembered for commands sent twice.
const REMEMBERED: usize = 64;
/// How long a table stays in memory when nobody is there and nothing is due.
const IDLE: Duration = Duration::from_secs(60);

/// What can be said to a table.
pub enum Message {
    /// Do something.
    Do {
        /// Who wants it.
        who: Who,
        /// What.
        command: Command,
        /// Where the answer goes.
        answer: oneshot::Sender<FromServer>,
    },
    /// What would these actions lead to?
    Preview {
        /// The question's.
        id: String,
        /// One to three.
        actions: Vec<wire::Input>,
        /// Where the answer goes.
        answer: oneshot::Sender<FromServer>,
    },
    /// Look at the table as it is.
    Look(Box<dyn FnOnce(&Table) + Send>),
    /// Something that the server notes by itself.
    Note {
        /// What, judged by the table as it is.
        note: Box<dyn FnOnce(&Table) -> Result<Logged, Refusal> + Send>,
        /// Where the answer goes.
        answer: oneshot::Sender<Result<u64, Refused>>,
    },
    /// Look on from now.
    Watch {
        /// The last version seen.
        after: Option<u64>,
        /// Where the first messages and the stream of updates go.
        answer: oneshot::Sender<Watch>,
    },
}

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The table does not allow it.
    #[error(transparent)]
    Table(#[from] Refusal),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a client gets when it begins to look on.
pub struct Watch {
    /// What it missed, or a snapshot.
    pub first: Vec<Arc<str>>,
    /// What comes.
    pub updates: broadcast::Receiver<Arc<str>>,
}

/// The way to a table's task.
pub type Mailbox = mpsc::Sender<Message>;

/// A table in memory.
pub struct Session {
    game: GameId,
    table: Table,
    store: Store,
    time: Time,
    history: History,
    news: broadcast::Sender<Arc<str>>,
    answered: VecDeque<(Who, String, FromServer)>,
    /// The last version that changed the game: an action based on an older one is stale.
    played: u64,
    computer: Computer,
}

/// Why a table cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// There is no such game.
    #[error("there is no game {0}")]
    Unknown(GameId),
    /// The log cannot be read.
    #[error("the log of game {0} cannot be read")]
    Unreadable(GameId),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A table from its log.
pub fn load(store: &Store, game: GameId) -> Result<Table, LoadError> {
    let row = store.game(game)?.ok_or(LoadError::Unknown(game))?;
    let unreadable = LoadError::Unreadable(game);
    let mut table: Option<Table> = None;
    for line in store.load(game, 0)? {
        let logged: Logged = wire::read(&line.entry).map_err(|_| unreadable.clone())?;
        match &mut table {
            None => table = Table::begin(&logged, line.at, row.secret.0),
            Some(table) => table.apply(&logged, line.at),
        }
    }
    table.ok_or(unreadable)
}

impl Session {
    /// Takes a loaded table into memory.
    pub fn new(game: GameId, table: Table, store: Store, time: Time, thinkers: Thinkers) -> Session {
        let (news, _) = broadcast::channel(LAG);
        let played = table.version();
        let (history, answered) = (History::default(), VecDeque::new());
        let computer = Computer::new(thinkers);
        Session { game, table, store, time, history, news, answered, played, computer }
    }

    /// The clocks are not charged for a time in which the server did not run.
    pub async fn forgive(&mut self, outage: Millis) {
        if let Some(logged) = self.table.after_outage(outage) {
            // If it cannot be noted now, the next loading tries again.
            let _ = self.log(logged, self.time.now()).await;
        }
    }

    /// A mailbox and the messages that come through it.
    pub fn mailbox() -> (Mailbox, mpsc::Receiver<Message>) {
        mpsc::channel(MAILBOX)
    }

    /// Serves the table until nobody needs it any more.
    pub async fn run(mut self, mut messages: mpsc::Receiver<Message>) {
        self.catch_up().await;
        loop {
            self.attend();
            let wait = self.time.until(self.table.due());
            tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => return,
                },
                line = self.computer.line(&self.time) => self.play(&line.unwrap_or_default()).await,
                () = wait => self.catch_up().await,
                // Whoever looks on leaves without a word, so that is asked only after the wait.
                () = tokio::time::sleep(IDLE) => if self.is_idle() {
                    return;
                },
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.news.receiver_count() == 0 && !self.computer.is_awaited()
    }

    /// Handles one message.
    pub async fn handle(&mut self, message: Message) {
        match message {
            Message::Do { who, command, answer } => {
                let reply = self.command(who, command).await;
                // Whoever asked may have gone; what was done stays done.
                let _ = answer.send(reply);
            }
            Message::Preview { id, actions, answer } => {
                let _ = answer.send(self.preview(id, &actions));
            }
            Message::Look(look) => look(&self.table),
            Message::Note { note, answer } => {
                let noted = match note(&self.table) {
                    Ok(logged) => self.log(logged, self.time.now()).await.map_err(Refused::from),
                    Err(refusal) => Err(refusal.into()),
                };
                let _ = answer.send(noted);
            }
            Message::Watch { after, answer } => {
                let watch = Watch { first: self.missed(after), updates: self.news.subscribe() };
                let _ = answer.send(watch);
            }
        }
    }

    fn missed(&self, after: Option<u64>) -> Vec<Arc<str>> {
        let now = self.table.version();
        after.and_then(|version| self.history.after(version, now)).unwrap_or_else(|| {
            let snapshot = FromServer::Snapshot(Box::new(self.table.snapshot()));
            vec![wire::write(&snapshot).into()]
        })
    }

    fn preview(&self, id: String, actions: &[wire::Input]) -> FromServer {
        match self.table.preview(actions) {
            Ok((events, actions)) => FromServer::Previewed { id, events, actions },
            Err(refusal) => self.rejected(id, refusal.code(), &refusal.to_string()),
        }
    }

    fn rejected(&self, id: String, code: &str, message: &str) -> FromServer {
        let version = self.table.version();
        FromServer::Rejected(Rejection { id, code: code.into(), message: message.into(), version })
    }

    async fn command(&mut self, who: Who, command: Command) -> FromServer {
        let known = self.answered.iter().find(|(other, id, _)| *other == who && *id == command.id);
        if let Some((_, _, answer)) = known {
            return answer.clone();
        }
        let id = command.id.clone();
        let answer = self.decide(who, command).await;
        if matches!(answer, FromServer::Done { .. }) {
            self.answered.truncate(REMEMBERED - 1);
            self.answered.push_front((who, id, answer.clone()));
            self.catch_up().await;
        }
        answer
    }

    async fn decide(&mut self, who: Who, command: Command) -> FromServer {
        let Command { id, version, order } = command;
        if matches!(order, Order::Act { .. }) && version < self.played {
            let message = "the game has gone on since; look at the table again";
            return self.rejected(id, "stale", message);
        }
        let now = self.time.now();
        let decided =
            self.table.decide(&order, who, now).map_err(|why: Refusal| (why.code(), why.to_string()));
        match decided {
            Err((code, message)) => self.rejected(id, code, &message),
            Ok(logged) => match self.log(logged, now).await {
                Ok(version) => FromServer::Done { id, version },
                Err(why) => self.rejected(id, "store", &why.to_string()),
            },
        }
    }

    /// What is overdue happens, one thing after the other.
    async fn catch_up(&mut self) {
        while let Some(logged) = self.table.overdue(self.time.now()) {
            if self.log(logged, self.time.now()).await.is_err() {
                // It stays overdue; the next message or deadline tries again.
                return;
            }
        }
    }

    /// Durable first, then true, then known.
    async fn log(&mut self, logged: Logged, now: Millis) -> Result<u64, StoreError> {
        let mut next = self.table.clone();
        next.apply(&logged, now);
        let append = Append {
            game: self.game,
            version: next.version(),
            at: now,
            entry: wire::write(&logged),
            index: index(&next),
        };
        if let Err(why) = self.store.append(append).await {
            if !why.is_refusal() {
                self.reload();
            }
            return Err(why);
        }
        let plays = next.position() != self.table.position() || next.stage() != self.table.stage();
        self.table = next;
        if plays {
            self.played = self.table.version();
        }
        let update = FromServer::Update(Box::new(self.table.update(&logged)));
        let text: Arc<str> = wire::write(&update).into();
        self.history.push(self.table.version(), text.clone());
        // Nobody looks on: nobody is told.
        let _ = self.news.send(text);
        Ok(self.table.version())
    }

    /// After a failure in an unknown state only the log tells what is true.
    fn reload(&mut self) {
        if let Ok(table) = load(&self.store, self.game) {
            self.table = table;
            self.played = self.table.version();
            self.history = History::default();
        }
    }
}

/// What lists and the scheduler want to know.
pub fn index(table: &Table) -> Index {
    Index {
        stage: stage_name(table.stage()).into(),
        public: table.is_public(),
        title: table.title().into(),
        due: table.due(),
        computer: table.computer_to_move().is_some(),
        people: table.people().map(PersonId).collect(),
        summary: wire::write(&table.summary()),
    }
}

fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Gathering => "gathering",
        Stage::Committing | Stage::Revealing => "starting",
        Stage::Playing => "playing",
        Stage::Over => "over",
        Stage::Closed => "closed",
        Stage::Frozen => "frozen",
    }
}
