//! What people run while developing: `cargo xtask --help`.

mod bench;
mod browser;
mod campaign;
mod command;
mod strength;
mod test;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "What people run while developing")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Everything that must pass: formatting, lints, all tests. Prints the time of each part.
    Test {
        /// Only this.
        what: Option<test::What>,
    },
    /// Formats everything, the page's scripts and style sheets too (with prettier).
    Format,
    /// Speed of the engine: instructions a game (needs valgrind), bytes, allocations, games a second, copying, growth; or of the page.
    Bench {
        /// What to measure.
        #[arg(default_value = "engine")]
        what: bench::What,
        /// Random base games to time.
        #[arg(long, default_value_t = 100_000)]
        games: u32,
        /// Keep the page's figures, so that later ones are printed beside them.
        #[arg(long)]
        accept: bool,
    },
    /// Pictures of the page for the documentation, into docs/screenshots.
    Screenshots {
        /// Only these scenes: start, setup, board-40, board-120, fields, dragon, final.
        scenes: Vec<String>,
    },
    /// The fast engine against the slow oracle, over all sets, parts, knobs and player counts.
    Oracle {
        /// How many games.
        #[arg(long, default_value_t = 20_000)]
        games: u32,
        /// Where to start; a failure prints the seed that repeats it.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many at once.
        #[arg(long, default_value_t = 2)]
        threads: u32,
    },
    /// A whole server with many unreliable clients on one thread, story by story.
    Simulate {
        /// How many actions of seats must be acknowledged.
        #[arg(long, default_value_t = 100_000)]
        actions: u64,
        /// Where to start; a failure prints the seed that repeats it.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// A server under siege, the real binary over real sockets: load, peak, kill, restart, pause, idle, damage, backup, full,
    /// limits, strangers, all of these, api.
    Siege {
        /// Which campaign, and its options; `cargo xtask siege help` lists them.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
        words: Vec<String>,
    },
    /// How strong the computer is against the yardsticks: the large table, about half an hour a row.
    Strength {
        /// Games of a large row.
        #[arg(long, default_value_t = 1000)]
        games: u64,
        /// How many at once.
        #[arg(long, default_value_t = 2)]
        threads: u32,
        /// Which rows; all of them if none is named.
        rows: Vec<String>,
    },
    /// Tune the weights of the computer's players by play against themselves, and write them down.
    Tune {
        /// `evaluation` or `quick`; `evaluation-parts` or `quick-parts` for games with builders, dragons and the like.
        section: String,
        /// Fit an evaluation anew to how games end, whatever its numbers are now. Otherwise they are moved on from where
        /// they are, by trying.
        #[arg(long)]
        anew: bool,
        /// How many games are played for it: 60000, or 14000 with builders, dragons and the like, or 6000 in each of three
        /// rounds if it is fitted anew, unless told otherwise.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
        games: Option<u32>,
        /// What all chance follows from.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Licences, bans and sources of everything that is built along, by deny.toml (needs cargo-deny).
    Deny,
    /// Coverage-guided fuzzing (needs cargo-fuzz and a nightly toolchain): each target for a while.
    Fuzz {
        /// One target; all of them if none is named.
        target: Option<String>,
        /// Seconds for each target.
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
}

fn main() -> anyhow::Result<()> {
    match Args::parse().task {
        Task::Test { what } => test::run_all(what),
        Task::Format => browser::format(),
        Task::Bench { what, games, accept } => bench::run(what, games, accept),
        Task::Screenshots { scenes } => browser::screenshots(&scenes),
        Task::Oracle { games, seed, threads } => campaign::oracle(games, seed, threads),
        Task::Simulate { actions, seed } => campaign::simulate(actions, seed),
        Task::Siege { words } => campaign::siege(&words),
        Task::Strength { games, threads, rows } => strength::run(games, threads, &rows),
        Task::Tune { section, anew, games, seed } => strength::tune(&section, anew, games, seed),
        Task::Deny => campaign::deny(),
        Task::Fuzz { target, seconds } => campaign::fuzz(target.as_deref(), seconds),
    }
}
