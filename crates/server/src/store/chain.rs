//! The chain of a log: each entry's hash covers the entry and the hash before it.

use super::words::Kept;
use super::{GameId, Millis, Secret};
use chance::chain::link;

/// What a log has come to: the hash of its last entry and of all before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Head(pub [u8; 32]);

/// Where the chain of a game begins: it belongs to no other game and no other secret.
pub(super) fn start(game: GameId, secret: &Secret) -> Head {
    Head(link(&[0; 32], &[&game.0, &secret.0]))
}

/// What an entry leads to. The words count by their hashes.
pub(super) fn next(previous: &Head, version: u64, at: Millis, entry: &[u8], words: &[Kept]) -> Head {
    let mut parts: Vec<&[u8]> = Vec::with_capacity(3 + 4 * words.len());
    let (version, at) = (version.to_be_bytes(), at.to_be_bytes());
    parts.extend([&version[..], &at[..], entry]);
    let numbers: Vec<[[u8; 8]; 2]> = words.iter().map(numbers).collect();
    for (Kept { word, hash, .. }, [place, person]) in words.iter().zip(&numbers) {
        parts.extend([&place[..], &person[..], word.kind.as_bytes(), &hash[..]]);
    }
    Head(link(&previous.0, &parts))
}

fn numbers(kept: &Kept) -> [[u8; 8]; 2] {
    let person = kept.word.person.map_or(0, |person| person.0);
    [u64::from(kept.word.place).to_be_bytes(), person.to_be_bytes()]
}
