//! Whole features, found by walking from segment to segment.

use crate::Oracle;
use crate::board::Board;
use rules::{Cell, FeatureKind, Figure, MAX_SEATS, Piece, Place, Seat, Segment, Side, Spot, View};
use std::collections::BTreeSet;

/// A road, city, monastery or field with all that belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// What it is.
    pub kind: FeatureKind,
    pub spots: BTreeSet<Spot>,
    /// Its tiles; for a monastery its own and those around it.
    pub cells: BTreeSet<Cell>,
    /// The empty cells it needs tiles on to be finished; none for a field.
    pub needs: BTreeSet<Cell>,
    pub pennants: u16,
    /// Goods symbols in it.
    pub goods: [u16; 3],
    /// The followers on it, by spot.
    pub followers: Vec<Piece>,
    /// The builders and pigs on it, by spot.
    pub helpers: Vec<Piece>,
}

impl Feature {
    /// Its first segment, by cell and then by number.
    pub fn first(&self) -> Spot {
        *self.spots.first().expect("a feature has a segment")
    }

    /// Whether it is finished; a field never is.
    pub fn is_complete(&self) -> bool {
        self.kind != FeatureKind::Field && self.needs.is_empty()
    }

    /// How many followers each seat has on it.
    pub fn strengths(&self) -> [u8; MAX_SEATS] {
        let mut count = [0; MAX_SEATS];
        self.followers.iter().for_each(|piece| count[piece.seat.index()] += 1);
        count
    }

    /// Whether a seat has a follower on it.
    pub fn has_follower(&self, seat: Seat) -> bool {
        self.followers.iter().any(|piece| piece.seat == seat)
    }

    /// Whether a seat has a builder or pig on it.
    pub fn has_helper(&self, seat: Seat) -> bool {
        self.helpers.iter().any(|piece| piece.seat == seat)
    }
}

impl Oracle {
    pub(crate) fn board(&self) -> Board<'_> {
        Board::new(&self.view, &self.catalogue)
    }

    /// The feature a segment belongs to; `None` if there is no such segment.
    pub fn feature(&self, spot: Spot) -> Option<Feature> {
        let board = self.board();
        segment(&board, spot).is_some().then(|| feature(&board, &self.view, spot))
    }

    /// Every feature on the board, by first spot.
    pub fn features(&self) -> Vec<Feature> {
        let board = self.board();
        let mut seen: BTreeSet<Spot> = BTreeSet::new();
        let mut all = Vec::new();
        for spot in board.spots() {
            if !seen.contains(&spot) {
                let found = feature(&board, &self.view, spot);
                seen.extend(&found.spots);
                all.push(found);
            }
        }
        all
    }
}

/// What is printed at a spot.
pub fn segment<'a>(board: &Board<'a>, spot: Spot) -> Option<&'a Segment> {
    board.at(spot.cell).and_then(|piece| piece.tile.segments.get(usize::from(spot.segment)))
}

/// Whether a figure holds what it stands on (B-FIG-3).
pub fn holds(figure: Figure) -> bool {
    match figure {
        Figure::Follower => true,
        Figure::Builder | Figure::Pig => false,
    }
}

/// The whole feature around a spot that exists.
pub fn feature(board: &Board, view: &View, spot: Spot) -> Feature {
    let kind = segment(board, spot).expect("the spot exists").kind;
    let spots = flood(board, spot);
    let mut found = Feature {
        kind,
        cells: cells(board, kind, &spots),
        needs: needs(board, kind, &spots),
        spots,
        pennants: 0,
        goods: [0; 3],
        followers: Vec::new(),
        helpers: Vec::new(),
    };
    for spot in &found.spots {
        let printed = segment(board, *spot).expect("flooding stays on the board");
        found.pennants += u16::from(printed.pennants);
        printed.good.into_iter().for_each(|good| found.goods[good as usize] += 1);
        for piece in view.pieces.iter().filter(|piece| piece.place == Place::Segment(*spot)) {
            let side = if holds(piece.figure) { &mut found.followers } else { &mut found.helpers };
            side.push(*piece);
        }
    }
    found
}

fn flood(board: &Board, start: Spot) -> BTreeSet<Spot> {
    let mut reached = BTreeSet::from([start]);
    let mut edge = vec![start];
    while let Some(spot) = edge.pop() {
        for next in joined(board, spot) {
            if reached.insert(next) {
                edge.push(next);
            }
        }
    }
    reached
}

/// The segments of neighbouring tiles that a segment runs into.
fn joined(board: &Board, spot: Spot) -> Vec<Spot> {
    let piece = board.at(spot.cell).expect("flooding stays on the board");
    let mut found = Vec::new();
    for side in Side::ALL {
        let cell = spot.cell.step(side);
        let Some(neighbour) = board.at(cell) else { continue };
        for number in neighbour.segments() {
            let across = side.opposite();
            let by_side = piece.sides(spot.segment).has(side) && neighbour.sides(number).has(across);
            // The left half of an edge, seen from inside, is the right half as seen from the neighbour.
            let by_half = [false, true].into_iter().any(|right| {
                piece.halves(spot.segment).has(side, right) && neighbour.halves(number).has(across, !right)
            });
            if by_side || by_half {
                found.push(Spot::new(cell, number));
            }
        }
    }
    found
}

fn cells(board: &Board, kind: FeatureKind, spots: &BTreeSet<Spot>) -> BTreeSet<Cell> {
    let mut cells: BTreeSet<Cell> = spots.iter().map(|spot| spot.cell).collect();
    if kind == FeatureKind::Monastery {
        let around = spots.iter().flat_map(|spot| spot.cell.around());
        cells.extend(around.filter(|cell| board.has(*cell)));
    }
    cells
}

fn needs(board: &Board, kind: FeatureKind, spots: &BTreeSet<Spot>) -> BTreeSet<Cell> {
    let wanted: Vec<Cell> = match kind {
        FeatureKind::Field => Vec::new(),
        FeatureKind::Monastery => spots.iter().flat_map(|spot| spot.cell.around()).collect(),
        FeatureKind::Road | FeatureKind::City => {
            spots.iter().flat_map(|spot| ways_out(board, *spot)).collect()
        }
    };
    wanted.into_iter().filter(|cell| !board.has(*cell)).collect()
}

fn ways_out(board: &Board, spot: Spot) -> Vec<Cell> {
    let piece = board.at(spot.cell).expect("the spot exists");
    piece.sides(spot.segment).iter().map(|side| spot.cell.step(side)).collect()
}
