//! `siege WHAT`: the campaigns against a server, each with a bounded default.

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};
use siege::house::ServerConfig;
use siege::load::{self, Load};
use siege::queue::Queue;
use siege::strangers::Siege;
use siege::strangers::attack::Attack;
use siege::strangers::gang::Attackers;
use siege::strangers::sink;
use siege::{all, api, backup, damage, full, idle, kill, limits, pause, peak, restart};
use std::path::PathBuf;
use std::time::Duration;
use tokio::time::Instant;

#[derive(Parser)]
#[command(name = "cargo xtask siege", about = "Campaigns against a running server, over real sockets")]
struct Args {
    /// The binary under siege [default: `bastide` beside this program]
    #[arg(long, global = true)]
    program: Option<PathBuf>,
    /// Where the server's data go while it is under siege [default: the system's folder for such files]
    #[arg(long, global = true)]
    folder: Option<PathBuf>,
    /// An option for `bastide serve`, such as --slow-commits=20; may be given several times
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
        /// Tables besides at which only the computer plays; its queue must be full then, and 1500 for each core but one
        /// keep it so.
        #[arg(long, default_value_t = 0)]
        computers: usize,
    },
    /// Games as fast as they go; what the disk allows is measured, too.
    Peak {
        /// Games at once.
        #[arg(long, default_value_t = 50)]
        games: usize,
        /// For so many seconds.
        #[arg(long, default_value_t = 10.0)]
        seconds: f64,
    },
    /// The process is killed at random moments under load, and started again.
    Kill {
        /// How often.
        #[arg(long, default_value_t = 20)]
        rounds: u32,
        /// Games at once.
        #[arg(long, default_value_t = 40)]
        games: usize,
        /// Decides the moments and the games.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// A stop and a kill with many live games.
    Restart {
        /// Games.
        #[arg(long, default_value_t = 5000)]
        games: usize,
        /// Actions in each game before.
        #[arg(long, default_value_t = 20)]
        moves: u32,
        /// Seconds that the server is away; at least 2.
        #[arg(long, default_value_t = 3)]
        pause: u64,
    },
    /// A pause of the process with live games, and starts with the machine's clock set back and forth.
    Pause {
        /// Games.
        #[arg(long, default_value_t = 100)]
        games: usize,
    },
    /// Very many stored games, and nobody is there.
    Idle {
        /// Stored games.
        #[arg(long, default_value_t = 100_000)]
        stored: usize,
    },
    /// Folders of data with flipped bits, cut ends and lost files.
    Damage {
        /// Folders.
        #[arg(long, default_value_t = 200)]
        folders: u32,
        /// Games in each.
        #[arg(long, default_value_t = 20)]
        games: usize,
        /// Decides what is damaged.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Backups made under load, and restored.
    Backup {
        /// How many.
        #[arg(long, default_value_t = 50)]
        rounds: u32,
        /// Games at once.
        #[arg(long, default_value_t = 20)]
        games: usize,
    },
    /// Nothing more can be written, in several ways.
    Full,
    /// Each limit of docs/serving.md at its default setting: how much is allowed, and how the next is answered; about four
    /// minutes.
    Limits {
        /// Only those whose name has this in it.
        named: Option<String>,
    },
    /// Strangers with scripts, beside people who only want to play; about twenty minutes.
    Strangers {
        /// Which attacks [default: all of them]
        attacks: Vec<Attack>,
        /// Seconds of each round; an attack has two at a sink and two at the server.
        #[arg(long, default_value_t = 10.0)]
        seconds: f64,
    },
    /// All of these as large as the server is made for, and what is wanted and what came out before beside what comes out;
    /// about three quarters of an hour.
    All {
        /// Keep the figures, so that later ones are printed beside them.
        #[arg(long)]
        accept: bool,
    },
    /// The attackers of `strangers`, a process of its own.
    #[command(hide = true)]
    Attack {
        /// Which.
        attack: Attack,
        /// Where, as JSON.
        target: PathBuf,
        /// For so long.
        seconds: f64,
    },
    /// What attackers are aimed at for comparison, a process of its own.
    #[command(hide = true)]
    Sink,
    /// What schemathesis asks.
    Api {
        /// The program.
        #[arg(long, default_value = "schemathesis")]
        schemathesis: PathBuf,
        /// Examples for each operation.
        #[arg(long, default_value_t = 50)]
        examples: u32,
        /// Decides what is asked.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

fn main() -> Result<()> {
    let args = Args::parse();
    siege::system::open_many_files()?;
    // Attackers have one core at most: the others' machines are their own.
    let mut runtime = match args.what {
        What::Attack { .. } | What::Sink => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    runtime.enable_all().build()?.block_on(run(args))
}

async fn run(args: Args) -> Result<()> {
    let program = match args.program {
        Some(program) => program,
        None => std::env::current_exe()?.with_file_name("bastide"),
    };
    ensure!(program.exists(), "{} is not there; build it, or name it with --program", program.display());
    let folder = match args.folder {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    let mut plan = ServerConfig::new(&program, &folder.path().join("data"));
    plan.options = args.options;
    match args.what {
        What::Load { games, every, seconds, computers } => {
            let [every, time] = [every, seconds].map(Duration::from_secs_f64);
            let load = Load { games, every: Some(every), time, computers };
            report(&load::run(&mut plan, &load).await?)
        }
        What::Peak { games, seconds } => peak(&mut plan, games, Duration::from_secs_f64(seconds)).await,
        What::Kill { rounds, games, seed } => {
            println!("{}", kill::run(&mut plan, games, rounds, seed).await?);
            Ok(())
        }
        What::Restart { games, moves, pause } => {
            let pause = Duration::from_secs(pause.max(2));
            for outcome in restart::run(&mut plan, games, moves, pause).await? {
                println!("{outcome}");
            }
            Ok(())
        }
        What::Pause { games } => {
            pause::run(&mut plan, games).await?;
            println!("{games} games went on after a pause of the process");
            plan.data = folder.path().join("jumps");
            pause::jumps(&mut plan, games).await?;
            println!("{games} games went on when the machine's clock was an hour back and forth");
            Ok(())
        }
        What::Idle { stored } => {
            println!("{}", idle::run(&mut plan, stored).await?);
            Ok(())
        }
        What::Damage { folders, games, seed } => {
            println!("{}", damage::run(&mut plan, games, folders, seed).await?);
            Ok(())
        }
        What::Backup { rounds, games } => {
            println!("{}", backup::run(&mut plan, games, rounds).await?);
            Ok(())
        }
        What::Full => {
            full::run(&program, folder.path()).await?.iter().for_each(|way| println!("{way}"));
            Ok(())
        }
        What::Limits { named } => {
            limits::run(&program, folder.path(), named.as_deref()).await?;
            Ok(())
        }
        What::Strangers { attacks, seconds } => {
            let attacks = if attacks.is_empty() { Attack::all() } else { attacks };
            let (time, helper) = (Duration::from_secs_f64(seconds), std::env::current_exe()?);
            let folder = folder.path().to_owned();
            let outcomes = Siege { program, folder, time, comparisons: 2, helper }.run(&attacks).await?;
            let missed = outcomes.iter().filter(|outcome| !outcome.met().is_empty()).count();
            ensure!(missed == 0, "{missed} of {} attacks did harm", outcomes.len());
            Ok(())
        }
        What::Sink => sink::run().await,
        What::Attack { attack, target, seconds } => {
            let target = serde_json::from_str(&std::fs::read_to_string(target)?)?;
            let until = Instant::now() + Duration::from_secs_f64(seconds);
            let tally = Attackers::begin(attack, target, until).end().await;
            println!("{}", serde_json::to_string(&tally)?);
            Ok(())
        }
        What::All { accept } => all::run(&program, folder.path(), accept).await,
        What::Api { schemathesis, examples, seed } => {
            api::run(&mut plan, &schemathesis, examples, seed).await
        }
    }
}

async fn peak(plan: &mut ServerConfig, games: usize, time: Duration) -> Result<()> {
    let (before, times) = peak::sync(&plan.data)?;
    let outcome = load::run(plan, &Load { games, every: None, time, computers: 0 }).await?;
    let (after, _) = peak::sync(&plan.data)?;
    let mean = (before + after) / 2;
    println!("one fsync: {:.2} ms on the average ({times})", mean.as_secs_f64() * 1000.0);
    println!("wanted: {:.0} actions a second", peak::wanted(mean));
    report(&outcome)
}

fn report(outcome: &load::LoadReport) -> Result<()> {
    println!("{outcome}");
    for error in outcome.errors.iter().take(10) {
        println!("{error}");
    }
    ensure!(outcome.errors.is_empty(), "{} games did not go on", outcome.errors.len());
    outcome.queue.as_ref().map_or(Ok(()), Queue::must_be_full)
}
