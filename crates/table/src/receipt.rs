//! Comparing a log with what one device kept of the deals: a log that only agrees with itself could have been written
//! anew by the host.

use crate::{CalledOff, Fair, Table};
use chance::fair;
use wire::table::{DealKept, Entry, LogShown, Receipt};

/// What a log and a receipt that agree prove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mine {
    /// Decks that the host could choose from: the last deal's, and one for each deal that was called off after this
    /// device had revealed its secret.
    pub decks: usize,
}

/// What a log says otherwise than the receipt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotMine {
    /// Another game.
    #[error("the receipt is of another game: take the log of the game it names")]
    Game,
    /// The receipt says nothing about the last deal.
    #[error(
        "the receipt holds no secret that this device revealed in the last deal (number {0}): it proves nothing about this game"
    )]
    Absent(usize),
    /// Deals are missing.
    #[error("the log has {0} deals, but this device took part in deal {1}: the log was changed")]
    Removed(usize, u32),
    /// The table or what the server committed to is another.
    #[error("deal {0}: the log holds another table or another commitment of the server than this device saw")]
    Server(u32),
    /// The own commitment or secret is another.
    #[error("deal {0}: the log holds another secret for this device than it gave: the log was changed")]
    Own(u32),
    /// What another device committed to is another.
    #[error("deal {0}: the log holds another commitment for device {1} than this device saw")]
    Other(u32, u32),
    /// The game ended otherwise.
    #[error("the log ends with another board than this device showed: the log was changed")]
    Board,
}

impl Table {
    /// Checks a log that was found fair against the receipt of a device.
    pub fn verify_mine(log: &LogShown, found: &Fair, receipt: &Receipt) -> Result<Mine, NotMine> {
        if log.game != receipt.game {
            return Err(NotMine::Game);
        }
        let deals = deals(log);
        for kept in &receipt.deals {
            let at = (kept.number as usize).checked_sub(1);
            let deal = at.and_then(|at| deals.get(at)).ok_or(NotMine::Removed(deals.len(), kept.number))?;
            compare(deal, kept)?;
        }
        let told = |kept: &&DealKept| !kept.hashes.is_empty();
        let known = |(off, number): &(&CalledOff, u32)| {
            let kept = receipt.deals.iter().find(|kept| kept.number == *number);
            kept.map_or(off.revealed, |kept| told(&kept))
        };
        let decks = 1 + found.called_off.iter().zip(1..).filter(known).count();
        let last = |kept: &DealKept| kept.number as usize == deals.len();
        if !receipt.deals.iter().filter(told).any(last) {
            return Err(NotMine::Absent(deals.len()));
        }
        let same = receipt.tiles.len() == found.tiles.len()
            && receipt.tiles.iter().all(|tile| found.tiles.contains(tile));
        if !same && !receipt.tiles.is_empty() {
            return Err(NotMine::Board);
        }
        Ok(Mine { decks })
    }
}

/// The entries of each deal, and of all that came after it until the next.
fn deals(log: &LogShown) -> Vec<Vec<&Entry>> {
    let mut deals: Vec<Vec<&Entry>> = Vec::new();
    for line in &log.entries {
        if matches!(line.entry, Entry::Dealing { .. }) {
            deals.push(Vec::new());
        }
        if let Some(deal) = deals.last_mut() {
            deal.push(&line.entry);
        }
    }
    deals
}

fn compare(deal: &[&Entry], kept: &DealKept) -> Result<(), NotMine> {
    let DealKept { number, device: own, .. } = *kept;
    let holds = |entry: Entry| deal.contains(&&entry);
    if !holds(Entry::Dealing { digest: kept.digest.clone(), server: kept.server.clone() }) {
        return Err(NotMine::Server(number));
    }
    let given = fair::from_hex(&kept.secret)
        .zip(fair::from_hex(&kept.digest))
        .map(|(secret, digest)| fair::to_hex(&fair::commitment(&secret, &digest)));
    let seen = |device| kept.hashes.iter().find(|(other, _)| *other == device).map(|(_, hash)| hash);
    let (told, called_off) = (!kept.hashes.is_empty(), deal.iter().any(|entry| is_called_off(entry)));
    for entry in deal {
        match entry {
            Entry::Committed { device, hash } if *device == own && given.as_ref() != Some(hash) => {
                return Err(NotMine::Own(number));
            }
            Entry::Revealed { device, secret } if *device == own && *secret != kept.secret => {
                return Err(NotMine::Own(number));
            }
            Entry::Committed { device, hash } if told && seen(*device) != Some(hash) => {
                return Err(NotMine::Other(number, *device));
            }
            _ => {}
        }
    }
    let revealed = Entry::Revealed { device: own, secret: kept.secret.clone() };
    if told && !called_off && !holds(revealed) {
        return Err(NotMine::Own(number));
    }
    let committed =
        |(device, hash): &(u32, String)| holds(Entry::Committed { device: *device, hash: hash.clone() });
    let missing = kept.hashes.iter().find(|hash| !committed(hash));
    missing.map_or(Ok(()), |(device, _)| Err(NotMine::Other(number, *device)))
}

fn is_called_off(entry: &Entry) -> bool {
    matches!(entry, Entry::CalledOff { .. })
}
