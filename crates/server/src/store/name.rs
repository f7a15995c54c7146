//! What games, people and secrets are called.

use std::fmt;
use std::str::FromStr;

/// The name of a game: 80 random bits, written as 16 letters and digits that may stand in an address.
///
/// ```
/// use server::store::GameId;
/// let game = GameId([0xff, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
/// assert_eq!(game.to_string(), "zw00000000000001");
/// assert_eq!("zw00000000000001".parse(), Ok(game));
/// assert!("ZW00000000000001".parse::<GameId>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub [u8; 10]);

/// No `i`, `l`, `o` and `u`: names are also read aloud and typed.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl GameId {
    /// The length of the written name.
    pub const LETTERS: usize = 16;

    /// A new name.
    pub fn random() -> GameId {
        GameId::from_bytes(chance::secret())
    }

    /// The name of the game in which the people of another one meet again.
    pub fn after(game: GameId) -> GameId {
        GameId::from_bytes(chance::fair::digest(&format!("after {game}")))
    }

    fn from_bytes(bytes: [u8; 32]) -> GameId {
        let mut id = [0; 10];
        id.copy_from_slice(&bytes[..10]);
        GameId(id)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.iter().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        let letters = (0..Self::LETTERS).rev().map(|place| ALPHABET[(bits >> (5 * place)) as usize & 31]);
        f.pad(&letters.map(char::from).collect::<String>())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameId({self})")
    }
}

impl FromStr for GameId {
    type Err = NotAGameId;

    fn from_str(text: &str) -> Result<GameId, NotAGameId> {
        if text.len() != Self::LETTERS {
            return Err(NotAGameId);
        }
        let mut bits = 0u128;
        for letter in text.bytes() {
            let digit = ALPHABET.iter().position(|known| *known == letter).ok_or(NotAGameId)?;
            bits = bits << 5 | digit as u128;
        }
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&bits.to_be_bytes()[6..]);
        Ok(GameId(bytes))
    }
}

/// A text that names no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a game's name has 16 letters and digits in lower case, without i, l, o and u")]
pub struct NotAGameId;

/// The number of a person.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PersonId(pub i64);

/// The SHA-256 of a secret that a person, a link or a bot proves itself with; the secret itself is never stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hash(..)")
    }
}

/// A table's own secret, from which its draws follow. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}
