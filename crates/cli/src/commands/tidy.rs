//! `bastide tidy`: what nobody needs any more goes.

use super::admin;
use super::serve::{database, folder};
use crate::numbers::whole;
use anyhow::{Context, Result, bail, ensure};
use server::settings::Retention;
use server::store::Store;
use server::store::sqlite::{OpenError, Options, Sqlite};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use wire::admin::{AdminAnswer, AdminRequest, Going, RetentionKind};

/// Delete what nobody needs any more: tables without a game, abandoned games, old games that nobody keeps.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A running server does so by itself, every hour, a little at a time. This command has it begin at once; the server's own settings count then, not the options below. Without a server it does the work itself and makes the database smaller.

Examples:
  bastide tidy --dry-run
  bastide tidy --data /var/lib/bastide --keep-games 90")]
pub struct Args {
    /// Folder of the data
    #[arg(long, env = "BASTIDE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Only say what would go
    #[arg(long)]
    dry_run: bool,
    /// Answer as one line of JSON, for programs
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    retention: RetentionArgs,
}

/// How long things are kept.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct RetentionArgs {
    /// Days after which a table at which no game began is deleted; 0 keeps it [default: 7]
    #[arg(long, env = "BASTIDE_KEEP_UNSTARTED", value_name = "DAYS", value_parser = whole::<u32>(0..=36_500))]
    keep_unstarted: Option<u32>,
    /// Days after which a game in which only the computer plays is deleted; 0 keeps it [default: 7]
    #[arg(long, env = "BASTIDE_KEEP_COMPUTERS", value_name = "DAYS", value_parser = whole::<u32>(0..=36_500))]
    keep_computers: Option<u32>,
    /// Days after which one person's unfinished game is deleted, such as a lesson; 0 keeps it [default: 30]
    #[arg(long, env = "BASTIDE_KEEP_ALONE", value_name = "DAYS", value_parser = whole::<u32>(0..=36_500))]
    keep_alone: Option<u32>,
    /// Days after which any other game is deleted if nobody keeps it; 0 keeps it [default: 365]
    #[arg(long, env = "BASTIDE_KEEP_GAMES", value_name = "DAYS", value_parser = whole::<u32>(0..=36_500))]
    keep_games: Option<u32>,
    /// Days after which a person who has no game and does not come is forgotten; 0 forgets nobody [default: 400]
    #[arg(long, env = "BASTIDE_KEEP_PEOPLE", value_name = "DAYS", value_parser = whole::<u32>(0..=36_500))]
    keep_people: Option<u32>,
}

impl RetentionArgs {
    /// The settings, where nothing is said the usual ones.
    pub fn retention(self) -> Retention {
        let usual = Retention::default();
        let days = |said: Option<u32>, usual| said.map_or(usual, |days| Some(days).filter(|days| *days > 0));
        Retention {
            unstarted: days(self.keep_unstarted, usual.unstarted),
            computers: days(self.keep_computers, usual.computers),
            alone: days(self.keep_alone, usual.alone),
            games: days(self.keep_games, usual.games),
            people: days(self.keep_people, usual.people),
        }
    }
}

impl Args {
    /// Deletes what is to go, or says what that is.
    pub fn run(self) -> Result<()> {
        let path = database(self.data.clone())?;
        ensure!(path.exists(), "there is no database at {}; say where with --data", path.display());
        let (answer, by_server) = match Sqlite::open(&path, &Options::default()) {
            Err(OpenError::Locked { .. }) => {
                (admin::ask(&folder(self.data)?, &AdminRequest::Tidy { dry_run: self.dry_run })?, true)
            }
            database => (alone(database?.into(), &path, self.retention.retention(), self.dry_run)?, false),
        };
        let text = match answer {
            _ if self.json => wire::write(&answer) + "\n",
            AdminAnswer::Tidied { going, dry_run } => told(&going, dry_run, by_server),
            AdminAnswer::Refused { message } => bail!(message),
            _ => bail!("the server answers something else; both must be of one version"),
        };
        std::io::stdout().lock().write_all(text.as_bytes())?;
        Ok(())
    }
}

/// Without a server.
fn alone(store: Store, path: &Path, retention: Retention, dry_run: bool) -> Result<AdminAnswer> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64;
    let going = server::tidy::going(&store, &retention, now)?;
    if !dry_run {
        server::tidy::tidy(&store, &retention, now)?;
        drop(store);
        let failed = "what nobody needs was deleted, but the database could not be made smaller";
        Sqlite::compact(path, &Options::default()).context(failed)?;
    }
    Ok(AdminAnswer::Tidied { going, dry_run })
}

fn told(going: &[Going], dry_run: bool, by_server: bool) -> String {
    let mut out = String::new();
    for Going { kind, days, count, bytes } in going {
        let after = match days {
            Some(1) => "after 1 day".to_owned(),
            Some(days) => format!("after {days} days"),
            None => "kept for ever".to_owned(),
        };
        let size = match kind {
            RetentionKind::People => String::new(),
            _ => format!(" ({:.1} MB)", *bytes as f64 / 1e6),
        };
        // Writing into a string cannot fail.
        let _ = writeln!(out, "{}, {after}: {count}{size}", name(*kind));
    }
    out + match (dry_run, by_server) {
        (true, _) => "Nothing was deleted.\n",
        (false, true) => {
            "The server deletes them now, a little at a time; games that somebody looks at stay.\n"
        }
        (false, false) => "All of that was deleted.\n",
    }
}

fn name(kind: RetentionKind) -> &'static str {
    match kind {
        RetentionKind::Unstarted => "Tables at which no game began",
        RetentionKind::Computers => "Games in which only the computer plays",
        RetentionKind::Alone => "Unfinished games of one person",
        RetentionKind::Games => "Other games that nobody keeps",
        RetentionKind::People => "People who have no game and did not come",
    }
}
