//! Where a feature goes on, and who stands on it.

use super::grid::Grid;
use super::sight::Sight;
use rules::{Catalogue, Cell, Feature, FeatureKind, Position, Side, Sides, Spot};

/// Features with more gaps than this will hardly be finished.
pub const MAX_GAPS: usize = 12;

/// What one look around a feature finds.
#[derive(Debug)]
pub struct Survey {
    gaps: [(Cell, Sides); MAX_GAPS],
    count: usize,
    /// Edges of a field that meet no tile.
    pub edges: u32,
    /// How many unfinished cities beside a field will be finished.
    pub cities: f64,
    /// The places in [`Sight::pieces`] of the pieces that stand on it.
    pub pieces: Vec<u8>,
    /// Empty cells that a road, city or field comes to, and in which way: the number of the cell's side, or for a field
    /// that of the half of a side.
    pub ends: Vec<(Cell, u8)>,
}

impl Survey {
    /// Nothing yet.
    pub fn new() -> Survey {
        Survey {
            gaps: [(Cell::ORIGIN, Sides(0)); MAX_GAPS],
            count: 0,
            edges: 0,
            cities: 0.0,
            pieces: Vec::with_capacity(u8::MAX.into()),
            ends: Vec::with_capacity(u8::MAX.into()),
        }
    }

    /// The empty cells a road, city or monastery needs, with the sides on which it meets them.
    pub fn gaps(&self) -> &[(Cell, Sides)] {
        &self.gaps[..self.count.min(MAX_GAPS)]
    }

    /// Whether there are more gaps than were kept.
    pub fn is_vast(&self) -> bool {
        self.count > MAX_GAPS
    }

    /// Looks around a feature.
    pub fn look(&mut self, feature: &Feature, position: &Position, grid: &Grid, sight: &Sight) {
        (self.count, self.edges) = (0, 0);
        self.pieces.clear();
        self.ends.clear();
        for spot in position.spots(feature.id) {
            self.look_at(spot, feature, position.catalogue(), grid, sight);
        }
    }

    fn look_at(&mut self, spot: Spot, feature: &Feature, catalogue: &Catalogue, grid: &Grid, sight: &Sight) {
        let Some(lying) = grid.at(spot.cell) else { return };
        if lying.may_hold(spot.segment) {
            let there = sight.pieces.iter().zip(0..).filter(|(piece, _)| piece.spot == spot);
            self.pieces.extend(there.map(|(_, place)| place));
        }
        if feature.complete {
            return;
        }
        let segment = &catalogue.tile(lying.kind).segments[usize::from(spot.segment)];
        let open = |side: &Side| grid.at(spot.cell.step(*side)).is_none();
        match feature.kind {
            FeatureKind::Field => {
                let halves = segment.halves.turned(lying.rotation);
                for side in Side::ALL {
                    let (left, right) = (halves.has(side, false), halves.has(side, true));
                    if (left || right) && open(&side) {
                        self.edges += 1;
                        // The left half of a side faces the right half of the side beyond.
                        let way = 2 * side.opposite() as u8 + u8::from(left);
                        self.ends.push((spot.cell.step(side), way));
                    }
                }
            }
            FeatureKind::Monastery => {
                let empty = spot.cell.around().into_iter().filter(|cell| grid.at(*cell).is_none());
                empty.for_each(|cell| self.add(cell, Sides(0)));
            }
            FeatureKind::Road | FeatureKind::City => {
                let sides = segment.sides.turned(lying.rotation);
                let ways = sides.iter().filter(open);
                for side in ways {
                    self.add(spot.cell.step(side), Sides(1 << side.opposite() as u8));
                    self.ends.push((spot.cell.step(side), side.opposite() as u8));
                }
            }
        }
    }

    fn add(&mut self, cell: Cell, sides: Sides) {
        let known = self.count.min(MAX_GAPS);
        if let Some((_, have)) = self.gaps[..known].iter_mut().find(|(gap, _)| *gap == cell) {
            have.0 |= sides.0;
            return;
        }
        if let Some(place) = self.gaps.get_mut(self.count) {
            *place = (cell, sides);
        }
        self.count += 1;
    }
}
