//! `bastide check`: are these records legal games with these results?

use crate::{files, say};
use anyhow::{Context, Result, bail};
use rules::RULES_VERSION;
use rules::notation::{Game, RecordError, games};
use server::table::{CalledOff, Fair, Mine, Table};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use wire::table::{Entry, LogShown, Receipt};

/// Say whether records are legal games with the results they state.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A file may hold any number of games. What is wrong is printed as FILE:LINE:COLUMN and a sentence for each game, and the exit code is 2.

Examples:
  bastide check games.txt
  bastide check --fair log.json
  bastide check --fair --mine receipt.json log.json")]
pub struct Args {
    /// The files are logs of games from a server's page: does every draw follow from the secrets?
    #[arg(long)]
    fair: bool,
    /// A receipt that the page saved: does the log hold what this device gave to the deal and saw of it?
    #[arg(long, value_name = "FILE", requires = "fair")]
    mine: Option<PathBuf>,
    /// Files of records; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Args {
    /// Checks all files, and fails if one is wrong.
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let mut wrong = Vec::new();
        for path in &self.files {
            let checked = if self.fair { check_fair(path, self.mine.as_deref()) } else { check(path) };
            match checked {
                Ok(found) => tell(&mut out, &format!("{}: {found}", path.display()))?,
                Err(error) => {
                    if self.files.len() > 1 {
                        crate::complain(&format!("{error:#}"));
                    }
                    wrong.push(error);
                }
            }
        }
        let count = wrong.len();
        match wrong.pop() {
            None => Ok(()),
            Some(error) if self.files.len() == 1 => Err(error),
            Some(_) => bail!("{count} of {} files are not right", self.files.len()),
        }
    }
}

/// Says what is right. If nobody listens any more, the verdict is still to be found.
fn tell(out: &mut impl Write, line: &str) -> Result<()> {
    match writeln!(out, "{line}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Whether the draws of a log are fair, and what that proves.
fn check_fair(path: &Path, mine: Option<&Path>) -> Result<String> {
    let name = path.display();
    let log: LogShown = wire::read(&files::read(path)?).with_context(|| name.to_string())?;
    let fair = Table::verify(&log.entries).with_context(|| name.to_string())?;
    let (draws, devices) = (say::counted(fair.draws, "draw"), say::counted(fair.devices, "device"));
    let mut found = format!("{draws} follow from the secrets of the server and of {devices}");
    let taken_back = log.entries.iter().filter(|line| matches!(line.entry, Entry::TookBack { .. })).count();
    if taken_back > 0 {
        let turns = say::counted(taken_back, "turn");
        found.push_str(&format!("\n  {turns} taken back: who did so had seen the tiles that came after"));
    }
    for (called_off, n) in fair.called_off.iter().zip(1..) {
        found.push_str(&format!("\n  deal {n} was called off {}", why(called_off)));
    }
    let proved = match mine {
        Some(mine) => proved(&log, &fair, mine).with_context(|| name.to_string())?,
        None => {
            "whether the host wrote this log anew is not known: that takes a receipt (--mine FILE)".into()
        }
    };
    found.push_str(&format!("\n  {proved}"));
    Ok(found)
}

fn why(CalledOff { missing, revealed }: &CalledOff) -> String {
    let devices: Vec<String> = missing.iter().map(u32::to_string).collect();
    let when = if *revealed { "after secrets were revealed" } else { "before a secret was revealed" };
    format!("{when}: no answer from device {}", devices.join(", "))
}

/// What a receipt adds to a log whose draws follow from its secrets.
fn proved(log: &LogShown, fair: &Fair, mine: &Path) -> Result<String> {
    let receipt: Receipt = wire::read(&files::read(mine)?).with_context(|| mine.display().to_string())?;
    let Mine { decks } = Table::verify_mine(log, fair, &receipt)?;
    Ok(match decks {
        1 => "fair: the log agrees with the receipt, so nobody chose the deck, not even the host".into(),
        _ => format!(
            "the log agrees with the receipt, but the host could choose among {decks} decks: it can know the deck when all devices have revealed, and then call the deal off"
        ),
    })
}

/// How many legal games a file holds; each that is none is told at once.
fn check(path: &Path) -> Result<String> {
    let text = files::read(path)?;
    let name = path.display();
    let (mut count, mut wrong, mut older, mut taken_back) = (0, 0, 0, 0);
    judge_all(&text, |verdict| {
        count += 1;
        match verdict {
            Verdict::Legal { rules, taken_back: turns } => {
                older += usize::from(rules != RULES_VERSION);
                taken_back += usize::from(turns > 0);
            }
            Verdict::Wrong(RecordError { line, column, fault }) => {
                wrong += 1;
                crate::complain(&format!("{name}:{line}:{column}: game {count}: {fault}"));
            }
            Verdict::Unknown { rules } => {
                wrong += 1;
                crate::complain(&format!("{name}: game {count}: {}", unknown_version(rules)));
            }
        }
    });
    match (count, wrong, older) {
        (0, ..) => bail!("{name}: there is no game in it"),
        (_, 0, _) => {
            let mut found = format!("{}, all legal", say::counted(count, "game"));
            if older > 0 {
                found.push_str(&format!(
                    " by rules version {RULES_VERSION}; {older} of them made under an older one"
                ));
            }
            if taken_back > 0 {
                found.push_str(&format!("; in {taken_back} of them turns were taken back"));
            }
            Ok(found)
        }
        (1, ..) => bail!("{name}: its game is not right"),
        _ => bail!("{name}: {wrong} of {count} games are not right"),
    }
}

/// What is said of a record from a program that is newer than this one.
pub fn unknown_version(rules: u32) -> String {
    format!(
        "it was played under rules version {rules}, which this program, with version {RULES_VERSION}, does not know; a newer one does"
    )
}

/// What is to be said of a game.
enum Verdict {
    Legal { rules: u32, taken_back: u32 },
    Wrong(RecordError),
    Unknown { rules: u32 },
}

impl Verdict {
    fn of(game: &Game) -> Verdict {
        match game.check() {
            _ if game.rules > RULES_VERSION => Verdict::Unknown { rules: game.rules },
            Ok(_) => Verdict::Legal { rules: game.rules, taken_back: game.taken_back() },
            Err(error) => Verdict::Wrong(error),
        }
    }
}

/// Judges every game of a text. After one that cannot be read, the next is looked for where a header begins.
fn judge_all(text: &str, mut tell: impl FnMut(Verdict)) {
    let (mut rest, mut lines_before) = (text, 0);
    loop {
        let mut broken = None;
        for game in games(rest) {
            let verdict = match game {
                Ok(game) => Verdict::of(&game),
                Err(error) => {
                    broken = Some(error.clone());
                    Verdict::Wrong(error)
                }
            };
            tell(match verdict {
                Verdict::Wrong(error) => {
                    Verdict::Wrong(RecordError { line: error.line + lines_before, ..error })
                }
                other => other,
            });
        }
        let Some((at, lines)) = broken.and_then(|error| next_header(rest, &error)) else { return };
        (rest, lines_before) = (&rest[at..], lines_before + lines);
    }
}

/// Where the next game begins after an error: the byte, and how many lines are before it.
fn next_header(text: &str, error: &RecordError) -> Option<(usize, u32)> {
    // A record that was cut off is found out at the header of the next, which is no error of that one.
    let cut_off = error.column == 1 && error.line > 1;
    let first = if cut_off { error.line } else { error.line + 1 };
    let mut at = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        if number >= first && line.trim_start().starts_with("[Rules ") {
            return Some((at, number - 1));
        }
        at += line.len();
    }
    None
}
