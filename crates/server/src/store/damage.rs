//! What is wrong with logs, and which of them: a table whose log is hurt can be looked at as far as it is whole, and
//! nothing is added to it.

use super::GameId;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is wrong with a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damage {
    pub game: GameId,
    /// So many entries from the first on are as they were written.
    pub readable: u64,
    /// So many there were, as far as is known.
    pub known: u64,
    /// What was found.
    pub flaw: Flaw,
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The whole game is missing.
    Gone,
    /// The last entries are missing.
    Short,
    /// The entry after those that are readable is missing or is not what was written.
    Changed,
    /// The log agrees with itself, but it is not the one whose head was recorded.
    Replaced,
}

impl Flaw {
    /// A short name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Flaw::Gone => "gone",
            Flaw::Short => "short",
            Flaw::Changed => "changed",
            Flaw::Replaced => "replaced",
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { game, readable, known, flaw } = *self;
        match flaw {
            Flaw::Gone => write!(f, "table {game} is missing with all of its {known} entries"),
            Flaw::Short => {
                write!(f, "table {game} has lost the end of its log: {readable} of {known} entries are there")
            }
            Flaw::Changed => write!(
                f,
                "table {game} is damaged at entry {}: {readable} of {known} entries can be read",
                readable + 1
            ),
            Flaw::Replaced => write!(f, "table {game} has another log than the one that was recorded"),
        }
    }
}

/// The tables that are known to be hurt. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Hurt(Arc<Mutex<BTreeMap<GameId, Damage>>>);

impl Hurt {
    pub fn of(&self, game: GameId) -> Option<Damage> {
        self.lock().get(&game).copied()
    }

    pub fn all(&self) -> Vec<Damage> {
        self.lock().values().copied().collect()
    }

    /// Notes damage; tells whether that table was not known to be hurt.
    pub fn note(&self, damage: Damage) -> bool {
        self.lock().insert(damage.game, damage).is_none()
    }

    pub fn forget(&self, game: GameId) {
        self.lock().remove(&game);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<GameId, Damage>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
