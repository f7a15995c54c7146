//! Candidates against each other, on common draws, the worse half leaving from time to time.

use super::walker::endgame::Plan;
use super::walker::{Pack, Start, Walker};
use super::{Manner, Reach, Strong};
use crate::player::{Candidate, Limits, Stop, Value};
use rules::{Position, Seat};
use std::ops::Range;
use std::time::{Duration, Instant};

/// Play-outs of each candidate before anyone leaves, at least.
const LEAST: u64 = 4;

/// Play-outs of all candidates together between two looks at how it stands.
const BATCH: u64 = 48;

/// Nodes without any limit: what a person waits for gladly.
pub const UNLIMITED: u64 = 50_000;

/// Play-outs after which two candidates are as good as equal; it bounds the memory, too.
const MOST: u64 = 20_000;

/// Play-outs before anything is clear, and how many standard errors are.
const ENOUGH: f64 = 64.0;
const CLEAR: f64 = 4.0;

/// A candidate and what its play-outs came to, in thousandths.
struct Runner {
    start: Start,
    prior: i64,
    prior_value: Value,
    sum: i64,
    values: [i64; rules::MAX_SEATS],
    count: u64,
    /// The margin of each play-out, by its number.
    margins: Vec<i32>,
}

impl Runner {
    fn add(&mut self, margin: i64, value: &Value) {
        self.sum += margin;
        self.values.iter_mut().zip(value).for_each(|(sum, more)| *sum += (1000.0 * more).round() as i64);
        self.count += 1;
        self.margins.push(margin.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
    }

    /// Whether it is clearly ahead of another on the same draws.
    fn is_clearly_ahead(&self, other: &Runner) -> bool {
        let pairs = self.margins.iter().zip(&other.margins).map(|(a, b)| f64::from(a - b));
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for difference in pairs {
            count += 1.0;
            sum += difference;
            squares += difference * difference;
        }
        let (mean, spread) = (sum / count, squares - sum * sum / count);
        count >= ENOUGH && mean > CLEAR * (spread / (count - 1.0) / count).sqrt()
    }
}

/// What a play-out came to.
struct Outcome {
    /// Its number in the batch.
    job: usize,
    /// The candidate's number.
    place: usize,
    margin: i64,
    value: Value,
}

/// Does jobs on all walkers' threads until it is over, and gives what they came to in the order of the jobs: so margins
/// stand beside those of other candidates on the same draws, whatever the number of threads.
fn share_out(
    walkers: &mut [Walker],
    jobs: &[(usize, u64)],
    is_over: &(impl Fn() -> bool + Sync),
    play: impl Fn(&mut Walker, (usize, u64), &dyn Fn() -> bool) -> Option<(i64, Value)> + Sync,
) -> Vec<Outcome> {
    let threads = walkers.len();
    let work = |(thread, walker): (usize, &mut Walker)| -> Vec<Outcome> {
        let own = jobs.iter().enumerate().skip(thread).step_by(threads);
        let outcome = |(job, (place, n)): (usize, &(usize, u64))| {
            let (margin, value) = play(walker, (*place, *n), is_over)?;
            Some(Outcome { job, place: *place, margin, value })
        };
        own.map_while(outcome).collect()
    };
    let mut results: Vec<Outcome> = match walkers {
        [only] => work((0, only)),
        several => std::thread::scope(|scope| {
            let handles: Vec<_> =
                several.iter_mut().enumerate().map(|own| scope.spawn(|| work(own))).collect();
            let join = |handle: std::thread::ScopedJoinHandle<'_, Vec<Outcome>>| {
                handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            handles.into_iter().flat_map(join).collect()
        }),
    };
    results.sort_by_key(|outcome| outcome.job);
    results
}

/// The race for one thought.
pub struct Race {
    seat: Seat,
    runners: Vec<Runner>,
    /// The numbers of those still in the race, best first, then of those that left, the last first.
    order: Vec<usize>,
    alive: usize,
    /// The number of one that may not leave.
    stays: Option<usize>,
    walkers: Vec<Walker>,
    pack: Pack,
    seed: u64,
    turns: u16,
    prior: u32,
    nodes: Option<u64>,
    time: Option<Duration>,
    began: Instant,
}

impl Race {
    /// At the start, with such play-outs.
    pub fn new(
        player: &Strong,
        root: &Position,
        (seat, reach): (Seat, Reach),
        starts: Vec<(Start, Value)>,
        stays: Option<usize>,
        limits: &Limits,
    ) -> Race {
        let began = Instant::now();
        let view = root.view();
        let seed = limits.seed ^ root.key();
        let pack = Pack::new(&view, root, seed);
        let Manner { last, prior, .. } = player.manner;
        let turns = if pack.len() <= last.into() { last } else { reach.turns };
        let weights = [player.evaluation(root.setup()), player.glance(root.setup())];
        let walker = |_| Walker::new(weights, root, &view, turns, reach.looks);
        let walkers: Vec<Walker> = (0..limits.threads.get()).map(walker).collect();
        let runner = |(start, value): (Start, Value)| Runner {
            start,
            prior: walkers[0].margin(&value, seat),
            prior_value: value,
            sum: 0,
            values: [0; rules::MAX_SEATS],
            count: 0,
            margins: Vec::new(),
        };
        let runners: Vec<Runner> = starts.into_iter().map(runner).collect();
        Race {
            seat,
            order: (0..runners.len()).collect(),
            alive: runners.len(),
            stays,
            runners,
            walkers,
            pack,
            seed,
            turns,
            prior,
            nodes: limits.nodes,
            time: limits.time,
            began,
        }
    }

    /// Turns played.
    pub fn nodes(&self) -> u64 {
        self.walkers.iter().map(|walker| walker.nodes).sum()
    }

    /// Races until one is left or the budget is spent.
    pub fn run(&mut self, stop: &Stop) {
        if self.nodes.is_none() && self.time.is_none() {
            self.nodes = Some(UNLIMITED);
        }
        let stages = self.alive.next_power_of_two().trailing_zeros().max(1);
        let mut done = 0;
        for stage in 1..=stages {
            let part = f64::from(stage) / f64::from(stages);
            let from = done;
            while !self.is_spent(part, stop) && done < MOST && !self.is_clear() {
                let count = (BATCH / self.alive.max(1) as u64).max(LEAST);
                self.batch(done..done + count, stop);
                done += count;
            }
            if done == from && stage > 1 && stop.is_stopped() {
                break;
            }
            self.sort();
            self.halve();
        }
    }

    /// The worse half leaves.
    fn halve(&mut self) {
        self.alive = self.alive.min(self.alive.div_ceil(2).max(2));
        let leaves = self.order.iter().skip(self.alive).position(|n| Some(*n) == self.stays);
        if let Some(place) = leaves {
            self.order[self.alive..=self.alive + place].rotate_right(1);
            self.alive += 1;
        }
    }

    /// Whether two are left and one of them is clearly ahead.
    fn is_clear(&self) -> bool {
        let [a, b] = self.order[..self.alive] else { return false };
        let (a, b) = (&self.runners[a], &self.runners[b]);
        a.is_clearly_ahead(b) || b.is_clearly_ahead(a)
    }

    /// Whether this part of the budget is spent.
    fn is_spent(&self, part: f64, stop: &Stop) -> bool {
        let nodes = self.nodes.is_some_and(|nodes| self.nodes() as f64 >= part * nodes as f64);
        nodes || stop.is_stopped() || self.time.is_some_and(|time| self.began.elapsed() >= time.mul_f64(part))
    }

    /// Some play-outs for everyone in the race, shared out by number; what they come to is added up in whole
    /// thousandths, so that neither the threads nor their order matter.
    fn batch(&mut self, numbers: Range<u64>, stop: &Stop) {
        let jobs: Vec<(usize, u64)> =
            numbers.flat_map(|n| self.order[..self.alive].iter().map(move |place| (*place, n))).collect();
        let (pack, seed, turns) = (&self.pack, self.seed, self.turns);
        let play = |walker: &mut Walker, (place, n): (usize, u64), is_over: &dyn Fn() -> bool| {
            let value = walker.play(&self.runners[place].start, (pack, seed, turns), n, &is_over)?;
            Some((walker.margin(&value, self.seat), value))
        };
        let is_over = self.until(stop);
        let results = share_out(&mut self.walkers, &jobs, &is_over, play);
        for Outcome { place, margin, value, .. } in results {
            self.runners[place].add(margin, &value);
        }
    }

    /// Follows every candidate to the end.
    pub fn foresee(&mut self, plan: Plan, stop: &Stop) {
        let jobs: Vec<(usize, u64)> = (0..self.alive).map(|place| (place, 0)).collect();
        let follow = |walker: &mut Walker, (place, _): (usize, u64), is_over: &dyn Fn() -> bool| {
            let Start { position, sight, .. } = &self.runners[place].start;
            let value = walker.foresee(position, sight, plan, &is_over)?;
            Some((walker.margin(&value, self.seat), value))
        };
        let is_over = self.until(stop);
        let results = share_out(&mut self.walkers, &jobs, &is_over, follow);
        for Outcome { place, margin, value, .. } in results {
            self.runners[place].add(margin, &value);
        }
        // Who was not reached in time is judged by the assessment, after the others.
        self.order.sort_by_key(|n| (self.runners[*n].count == 0, -self.runners[*n].sum));
    }

    /// Whether time is over: a budget of time may end in the middle of a play-out, one of nodes never does.
    fn until<'s>(&self, stop: &'s Stop) -> impl Fn() -> bool + Sync + use<'s> {
        let until = self.time.map(|time| self.began + time);
        move || stop.is_stopped() || until.is_some_and(|until| Instant::now() >= until)
    }

    /// The best so far first.
    fn sort(&mut self) {
        let prior = i64::from(self.prior);
        let score = |n: &usize| {
            let runner = &self.runners[*n];
            -(runner.sum + prior * runner.prior) as f64 / (runner.count as f64 + prior as f64).max(1.0)
        };
        self.order[..self.alive].sort_by(|a, b| score(a).total_cmp(&score(b)));
    }

    /// The candidates by number, the best first.
    pub fn order(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.iter().copied()
    }

    /// A candidate with what was found out about it.
    pub fn candidate(&self, n: usize) -> Candidate {
        let runner = &self.runners[n];
        let value = match runner.count {
            0 => runner.prior_value,
            count => runner.values.map(|sum| sum as f64 / 1000.0 / count as f64),
        };
        Candidate { line: runner.start.line.clone(), value }
    }
}
