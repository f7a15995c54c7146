//! A random game on both engines side by side.

use crate::Oracle;
use crate::policy::Policy;
use crate::report::{Difference, Mismatch, same, same_set};
use crate::stats::Stats;
use chance::Stream;
use rules::{Action, BadSetup, Event, Input, Phase, Position, Setup, ToAct, Turn, View};
use std::collections::BTreeSet;
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
    /// Complete placements with their figure choices.
    pub turns: u32,
    /// Illegal inputs are refused and change nothing.
    pub illegal: u32,
    /// The position made anew from what is seen plays on like the old one.
    pub rebuild: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { all_spots: 25, fits: 4, projected: 2, turns: 40, illegal: 6, rebuild: 150 }
    }
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
        stats.note(&events, pair.oracle.view.tiles.last().map(|laid| laid.cell).unwrap_or_default());
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
    /// A position that others are copied into.
    spare: Position,
}

impl Pair {
    fn new(setup: &Setup) -> Result<Pair, BadSetup> {
        let position = Position::new(setup)?;
        let (folded, spare) = (position.view(), position.clone());
        Ok(Pair { position, oracle: Oracle::new(setup), folded, spare })
    }

    /// Feeds an input to both and compares the events.
    fn feed(&mut self, input: Input) -> Result<Vec<Event>, Difference> {
        self.spare.copy_from(&self.position);
        let mut events = Vec::new();
        if let Err(illegal) = self.position.apply(input, &mut events) {
            return Err(Difference::new("a legal input refused", illegal.to_string()));
        }
        same("events", &events, &self.oracle.apply(input))?;
        events.iter().for_each(|event| self.folded.apply(event));
        self.check_unchecked(input)?;
        Ok(events)
    }

    /// A copy of the position before, played unchecked, is the same position.
    fn check_unchecked(&mut self, input: Input) -> Result<(), Difference> {
        let Input::Act(action) = input else { return Ok(()) };
        self.spare.play_unchecked(action);
        same("the position after play_unchecked", &self.spare.view(), &self.position.view())?;
        same("equality after play_unchecked", &(self.spare == self.position), &true)?;
        same("key after play_unchecked", &self.spare.key(), &self.position.key())
    }

    fn check(&mut self, stream: &mut Stream, options: &Options) -> Result<(), Difference> {
        let mut now = |one_in: u32| one_in > 0 && stream.below(one_in) == 0;
        let (all, fits, projected) = (now(options.all_spots), now(options.fits), now(options.projected));
        let (illegal, rebuild, turns) = (now(options.illegal), now(options.rebuild), now(options.turns));
        same("view", &self.position.view(), &self.oracle.view())?;
        same("fold of the events", &self.folded, &self.oracle.view())?;
        same("bag", &self.position.bag().collect(), &self.oracle.bag())?;
        self.check_parts()?;
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
        if turns && self.oracle.phase() == Phase::Place {
            self.check_turns()?;
        }
        if rebuild {
            self.rebuild()?;
        }
        Ok(())
    }

    /// What the position says of its parts is what is seen of it.
    fn check_parts(&self) -> Result<(), Difference> {
        let (position, view) = (&self.position, &self.oracle.view);
        let engine =
            (position.phase(), position.turn(), position.extra(), position.hand(), position.scores());
        let scores = &view.scores[..view.seats.into()];
        same("parts", &engine, &(view.phase, view.turn, view.extra, view.hand, scores))?;
        let to_act = match view.phase {
            Phase::Draw { .. } => ToAct::Chance,
            Phase::Place | Phase::Figure | Phase::Extra => ToAct::Seat(view.turn),
            Phase::Dragon { mover, .. } => ToAct::Seat(mover),
            Phase::Over(ending) => ToAct::Over(ending),
        };
        same("who has to act", &position.to_act(), &to_act)
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

    /// Every placement (equal rotations merged) with every figure choice.
    fn check_turns(&mut self) -> Result<(), Difference> {
        let mut places = Vec::new();
        self.position.distinct_actions(&mut places);
        let mut oracle = BTreeSet::new();
        for place in places {
            let mut laid = self.oracle.clone();
            laid.apply(Input::Act(place));
            oracle.extend(laid.legal().into_iter().map(|then| Turn { place, then }));
        }
        let mut turns = Vec::new();
        self.position.turns(&mut self.spare, &mut turns);
        let engine: BTreeSet<Turn> = turns.iter().copied().collect();
        same_set("turns", &engine, &oracle)?;
        same("number of listed turns", &turns.len(), &engine.len())
    }

    /// Goes on with a position made from what can be seen.
    fn rebuild(&mut self) -> Result<(), Difference> {
        let setup = self.position.setup().clone().with_start(self.position.view());
        let anew = Position::new(&setup).map_err(|bad| Difference::new("rebuilding", bad.to_string()))?;
        same("view of the rebuilt position", &anew.view(), &self.oracle.view())?;
        same("key of the rebuilt position", &anew.key(), &self.position.key())?;
        self.position = anew;
        Ok(())
    }
}
