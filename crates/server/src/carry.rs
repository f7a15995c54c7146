//! Everything a server keeps, from one machine to another: what the store does not know of is looked at here.

use crate::store::Part;
use crate::store::sqlite::{OpenError, Options, Sqlite};
use std::io::BufRead;
use std::path::Path;
use wire::table::{Entry, Logged, Summary};

/// Fills a new or empty database with everything from an export, or leaves it as it is if a line is wrong (a new one not at
/// all), and tells how many lines were read.
pub fn import_all(path: &Path, options: &Options, from: impl BufRead) -> Result<u64, OpenError> {
    Sqlite::import_all(path, options, from, check)
}

/// Every text must be one that a table could have written.
fn check(part: Part<'_>) -> Result<(), String> {
    match part {
        Part::Summary(text) => match wire::read_back::<Summary>(text) {
            Ok(_) => Ok(()),
            Err(bad) => Err(format!("what lists are to show of this game cannot be read: {bad}")),
        },
        Part::Entry(text, version) => match wire::read_back::<Logged>(text) {
            Ok(logged) if matches!(logged.entry, Entry::Opened { .. }) == (version == 1) => Ok(()),
            Ok(_) if version == 1 => {
                Err("the first entry of a game must say how its table was made".to_owned())
            }
            Ok(_) => Err("a table is made by the first entry of its game, and only there".to_owned()),
            Err(bad) => Err(format!("this entry cannot be read: {bad}")),
        },
    }
}
