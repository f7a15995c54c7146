//! The rest of a dragon's walk, if everyone moves it as suits them best.

use super::add;
use super::grid::TileGrid;
use super::rivals::Rivals;
use crate::player::Value;
use rules::{Cell, Side};

/// What it does to everyone's prospects if the pieces on a cell go home.
#[derive(Clone, Copy, Debug)]
pub struct DragonHarm {
    /// Where they stand.
    pub cell: Cell,
    /// What each seat gains.
    pub gain: Value,
}

/// A walk under way. Retired seats have no say.
#[derive(Debug)]
pub struct Walk<'a> {
    pub grid: &'a TileGrid,
    /// What is at stake.
    pub harms: &'a [DragonHarm],
    /// Where the dragon may not go.
    pub fairy: Option<Cell>,
    pub rivals: &'a Rivals,
}

/// The way so far.
#[derive(Clone, Copy, Debug)]
struct Way {
    cells: [Cell; 7],
    count: usize,
}

impl Walk<'_> {
    /// What each seat has in the end instead of `value`, if the dragon is where it was last and `mover` has the
    /// next of `steps`.
    pub fn outcome(
        &self,
        visited: impl Iterator<Item = Cell>,
        mover: usize,
        steps: u8,
        value: &Value,
    ) -> Value {
        let mut way = Way { cells: [Cell::ORIGIN; 7], count: 0 };
        visited.for_each(|cell| way.push(cell));
        self.go(way, mover, steps, value)
    }

    fn go(&self, way: Way, mover: usize, steps: u8, value: &Value) -> Value {
        let mut best: Option<(f64, Value)> = None;
        let Some(at) = way.last().filter(|at| self.can_eat(*at, steps)) else { return *value };
        for side in Side::ALL {
            let cell = at.step(side);
            if self.grid.at(cell).is_none() || way.has(cell) || self.fairy == Some(cell) {
                continue;
            }
            let mut further = way;
            further.push(cell);
            let value = self.go(further, self.rivals.after(mover), steps - 1, &self.eaten(cell, value));
            let margin = self.rivals.margin(&value, mover);
            if best.is_none_or(|(most, _)| margin > most) {
                best = Some((margin, value));
            }
        }
        best.map_or(*value, |(_, value)| value)
    }

    /// Whether a dragon with `steps` left may come to any piece.
    fn can_eat(&self, at: Cell, steps: u8) -> bool {
        let distance = |cell: Cell| cell.x.abs_diff(at.x) + cell.y.abs_diff(at.y);
        self.harms.iter().any(|harm| (1..=u16::from(steps)).contains(&distance(harm.cell)))
    }

    fn eaten(&self, cell: Cell, value: &Value) -> Value {
        let mut value = *value;
        let there = self.harms.iter().filter(|harm| harm.cell == cell);
        there.for_each(|harm| add(&mut value, &harm.gain, 1.0));
        value
    }
}

impl Way {
    fn push(&mut self, cell: Cell) {
        if let Some(place) = self.cells.get_mut(self.count) {
            *place = cell;
            self.count += 1;
        }
    }

    fn last(&self) -> Option<Cell> {
        self.cells[..self.count].last().copied()
    }

    fn has(&self, cell: Cell) -> bool {
        self.cells[..self.count].contains(&cell)
    }
}
