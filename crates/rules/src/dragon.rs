//! The dragon: called by volcanoes, walked by all players, feared by figures (D-VOLC, D-MOVE).

use crate::event::{Event, Phase, RemovalReason, Sink};
use crate::geometry::{Cell, Side};
use crate::illegal::Illegal;
use crate::piece::PieceSet;
use crate::position::Position;
use crate::tile::Mark;

/// Moves in one walk.
pub(crate) const STEPS: u8 = 6;

/// In place of a tile that the dragon has not come to yet.
const NOWHERE: u16 = u16::MAX;

/// Where the dragon is, by tile numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dragon {
    pub at: Option<u16>,
    /// The walk under way from its starting tile on, then nowhere. One longer than it can get, so that it is
    /// searched at once.
    walk: [u16; STEPS as usize + 2],
    walked: u8,
}

impl Default for Dragon {
    fn default() -> Dragon {
        Dragon { at: None, walk: [NOWHERE; STEPS as usize + 2], walked: 0 }
    }
}

impl Dragon {
    /// The tiles visited in the walk under way, its starting tile first.
    pub fn visited(&self) -> &[u16] {
        &self.walk[..usize::from(self.walked)]
    }

    #[inline]
    pub fn has_visited(&self, tile: u16) -> bool {
        self.walk.iter().fold(false, |visited, at| visited | (*at == tile))
    }

    fn visit(&mut self, tile: u16) {
        self.at = Some(tile);
        self.walk[usize::from(self.walked)] = tile;
        self.walked += 1;
    }

    /// A dragon in the middle of a walk, for positions read from text.
    pub fn walking(visited: impl Iterator<Item = u16>) -> Dragon {
        let mut dragon = Dragon::default();
        visited.take(STEPS as usize + 1).for_each(|tile| dragon.visit(tile));
        dragon
    }

    /// Moves left after those made.
    pub fn steps_left(&self) -> u8 {
        STEPS + 1 - self.walked
    }
}

impl Position {
    /// Where the dragon is, once a volcano has called it.
    ///
    /// ```
    /// let text = "seats=2 sets=base;dragon tiles=D@0,0;dragon-01@0,-1 dragon=0,-1 turn=2 phase=draw";
    /// let position = rules::notation::parse_position(text).unwrap();
    /// assert_eq!(position.dragon(), Some(rules::Cell::new(0, -1)));
    /// assert_eq!(position.visited().count(), 0);
    /// ```
    pub fn dragon(&self) -> Option<Cell> {
        self.state.dragon.at.map(|tile| self.board.tiles[usize::from(tile)].cell)
    }

    /// The tiles the dragon visited in the walk under way, its starting tile first; none between walks.
    pub fn visited(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.state.dragon.visited().iter().map(|tile| self.board.tiles[usize::from(*tile)].cell)
    }

    /// A volcano takes the dragon, and with the first one the tiles held back come into play.
    pub(crate) fn call_dragon(&mut self, sink: &mut impl Sink) {
        let placed = self.board.last();
        if !self.is_mark(Mark::Volcano) {
            return;
        }
        let cell = placed.cell;
        self.state.dragon.at = Some(self.board.tiles.len() as u16 - 1);
        self.emit(sink, || Event::DragonCame { cell });
        self.put_held_back(sink);
    }

    /// Whether the tile just laid shows this mark and the mark is in play.
    #[inline]
    pub(crate) fn is_mark(&self, mark: Mark) -> bool {
        self.table(self.board.last().kind()).mark == Some(mark)
    }

    /// The dragon sets out if it is on the board and there is a way to go. Whether a move is awaited.
    #[inline(never)]
    pub(crate) fn wake_dragon(&mut self, sink: &mut impl Sink) -> bool {
        let Some(start) = self.state.dragon.at else { return false };
        self.state.dragon.visit(start);
        self.emit(sink, || Event::DragonWoke);
        let turn = self.state.turn;
        let mover = if self.is_retired(turn) { self.seat_after(turn) } else { turn };
        if self.dragon_can_move() {
            self.now(Phase::Dragon { steps: STEPS, mover }, sink);
            return true;
        }
        self.rest_dragon(sink);
        false
    }

    pub(crate) fn rest_dragon(&mut self, sink: &mut impl Sink) {
        self.state.dragon = Dragon { at: self.state.dragon.at, ..Dragon::default() };
        self.emit(sink, || Event::DragonRested);
    }

    /// One step of the walk: everyone on the tile goes home.
    pub(crate) fn move_dragon(&mut self, side: Side, sink: &mut impl Sink) {
        let Phase::Dragon { mover: seat, .. } = self.state.phase else { return };
        let Ok(tile) = self.dragon_step(side) else { return };
        let cell = self.board.tiles[usize::from(tile)].cell;
        self.state.dragon.visit(tile);
        self.emit(sink, || Event::DragonMoved { seat, cell });
        let eaten = self.edible_on(tile);
        if !eaten.is_empty() {
            self.send_all_home(eaten, RemovalReason::Eaten, sink);
            self.send_lonely_home(sink);
        }
        let steps = self.state.dragon.steps_left();
        if steps > 0 && self.dragon_can_move() {
            self.now(Phase::Dragon { steps, mover: self.seat_after(seat) }, sink);
        } else {
            self.rest_dragon(sink);
            self.after_walk(sink);
        }
    }

    fn edible_on(&self, tile: u16) -> PieceSet {
        self.pieces_on_tile(tile).filtered(move |piece| self.rules.roster.figure(piece).ability().edible)
    }

    pub(crate) fn dragon_can_move(&self) -> bool {
        Side::ALL.into_iter().any(|side| self.dragon_step(side).is_ok())
    }

    /// The tile the dragon would enter on this side, if it may (D-MOVE-2).
    #[inline]
    pub(crate) fn dragon_step(&self, side: Side) -> Result<u16, Illegal> {
        let at = self.state.dragon.at.ok_or(Illegal::NotNow(self.state.phase))?;
        let cell = self.board.tiles[usize::from(at)].cell.step(side);
        let tile = self.board.tile_at(cell).ok_or(Illegal::DragonEmpty(cell))?;
        if self.state.dragon.has_visited(tile) {
            return Err(Illegal::DragonVisited(cell));
        }
        if self.is_fairy_on(tile) { Err(Illegal::DragonFairy(cell)) } else { Ok(tile) }
    }
}
