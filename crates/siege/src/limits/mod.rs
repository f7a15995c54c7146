//! The limits that `docs/serving.md` names, at their default settings, against the real binary: how much is allowed, and
//! how the next is answered. Each has servers and addresses of its own.

mod connections;
mod excepted;
mod place;
mod queues;
mod rates;
mod requests;
mod tables;

use anyhow::{Result, ensure};
pub use excepted::{EXCEPTED, Excepted};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use place::Ground;
use std::fmt;
use std::path::Path;
use std::pin::Pin;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Nothing is asked for more often than this.
const COUNTED: usize = 20_000;
/// No check takes longer.
const LONGEST: Duration = Duration::from_secs(290);

/// What was seen.
type Seen = Pin<Box<dyn Future<Output = Result<String>>>>;

/// How a check goes about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// It takes a moment, also with a program that is not optimised on a machine that has other things to do.
    Quick,
    /// It asks for much or must be fast, so that it has the machine to itself.
    Busy,
    /// It waits most of the time.
    Waiting,
}

/// Shows some limits.
pub struct Check {
    /// Which: their options, or the beginnings of what stands in the table for those that have none of their own.
    pub limits: &'static [&'static str],
    pub pace: Pace,
    run: fn(Ground) -> Seen,
}

macro_rules! check {
    ($pace:ident, $run:path, $($limit:literal),+) => {
        Check { limits: &[$($limit),+], pace: Pace::$pace, run: |ground| Box::pin($run(ground)) }
    };
}

/// All of them.
pub const CHECKS: &[Check] = &[
    check!(Busy, rates::requests, "requests from one address"),
    check!(Busy, rates::networks, "requests from one address"),
    check!(Busy, rates::over_sockets, "requests from one address"),
    check!(Busy, rates::files, "files of the page (`/assets/`)"),
    check!(Quick, rates::messages, "--messages-per-second"),
    check!(Busy, rates::makings, "--new-per-hour"),
    check!(Busy, rates::makings_in_all, "--new-per-hour-in-all"),
    check!(Busy, rates::stored, "--stored-per-hour", "--stored-per-hour-in-all"),
    check!(Waiting, connections::sockets_of_one, "--sockets-per-address"),
    check!(Busy, connections::sockets_in_all, "--max-sockets"),
    check!(Busy, connections::connections_of_one, "--connections-per-address"),
    check!(Busy, connections::connections_in_all, "--max-connections"),
    check!(Quick, connections::message_bytes, "a message over a socket"),
    check!(Quick, connections::streams, "streams of one person"),
    check!(Quick, connections::watchers, "connections to the address of `--metrics`"),
    check!(Waiting, connections::admin_calls, "requests of `bastide admin` at once"),
    check!(Waiting, connections::headers_in_time, "the time until the headers"),
    check!(Waiting, connections::body_in_time, "a request, until its answer begins"),
    check!(Waiting, connections::silence, "a socket that answers no ping"),
    check!(Waiting, connections::slow_readers, "--bytes-per-minute"),
    check!(Waiting, connections::unread_messages, "a client that does not take in a message"),
    check!(Waiting, connections::unread_streams, "a bot that does not take in a line"),
    check!(Quick, requests::sizes, "--max-header-bytes", "the address of a request"),
    check!(Quick, requests::unfinished, "all before the body"),
    check!(Quick, requests::bodies, "the body of a request", "a record to be read or analysed"),
    check!(Busy, requests::pictures, "a board as PNG"),
    check!(Quick, tables::seats_held, "--seats-per-person", "--seats-per-address"),
    check!(Quick, tables::sittings, "--sittings-per-minute"),
    check!(Busy, tables::restless, "sitting down at one table from one device"),
    check!(Busy, tables::crowded, "seats taken at one table"),
    check!(
        Quick,
        tables::words,
        "a name",
        "names at one table",
        "a title",
        "a line of chat",
        "the id of a command",
        "the text of a QR code"
    ),
    check!(Quick, tables::setups, "seats |", "tiles of a game", "a clock", "an absence"),
    check!(Quick, tables::chat, "--lines-per-minute", "lines of chat from one device at one table"),
    check!(Waiting, tables::chat_full, "chat of one table"),
    check!(Quick, tables::muting, "the word in the chat given back"),
    check!(Busy, tables::devices, "other devices that go on with one"),
    check!(Waiting, tables::links, "links of a table"),
    check!(Quick, tables::pages, "tables on a page of the lobby"),
    check!(Busy, tables::kept, "--kept-per-person"),
    check!(Quick, tables::questions, "questions of one device"),
    check!(Waiting, queues::mailbox, "messages waiting for one table"),
    check!(Busy, queues::lines, "lines tried at once"),
    check!(Busy, queues::tellings, "logs, lists, records, snapshots"),
    check!(Busy, queues::drawings, "boards drawn at once"),
    check!(Busy, queues::logs, "logs being sent at once"),
    check!(Busy, queues::unsent, "answers of more than 16 KiB"),
    check!(Busy, queues::hints, "hints waiting to be thought of", "hints waited for from one address"),
    check!(Busy, queues::analyses, "games analysed at once", "analyses looked at from one address"),
    check!(Quick, queues::thoughts, "decisions of the computer's that wait"),
];

/// What came of a check.
#[derive(Debug)]
pub struct Checked {
    pub limits: &'static [&'static str],
    /// What was allowed, or what is not as the docs say.
    pub seen: Result<String>,
    /// How long that took.
    pub time: Duration,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (met, seen) = match &self.seen {
            Ok(seen) => ("yes", seen.clone()),
            Err(error) => ("NO", format!("{error:#}").replace('\n', " ")),
        };
        let limits: Vec<&str> = self.limits.iter().map(|limit| limit.trim_end_matches(" |")).collect();
        write!(f, "| {met} | {} | {seen} | {:.1} s |", limits.join("; "), self.time.as_secs_f64())
    }
}

/// Those that are quick, one after the other.
pub async fn quick(program: &Path, folder: &Path) -> Vec<Checked> {
    run_some(program, folder, |check| check.pace == Pace::Quick).await
}

/// All of them, or those of whose limits one has this in its name: those that wait side by side, the others one after the
/// other. Prints each as it comes, and what is shown elsewhere.
pub async fn run(program: &Path, folder: &Path, named: Option<&str>) -> Result<Vec<Checked>> {
    println!("| met | limit | allowed, and answered as the docs say | time |\n|---|---|---|---|");
    let chosen =
        |check: &Check| named.is_none_or(|name| check.limits.iter().any(|limit| limit.contains(name)));
    let all = run_some(program, folder, chosen).await;
    println!("\nNot at the default settings:\n\n| limit | why | shown by the test |\n|---|---|---|");
    for Excepted { limit, why, tests } in EXCEPTED {
        println!("| {limit} | {why} | {} |", tests.join(", "));
    }
    let missed = all.iter().filter(|checked| checked.seen.is_err()).count();
    ensure!(missed == 0, "{missed} of {} limits are not as docs/serving.md says", all.len());
    Ok(all)
}

async fn run_some(program: &Path, folder: &Path, chosen: impl Fn(&Check) -> bool) -> Vec<Checked> {
    let ground = Ground::new(program, folder);
    let chosen: Vec<(usize, &Check)> = CHECKS.iter().enumerate().filter(|(_, check)| chosen(check)).collect();
    let begin = |(number, check): (usize, &'static Check)| {
        let ground = ground.next(&format!("limit-{number}"));
        async move {
            let checked = check.done(ground).await;
            println!("{checked}");
            checked
        }
    };
    let (waiting, others): (Vec<_>, Vec<_>) =
        chosen.into_iter().partition(|(_, check)| check.pace == Pace::Waiting);
    let side_by_side = waiting.into_iter().map(begin).collect::<FuturesUnordered<_>>().collect::<Vec<_>>();
    let in_turn = async {
        let mut all = Vec::new();
        for check in others {
            all.push(begin(check).await);
        }
        all
    };
    let (mut all, others) = tokio::join!(side_by_side, in_turn);
    all.extend(others);
    all
}

impl Check {
    async fn done(&self, ground: Ground) -> Checked {
        let since = Instant::now();
        let seen = timeout(LONGEST, (self.run)(ground)).await;
        let seen =
            seen.unwrap_or_else(|_| Err(anyhow::anyhow!("it took longer than {} s", LONGEST.as_secs())));
        Checked { limits: self.limits, seen, time: since.elapsed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCS: &str = include_str!("../../../../docs/serving.md");

    /// The rows of the tables of limits: what is limited, and by which option.
    fn rows() -> Vec<(&'static str, &'static str)> {
        let tables = DOCS.split("\n| ").filter_map(|row| row.split_once(" | ")).collect::<Vec<_>>();
        let begins = |what: &str| tables.iter().position(|(first, _)| *first == what);
        let mut rows = Vec::new();
        for head in ["what", "limit"] {
            let from = tables.iter().rposition(|(first, rest)| *first == head && rest.starts_with("option"));
            let from = from.or(begins(head)).expect("a table of limits") + 1;
            let mut of = tables[from..].iter();
            let mut last = of.next();
            while let Some((what, rest)) = last {
                rows.push((*what, rest.split(" | ").next().unwrap_or_default()));
                // The table ends with the first row that something else follows.
                last = if rest.contains("\n\n") { None } else { of.next() };
            }
        }
        rows
    }

    fn is_of(limit: &str, (what, option): (&str, &str)) -> bool {
        option == format!("`{limit}`") || format!("{what} |").starts_with(limit)
    }

    #[test]
    fn every_limit_of_the_docs_is_shown_here_or_elsewhere() {
        let rows = rows();
        assert!(rows.len() > 70, "{} limits", rows.len());
        let limits = || {
            let checked = CHECKS.iter().flat_map(|check| check.limits.iter().copied());
            checked.chain(EXCEPTED.iter().map(|excepted| excepted.limit))
        };
        for limit in limits() {
            let of = rows.iter().filter(|row| is_of(limit, **row)).count();
            assert_eq!(of, 1, "`{limit}` stands for {of} rows of docs/serving.md");
        }
        for row in rows {
            assert!(limits().any(|limit| is_of(limit, row)), "{row:?} is shown nowhere");
        }
    }

    #[test]
    fn the_tests_that_show_the_others_are_there() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut sources = String::new();
        let mut folders = ["server/src", "server/tests", "table/src", "table/tests"]
            .map(|folder| crates.join(folder))
            .to_vec();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    sources.push_str(&std::fs::read_to_string(path).unwrap());
                }
            }
        }
        for test in EXCEPTED.iter().flat_map(|excepted| excepted.tests) {
            assert!(sources.contains(&format!("fn {test}()")), "there is no test {test}");
        }
    }
}
