//! Logs of games: does every draw follow from the secrets?

use super::name;
use crate::{files, say};
use anyhow::{Context, Result};
use std::path::Path;
use table::{Fair, Table};
use wire::table::{Entry, LogShown, Receipt};
use wire::{CheckLine, CheckedDeal};

/// Whether the draws of a log are fair, and what that proves.
pub fn check(path: &Path, mine: Option<&Path>) -> Result<CheckLine> {
    let log: LogShown = wire::read(&files::read(path)?).with_context(|| name(path))?;
    let fair = Table::verify(&log.entries).with_context(|| name(path))?;
    let decks = mine.map(|mine| decks(&log, &fair, mine)).transpose().with_context(|| name(path))?;
    let deal = |(called_off, deal): (&table::CalledOff, usize)| CheckedDeal {
        deal,
        missing: called_off.missing.clone(),
        revealed: called_off.revealed,
    };
    let took_back = log.entries.iter().filter(|line| matches!(line.entry, Entry::TookBack { .. }));
    Ok(CheckLine::Fair {
        file: name(path),
        taken_back: took_back.count(),
        draws: fair.draws,
        devices: fair.devices,
        called_off: fair.called_off.iter().zip(1..).map(deal).collect(),
        decks,
    })
}

/// Among how many decks the host could choose, by a receipt that agrees with the log.
fn decks(log: &LogShown, fair: &Fair, mine: &Path) -> Result<usize> {
    let receipt: Receipt = wire::read(&files::read(mine)?).with_context(|| name(mine))?;
    Ok(Table::verify_mine(log, fair, &receipt)?.decks)
}

/// The same for people.
pub fn verdict(
    (draws, devices): (usize, usize),
    taken_back: usize,
    called_off: &[CheckedDeal],
    decks: Option<usize>,
) -> String {
    let (draws, devices) = (say::counted(draws, "draw"), say::counted(devices, "device"));
    let mut found = format!("{draws} follow from the secrets of the server and of {devices}");
    if taken_back > 0 {
        let turns = say::counted(taken_back, "turn");
        found.push_str(&format!("\n  {turns} taken back: who did so had seen the tiles that came after"));
    }
    for deal in called_off {
        found.push_str(&format!("\n  deal {} was called off {}", deal.deal, why(deal)));
    }
    found.push_str(&format!("\n  {}", proved(decks)));
    found
}

fn why(CheckedDeal { missing, revealed, .. }: &CheckedDeal) -> String {
    let devices: Vec<String> = missing.iter().map(u32::to_string).collect();
    let when = if *revealed { "after secrets were revealed" } else { "before a secret was revealed" };
    format!("{when}: no answer from device {}", devices.join(", "))
}

/// What a log proves whose draws follow from its secrets.
fn proved(decks: Option<usize>) -> String {
    match decks {
        None => {
            "whether the host wrote this log anew is not known: that takes a receipt (--mine FILE)".into()
        }
        Some(1) => {
            "fair: the log agrees with the receipt, so nobody chose the deck, not even the host".into()
        }
        Some(decks) => format!(
            "the log agrees with the receipt, but the host could choose among {decks} decks: it can know the deck when all devices have revealed, and then call the deal off"
        ),
    }
}
