//! `cargo xtask strength` and `cargo xtask tune`: how strong the players are, and the numbers that make them so.

use crate::command::{read_stdout, root, run as run_program};
use anyhow::{Context, Result, bail, ensure};

const BASTIDE: &str = "target/release/bastide";
const BENCH: &str = "target/release/bench";
const SECTIONS: &[&str] = &["evaluation", "quick", "evaluation-parts", "quick-parts"];
const WEIGHTS: &str = "crates/ai/data/weights.txt";

/// A row of the table: a name, the players with their limits, more flags, the part of all games, and the target.
struct Row {
    name: &'static str,
    players: [&'static str; 2],
    flags: &'static [&'static str],
    /// One of so many games of the large rows.
    part: u64,
    target: &'static str,
}

const fn row(name: &'static str, players: [&'static str; 2], target: &'static str) -> Row {
    Row { name, players, flags: &[], part: 1, target }
}

const ALL_SETS: &[&str] = &["--sets", "base,winter,river,traders,dragon"];
const TWO_THREADS: &[&str] = &["--think-threads", "2"];

/// The rows, with 100 ms a turn and one thread unless they say otherwise.
const ROWS: &[Row] = &[
    row("random", ["strong@100ms", "random"], "100 %, +85"),
    row("random-10ms", ["strong@10ms", "random"], "100 %, +85"),
    row("greedy1", ["strong@100ms", "greedy1"], "95 %, +39"),
    row("mcts", ["strong@100ms", "mcts:500"], "98 %"),
    Row { part: 10, ..row("star", ["strong@100ms", "star:3:5"], "98 %") },
    row("quarter", ["strong@100ms", "strong@25ms"], "57 %, lower bound over 50 %"),
    Row { flags: ALL_SETS, ..row("all-sets", ["strong@100ms", "greedy"], "95 %") },
    Row { flags: &["--seats", "4"], ..row("four-players", ["strong@100ms", "greedy1"], "75 %") },
    Row { flags: TWO_THREADS, part: 5, ..row("greedy1-1s", ["strong@1000ms", "greedy1"], "") },
    Row { flags: TWO_THREADS, part: 5, ..row("quarter-1s", ["strong@1000ms", "strong@250ms"], "57 %") },
];

/// Where the results of every round are kept.
const RESULTS: &str = "docs/strength";

/// Plays every row, or the named ones, and prints the table. Results are kept, so that a run that was interrupted goes on,
/// on another machine, too.
pub fn run(games: u64, threads: u32, names: &[String]) -> Result<()> {
    let known = |name: &String| ROWS.iter().any(|row| row.name == name);
    let all: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
    ensure!(names.iter().all(known), "the rows are {}", all.join(", "));
    run_program("cargo", &["build", "--release", "--locked", "-p", "bastide"])?;
    std::fs::create_dir_all(root().join(RESULTS))?;
    println!("| against | target | games | wins | margin | ms a turn |\n|---|---|---|---|---|---|");
    let wanted = |row: &&Row| names.is_empty() || names.iter().any(|name| name == row.name);
    ROWS.iter().filter(wanted).try_for_each(|row| play(row, games, threads))
}

fn play(row: &Row, games: u64, threads: u32) -> Result<()> {
    let games = (games / row.part).max(2).to_string();
    let at_once = if row.flags == TWO_THREADS { 1 } else { threads }.to_string();
    let results = format!("{RESULTS}/{}.jsonl", row.name);
    let [first, second] = row.players;
    let mut words = vec!["arena", first, second, "--games", &games, "--threads", &at_once];
    words.extend(["--results", &results, "--json"]);
    words.extend(row.flags);
    let report: wire::ArenaReport = wire::read_back(&read_stdout(BASTIDE, &words)?)?;
    let [first, second, ..] = &report.results[..] else { bail!("a report has results of two at least") };
    let (share, margin) = (first.share, first.margin);
    println!(
        "| {} ({}) | {} | {} | {:.1} % ({:.1} to {:.1}) | {:+.1} ({:+.1} to {:+.1}) | {:.1} - {:.1} |",
        row.name,
        row.players.join(" - "),
        row.target,
        report.games,
        100.0 * share.value,
        100.0 * share.low,
        100.0 * share.high,
        margin.value,
        margin.low,
        margin.high,
        first.ms,
        second.ms,
    );
    Ok(())
}

/// Tunes a section of the weights by play against itself, by trying or anew from how games end, and writes it into the
/// data file.
pub fn tune(section: &str, anew: bool, games: Option<u32>, seed: u64) -> Result<()> {
    ensure!(SECTIONS.contains(&section), "the sections are {}", SECTIONS.join(", "));
    ensure!(!anew || section.starts_with("evaluation"), "only an evaluation can be fitted to how games end");
    run_program("cargo", &["build", "--profile", "bench", "--locked", "-p", "bench"])?;
    let games = games.unwrap_or(match (anew, section.ends_with("parts")) {
        (true, _) => 6000,
        (false, true) => 14_000,
        (false, false) => 60_000,
    });
    let how = if anew { "fit" } else { "tune" };
    let tuned = read_stdout(BENCH, &[how, section, &games.to_string(), &seed.to_string()])?;
    let path = root().join(WEIGHTS);
    let text = std::fs::read_to_string(&path).context("the weights cannot be read")?;
    std::fs::write(&path, with_section(&text, section, &tuned)).context("the weights cannot be written")
}

/// A text with the lines of one section replaced.
fn with_section(text: &str, section: &str, lines: &str) -> String {
    let head = format!("[{section}]");
    let before: Vec<&str> = text.lines().take_while(|line| *line != head).collect();
    let after = text.lines().skip(before.len() + 1).skip_while(|line| !line.starts_with('['));
    let parts = before.into_iter().chain([head.as_str()]).chain(lines.lines()).chain(after);
    parts.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_replaced_and_the_rest_stays() {
        let text = "# about\n[evaluation]\na 1\n[quick]\nb 2\n";
        assert_eq!(with_section(text, "evaluation", "a 3\n"), "# about\n[evaluation]\na 3\n[quick]\nb 2\n");
        assert_eq!(with_section(text, "quick", "b 4\n"), "# about\n[evaluation]\na 1\n[quick]\nb 4\n");
    }
}
