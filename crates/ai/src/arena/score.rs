//! What the results of a match come to. The unit is a round: all games with one deck, in which everyone had
//! every seat, so that neither the tiles nor the seats favour anyone.

use super::game::MatchGame;
use crate::player::lead;

/// A mean and how far it may be from the truth.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Estimate {
    /// The mean of all rounds.
    pub mean: f64,
    /// Half of the 95 % interval.
    pub error: f64,
    /// The variance of a single round.
    pub variance: f64,
}

impl Estimate {
    /// The lower end of the 95 % interval.
    pub fn low(&self) -> f64 {
        self.mean - self.error
    }

    /// The upper end of the 95 % interval.
    pub fn high(&self) -> f64 {
        self.mean + self.error
    }
}

/// Results of one player, added up.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct MatchScore {
    /// How many rounds are complete.
    pub rounds: u64,
    /// Games of them.
    pub games: u64,
    /// Games won alone, shared with others, lost.
    pub results: [u64; 3],
    /// What each round brought: the mean share of a win, and the mean margin over the best other.
    shares: RunningSum,
    margins: RunningSum,
    points: RunningSum,
}

#[derive(Clone, PartialEq, Default, Debug)]
struct RunningSum {
    sum: f64,
    squares: f64,
}

impl MatchScore {
    /// Takes in all games of a round, as seen by a player.
    pub fn add(&mut self, games: &[MatchGame], player: usize) {
        let count = games.len().max(1) as f64;
        let mean = |value: &dyn Fn(&MatchGame) -> f64| games.iter().map(value).sum::<f64>() / count;
        self.rounds += 1;
        self.games += games.len() as u64;
        games.iter().for_each(|game| self.results[result(game, player)] += 1);
        self.shares.add(mean(&|game| share(game, player)));
        self.margins.add(mean(&|game| margin(game, player)));
        self.points.add(mean(&|game| f64::from(game.points[player])));
    }

    /// The part of all wins, a shared one counted in parts. Rounds that all went the same way are no certainty: with
    /// `n` of them, what happens less often than 3 in `n` times may well not have happened.
    pub fn share(&self) -> Estimate {
        let share = self.shares.estimate(self.rounds);
        if share.variance > 0.0 {
            share
        } else {
            Estimate { error: 3.0 / self.rounds.max(3) as f64, ..share }
        }
    }

    /// The margin over the best other.
    pub fn margin(&self) -> Estimate {
        self.margins.estimate(self.rounds)
    }

    /// The player's own points.
    pub fn points(&self) -> Estimate {
        self.points.estimate(self.rounds)
    }
}

impl RunningSum {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
    }

    fn estimate(&self, count: u64) -> Estimate {
        let n = count as f64;
        if count == 0 {
            return Estimate::default();
        }
        let mean = self.sum / n;
        let variance = ((self.squares - n * mean * mean) / (n - 1.0).max(1.0)).max(0.0);
        Estimate { mean, error: 1.96 * (variance / n).sqrt(), variance }
    }
}

/// The difference in Elo that a share of wins between two means; an infinite one for all or nothing.
///
/// ```
/// assert_eq!(ai::arena::elo(0.5), 0.0);
/// assert_eq!(ai::arena::elo(0.75).round(), 191.0);
/// ```
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The part of the win that a player gets: one of `n` if `n` are level at the top.
fn share(game: &MatchGame, player: usize) -> f64 {
    let most = game.points.iter().max();
    let winners = game.points.iter().filter(|points| Some(*points) == most).count();
    if Some(&game.points[player]) == most { 1.0 / winners.max(1) as f64 } else { 0.0 }
}

/// 0 for a win, 1 for a shared one, 2 for a loss.
fn result(game: &MatchGame, player: usize) -> usize {
    match share(game, player) {
        1.0 => 0,
        0.0 => 2,
        _ => 1,
    }
}

fn margin(game: &MatchGame, player: usize) -> f64 {
    lead(&game.points.iter().copied().map(f64::from).collect::<Vec<_>>(), player)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(points: &[u32]) -> MatchGame {
        MatchGame { round: 0, rotation: 0, points: points.to_vec(), paces: Vec::new() }
    }

    #[test]
    fn a_round_is_one_result() {
        let mut score = MatchScore::default();
        score.add(&[game(&[90, 70]), game(&[60, 70])], 0);
        score.add(&[game(&[90, 70]), game(&[80, 80])], 0);
        assert_eq!((score.rounds, score.games, score.results), (2, 4, [2, 1, 1]));
        assert_eq!(score.share().mean, 0.625);
        assert_eq!(score.margin().mean, 7.5);
        assert_eq!(score.points().mean, 80.0);
        let variance: f64 = 0.125 * 0.125 * 2.0;
        assert!((score.share().variance - variance).abs() < 1e-9);
        assert!((score.share().error - 1.96 * (variance / 2.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn a_shared_win_counts_in_parts() {
        let mut score = MatchScore::default();
        score.add(&[game(&[50, 50, 50, 20])], 1);
        assert!((score.share().mean - 1.0 / 3.0).abs() < 1e-9);
        assert_eq!((score.results, score.margin().mean), ([0, 1, 0], 0.0));
    }

    #[test]
    fn nothing_played_proves_nothing() {
        assert_eq!(MatchScore::default().share(), Estimate { error: 1.0, ..Estimate::default() });
        assert_eq!(elo(1.0), f64::INFINITY);
    }
}
