//! When a match may end early: a sequential probability ratio test over rounds.

use super::score::{Estimate, MatchScore};

/// Which lead of the first player fits the results clearly better: the lower one or the higher one?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The lower one, in Elo.
    pub elo0: f64,
    /// The higher one.
    pub elo1: f64,
    /// How often either answer may be wrong.
    pub error: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Neither yet: more games are needed.
    Undecided,
    /// `elo0` rather than `elo1`.
    NotBetter,
    /// `elo1` rather than `elo0`.
    Better,
}

impl Sprt {
    /// The logarithm of how much likelier the results are if `elo1` is true rather than `elo0`, by the normal
    /// approximation for the mean of many rounds.
    pub fn log_ratio(&self, score: &MatchScore) -> f64 {
        let Estimate { mean, variance, .. } = score.share();
        let (low, high) = (expected(self.elo0), expected(self.elo1));
        // A few equal rounds must not look like certainty.
        let variance = variance.max(0.25 / (score.rounds.max(1) as f64 + 1.0));
        score.rounds as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// How far from nothing, either way, that logarithm has to be for a verdict.
    pub fn bound(&self) -> f64 {
        ((1.0 - self.error) / self.error).ln()
    }

    /// What the results so far say.
    pub fn verdict(&self, score: &MatchScore) -> Verdict {
        let bound = self.bound();
        match self.log_ratio(score) {
            ratio if ratio >= bound => Verdict::Better,
            ratio if ratio <= -bound => Verdict::NotBetter,
            _ => Verdict::Undecided,
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
    use crate::arena::MatchGame;

    fn score(rounds: u64, wins: u64) -> MatchScore {
        let game = |points: [u32; 2]| MatchGame {
            round: 0,
            rotation: 0,
            points: points.to_vec(),
            paces: Vec::new(),
        };
        let mut score = MatchScore::default();
        (0..rounds).for_each(|n| score.add(&[game(if n < wins { [1, 0] } else { [0, 1] })], 0));
        score
    }

    #[test]
    fn clear_results_end_a_match_and_even_ones_do_not() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, error: 0.05 };
        assert_eq!(test.verdict(&score(4, 2)), Verdict::Undecided);
        assert_eq!(test.verdict(&score(200, 140)), Verdict::Better);
        assert_eq!(test.verdict(&score(400, 190)), Verdict::NotBetter);
        assert_eq!(test.verdict(&score(0, 0)), Verdict::Undecided);
        assert_eq!(test.verdict(&score(3, 3)), Verdict::Undecided, "three wins are no proof");
    }
}
