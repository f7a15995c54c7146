//! All campaigns one after the other, with the sizes that the server is made for, and what came out beside what is
//! wanted and what came out before.

use crate::accepted::Accepted;
use crate::figures::{load_average, megabytes};
use crate::house::ServerConfig;
use crate::load::{self, Load};
use crate::queue::Queue;
use crate::strangers;
use crate::strangers::attack::Attack;
use crate::strangers::report::{self, AttackReport};
use crate::{backup, damage, full, idle, kill, limits, pause, peak, restart};
use anyhow::{Result, ensure};
use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

/// One figure and what is wanted of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    what: String,
    figure: String,
    wanted: String,
    met: bool,
    /// Whether it is compared with what came out before.
    is_measured: bool,
}

/// How much longer than the server was away a clock may be spared: the sign of life comes each second, and later from a
/// busy machine.
const HEARTBEAT: Duration = Duration::from_secs(3);

impl Row {
    fn measured(what: &str, figure: String, wanted: String, met: bool) -> Row {
        Row { what: what.into(), figure, wanted, met, is_measured: true }
    }

    /// At most so many milliseconds.
    fn millis(what: &str, figure: f64, most: f64) -> Row {
        let [shown, wanted] = [figure, most].map(|millis| format!("{millis:.1} ms"));
        Row::measured(what, shown, format!("under {wanted}"), figure < most)
    }

    fn seconds(what: &str, figure: Duration, most: Duration) -> Row {
        let [shown, wanted] = [figure, most].map(|time| format!("{:.2} s", time.as_secs_f64()));
        Row::measured(what, shown, format!("under {wanted}"), figure < most)
    }

    fn memory(what: &str, bytes: u64, most: u64) -> Row {
        let wanted = format!("under {}", megabytes(most * 1_000_000));
        Row::measured(what, megabytes(bytes), wanted, bytes < most * 1_000_000)
    }

    /// What would have ended the campaign with an error if it were otherwise.
    fn held(what: &str, figure: impl fmt::Display, wanted: &str) -> Row {
        let (figure, wanted) = (figure.to_string(), wanted.to_owned());
        Row { what: what.into(), figure, wanted, met: true, is_measured: false }
    }

    /// As a line of a table, beside what came out before.
    fn line(&self, accepted: &Accepted) -> String {
        let Row { what, figure, wanted, met, is_measured } = self;
        let before = if *is_measured { accepted.of(what) } else { "" };
        format!("| {} | {what} | {before} | {figure} | {wanted} |", if *met { "yes" } else { "NO" })
    }
}

/// Where and with what.
struct Siege<'a> {
    program: &'a Path,
    folder: &'a Path,
    accepted: Accepted,
    rows: Vec<Row>,
}

/// Everything; each campaign on new data in the folder. Prints each row as it comes, and all of them at the end. If they
/// are accepted, later ones are compared with them.
pub async fn run(program: &Path, folder: &Path, accept: bool) -> Result<()> {
    let mut siege = Siege { program, folder, accepted: Accepted::read()?, rows: Vec::new() };
    siege.loads().await;
    let peak = siege.peak().await;
    siege.keep("50 games flat out", peak);
    let restarts = siege.restarts().await;
    siege.keep("restarts with 5,000 games", restarts);
    let idle = siege.idle().await;
    siege.keep("100,000 stored games", idle);
    let kills = siege.kills().await;
    siege.keep("100 kills under load", kills);
    let full = siege.full().await;
    siege.keep("nothing can be written", full);
    let clocks = siege.clocks().await;
    siege.keep("pauses and machines' clocks", clocks);
    let damage = siege.damage().await;
    siege.keep("damaged data", damage);
    let backups = siege.backups().await;
    siege.keep("backups under load", backups);
    let limits = siege.limits().await;
    siege.keep("limits", limits);
    let strangers = siege.strangers().await;
    siege.keep("strangers", strangers);
    let missed = siege.rows.iter().filter(|row| !row.met).count();
    println!("\n| met | what | before | figure | wanted |\n|---|---|---|---|---|");
    siege.rows.iter().for_each(|row| println!("{}", row.line(&siege.accepted)));
    println!("{}", load_average());
    if accept {
        let measured = siege.rows.iter().filter(|row| row.is_measured);
        Accepted::write(measured.map(|row| (row.what.as_str(), row.figure.as_str())))?;
    }
    ensure!(missed == 0, "{missed} figures are not as wanted");
    Ok(())
}

impl Siege<'_> {
    /// A server on data of its own.
    fn plan(&self, name: &str) -> ServerConfig {
        ServerConfig::new(self.program, &self.folder.join(name))
    }

    fn note(&mut self, row: Row) {
        println!("{}", row.line(&self.accepted));
        self.rows.push(row);
    }

    /// A campaign that ended with an error is a row, too, and the next one follows.
    fn keep(&mut self, what: &str, outcome: Result<()>) {
        if let Err(error) = outcome {
            self.note(Row { met: false, ..Row::held(what, format!("{error:#}"), "no error") });
        }
    }

    async fn loads(&mut self) {
        let second = Duration::from_secs(1);
        let load = |games, seconds: u32, computers| Load {
            games,
            every: Some(seconds * second),
            time: 30 * second,
            computers,
        };
        let plan = self.plan("load");
        self.load("2,000 games, an action a second", plan, load(2000, 1, 0), 30.0, Some(120)).await;
        let plan = self.plan("sockets");
        self.load("5,000 games, an action per 5 s", plan, load(5000, 5, 0), 50.0, Some(200)).await;
        let plan = self.plan("slow").with("--slow-commits=20");
        self.load("2,000 games, commits 20 ms slower", plan, load(2000, 1, 0), 60.0, None).await;
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        // More than find room in the queue.
        let computers = 1100 * cores.saturating_sub(1).max(1);
        let plan = self.plan("computers");
        self.load("500 games, the computer's queue full", plan, load(500, 1, computers), 50.0, None).await;
    }

    async fn load(
        &mut self,
        what: &str,
        mut plan: ServerConfig,
        load: Load,
        millis: f64,
        memory: Option<u64>,
    ) {
        let outcome = match load::run(&mut plan, &load).await {
            Ok(outcome) => outcome,
            Err(error) => return self.keep(what, Err(error)),
        };
        println!("{outcome}");
        for error in outcome.errors.iter().take(10) {
            println!("{error}");
        }
        self.note(Row::millis(&format!("{what}: p99"), outcome.times.permille(990), millis));
        if let Some(memory) = memory {
            self.note(Row::memory(&format!("{what}: memory"), outcome.memory, memory));
        }
        if let Some(queue) = &outcome.queue {
            let met = Queue::must_be_full(queue).is_ok();
            self.note(Row { met, ..Row::held(&format!("{what}: the queue"), queue, "full") });
            let (late, of) = (queue.late, queue.decisions);
            let figure = format!("{late} of {of} moves of the computer's after more than 5 s");
            self.note(Row { met: late == 0, ..Row::held(&format!("{what}: waiting"), figure, "0") });
        }
        let (errors, met) = (outcome.errors.len(), outcome.errors.is_empty());
        self.note(Row { met, ..Row::held(&format!("{what}: errors"), errors, "0") });
    }

    async fn peak(&mut self) -> Result<()> {
        let mut plan = self.plan("peak");
        let (before, _) = peak::sync(&plan.data)?;
        let load = Load { games: 50, every: None, time: Duration::from_secs(10), computers: 0 };
        let outcome = load::run(&mut plan, &load).await?;
        let (after, _) = peak::sync(&plan.data)?;
        ensure!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        let (rate, wanted) = (outcome.rate(), peak::wanted((before + after) / 2));
        let (what, figure) = ("50 games flat out".to_owned(), format!("{rate:.0} actions/s"));
        self.note(Row::measured(&what, figure, format!("{wanted:.0} actions/s"), rate >= wanted));
        Ok(())
    }

    async fn restarts(&mut self) -> Result<()> {
        let mut plan = self.plan("restart");
        for outcome in restart::run(&mut plan, 5000, 20, Duration::from_secs(3)).await? {
            println!("{outcome}");
            let how = if outcome.killed { "killed with 5,000 games" } else { "stopped with 5,000 games" };
            self.note(Row::seconds(&format!("{how}: ready"), outcome.ready, Duration::from_secs(2)));
            self.note(Row::seconds(&format!("{how}: all back"), outcome.resumed, Duration::from_secs(5)));
            let [least, most, away] =
                [outcome.spared.0, outcome.spared.1, outcome.away].map(|time| time.as_secs_f64());
            let (spared, wanted) =
                (format!("{least:.2} to {most:.2} s"), format!("{away:.2} s or little more"));
            let met = outcome.spared.1 < outcome.away + HEARTBEAT;
            self.note(Row { met, ..Row::held(&format!("{how}: clocks spared"), spared, &wanted) });
        }
        Ok(())
    }

    async fn idle(&mut self) -> Result<()> {
        let outcome = idle::run(&mut self.plan("idle"), 100_000).await?;
        self.note(Row::seconds("100,000 stored games: ready", outcome.ready, Duration::from_secs(2)));
        self.note(Row::memory("100,000 stored games: memory", outcome.memory, 100));
        Ok(())
    }

    async fn kills(&mut self) -> Result<()> {
        let outcome = kill::run(&mut self.plan("kill"), 40, 100, 1).await?;
        let (games, done) = (outcome.games, outcome.done);
        let figure = format!("{games} games finished, all of {done} actions in the log");
        self.note(Row::held("100 kills under load", figure, "nothing lost, all games finish"));
        Ok(())
    }

    async fn full(&mut self) -> Result<()> {
        for way in full::run(self.program, self.folder).await? {
            self.note(Row::held("nothing can be written", way, "refused, state as before, alive"));
        }
        Ok(())
    }

    async fn clocks(&mut self) -> Result<()> {
        pause::run(&mut self.plan("pause"), 100).await?;
        self.note(Row::held("a pause of the process", "100 games went on", "nobody is charged"));
        pause::jumps(&mut self.plan("jumps"), 100).await?;
        self.note(Row::held("the clock an hour back and forth", "100 games went on", "nobody is charged"));
        Ok(())
    }

    async fn damage(&mut self) -> Result<()> {
        let outcome = damage::run(&mut self.plan("damage"), 20, 200, 1).await?;
        let damage::DamageReport { whole, told, refused, .. } = outcome;
        let figure = format!("{whole} whole, {told} told, {refused} refused");
        self.note(Row::held("200 damaged folders", figure, "whole or told, none silently shorter"));
        Ok(())
    }

    async fn backups(&mut self) -> Result<()> {
        let outcome = backup::run(&mut self.plan("backup"), 20, 50).await?;
        self.note(Row::held("backups under load", outcome, "prefixes with all that was acknowledged"));
        Ok(())
    }

    async fn limits(&mut self) -> Result<()> {
        let checked = limits::run(self.program, &self.folder.join("limits"), None).await?;
        let figure = format!("{} checks as documented", checked.len());
        self.note(Row::held("limits at their defaults", figure, "as docs/serving.md says"));
        Ok(())
    }

    async fn strangers(&mut self) -> Result<()> {
        let siege = strangers::Siege {
            program: self.program.to_owned(),
            folder: self.folder.to_owned(),
            time: Duration::from_secs(10),
            comparisons: 2,
            helper: std::env::current_exe()?,
        };
        for outcome in siege.run(&Attack::all()).await? {
            self.stranger(&outcome);
        }
        Ok(())
    }

    fn stranger(&mut self, outcome: &AttackReport) {
        let what = |figure: &str| format!("strangers, {:?}: {figure}", outcome.attack);
        let (p99, ratio) = (outcome.attacked.moves.permille(990), outcome.ratio());
        self.note(Row::millis(&what("p99"), p99, report::P99));
        let met = ratio <= report::SLOWER;
        let wanted = format!("{:.2} or less", report::SLOWER);
        self.note(Row::measured(&what("p99, times that without"), format!("{ratio:.2}"), wanted, met));
        let (waited, most) = outcome.waits();
        self.note(Row::millis(&what("computer waited for"), waited, most));
        let (thinks, wanted) = (outcome.thinks(), format!("{:.2} or more", report::THINKS));
        let met = thinks >= report::THINKS;
        self.note(Row::measured(
            &what("computer thinks, times that without"),
            format!("{thinks:.2}"),
            wanted,
            met,
        ));
        self.note(Row::memory(&what("memory"), outcome.harm.memory, report::MEMORY / 1_000_000));
        let faults = outcome.faults();
        let met = faults.is_empty();
        self.note(Row {
            met,
            ..Row::held(&what("harm"), if met { "none".into() } else { faults.join("; ") }, "none")
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_met_below_what_is_wanted() {
        assert!(Row::millis("p99", 29.9, 30.0).met && !Row::millis("p99", 30.0, 30.0).met);
        assert!(Row::memory("memory", 119_999_999, 120).met && !Row::memory("memory", 120_000_000, 120).met);
        let [two, three] = [2, 3].map(Duration::from_secs);
        assert!(!Row::seconds("ready", two, two).met && Row::seconds("ready", two, three).met);
        let accepted = Accepted::parse("# before\np99: 31.0 ms\n");
        let line = |what| Row::millis(what, 29.9, 30.0).line(&accepted);
        assert_eq!(line("p99"), "| yes | p99 | 31.0 ms | 29.9 ms | under 30.0 ms |");
        assert_eq!(line("p50"), "| yes | p50 | unknown | 29.9 ms | under 30.0 ms |");
    }
}
