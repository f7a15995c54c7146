//! The one binary: games in the terminal, simulations, records, and an interface for programs.

mod commands;
mod drawing;
mod files;
mod foreign;
mod numbers;
mod picture;
mod players;
mod progress;
mod records;
mod say;
mod screen;
mod script;
mod setup_args;
mod sheet;
mod told;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use commands::{
    admin, analyse, arena, backup, carry, check, completions, health, perft, play, render, replay, serve,
    simulate, tidy, tiles, verify_data, watch,
};
use screen::{Colour, Screen};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  bastide                              the table in your browser
  bastide play                         against the computer, in the terminal
  bastide play --seats 3 --computer 0  three people at one keyboard
  bastide watch --sets base,river      look on while the computer plays
  bastide simulate 10000               many games at random, what they came to
  bastide arena strong greedy          players against each other
  bastide replay games.txt             step through a recorded game
  bastide analyse games.txt            what was best in it, what was luck
  bastide render games.txt -o it.png   a picture of its last board
  bastide check games.txt              are these legal games?
  bastide perft --draws EJDRNHAVUW     count the game tree
  bastide tiles D traders-24           what tiles look like
  bastide script                       for programs: JSON lines in and out
Each command explains itself: bastide simulate --help";

/// Bastide plays Carcassonne: the whole rules, in every edition, with four expansions.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES, max_term_width = 110)]
struct Cli {
    /// Colours in the output: auto, always or never
    #[arg(long, global = true, value_enum, default_value_t, hide_possible_values = true)]
    #[arg(alias = "color", value_name = "WHEN")]
    colour: Colour,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Host games for everyone who opens the page (what happens without a command)
    Serve(serve::Args),
    /// Play in the terminal, against the computer or with others at the same keyboard
    Play(play::Args),
    /// Look on while the computer plays
    Watch(watch::Args),
    /// Let the computer play many games and say what they came to
    Simulate(simulate::Args),
    /// Let players play against each other, on the same tiles and in every seat
    Arena(arena::Args),
    /// Step through a recorded game
    Replay(replay::Args),
    /// Look at a recorded game: the best lines, what the played ones lost, what was luck
    Analyse(analyse::Args),
    /// Draw the board of a recorded game as SVG or PNG
    Render(render::Args),
    /// Say whether records are legal games with the results they state
    Check(check::Args),
    /// Count the game tree for a fixed order of draws
    Perft(perft::Args),
    /// Show the catalogue of tiles
    Tiles(tiles::Args),
    /// Let a program drive the engine, or play: one JSON request per line, one answer per line
    #[command(long_about = script::ABOUT)]
    Script,
    /// Print what makes a shell complete the words of a command line
    Completions(completions::Args),
    /// Copy the server's data to one file, while it runs or not
    Backup(backup::BackupArgs),
    /// Put a backup in the place of the server's data
    Restore(backup::RestoreArgs),
    /// Look whether everything the server keeps is as it was written
    VerifyData(verify_data::Args),
    /// See and decide what goes on at the running server
    Admin(admin::Args),
    /// Ask whether the server is ready
    Health(health::Args),
    /// Delete what nobody needs any more: tables without a game, abandoned games, old games that nobody keeps
    Tidy(tidy::Args),
    /// Write everything the server keeps to a file
    ExportAll(carry::ExportArgs),
    /// Fill a new server with everything from an export
    ImportAll(carry::ImportArgs),
}

fn main() -> ExitCode {
    if !processor::is_able() {
        return processor::refuse();
    }
    run()
}

/// Apart from `main`, in which nothing may happen that an older processor cannot do.
#[inline(never)]
fn run() -> ExitCode {
    let cli = parse(std::env::args_os());
    let screen = Screen::new(cli.colour);
    // Parsed, so that the environment counts.
    let serve = || parse(["bastide", "serve"].map(OsString::from)).command;
    let result = match cli.command.or_else(serve) {
        None => Ok(()),
        Some(Command::Serve(args)) => args.run(screen),
        Some(Command::Backup(args)) => args.run(),
        Some(Command::Restore(args)) => args.run(),
        Some(Command::VerifyData(args)) => match args.run() {
            Ok(code) => return code,
            Err(error) => Err(error),
        },
        Some(Command::Admin(args)) => args.run(),
        Some(Command::Health(args)) => args.run(),
        Some(Command::Tidy(args)) => args.run(),
        Some(Command::ExportAll(args)) => args.run(),
        Some(Command::ImportAll(args)) => args.run(),
        Some(Command::Play(args)) => args.run(screen),
        Some(Command::Watch(args)) => args.run(screen),
        Some(Command::Simulate(args)) => args.run(),
        Some(Command::Arena(args)) => args.run(),
        Some(Command::Replay(args)) => args.run(screen),
        Some(Command::Analyse(args)) => args.run(),
        Some(Command::Render(args)) => args.run(),
        Some(Command::Check(args)) => args.run(),
        Some(Command::Perft(args)) => args.run(),
        Some(Command::Tiles(args)) => args.run(screen),
        Some(Command::Script) => script::run(),
        Some(Command::Completions(args)) => args.run(Cli::command()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Reads a command line; what is wrong with it ends the program with a sentence.
fn parse(words: impl IntoIterator<Item = OsString>) -> Cli {
    let command = Cli::command().mut_subcommands(|command| command.mut_args(takes_minus));
    Cli::from_arg_matches(&command.get_matches_from(words)).unwrap_or_else(|error| error.exit())
}

/// Lets `-1` be a value wherever there is one: those who read it say what would be right.
fn takes_minus(arg: clap::Arg) -> clap::Arg {
    let values = arg.get_action().takes_values();
    arg.allow_negative_numbers(values)
}

/// Says something on standard error; if nobody reads that, nobody does.
fn complain(sentence: &str) {
    let lines: Vec<String> = sentence.lines().map(foreign::line).collect();
    let _ = writeln!(std::io::stderr(), "{}", lines.join("\n"));
}

/// Whoever read the output has seen enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>();
        io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
