//! One task per table: order, decision, log, fact, news, in that order and no other.

mod computer;
mod load;
mod mailbox;

pub use load::{LoadError, load};
pub use mailbox::{Held, Mailbox, Messages};

use self::computer::Computer;
use self::mailbox::LastUse;
use crate::fair_queue::Owner;
use crate::history::History;
use crate::personal::{self, Parted};
use crate::running::RunningGames;
use crate::store::{Append, GameId, Index, PersonId, Store, StoreError};
use crate::thinkers::Thinkers;
use crate::time::Time;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use table::{Millis, Refusal, Step, Table, Who};
use tokio::sync::{broadcast, oneshot, watch};
use tokio::time::{Instant, sleep_until};
use wire::table::{Command, FromServer, Logged, Rejection, Stage, WrittenEntry};

/// Updates a client may lag behind before it has to ask again. Ten thousand tables have room for as many.
const LAG: usize = 32;
/// Refusals that are remembered for commands sent twice.
const REMEMBERED: usize = 64;
/// The longest id of a command, in bytes.
const MAX_ID: usize = 64;
/// How long a table waits when what is overdue could not be written.
const FAILED: Duration = Duration::from_secs(1);
/// How long a table stays in memory when nobody is there and nothing is due.
const IDLE: Duration = Duration::from_secs(60);

/// What the server notes at a table, or why not.
pub type Judgement = dyn FnOnce(&Table) -> Result<Logged, Refusal> + Send;

/// What can be said to a table.
pub enum Message {
    Do {
        /// Who wants it.
        who: Who,
        command: Command,
        /// Where the answer goes.
        answer: oneshot::Sender<FromServer>,
    },
    /// Something that the server notes by itself.
    Note {
        /// What, judged by the table as it is.
        note: Box<Judgement>,
        /// Where the answer goes.
        answer: oneshot::Sender<Result<u64, CommandError>>,
    },
    /// Erase a person's words; then the table leaves memory and is loaded anew.
    Erase {
        person: PersonId,
        /// Where the answer goes.
        answer: oneshot::Sender<Result<(), LoadError>>,
    },
    /// Take the game away for good; then the table leaves memory.
    Delete {
        /// Whether there was something of it.
        answer: oneshot::Sender<Result<bool, StoreError>>,
    },
    /// The log has come to this version, perhaps by another server.
    Written(u64),
    /// Leave memory: others need the room.
    Rest,
    /// Look on from now.
    Watch {
        /// The last version seen.
        after: Option<u64>,
        /// Who looks on.
        from: Owner,
        /// Where the first messages and the stream of updates go.
        answer: oneshot::Sender<Watch>,
    },
}

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
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
    pub updates: broadcast::Receiver<Arc<str>>,
}

/// A table in memory.
pub struct Session {
    game: GameId,
    table: Arc<Table>,
    /// The same for everybody else, once what is overdue at the beginning has happened.
    shown: watch::Sender<Option<Arc<Table>>>,
    usage: Arc<LastUse>,
    store: Store,
    time: Time,
    running: RunningGames,
    history: History,
    news: broadcast::Sender<Arc<str>>,
    /// What was done is in the log; what was refused is remembered here, the newest first.
    refused: VecDeque<(Who, String, FromServer)>,
    /// Not before then what is overdue is tried again.
    retry: Option<Instant>,
    computer: Computer,
    /// It leaves memory now.
    ended: bool,
}

impl Session {
    /// Takes a loaded table into memory.
    pub fn new(
        game: GameId,
        table: Table,
        store: Store,
        time: Time,
        thinkers: Thinkers,
        running: RunningGames,
    ) -> Session {
        running.note_table(game, &table);
        let (news, _) = broadcast::channel(LAG);
        let (history, refused, computer) = (History::default(), VecDeque::new(), Computer::new(thinkers));
        Session {
            game,
            table: Arc::new(table),
            shown: watch::Sender::new(None),
            usage: Arc::default(),
            store,
            time,
            running,
            history,
            news,
            refused,
            retry: None,
            computer,
            ended: false,
        }
    }

    /// What is to be noted when the table has been loaded. The clocks are not charged for a time in which the server
    /// did not run; and where today's rules have frozen a game, its row says so, lest it be woken for nothing.
    pub async fn wake(&mut self, outage: Millis) {
        // What cannot be noted now is tried again by the next loading.
        if self.table.stage() == Stage::Frozen {
            let _ = self.store.mark(self.game, self.table.version(), index(&self.table)).await;
        } else if let Some(logged) = self.table.after_outage(outage) {
            let now = self.time.now();
            let _ = self.log(self.table.step(logged, now), now).await;
        }
    }

    /// The way to this table, and the messages that come by it.
    pub fn mailbox(&self) -> (Mailbox, Messages) {
        Mailbox::new(self.shown.subscribe(), &self.news, self.usage.clone())
    }

    /// Serves the table until nobody needs it any more.
    pub async fn run(&mut self, mut messages: Messages) {
        Box::pin(self.catch_up()).await;
        self.shown.send_replace(Some(self.table.clone()));
        loop {
            self.attend();
            self.usage.awaited.store(self.computer.is_awaited(), Ordering::Relaxed);
            let (retry, due) = (self.retry, self.table.due());
            let overdue = async {
                match retry {
                    Some(retry) => sleep_until(retry).await,
                    None => self.time.until(due).await,
                }
            };
            tokio::select! {
                // In this order: whoever is late is late, also if their message comes at the same moment.
                biased;
                // What is done is boxed, so that a task that waits, as most do, is small.
                () = overdue => Box::pin(self.catch_up()).await,
                message = messages.next() => match message {
                    Some(message) => {
                        Box::pin(self.handle(*message)).await;
                        if self.ended {
                            return;
                        }
                    }
                    None => return,
                },
                line = self.computer.line(&self.time) => {
                    Box::pin(self.play(&line.unwrap_or_default())).await;
                }
                // Whoever looks on leaves without a word, so that is asked only after the wait.
                () = tokio::time::sleep(IDLE) => if self.is_idle() {
                    return;
                },
            }
        }
    }

    fn is_idle(&self) -> bool {
        !self.is_watched() && !self.computer.is_awaited() && self.usage.last().elapsed() >= IDLE
    }

    /// Handles one message.
    pub async fn handle(&mut self, message: Message) {
        match message {
            Message::Do { who, command, answer } => {
                let reply = self.command(who, command).await;
                // Whoever asked may have gone; what was done stays done.
                let _ = answer.send(reply);
            }
            Message::Note { note, answer } => {
                let noted = match note(&self.table) {
                    Ok(logged) => {
                        let now = self.time.now();
                        self.log(self.table.step(logged, now), now).await.map_err(CommandError::from)
                    }
                    Err(refusal) => Err(refusal.into()),
                };
                let _ = answer.send(noted);
            }
            Message::Erase { person, answer } => {
                let erased = self.erase(person).await;
                self.ended = erased.is_ok();
                let _ = answer.send(erased);
            }
            Message::Delete { answer } => {
                let deleted = self.store.delete(self.game).await;
                self.ended = deleted.is_ok();
                let _ = answer.send(deleted);
            }
            Message::Written(version) => {
                if version > self.table.version() {
                    self.follow_log().await;
                }
            }
            Message::Rest => self.ended = true,
            Message::Watch { after, from, answer } => {
                self.welcome(from);
                let watch = Watch { first: self.missed(after), updates: self.news.subscribe() };
                let _ = answer.send(watch);
            }
        }
    }

    async fn erase(&self, person: PersonId) -> Result<(), LoadError> {
        let game = self.game;
        let table =
            self.store.at_length(move |store| load::load_without(store, game, Some(person))).await??;
        Ok(self.store.erase(game, person, index(&table)).await?)
    }

    fn missed(&self, after: Option<u64>) -> Vec<Arc<str>> {
        let now = self.table.version();
        after.and_then(|version| self.history.after(version, now)).unwrap_or_else(|| {
            let snapshot = FromServer::Snapshot(Box::new(self.table.snapshot()));
            vec![wire::write(&snapshot).into()]
        })
    }

    fn rejected(&self, id: String, code: &str, message: &str) -> FromServer {
        rejected(&self.table, id, code, message)
    }

    async fn command(&mut self, who: Who, command: Command) -> FromServer {
        if let Some(answer) = self.first_answer(who, &command.id) {
            return answer;
        }
        let id = command.id.clone();
        let answer = self.decide(who, command).await;
        if matches!(answer, FromServer::Done { .. }) {
            self.catch_up().await;
        } else if id.len() <= MAX_ID && !is_for_the_moment(&answer) {
            self.refused.truncate(REMEMBERED - 1);
            self.refused.push_front((who, id, answer.clone()));
        }
        answer
    }

    fn first_answer(&self, who: Who, id: &str) -> Option<FromServer> {
        if let Some(version) = self.table.done_as(who, id) {
            return Some(FromServer::Done { id: id.to_owned(), version });
        }
        let refused = self.refused.iter().find(|(other, known, _)| *other == who && known == id);
        refused.map(|(_, _, answer)| answer.clone())
    }

    async fn decide(&mut self, who: Who, command: Command) -> FromServer {
        let Command { id, version, order } = command;
        if id.len() > MAX_ID {
            return self.rejected(id, "long-id", "the id of a command has at most 64 bytes");
        }
        if self.table.is_stale(&order, version) {
            let message = "the game has gone on since; look at the table again";
            return self.rejected(id, "stale", message);
        }
        if version > self.table.version() {
            let message = "the table has not come so far as you say; look at it again";
            return self.rejected(id, "stale", message);
        }
        let now = self.time.now();
        let decided =
            self.table.decide(&order, who, now).map_err(|why: Refusal| (why.code(), why.to_string()));
        match decided {
            Err((code, message)) => self.rejected(id, code, &message),
            Ok(step) => match self.log(step.with_id(id.clone()), now).await {
                Ok(version) => FromServer::Done { id, version },
                // The disk may have failed when it was written.
                Err(why) => match self.table.done_as(who, &id) {
                    Some(version) => FromServer::Done { id, version },
                    None => self.rejected(id, "store", &why.to_string()),
                },
            },
        }
    }

    /// What is overdue happens, one thing after the other.
    async fn catch_up(&mut self) {
        self.retry = None;
        loop {
            let now = self.time.now();
            let Some(step) = self.table.overdue(now) else { return };
            if self.log(step, now).await.is_err() {
                self.retry = Some(Instant::now() + FAILED);
                return;
            }
        }
    }

    /// Durable first, then true, then known.
    async fn log(&mut self, step: Step, now: Millis) -> Result<u64, StoreError> {
        let Step { logged, next } = step;
        let Parted { told, entry, words } = personal::part(logged);
        let (version, index) = (next.version(), index(&next));
        let append = Append { game: self.game, version, at: now, entry, words, index };
        if let Err(why) = self.store.append(append).await {
            self.follow_log().await;
            return Err(why);
        }
        self.go_on(next, &told);
        Ok(self.table.version())
    }

    /// After a failure, or when others write to it, only the log tells what is true: whatever is there and not known here is
    /// taken in and told.
    async fn follow_log(&mut self) {
        let (game, known) = (self.game, self.table.version());
        let tail = self.store.blocking(move |store| store.load(game, known)).await;
        // If it cannot be read now, the next append does not fit, and it is tried again.
        if self.store.damage(game).is_some() {
            self.turn_into(Table::clone(&self.table).freeze());
            return;
        }
        for line in tail.unwrap_or_default() {
            let Ok(logged) = personal::whole(&line) else { return };
            let mut next = Table::clone(&self.table);
            next.apply(&logged, line.at);
            self.go_on(next, &WrittenEntry::new(&logged.entry));
        }
    }

    fn turn_into(&mut self, next: Table) {
        self.table = Arc::new(next);
        // Not before it is awake.
        self.shown.send_if_modified(|shown| {
            let is_awake = shown.is_some();
            if is_awake {
                *shown = Some(self.table.clone());
            }
            is_awake
        });
    }

    /// True, then known.
    fn go_on(&mut self, next: Table, newest: &WrittenEntry) {
        self.turn_into(next);
        self.running.follow(self.game, &self.table);
        let text: Arc<str> = self.table.update(newest).into();
        self.history.push(self.table.version(), text.clone());
        // Nobody looks on: nobody is told.
        let _ = self.news.send(text);
    }
}

/// What some actions would lead to at a table.
pub fn preview(table: &Table, id: String, actions: &[wire::Input]) -> FromServer {
    match table.preview(actions) {
        Ok((events, actions)) => FromServer::Previewed { id, events, actions },
        Err(refusal) => rejected(table, id, refusal.code(), &refusal.to_string()),
    }
}

fn rejected(table: &Table, id: String, code: &str, message: &str) -> FromServer {
    let version = table.version();
    FromServer::Rejected(Rejection { id, code: code.into(), message: message.into(), version })
}

/// Whether a command was refused only because it could not be written: the same one may come again.
fn is_for_the_moment(answer: &FromServer) -> bool {
    matches!(answer, FromServer::Rejected(rejection) if rejection.code == "store")
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
