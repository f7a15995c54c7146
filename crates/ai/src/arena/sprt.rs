//! When a match may end early: a sequential probability ratio test over rounds.

use super::score::{Estimate, Score};

/// Is the first player weaker than `elo0`, or at least as strong as `elo1`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// No better than this.
    pub elo0: f64,
    /// Better than this.
    pub elo1: f64,
    /// How often either answer may be wrong.
    pub error: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Play on.
    Open,
    /// No better than `elo0`.
    Worse,
    /// Better than `elo1`.
    Better,
}

impl Sprt {
    /// The logarithm of how much likelier the results are if `elo1` is true rather than `elo0`, by the normal
    /// approximation for the mean of many rounds.
    pub fn log_ratio(&self, score: &Score) -> f64 {
        let Estimate { mean, variance, .. } = score.share();
        let (low, high) = (expected(self.elo0), expected(self.elo1));
        // A few equal rounds must not look like certainty.
        let variance = variance.max(0.25 / (score.rounds.max(1) as f64 + 1.0));
        score.rounds as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// What the results so far say.
    pub fn verdict(&self, score: &Score) -> Verdict {
        let bound = ((1.0 - self.error) / self.error).ln();
        match self.log_ratio(score) {
            ratio if ratio >= bound => Verdict::Better,
            ratio if ratio <= -bound => Verdict::Worse,
            _ => Verdict::Open,
        }
    }
}

/// The share of wins that a difference in Elo means.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Game;

    fn score(rounds: u64, wins: u64) -> Score {
        let game =
            |points: [u32; 2]| Game { round: 0, rotation: 0, points: points.to_vec(), paces: Vec::new() };
        let mut score = Score::default();
        (0..rounds).for_each(|n| score.add(&[game(if n < wins { [1, 0] } else { [0, 1] })], 0));
        score
    }

    #[test]
    fn clear_results_end_a_match_and_even_ones_do_not() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, error: 0.05 };
        assert_eq!(test.verdict(&score(4, 2)), Verdict::Open);
        assert_eq!(test.verdict(&score(200, 140)), Verdict::Better);
        assert_eq!(test.verdict(&score(400, 190)), Verdict::Worse);
        assert_eq!(test.verdict(&score(0, 0)), Verdict::Open);
        assert_eq!(test.verdict(&score(3, 3)), Verdict::Open, "three wins are no proof");
    }
}
