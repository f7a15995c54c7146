//! The river: where it ends, and which way it may go on.

use crate::board::{Board, TurnedTile};
use rules::{Cell, RiverTurns, Side};

/// Which way the river turns on a tile, flowing from the spring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bend {
    Left,
    Right,
}

/// The river from the spring on.
#[derive(Debug)]
pub struct River {
    /// The empty cell it points to and the direction it flows there; `None` once it has reached the lake.
    pub end: Option<(Cell, Side)>,
    /// The bend of each tile with two river sides, from the spring on; `None` where it runs straight.
    pub bends: Vec<Option<Bend>>,
}

/// Follows the river from the spring, the first tile laid.
pub fn river(board: &Board) -> River {
    let mut bends = Vec::new();
    let mut cell = board.first;
    let spring = board.at(cell).expect("the start tile lies on the table");
    let Some(mut flow) = spring.river().iter().next() else { return River { end: None, bends } };
    loop {
        cell = cell.step(flow);
        let Some(piece) = board.at(cell) else { return River { end: Some((cell, flow)), bends } };
        let Some(out) = outflow(piece, flow) else { return River { end: None, bends } };
        bends.push(bend(flow, out));
        flow = out;
    }
}

/// The direction in which the river leaves a tile that it enters flowing in direction `flow`.
fn outflow(piece: &TurnedTile, flow: Side) -> Option<Side> {
    piece.river().iter().find(|side| *side != flow.opposite())
}

fn bend(flow: Side, out: Side) -> Option<Bend> {
    let right = Side::nth(flow as u8 + 1);
    match out {
        _ if out == flow => None,
        _ if out == right => Some(Bend::Right),
        _ => Some(Bend::Left),
    }
}

/// Whether the river rules let a tile lie at a cell. Its edges are known to match.
pub fn allows(board: &Board, piece: &TurnedTile, cell: Cell, knob: RiverTurns) -> bool {
    if piece.river().count() == 0 {
        return true;
    }
    let river = river(board);
    let Some((end, flow)) = river.end else { return false };
    if cell != end || !piece.river().has(flow.opposite()) {
        return false;
    }
    let Some(out) = outflow(piece, flow) else { return true };
    match knob {
        RiverTurns::Tight => !same_bend(bend(flow, out), river.bends.last().copied().flatten()),
        RiverTurns::Ever => !same_bend(bend(flow, out), river.bends.iter().rev().copied().flatten().next()),
        RiverTurns::Reserve => ahead(cell, out).into_iter().all(|cell| !board.has(cell)),
    }
}

fn same_bend(new: Option<Bend>, old: Option<Bend>) -> bool {
    new.is_some() && new == old
}

/// The five cells ahead of the river's way out that `reserve` keeps free.
fn ahead(cell: Cell, out: Side) -> [Cell; 5] {
    let left = Side::nth(out as u8 + 3);
    let right = Side::nth(out as u8 + 1);
    let one = cell.step(out);
    let two = one.step(out);
    [one.step(left), one.step(right), two.step(left), two, two.step(right)]
}
