//! Games written down, and gone on with.

use super::Play;
use crate::commands::check::unknown_version;
use crate::{players, records, say};
use anyhow::{Context, Result, ensure};
use chance::Game;
use rules::notation;
use rules::{Position, RULES_VERSION, Seat};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The game of a record as far as it went, and who played for the seats that the computer had, if the record says so.
pub fn resume(file: &Path, seed: u64) -> Result<(Game, Option<Vec<String>>)> {
    let name = file.display();
    let game = records::only(file)?;
    ensure!(game.rules <= RULES_VERSION, "{name} cannot be gone on with: {}", unknown_version(game.rules));
    records::doubt(file, &game);
    let mut table = Game::at(Position::new(&game.setup)?, seed);
    table
        .apply_all(game.inputs().map(Some))
        .map_err(|refused| refused.why)
        .with_context(|| format!("{name} is no legal game"))?;
    table.keep_draws();
    ensure!(!table.is_over(), "the game in {name} is over; bastide replay {name} shows it");
    Ok((table, computers(&game)))
}

/// Who played for the seats that the computer had.
fn computers(game: &notation::Game) -> Option<Vec<String>> {
    let names: Vec<_> = (0..game.setup.seats).filter_map(|n| game.player(Seat(n))).collect();
    let player = |name: &&str| match players::of_record(name)? {
        players::COMPUTER => Some(ai::USUAL_LEVEL.to_owned()),
        player => Some(player.to_owned()),
    };
    (!names.is_empty()).then(|| names.iter().filter_map(player).collect())
}

impl Play {
    /// The game written down, with the day and who played.
    pub(super) fn record(&self) -> String {
        let mut recorder = records::recorder(&self.table);
        let mut set = |name: &str, value: &str| {
            let set = recorder.tags().set(name, value);
            debug_assert!(set.is_ok(), "{name} is a free tag");
        };
        set("Date", &today());
        for n in 0..self.table.position().setup().seats {
            let computer = n.checked_sub(self.people).map(|n| &self.computer[usize::from(n)]);
            let colour = say::seat(Seat(n));
            let name = computer.map_or(colour.to_owned(), |(player, _)| players::recorded(colour, player));
            set(&format!("Player{}", n + 1), &name);
        }
        recorder.finish().to_string()
    }
}

fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(now.as_secs() / 86_400)
}

/// The day so many days after the first of January 1970. Years are counted from March, so that the day of a
/// leap year comes last.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day + 2) / 153;
    let day = day - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year + u64::from(month < 3);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(19_782), "2024-02-29");
        assert_eq!(date(20_772), "2026-11-15");
    }
}
