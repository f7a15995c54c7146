//! `bastide backup` and `bastide restore`: a copy of the server's data in one file, and back.

use super::serve::database;
use crate::progress;
use anyhow::{Context, Result, bail, ensure};
use server::store::sqlite::{Options, Progress, Sqlite, Wish};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Copy the server's data to one file.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The server may be running: the copy holds everything that was acknowledged before it began, and it is checked. It holds the secrets of running games, so it is made readable for you alone; keep it so. If tables are hurt, no copy is made unless --damaged says so: a good backup is not to be replaced by a bad one.

Examples:
  bastide backup games.backup
  bastide backup games.backup --data /var/lib/bastide --force")]
pub struct BackupArgs {
    /// The file to write
    file: PathBuf,
    /// Folder of the data
    #[arg(long, env = "BASTIDE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Write over a file that is there already
    #[arg(long)]
    force: bool,
    /// Copy tables that are hurt, too, as they are
    #[arg(long)]
    damaged: bool,
}

/// Put a backup in the place of the server's data.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The server must not be running. The backup is checked first; if anything is wrong with it, the data stays as it is.

Example:
  bastide restore games.backup --data /var/lib/bastide")]
pub struct RestoreArgs {
    /// A file that backup wrote
    file: PathBuf,
    /// Folder of the data
    #[arg(long, env = "BASTIDE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Replace the data that is there; it is lost
    #[arg(long)]
    force: bool,
    /// Put back tables that are hurt, too, as they are
    #[arg(long)]
    damaged: bool,
}

impl BackupArgs {
    /// Makes a backup.
    pub fn run(self) -> Result<()> {
        let path = database(self.data)?;
        ensure!(path.exists(), "there is no database at {}; say where with --data", path.display());
        let name = self.file.display().to_string();
        if !self.force && self.file.exists() {
            bail!("{name} is there already and was left as it is; --force writes over it");
        }
        let bar = progress::bar(0, "{pos} of {len} pages copied");
        let told = |progress: Progress| show(&bar, progress);
        let wish = Wish { force: self.force, damaged: self.damaged };
        let copied = Sqlite::backup(&path, &Options::default(), &self.file, wish, told);
        bar.finish_and_clear();
        copied.with_context(|| name.clone())?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{name}: copied and checked. It holds secrets of running games: keep it to yourself.")?;
        Ok(())
    }
}

impl RestoreArgs {
    /// Restores a backup.
    pub fn run(self) -> Result<()> {
        let path = database(self.data)?;
        let name = self.file.display().to_string();
        let folder = path.parent().unwrap_or(&path);
        let made: Vec<&Path> = folder.ancestors().take_while(|folder| !folder.exists()).collect();
        std::fs::create_dir_all(folder).with_context(|| format!("{} can't be made", folder.display()))?;
        let bar = progress::bar(0, "{pos} of {len} pages copied");
        let told = |progress: Progress| show(&bar, progress);
        let wish = Wish { force: self.force, damaged: self.damaged };
        let restored = Sqlite::restore(&path, &Options::default(), &self.file, wish, told);
        bar.finish_and_clear();
        if restored.is_err() {
            // Only those that are empty can be taken away.
            made.iter().for_each(|folder| drop(std::fs::remove_dir(folder)));
        }
        restored.with_context(|| name.clone())?;
        writeln!(std::io::stdout().lock(), "{name}: checked and restored to {}", path.display())?;
        Ok(())
    }
}

fn show(bar: &indicatif::ProgressBar, progress: Progress) {
    bar.set_length(progress.all);
    bar.set_position(progress.done);
}
