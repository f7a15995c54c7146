//! What people called themselves and said, apart from the entries of the logs.

use super::{GameId, Millis, PersonId};
use chance::chain::veil;

/// A personal word of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// Which of the entry's words, counted from 0.
    pub place: u32,
    /// What it is; any word.
    pub kind: String,
    pub person: Option<PersonId>,
    /// Nothing once it is erased.
    pub text: Option<String>,
}

/// A word as it is stored.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Kept {
    pub word: Word,
    /// Erased with the text.
    pub salt: Option<[u8; 32]>,
    /// Of both.
    pub hash: [u8; 32],
}

impl Kept {
    /// A word that is to be stored.
    pub fn new(word: Word) -> Kept {
        let salt = chance::secret();
        let hash = veil(&salt, word.text.as_deref().unwrap_or_default());
        Kept { word, salt: Some(salt), hash }
    }

    /// Whether the hash is that of the text, if the text is still there.
    pub fn is_sound(&self) -> bool {
        match (&self.word.text, &self.salt) {
            (Some(text), Some(salt)) => veil(salt, text) == self.hash,
            (text, salt) => text.is_none() && salt.is_none(),
        }
    }
}

/// A personal word, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// In which game's log.
    pub game: GameId,
    /// In which entry.
    pub version: u64,
    /// When that was written.
    pub at: Millis,
    /// What it is.
    pub kind: String,
    pub text: String,
}
