//! An analysis for people.

use crate::say;
use rules::Seat;
use std::fmt::Write;
use wire::AnalysedGame;

/// The whole analysis; `lines` has each turn's played and best line in words.
pub fn text(game: &AnalysedGame, lines: &[[String; 2]]) -> String {
    let mut text = String::new();
    let width = lines.iter().map(|[played, _]| played.chars().count()).max().unwrap_or(6).clamp(6, 36);
    let _ = writeln!(
        text,
        "turn  seat    {:<width$} {:>7} {:>6} {:>6}  chances of winning  better",
        "played", "margin", "lost", "luck"
    );
    for (turn, [played, best]) in game.turns.iter().zip(lines) {
        let chances: Vec<String> =
            turn.chances.iter().map(|chance| format!("{:>3.0} %", 100.0 * chance)).collect();
        let better = if turn.loss >= 0.5 && played != best { best.as_str() } else { "" };
        let row = format!(
            "{:>4}  {:<7} {:<width$} {:>+7.1} {:>6.1} {:>+6.1}  {:<18}  {better}",
            turn.number,
            say::seat(turn.seat.into()),
            shorten(played, width),
            turn.margin,
            turn.loss,
            turn.luck,
            chances.join(" ")
        );
        let _ = writeln!(text, "{}", row.trim_end());
    }
    for (n, seat) in game.seats.iter().enumerate() {
        let who = seat.player.as_ref().map_or(String::new(), |player| format!(" ({player})"));
        let _ = writeln!(
            text,
            "{}{who}: lost {:.1} points in {} turns, luck of the draw {:+.1}",
            say::seat(Seat(n as u8)),
            seat.loss,
            seat.turns,
            seat.luck
        );
    }
    let decisive: Vec<String> = game.decisive.iter().map(usize::to_string).collect();
    if !decisive.is_empty() {
        let _ = writeln!(text, "The turns that decided it: {}", decisive.join(", "));
    }
    text
}

fn shorten(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text.chars().take(width - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}
