//! A folder of data, looked at by the commands of the binary.

use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;
use tokio::process::Command;
use wire::admin::Verified;
use wire::export::ExportLine;

/// An entry of a log: version, time, text and words.
pub type LoggedEntry = (u64, i64, String, Vec<Option<String>>);
/// The entries of a log.
pub type Log = Vec<LoggedEntry>;

/// A folder of data.
pub struct Data {
    program: PathBuf,
    folder: PathBuf,
}

impl Data {
    /// That of a server.
    pub fn new(program: &Path, folder: &Path) -> Data {
        Data { program: program.to_owned(), folder: folder.to_owned() }
    }

    async fn run(&self, words: &[&str]) -> Result<Output> {
        let mut command = Command::new(&self.program);
        command.args(words).arg("--data").arg(&self.folder).kill_on_drop(true);
        command.output().await.with_context(|| format!("{words:?} cannot be started"))
    }

    /// What `bastide verify-data` finds; nothing if it says that it can't find out.
    pub async fn verify(&self) -> Result<Option<Verified>> {
        let output = self.run(&["verify-data", "--json"]).await?;
        let said = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(code @ (0 | 1)) => {
                let found: Verified = wire::read(String::from_utf8_lossy(&output.stdout).trim())?;
                ensure!(found.whole == (code == 0), "exit code {code} for {found:?}");
                Ok(Some(found))
            }
            Some(2) if !said.is_empty() => Ok(None),
            _ => anyhow::bail!("verify-data ended with {}: {said}", output.status),
        }
    }

    /// All logs that can be exported, and how many entries they have.
    pub async fn logs(&self) -> Result<(BTreeMap<String, Log>, usize)> {
        let file = self.folder.with_extension("jsonl");
        let _ = std::fs::remove_file(&file);
        let name = file.to_str().context("a path that is no text")?;
        // Where tables are hurt, it says so and fails; what can be read is there.
        let output = self.run(&["export-all", name]).await?;
        let text = std::fs::read_to_string(&file);
        let text = text.with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
        std::fs::remove_file(&file)?;
        let (mut logs, mut entries) = (BTreeMap::new(), 0);
        let mut last: Option<&mut Log> = None;
        for line in text.lines() {
            match wire::read_back(line)? {
                ExportLine::Game(game) => last = Some(logs.entry(game.game).or_default()),
                ExportLine::Entry { version, at, entry, words } => {
                    let words = words.into_iter().map(|word| word.text).collect();
                    last.as_mut().context("an entry of no game")?.push((version, at, entry, words));
                    entries += 1;
                }
                _ => {}
            }
        }
        Ok((logs, entries))
    }

    /// Copies it to a file while a server writes to it.
    pub async fn backup(&self, file: &Path) -> Result<()> {
        self.done(&["backup", file.to_str().context("a path that is no text")?]).await
    }

    /// Fills it from such a file.
    pub async fn restore(&self, file: &Path) -> Result<()> {
        self.done(&["restore", file.to_str().context("a path that is no text")?]).await
    }

    async fn done(&self, words: &[&str]) -> Result<()> {
        let output = self.run(words).await?;
        ensure!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    }
}
