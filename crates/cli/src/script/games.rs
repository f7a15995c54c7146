//! The games of a script, by name.

use super::refusal::Refusal;
use chance::Game;
use std::collections::BTreeMap;

/// So many games one process holds at most.
const MOST: usize = 1000;

/// The games, by name.
#[derive(Default)]
pub struct Games(BTreeMap<String, Game>);

impl Games {
    /// The game with this name.
    pub fn get(&self, name: &str) -> Result<&Game, Refusal> {
        self.0.get(name).ok_or_else(|| Refusal::no_game(name))
    }

    /// The game with this name, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Result<&mut Game, Refusal> {
        self.0.get_mut(name).ok_or_else(|| Refusal::no_game(name))
    }

    /// Keeps a game under this name, in place of the one that had it.
    pub fn put(&mut self, name: &str, table: Game) -> Result<&Game, Refusal> {
        if self.0.len() >= MOST && !self.0.contains_key(name) {
            let message = format!("there are {MOST} games, which is the most; `forget` one");
            return Err(Refusal::new("too-many-games", message));
        }
        self.0.insert(name.to_owned(), table);
        self.get(name)
    }

    /// Drops the game with this name.
    pub fn forget(&mut self, name: &str) -> Result<(), Refusal> {
        self.0.remove(name).map(drop).ok_or_else(|| Refusal::no_game(name))
    }
}
