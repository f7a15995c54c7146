//! `bastide check`: are these records legal games with these results?

use crate::{files, say};
use anyhow::{Context, Result, bail};
use rules::notation::games;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Say whether records are legal games with the results they state.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A file may hold any number of games. What is wrong is printed as FILE:LINE:COLUMN and a sentence, and the exit
code is 2.

Examples:
  bastide check --fair log.json
  bastide check games.txt
  bastide simulate 100 --record games.txt && bastide check games.txt")]
pub struct Args {
    /// The files are logs of games from a server's page: does every draw follow from the secrets?
    #[arg(long)]
    fair: bool,
    /// Files of records; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Args {
    /// Checks all files, and fails if one is wrong.
    pub fn run(self) -> Result<()> {
        let mut out = BufWriter::new(std::io::stdout().lock());
        let mut wrong = 0;
        for path in &self.files {
            let checked = if self.fair { check_fair(path) } else { check(path) };
            match checked {
                Ok(found) => writeln!(out, "{}: {found}", path.display())?,
                Err(error) => {
                    wrong += 1;
                    out.flush()?;
                    crate::complain(&format!("{error:#}"));
                }
            }
        }
        out.flush()?;
        if wrong > 0 {
            bail!("{wrong} of {} not right", say::counted(self.files.len(), "file"));
        }
        Ok(())
    }
}

/// Whether the draws of a log are fair.
fn check_fair(path: &Path) -> Result<String> {
    let name = path.display();
    let log: wire::table::LogShown = wire::read(&files::read(path)?).with_context(|| name.to_string())?;
    let fair = server::table::Table::verify(&log.entries).with_context(|| name.to_string())?;
    let (draws, devices) = (say::counted(fair.draws, "draw"), say::counted(fair.devices, "device"));
    Ok(format!("fair: {draws} follow from the secrets of the server and of {devices}"))
}

/// How many legal games a file holds.
fn check(path: &Path) -> Result<String> {
    let text = files::read(path)?;
    let mut count = 0;
    for game in games(&text) {
        if let Err(error) = game.and_then(|game| game.check()) {
            let name = path.display();
            bail!("{name}:{}:{}: game {}: {}", error.line, error.column, count + 1, error.fault);
        }
        count += 1;
    }
    if count == 0 {
        bail!("{}: there is no game in it", path.display());
    }
    Ok(format!("{}, all legal", say::counted(count, "game")))
}
