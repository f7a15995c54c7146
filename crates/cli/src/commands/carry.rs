//! `bastide export-all` and `bastide import-all`: everything a server keeps, from one machine to another.

use super::serve::database;
use crate::say;
use anyhow::{Context, Result, anyhow, bail};
use server::store::Exported;
use server::store::sqlite::{Options, Sqlite};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Write everything the server keeps to a file.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The file holds the secrets of running games: whoever reads it knows the tiles to come. It is made so that only you can read it; keep it so. The server may be running: what is written is how everything was at one moment. Of tables that are hurt it is what can be read, and the exit code is 2.

Examples:
  bastide export-all games.jsonl
  bastide export-all games.jsonl --data /var/lib/bastide")]
pub struct ExportArgs {
    /// The file to write; it must not be there yet
    file: PathBuf,
    /// Folder of the data
    #[arg(long, env = "BASTIDE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
}

/// Fill a new server with everything from an export.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
All or nothing: if a line is wrong, nothing is imported, and no new folder or database is left. The folder must hold no games yet.

Example:
  bastide import-all games.jsonl --data /var/lib/bastide")]
pub struct ImportArgs {
    /// A file that export-all wrote
    file: PathBuf,
    /// Folder of the data
    #[arg(long, env = "BASTIDE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl ExportArgs {
    pub fn run(self) -> Result<()> {
        let path = database(self.data)?;
        anyhow::ensure!(path.exists(), "there is no database at {}; say where with --data", path.display());
        let name = self.file.display().to_string();
        let file = create_private(&self.file).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                anyhow!("{name} is there already; choose another name, or move it away")
            }
            _ => anyhow!(error).context(format!("{name} can't be made")),
        })?;
        let exported = Sqlite::export_beside(&path, &Options::default(), BufWriter::new(&file));
        if exported.is_err() {
            // Half an export is none.
            let _ = std::fs::remove_file(&self.file);
        }
        let Exported { lines, hurt } = exported.with_context(|| name.clone())?;
        file.sync_all().with_context(|| name.clone())?;
        let mut out = std::io::stdout().lock();
        writeln!(
            out,
            "{name}: {}. It holds secrets of running games: keep it to yourself.",
            lines_of(lines)
        )?;
        if let Some(first) = hurt.first() {
            let tables = say::counted(hurt.len(), "table");
            bail!(
                "{tables} could not be exported whole, the first of them because {first}; `bastide verify-data` names them all"
            );
        }
        Ok(())
    }
}

impl ImportArgs {
    pub fn run(self) -> Result<()> {
        let path = database(self.data)?;
        let name = self.file.display().to_string();
        let file = File::open(&self.file).with_context(|| format!("{name} can't be read"))?;
        let folder = path.parent().unwrap_or(&path);
        let made: Vec<&Path> = folder.ancestors().take_while(|folder| !folder.exists()).collect();
        std::fs::create_dir_all(folder).with_context(|| format!("{} can't be made", folder.display()))?;
        let imported = server::carry::import_all(&path, &Options::default(), BufReader::new(file));
        if imported.is_err() {
            // Only those that are empty can be taken away.
            made.iter().for_each(|folder| drop(std::fs::remove_dir(folder)));
        }
        let lines = imported.with_context(|| name.clone())?;
        writeln!(std::io::stdout().lock(), "{name}: {} imported into {}", lines_of(lines), path.display())?;
        Ok(())
    }
}

fn lines_of(lines: u64) -> String {
    say::counted(usize::try_from(lines).unwrap_or(usize::MAX), "line")
}

/// A new file that only its owner can read.
fn create_private(path: &std::path::Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
