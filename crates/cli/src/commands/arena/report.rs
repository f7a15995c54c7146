//! What a match came to.

use super::Entrant;
use crate::{foreign, say};
use ai::arena::{Contest, Estimate, MatchGame, MatchScore, Sprt, ThinkingPace, Verdict, elo};
use std::fmt::Write;
use wire::{ArenaMatch, ArenaPlayer, ArenaReport, ArenaTest, ArenaVerdict, Interval};

/// Results so far.
pub struct ArenaTally {
    /// What is played.
    pub contest: ArenaMatch,
    scores: Vec<MatchScore>,
    paces: Vec<ThinkingPace>,
    sprt: Option<Sprt>,
}

impl ArenaTally {
    pub fn new(contest: &Contest, entrants: &[Entrant], sprt: Option<Sprt>) -> ArenaTally {
        ArenaTally {
            contest: ArenaMatch {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                setup: contest.start.setup().into(),
                players: entrants.iter().map(|entrant| entrant.text.clone()).collect(),
                seed: contest.deck,
            },
            scores: vec![MatchScore::default(); entrants.len()],
            paces: vec![ThinkingPace::default(); entrants.len()],
            sprt,
        }
    }

    /// Takes in a round.
    pub fn add(&mut self, games: &[MatchGame]) {
        for (player, score) in self.scores.iter_mut().enumerate() {
            score.add(games, player);
        }
        for game in games {
            self.paces.iter_mut().zip(&game.paces).for_each(|(sum, pace)| sum.join(pace));
        }
    }

    /// Complete rounds.
    pub fn rounds(&self) -> u64 {
        self.scores[0].rounds
    }

    /// What the test says of the first player.
    pub fn verdict(&self) -> Verdict {
        self.sprt.map_or(Verdict::Undecided, |sprt| sprt.verdict(&self.scores[0]))
    }

    /// The first player's result in a few words.
    pub fn line(&self) -> String {
        let ArenaPlayer { share, margin, .. } = self.player(0);
        format!("{}, {:+.1} points", percent(&share), margin.value)
    }

    pub fn report(&self) -> ArenaReport {
        let share = self.scores[0].share();
        let elo = (self.scores.len() == 2 && self.rounds() > 0).then(|| {
            [share.mean, share.low(), share.high()]
                .map(|share| Some(elo(share.clamp(0.0, 1.0))).filter(|elo| elo.is_finite()))
        });
        ArenaReport {
            contest: self.contest.clone(),
            rounds: self.rounds(),
            games: self.scores[0].games,
            elo,
            test: self.sprt.map(|sprt| test(&sprt, &self.scores[0])),
            results: (0..self.scores.len()).map(|player| self.player(player)).collect(),
        }
    }

    fn player(&self, player: usize) -> ArenaPlayer {
        let (score, pace) = (&self.scores[player], &self.paces[player]);
        let [wins, shared, losses] = score.results;
        ArenaPlayer {
            player: self.contest.players[player].clone(),
            wins,
            shared,
            losses,
            share: within(interval(score.share())),
            margin: interval(score.margin()),
            points: interval(score.points()),
            ms: 1e3 * pace.mean().as_secs_f64(),
            longest: 1e3 * pace.longest.as_secs_f64(),
        }
    }
}

fn test(sprt: &Sprt, score: &MatchScore) -> ArenaTest {
    ArenaTest {
        elo0: sprt.elo0,
        elo1: sprt.elo1,
        verdict: match sprt.verdict(score) {
            Verdict::Undecided => ArenaVerdict::Undecided,
            Verdict::NotBetter => ArenaVerdict::NotBetter,
            Verdict::Better => ArenaVerdict::Better,
        },
        llr: sprt.log_ratio(score),
        bounds: [-sprt.bound(), sprt.bound()],
        error: sprt.error,
    }
}

fn interval(estimate: Estimate) -> Interval {
    Interval { value: estimate.mean, low: estimate.low(), high: estimate.high() }
}

/// A part is between nothing and all.
fn within(Interval { value, low, high }: Interval) -> Interval {
    Interval { value, low: low.max(0.0), high: high.min(1.0) }
}

/// `62.5 % (50.0 to 75.0)`.
fn percent(share: &Interval) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|part| 100.0 * part);
    format!("{value:.1} % ({low:.1} to {high:.1})")
}

/// `+4.4 (+3.4 to +5.4)`.
fn signed(Interval { value, low, high }: &Interval) -> String {
    format!("{value:+.1} ({low:+.1} to {high:+.1})")
}

/// The report for people.
pub fn text(report: &ArenaReport) -> String {
    let mut text = String::new();
    let [games, rounds] = [(report.games, "game"), (report.rounds, "round")]
        .map(|(count, what)| say::counted(count as usize, what));
    let _ = writeln!(text, "{games} in {rounds}, each with a deck of its own");
    let names: Vec<String> = report.results.iter().map(|one| foreign::name(&one.player)).collect();
    let across = names.iter().map(|name| name.chars().count()).fold(28, usize::max);
    let _ = writeln!(
        text,
        "{:<across$} {:>15} {:>23} {:>25} {:>22} {:>20}",
        "player", "won/shared/lost", "wins", "margin", "points", "ms a turn (longest)"
    );
    for (one, name) in report.results.iter().zip(&names) {
        let Interval { value, low, high } = one.points;
        let _ = writeln!(
            text,
            "{name:<across$} {:>15} {:>23} {:>25} {:>22} {:>20}",
            format!("{}/{}/{}", one.wins, one.shared, one.losses),
            percent(&one.share),
            signed(&one.margin),
            format!("{value:.1} ({low:.1} to {high:.1})"),
            format!("{:.1} ({:.0})", one.ms, one.longest)
        );
    }
    if let Some([value, low, high]) = report.elo {
        let number = |elo: Option<f64>, other: &str| elo.map_or(other.to_owned(), |elo| format!("{elo:+.0}"));
        let (value, low, high) = (number(value, "without bound"), number(low, "-∞"), number(high, "+∞"));
        let _ = writeln!(text, "Elo of the first over the second: {value}, 95 % between {low} and {high}");
    }
    if let Some(test) = &report.test {
        let _ = writeln!(text, "The test says: {}", said(test));
    }
    text
}

/// `not better (Elo 0 rather than 30; LLR -2.97, bounds -2.94 and 2.94, either verdict wrong 5 % of the time)`.
fn said(test: &ArenaTest) -> String {
    let ArenaTest { elo0, elo1, verdict, llr, bounds: [low, high], error } = test;
    let accepted = match verdict {
        ArenaVerdict::Better => format!("better (Elo {elo1} rather than {elo0}"),
        ArenaVerdict::NotBetter => format!("not better (Elo {elo0} rather than {elo1}"),
        ArenaVerdict::Undecided => format!("undecided (Elo {elo0} or {elo1}"),
    };
    let wrong = 100.0 * error;
    format!(
        "{accepted}; LLR {llr:.2}, bounds {low:.2} and {high:.2}, either verdict wrong {wrong} % of the time)"
    )
}
