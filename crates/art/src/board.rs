//! A whole board: the table, the tiles, the figures on them, and who has how many points.

use crate::figure::{self, Piece};
use crate::outline::stand;
use crate::shape::Num;
use crate::text::{escaped, number};
use crate::theme::Theme;
use crate::tile;
use rules::{Cell, Laid, Role, Seat, View};
use std::fmt::Write;

/// What the board lies on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Background {
    /// Linen.
    #[default]
    Light,
    /// Oak.
    Dark,
    /// Nothing: what is behind the picture shows.
    Bare,
}

/// How a board is drawn.
#[derive(Clone, Copy, Default, Debug)]
pub struct BoardOptions<'a> {
    /// The look of the land.
    pub theme: Theme,
    /// What it lies on.
    pub table: Background,
    /// Names of the seats, by seat; they are text, whatever is in them. A PNG does not show them.
    pub names: &'a [&'a str],
    /// Whether points are shown below the board.
    pub scores: bool,
}

/// The table around the tiles, in units of which a tile's side has 200.
const MARGIN: i32 = 70;
/// The strip with the points.
const STRIP: i32 = 120;
/// The room of one seat on it.
const SEAT: i32 = 340;

/// The part of the plane that is drawn.
pub(crate) struct Frame {
    west: i32,
    north: i32,
    width: i32,
    height: i32,
    strip: i32,
}

/// The picture of a board as an SVG document, 200 units for each tile's side.
///
/// ```
/// let position = rules::Position::new(&rules::Setup::base(2)).unwrap();
/// let svg = art::board(&position.view(), &art::BoardOptions::default());
/// assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
/// ```
pub fn board(view: &View, options: &BoardOptions) -> String {
    let frame = Frame::around(view, options);
    let mut svg = frame.begin();
    under(&mut svg, view, &frame, options);
    for laid in &view.tiles {
        let (x, y) = frame.corner(laid.cell);
        let inside = tile::elements(laid.kind, laid.rotation, options.theme);
        nest(&mut svg, (x as f32, y as f32), 200.0, 200, &inside);
    }
    over(&mut svg, view, &frame, options);
    svg.push_str("</svg>");
    svg
}

/// What the tiles lie on, as a document.
#[cfg(feature = "png")]
pub(crate) fn ground(view: &View, frame: &Frame, options: &BoardOptions) -> String {
    let mut svg = frame.begin();
    under(&mut svg, view, frame, options);
    svg + "</svg>"
}

/// What stands on and beside the tiles, as a document.
#[cfg(feature = "png")]
pub(crate) fn standing(view: &View, frame: &Frame, options: &BoardOptions) -> String {
    let mut svg = frame.begin();
    over(&mut svg, view, frame, options);
    svg + "</svg>"
}

fn under(svg: &mut String, view: &View, frame: &Frame, options: &BoardOptions) {
    table(svg, frame, options.table);
    shadow(svg, view, frame);
}

fn over(svg: &mut String, view: &View, frame: &Frame, options: &BoardOptions) {
    pieces(svg, view, frame);
    if frame.strip > 0 {
        seats(svg, view, frame, options);
    }
}

impl Frame {
    pub(crate) fn around(view: &View, options: &BoardOptions) -> Frame {
        let shows_seats = options.scores || !options.names.is_empty();
        let cells = || view.tiles.iter().map(|laid| laid.cell);
        let xs = || cells().map(|cell| i32::from(cell.x));
        let ys = || cells().map(|cell| i32::from(cell.y));
        let (west, east) = (xs().min().unwrap_or(0), xs().max().unwrap_or(0));
        let (south, north) = (ys().min().unwrap_or(0), ys().max().unwrap_or(0));
        let least = if shows_seats { 2 * MARGIN + SEAT * i32::from(view.seats.min(3)) } else { 0 };
        let width = ((east - west + 1) * 200 + 2 * MARGIN).max(least);
        let across = per_row(width);
        let rows = if shows_seats { (i32::from(view.seats) + across - 1) / across } else { 0 };
        Frame { west, north, width, height: (north - south + 1) * 200 + 2 * MARGIN, strip: rows * STRIP }
    }

    /// Width and height.
    pub(crate) fn size(&self) -> (i32, i32) {
        (self.width, self.height + self.strip)
    }

    fn begin(&self) -> String {
        let (width, height) = self.size();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
        )
    }

    /// The upper left corner of a cell.
    pub(crate) fn corner(&self, cell: Cell) -> (i32, i32) {
        ((i32::from(cell.x) - self.west) * 200 + MARGIN, (self.north - i32::from(cell.y)) * 200 + MARGIN)
    }
}

fn per_row(width: i32) -> i32 {
    ((width - 2 * MARGIN) / SEAT).max(1)
}

/// A picture within the picture, which clips what reaches out of it.
fn nest(svg: &mut String, (x, y): (f32, f32), size: f32, units: u32, inside: &str) {
    let (x, y, size) = (Num(x), Num(y), Num(size));
    let _ = write!(
        svg,
        "<svg x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {units} {units}\">{inside}</svg>"
    );
}

fn table(svg: &mut String, frame: &Frame, table: Background) {
    let (base, thread, light, apart) = match table {
        Background::Light => ("#e6dcc8", "#ddd1bb", "#ece3d2", 14),
        Background::Dark => ("#2e231b", "#241a13", "#3a2d22", 46),
        Background::Bare => return,
    };
    let (width, height) = (frame.width, frame.height + frame.strip);
    let rows: String = (0..height).step_by(apart).map(|y| format!("M0 {y}h{width}")).collect();
    let _ = write!(svg, "<path fill=\"{base}\" d=\"M0 0h{width}v{height}H0z\"/>");
    let _ = write!(svg, "<path fill=\"none\" stroke=\"{thread}\" stroke-width=\"2\" d=\"{rows}\"/>");
    if table == Background::Light {
        let columns: String = (0..width).step_by(apart).map(|x| format!("M{x} 0v{height}")).collect();
        let _ = write!(
            svg,
            "<path fill=\"none\" stroke=\"{light}\" stroke-width=\"2\" opacity=\".6\" d=\"{columns}\"/>"
        );
    } else {
        let grain: String = (0..height)
            .step_by(apart)
            .flat_map(|y| {
                (0..width).step_by(310).map(move |x| format!("M{} {}q60 7 150-2", x + y * 7 % 310, y + 21))
            })
            .collect();
        let _ = write!(svg, "<path fill=\"none\" stroke=\"{light}\" stroke-width=\"3\" d=\"{grain}\"/>");
    }
}

/// The shadow the tiles throw on the table.
fn shadow(svg: &mut String, view: &View, frame: &Frame) {
    let squares: String = (view.tiles.iter())
        .map(|laid| {
            let (x, y) = frame.corner(laid.cell);
            format!("M{} {}h200v200h-200z", x + 5, y + 8)
        })
        .collect();
    for (width, opacity) in [(26, ".07"), (16, ".08"), (6, ".12")] {
        let _ = write!(
            svg,
            "<path stroke=\"#1a0f06\" stroke-width=\"{width}\" stroke-linejoin=\"round\" opacity=\"{opacity}\" d=\"{squares}\"/>"
        );
    }
}

/// Everything that stands on the tiles, from the back to the front.
fn pieces(svg: &mut String, view: &View, frame: &Frame) {
    let mut standing: Vec<(f32, f32, Piece, Seat)> = Vec::new();
    let mut stands = |cell: Cell, (x, y): (f32, f32), piece: Piece, seat: Seat| {
        let (left, top) = frame.corner(cell);
        standing.push((left as f32 + x, top as f32 + y, piece, seat));
    };
    for piece in &view.pieces {
        let spot = piece.spot();
        if let Some((place, kind)) = place(view, spot.cell, spot.segment) {
            stands(spot.cell, place, Piece::of(piece.figure, kind), piece.seat);
        }
    }
    if let Some(fairy) = view.fairy {
        let beside = fairy.segment.and_then(|segment| place(view, fairy.cell, segment));
        let (x, y) = beside.map_or((150.0, 150.0), |((x, y), _)| (x + 34.0, y + 6.0));
        stands(fairy.cell, (x, y), Piece::Fairy, Seat(0));
    }
    if let Some(cell) = view.dragon {
        stands(cell, (100.0, 120.0), Piece::Dragon, Seat(0));
    }
    standing.sort_by(|a, b| a.1.total_cmp(&b.1));
    for (x, y, piece, seat) in standing {
        let (size, (foot_x, foot_y)) = piece.size();
        nest(svg, (x - size * foot_x, y - size * foot_y), size, 80, &figure::elements(piece, seat));
    }
}

/// Where a segment's figure stands on its tile, and what the segment is.
fn place(view: &View, cell: Cell, segment: u8) -> Option<((f32, f32), rules::FeatureKind)> {
    let laid: &Laid = view.tiles.iter().find(|laid| laid.cell == cell)?;
    let kind = laid.kind.tile().segments.get(usize::from(segment))?.kind;
    Some((stand(laid.kind, laid.rotation, segment)?, kind))
}

/// A strip with each seat's colour, points and name.
fn seats(svg: &mut String, view: &View, frame: &Frame, options: &BoardOptions) {
    let ink = if options.table == Background::Dark { "#f1e6d2" } else { "#3b2a18" };
    let across = per_row(frame.width);
    for n in 0..view.seats {
        let (column, row) = (i32::from(n) % across, i32::from(n) / across);
        let (x, y) = ((MARGIN + column * SEAT) as f32, (frame.height + row * STRIP) as f32 - 10.0);
        nest(svg, (x, y), 84.0, 80, &figure::elements(Piece::Role(Role::Knight), Seat(n)));
        if options.scores {
            let points = view.scores[usize::from(n)];
            let _ = write!(
                svg,
                "<path transform=\"translate({} {}) scale(2)\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.6\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{}\"/>",
                x + 98.0,
                y + 30.0,
                number(points, 0.0, 0.0)
            );
        }
        if let Some(name) = options.names.get(usize::from(n)) {
            let after = if options.scores { 28 * points_width(view.scores[usize::from(n)]) } else { 0 };
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{}\" fill=\"{ink}\" font-family=\"Georgia, serif\" font-size=\"32\">{}</text>",
                x + 108.0 + after as f32,
                y + 60.0,
                escaped(name)
            );
        }
    }
}

fn points_width(points: u32) -> i32 {
    points.to_string().len() as i32
}
