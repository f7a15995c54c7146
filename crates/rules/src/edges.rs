//! The four edges of a tile or open cell in one byte, so that many can be compared at once.

use crate::geometry::{Rotation, Side};
use crate::tile::{Terrain, Tile};
use wide::u8x32;

/// Two bits a side: a terrain, or whether there is a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edges(pub u8);

impl Edges {
    /// Of a cell without neighbours.
    pub const NONE: Edges = Edges(0);
    /// Neighbours on all sides.
    pub const ALL: Edges = Edges(0xFF);
    /// What neighbours show without being there: nothing fits.
    pub const HOLE: Edges = Edges(0xFF);

    /// What a tile shows when it is turned.
    pub fn of(tile: &Tile, rotation: Rotation) -> Edges {
        let on = |side: Side| code(tile.edges[side.index()]) << (2 * side.turned(rotation) as u8);
        Side::ALL.into_iter().fold(Edges::NONE, |edges, side| Edges(edges.0 | on(side)))
    }

    /// One side only.
    #[inline]
    pub fn at(self, side: Side) -> Edges {
        Edges(self.0 & 3 << (2 * side as u8))
    }

    /// One side only, as the cell beyond it sees it: on its opposite side.
    #[inline]
    pub fn across(self, side: Side) -> Edges {
        Edges(self.0.rotate_left(4)).at(side.opposite())
    }

    #[inline]
    pub fn with(self, other: Edges) -> Edges {
        Edges(self.0 | other.0)
    }

    /// Where a tile with these edges differs from what its neighbours show on these sides.
    #[inline]
    pub fn differences(self, shown: Edges, sides: Edges) -> Edges {
        Edges(self.0 & sides.0 ^ shown.0)
    }

    /// The first side with anything.
    #[inline]
    pub fn first_side(self) -> Side {
        Side::nth((self.0.trailing_zeros() / 2) as u8)
    }

    pub fn terrain(self, side: Side) -> Terrain {
        const TERRAINS: [Terrain; 4] = [Terrain::River, Terrain::Field, Terrain::Road, Terrain::City];
        TERRAINS[usize::from(self.0 >> (2 * side as u8) & 3)]
    }
}

fn code(terrain: Terrain) -> u8 {
    match terrain {
        Terrain::River => 0,
        Terrain::Field => 1,
        Terrain::Road => 2,
        Terrain::City => 3,
    }
}

/// Several edges side by side, or, where they are compared, whether each of them fits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ManyEdges(u8x32);

impl ManyEdges {
    pub const LANES: usize = 32;

    #[inline]
    pub fn new(edges: &[Edges; ManyEdges::LANES]) -> ManyEdges {
        ManyEdges(u8x32::new(edges.map(|edges| edges.0)))
    }

    /// The same edges everywhere.
    pub fn all(edges: Edges) -> ManyEdges {
        ManyEdges(u8x32::splat(edges.0))
    }

    pub fn first(self) -> Edges {
        Edges(self.0.to_array()[0])
    }

    /// Where a tile with these edges does not differ from what its neighbours show on these sides.
    #[inline]
    pub fn fit(self, (shown, sides): (ManyEdges, ManyEdges)) -> ManyEdges {
        ManyEdges((self.0 & sides.0).simd_eq(shown.0))
    }

    /// One bit for each that fits.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0.to_bitmask()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn edges_are_those_of_the_turned_tile() {
        let tile = Kind::named("D").unwrap().tile();
        for rotation in Rotation::ALL {
            let edges = Edges::of(tile, rotation);
            for side in Side::ALL {
                assert_eq!(edges.terrain(side.turned(rotation)), tile.edges[side.index()]);
                assert_eq!(edges.across(side).terrain(side.opposite()), edges.terrain(side));
            }
        }
    }

    #[test]
    fn comparing_many_is_comparing_each() {
        let mut number = 1u32;
        let mut next = || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Edges((number >> 16) as u8)
        };
        for _ in 0..1000 {
            let sides: [Edges; 32] = std::array::from_fn(|_| Edges(next().0 & next().0 & next().0));
            let shown: [Edges; 32] = std::array::from_fn(|n| Edges(sides[n].0 & next().0));
            let edges = next();
            let fits = (0..32).rev().map(|n| edges.differences(shown[n], sides[n]) == Edges::NONE);
            let plainly = fits.fold(0, |bits, fits| bits << 1 | u32::from(fits));
            let fit = ManyEdges::all(edges).fit((ManyEdges::new(&shown), ManyEdges::new(&sides)));
            assert_eq!(fit.bits(), plainly);
        }
    }
}
