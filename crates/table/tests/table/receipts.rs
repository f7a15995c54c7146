//! What a device keeps of a deal, against hosts who write the log anew.

use crate::desk::{ANN, BO, Desk};
use chance::{Stream, fair};
use table::{CalledOff, Mine, NotMine, Table};
use wire::table::{DealKept, Entry, LogShown, Receipt, Stage};

/// A finished game whose first deal was called off because Bo did not reveal.
fn played() -> Desk {
    played_with([4; 32])
}

fn played_with(bo: [u8; 32]) -> Desk {
    let mut desk =
        Desk::open(r#"{"setup":{"bag":{"U":6,"V":6,"E":4}},"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    let digest = desk.digest();
    for (n, who) in [ANN, BO].into_iter().enumerate() {
        let hash = fair::to_hex(&fair::commitment(&desk.secrets[n], &digest));
        desk.order(who, &format!(r#"{{"type":"commit","hash":"{hash}"}}"#)).unwrap();
    }
    let secret = fair::to_hex(&desk.secrets[0]);
    desk.order(ANN, &format!(r#"{{"type":"reveal","secret":"{secret}"}}"#)).unwrap();
    desk.wait(30_000);
    desk.secrets = vec![[3; 32], bo];
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN, BO]);
    let mut random = Stream::new(1);
    while desk.table.stage() == Stage::Playing {
        desk.play(&mut random);
    }
    desk
}

/// What Bo's page kept of both deals: in the first it did not reveal.
fn receipt(desk: &Desk) -> Receipt {
    let digests: Vec<String> = desk.log.iter().filter_map(|(logged, _)| digest(&logged.entry)).collect();
    let secret = |n: usize, secret: [u8; 32]| {
        let digest = fair::from_hex(&digests[n]).unwrap();
        fair::to_hex(&fair::commitment(&secret, &digest))
    };
    let kept = |n: usize, own: [u8; 32], hashes| DealKept {
        number: n as u32 + 1,
        device: 1,
        digest: digests[n].clone(),
        server: secret(n, [7; 32]),
        secret: fair::to_hex(&own),
        hashes,
    };
    let hashes = vec![(0, secret(1, [3; 32])), (1, secret(1, [4; 32]))];
    let tiles = Table::verify(&desk.shown().entries).unwrap().tiles;
    Receipt {
        game: "game".into(),
        deals: vec![kept(0, [2; 32], Vec::new()), kept(1, [4; 32], hashes)],
        tiles,
    }
}

fn digest(entry: &Entry) -> Option<String> {
    match entry {
        Entry::Dealing { digest, .. } => Some(digest.clone()),
        _ => None,
    }
}

fn verify(log: &LogShown, receipt: &Receipt) -> Result<Mine, NotMine> {
    Table::verify_mine(log, &Table::verify(&log.entries).unwrap(), receipt)
}

#[test]
fn only_the_last_deal_counts_and_those_called_off_are_told() {
    let found = Table::verify(&played().shown().entries).unwrap();
    assert_eq!(found.devices, 2);
    assert_eq!(found.called_off, [CalledOff { missing: vec![1], revealed: true }]);
}

#[test]
fn a_log_that_holds_what_the_device_gave_agrees_with_its_receipt() {
    let desk = played();
    assert_eq!(verify(&desk.shown(), &receipt(&desk)), Ok(Mine { decks: 1 }));
}

/// Ann revealed twice: the host could know the first deck before it was called off.
#[test]
fn a_deal_called_off_after_the_own_secret_was_told_leaves_the_host_a_choice() {
    let desk = played();
    let mut ann = receipt(&desk);
    for (kept, secret) in ann.deals.iter_mut().zip([[1; 32], [3; 32]]) {
        (kept.device, kept.secret) = (0, fair::to_hex(&secret));
    }
    ann.deals[0].hashes = hashes_of_deal(&desk, 0);
    assert_eq!(verify(&desk.shown(), &ann), Ok(Mine { decks: 2 }));
}

fn hashes_of_deal(desk: &Desk, deal: usize) -> Vec<(u32, String)> {
    let committed = desk.log.iter().filter_map(|(logged, _)| match &logged.entry {
        Entry::Committed { device, hash } => Some((*device, hash.clone())),
        _ => None,
    });
    committed.skip(2 * deal).take(2).collect()
}

/// The host plays a game of its own in Bo's name: a log that agrees with itself, but not with Bo's receipt.
#[test]
fn a_host_who_writes_a_guests_secret_anew_is_caught() {
    let honest = receipt(&played());
    let forged = played_with([9; 32]).shown();
    assert_eq!(verify(&forged, &honest), Err(NotMine::Own(2)));
}

#[test]
fn every_other_change_is_found() {
    let desk = played();
    let (log, mine) = (desk.shown(), receipt(&desk));
    let fair = Table::verify(&log.entries).unwrap();
    let found = |change: &dyn Fn(&mut LogShown, &mut Receipt)| {
        let (mut log, mut mine) = (log.clone(), mine.clone());
        change(&mut log, &mut mine);
        Table::verify_mine(&log, &fair, &mine)
    };
    let wrong = || "00".repeat(32);
    assert_eq!(found(&|log, _| log.game = "other".into()), Err(NotMine::Game));
    assert_eq!(found(&|_, mine| mine.deals.clear()), Err(NotMine::Absent(2)));
    assert_eq!(found(&|_, mine| drop(mine.deals.pop())), Err(NotMine::Absent(2)));
    assert_eq!(found(&|_, mine| mine.deals[1].hashes.clear()), Err(NotMine::Absent(2)));
    assert_eq!(found(&|_, mine| mine.deals[1].number = 3), Err(NotMine::Removed(2, 3)));
    assert_eq!(found(&|_, mine| mine.deals[1].number = 0), Err(NotMine::Removed(2, 0)));
    assert_eq!(found(&|_, mine| mine.deals[1].server = wrong()), Err(NotMine::Server(2)));
    assert_eq!(found(&|_, mine| mine.deals[0].server = wrong()), Err(NotMine::Server(1)));
    assert_eq!(found(&|_, mine| mine.deals[0].secret = wrong()), Err(NotMine::Own(1)));
    assert_eq!(found(&|_, mine| mine.deals[1].secret = "x".into()), Err(NotMine::Own(2)));
    assert_eq!(found(&|_, mine| mine.deals[1].hashes[0].1 = wrong()), Err(NotMine::Other(2, 0)));
    assert_eq!(found(&|_, mine| mine.deals[1].hashes.push((2, wrong()))), Err(NotMine::Other(2, 2)));
    assert_eq!(found(&|_, mine| mine.tiles.truncate(3)), Err(NotMine::Board));
    assert_eq!(found(&|_, mine| mine.tiles[1].x += 1), Err(NotMine::Board));
    let drop_first = |log: &mut LogShown| {
        let at = log.entries.iter().position(|line| digest(&line.entry).is_some()).unwrap();
        log.entries.remove(at);
    };
    assert_eq!(found(&|log, _| drop_first(log)), Err(NotMine::Server(1)));
}
