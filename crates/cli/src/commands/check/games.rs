//! Files of records, judged game by game while they are read.

use super::name;
use crate::records::{self, Records};
use crate::say;
use anyhow::{Result, bail, ensure};
use rules::RULES_VERSION;
use rules::notation::{Game, RecordError};
use std::path::Path;
use wire::CheckLine;

/// How many legal games a file holds; each that is none is told at once.
pub fn check(path: &Path, mut tell: impl FnMut(CheckLine) -> Result<()>) -> Result<CheckLine> {
    let mut records = Records::open(path)?;
    let (mut games, mut wrong, mut older, mut taken_back) = (0, 0, 0, 0);
    while let Some(game) = records.next_game()? {
        games += 1;
        let (place, message) = match game.map_err(Wrong::Record).and_then(|game| judge(&game)) {
            Ok(Legal { rules, turns_taken_back }) => {
                older += usize::from(rules != RULES_VERSION);
                taken_back += usize::from(turns_taken_back > 0);
                continue;
            }
            Err(Wrong::Record(error)) => (Some((error.line, error.column)), error.fault.to_string()),
            Err(Wrong::Unknown(rules)) => (None, unknown_version(rules)),
        };
        wrong += 1;
        let (line, column) = place.unzip();
        tell(CheckLine::Wrong { file: name(path), game: games, line, column, message })?;
    }
    ensure!(games > 0, records::none(path));
    Ok(CheckLine::Games { file: name(path), games, wrong, older, taken_back })
}

/// Why a game is not right.
enum Wrong {
    Record(RecordError),
    /// The rules version of a newer program.
    Unknown(u32),
}

/// What is to be said of a legal game.
struct Legal {
    rules: u32,
    turns_taken_back: u32,
}

fn judge(game: &Game) -> Result<Legal, Wrong> {
    match game.check() {
        _ if game.rules > RULES_VERSION => Err(Wrong::Unknown(game.rules)),
        Ok(_) => Ok(Legal { rules: game.rules, turns_taken_back: game.taken_back() }),
        Err(error) => Err(Wrong::Record(error)),
    }
}

/// What is said of a wrong game: `FILE:LINE:COLUMN: game 3: ...`.
pub fn complaint(file: &str, game: usize, place: Option<(u32, u32)>, message: &str) -> String {
    let place = place.map(|(line, column)| format!("{line}:{column}:")).unwrap_or_default();
    format!("{file}:{place} game {game}: {message}")
}

/// What is said of a file.
pub fn verdict(file: &str, games: usize, wrong: usize, older: usize, taken_back: usize) -> Result<String> {
    match (games, wrong) {
        (_, 0) => {
            let mut found = format!("{}, all legal", say::counted(games, "game"));
            if older > 0 {
                let version = format!(" by rules version {RULES_VERSION}");
                found.push_str(&format!("{version}; {older} of them made under an older one"));
            }
            if taken_back > 0 {
                found.push_str(&format!("; in {taken_back} of them turns were taken back"));
            }
            Ok(found)
        }
        (1, _) => bail!("{file}: its game is not right"),
        _ => bail!("{file}: {wrong} of {games} games are not right"),
    }
}

/// What is said of a record from a program that is newer than this one.
pub fn unknown_version(rules: u32) -> String {
    format!(
        "it was played under rules version {rules}, which this program, with version {RULES_VERSION}, does not know; a newer one does"
    )
}
