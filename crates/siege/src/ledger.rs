//! What clients were told, to be compared with the log.

use crate::door::Door;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use wire::table::{Command, Entry, LogLine, LogShown, Order};

/// What the clients of one game were told.
#[derive(Clone, Debug)]
pub struct Ledger {
    game: String,
    cookie: String,
    /// By client: the commands that were acknowledged, with their versions.
    done: [Vec<(u64, Command)>; 2],
    seen: BTreeMap<u64, Entry>,
    /// The log when the game was over: how many entries, and their digest.
    log: (usize, [u8; 32]),
}

impl Ledger {
    /// An empty one; the cookie is that of somebody at the table.
    pub fn new(game: &str, cookie: &str) -> Ledger {
        Ledger {
            game: game.to_owned(),
            cookie: cookie.to_owned(),
            done: Default::default(),
            seen: BTreeMap::new(),
            log: (0, [0; 32]),
        }
    }

    /// How many commands were acknowledged.
    pub fn done(&self) -> usize {
        self.done.iter().map(Vec::len).sum()
    }

    /// A command was acknowledged.
    pub fn note_done(&mut self, who: usize, command: Command, version: u64) -> Result<()> {
        let last = self.done[who].last().map_or(0, |(last, _)| *last);
        ensure!(version > last, "{command:?} was done as version {version}, but the one before as {last}");
        self.done[who].push((version, command));
        Ok(())
    }

    /// An update was seen; another client, or the same one after a kill, must see the same.
    pub fn note_seen(&mut self, version: u64, entry: Entry) -> Result<()> {
        let known = self.seen.entry(version).or_insert_with(|| entry.clone());
        ensure!(*known == entry, "version {version} was {known:?} and is {entry:?} now");
        Ok(())
    }

    /// Everything told must stand in the log; from here on the log must stay what it is.
    pub fn compare(&mut self, log: &LogShown) -> Result<()> {
        let line = |version: u64| {
            let line = log.entries.get(usize::try_from(version).ok()?.checked_sub(1)?)?;
            (line.version == version).then_some(&line.entry)
        };
        for (version, entry) in &self.seen {
            let kept = line(*version);
            ensure!(kept == Some(entry), "version {version} was seen as {entry:?}, the log has {kept:?}");
        }
        for (version, command) in self.done.iter().flatten() {
            let kept = line(*version).with_context(|| format!("version {version} is not in the log"))?;
            ensure!(is_of(&command.order, kept), "version {version} was {command:?}, the log has {kept:?}");
        }
        self.log = (log.entries.len(), digest(&log.entries));
        // Comparing again needs no more than the digest.
        self.seen.clear();
        Ok(())
    }

    /// The log must be what it was.
    pub async fn compare_again(&self, door: &mut Door) -> Result<()> {
        let path = format!("/api/tables/{}/log", self.game);
        let log: LogShown = door.get(&path, &self.cookie).await?.read().context("a game is unreadable")?;
        let (entries, known) = self.log;
        let same = log.entries.get(..entries).is_some_and(|entries| digest(entries) == known);
        ensure!(same, "the log of {} is not what it was", self.game);
        Ok(())
    }
}

fn digest(entries: &[LogLine]) -> [u8; 32] {
    let lines: Vec<String> = entries.iter().map(wire::write).collect();
    chance::fair::digest(&lines.join("\n"))
}

/// Whether an entry is what an order asked for.
fn is_of(order: &Order, entry: &Entry) -> bool {
    match (order, entry) {
        (Order::Sit { seat, name }, Entry::Sat { seat: sat, name: called, .. }) => {
            seat == sat && name == called
        }
        (Order::Start {}, Entry::Dealing { .. }) => true,
        (Order::Commit { hash }, Entry::Committed { hash: kept, .. }) => hash == kept,
        (Order::Reveal { secret }, Entry::Revealed { secret: kept, .. }) => secret == kept,
        (Order::Act { seat, actions }, Entry::Played { seat: played, inputs, .. }) => {
            seat == played && inputs.starts_with(actions)
        }
        _ => false,
    }
}
