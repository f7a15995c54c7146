//! The weights with which the evaluation comes closest to how games end. Careless players play against themselves, at first
//! with the weights of the greedy player; then the steps of Gauss and Newton lead to better ones, with which the next games
//! are played. What is moved is their logarithms, so that none changes its sign.

use super::{Found, Section, share_out};
use crate::evaluate::{Evaluator, Weights};
use crate::player::{Limits, Player, Stop};
use crate::strong::{SearchConfig, Strong};
use chance::{Game, Stream};
use rules::{BadSetup, Input, Position, ToAct};

/// How to fit.
#[derive(Clone, Debug)]
pub struct WeightFit {
    /// Which numbers: those of an evaluation.
    pub section: Section,
    /// Games in a round.
    pub games: u32,
    /// Rounds, each with the weights that the one before found.
    pub rounds: u32,
    /// What all chance follows from.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
}

/// How far the players misjudge, in points, so that many kinds of positions come up.
const CARELESSNESS: f64 = 1.0;
/// One position in this many is looked at.
const KEPT: u32 = 10;
/// One game in this many is kept apart, to see whether what was found holds.
const APART: u32 = 5;
/// Steps for the same games.
const STEPS: u32 = 7;
/// How far a weight is moved to see what it does, as a part of itself.
const TRY: f64 = 0.03;
/// How far a weight may be from where it was before the round before that must be well founded, as a logarithm.
const TRUST: f64 = 0.7;
/// How far a weight moves in a step at most, as a logarithm.
const FAR: f64 = 0.4;

/// A position and how the game ended.
struct Sample {
    position: Position,
    ended: Vec<f64>,
    apart: bool,
}

/// The mean square error of what the evaluation expects, compared with what is usual for the number of tiles left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quality {
    /// In games that were used.
    pub used: f64,
    /// In games that were kept apart.
    pub apart: f64,
}

impl WeightFit {
    /// Plays and fits; `see` is shown how well the weights do before each step and after the last.
    pub fn run(&self, mut see: impl FnMut(Quality)) -> Result<Found, BadSetup> {
        let setups = self.section.setups();
        let starts: Vec<Position> = setups.iter().map(Position::new).collect::<Result<_, _>>()?;
        let (mut played, mut weights) = (Weights::DEFAULT, first_guess());
        for round in 0..self.rounds {
            let samples = self.samples(&starts, round, &played);
            let before = weights.clone();
            for _ in 0..STEPS {
                see(self.quality(&samples, &weights));
                self.step(&samples, &before, &mut weights);
            }
            see(self.quality(&samples, &weights));
            played = weights.clone();
        }
        Ok(self.section.found(weights))
    }

    /// Positions of all games of a round, played with these weights.
    fn samples(&self, starts: &[Position], round: u32, weights: &Weights) -> Vec<Sample> {
        let games: Vec<u32> = (0..self.games).collect();
        let first = (self.seed << 32).wrapping_add(u64::from(round) * u64::from(self.games));
        let play = |game: &u32| {
            let start = &starts[*game as usize % starts.len()];
            let apart = (*game / starts.len() as u32).is_multiple_of(APART);
            play(start, weights, first.wrapping_add((*game).into()), apart)
        };
        share_out(self.threads, &games, play).into_iter().flatten().collect()
    }

    fn quality(&self, samples: &[Sample], weights: &Weights) -> Quality {
        let errors = share_out(self.threads, samples, |sample| {
            sample.trust() * sample.errors(weights).iter().map(|error| error * error).sum::<f64>()
        });
        let mean = |apart: bool| {
            let those = || samples.iter().zip(&errors).filter(|(sample, _)| sample.apart == apart);
            those().map(|(_, error)| error).sum::<f64>() / those().count().max(1) as f64
        };
        Quality { used: mean(false), apart: mean(true) }
    }

    /// Moves the weights to where the errors would be least if they changed evenly with them, and not far from where they
    /// were before.
    fn step(&self, samples: &[Sample], before: &Weights, weights: &mut Weights) {
        let names: Vec<String> = weights.slots().into_iter().map(|(name, _)| name).collect();
        let moving: Vec<usize> = (0..names.len()).filter(|n| self.section.matters(&names[*n])).collect();
        let tries: Vec<Weights> = moving.iter().map(|n| tried(weights, *n)).collect();
        let used: Vec<&Sample> = samples.iter().filter(|sample| !sample.apart).collect();
        let lines = share_out(self.threads, &used, |sample| sample.lines(weights, &tries));
        let mut equations = vec![vec![0.0; moving.len() + 1]; moving.len()];
        for (sample, lines) in used.iter().zip(&lines) {
            lines.iter().for_each(|(error, slopes)| add_line(&mut equations, slopes, *error, sample.trust()));
        }
        let mut before = before.clone();
        let (first, mut slots) = (before.slots(), weights.slots());
        for (row, n) in moving.iter().enumerate() {
            equations[row][row] += 1.0 / (TRUST * TRUST);
            equations[row][moving.len()] += (*first[*n].1 / *slots[*n].1).ln() / (TRUST * TRUST);
        }
        for (n, step) in moving.iter().zip(solved(equations)) {
            *slots[*n].1 *= step.clamp(-FAR, FAR).exp();
        }
    }
}

/// Where the weights begin: those of the greedy player, and small ones for what it does not look at.
fn first_guess() -> Weights {
    Weights {
        joined: 0.05,
        field_joined: 0.05,
        joining: 0.1,
        field_close: 0.1,
        field_joining: 0.1,
        princess: 0.2,
        builder: 1.0,
        pig: 1.0,
        ..Weights::DEFAULT
    }
}

/// The weights with one of them moved.
fn tried(weights: &Weights, n: usize) -> Weights {
    let mut tried = weights.clone();
    *tried.slots()[n].1 *= 1.0 + TRY;
    tried
}

impl Sample {
    /// By how much everyone did better than expected, compared with the others.
    fn errors(&self, weights: &Weights) -> Vec<f64> {
        let mut evaluator = Evaluator::new(weights, &self.position, 1);
        let value = evaluator.assess(&self.position);
        let errors: Vec<f64> = self.ended.iter().zip(value).map(|(ended, value)| ended - value).collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        errors.iter().map(|error| error - mean).collect()
    }

    /// For each seat its error, and what each try does to it.
    fn lines(&self, weights: &Weights, tries: &[Weights]) -> Vec<(f64, Vec<f64>)> {
        let then: Vec<Vec<f64>> = tries.iter().map(|tried| self.errors(tried)).collect();
        let slopes = |seat: usize, now: f64| then.iter().map(|then| (now - then[seat]) / TRY).collect();
        self.errors(weights).into_iter().enumerate().map(|(seat, now)| (now, slopes(seat, now))).collect()
    }

    /// The more tiles are left, the less an end says about a position.
    fn trust(&self) -> f64 {
        1.0 / (40.0 + 8.0 * f64::from(self.position.bag_size()))
    }
}

/// Plays a game and gives some of its positions.
fn play(start: &Position, weights: &Weights, number: u64, apart: bool) -> Vec<Sample> {
    let (mut game, mut stream) = (Game::at(start.clone(), number), Stream::new(number));
    let config = SearchConfig { width: 1, carelessness: CARELESSNESS, ..SearchConfig::FULL };
    let mut player = Strong::with(config).with_evaluation(weights);
    let limits = Limits { seed: number, ..Limits::default() };
    let mut kept = Vec::new();
    loop {
        match game.position().to_act() {
            ToAct::Over(_) => break,
            ToAct::Chance => {
                if stream.below(KEPT) == 0 {
                    kept.push(game.position().clone());
                }
                if game.draw(&mut ()).is_none() {
                    break;
                }
            }
            ToAct::Seat(_) => {
                let line = player.think(game.position(), &limits, &Stop::default(), &mut |_| {}).best.line;
                if !line.into_iter().all(|action| game.apply(Input::Act(action), &mut ()).is_ok()) {
                    break;
                }
            }
        }
    }
    let ended: Vec<f64> = game.position().scores().iter().map(|points| f64::from(*points)).collect();
    kept.into_iter().map(|position| Sample { position, ended: ended.clone(), apart }).collect()
}

/// Adds what one error says to the normal equations, each a row with its right side last.
fn add_line(equations: &mut [Vec<f64>], slopes: &[f64], error: f64, trust: f64) {
    for (row, slope) in equations.iter_mut().zip(slopes).filter(|(_, slope)| **slope != 0.0) {
        row.iter_mut()
            .zip(slopes.iter().chain([&error]))
            .for_each(|(sum, other)| *sum += trust * slope * other);
    }
}

/// The solution of linear equations, each a row with its right side last, by elimination.
fn solved(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    for n in 0..rows.len() {
        let best = (n..rows.len()).max_by(|a, b| rows[*a][n].abs().total_cmp(&rows[*b][n].abs()));
        rows.swap(n, best.unwrap_or(n));
        let own = rows[n].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != n) {
            let part = row[n] / own[n];
            row.iter_mut().zip(&own).for_each(|(number, own)| *number -= part * own);
        }
    }
    rows.iter().enumerate().map(|(n, row)| row[rows.len()] / row[n]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let rows = vec![vec![0.0, 2.0, 1.0, 7.0], vec![1.0, 1.0, 1.0, 6.0], vec![3.0, 0.0, -1.0, 0.0]];
        let found = solved(rows);
        assert!(found.iter().zip([1.0, 2.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn what_is_found_foretells_better_and_does_not_depend_on_threads() {
        let fit = |threads| WeightFit {
            section: Section::named("evaluation").unwrap(),
            games: 60,
            rounds: 2,
            seed: 5,
            threads,
        };
        let found = [1, 3].map(|threads| {
            let mut seen = Vec::new();
            let numbers = fit(threads).run(|quality| seen.push(quality.used)).unwrap();
            (numbers, seen)
        });
        assert_eq!(found[0], found[1]);
        for round in found[0].1.chunks(STEPS as usize + 1) {
            assert!(round.last() < round.first(), "{round:?}");
        }
        assert!(found[0].0.iter().all(|(_, number)| number.is_finite()));
    }
}
