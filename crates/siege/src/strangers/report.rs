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
/// The least that the computer may think, as a part of what it does undisturbed.
pub const THINKS: f64 = 0.5;
/// How much longer the computer may be waited for however short that was, in milliseconds: a thought for a table that
/// nobody looks at is not broken off.
const BEGUN: f64 = 50.0;
/// Nobody waits longer for a move of the computer's, in milliseconds.
const LATE: f64 = 5000.0;
/// Seats at tables of others that one address may hold: the server's default.
const SEATS: u64 = 20;
/// Those that one person may hold.
const SEATS_OF_ONE: u64 = 6;
/// Of the server, in bytes.
pub const MEMORY: u64 = 300_000_000;
/// What its data may grow by, in bytes: what a /48 may have kept, and a write-ahead log that waits to be taken in.
const DISK: u64 = 100_000_000;

/// What stands above the rows of reports.
pub const HEAD: &str = "| met | attack | p99 of a move, attackers at a sink | at the server | ratio | computer waited for | computer thinks | memory | disk | \
attackers were told | others refused |\n|---|---|---|---|---|---|---|---|---|---|---|";

/// What came of an attack.
#[derive(Debug)]
pub struct AttackReport {
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

    /// How long the computer thought, as a part of what it did undisturbed.
    pub fn thinks(&self) -> f64 {
        self.attacked.thought() / self.calm.thought()
    }

    /// How long the computer was waited for, and how long that may be, in milliseconds.
    pub fn waits(&self) -> (f64, f64) {
        let [calm, attacked] = [&self.calm, &self.attacked].map(|met| met.computer.permille(500));
        (attacked, (SLOWER * calm).max(calm + BEGUN))
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
        faults.extend(self.computers_faults());
        faults
    }

    /// What is not as it should be with the computer's share.
    fn computers_faults(&self) -> Vec<String> {
        let (mut faults, (waited, most)) = (Vec::new(), self.waits());
        if waited > most {
            faults.push(format!("the computer was waited for {waited:.0} ms"));
        }
        // Not even one answer in a round is no share at all.
        if self.attacked.deep.is_empty() || self.thinks() < THINKS {
            faults.push(format!("the computer thought {:.2} times as long", self.thinks()));
        }
        let last = self.attacked.computer.permille(1000).max(self.attacked.deep.permille(1000));
        if last > LATE {
            faults.push(format!("a move of the computer's took {last:.0} ms"));
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
        let [thought, shorter] = [&self.calm, &self.attacked].map(Met::thought);
        format!(
            "| {} | {:?} | {calm:.1} ms | {attacked:.1} ms | {:.2} | {slow:.0} / {slower:.0} ms | {thought:.0} / {shorter:.0} ms | {} | {} | {} | {} |",
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
            writeln!(f, "  {when}: moves {}; asked for {}", met.moves, met.asks)?;
            writeln!(f, "    computer {}; one that thinks for as long as it may {}", met.computer, met.deep)?;
        }
        write!(f, "  attackers were told: {}; {}", self.told, self.harm)
    }
}

impl Met {
    /// How long a computer thinks that does so for as long as it may, in milliseconds: what it is waited for longer than
    /// one that thinks for a moment.
    fn thought(&self) -> f64 {
        self.deep.permille(500) - self.computer.permille(500)
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Times;
    use std::time::Duration;

    fn met(computer: u64, deep: u64) -> Met {
        let times = |millis| {
            let mut times = Times::default();
            times.push(Duration::from_millis(millis));
            times
        };
        Met { moves: times(1), computer: times(computer), deep: times(deep), ..Met::default() }
    }

    fn report(attacked: Met) -> AttackReport {
        let harm = Harm { memory: 0, disk: 0, replaced: 0 };
        AttackReport { attack: Attack::Votes, calm: met(30, 1030), attacked, told: Tally::default(), harm }
    }

    #[test]
    fn the_computers_share_is_judged() {
        assert_eq!(report(met(70, 1100)).met(), Vec::<String>::new());
        // 58 tables in a queue in which all have the same share, as it was once.
        let cut = report(met(1400, 1424)).met();
        assert_eq!(cut, ["the computer was waited for 1400 ms", "the computer thought 0.02 times as long"]);
        assert_eq!(report(met(30, 5030)).met(), ["a move of the computer's took 5030 ms"]);
        let silent = report(Met { deep: Times::default(), ..met(30, 1030) }).met();
        assert_eq!(silent.len(), 1, "{silent:?}");
    }
}
