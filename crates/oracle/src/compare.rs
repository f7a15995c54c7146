//! A random game on both engines side by side.

use crate::Oracle;
use crate::policy::Policy;
use crate::report::{Difference, Mismatch, same, same_set};
use chance::Stream;
use rules::{Action, BadSetup, Event, Input, Leave, Phase, Position, Setup, View};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

mod illegal;
mod queries;

/// How thoroughly to compare: each check that takes long is made once in so many inputs (0: never).
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The feature of every spot on the board.
    pub all_spots: u32,
    /// Which tiles fit an open cell.
    pub fits: u32,
    /// Projected scores and the score sheet.
    pub projected: u32,
    /// Illegal inputs are refused and change nothing.
    pub illegal: u32,
    /// The position made anew from what is seen plays on like the old one.
    pub rebuild: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { all_spots: 25, fits: 4, projected: 2, illegal: 6, rebuild: 150 }
    }
}

/// What came up in the games that were compared.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// Games played.
    pub games: u64,
    /// Inputs fed to both.
    pub inputs: u64,
    /// How often each thing happened.
    pub happened: BTreeMap<&'static str, u64>,
}

impl Stats {
    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Stats) {
        self.games += other.games;
        self.inputs += other.inputs;
        for (what, count) in &other.happened {
            *self.happened.entry(what).or_default() += count;
        }
    }

    /// How often a thing happened.
    pub fn count(&self, what: &str) -> u64 {
        self.happened.get(what).copied().unwrap_or(0)
    }

    fn note(&mut self, events: &[Event]) {
        self.inputs += 1;
        for what in events.iter().filter_map(name) {
            *self.happened.entry(what).or_default() += 1;
        }
    }
}

/// A name for the events that are worth counting.
fn name(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::HeldBack { .. } => "held back",
        Event::Removed { .. } => "removed",
        Event::SetAside { .. } => "set aside",
        Event::Placed { .. } => "placed",
        Event::ExtraBegan { .. } => "second tile",
        Event::DragonCame { .. } => "dragon came",
        Event::DragonMoved { .. } => "dragon moved",
        Event::WentHome { why: Leave::Scored, .. } => "scored figure",
        Event::WentHome { why: Leave::Eaten, .. } => "eaten",
        Event::WentHome { why: Leave::Evicted, .. } => "evicted",
        Event::WentHome { why: Leave::Alone, .. } => "left alone",
        Event::FairyMoved { .. } => "fairy moved",
        Event::FairyAlone => "fairy alone",
        Event::Deployed { figure: rules::Figure::Builder, .. } => "builder",
        Event::Deployed { figure: rules::Figure::Pig, .. } => "pig",
        Event::Deployed { .. } => "follower",
        Event::GoodsTaken { .. } => "goods taken",
        Event::Retired { .. } => "retired",
        _ => return None,
    })
}

/// Plays one random game of a setup on both and compares all they say after every input.
pub fn play_and_compare(
    setup: &Setup,
    stream: &mut Stream,
    options: &Options,
) -> Result<Stats, Box<Mismatch>> {
    let mut inputs = Vec::new();
    let played = catch_unwind(AssertUnwindSafe(|| play(setup, stream, options, &mut inputs)));
    let difference = match played {
        Ok(Ok(stats)) => return Ok(stats),
        Ok(Err(difference)) => difference,
        Err(panic) => Difference::new("a panic", panic_text(&*panic)),
    };
    Err(Box::new(Mismatch { seed: None, setup: setup.clone(), inputs, difference }))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message").to_owned()
}

fn play(
    setup: &Setup,
    stream: &mut Stream,
    options: &Options,
    inputs: &mut Vec<Input>,
) -> Result<Stats, Difference> {
    let policy = Policy::random(stream);
    let mut pair = Pair::new(setup).map_err(|bad| Difference::new("the setup", bad.to_string()))?;
    let mut stats = Stats { games: 1, ..Stats::default() };
    pair.check(stream, options)?;
    while !matches!(pair.oracle.phase(), Phase::Over(_)) {
        let input = policy.choose(&pair.oracle, stream);
        inputs.push(input);
        let events = pair.feed(input)?;
        stats.note(&events);
        pair.check(stream, options)?;
    }
    Ok(stats)
}

/// The same game on both.
struct Pair {
    position: Position,
    oracle: Oracle,
    /// The fold of the engine's events.
    folded: View,
}

impl Pair {
    fn new(setup: &Setup) -> Result<Pair, BadSetup> {
        let position = Position::new(setup)?;
        let folded = position.view();
        Ok(Pair { position, oracle: Oracle::new(setup), folded })
    }

    /// Feeds an input to both and compares the events.
    fn feed(&mut self, input: Input) -> Result<Vec<Event>, Difference> {
        let before = self.position.clone();
        let mut events = Vec::new();
        if let Err(illegal) = self.position.apply(input, &mut events) {
            return Err(Difference::new("a legal input refused", illegal.to_string()));
        }
        same("events", &events, &self.oracle.apply(input))?;
        events.iter().for_each(|event| self.folded.apply(event));
        self.check_unchecked(before, input)?;
        Ok(events)
    }

    /// The unchecked way leads to the same position.
    fn check_unchecked(&self, mut before: Position, input: Input) -> Result<(), Difference> {
        let Input::Act(action) = input else { return Ok(()) };
        before.play_unchecked(action);
        same("the position after play_unchecked", &before.view(), &self.position.view())?;
        same("equality after play_unchecked", &(before == self.position), &true)?;
        same("key after play_unchecked", &before.key(), &self.position.key())
    }

    fn check(&mut self, stream: &mut Stream, options: &Options) -> Result<(), Difference> {
        let mut now = |one_in: u32| one_in > 0 && stream.below(one_in) == 0;
        let (all, fits, projected) = (now(options.all_spots), now(options.fits), now(options.projected));
        let (illegal, rebuild) = (now(options.illegal), now(options.rebuild));
        same("view", &self.position.view(), &self.oracle.view())?;
        same("fold of the events", &self.folded, &self.oracle.view())?;
        same("bag", &self.position.bag().collect(), &self.oracle.bag())?;
        self.check_legal()?;
        self.check_features(all)?;
        if fits {
            self.check_fits(stream)?;
        }
        if projected {
            self.check_standing()?;
        }
        if illegal {
            self.check_illegal(stream)?;
        }
        if rebuild {
            self.rebuild()?;
        }
        Ok(())
    }

    fn check_legal(&self) -> Result<(), Difference> {
        let mut listed = Vec::new();
        self.position.legal_actions(&mut listed);
        let engine: BTreeSet<Action> = listed.iter().copied().collect();
        let oracle = self.oracle.legal();
        same_set("legal actions", &engine, &oracle)?;
        same("number of listed actions", &listed.len(), &engine.len())?;
        self.check_distinct(&oracle)
    }

    /// Goes on with a position made from what can be seen.
    fn rebuild(&mut self) -> Result<(), Difference> {
        let start = Some(Box::new(self.position.view()));
        let setup = Setup { start, ..self.position.setup().clone() };
        let anew = Position::new(&setup).map_err(|bad| Difference::new("rebuilding", bad.to_string()))?;
        same("view of the rebuilt position", &anew.view(), &self.oracle.view())?;
        same("key of the rebuilt position", &anew.key(), &self.position.key())?;
        self.position = anew;
        Ok(())
    }
}
