//! Chains of hashes: each link covers an entry and the link before it, so nothing in a log can be changed, left out or
//! swapped without changing every link after it. A chain can't show that its end is missing.
//!
//! What people may want to have erased goes into a link as a salted hash: without the text and the salt the hash tells
//! nothing, and the chain stays whole.

use crate::fair::Bytes;
use sha2::{Digest as _, Sha256};

/// The link of an entry made of these parts. Their lengths are hashed, too, so no two lists of parts are alike.
///
/// ```
/// use chance::chain::link;
/// let first = link(&[0; 32], &[b"first"]);
/// assert_ne!(link(&first, &[b"second"]), link(&[0; 32], &[b"second"]));
/// assert_ne!(link(&first, &[b"se", b"cond"]), link(&first, &[b"sec", b"ond"]));
/// ```
pub fn link(previous: &Bytes, parts: &[&[u8]]) -> Bytes {
    let mut hash = Sha256::new().chain_update(b"bastide link 1\0").chain_update(previous);
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// What stands for a text that may be erased.
pub fn veil(salt: &Bytes, text: &str) -> Bytes {
    Sha256::new().chain_update(b"bastide veil 1\0").chain_update(salt).chain_update(text).finalize().into()
}
