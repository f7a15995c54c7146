//! `bastide arena`: players against each other, on the same tiles and in every seat.

mod interrupt;
mod pipes;
mod program;
mod report;
mod results;

use crate::numbers::whole;
use crate::players::Thinking;
use crate::setup_args::SetupArgs;
use crate::{progress, say};
use ai::arena::{Contest, MatchGame, PlayerFault, Sprt, Verdict};
use ai::{Limits, Stop};
use anyhow::{Context, Result, anyhow, bail, ensure};
use interrupt::Interrupt;
use program::{Failure, Program};
use report::ArenaTally;
use results::Results;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use wire::ArenaReport;

/// The exit code of a match that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// Let players play against each other.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A round is one order of tiles, played once from every seat. With two names and more seats the second player takes all other seats. A limit of its own stands behind a name: strong@100ms, strong@5000 (nodes). A program that speaks the player half of the script protocol is named by its command line: \"program:python3 bot.py\"; docs/script.md says what it has to answer by when. Ctrl-C ends a match with what it has come to so far. examples/player.py asks `bastide` for the rules; if that is not on the PATH, say where it is: \"program:python3 examples/player.py target/release/bastide\".

Examples:
  bastide arena strong greedy --games 200 --time 100
  bastide arena strong@100ms strong@25ms --games 200 --results self.jsonl
  bastide arena strong greedy1 --seats 4 --games 100
  bastide arena strong greedy --sets base,river,traders,dragon --sprt 0,30
  bastide arena strong \"program:python3 examples/player.py\" --games 20")]
pub struct Args {
    /// Who plays: two names, or one for each seat
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    /// How many games, rounded up to whole rounds
    #[arg(long, default_value_t = 100, value_parser = whole::<u64>(1..=u64::MAX))]
    games: u64,
    /// How many games at a time
    #[arg(long, default_value_t = 1, value_parser = whole::<u16>(1..=256))]
    threads: u16,
    /// Milliseconds for the rest of a turn, for players without a limit of their own
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(0..=u64::MAX))]
    time: Option<u64>,
    /// Nodes for the rest of a turn, for players without a limit of their own
    #[arg(long, value_parser = whole::<u64>(0..=u64::MAX))]
    nodes: Option<u64>,
    /// On how many threads a player thinks
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=256))]
    think_threads: u16,
    /// The number of the first deck
    #[arg(long, default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// End as soon as the first player's lead is clearly ELO0 rather than ELO1, or ELO1 rather than ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Append results to a file, and go on where it ends
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// The result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: SetupArgs,
}

/// Someone who takes part: a name and a limit.
#[derive(Clone, Debug)]
struct Entrant {
    name: String,
    limits: Limits,
    text: String,
    /// What its program failed in.
    failure: Failure,
}

impl Entrant {
    /// A player to play with.
    fn player(&self) -> Result<Thinking> {
        match self.name.strip_prefix("program:") {
            Some(command) => Ok(Box::new(Program::start(command, self.failure.clone())?)),
            None => crate::players::player(&self.name),
        }
    }
}

impl Args {
    /// Plays and prints.
    pub fn run(self) -> Result<()> {
        let start = self.setup().position()?;
        let entrants = self.entrants(start.setup().seats.into())?;
        let seats = entrants.len() as u64;
        let limits = entrants.iter().map(|entrant| entrant.limits.clone()).collect();
        let contest = Contest { start, limits, deck: self.seed };
        let sprt = self.sprt.as_deref().map(sprt).transpose()?;
        ensure!(
            sprt.is_none() || seats == 2,
            "--sprt is about two players, since Elo is; with {seats} seats leave it out and see the share of wins"
        );
        let mut tally = ArenaTally::new(&contest, &entrants, sprt);
        let played = tally.contest.clone();
        let results = Results::open(self.results.as_deref(), &played, |games| tally.add(games))?;
        let rounds = self.games.div_ceil(seats);
        let interrupt = Interrupt::watch()?;
        self.play(&contest, &entrants, rounds, &mut tally, results, &interrupt.stop)?;
        if !interrupt.came() || tally.rounds() > 0 {
            self.tell(&tally.report())?;
        }
        if interrupt.came() {
            crate::complain(&format!(
                "interrupted after {} of {rounds} rounds{}",
                tally.rounds(),
                self.hint()
            ));
            std::process::exit(INTERRUPTED);
        }
        Ok(())
    }

    fn tell(&self, report: &ArenaReport) -> Result<()> {
        let text = if self.json { wire::write_pretty(report) + "\n" } else { report::text(report) };
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        Ok(out.flush()?)
    }

    /// How an interrupted match is gone on with.
    fn hint(&self) -> &'static str {
        match self.results {
            Some(_) => "; the same command goes on from there",
            None => "; --results FILE keeps them, so that a match can be gone on with",
        }
    }

    /// The game; with as many seats as there are names if nothing else is said.
    fn setup(&self) -> SetupArgs {
        let mut setup = self.game.clone();
        if setup.position.is_none() && setup.setup.is_none() {
            setup.seats = setup.seats.or(Some(u8::try_from(self.players.len()).unwrap_or(u8::MAX)));
        }
        setup
    }

    /// Everyone, one for each seat.
    fn entrants(&self, seats: usize) -> Result<Vec<Entrant>> {
        ensure!(seats > 1, "a match has two to six seats, and this game has one");
        let mut entrants: Vec<Entrant> =
            self.players.iter().map(|text| self.entrant(text)).collect::<Result<_>>()?;
        if let [_, other] = &entrants[..] {
            let other = other.clone();
            entrants.resize(seats, other);
        }
        let named = self.players.len();
        ensure!(entrants.len() == seats, "{seats} seats and {named} players; name two, or one for each seat");
        Ok(entrants)
    }

    /// Reads `strong@100ms`.
    fn entrant(&self, text: &str) -> Result<Entrant> {
        let mut limits = Limits {
            nodes: self.nodes,
            time: self.time.map(Duration::from_millis),
            threads: NonZeroUsize::new(self.think_threads.into()).unwrap_or(NonZeroUsize::MIN),
            seed: self.seed,
        };
        let (name, own) = match text.rsplit_once('@') {
            Some((name, own)) if !text.starts_with("program:") => (name, Some(own)),
            _ => (text, None),
        };
        if let Some(own) = own {
            let wrong = || format!("`{own}` in `{text}` is no limit; write strong@100ms or strong@5000");
            let number = |text: &str| text.parse().ok().with_context(wrong);
            (limits.nodes, limits.time) = match own.strip_suffix("ms") {
                Some(ms) => (None, Some(Duration::from_millis(number(ms)?))),
                None => (Some(number(own)?), None),
            };
        }
        let (text, failure) = (describe(name, &limits), Failure::default());
        let entrant = Entrant { name: name.to_owned(), text, limits, failure };
        entrant.player()?;
        Ok(entrant)
    }

    fn play(
        &self,
        contest: &Contest,
        entrants: &[Entrant],
        rounds: u64,
        tally: &mut ArenaTally,
        results: Results,
        stop: &Stop,
    ) -> Result<()> {
        if tally.verdict() != Verdict::Undecided {
            return Ok(());
        }
        let bar = progress::bar(rounds, "{pos}/{len} rounds, {eta} left  {msg}");
        bar.set_position(tally.rounds());
        bar.set_message(tally.line());
        let next = AtomicU64::new(0);
        let shared = Mutex::new((tally, results));
        let work = || -> Result<()> {
            let mut players: Vec<Thinking> = entrants.iter().map(Entrant::player).collect::<Result<_>>()?;
            loop {
                let round = next.fetch_add(1, Ordering::Relaxed);
                if round >= rounds || stop.is_stopped() {
                    return Ok(());
                }
                if lock(&shared).1.has(round) {
                    continue;
                }
                let Some(games) = one_round(contest, &mut players, round, stop, entrants)? else {
                    return Ok(());
                };
                let mut shared = lock(&shared);
                let (tally, results) = &mut *shared;
                results.put(round, &games)?;
                tally.add(&games);
                bar.inc(1);
                bar.set_message(tally.line());
                if tally.verdict() != Verdict::Undecided {
                    stop.stop();
                }
            }
        };
        let outcome = std::thread::scope(|scope| {
            let work = || work().inspect_err(|_| stop.stop());
            let handles: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            handles
                .into_iter()
                .try_for_each(|handle| handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        bar.finish_and_clear();
        outcome
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// All games with one deck; nothing if the match has ended in the meantime.
fn one_round(
    contest: &Contest,
    players: &mut [Thinking],
    round: u64,
    stop: &Stop,
    entrants: &[Entrant],
) -> Result<Option<Vec<MatchGame>>> {
    let mut games = Vec::new();
    for rotation in 0..contest.seats() {
        match contest.play(players, (round, rotation), stop) {
            Ok(Some(game)) => games.push(game),
            Ok(None) => return Ok(None),
            Err(fault) => return Err(explain(&fault, entrants)),
        }
    }
    Ok(Some(games))
}

fn explain(fault: &PlayerFault, entrants: &[Entrant]) -> anyhow::Error {
    let PlayerFault { player, game: (round, rotation), tiles } = fault;
    let Entrant { text, failure, .. } = &entrants[*player];
    let what = match failure.take() {
        Some(error) => format!("{error:#}"),
        None => format!("{text} did what the rules forbid, or nothing"),
    };
    anyhow!("{what} (round {round}, rotation {rotation}, {} on the table)", say::counted(*tiles, "tile"))
}

/// A name with its limits.
fn describe(name: &str, limits: &Limits) -> String {
    let nodes = limits.nodes.map(|nodes| format!("@{nodes}"));
    let time = limits.time.map(|time| format!("@{}ms", time.as_millis()));
    let threads = (limits.threads.get() > 1).then(|| format!("*{}", limits.threads));
    [Some(name.to_owned()), nodes, time, threads].into_iter().flatten().collect()
}

/// Reads `0,30`.
fn sprt(text: &str) -> Result<Sprt> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some([elo0, elo1]) if elo0 < elo1 && elo0.is_finite() && elo1.is_finite() => {
            Ok(Sprt { elo0: *elo0, elo1: *elo1, error: 0.05 })
        }
        _ => bail!("`{text}` is no test; write two numbers, the lower one first: --sprt 0,30"),
    }
}
