//! The threads for hints and analyses: advice for the turn at hand, and finished games judged turn by turn.
//! [`ai::analysis`] does the thinking, the same for the page and for `bastide analyse`.
//!
//! - **Moves go first.** These threads are apart from the thinkers', at the lowest priority, and an analysis waits while
//!   questions to the thinkers do. A hint, for which somebody waits, comes before an analysis.
//! - **A turn at a time.** After each judged turn it is the next analysis's turn, so that a game of a thousand tiles keeps
//!   nobody from theirs.
//! - **An analysis lives as long as somebody reads it.** Its lines go into a `watch` channel. Later readers get them from
//!   the beginning, and when the last receiver is gone, the analysis is. Finished ones are kept, a few megabytes of them.
//! - **Only a position is thought about**, which knows what is left and never the order. A hint is noted in the table's
//!   log before it is told, once for a decision. While a game runs there is nothing else.
//! - **A game is its record**: what a table analyses is its record, so that the same game has the same analysis wherever
//!   it came from.

mod study;

pub use study::{Told, summed, told};

use crate::fair_queue::{FairQueue, Owner};
use crate::settings::{Effort, Limits};
use crate::thinkers::{FAR_BACK, Thinkers, share, step_back};
use ai::Stop;
use ai::analysis::{Prospect, advise};
use rules::Position;
use rules::notation::{Game, RecordError};
use std::collections::HashMap;
use std::future::Future;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};
use study::{Finished, Key, Study};
use tokio::sync::{oneshot, watch};
use wire::Analysed;

/// So many hints may wait.
const HINTS: usize = 32;
/// Whoever waits for a hint has it by then, more or less.
const PATIENCE: Duration = Duration::from_secs(4);
/// After so many hints on end a turn of an analysis is judged, if one waits.
const ON_END: usize = 4;
/// How long an analysis waits before it looks again whether moves do.
const PAUSE: Duration = Duration::from_millis(20);
/// Of so many cores one analyses.
const CORES: usize = 4;

/// There is more to think about than can be thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the computer has too many games to look at; ask again in a moment")]
pub struct AnalystsBusy;

/// The way to the threads. Clones lead to the same ones; they end when the last is dropped.
#[derive(Clone)]
pub struct Analysts(Arc<Office>);

/// Closes the queues when the last handle is gone.
struct Office(Arc<Shared>);

struct Shared {
    state: Mutex<AnalystState>,
    /// Something came into a queue.
    work: Condvar,
    thinkers: Thinkers,
    effort: Effort,
    /// So many threads.
    threads: usize,
    /// So many analyses may be under way.
    room: usize,
}

#[derive(Default)]
struct AnalystState {
    hints: FairQueue<Wanted>,
    /// So many were taken since a turn of an analysis was judged.
    on_end: usize,
    /// Analyses of which no thread judges a turn just now; each gets a turn judged, then it is the next owner's.
    studies: FairQueue<Study>,
    /// All that are under way: who comes later looks on from the beginning.
    under_way: HashMap<Key, watch::Sender<Told>>,
    finished: Finished,
    is_closed: bool,
}

/// A hint that somebody waits for.
struct Wanted {
    position: Position,
    stop: Stop,
    answer: oneshot::Sender<Option<Prospect>>,
    since: Instant,
}

enum AnalystJob {
    Hint(Box<Wanted>, Duration),
    Study(Box<Study>, Owner),
}

impl Analysts {
    /// Starts the threads.
    pub fn start(thinkers: Thinkers, limits: &Limits) -> Analysts {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = (cores / CORES).max(1);
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            work: Condvar::new(),
            thinkers,
            effort: limits.effort,
            threads,
            room: limits.analyses,
        });
        for n in 1..=threads {
            let shared = shared.clone();
            let started = thread::Builder::new().name(format!("analyst {n}")).spawn(move || shared.serve());
            if let Err(error) = started {
                tracing::error!(%error, "a thread for hints and analyses could not be started");
            }
        }
        Analysts(Arc::new(Office(shared)))
    }

    /// Asks what the seat to act should do.
    pub fn advise(&self, position: Position, owner: Owner) -> Result<Advising, AnalystsBusy> {
        let (sender, answer) = oneshot::channel();
        let stop = Stop::default();
        let mut state = self.0.0.lock();
        // Whoever has gone leaves room to others.
        state.hints.retain(|wanted| !wanted.answer.is_closed());
        if state.hints.len() >= HINTS {
            drop(state.hints.make_room(owner).ok_or(AnalystsBusy)?);
        }
        state
            .hints
            .push(owner, Wanted { position, stop: stop.clone(), answer: sender, since: Instant::now() });
        drop(state);
        self.0.0.work.notify_one();
        Ok(Advising { answer, stop })
    }

    /// Has a game analysed, or looks on if it is or was. When nobody looks on any more, the analysis ends. If too many are
    /// under way, one of the network that has the most of them is given up.
    pub fn study(&self, game: &Game, owner: Owner) -> Result<watch::Receiver<Told>, NotStudied> {
        let key = study::key(game);
        if let Some(told) = self.0.0.lock().known(&key) {
            return Ok(told);
        }
        // The game is played once more for it: nobody waits for the lock meanwhile.
        let (study, told) = Study::new(key, game, self.0.0.effort.game)?;
        let mut state = self.0.0.lock();
        // Somebody else may have begun the same.
        if let Some(told) = state.known(&key) {
            return Ok(told);
        }
        if state.under_way.len() >= self.0.0.room {
            let given_up = state.studies.make_room(owner).ok_or(AnalystsBusy)?;
            state.under_way.remove(&given_up.key);
            given_up.give_up();
        }
        state.under_way.insert(key, study.told.clone());
        state.studies.push(owner, study);
        drop(state);
        self.0.0.work.notify_one();
        Ok(told)
    }

    /// Since when the first of those who wait for a hint has waited.
    pub fn oldest_hint(&self) -> Option<Instant> {
        self.0.0.lock().hints.iter().map(|wanted| wanted.since).min()
    }

    /// How many hints are waited for.
    pub fn hints_waiting(&self) -> usize {
        self.0.0.lock().hints.len()
    }

    /// How many analyses wait for a thread that judges their next turn, and since when the first of them has.
    pub fn studies_waiting(&self) -> (usize, Option<Instant>) {
        let mut state = self.0.0.lock();
        state.let_go();
        (state.studies.len(), state.studies.iter().map(|study| study.waits_since).min())
    }

    /// How many analyses are under way.
    pub fn under_way(&self) -> usize {
        let mut state = self.0.0.lock();
        state.let_go();
        state.under_way.len()
    }
}

/// Why a game is not analysed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotStudied {
    /// Too many are.
    #[error(transparent)]
    Busy(#[from] AnalystsBusy),
    /// It is none.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Advice on its way; nothing if there is none to give. Whoever drops it needs none any more.
#[derive(Debug)]
pub struct Advising {
    answer: oneshot::Receiver<Option<Prospect>>,
    stop: Stop,
}

impl Future for Advising {
    type Output = Option<Prospect>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.answer).poll(context).map(|answer| answer.ok().flatten())
    }
}

impl Drop for Advising {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.work.notify_all();
    }
}

impl AnalystState {
    /// What is told of an analysis that is under way or finished.
    fn known(&mut self, key: &Key) -> Option<watch::Receiver<Told>> {
        if let Some(lines) = self.finished.get(key) {
            return Some(watch::channel(Told { lines, is_done: true }).1);
        }
        self.let_go();
        self.under_way.get(key).map(watch::Sender::subscribe)
    }

    /// Ends what nobody looks at any more.
    fn let_go(&mut self) {
        self.studies.retain(|study| !study.told.is_closed());
        self.under_way.retain(|_, told| !told.is_closed());
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, AnalystState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self) {
        // Behind the thinkers, too.
        step_back(FAR_BACK);
        while let Some(job) = self.next() {
            match job {
                AnalystJob::Hint(wanted, time) => self.advise(*wanted, time),
                AnalystJob::Study(study, owner) => self.go_on(*study, owner),
            }
        }
    }

    /// What is to be done next: somebody waits for a hint, while an analysis has time, but not for ever.
    fn next(&self) -> Option<AnalystJob> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            let may_study = !self.thinkers.are_awaited() && !state.studies.is_empty();
            if !(may_study && state.on_end >= ON_END)
                && let Some(wanted) = state.hints.pop()
            {
                state.on_end += 1;
                let left = PATIENCE.saturating_sub(wanted.item.since.elapsed());
                let time = share(self.effort.hint, left, wanted.behind, self.threads);
                return Some(AnalystJob::Hint(Box::new(wanted.item), time));
            }
            if may_study && let Some(study) = state.studies.pop() {
                state.on_end = 0;
                return Some(AnalystJob::Study(Box::new(study.item), study.owner));
            }
            state = match state.studies.is_empty() {
                true => self.work.wait(state).unwrap_or_else(PoisonError::into_inner),
                false => self.work.wait_timeout(state, PAUSE).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }

    fn advise(&self, Wanted { position, stop, answer, .. }: Wanted, time: Duration) {
        if answer.is_closed() {
            return;
        }
        let limits =
            ai::Limits { nodes: Some(self.effort.hint_nodes), time: Some(time), ..ai::Limits::default() };
        let advice = catch_unwind(AssertUnwindSafe(|| advise(&position, &limits, &stop)));
        if advice.is_err() {
            tracing::error!("a hint could not be thought of");
        }
        // Whoever asked may have gone.
        let _ = answer.send(advice.unwrap_or_default());
    }

    /// Judges one more turn of a game, if anybody still wants to know.
    fn go_on(&self, mut study: Study, owner: Owner) {
        let judged = (!study.told.is_closed()).then(|| judge(&mut study));
        let mut state = self.lock();
        // Who has gone may have come back and begun another analysis of the same game: that one counts.
        let Some(what) = judged.filter(|_| !study.told.is_closed()) else { return state.let_go() };
        // The analysis is kept before its last line is told: who hears that line and asks again gets the same lines.
        let lines = study.with(&what);
        if let Analysed::Done { .. } = what {
            state.finished.keep(study.key, lines.clone());
        }
        let is_done = matches!(what, Analysed::Done { .. } | Analysed::Failed(_));
        if is_done {
            state.under_way.remove(&study.key);
        }
        study.told.send_replace(Told { lines, is_done });
        if !is_done {
            study.waits_since = Instant::now();
            state.studies.push(owner, study);
        }
    }
}

fn judge(study: &mut Study) -> Analysed {
    // An analysis that panicked is not gone on with, so it does not matter in which state it is.
    catch_unwind(AssertUnwindSafe(|| study.judge())).unwrap_or_else(|_| {
        tracing::error!("a game could not be analysed");
        study::not_analysed()
    })
}
