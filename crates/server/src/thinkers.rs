//! The threads on which the computer thinks about its moves. `session::computer` is the part of it in a table's task.
//!
//! - **Few threads, one queue, fair shares** ([`crate::fair_queue`]). There is one thread less than there are cores, and
//!   each thinks on its own. Networks (an IPv4 address, a /48 of IPv6) take turns in the queue, and so do the people in a
//!   network. Tables that nobody looks at come last, one after eight others. If the queue is full, the newest item of the
//!   network that has the most in it leaves, and its table asks again later. The queue holds at most 1,000 questions for
//!   each thread, so that each has 2.5 ms of the 2.5 seconds in which a thought is to be finished. What nobody needs any
//!   more (the game went on, the owner is back) is stopped or skipped.
//! - **The more of one network's questions wait, the shorter its thoughts.** A thought gets its level's time or its share
//!   of what is left of its 2.5 seconds, whichever is less. The share counts everything that comes before the network's
//!   last question, so that this one is answered in time, too.
//! - **A faulty player harms nobody else.** A player that panics or suggests an illegal line is logged, and `random` moves
//!   in its place. The line then goes the way of every order: decided by the table, written, told.
//! - **A thought belongs to the last version that changed the game**, so that a line of chat does not make the computer
//!   start again. A table does not go to rest by itself while it waits for the computer. The hall loads tables where the
//!   computer is to move after a restart, or that had to make room for others, while less than three quarters of the
//!   memory for tables is taken.
//! - **The computer's clock does not run.** Its finished turns bring the increment, so that the owner of a seat that it
//!   took over for lack of time has some when they come back.
//! - **Its seeds come from the operating system**, never from the deck's.

use crate::fair_queue::{FairQueue, Owner, Taken};
use ai::{Limits, Player, PlayerError, Stop};
use prometheus_client::metrics::histogram::Histogram;
use rules::{Action, Position, ToAct};
use std::future::Future;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// By then a thought is finished. It leaves half of the five seconds in which a move of the computer's is to come: for
/// those who found no room in the queue at first, for the way there and back, and for players that need a moment to stop.
const PATIENCE: Duration = Duration::from_millis(2500);

/// A thought always gets so much time: enough for a look at all there is to do.
const LEAST: Duration = Duration::from_millis(1);

/// So many may wait for a thread. Then each still has more than the least time, which makes up for a machine that has
/// other things to do.
const PER_THREAD: usize = 1000;

/// After so many thoughts on end for tables that somebody looks at comes one for a table that nobody does.
const ON_END: usize = 8;

/// Answers are counted by how long they were waited for, in seconds.
const WAITS: [f64; 10] = [0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0];

/// Says which player has a name.
pub type Players = dyn Fn(&str) -> Result<Box<dyn Player + Send>, PlayerError> + Send + Sync;

/// How many think, and who they are.
#[derive(Clone)]
pub struct ThinkerConfig {
    /// So many threads. Without any, whoever asks thinks, and waits until that is done: for trying out.
    pub threads: usize,
    /// So many questions may wait, at least one.
    pub queue: usize,
    pub players: Arc<Players>,
}

impl Default for ThinkerConfig {
    /// One thread less than the machine has cores, and the players of the crate `ai`.
    fn default() -> ThinkerConfig {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = cores.saturating_sub(1).max(1);
        ThinkerConfig { threads, queue: threads * PER_THREAD, players: Arc::new(ai::player) }
    }
}

/// What there is to think about.
#[derive(Clone, Debug)]
pub struct Question {
    /// Where the game stands.
    pub position: Position,
    /// The name of the player that thinks.
    pub player: String,
    /// How long it may think if nobody else waits.
    pub time: Duration,
    /// Since when the answer has been waited for.
    pub since: Instant,
    /// Whose table it is.
    pub owner: Owner,
    /// Whether somebody is looking at the table: those that nobody looks at come last.
    pub is_watched: bool,
}

/// So many questions are waiting that another one is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the computer has too much to think about; ask again in a moment")]
pub struct ThinkersBusy;

/// The way to the threads. Clones lead to the same ones; they end when the last is dropped.
#[derive(Clone)]
pub struct Thinkers {
    desk: Desk,
    /// Whether there are threads; without any, whoever asks thinks.
    has_threads: bool,
    _closing: Arc<Closing>,
}

/// Ends the threads when nobody can ask any more.
struct Closing(Arc<SharedJobs>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.work.notify_all();
    }
}

struct Job {
    question: Question,
    stop: Stop,
    answer: oneshot::Sender<Vec<Action>>,
}

/// What waits for a thread.
#[derive(Default)]
struct SharedJobs {
    waiting: Mutex<JobQueues>,
    /// Something was put into the queue.
    work: Condvar,
}

#[derive(Default)]
struct JobQueues {
    watched: FairQueue<Job>,
    unwatched: FairQueue<Job>,
    /// So many of the watched ones were taken since one of the others was.
    on_end: usize,
    is_closed: bool,
}

impl JobQueues {
    fn len(&self) -> usize {
        self.watched.len() + self.unwatched.len()
    }

    /// Puts a job into the queue. If that is full, whoever has the most in it loses their newest job, which is asked for
    /// again later.
    fn push(&mut self, job: Job, room: usize) -> Result<(), ThinkersBusy> {
        let (owner, is_watched) = (job.question.owner, job.question.is_watched);
        if self.len() >= room {
            self.watched.retain(|job| !job.answer.is_closed());
            self.unwatched.retain(|job| !job.answer.is_closed());
        }
        if self.len() >= room {
            let displaced = match is_watched {
                true => self.unwatched.shorten(0).or_else(|| self.watched.make_room(owner)),
                false => self.unwatched.make_room(owner),
            };
            drop(displaced.ok_or(ThinkersBusy)?);
        }
        let queue = if is_watched { &mut self.watched } else { &mut self.unwatched };
        queue.push(owner, job);
        Ok(())
    }

    /// The next job, and how many come before the last of the same owner's.
    fn pop(&mut self) -> Option<(Job, usize)> {
        let passed_over = self.on_end >= ON_END && !self.unwatched.is_empty();
        if !passed_over && let Some(Taken { item, behind, .. }) = self.watched.pop() {
            self.on_end += 1;
            return Some((item, behind));
        }
        self.on_end = 0;
        let Taken { item, behind, .. } = self.unwatched.pop()?;
        Some((item, behind + self.watched.len()))
    }
}

impl SharedJobs {
    fn lock(&self) -> MutexGuard<'_, JobQueues> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job; nothing if none will come.
    fn next(&self) -> Option<(Job, usize)> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(next) = waiting.pop() {
                return Some(next);
            }
            waiting = self.work.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Thinkers {
    /// Starts the threads.
    pub fn start(config: ThinkerConfig) -> Thinkers {
        let queue = Arc::new(SharedJobs::default());
        let (threads, room, players) = (config.threads.max(1), config.queue.max(1), config.players);
        let desk = Desk { threads, room, queue: queue.clone(), waits: Histogram::new(WAITS), players };
        for n in 1..=config.threads {
            let desk = desk.clone();
            let started = thread::Builder::new().name(format!("thinker {n}")).spawn(move || desk.work());
            if let Err(error) = started {
                tracing::error!(%error, "a thread for the computer's players could not be started");
            }
        }
        Thinkers { desk, has_threads: config.threads > 0, _closing: Arc::new(Closing(queue)) }
    }

    /// Asks for the rest of the turn of the seat to act.
    pub fn think(&self, question: Question) -> Result<Thinking, ThinkersBusy> {
        let (sender, answer) = oneshot::channel();
        let stop = Stop::default();
        let job = Job { question, stop: stop.clone(), answer: sender };
        if self.has_threads {
            self.desk.queue.lock().push(job, self.desk.room)?;
            self.desk.queue.work.notify_one();
        } else {
            self.desk.take(job, 0);
        }
        Ok(Thinking { answer, stop })
    }

    /// How many questions may wait for a thread.
    pub fn room(&self) -> usize {
        self.desk.room
    }

    /// How many questions wait for a thread.
    pub fn waiting(&self) -> usize {
        self.desk.queue.lock().len()
    }

    /// Whether somebody who is looking at a table waits for its computer.
    pub fn are_awaited(&self) -> bool {
        !self.desk.queue.lock().watched.is_empty()
    }

    /// Since when the first of those questions has waited.
    pub fn oldest(&self) -> Option<Instant> {
        let waiting = self.desk.queue.lock();
        waiting.watched.iter().chain(waiting.unwatched.iter()).map(|job| job.question.since).min()
    }

    /// How long answers were waited for.
    pub fn waits(&self) -> Histogram {
        self.desk.waits.clone()
    }
}

/// An answer on its way: at least one action, all of them legal one after the other. It is `None` only if nobody could
/// think of anything. Whoever drops it needs no answer any more.
#[derive(Debug)]
pub struct Thinking {
    answer: oneshot::Receiver<Vec<Action>>,
    stop: Stop,
}

impl Future for Thinking {
    type Output = Option<Vec<Action>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.answer).poll(context).map(Result::ok)
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Where a thread works.
#[derive(Clone)]
struct Desk {
    threads: usize,
    room: usize,
    queue: Arc<SharedJobs>,
    waits: Histogram,
    players: Arc<Players>,
}

impl Desk {
    fn work(&self) {
        step_back(BACK);
        while let Some((job, behind)) = self.queue.next() {
            self.take(job, behind);
        }
    }

    fn take(&self, Job { question, stop, answer }: Job, behind: usize) {
        if answer.is_closed() {
            return;
        }
        if let Some(line) = self.think(&question, &stop, behind) {
            self.waits.observe(question.since.elapsed().as_secs_f64());
            // The table may have gone on in the meantime.
            let _ = answer.send(line);
        }
    }

    fn think(&self, question: &Question, stop: &Stop, behind: usize) -> Option<Vec<Action>> {
        let left = PATIENCE.saturating_sub(question.since.elapsed());
        let limits = Limits {
            time: Some(share(question.time, left, behind, self.threads)),
            seed: seed(),
            ..Limits::default()
        };
        let own = || {
            let player = (self.players)(&question.player);
            player.inspect_err(|why| tracing::error!(%why, "the computer has no such player")).ok()
        };
        line(own, &question.position, &limits, stop).or_else(|| {
            tracing::error!(player = question.player, "a player of the computer's failed; another goes on");
            line(|| Some(Box::new(ai::Random)), &question.position, &limits, stop)
        })
    }
}

/// How long a thought may take: no longer than it was asked for, and so that all who wait behind it have their
/// answers in the time that is left to this one.
pub(crate) fn share(asked: Duration, left: Duration, behind: usize, threads: usize) -> Duration {
    let rounds = 1 + behind.div_ceil(threads);
    asked.min(left / u32::try_from(rounds).unwrap_or(u32::MAX)).max(LEAST)
}

/// Random choices of the computer must tell nothing of the deck, so they never follow from the deck's seed.
fn seed() -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = chance::secret();
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

/// What a player would do; nothing if there is no such player, if it panics or wants what cannot be done.
fn line(
    player: impl FnOnce() -> Option<Box<dyn Player + Send>>,
    position: &Position,
    limits: &Limits,
    stop: &Stop,
) -> Option<Vec<Action>> {
    let think = || player().map(|mut player| player.think(position, limits, stop, &mut |_| ()).best.line);
    // A player that panicked is gone, so it does not matter in which state it was.
    let line = catch_unwind(AssertUnwindSafe(think)).ok()??;
    is_sound(position, &line).then_some(line)
}

fn is_sound(position: &Position, line: &[Action]) -> bool {
    let (mut after, to_act) = (position.clone(), position.to_act());
    let possible = |action: &Action| after.to_act() == to_act && after.play(*action, &mut ()).is_ok();
    matches!(to_act, ToAct::Seat(_)) && !line.is_empty() && line.iter().all(possible)
}

/// How far a thread of lesser use steps back behind the others, and as far as one can.
pub(crate) const BACK: i32 = 10;
pub(crate) const FAR_BACK: i32 = 19;

/// Lets everything else go first, and never steps forward. On Linux this concerns the calling thread alone, as it
/// should; elsewhere it would slow down the whole server, so nothing is done.
pub(crate) fn step_back(to: i32) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        let stepped = getpriority_process(None).and_then(|now| setpriority_process(None, to.max(now)));
        if let Err(error) = stepped {
            tracing::warn!(%error, "a thread of lesser use keeps the priority of the server");
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = to;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_with_all_who_wait() {
        let [second, four] = [1, 4].map(Duration::from_secs);
        assert_eq!(share(second, four, 0, 1), second);
        assert_eq!(share(second, four, 9, 1), Duration::from_millis(400));
        assert_eq!(share(second, four, 9, 3), second, "three think at the same time");
        assert_eq!(share(second, Duration::ZERO, 9, 3), LEAST);
        let (mut left, mut least) = (PATIENCE, PATIENCE);
        for behind in (0..PER_THREAD).rev() {
            let thought = share(second, left, behind, 1);
            least = least.min(thought);
            left = left.saturating_sub(thought);
        }
        assert!(left <= LEAST && least > LEAST, "a full queue has the time it needs: {left:?}, {least:?}");
    }

    #[test]
    fn two_thoughts_do_not_share_a_seed() {
        assert_ne!(seed(), seed());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_steps_back_does_so_alone() {
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let before = priority();
        let inside = thread::spawn(move || {
            step_back(BACK);
            priority()
        });
        assert_eq!(inside.join().unwrap(), BACK.max(before));
        assert_eq!(priority(), before);
    }
}
