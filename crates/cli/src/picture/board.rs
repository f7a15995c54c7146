//! The table as characters.

use super::SEAT_COLOURS;
use super::canvas::{Canvas, Ink};
use super::tile::{Look, SMALL, Size, TilePicture, WIDE, paint_tile};
use rules::{Cell, FeatureKind, Figure, Laid, Seat, Spot, View};
use std::ops::RangeInclusive;

/// Columns left of the board for the numbers of the rows.
const MARGIN: usize = 5;

/// A short text on an empty cell, or on a segment of a laid tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub cell: Cell,
    /// On this segment.
    pub segment: Option<u8>,
    /// What it says.
    pub text: String,
}

/// What is to be shown, and how.
pub struct Board<'a> {
    /// The game.
    pub view: &'a View,
    /// What else is written on it.
    pub labels: &'a [Label],
    /// What must be visible if not everything can be.
    pub focus: Cell,
    /// Characters across and lines there is room for.
    pub room: (usize, usize),
    /// Whether colours are seen.
    pub colour: bool,
}

/// The part of the table that is shown.
struct Window {
    size: Size,
    x: RangeInclusive<i16>,
    y: RangeInclusive<i16>,
}

impl Window {
    /// Where a cell's characters begin.
    fn corner(&self, cell: Cell) -> Option<(usize, usize)> {
        let inside = self.x.contains(&cell.x) && self.y.contains(&cell.y);
        inside.then(|| {
            let column = cell.x.abs_diff(*self.x.start()) as usize * self.size.columns;
            let row = self.y.end().abs_diff(cell.y) as usize * self.size.rows;
            (column + MARGIN, row + 1)
        })
    }
}

impl Board<'_> {
    /// The board as text.
    pub fn text(&self) -> String {
        let window = self.window();
        let columns = window.x.clone().count() * window.size.columns + MARGIN;
        let rows = window.y.clone().count() * window.size.rows + 1;
        let mut canvas = Canvas::new(columns, rows);
        self.paint_numbers(&mut canvas, &window);
        for laid in &self.view.tiles {
            if let Some(corner) = window.corner(laid.cell) {
                self.paint_laid(&mut canvas, corner, laid, window.size);
            }
        }
        for label in self.labels.iter().filter(|label| label.segment.is_none()) {
            if let Some(corner) = window.corner(label.cell) {
                self.paint_empty(&mut canvas, corner, &label.text, window.size);
            }
        }
        canvas.text(self.colour)
    }

    fn window(&self) -> Window {
        let cells = || {
            let laid = self.view.tiles.iter().map(|laid| laid.cell);
            laid.chain(self.labels.iter().map(|label| label.cell))
        };
        let xs = (cells().map(|c| c.x).min().unwrap_or(0), cells().map(|c| c.x).max().unwrap_or(0));
        let ys = (cells().map(|c| c.y).min().unwrap_or(0), cells().map(|c| c.y).max().unwrap_or(0));
        let room = |size: Size| {
            let columns = self.room.0.saturating_sub(MARGIN) / size.columns;
            (columns.max(1), (self.room.1.saturating_sub(1) / size.rows).max(1))
        };
        let span = |(first, last): (i16, i16)| usize::from(last.abs_diff(first)) + 1;
        let fits = |size| room(size).0 >= span(xs) && room(size).1 >= span(ys);
        let size = if fits(WIDE) { WIDE } else { SMALL };
        let (across, down) = room(size);
        Window { size, x: part(xs, self.focus.x, across), y: part(ys, self.focus.y, down) }
    }

    fn paint_numbers(&self, canvas: &mut Canvas, window: &Window) {
        let ink = if self.colour { Ink { fore: Some(244), ..Ink::default() } } else { Ink::default() };
        for x in window.x.clone() {
            if let Some((column, _)) = window.corner(Cell::new(x, *window.y.start())) {
                canvas.write(column + window.size.columns / 2 - 1, 0, &x.to_string(), ink);
            }
        }
        for y in window.y.clone() {
            if let Some((_, row)) = window.corner(Cell::new(*window.x.start(), y)) {
                canvas.write(0, row + window.size.rows / 2, &format!("{y:>4}"), ink);
            }
        }
    }

    fn paint_laid(&self, canvas: &mut Canvas, corner: (usize, usize), laid: &Laid, size: Size) {
        let tile = laid.kind.tile();
        let odd = (laid.cell.x ^ laid.cell.y) & 1 != 0;
        let look = Look { size, colour: self.colour, odd };
        let picture = paint_tile(canvas, corner, tile, laid.rotation, look);
        let here = Spot::new(laid.cell, 0)..=Spot::new(laid.cell, u8::MAX);
        for (spot, (seat, figure)) in self.view.figures.range(here) {
            let kind = tile.segments.get(usize::from(spot.segment)).map(|segment| segment.kind);
            let text = format!("{}{seat}", figure_letter(*figure, kind));
            self.paint_on(canvas, corner, &picture, spot.segment, &text, seat_ink(*seat));
        }
        for label in self.labels.iter().filter(|label| label.cell == laid.cell) {
            if let Some(segment) = label.segment {
                let ink = Ink { fore: Some(16), back: Some(231), bold: true };
                self.paint_on(canvas, corner, &picture, segment, &format!("{:>2}", label.text), ink);
            }
        }
        self.paint_beasts(canvas, corner, laid.cell, size);
        if self.colour && self.view.tiles.last() == Some(laid) {
            canvas.write_over(corner.0, corner.1, "●", Ink { fore: Some(231), ..Ink::default() });
        }
    }

    fn paint_on(
        &self,
        canvas: &mut Canvas,
        (column, row): (usize, usize),
        picture: &TilePicture,
        segment: u8,
        text: &str,
        ink: Ink,
    ) {
        let ink = if self.colour { ink } else { Ink::default() };
        let (c, r) = picture.place_for(segment, &[]).unwrap_or((0, 0));
        canvas.write(column + c, row + r, text, ink);
    }

    fn paint_beasts(&self, canvas: &mut Canvas, (column, row): (usize, usize), cell: Cell, size: Size) {
        let dragon = (self.view.dragon == Some(cell)).then_some(("DR", 0, 196));
        let fairy = self.view.fairy.is_some_and(|fairy| fairy.cell == cell);
        let fairy = fairy.then_some(("FY", size.columns - 2, 201));
        for (text, shift, back) in dragon.into_iter().chain(fairy) {
            let ink = Ink { fore: Some(231), back: Some(back), bold: true };
            let ink = if self.colour { ink } else { Ink::default() };
            canvas.write(column + shift, row + size.rows - 1, text, ink);
        }
    }

    fn paint_empty(&self, canvas: &mut Canvas, (column, row): (usize, usize), text: &str, size: Size) {
        let shift = size.columns.saturating_sub(text.len()) / 2;
        if self.colour {
            let ink = Ink { fore: Some(231), back: Some(237), bold: true };
            for r in 0..size.rows {
                canvas.write(column, row + r, &" ".repeat(size.columns), ink);
            }
            canvas.write(column + shift, row + size.rows / 2, text, ink);
        } else {
            canvas.write(
                column + shift.saturating_sub(1),
                row + size.rows / 2,
                &format!("[{text}]"),
                Ink::default(),
            );
        }
    }
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

fn seat_ink(seat: Seat) -> Ink {
    Ink { fore: Some(231), back: SEAT_COLOURS.get(seat.index()).copied(), bold: true }
}

fn figure_letter(figure: Figure, on: Option<FeatureKind>) -> char {
    match (figure, on) {
        (Figure::Builder, _) => 'B',
        (Figure::Pig, _) => 'P',
        (Figure::Follower, Some(FeatureKind::City)) => 'K',
        (Figure::Follower, Some(FeatureKind::Road)) => 'T',
        (Figure::Follower, Some(FeatureKind::Monastery)) => 'M',
        (Figure::Follower, _) => 'F',
    }
}
