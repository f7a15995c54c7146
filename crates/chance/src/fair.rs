//! Deals that nobody can bend and anyone can check.
//!
//! The server and every device at a table commit to a secret by publishing its hash, the table's digest
//! included; when all hashes are in, the devices reveal, the server at the end. The deck's seed follows from
//! all secrets, so whoever kept one secret to the end knows that nobody chose the order.

use crate::Seed;
use sha2::{Digest as _, Sha256};

/// 32 bytes: a secret, a hash or a digest.
pub type Bytes = [u8; 32];

/// The hash of a text, such as that of a table and its seats.
pub fn digest(text: &str) -> Bytes {
    Sha256::digest(text).into()
}

/// What is published before anyone reveals.
///
/// ```
/// let table = chance::fair::digest("table");
/// assert_ne!(chance::fair::commitment(&[1; 32], &table), chance::fair::commitment(&[2; 32], &table));
/// ```
pub fn commitment(secret: &Bytes, table: &Bytes) -> Bytes {
    Sha256::new()
        .chain_update(b"bastide commitment 1\0")
        .chain_update(secret)
        .chain_update(table)
        .finalize()
        .into()
}

/// The deck's seed, from the server's secret and those of the devices in the order of their numbers.
pub fn seed<'a>(server: &Bytes, devices: impl IntoIterator<Item = &'a Bytes>, table: &Bytes) -> Seed {
    let mut hash = Sha256::new().chain_update(b"bastide deal 1\0").chain_update(table).chain_update(server);
    devices.into_iter().for_each(|secret| hash.update(secret));
    Bytes::from(hash.finalize()).into()
}

/// Lower-case hexadecimal digits.
pub fn to_hex(bytes: &Bytes) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// 32 bytes from 64 hexadecimal digits.
pub fn from_hex(text: &str) -> Option<Bytes> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (n, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * n..2 * n + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_digits_come_back() {
        let bytes = digest("anything");
        assert_eq!(from_hex(&to_hex(&bytes)), Some(bytes));
        assert_eq!(from_hex("12"), None);
        assert_eq!(from_hex(&"ż".repeat(32)), None);
    }

    #[test]
    fn every_secret_and_the_order_of_the_devices_count() {
        let table = digest("table");
        let seed = |a: u8, b: u8, c: u8| seed(&[a; 32], [&[b; 32], &[c; 32]], &table);
        assert_ne!(seed(1, 2, 3), seed(1, 3, 2));
        assert_ne!(seed(1, 2, 3), seed(4, 2, 3));
        assert_eq!(seed(1, 2, 3), seed(1, 2, 3));
    }
}
