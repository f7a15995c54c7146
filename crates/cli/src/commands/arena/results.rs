//! The results file: a line for the match, a line for each round, appended as they come.

use ai::arena::{Game, Pace};
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use wire::{ArenaGame, ArenaLine, ArenaMatch, ArenaRound};

/// What has been played, and where it is written down.
pub struct Results {
    file: Option<File>,
    done: BTreeSet<u64>,
}

impl Results {
    /// Opens a file, if one is named, and shows the rounds it has.
    pub fn open(path: Option<&Path>, contest: &ArenaMatch, mut see: impl FnMut(&[Game])) -> Result<Results> {
        let Some(path) = path else { return Ok(Results { file: None, done: BTreeSet::new() }) };
        ensure!(path != Path::new("-"), "`-` is no file; name the one that keeps the results");
        let text = if path.exists() { crate::files::read(path)? } else { String::new() };
        let mut results = Results { file: None, done: BTreeSet::new() };
        for (n, line) in text.lines().enumerate() {
            // What was being written when the program was killed ends the file and is played again.
            let is_last = n + 1 == text.lines().count() && !text.ends_with('\n');
            match wire::read_back::<ArenaLine>(line) {
                Ok(ArenaLine::Match(other)) if other == *contest => {}
                Ok(ArenaLine::Match(_)) => {
                    bail!("{} has the results of another match; name another file", path.display())
                }
                Ok(ArenaLine::Round(round)) => results.take(round, &mut see),
                Err(_) if is_last => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("{}, line {}", path.display(), n + 1));
                }
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let mut file = file.with_context(|| crate::files::cannot_write(path))?;
        if text.is_empty() {
            writeln!(file, "{}", wire::write(&ArenaLine::Match(contest.clone())))?;
        } else if !text.ends_with('\n') {
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            file.set_len(whole as u64)?;
        }
        results.file = Some(file);
        Ok(results)
    }

    fn take(&mut self, ArenaRound { round, games }: ArenaRound, see: &mut impl FnMut(&[Game])) {
        if !self.done.insert(round) {
            return;
        }
        let game = |(rotation, game): (usize, ArenaGame)| {
            let pace = |((thoughts, ms), longest): ((u32, f64), f64)| Pace {
                thoughts,
                time: Duration::from_secs_f64(ms.max(0.0) / 1e3),
                longest: Duration::from_secs_f64(longest.max(0.0) / 1e3),
            };
            let paces = game.thoughts.into_iter().zip(game.ms).zip(game.longest).map(pace);
            Game { round, rotation: rotation as u8, points: game.points, paces: paces.collect() }
        };
        see(&games.into_iter().enumerate().map(game).collect::<Vec<_>>());
    }

    /// Whether a round has been played.
    pub fn has(&self, round: u64) -> bool {
        self.done.contains(&round)
    }

    /// Writes a round down.
    pub fn put(&mut self, round: u64, games: &[Game]) -> Result<()> {
        self.done.insert(round);
        let Some(file) = &mut self.file else { return Ok(()) };
        let ms = |time: Duration| (1e6 * time.as_secs_f64()).round() / 1e3;
        let game = |game: &Game| ArenaGame {
            points: game.points.clone(),
            thoughts: game.paces.iter().map(|pace| pace.thoughts).collect(),
            ms: game.paces.iter().map(|pace| ms(pace.time)).collect(),
            longest: game.paces.iter().map(|pace| ms(pace.longest)).collect(),
        };
        let line = ArenaLine::Round(ArenaRound { round, games: games.iter().map(game).collect() });
        file.write_all((wire::write(&line) + "\n").as_bytes()).context("the results cannot be written")
    }
}
