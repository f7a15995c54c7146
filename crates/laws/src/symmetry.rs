//! A game turned or mirrored as a whole is the same game.

use crate::Choices;
use crate::game::choose;
use rules::{
    Action, Catalogue, Cell, Halves, Input, Place, Position, Rotation, Side, Sides, Spot, Terrain, Tile, View,
};
use std::sync::Arc;

/// A way to look at the table: turned clockwise by quarters, then perhaps mirrored left to right.
#[derive(Clone, Copy)]
struct Look {
    quarters: u8,
    mirrored: bool,
}

impl Look {
    fn side(self, side: Side) -> Side {
        let turned = side.turned(Rotation::new(self.quarters));
        match (self.mirrored, turned) {
            (true, Side::East) => Side::West,
            (true, Side::West) => Side::East,
            (_, side) => side,
        }
    }

    fn cell(self, cell: Cell) -> Cell {
        let mut cell = cell;
        for _ in 0..self.quarters {
            cell = Cell::new(cell.y, -cell.x);
        }
        if self.mirrored { Cell::new(-cell.x, cell.y) } else { cell }
    }

    fn rotation(self, rotation: Rotation) -> Rotation {
        if self.mirrored { Rotation::new(4 - rotation.quarters()) } else { rotation }
    }

    fn sides(self, sides: Sides) -> Sides {
        sides.iter().fold(Sides::default(), |all, side| Sides(all.0 | 1 << self.side(side).index()))
    }

    fn halves(self, halves: Halves) -> Halves {
        let mut all = 0;
        for side in Side::ALL {
            for right in [false, true] {
                if halves.has(side, right) {
                    all |= 1 << (2 * self.side(side).index() + usize::from(right != self.mirrored));
                }
            }
        }
        Halves(all)
    }

    fn tile(self, tile: &Tile) -> Tile {
        let mut seen = tile.clone();
        seen.river = self.sides(tile.river);
        seen.edges = [Terrain::Field; 4];
        for side in Side::ALL {
            seen.edges[self.side(side).index()] = tile.edges[side.index()];
        }
        for segment in &mut seen.segments {
            segment.sides = self.sides(segment.sides);
            segment.halves = self.halves(segment.halves);
        }
        seen
    }

    fn spot(self, spot: Spot) -> Spot {
        Spot { cell: self.cell(spot.cell), ..spot }
    }

    fn action(self, action: Action) -> Action {
        match action {
            Action::Place { cell, rotation } => {
                Action::Place { cell: self.cell(cell), rotation: self.rotation(rotation) }
            }
            Action::Deploy { figure, spot } => Action::Deploy { figure, spot: self.spot(spot) },
            Action::Evict { spot } => Action::Evict { spot: self.spot(spot) },
            Action::MoveFairy { cell, segment } => Action::MoveFairy { cell: self.cell(cell), segment },
            Action::MoveDragon { side } => Action::MoveDragon { side: self.side(side) },
            Action::TakeExtra | Action::Pass => action,
        }
    }

    fn view(self, view: &View) -> View {
        let mut seen = view.clone();
        for laid in &mut seen.tiles {
            laid.cell = self.cell(laid.cell);
            laid.rotation = self.rotation(laid.rotation);
        }
        for piece in &mut seen.pieces {
            piece.place = Place::Segment(self.spot(piece.spot()));
        }
        seen.pieces.sort();
        seen.dragon = view.dragon.map(|cell| self.cell(cell));
        seen.visited = view.visited.iter().map(|cell| self.cell(*cell)).collect();
        if let Some(fairy) = &mut seen.fairy {
            fairy.cell = self.cell(fairy.cell);
        }
        seen
    }
}

/// Plays the game that the bytes choose twice, once as it is and once as seen from elsewhere, with tiles drawn
/// accordingly: every view, choice and projected score must correspond.
pub fn looks_the_same_from_everywhere(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let look = Look { quarters: choices.below(4) as u8, mirrored: choices.once_in(2) };
    let setup = choices.setup();
    let mut here = Position::new(&setup).expect("the choices make playable setups");
    let tiles = Catalogue::shipped().tiles().iter().map(|tile| look.tile(tile)).collect();
    let elsewhere = Arc::new(Catalogue::from_tiles(tiles));
    let mut there = Position::with_catalogue(&setup, &elsewhere).expect("as playable as the other");
    while let Some(input) = choose(&mut choices, &here) {
        let seen = match input {
            Input::Act(action) => Input::Act(look.action(action)),
            other => other,
        };
        here.apply(input, &mut ()).expect("legal here");
        there.apply(seen, &mut ()).unwrap_or_else(|why| panic!("{seen:?} is refused there: {why}"));
        assert_eq!(look.view(&here.view()), there.view(), "after {input:?}");
        assert_eq!(here.projected(), there.projected(), "after {input:?}");
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        here.legal_actions(&mut ours);
        there.legal_actions(&mut theirs);
        let mut ours: Vec<Action> = ours.into_iter().map(|action| look.action(action)).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "after {input:?}");
    }
}
