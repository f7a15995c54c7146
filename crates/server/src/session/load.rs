//! Tables from their logs.

use crate::personal;
use crate::store::{GameId, PersonId, Store, StoreError};
use table::Table;

/// Bytes of a log that are read at once when a table is loaded.
const PIECE: usize = 64 << 10;

/// Why a table cannot be loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// There is no such game.
    #[error("there is no game {0}")]
    Unknown(GameId),
    /// The log cannot be read.
    #[error("the log of game {0} cannot be read")]
    Unreadable(GameId),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A table from its log. One whose log is damaged is frozen where that ends.
pub fn load(store: &Store, game: GameId) -> Result<Table, LoadError> {
    load_without(store, game, None)
}

/// The same without the words of a person.
pub(super) fn load_without(
    store: &Store,
    game: GameId,
    person: Option<PersonId>,
) -> Result<Table, LoadError> {
    let row = store.game(game)?.ok_or(LoadError::Unknown(game))?;
    let unreadable = LoadError::Unreadable(game);
    let (mut table, mut last): (Option<Table>, u64) = (None, 0);
    loop {
        let piece = store.load_piece(game, last, PIECE)?;
        let Some(line) = piece.last() else { break };
        last = line.version;
        for mut line in piece {
            line.words.retain(|word| person.is_none() || word.person != person);
            let logged = personal::whole(&line).map_err(|_| unreadable.clone())?;
            match &mut table {
                None => table = Table::begin(&logged, line.at, row.secret.0),
                Some(table) => table.apply(&logged, line.at),
            }
        }
    }
    match store.damage(game) {
        Some(_) => table.map(Table::freeze),
        None => table,
    }
    .ok_or(unreadable)
}
