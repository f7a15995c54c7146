//! Candidates against each other, on common draws, the worse half leaving from time to time.

use super::play_out::endgame::EndgameLimits;
use super::play_out::{DrawOrder, PlannedTurn, PlayOut, PlayOutStart};
use super::{PlayOutLimits, Strong};
use crate::player::{Candidate, Limits, Stop, Value};
use rules::{Kind, Position, Seat};
use std::ops::Range;
use std::time::{Duration, Instant};

/// Play-outs of each candidate before anyone leaves, at least.
const MIN_PLAY_OUTS: u64 = 4;

/// Play-outs of all candidates together between two looks at how it stands.
const BATCH: u64 = 48;

/// Nodes without any limit: what a person waits for gladly.
pub const UNLIMITED: u64 = 50_000;

/// Play-outs after which two candidates are as good as equal; it bounds the memory, too.
const MAX_PLAY_OUTS: u64 = 20_000;

/// Play-outs before anything is clear, and how many standard errors are.
const MIN_TO_BE_CLEAR: f64 = 64.0;
const CLEAR_ERRORS: f64 = 4.0;

/// When no more than `FINALISTS` are left, a part of the budget (one in `ANSWERS_PART`) finds what follows each of them, if it is
/// enough for `MIN_ANSWER_NODES` nodes an answer: fewer find out little that the evaluation does not see.
const FINALISTS: usize = 4;
const ANSWERS_PART: u64 = 8;
const MIN_ANSWER_NODES: u64 = 1000;

/// A candidate and what its play-outs came to, in thousandths.
struct Runner {
    start: PlayOutStart,
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
        count >= MIN_TO_BE_CLEAR && mean > CLEAR_ERRORS * (spread / (count - 1.0) / count).sqrt()
    }
}

/// Does jobs on all play_outs' threads until one comes to nothing, and gives what they came to in the order of the jobs: so
/// margins stand beside those of other candidates on the same draws, whatever the number of threads.
fn share_out<J: Copy + Sync, R: Send>(
    play_outs: &mut [PlayOut],
    jobs: &[J],
    work: impl Fn(&mut PlayOut, J) -> Option<R> + Sync,
) -> Vec<(J, R)> {
    let threads = play_outs.len();
    let part = |(thread, play_out): (usize, &mut PlayOut)| -> Vec<(usize, R)> {
        let own = (thread..jobs.len()).step_by(threads);
        own.map_while(|job| Some((job, work(play_out, jobs[job])?))).collect()
    };
    let mut results: Vec<(usize, R)> = match play_outs {
        [only] => part((0, only)),
        several => std::thread::scope(|scope| {
            let handles: Vec<_> =
                several.iter_mut().enumerate().map(|own| scope.spawn(|| part(own))).collect();
            let join = |handle: std::thread::ScopedJoinHandle<'_, Vec<(usize, R)>>| {
                handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            handles.into_iter().flat_map(join).collect()
        }),
    };
    results.sort_by_key(|(job, _)| *job);
    results.into_iter().map(|(job, result)| (jobs[job], result)).collect()
}

/// The race for one thought.
pub struct Race<'p> {
    player: &'p Strong,
    seat: Seat,
    runners: Vec<Runner>,
    /// The numbers of those still in the race, best first, then of those that left, the last first.
    order: Vec<usize>,
    alive: usize,
    /// The number of one that may not leave.
    stays: Option<usize>,
    play_outs: Vec<PlayOut>,
    draws: DrawOrder,
    seed: u64,
    play_out_limits: PlayOutLimits,
    nodes: Option<u64>,
    time: Option<Duration>,
    began: Instant,
}

impl<'p> Race<'p> {
    /// At the start, with such play-outs.
    pub fn new(
        player: &'p Strong,
        root: &Position,
        (seat, play_out_limits): (Seat, PlayOutLimits),
        starts: Vec<(PlayOutStart, Value)>,
        stays: Option<usize>,
        limits: &Limits,
    ) -> Race<'p> {
        let began = Instant::now();
        let seed = limits.seed ^ root.key();
        let draws = DrawOrder::new(root, seed);
        let last = player.config.last;
        let turns = if draws.len() <= last.into() { last } else { play_out_limits.turns };
        let play_out_limits = PlayOutLimits { turns, ..play_out_limits };
        let weights = [player.evaluation(root.setup()), player.quick_eval(root.setup())];
        let play_out = |_| PlayOut::new(weights, root, turns, play_out_limits.looks);
        let play_outs: Vec<PlayOut> = (0..limits.threads.get()).map(play_out).collect();
        let runner = |(start, value): (PlayOutStart, Value)| Runner {
            start,
            prior: play_outs[0].margin(&value, seat),
            prior_value: value,
            sum: 0,
            values: [0; rules::MAX_SEATS],
            count: 0,
            margins: Vec::new(),
        };
        let runners: Vec<Runner> = starts.into_iter().map(runner).collect();
        Race {
            player,
            seat,
            order: (0..runners.len()).collect(),
            alive: runners.len(),
            stays,
            runners,
            play_outs,
            draws,
            seed,
            play_out_limits,
            nodes: limits.nodes,
            time: limits.time,
            began,
        }
    }

    pub fn nodes(&self) -> u64 {
        self.play_outs.iter().map(|play_out| play_out.nodes).sum()
    }

    /// Races until one is left or the budget is spent.
    pub fn run(&mut self, stop: &Stop) {
        if self.nodes.is_none() && self.time.is_none() {
            self.nodes = Some(UNLIMITED);
        }
        let stages = self.alive.next_power_of_two().trailing_zeros().max(1);
        let (mut done, mut is_asked) = (0, false);
        for stage in 1..=stages {
            let part = f64::from(stage) / f64::from(stages);
            let from = done;
            if stage > 1 && self.alive <= FINALISTS && !is_asked {
                self.ask(stop);
                is_asked = true;
            }
            while !self.is_spent(part, stop) && done < MAX_PLAY_OUTS && !self.is_clear() {
                let count = (BATCH / self.alive.max(1) as u64).max(MIN_PLAY_OUTS);
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

    /// Finds out with part of the budget what the next to act does with every tile after each candidate that is left,
    /// if a thought about that can be afforded.
    fn ask(&mut self, stop: &Stop) {
        let places = self.order[..self.alive].iter().copied();
        let kinds =
            |place: usize| self.runners[place].start.position.bag().map(move |(kind, _)| (place, kind));
        // There is none to be drawn before a dragon has gone its way.
        let can_be_drawn = |(place, kind): &(usize, Kind)| {
            self.runners[*place].start.position.clone().draw(*kind, &mut ()).is_ok()
        };
        let jobs: Vec<(usize, Kind)> = places.flat_map(kinds).filter(can_be_drawn).collect();
        let nodes = self.all_nodes() / ANSWERS_PART / jobs.len().max(1) as u64;
        if nodes < MIN_ANSWER_NODES {
            return;
        }
        let (until, is_over) = (self.deadline(), self.until(stop));
        let (player, seed) = (self.player, self.seed);
        let think = |play_out: &mut PlayOut, (place, kind): (usize, Kind)| {
            let mut position = self.runners[place].start.position.clone();
            position.draw(kind, &mut ()).ok()?;
            let time = until.map(|until| until.saturating_duration_since(Instant::now()));
            let limits = Limits { nodes: Some(nodes), time, seed, ..Limits::default() };
            let thought = player.consider(&position, &limits, stop, &mut |_| {});
            play_out.nodes += thought.nodes;
            (!is_over()).then_some(thought.best.line)
        };
        for ((place, kind), line) in share_out(&mut self.play_outs, &jobs, think) {
            self.runners[place].start.answers.push(PlannedTurn { kind, line });
        }
    }

    /// How many nodes there will be at the end, as fast as it goes.
    fn all_nodes(&self) -> u64 {
        let part = |time: Duration| self.began.elapsed().as_secs_f64() / time.as_secs_f64();
        let by_time = self.time.map(|time| (self.nodes() as f64 / part(time)) as u64);
        [self.nodes, by_time].into_iter().flatten().min().unwrap_or(0)
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
        let (draws, seed, turns) = (&self.draws, self.seed, self.play_out_limits.turns);
        let is_over = self.until(stop);
        let play = |play_out: &mut PlayOut, (place, n): (usize, u64)| {
            let value = play_out.play(&self.runners[place].start, (draws, seed, turns), n, &is_over)?;
            Some((play_out.margin(&value, self.seat), value))
        };
        let results = share_out(&mut self.play_outs, &jobs, play);
        for ((place, _), (margin, value)) in results {
            self.runners[place].add(margin, &value);
        }
    }

    /// Follows every candidate to the end.
    pub fn endgame(&mut self, plan: EndgameLimits, stop: &Stop) {
        let jobs: Vec<usize> = (0..self.alive).collect();
        let is_over = self.until(stop);
        let follow = |play_out: &mut PlayOut, place: usize| {
            let value = play_out.endgame(&self.runners[place].start.position, plan, &is_over)?;
            Some((play_out.margin(&value, self.seat), value))
        };
        let results = share_out(&mut self.play_outs, &jobs, follow);
        for (place, (margin, value)) in results {
            self.runners[place].add(margin, &value);
        }
        // Who was not reached in time is judged by the assessment, after the others.
        self.order.sort_by_key(|n| (self.runners[*n].count == 0, -self.runners[*n].sum));
    }

    /// When time is over, if ever.
    fn deadline(&self) -> Option<Instant> {
        self.began.checked_add(self.time?)
    }

    /// Whether time is over: a budget of time may end in the middle of a play-out, one of nodes never does.
    fn until<'s>(&self, stop: &'s Stop) -> impl Fn() -> bool + Sync + use<'s> {
        let until = self.deadline();
        move || stop.is_stopped() || until.is_some_and(|until| Instant::now() >= until)
    }

    /// The best so far first.
    fn sort(&mut self) {
        let prior = i64::from(self.player.config.prior);
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

#[cfg(test)]
mod tests {
    use super::super::{QuickPlayer, start};
    use super::*;
    use crate::player::Player;
    use chance::Dealer;
    use rules::{Action, Setup, TileSet, ToAct};

    /// A game up to where somebody holds a tile and it is as wanted, with what is then done at first sight.
    fn game(setup: &Setup, is_wanted: impl Fn(&Position, &[Action]) -> bool) -> (Position, Vec<Action>) {
        let mut position = Position::new(setup).unwrap();
        let mut dealer = Dealer::new(chance::Stream::new(3), &position);
        loop {
            match position.to_act() {
                ToAct::Seat(_) => {
                    let limits = Limits::default();
                    let line = QuickPlayer.think(&position, &limits, &Stop::default(), &mut |_| {}).best.line;
                    if position.hand().is_some() && is_wanted(&position, &line) {
                        return (position, line);
                    }
                    line.iter().for_each(|action| position.play(*action, &mut ()).unwrap());
                }
                _ => position.draw(dealer.deal(&position).unwrap(), &mut ()).unwrap(),
            }
        }
    }

    /// A base game up to where somebody holds a tile and `left` tiles are to come.
    fn position(left: u16) -> Position {
        game(&Setup::base(2), |position, _| position.bag_size() <= left).0
    }

    #[test]
    fn the_answers_to_finalists_are_thought_about_if_that_can_be_afforded() {
        let position = position(8);
        let ToAct::Seat(seat) = position.to_act() else { panic!("somebody holds a tile") };
        let player = Strong::default();
        let thought = player.consider(&position, &Limits::default(), &Stop::default(), &mut |_| {});
        let starts = || thought.candidates.iter().map(|one| (start(&position, &one.line), one.value));
        for (nodes, is_asked) in [(20_000, false), (400_000, true)] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let play_out_limits = PlayOutLimits { turns: 3, looks: 4 };
            let mut race =
                Race::new(&player, &position, (seat, play_out_limits), starts().collect(), None, &limits);
            race.run(&Stop::default());
            let best = &race.runners[race.order[0]].start;
            let kinds: Vec<Kind> = best.position.bag().map(|(kind, _)| kind).collect();
            let answered: Vec<Kind> = best.answers.iter().map(|answer| answer.kind).collect();
            assert_eq!(answered, if is_asked { kinds } else { Vec::new() }, "{nodes} nodes");
        }
    }

    #[test]
    fn no_tile_is_answered_before_the_dragon_has_gone_its_way() {
        let setup = Setup::new(2, &[TileSet::Base, TileSet::Dragon]);
        let (position, line) = game(&setup, |position, line| {
            let mut after = position.clone();
            line.iter().for_each(|action| after.play(*action, &mut ()).unwrap());
            matches!(after.to_act(), ToAct::Seat(_))
        });
        let ToAct::Seat(seat) = position.to_act() else { panic!("somebody holds a tile") };
        let (player, limits) = (Strong::default(), Limits { nodes: Some(100_000_000), ..Limits::default() });
        let starts = vec![(start(&position, &line), [0.0; rules::MAX_SEATS])];
        let play_out_limits = PlayOutLimits { turns: 3, looks: 4 };
        let mut race = Race::new(&player, &position, (seat, play_out_limits), starts, None, &limits);
        race.ask(&Stop::default());
        assert!(race.runners[0].start.answers.is_empty(), "the dragon's way is no answer to a tile");
        assert_eq!(race.nodes(), 0);
    }

    #[test]
    fn play_outs_begin_with_the_answer_that_was_thought_of() {
        let position = position(8);
        let ToAct::Seat(seat) = position.to_act() else { panic!("somebody holds a tile") };
        let player = Strong::default();
        let line = player.consider(&position, &Limits::default(), &Stop::default(), &mut |_| {}).best.line;
        let play_out_limits = PlayOutLimits { turns: 1, looks: 4 };
        let mut after = start(&position, &line);
        let mean = |start: &PlayOutStart| {
            let limits = Limits::default();
            let starts = vec![(start.clone(), [0.0; rules::MAX_SEATS])];
            let mut race = Race::new(&player, &position, (seat, play_out_limits), starts, None, &limits);
            race.batch(0..8, &Stop::default());
            race.runners[0].sum
        };
        let usual = mean(&after);
        for (kind, _) in after.position.bag().collect::<Vec<_>>() {
            let (mut drawn, mut turns) = (after.position.clone(), Vec::new());
            drawn.draw(kind, &mut ()).unwrap();
            drawn.turns(&mut drawn.clone(), &mut turns);
            let lead = |line: &[Action]| {
                let mut then = drawn.clone();
                line.iter().for_each(|action| then.play_unchecked(*action));
                then.projected()[seat.index()] as i32 - then.projected()[1 - seat.index()] as i32
            };
            let lines = turns.iter().map(|turn| vec![turn.place, turn.then]);
            after.answers.push(PlannedTurn { kind, line: lines.max_by_key(|line| lead(line)).unwrap() });
        }
        assert!(mean(&after) > usual + 8 * 1000, "the other has done us a favour with every tile");
    }
}
