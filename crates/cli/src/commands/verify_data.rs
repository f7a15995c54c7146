//! `bastide verify-data`: whether everything the server keeps is as it was written.

use super::serve::database;
use crate::progress;
use crate::say::counted;
use anyhow::{Context, Result, ensure};
use server::store::Damage;
use server::store::sqlite::{Options, RecordState, Sqlite, Verified};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Look whether everything the server keeps is as it was written.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every entry of every log is compared with the chain of hashes that covers it, how far each log has come with the record beside the database, and the file with what SQLite expects. Nothing is changed, and the server may be running.

Exit code 0 if all is whole, 1 if something is damaged, 2 if that can't be found out.

Examples:
  bastide verify-data
  bastide verify-data --data /var/lib/bastide --json")]
pub struct Args {
    /// Folder of the data
    #[arg(long, env = "BASTIDE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Answer as one line of JSON, for programs
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Looks and says what was found.
    pub fn run(self) -> Result<ExitCode> {
        let path = database(self.data)?;
        let record = path.with_extension("db.heads");
        ensure!(
            path.exists() || record.exists(),
            "there is no database at {}; say where with --data",
            path.display()
        );
        ensure!(path.exists(), "{} is missing: {RESTORE}", path.display());
        let bar = progress::bar(0, "{pos} of {len} tables looked at");
        let found = Sqlite::verify(&path, &Options::default(), |done, all| {
            bar.set_length(all);
            bar.set_position(done);
        });
        bar.finish_and_clear();
        let found = found.with_context(|| path.display().to_string())?;
        let text = if self.json { wire::write(&report(&found)) + "\n" } else { say(&found) };
        std::io::stdout().lock().write_all(text.as_bytes())?;
        Ok(if found.is_whole() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}

const RESTORE: &str = "put a backup in its place with `bastide restore`";

fn say(found: &Verified) -> String {
    let mut lines = Vec::new();
    for problem in &found.problems {
        lines.push(format!("SQLite: {problem}"));
    }
    lines.extend(found.hurt.iter().map(Damage::to_string));
    match found.record {
        RecordState::Whole => {}
        RecordState::Missing => lines.push(
            "The record of heads is missing: whether logs have lost their ends, and whether games are missing, can't be told. The next start of the server writes it anew."
                .to_owned(),
        ),
        RecordState::Spoiled(records) => lines.push(format!(
            "The record of heads can't be read in {}: of their tables it may say too little.",
            counted(usize::try_from(records).unwrap_or(usize::MAX), "place")
        )),
    }
    if !found.problems.is_empty() {
        lines.push(format!(
            "The file is damaged: stop the server and {RESTORE}; without one, `bastide export-all` writes what can still be read, and `bastide import-all` makes a new database of it."
        ));
    }
    if !found.hurt.is_empty() {
        let tables = counted(found.hurt.len(), "table");
        lines.push(format!(
            "{tables} can only be looked at as far as they can be read; everything else goes on. A backup has them as they were; `bastide admin delete TABLE` takes away what is left of one."
        ));
    }
    let (games, entries) = (found.games as usize, found.entries as usize);
    let whole = if found.is_whole() { ", all as they were written" } else { "" };
    lines.push(format!("{} with {} looked at{whole}.", counted(games, "table"), counted(entries, "entry")));
    lines.join("\n") + "\n"
}

fn report(found: &Verified) -> wire::admin::Verified {
    wire::admin::Verified {
        whole: found.is_whole(),
        tables: found.games,
        entries: found.entries,
        hurt: found.hurt.iter().map(hurt).collect(),
        problems: found.problems.clone(),
        record: match found.record {
            RecordState::Whole => "whole".to_owned(),
            RecordState::Missing => "missing".to_owned(),
            RecordState::Spoiled(_) => "spoiled".to_owned(),
        },
    }
}

fn hurt(damage: &Damage) -> wire::admin::Hurt {
    wire::admin::Hurt {
        game: damage.game.to_string(),
        flaw: damage.flaw.name().to_owned(),
        readable: damage.readable,
        known: damage.known,
    }
}
