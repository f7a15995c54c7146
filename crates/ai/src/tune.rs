//! Finding weights by play against oneself: simultaneous perturbation (SPSA). In each step all numbers are moved a
//! little at random, those who moved so play against those who moved the other way, and the numbers follow the winner.

use crate::arena::Contest;
use crate::player::{Limits, Player, Stop};
use crate::{Greedy, Quick, Weights};
use chance::Stream;
use rules::{BadSetup, Position, Setup};

/// What is tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// The evaluation, as the greedy player uses it.
    Evaluation,
    /// The choices in play-outs.
    Glance,
}

/// How to tune.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which weights.
    pub section: Section,
    /// In which games, one after the other.
    pub setups: Vec<Setup>,
    /// So many steps.
    pub steps: u32,
    /// With so many decks each; every deck is played from both sides.
    pub decks: u32,
    /// What all chance follows from.
    pub seed: u64,
}

/// How far a number is moved for a try, as a part of itself.
const TRY: f64 = 0.12;
/// How far it follows for a point of margin, as a part of a try.
const FOLLOW: f64 = 0.02;

impl Plan {
    /// Tunes; `see` is shown the step, the margin of the try and the weights after it.
    pub fn run(&self, mut see: impl FnMut(u32, f64, &mut Weights)) -> Result<Weights, BadSetup> {
        let starts: Vec<Position> = self.setups.iter().map(Position::new).collect::<Result<_, _>>()?;
        let mut weights = match self.section {
            Section::Evaluation => Weights::strong().clone(),
            Section::Glance => Weights::glance().clone(),
        };
        let mut stream = Stream::new(self.seed);
        for step in 0..self.steps {
            let count = weights.slots().len();
            let signs: Vec<f64> = (0..count).map(|_| if stream.below(2) == 0 { -1.0 } else { 1.0 }).collect();
            let moved = |way: f64| {
                let mut moved = weights.clone();
                let slots = moved.slots().into_iter().zip(&signs);
                slots.for_each(|((_, slot), sign)| *slot += way * sign * size(*slot));
                moved
            };
            let start = &starts[step as usize % starts.len()];
            let margin = self.compare(start, &moved(1.0), &moved(-1.0), step);
            let slow = 1.0 - 0.8 * f64::from(step) / f64::from(self.steps.max(1));
            for ((_, slot), sign) in weights.slots().into_iter().zip(&signs) {
                *slot += slow * FOLLOW * margin * sign * size(*slot);
            }
            see(step, margin, &mut weights);
        }
        Ok(weights)
    }

    /// By how much one is ahead of the other on average.
    fn compare(&self, start: &Position, one: &Weights, other: &Weights, step: u32) -> f64 {
        let seats = usize::from(start.setup().seats);
        let mut players: Vec<Box<dyn Player + Send>> =
            (0..seats).map(|n| self.player(if n % 2 == 0 { one } else { other })).collect();
        let contest = Contest {
            start: start.clone(),
            limits: vec![Limits { seed: self.seed, ..Limits::default() }; seats],
            deck: self.seed.wrapping_add(u64::from(step) << 20),
        };
        let (mut sum, mut count) = (0.0, 0.0);
        for round in 0..u64::from(self.decks) {
            for rotation in 0..2 {
                let game = contest.play(&mut players, (round, rotation), &Stop::default());
                let Ok(Some(game)) = game else { continue };
                let points = |side: usize| game.points.iter().skip(side).step_by(2).map(|p| f64::from(*p));
                let mean = |side: usize| points(side).sum::<f64>() / points(side).count().max(1) as f64;
                sum += mean(0) - mean(1);
                count += 1.0;
            }
        }
        sum / f64::max(count, 1.0)
    }

    fn player(&self, weights: &Weights) -> Box<dyn Player + Send> {
        match self.section {
            Section::Evaluation => Box::new(Greedy::with(weights)),
            Section::Glance => Box::new(Quick::with(weights)),
        }
    }
}

/// How far a number is moved.
fn size(number: f64) -> f64 {
    TRY * number.abs().max(0.1)
}
