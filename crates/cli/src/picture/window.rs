//! The part of the table that is seen.

use super::canvas::{Canvas, Ink};
use super::tile::Size;
use rules::{Cell, Side};
use std::ops::RangeInclusive;

/// Columns left of the board for the numbers of the rows and a mark where it is cut.
const MARGIN: usize = 5;
/// With fewer rows of tiles than this, smaller tiles show more.
const FEW: usize = 5;

/// A board of fewer lines shows nothing: a line of numbers, three rows of tiny tiles, and where there is more.
pub const LEAST_ROWS: usize = 8;

/// On a screen that is too low for that: a row of tiny tiles.
pub const BARE_ROWS: usize = 4;

/// The part of the table that is seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Window {
    /// How large tiles are drawn.
    pub size: Size,
    x: RangeInclusive<i16>,
    y: RangeInclusive<i16>,
    /// Where the table goes on beyond the window.
    cut: Vec<Side>,
}

impl Window {
    /// The largest of some sizes with which all cells can be seen; if there is none, one with which the part
    /// around the focus is not too small.
    pub fn new(cells: &[Cell], focus: Cell, room: (usize, usize), sizes: &[Size]) -> Window {
        let span = |of: fn(&Cell) -> i16| {
            (cells.iter().map(of).min().unwrap_or(0), cells.iter().map(of).max().unwrap_or(0))
        };
        let (xs, ys) = (span(|cell| cell.x), span(|cell| cell.y));
        let whole = |size: &&Size| {
            let (across, down) = tiles(**size, room, 1);
            across >= length(xs) && down >= length(ys)
        };
        let ample = |size: &&Size| tiles(**size, room, 2).1 >= FEW;
        let size = sizes.iter().find(whole).or_else(|| sizes.iter().find(ample)).or(sizes.last());
        let size = size.copied().unwrap_or(super::WIDE);
        let all = tiles(size, room, 1);
        let fits = all.0 >= length(xs) && all.1 >= length(ys);
        let (across, down) = if fits { all } else { tiles(size, room, 2) };
        let (x, y) = (part(xs, focus.x, across), part(ys, focus.y, down));
        let beyond = [ys.1 > *y.end(), xs.1 > *x.end(), ys.0 < *y.start(), xs.0 < *x.start()];
        let cut = Side::ALL.into_iter().filter(|side| beyond[side.index()]).collect();
        Window { size, x, y, cut }
    }

    /// Characters across.
    pub fn columns(&self) -> usize {
        self.x.clone().count() * self.size.columns + MARGIN + 1
    }

    pub fn rows(&self) -> usize {
        self.y.clone().count() * self.size.rows + 1 + usize::from(!self.cut.is_empty())
    }

    /// Where a cell's characters begin.
    pub fn corner(&self, cell: Cell) -> Option<(usize, usize)> {
        let inside = self.x.contains(&cell.x) && self.y.contains(&cell.y);
        inside.then(|| {
            let column = cell.x.abs_diff(*self.x.start()) as usize * self.size.columns;
            let row = self.y.end().abs_diff(cell.y) as usize * self.size.rows;
            (column + MARGIN, row + 1)
        })
    }

    /// The focus of a window that is moved by half of what it shows.
    pub fn moved(&self, side: Side) -> Cell {
        let half = |range: &RangeInclusive<i16>| i16::try_from(range.clone().count() / 2).unwrap_or(i16::MAX);
        let (across, down) = (half(&self.x), half(&self.y));
        let (dx, dy) = side.offset();
        let along = |start: i16, half: i16, step: i16| {
            start.saturating_add(half).saturating_add(step.saturating_mul(half.max(1)))
        };
        Cell::new(along(*self.x.start(), across, dx), along(*self.y.start(), down, dy))
    }

    /// Writes the numbers of columns and rows, and marks where the table goes on.
    pub fn paint_edges(&self, canvas: &mut Canvas, ink: Ink) {
        for x in self.x.clone() {
            if let Some((column, _)) = self.corner(Cell::new(x, *self.y.end())) {
                let mark = if self.cut.contains(&Side::North) { "^" } else { "" };
                let text = format!("{mark}{x}");
                canvas.write(
                    column + (self.size.columns - text.len().min(self.size.columns)) / 2,
                    0,
                    &text,
                    ink,
                );
            }
        }
        for row in 1..=self.y.clone().count() * self.size.rows {
            for (side, column, mark) in [(Side::West, MARGIN - 1, "<"), (Side::East, self.columns() - 1, ">")]
            {
                canvas.write(column, row, if self.cut.contains(&side) { mark } else { "" }, ink);
            }
        }
        for y in self.y.clone() {
            if let Some((_, row)) = self.corner(Cell::new(*self.x.start(), y)) {
                canvas.write(0, row + (self.size.rows - 1) / 2, &format!("{y:>4}"), ink);
            }
        }
        if !self.cut.is_empty() {
            let more = |side: &Side| ["north ^", "east >", "south v", "west <"][side.index()];
            let text = format!("more: {}", self.cut.iter().map(more).collect::<Vec<_>>().join("  "));
            canvas.write(MARGIN, self.rows() - 1, &text, ink);
        }
    }
}

/// Columns and rows of tiles there is room for, with so many lines for other things.
fn tiles(size: Size, room: (usize, usize), lines: usize) -> (usize, usize) {
    let across = room.0.saturating_sub(MARGIN + 1) / size.columns;
    (across.max(1), (room.1.saturating_sub(lines) / size.rows).max(1))
}

fn length((first, last): (i16, i16)) -> usize {
    usize::from(last.abs_diff(first)) + 1
}

/// As much of a span as there is room for, around the focus.
fn part((first, last): (i16, i16), focus: i16, room: usize) -> RangeInclusive<i16> {
    let room = i16::try_from(room).unwrap_or(i16::MAX);
    if last.abs_diff(first) < room.unsigned_abs() {
        return first..=last;
    }
    let latest = last.saturating_sub(room - 1);
    let start = focus.saturating_sub(room / 2).clamp(first, latest);
    start..=start.saturating_add(room - 1)
}

#[cfg(test)]
mod tests {
    use super::super::tile::SIZES;
    use super::*;
    use std::collections::BTreeSet;

    /// A long, winding board.
    fn cells() -> Vec<Cell> {
        (-30..=30).flat_map(|n| [Cell::new(n, n / 2), Cell::new(-n, n)]).collect()
    }

    #[test]
    fn a_window_never_needs_more_room_than_there_is() {
        for room in [(80, 12), (80, 24), (40, 9), (200, 60), (40, BARE_ROWS)] {
            let window = Window::new(&cells(), Cell::ORIGIN, room, &SIZES);
            assert!(window.columns() <= room.0 && window.rows() <= room.1, "{room:?} {window:?}");
        }
    }

    #[test]
    fn moving_the_window_shows_every_cell() {
        let room = (80, 10);
        let mut seen = BTreeSet::new();
        let mut window = Window::new(&cells(), Cell::ORIGIN, room, &SIZES);
        let mut go = |side: Side, window: &mut Window| {
            seen.extend(cells().into_iter().filter(|cell| window.corner(*cell).is_some()));
            let more = window.cut.contains(&side);
            *window = Window::new(&cells(), window.moved(side), room, &SIZES);
            more
        };
        while go(Side::North, &mut window) {}
        let mut east = false;
        loop {
            while go(if east { Side::East } else { Side::West }, &mut window) {}
            east = !east;
            if !go(Side::South, &mut window) {
                break;
            }
        }
        while go(if east { Side::East } else { Side::West }, &mut window) {}
        assert!(cells().iter().all(|cell| seen.contains(cell)));
    }
}
