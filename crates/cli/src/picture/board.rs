//! The table as characters.

use super::SEAT_COLOURS;
use super::canvas::{Canvas, Ink};
use super::tile::{Look, SIZES, Size, TilePicture, paint_tile};
use super::window::Window;
use rules::{Cell, Laid, Role, Seat, Spot, View};

/// A short text on a cell, or on a segment of a laid tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub cell: Cell,
    /// On this segment.
    pub segment: Option<u8>,
    /// What it says.
    pub text: String,
}

/// What is to be shown, and how.
pub struct Board<'a> {
    pub view: &'a View,
    /// What else is written on it.
    pub labels: &'a [Label],
    /// What is in the middle if not everything can be seen.
    pub focus: Cell,
    /// How large tiles are drawn; otherwise as large as can be.
    pub size: Option<Size>,
    /// Characters across and lines there is room for.
    pub room: (usize, usize),
    /// Whether colours are seen.
    pub colour: bool,
}

impl Board<'_> {
    /// The board as text, and the part of it that is seen.
    pub fn text(&self) -> (String, Window) {
        let window = self.window();
        let mut canvas = Canvas::new(window.columns(), window.rows());
        let ink = if self.colour { Ink { fore: Some(244), ..Ink::default() } } else { Ink::default() };
        window.paint_edges(&mut canvas, ink);
        for laid in &self.view.tiles {
            if let Some(corner) = window.corner(laid.cell) {
                self.paint_laid(&mut canvas, corner, laid, window.size);
            }
        }
        let is_laid = |cell: Cell| self.view.tiles.iter().any(|laid| laid.cell == cell);
        for label in self.labels.iter().filter(|label| !is_laid(label.cell)) {
            if let Some(corner) = window.corner(label.cell) {
                self.paint_empty(&mut canvas, corner, &label.text, window.size);
            }
        }
        (canvas.text(self.colour), window)
    }

    fn window(&self) -> Window {
        let laid = self.view.tiles.iter().map(|laid| laid.cell);
        let cells: Vec<Cell> = laid.chain(self.labels.iter().map(|label| label.cell)).collect();
        let sizes = self.size.map_or(SIZES.to_vec(), |size| vec![size]);
        Window::new(&cells, self.focus, self.room, &sizes)
    }

    fn paint_laid(&self, canvas: &mut Canvas, corner: (usize, usize), laid: &Laid, size: Size) {
        let tile = laid.kind.tile();
        let odd = (laid.cell.x ^ laid.cell.y) & 1 != 0;
        let look = Look { size, colour: self.colour, odd };
        let picture = paint_tile(canvas, corner, tile, laid.rotation, look);
        let mut taken = self.paint_beasts(canvas, corner, laid.cell, size);
        for piece in self.view.pieces.iter().filter(|piece| piece.spot().cell == laid.cell) {
            let Spot { segment, .. } = piece.spot();
            let Some(on) = tile.segments.get(usize::from(segment)) else { continue };
            let text = format!("{}{}", Role::of(piece.figure, on.kind).letter(), piece.seat);
            let place = place(&picture, Some(segment), &taken);
            self.paint_on(canvas, corner, place, &text, seat_ink(piece.seat));
            taken.push(place);
        }
        for label in self.labels.iter().filter(|label| label.cell == laid.cell) {
            let ink = Ink { fore: Some(16), back: Some(231), bold: true };
            let place = place(&picture, label.segment, &taken);
            self.paint_on(canvas, corner, place, &format!("{:>2}", label.text), ink);
            taken.push(place);
        }
        if self.colour && self.view.tiles.last() == Some(laid) {
            mark_fresh(canvas, corner, size);
        }
    }

    fn paint_on(
        &self,
        canvas: &mut Canvas,
        (column, row): (usize, usize),
        (c, r): (usize, usize),
        text: &str,
        ink: Ink,
    ) {
        let ink = if self.colour { ink } else { Ink::default() };
        canvas.write(column + c, row + r, text, ink);
    }

    /// Paints the dragon and the fairy, and returns the places they take.
    fn paint_beasts(
        &self,
        canvas: &mut Canvas,
        corner: (usize, usize),
        cell: Cell,
        size: Size,
    ) -> Vec<(usize, usize)> {
        let dragon = (self.view.dragon == Some(cell)).then_some(("DR", 0, 196));
        let fairy = self.view.fairy.is_some_and(|fairy| fairy.cell == cell);
        let fairy = fairy.then_some(("FY", size.columns - 2, 201));
        let mut taken = Vec::new();
        for (text, shift, back) in dragon.into_iter().chain(fairy) {
            let place = (shift, size.rows - 1);
            self.paint_on(canvas, corner, place, text, Ink { fore: Some(231), back: Some(back), bold: true });
            taken.push(place);
        }
        taken
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

/// Where two characters go: on the segment if it can be seen, else wherever there is room.
fn place(picture: &TilePicture, segment: Option<u8>, taken: &[(usize, usize)]) -> (usize, usize) {
    let on_segment = segment.and_then(|segment| picture.place_for(segment, taken));
    on_segment.or_else(|| picture.any_place(taken)).unwrap_or((0, 0))
}

/// Marks the tile laid last in a corner where nothing stands.
fn mark_fresh(canvas: &mut Canvas, (column, row): (usize, usize), size: Size) {
    let (right, bottom) = (column + size.columns - 1, row + size.rows - 1);
    let corners = [(column, row), (right, row), (column, bottom), (right, bottom)];
    let bare = corners.into_iter().find(|(column, row)| canvas.character(*column, *row) == Some('▀'));
    if let Some((column, row)) = bare {
        canvas.write_over(column, row, "●", Ink { fore: Some(231), ..Ink::default() });
    }
}

fn seat_ink(seat: Seat) -> Ink {
    Ink { fore: Some(231), back: SEAT_COLOURS.get(seat.index()).copied(), bold: true }
}
