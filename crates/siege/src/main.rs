//! `siege WHAT`: the campaigns against a server, each with a bounded default.

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};
use siege::house::Plan;
use siege::load::{self, Load};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Parser)]
#[command(name = "cargo xtask siege", about = "Campaigns against a running server")]
struct Args {
    /// The binary under siege [default: `bastide` beside this program]
    #[arg(long, global = true)]
    program: Option<PathBuf>,
    /// An option for `bastide serve`; may be given several times
    #[arg(long = "serve", global = true, value_name = "OPTION", allow_hyphen_values = true)]
    options: Vec<String>,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Real games at a steady pace, two clients each.
    Load {
        /// Games at once.
        #[arg(long, default_value_t = 2000)]
        games: usize,
        /// Seconds from one action of a game to the next.
        #[arg(long, default_value_t = 1.0)]
        every: f64,
        /// For so many seconds.
        #[arg(long, default_value_t = 30.0)]
        seconds: f64,
        /// Tables besides at which only the computer plays; 1500 keep its queue full.
        #[arg(long, default_value_t = 0)]
        computers: usize,
    },
}

fn main() -> Result<()> {
    let args = Args::parse();
    siege::limits::open_many_files()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(args))
}

async fn run(args: Args) -> Result<()> {
    let program = match args.program {
        Some(program) => program,
        None => std::env::current_exe()?.with_file_name("bastide"),
    };
    ensure!(program.exists(), "{} is not there; build it, or name it with --program", program.display());
    let folder = tempfile::tempdir()?;
    let mut plan = Plan::new(&program, &folder.path().join("data"));
    plan.options = args.options;
    match args.what {
        What::Load { games, every, seconds, computers } => {
            let [every, time] = [every, seconds].map(Duration::from_secs_f64);
            let load = Load { games, every: Some(every), time, computers };
            report(load::run(&mut plan, &load).await?)
        }
    }
}

fn report(outcome: load::Outcome) -> Result<()> {
    println!("{outcome}");
    for error in outcome.errors.iter().take(10) {
        println!("{error}");
    }
    ensure!(outcome.errors.is_empty(), "{} games did not go on", outcome.errors.len());
    Ok(())
}
