//! Simultaneous perturbation (SPSA): in each step all numbers are moved a little at random, those who moved so play
//! against those who moved the other way, and the numbers follow the winner.

use super::{Found, found};
use crate::arena::Contest;
use crate::player::{Limits, Player, Stop};
use crate::{Quick, Weights};
use chance::Stream;
use rules::{BadSetup, Parts, Position, Setup};

/// How to tune.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// In which games, one after the other.
    pub setups: Vec<Setup>,
    /// So many games.
    pub games: u32,
    /// How far a number follows for a point of margin, as a part of a try: less, the more a margin is luck.
    pub follow: f64,
    /// What all chance follows from.
    pub seed: u64,
}

/// Decks of a step; each is played from both sides.
const DECKS: u32 = 10;

/// How far a number is moved for a try, as a part of itself.
const TRY: f64 = 0.12;

/// What the choices in play-outs do not look at.
const EVALUATION_ONLY: &[&str] = &[
    "carrying",
    "field-close",
    "homecoming-road",
    "homecoming-monastery",
    "closing-road",
    "surround",
    "joining",
    "field-joining",
    "field-edge",
    "field-edges",
    "fairy-turns",
    "fairy-guard",
    "goods",
    "dragon-tiles",
    "leader",
    "joined",
    "field-joined",
    "princess",
    "builder",
    "pig",
    "goods-lead",
];

impl Spsa {
    /// Tunes; `see` is shown how many games were played.
    pub fn run(&self, mut see: impl FnMut(u32)) -> Result<Found, BadSetup> {
        let starts: Vec<Position> = self.setups.iter().map(Position::new).collect::<Result<_, _>>()?;
        let mut weights = Weights::DEFAULT;
        let (mut stream, steps) = (Stream::new(self.seed), self.games.div_ceil(2 * DECKS));
        for step in 0..steps {
            let mut sign = |name: &str| match (self.matters(name), stream.below(2)) {
                (false, _) => 0.0,
                (true, 0) => -1.0,
                (true, _) => 1.0,
            };
            let signs: Vec<f64> = weights.slots().iter().map(|(name, _)| sign(name)).collect();
            let moved = |way: f64| {
                let mut moved = weights.clone();
                let slots = moved.slots().into_iter().zip(&signs);
                slots.for_each(|((_, slot), sign)| *slot += way * sign * size(*slot));
                moved
            };
            let start = &starts[step as usize % starts.len()];
            let margin = self.compare(start, &moved(1.0), &moved(-1.0), step);
            let slow = 1.0 - 0.8 * f64::from(step) / f64::from(steps);
            for ((_, slot), sign) in weights.slots().into_iter().zip(&signs) {
                *slot += slow * self.follow * margin * sign * size(*slot);
            }
            see((step + 1) * 2 * DECKS);
        }
        Ok(found(weights, |name| self.matters(name)))
    }

    /// Whether the choice in play-outs looks at a number in these games.
    fn matters(&self, name: &str) -> bool {
        let parts = self.setups.iter().any(|setup| setup.parts != Parts::NONE);
        !EVALUATION_ONLY.contains(&name) && (parts || !super::is_of_parts(name))
    }

    /// By how much one is ahead of the other on average.
    fn compare(&self, start: &Position, one: &Weights, other: &Weights, step: u32) -> f64 {
        let seats = usize::from(start.setup().seats);
        let mut players: Vec<Box<dyn Player + Send>> =
            (0..seats).map(|n| Box::new(Quick::with(if n % 2 == 0 { one } else { other })) as _).collect();
        let contest = Contest {
            start: start.clone(),
            limits: vec![Limits { seed: self.seed, ..Limits::default() }; seats],
            deck: self.seed.wrapping_add(u64::from(step) << 20),
        };
        let (mut sum, mut count) = (0.0, 0.0);
        for round in 0..u64::from(DECKS) {
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
}

/// How far a number is moved.
fn size(number: f64) -> f64 {
    TRY * number.abs().max(0.1)
}
