//! `bastide check`: are these records legal games with these results?

mod fair;
mod games;

use anyhow::{Result, bail};
pub use games::unknown_version;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use wire::CheckLine;

/// Say whether records are legal games with the results they state.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A file may hold any number of games. What is wrong is printed as FILE:LINE:COLUMN and a sentence for each game, and the exit code is 2.

With --json every wrong game is a line, and every file is one.

Examples:
  bastide check games.txt
  bastide check --json games.txt
  bastide check --fair log.json
  bastide check --fair --mine receipt.json log.json")]
pub struct Args {
    /// The files are logs of games from a server's page: does every draw follow from the secrets?
    #[arg(long)]
    fair: bool,
    /// A receipt that the page saved: does the log hold what this device gave to the deal and saw of it?
    #[arg(long, value_name = "FILE", requires = "fair")]
    mine: Option<PathBuf>,
    /// Lines of JSON
    #[arg(long)]
    json: bool,
    /// Files of records; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Args {
    /// Checks all files, and fails if one is wrong.
    pub fn run(self) -> Result<()> {
        let mut wrong = Vec::new();
        for path in &self.files {
            if let Err(error) = self.check(path) {
                if self.files.len() > 1 {
                    crate::complain(&format!("{error:#}"));
                }
                wrong.push(error);
            }
        }
        let count = wrong.len();
        match wrong.pop() {
            None => Ok(()),
            Some(error) if self.files.len() == 1 => Err(error),
            Some(_) => bail!("{count} of {} files are not right", self.files.len()),
        }
    }

    /// Checks a file and says what it found.
    fn check(&self, path: &Path) -> Result<()> {
        let found = match self.find(path) {
            Ok(found) => found,
            Err(error) if self.json => {
                say(&wire::write(&CheckLine::Failed { file: name(path), message: format!("{error:#}") }))?;
                return Err(error);
            }
            Err(error) => return Err(error),
        };
        if self.json {
            say(&wire::write(&found))?;
        }
        let verdict = verdict(&found)?;
        if self.json { Ok(()) } else { say(&format!("{}: {verdict}", path.display())) }
    }

    fn find(&self, path: &Path) -> Result<CheckLine> {
        if self.fair {
            return fair::check(path, self.mine.as_deref());
        }
        games::check(path, |wrong| {
            if self.json {
                return say(&wire::write(&wrong));
            }
            if let Err(error) = verdict(&wrong) {
                crate::complain(&error.to_string());
            }
            Ok(())
        })
    }
}

/// What is said of a file in which everything is right; an error for one that is not, and for a wrong game.
fn verdict(found: &CheckLine) -> Result<String> {
    match found {
        CheckLine::Games { file, games, wrong, older, taken_back } => {
            games::verdict(file, *games, *wrong, *older, *taken_back)
        }
        CheckLine::Fair { draws, devices, taken_back, called_off, decks, .. } => {
            Ok(fair::verdict((*draws, *devices), *taken_back, called_off, *decks))
        }
        CheckLine::Wrong { file, game, line, column, message } => {
            bail!(games::complaint(file, *game, line.zip(*column), message))
        }
        CheckLine::Failed { message, .. } => bail!("{message}"),
    }
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

/// Says something. If nobody listens any more, the verdict is still to be found.
fn say(line: &str) -> Result<()> {
    match writeln!(std::io::stdout().lock(), "{line}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
