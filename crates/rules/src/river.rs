//! The river: it grows from its open end and may not turn back on itself (R).
//!
//! The tiles tell where it ends, so that a view has no field for it and a given start nothing to restore.

use crate::event::Pile;
use crate::geometry::{Cell, Rotation, Side};
use crate::illegal::Illegal;
use crate::impossible::{BadPosition, Contradiction};
use crate::position::Position;
use crate::setup::RiverTurns;
use crate::start::demand;
use crate::tile::{Kind, Sides};
use crate::view::View;

/// Where the river ends and how it got there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct River {
    /// The empty cell it flows into, and the side of that cell it comes in by.
    pub end: Option<(Cell, Side)>,
    /// How its last curve bent.
    bend: Option<Bend>,
    /// Whether that curve is its last tile.
    adjacent: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bend {
    Left,
    Right,
}

/// How the river runs through a tile it enters at `from`; nothing if it goes straight on or ends.
fn bend(from: Side, exit: Option<Side>) -> Option<Bend> {
    match (exit? as u8 + 4 - from as u8) % 4 {
        1 => Some(Bend::Left),
        3 => Some(Bend::Right),
        _ => None,
    }
}

/// The river's other side.
fn exit(river: Sides, from: Side) -> Option<Side> {
    river.iter().find(|side| *side != from)
}

impl River {
    /// Follows the river through a tile just laid at its end.
    fn flow(&mut self, cell: Cell, river: Sides, from: Side) {
        let exit = exit(river, from);
        let bend = bend(from, exit);
        self.adjacent = bend.is_some();
        self.bend = bend.or(self.bend);
        self.end = exit.map(|side| (cell.step(side), side.opposite()));
    }
}

impl Position {
    fn river_sides(&self, kind: Kind, rotation: Rotation) -> Sides {
        self.rules.catalogue.tile(kind).river.turned(rotation)
    }

    /// A tile of the river was laid.
    #[cold]
    pub(crate) fn follow_river(&mut self, cell: Cell, kind: Kind, rotation: Rotation) {
        if self.board.tiles.len() == 1 {
            self.start_river();
        } else {
            self.extend_river(cell, kind, rotation);
        }
    }

    /// The spring lies: the river begins.
    fn start_river(&mut self) {
        let spring = self.board.last();
        let mut sides = self.river_sides(spring.kind(), spring.rotation()).iter();
        self.state.river.end = sides.next().map(|side| (spring.cell.step(side), side.opposite()));
    }

    fn extend_river(&mut self, cell: Cell, kind: Kind, rotation: Rotation) {
        let river = self.river_sides(kind, rotation);
        if let Some((_, from)) = self.state.river.end {
            self.state.river.flow(cell, river, from);
        }
    }

    /// Whether a river tile may lie here, its edges apart.
    pub(crate) fn check_river(&self, cell: Cell, kind: Kind, rotation: Rotation) -> Result<(), Illegal> {
        let (end, from) = self.state.river.end.ok_or(Illegal::NotAdjacent(cell))?;
        let river = self.river_sides(kind, rotation);
        if cell != end || !river.has(from) {
            return Err(Illegal::RiverMustContinue(end));
        }
        if self.river_may_turn(cell, from, exit(river, from)) { Ok(()) } else { Err(Illegal::RiverTurn) }
    }

    /// In which rotations a river tile may be laid at the river's end.
    pub(crate) fn river_rotations(&self, kind: Kind) -> impl Iterator<Item = Rotation> + '_ {
        let end = self.state.river.end;
        Rotation::ALL.into_iter().filter(move |rotation| {
            end.is_some_and(|(cell, _)| self.check_place(cell, *rotation, kind).is_ok())
        })
    }

    fn river_may_turn(&self, cell: Cell, from: Side, exit: Option<Side>) -> bool {
        let River { bend: last, adjacent, .. } = self.state.river;
        let repeats = bend(from, exit).is_some_and(|bend| last == Some(bend));
        match self.rules.setup.knobs.river_turns {
            RiverTurns::Tight => !(repeats && adjacent),
            RiverTurns::Ever => !repeats,
            RiverTurns::Reserve => exit.is_none_or(|side| self.has_room_ahead(cell, side)),
        }
    }

    /// The five cells round and beyond the one the river flows into.
    fn has_room_ahead(&self, cell: Cell, exit: Side) -> bool {
        let ahead = cell.step(exit);
        let (left, right) = (Side::nth(exit as u8 + 3), Side::nth(exit as u8 + 1));
        let beyond = ahead.step(exit);
        [ahead.step(left), ahead.step(right), beyond.step(left), beyond, beyond.step(right)]
            .into_iter()
            .all(|cell| self.board.tile_at(cell).is_none())
    }
}

/// River tiles come first, then the lake.
pub(crate) fn check_start(position: &Position, view: &View) -> Result<(), BadPosition> {
    let pile = |kind| position.table(kind).pile;
    let laid: Vec<Pile> = view.tiles[1..].iter().map(|laid| pile(laid.kind)).collect();
    let in_order = laid.is_sorted_by_key(|pile| *pile as u8);
    let last = laid.iter().map(|pile| *pile as u8).max();
    let earlier = view.left.iter().any(|(kind, _)| last.is_some_and(|last| (pile(kind) as u8) < last));
    demand(in_order && !earlier, Contradiction::PilesOutOfOrder)
}

/// River tiles that fit nowhere leave the game.
pub(crate) fn check_aside(position: &Position, view: &View) -> Result<(), BadPosition> {
    let on_river = view.aside.iter().any(|(kind, _)| position.table(kind).pile != Pile::Main);
    demand(!on_river, Contradiction::RiverAside)
}
