//! Games out of files of records.

use crate::files;
use anyhow::{Context, Result, ensure};
use rules::RULES_VERSION;
use rules::notation::{Fault, Game, RecordError, games};
use std::path::Path;

/// The first so many games of a file, at least one. What comes after them may be broken.
pub fn first(path: &Path, count: usize) -> Result<Vec<Game>> {
    let name = path.display();
    let found = games(&files::read(path)?).take(count).collect::<Result<Vec<Game>, _>>();
    let found = found.with_context(|| name.to_string())?;
    ensure!(!found.is_empty(), "{name}: there is no game in it");
    Ok(found)
}

/// The game of a file with a number from 1.
pub fn numbered(path: &Path, number: usize) -> Result<Game> {
    let mut found = first(path, number)?;
    let count = found.len();
    ensure!(count == number, "{} has games 1 to {count}, not {number}", path.display());
    Ok(found.swap_remove(number - 1))
}

/// Says so if a record states something else than its moves come to by the rules it names. The moves are believed.
pub fn doubt(path: &Path, game: &Game) {
    if game.rules != RULES_VERSION {
        return;
    }
    if let Err(RecordError { line, column, fault: fault @ Fault::Differs { .. } }) = game.check() {
        let place = format!("{}:{line}:{column}", path.display());
        crate::complain(&format!("{place}: {fault}; what follows is by the rules"));
    }
}
