//! An analysis for people.

use crate::say;
use rules::Seat;
use std::fmt::Write;
use wire::{AnalysedGame, AnalysedLine, AnalysedTurn};

/// Columns for what was done, at most.
const WIDEST: usize = 40;

/// A turn in words.
pub struct Words {
    /// What was played.
    pub played: String,
    /// What is shown of what was best.
    pub best: Vec<String>,
}

/// The whole analysis.
pub fn text(game: &AnalysedGame, words: &[Words]) -> String {
    let mut text = String::new();
    let lines = words.iter().flat_map(|turn| turn.best.iter().chain([&turn.played]));
    let width = lines.map(|line| line.chars().count()).max().unwrap_or(6).clamp(6, WIDEST);
    let _ = writeln!(
        text,
        "turn  seat    {:<width$} {:>7} {:>6} {:>6}  chances of winning",
        "played and best", "margin", "lost", "luck"
    );
    for (turn, words) in game.turns.iter().zip(words) {
        row(&mut text, turn, &words.played, width);
        for (candidate, line) in turn.candidates.iter().zip(&words.best) {
            best(&mut text, turn, candidate, line, width);
        }
    }
    for (n, seat) in game.seats.iter().enumerate() {
        let _ = writeln!(
            text,
            "{}: lost {:.1} points in {}, luck of the draw {:+.1}",
            say::who(Seat(n as u8), seat.player.as_deref()),
            seat.loss,
            say::counted(seat.turns, "turn"),
            seat.luck
        );
    }
    if !game.decisive.is_empty() {
        text += "The turns that mattered most:\n";
    }
    for turn in game.decisive.iter().filter_map(|number| game.turns.get(number - 1)) {
        let _ = writeln!(text, "  turn {}: {}", turn.number, why(turn));
    }
    text
}

/// What a turn changed of its player's chance of winning.
fn why(turn: &AnalysedTurn) -> String {
    let seat = Seat::from(turn.seat);
    let (who, chance) = (say::seat(seat), turn.chances[seat.index()]);
    if turn.best_chance - chance >= turn.fortune.abs() {
        let [best, chance] = [turn.best_chance, chance].map(|chance| 100.0 * chance);
        return format!("the best move gave {who} a chance of {best:.0} %, the played one {chance:.0} %");
    }
    format!("the drawn tile changed {who}'s chance by {:+.0} %", 100.0 * turn.fortune)
}

/// What was played.
fn row(text: &mut String, turn: &AnalysedTurn, played: &str, width: usize) {
    let chances: Vec<String> = turn.chances.iter().map(|chance| percent(*chance)).collect();
    let _ = writeln!(
        text,
        "{:>4}  {:<7} {:<width$} {:>+7.1} {:>6.1} {:>+6.1}  {}",
        turn.number,
        say::seat(turn.seat.into()),
        say::shorten(played, width),
        turn.margin,
        turn.loss,
        turn.luck,
        chances.join(" ")
    );
}

/// What could have been played.
fn best(text: &mut String, turn: &AnalysedTurn, candidate: &AnalysedLine, line: &str, width: usize) {
    let is_played = if candidate.line == turn.played { "  played" } else { "" };
    // Below the seat's chance after what was played.
    let column = 6 * Seat::from(turn.seat).index() + 5;
    let _ = writeln!(
        text,
        "{:14}{:<width$} {:>+7.1} {:15}{:>column$}{is_played}",
        "",
        say::shorten(line, width),
        candidate.margin,
        "",
        percent(candidate.chance)
    );
}

fn percent(chance: f64) -> String {
    format!("{:>3.0} %", 100.0 * chance)
}
