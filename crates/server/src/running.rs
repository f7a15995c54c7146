//! Where the running games stand in which nobody may ask the computer, so that a board that shows one of them is known
//! and nobody is helped with it by another way.
//!
//! Boards are compared by what their tiles show at their sides. A board shows a game if all but a few of the game's tiles
//! lie in it, however it is turned and moved and whatever else lies there. Each game is found by a few pairs of
//! neighbouring tiles, chosen by a secret of the process so that nobody knows which tiles to leave out.

use crate::store::GameId;
use rules::{Cell, Position, Side};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use table::Table;

/// Boards of fewer tiles are openings that anybody may look at.
pub const FEWEST: usize = 10;
/// Tiles of a game that are remembered, those laid first.
const MOST: usize = 200;
/// Games that are remembered.
const GAMES: usize = 20_000;
/// Pairs by which a game is found.
const PAIRS: usize = 4;
/// Tiles of a game that a board may lack: those of its last two turns, and one in so many that may have been changed.
const LAST_TURNS: usize = 2;
const CHANGED: usize = 20;

/// All of them. Clones are the same.
#[derive(Clone, Default)]
pub struct RunningGames(Arc<Inner>);

#[derive(Default)]
struct Inner {
    book: RwLock<BoardIndex>,
    /// Whether the games that were not loaded since the server started are known, too.
    is_complete: AtomicBool,
}

/// What a laid tile shows at its four sides, two bits each, clockwise from the north.
type Sides = u8;
/// A tile and its neighbour, turned so that the neighbour lies in the north.
type Pair = (Sides, Sides);

/// The laid tiles of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardShape(Vec<(Cell, Sides)>);

#[derive(Default)]
struct BoardIndex {
    secret: RandomState,
    games: HashMap<GameId, RunningGame>,
    /// The games that are found by a pair, with where it lies in them.
    by_pair: HashMap<Pair, Vec<(GameId, Cell, Side)>>,
}

struct RunningGame {
    version: u64,
    board: BoardShape,
    /// How many of its tiles a board may lack.
    lacking: usize,
    pairs: Vec<Pair>,
}

impl BoardShape {
    /// Of a position.
    pub fn of(position: &Position) -> BoardShape {
        let tiles = position.tiles().map(|laid| {
            let edges = position.catalogue().tile(laid.kind).edges;
            let sides = (0..4).fold(0, |sides, side| sides | (edges[side] as u8) << (2 * side));
            (laid.cell, turned_tile(sides, laid.rotation.quarters()))
        });
        BoardShape(tiles.collect())
    }

    /// How many tiles it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn turned_tile(sides: Sides, quarters: u8) -> Sides {
    sides.rotate_left(2 * u32::from(quarters & 3))
}

/// A cell after the board was turned clockwise around its origin.
fn turned_cell(cell: Cell, quarters: u8) -> Cell {
    (0..quarters & 3).fold(cell, |cell, _| Cell::new(cell.y, cell.x.wrapping_neg()))
}

/// Each tile with each of its neighbours.
fn pairs(tiles: &HashMap<Cell, Sides>) -> impl Iterator<Item = (Pair, Cell, Side)> {
    tiles.iter().flat_map(move |(cell, sides)| {
        Side::ALL.into_iter().filter_map(move |side| {
            let neighbour = tiles.get(&cell.step(side))?;
            let back = 4 - side.index() as u8;
            Some(((turned_tile(*sides, back), turned_tile(*neighbour, back)), *cell, side))
        })
    })
}

impl RunningGames {
    /// Notes where a table stands.
    pub fn note_table(&self, game: GameId, table: &Table) {
        let stands = table.unaided().map(|(position, laid)| (BoardShape::of(position), laid));
        self.note(game, table.version(), stands);
    }

    /// The same after one more entry of a table's log.
    pub fn follow(&self, game: GameId, table: &Table) {
        if table.played() == table.version() || table.unaided().is_none() {
            self.note_table(game, table);
        }
    }

    /// Notes where a game stands after a version of its log: so many tiles were laid in it, the last ones of its board; or
    /// that nobody needs to be kept from help with it.
    fn note(&self, game: GameId, version: u64, stands: Option<(BoardShape, usize)>) {
        let mut book = self.0.book.write().unwrap_or_else(PoisonError::into_inner);
        if book.games.get(&game).is_some_and(|known| known.version > version) {
            return;
        }
        book.remove(game);
        match stands {
            Some((board, laid)) if board.len() >= FEWEST && laid > 0 && book.games.len() < GAMES => {
                book.insert(game, version, board, laid);
            }
            _ => {}
        }
    }

    /// Forgets a game that is not running any more.
    pub fn forget(&self, game: GameId) {
        self.0.book.write().unwrap_or_else(PoisonError::into_inner).remove(game);
    }

    /// The games of the store are all known from now on.
    pub fn complete(&self) {
        self.0.is_complete.store(true, Ordering::Release);
    }

    /// Whether all running games are known.
    pub fn is_complete(&self) -> bool {
        self.0.is_complete.load(Ordering::Acquire)
    }

    /// A game that a board shows.
    pub fn shown_by(&self, board: &BoardShape) -> Option<GameId> {
        if board.len() < FEWEST {
            return None;
        }
        self.0.book.read().unwrap_or_else(PoisonError::into_inner).shown_by(board)
    }
}

impl BoardIndex {
    fn insert(&mut self, game: GameId, version: u64, mut board: BoardShape, laid: usize) {
        // Where a game began from a position, that position alone is not the game.
        let lacking = (LAST_TURNS + board.len() / CHANGED).min(laid - 1);
        board.0.truncate(MOST);
        let tiles: HashMap<Cell, Sides> = board.0.iter().copied().collect();
        let mut all: Vec<_> = pairs(&tiles).collect();
        all.sort_by_key(|(_, cell, side)| self.secret.hash_one((game, cell, side)));
        all.truncate(PAIRS);
        for (pair, cell, side) in &all {
            self.by_pair.entry(*pair).or_default().push((game, *cell, *side));
        }
        let pairs = all.into_iter().map(|(pair, ..)| pair).collect();
        self.games.insert(game, RunningGame { version, board, lacking, pairs });
    }

    fn remove(&mut self, game: GameId) {
        let Some(known) = self.games.remove(&game) else { return };
        for pair in known.pairs {
            if let Some(games) = self.by_pair.get_mut(&pair) {
                games.retain(|(other, ..)| *other != game);
                if games.is_empty() {
                    self.by_pair.remove(&pair);
                }
            }
        }
    }

    fn shown_by(&self, board: &BoardShape) -> Option<GameId> {
        let tiles: HashMap<Cell, Sides> = board.0.iter().copied().collect();
        let mut seen = HashSet::new();
        for (pair, there, shown) in pairs(&tiles) {
            for (game, here, side) in self.by_pair.get(&pair).into_iter().flatten() {
                let quarters = (4 + shown.index() as u8 - side.index() as u8) & 3;
                let turned = turned_cell(*here, quarters);
                let (x, y) = (there.x.wrapping_sub(turned.x), there.y.wrapping_sub(turned.y));
                // The same way to lay one over the other is found by several pairs.
                if seen.insert((*game, quarters, x, y)) && self.games[game].lies_in(&tiles, quarters, x, y) {
                    return Some(*game);
                }
            }
        }
        None
    }
}

impl RunningGame {
    fn lies_in(&self, tiles: &HashMap<Cell, Sides>, quarters: u8, x: i16, y: i16) -> bool {
        let mut lacking = 0;
        self.board.0.iter().all(|(cell, sides)| {
            let turned = turned_cell(*cell, quarters);
            let there = Cell::new(turned.x.wrapping_add(x), turned.y.wrapping_add(y));
            lacking += usize::from(tiles.get(&there) != Some(&turned_tile(*sides, quarters)));
            lacking <= self.lacking
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Input, Setup, TileSet};

    fn id(n: u8) -> GameId {
        GameId([n; 10])
    }

    /// The inputs of a game at random.
    fn played(seed: u64) -> Vec<Input> {
        let mut game = chance::Game::new(&Setup::new(2, &[TileSet::Base]), seed).unwrap();
        let mut random = chance::Stream::new(seed);
        let mut actions = Vec::new();
        while !game.is_over() {
            if game.draw(&mut ()).is_none() {
                game.position().legal_actions(&mut actions);
                game.apply(Input::Act(*random.pick(&actions).unwrap()), &mut ()).unwrap();
            }
        }
        game.inputs().to_vec()
    }

    /// The board of a game with so many tiles.
    fn board(inputs: &[Input], tiles: usize) -> BoardShape {
        let mut position = Position::new(&Setup::new(2, &[TileSet::Base])).unwrap();
        for input in inputs {
            if position.tiles().len() == tiles {
                break;
            }
            position.apply(*input, &mut ()).unwrap();
        }
        BoardShape::of(&position)
    }

    fn turned(board: &BoardShape, quarters: u8, x: i16, y: i16) -> BoardShape {
        let turn = |(cell, sides): &(Cell, Sides)| {
            let cell = turned_cell(*cell, quarters);
            (Cell::new(cell.x + x, cell.y + y), turned_tile(*sides, quarters))
        };
        BoardShape(board.0.iter().map(turn).collect())
    }

    #[test]
    fn a_board_shows_a_game_from_its_last_two_turns_on_however_it_lies() {
        for seed in 0..20 {
            let (running, inputs) = (RunningGames::default(), played(seed));
            running.note(id(1), 5, Some((board(&inputs, 40), 39)));
            for tiles in [38, 39, 40, 41, 72] {
                let shown = board(&inputs, tiles);
                for quarters in 0..4 {
                    let shown = turned(&shown, quarters, 17, -30);
                    assert_eq!(running.shown_by(&shown), Some(id(1)), "{seed} {tiles} {quarters}");
                }
            }
            assert_eq!(running.shown_by(&board(&inputs, 30)), None);
        }
    }

    #[test]
    fn a_changed_tile_or_one_put_in_before_does_not_hide_a_game() {
        for seed in 0..20 {
            let (running, inputs) = (RunningGames::default(), played(seed));
            running.note(id(1), 5, Some((board(&inputs, 40), 39)));
            let mut shown = board(&inputs, 40);
            let last = shown.0.len() - 1;
            shown.0[last].1 ^= 1;
            shown.0[20].1 ^= 1;
            shown.0.insert(3, (Cell::new(90, 90), 0));
            assert_eq!(running.shown_by(&shown), Some(id(1)), "{seed}");
        }
    }

    #[test]
    fn other_games_and_openings_are_not_taken_for_it() {
        let running = RunningGames::default();
        for seed in 0..100 {
            running.note(id(seed), 5, Some((board(&played(seed.into()), 12), 11)));
        }
        for seed in 100..140 {
            assert_eq!(running.shown_by(&board(&played(seed), 72)), None, "{seed}");
        }
        let inputs = played(7);
        assert_eq!(running.shown_by(&board(&inputs, 9)), None);
        assert_eq!(running.shown_by(&board(&inputs, 10)), Some(id(7)));
    }

    #[test]
    fn a_game_is_known_as_it_stands_now_and_until_it_is_over() {
        let (running, inputs) = (RunningGames::default(), played(3));
        let note = |version, tiles| running.note(id(1), version, Some((board(&inputs, tiles), tiles - 1)));
        let shown = |tiles| running.shown_by(&board(&inputs, tiles)).is_some();
        note(9, 40);
        note(8, 20);
        assert!(!shown(20), "what is older does not count");
        note(10, 30);
        assert!(shown(30), "after a turn was taken back");
        running.note(id(1), 11, None);
        assert!(!shown(40));
        assert!(running.0.book.read().unwrap().by_pair.is_empty());
    }

    #[test]
    fn a_position_that_many_games_begin_from_is_none_of_them() {
        let (running, inputs) = (RunningGames::default(), played(3));
        running.note(id(1), 1, Some((board(&inputs, 40), 0)));
        assert_eq!(running.shown_by(&board(&inputs, 72)), None);
        running.note(id(1), 2, Some((board(&inputs, 41), 1)));
        assert_eq!(running.shown_by(&board(&inputs, 40)), None);
        assert_eq!(running.shown_by(&board(&inputs, 41)), Some(id(1)));
    }
}
