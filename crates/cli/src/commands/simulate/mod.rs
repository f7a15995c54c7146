//! `bastide simulate`: many games of the computer against itself.

mod game;
mod tally;

use crate::files;
use crate::numbers::whole;
use crate::players;
use crate::progress;
use crate::setup_args::SetupArgs;
use anyhow::{Context, Result};
use game::GameRunner;
use rules::Position;
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tally::Tally;

/// Let the computer play many games and say what they came to.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A random player takes every legal action with equal chance, first of all placements in all their rotations, then of all figure choices with none among them. The same seed gives the same games, whatever the number of threads.

Examples:
  bastide simulate 10000
  bastide simulate 500 --seats 4 --sets base,river,traders,dragon
  bastide simulate 100 --player greedy,random
  bastide simulate 100 --edition classic --record games.txt
  bastide simulate 100 --seed 7 --record - | bastide check -
  bastide simulate 10000 --json > result.json")]
pub struct Args {
    /// How many games
    #[arg(default_value_t = 1000, value_parser = whole::<u64>(1..=u64::MAX))]
    games: u64,
    /// What the games follow from
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How many games at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=256))]
    threads: Option<u16>,
    #[arg(long, help = players::help("random"), value_name = "NAME,...", value_delimiter = ',')]
    player: Vec<String>,
    /// Count complete placements too (slower)
    #[arg(long)]
    detail: bool,
    /// Write all games down; - is standard output, and the result then goes to standard error
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write over a file of records that is there already
    #[arg(long, requires = "record")]
    force: bool,
    /// The result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: SetupArgs,
}

/// The name of standard output.
const STDOUT: &str = "-";

/// Games handed to a thread at once; few enough for the progress bar, many enough not to wait for each other.
const BATCH: u64 = 16;

impl Args {
    /// Plays and prints.
    pub fn run(self) -> Result<()> {
        let start = self.game.position()?;
        let players = players::names(&self.player, start.setup().seats.into(), "random")?;
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or(cores, usize::from);
        let records =
            self.record.as_deref().map(|path| self.create(path)).transpose()?.map(RecordWriter::new);
        let began = Instant::now();
        let tally = self.play_all(&start, &players, threads, records.as_ref())?;
        let seconds = began.elapsed().as_secs_f64();
        let report = wire::Simulation { seed: self.seed, seconds, threads, ..tally.report(&start, &players) };
        let text = if self.json { wire::write_pretty(&report) + "\n" } else { tally::text(&report) };
        if self.record.as_deref() == Some(Path::new(STDOUT)) {
            crate::complain(&text);
            return Ok(());
        }
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    fn create(&self, path: &Path) -> Result<Box<dyn Write + Send>> {
        match path == Path::new(STDOUT) {
            true => Ok(Box::new(std::io::stdout())),
            false => Ok(Box::new(files::create(path, self.force)?)),
        }
    }

    fn play_all(
        &self,
        start: &Position,
        players: &[String],
        threads: usize,
        records: Option<&RecordWriter>,
    ) -> Result<Tally> {
        let bar = progress::bar(self.games, "{human_pos}/{human_len} games, {speed}, {eta} left");
        let next = AtomicU64::new(0);
        let work = || -> Result<Tally> {
            let mut tally = Tally::new(start.setup().seats);
            let mut table = GameRunner::new(start, players)?;
            loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= self.games {
                    return Ok(tally);
                }
                let batch = first..self.games.min(first + BATCH);
                self.play_batch(batch.clone(), &mut table, &mut tally, records)?;
                bar.inc(batch.end - batch.start);
            }
        };
        let tally = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let mut all = Tally::new(start.setup().seats);
            for handle in handles {
                all.add(&handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok(all)
        });
        bar.finish_and_clear();
        tally
    }

    fn play_batch(
        &self,
        batch: std::ops::Range<u64>,
        table: &mut GameRunner,
        tally: &mut Tally,
        records: Option<&RecordWriter>,
    ) -> Result<()> {
        let first = batch.start;
        let mut text = String::new();
        for game in batch {
            table.begin(self.seed, game, records.is_some());
            table.play(tally, self.detail);
            text.extend(table.record());
        }
        match records.zip(self.record.as_deref()) {
            Some((records, path)) => records.put(first, text).with_context(|| files::cannot_write(path)),
            None => Ok(()),
        }
    }
}

/// A file of records, which come from the threads in any order and are written in order.
struct RecordWriter(Mutex<InOrder>);

struct InOrder {
    /// The first game that is not written yet.
    next: u64,
    waiting: BTreeMap<u64, String>,
    file: Box<dyn Write + Send>,
}

impl RecordWriter {
    fn new(file: Box<dyn Write + Send>) -> RecordWriter {
        RecordWriter(Mutex::new(InOrder { next: 0, waiting: BTreeMap::new(), file }))
    }

    fn put(&self, first: u64, text: String) -> std::io::Result<()> {
        let mut state = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let InOrder { next, waiting, file } = &mut *state;
        waiting.insert(first, text);
        while let Some(text) = waiting.remove(next) {
            file.write_all(text.as_bytes())?;
            *next += BATCH;
        }
        file.flush()
    }
}
