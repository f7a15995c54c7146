//! Simultaneous perturbation (SPSA): in each step all numbers are moved a little at random, those who moved so play
//! against those who moved the other way, and the numbers follow the winner.

use super::{Found, Section, share_out};
use crate::arena::Contest;
use crate::evaluate::Weights;
use crate::player::{Limits, Player, Stop};
use chance::Stream;
use rules::{BadSetup, Position};

/// How to tune.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// Which numbers; it begins with those there are.
    pub section: Section,
    /// How many games are played.
    pub games: u32,
    /// What all chance follows from.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
}

/// Decks of a step; each is played from both sides.
const DECKS: u32 = 10;

/// How far a number is moved for a try, as a part of itself.
const TRY: f64 = 0.2;

/// How far a number follows for a point of margin, as a part of a try: with builders, dragons and the like a margin is
/// more a matter of luck.
const FOLLOW: f64 = 0.006;
const FOLLOW_PARTS: f64 = 0.002;

impl Spsa {
    /// Tunes; `see` is shown how many games were played. What is found is the mean over the last half of the way, since
    /// every single step is led astray by luck.
    pub fn run(&self, mut see: impl FnMut(u32)) -> Result<Found, BadSetup> {
        let setups = self.section.setups();
        let starts: Vec<Position> = setups.iter().map(Position::new).collect::<Result<_, _>>()?;
        let follow = if self.section.has_parts() { FOLLOW_PARTS } else { FOLLOW };
        let mut weights = self.section.weights().clone();
        let (mut stream, steps) = (Stream::new(self.seed), self.games.div_ceil(2 * DECKS));
        let (mut sums, mut summed) = (vec![0.0; weights.slots().len()], 0.0);
        for step in 0..steps {
            let mut sign = |name: &str| match (self.section.matters(name), stream.below(2)) {
                (false, _) => 0.0,
                (true, 0) => -1.0,
                (true, _) => 1.0,
            };
            let signs: Vec<f64> = weights.slots().iter().map(|(name, _)| sign(name)).collect();
            let margin = self.compare(&starts[step as usize % starts.len()], &weights, &signs, step);
            let slow = 1.0 - 0.8 * f64::from(step) / f64::from(steps);
            move_by(&mut weights, &signs, slow * follow * margin);
            if step >= steps / 2 {
                sums.iter_mut().zip(weights.slots()).for_each(|(sum, (_, slot))| *sum += *slot);
                summed += 1.0;
            }
            see((step + 1) * 2 * DECKS);
        }
        weights.slots().into_iter().zip(sums).for_each(|((_, slot), sum)| *slot = sum / summed);
        Ok(self.section.found(weights))
    }

    /// By how much those who moved the numbers one way are ahead of those who moved them the other way.
    fn compare(&self, start: &Position, weights: &Weights, signs: &[f64], step: u32) -> f64 {
        let seats = usize::from(start.setup().seats);
        let sides = [1.0, -1.0].map(|way| {
            let mut moved = weights.clone();
            move_by(&mut moved, signs, way);
            moved
        });
        let contest = Contest {
            start: start.clone(),
            limits: vec![Limits { seed: self.seed, ..Limits::default() }; seats],
            deck: self.seed.wrapping_add(u64::from(step) << 20),
        };
        let games: Vec<(u64, u8)> = (0..u64::from(DECKS)).flat_map(|deck| [(deck, 0), (deck, 1)]).collect();
        let margins = share_out(self.threads, &games, |game| self.play(&contest, &sides, *game));
        let played: Vec<f64> = margins.into_iter().flatten().collect();
        played.iter().sum::<f64>() / played.len().max(1) as f64
    }

    /// By how much the first side is ahead in a game.
    fn play(&self, contest: &Contest, sides: &[Weights; 2], game: (u64, u8)) -> Option<f64> {
        let seats = usize::from(contest.seats());
        let mut players: Vec<Box<dyn Player + Send>> =
            (0..seats).map(|n| self.section.player(&sides[n % 2])).collect();
        let game = contest.play(&mut players, game, &Stop::default()).ok()??;
        let points = |side: usize| game.points.iter().skip(side).step_by(2).map(|points| f64::from(*points));
        let mean = |side: usize| points(side).sum::<f64>() / points(side).count().max(1) as f64;
        Some(mean(0) - mean(1))
    }
}

/// Moves the numbers by a number of tries.
fn move_by(weights: &mut Weights, signs: &[f64], tries: f64) {
    for ((_, slot), sign) in weights.slots().into_iter().zip(signs) {
        *slot += tries * sign * TRY * slot.abs().max(LEAST);
    }
}

/// Smaller numbers are moved as far as this one.
const LEAST: f64 = 0.01;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_does_not_depend_on_threads_and_names_what_matters() {
        let section = Section::named("quick").unwrap();
        let found = [1, 3].map(|threads| {
            let mut played = 0;
            let spsa = Spsa { section, games: 40, seed: 5, threads };
            (spsa.run(|games| played = games).unwrap(), played)
        });
        assert_eq!(found[0], found[1]);
        assert_eq!(found[0].1, 40);
        assert!(found[0].0.iter().all(|(name, number)| section.matters(name) && number.is_finite()));
        assert!(found[0].0.iter().any(|(name, number)| name == "growth" && *number > 0.0));
    }
}
