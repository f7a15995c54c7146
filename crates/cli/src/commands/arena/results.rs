//! The results file: a line for the match, a line for each round, appended as they come.

use ai::arena::{MatchGame, ThinkingPace};
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use wire::{ArenaGame, ArenaLine, ArenaMatch, ArenaRound};

/// No game takes longer, in milliseconds: 30 years. Any number of them can be added up.
const LONGEST: f64 = 1e12;

/// What has been played, and where it is written down.
pub struct Results {
    file: Option<File>,
    done: BTreeSet<u64>,
}

impl Results {
    /// Opens a file, if one is named, and shows the rounds it has.
    pub fn open(
        path: Option<&Path>,
        contest: &ArenaMatch,
        mut see: impl FnMut(&[MatchGame]),
    ) -> Result<Results> {
        let Some(path) = path else { return Ok(Results { file: None, done: BTreeSet::new() }) };
        ensure!(path != Path::new("-"), "`-` is no file; name the one that keeps the results");
        let mut file = claim(path)?;
        let text = crate::files::read(path)?;
        let mut results = Results { file: None, done: BTreeSet::new() };
        let head = wire::write(&ArenaLine::Match(contest.clone())) + "\n";
        // What was being written when the program was killed ends the file and is played again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let is_ours = whole > 0 || head.starts_with(&text);
        ensure!(is_ours, "{} is no file of results; name another", path.display());
        for (n, line) in text[..whole].lines().enumerate() {
            let place = || format!("{}, line {}", path.display(), n + 1);
            match wire::read_back::<ArenaLine>(line).with_context(place)? {
                ArenaLine::Match(other) if n == 0 && other == *contest => {}
                ArenaLine::Round(round) if n > 0 => {
                    let games = results.take(round, contest.players.len()).with_context(place)?;
                    see(&games);
                }
                _ => bail!("{} has the results of another match; name another file", path.display()),
            }
        }
        if whole < text.len() {
            file.set_len(whole as u64)?;
        }
        if whole == 0 {
            file.write_all(head.as_bytes())?;
        }
        results.file = Some(file);
        Ok(results)
    }

    /// The games of a round that was written down, by so many players.
    fn take(&mut self, ArenaRound { round, games }: ArenaRound, players: usize) -> Result<Vec<MatchGame>> {
        ensure!(self.done.insert(round), "round {round} is there twice");
        ensure!(games.len() == players, "{} games, where everyone has every seat once", games.len());
        games.into_iter().zip(0..).map(|(game, rotation)| read(game, (round, rotation), players)).collect()
    }

    /// Whether a round has been played.
    pub fn has(&self, round: u64) -> bool {
        self.done.contains(&round)
    }

    /// Writes a round down.
    pub fn put(&mut self, round: u64, games: &[MatchGame]) -> Result<()> {
        self.done.insert(round);
        let Some(file) = &mut self.file else { return Ok(()) };
        let ms = |time: Duration| (1e6 * time.as_secs_f64()).round() / 1e3;
        let game = |game: &MatchGame| ArenaGame {
            points: game.points.clone(),
            thoughts: game.paces.iter().map(|pace| pace.thoughts).collect(),
            ms: game.paces.iter().map(|pace| ms(pace.time)).collect(),
            longest: game.paces.iter().map(|pace| ms(pace.longest)).collect(),
        };
        let line = ArenaLine::Round(ArenaRound { round, games: games.iter().map(game).collect() });
        file.write_all((wire::write(&line) + "\n").as_bytes()).context("the results cannot be written")
    }
}

/// Opens a file for one program at a time.
fn claim(path: &Path) -> Result<File> {
    let is_file = path.metadata().map_or(true, |data| data.is_file());
    ensure!(is_file, "{} is no file that could keep results", path.display());
    let file = OpenOptions::new().create(true).append(true).open(path);
    let file = file.with_context(|| crate::files::cannot_write(path))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("another arena writes to {}; name another file", path.display())
        }
        Err(TryLockError::Error(_)) | Ok(()) => Ok(file), // some disks know no locks
    }
}

/// A game as it was written down.
fn read(game: ArenaGame, (round, rotation): (u64, u8), players: usize) -> Result<MatchGame> {
    let lengths = [game.points.len(), game.thoughts.len(), game.ms.len(), game.longest.len()];
    ensure!(lengths == [players; 4], "a game without a number for each of {players} players");
    let time = |ms: f64| {
        ensure!((0.0..=LONGEST).contains(&ms), "{ms} ms is no time that a game takes");
        Ok(Duration::from_secs_f64(ms / 1e3))
    };
    let paces = game.thoughts.into_iter().zip(game.ms).zip(game.longest);
    let pace =
        |((thoughts, ms), longest)| Ok(ThinkingPace { thoughts, time: time(ms)?, longest: time(longest)? });
    Ok(MatchGame { round, rotation, points: game.points, paces: paces.map(pace).collect::<Result<_>>()? })
}
