//! What came of attacks, and what of it is not as it should be.

use super::attack::Attack;
use super::ordinary::Met;
use super::tally::Tally;
use crate::figures::megabytes;
use std::fmt;

/// The most that the others' p99 may grow, as a ratio.
pub const SLOWER: f64 = 2.0;
/// Of a quiet machine, in milliseconds.
pub const P99: f64 = 60.0;
/// Seats at tables of others that one address may hold: the server's default.
const SEATS: u64 = 20;
/// Those that one person may hold.
const SEATS_OF_ONE: u64 = 6;
/// Of the server, in bytes.
pub const MEMORY: u64 = 300_000_000;
/// What its data may grow by, in bytes: what a /48 may have kept, and a write-ahead log that waits to be taken in.
const DISK: u64 = 100_000_000;

/// What stands above the rows of reports.
pub const HEAD: &str = "| met | attack | p99 of a move, attackers at a sink | at the server | ratio | computer p50 | memory | disk | \
attackers were told | others refused |\n|---|---|---|---|---|---|---|---|---|---|";

/// What came of an attack.
#[derive(Debug)]
pub struct AttackReport {
    /// Which.
    pub attack: Attack,
    /// What the others met with while the attackers were at the sink.
    pub calm: Met,
    /// The same while they were at the server.
    pub attacked: Met,
    /// What the attackers were told by the server.
    pub told: Tally,
    /// What was done to the server.
    pub harm: Harm,
}

/// What attackers did to a server.
#[derive(Debug)]
pub struct Harm {
    /// The most memory that it had.
    pub memory: u64,
    /// What its data grew by.
    pub disk: u64,
    /// Seats that changed hands by a vote.
    pub replaced: usize,
}

impl AttackReport {
    /// How many times as slow the slowest of a hundred moves became.
    pub fn ratio(&self) -> f64 {
        self.attacked.moves.permille(990) / self.calm.moves.permille(990)
    }

    /// What is not as it should be, times included.
    pub fn met(&self) -> Vec<String> {
        let mut faults = self.faults();
        let p99 = self.attacked.moves.permille(990);
        if self.ratio() > SLOWER {
            faults.push(format!("moves took {:.1} times as long", self.ratio()));
        }
        if p99 > P99 {
            faults.push(format!("p99 of a move is {p99:.1} ms"));
        }
        faults
    }

    /// What is not as it should be, whatever the time.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.attacked.faults();
        faults.extend(self.calm.errors.iter().cloned());
        faults.extend(self.attack.faults(&self.told));
        if self.attack.is_flood() && self.told.refused() == 0 {
            faults.push("the attackers were never told that it was too much".into());
        }
        faults.extend(self.harm.faults());
        faults
    }

    pub(super) fn row(&self) -> String {
        let [calm, attacked] = [&self.calm, &self.attacked].map(|met| met.moves.permille(990));
        let [slow, slower] = [&self.calm, &self.attacked].map(|met| met.computer.permille(500));
        format!(
            "| {} | {:?} | {calm:.1} ms | {attacked:.1} ms | {:.2} | {slow:.0} / {slower:.0} ms | {} | {} | {} | {} |",
            if self.met().is_empty() { "yes" } else { "NO" },
            self.attack,
            self.ratio(),
            megabytes(self.harm.memory),
            megabytes(self.harm.disk),
            self.told,
            self.attacked.errors.len()
        )
    }
}

impl fmt::Display for AttackReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.attack)?;
        for (when, met) in [("attackers at a sink", &self.calm), ("at the server", &self.attacked)] {
            writeln!(f, "  {when}: moves {}; asked for {}; computer {}", met.moves, met.asks, met.computer)?;
        }
        write!(f, "  attackers were told: {}; {}", self.told, self.harm)
    }
}

impl Met {
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = self.errors.clone();
        if self.moves.is_empty() && self.played == 0 {
            faults.push("nobody could make a move".into());
        }
        faults
    }
}

impl Attack {
    /// What attackers should not have been told.
    pub(super) fn faults(self, told: &Tally) -> Vec<String> {
        let wordless = told.wordless.iter().map(|told| format!("a refusal without a sentence: {told}"));
        let mut faults: Vec<String> = wordless.collect();
        if told.broken() > 0 {
            faults.push(format!("{} answers say that the server is at fault", told.broken()));
        }
        if told.seats > SEATS {
            faults.push(format!("one address took {} seats", told.seats));
        }
        if told.seats_of_one > SEATS_OF_ONE {
            faults.push(format!("one person took {} seats", told.seats_of_one));
        }
        faults
    }
}

impl Harm {
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.memory > MEMORY {
            faults.push(format!("the server took {}", megabytes(self.memory)));
        }
        if self.disk > DISK {
            faults.push(format!("the data grew by {}", megabytes(self.disk)));
        }
        if self.replaced > 0 {
            faults.push("somebody lost a seat by a vote of one".into());
        }
        faults
    }
}

impl fmt::Display for Harm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "memory {}; disk {}", megabytes(self.memory), megabytes(self.disk))
    }
}
