//! Figures: cloaked people with the sign of their role, the builder, the pig, the fairy; the dragon is elsewhere.

use crate::colour::{Livery, Pattern, livery};
use crate::dragon;
use crate::pen::{Pen, dashes, fill, inked, line, wash};
use crate::shape::{Point, at};
use rules::{FeatureKind, Figure, Role, Seat};

/// What stands on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// A seat's figure in its role.
    Role(Role),
    /// The fairy, nobody's own.
    Fairy,
    /// The dragon, nobody's own.
    Dragon,
}

impl Piece {
    /// Every piece.
    pub fn all() -> impl Iterator<Item = Piece> {
        Role::ALL.into_iter().map(Piece::Role).chain([Piece::Fairy, Piece::Dragon])
    }

    /// What a figure is on a feature.
    pub const fn of(figure: Figure, feature: FeatureKind) -> Piece {
        Piece::Role(Role::of(figure, feature))
    }

    /// Its name in addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Role(role) => role.name(),
            Piece::Fairy => "fairy",
            Piece::Dragon => "dragon",
        }
    }

    /// The piece with this name.
    pub fn from_name(name: &str) -> Option<Piece> {
        Piece::all().find(|piece| piece.name() == name)
    }

    /// How large its picture is drawn on a tile of 200 units, and where in it, from 0 to 1, it touches the ground.
    pub const fn size(self) -> (f32, (f32, f32)) {
        match self {
            Piece::Dragon => (150.0, (0.5, 0.72)),
            Piece::Role(Role::Farmer | Role::Pig) => (64.0, (0.5, 0.62)),
            Piece::Role(Role::Knight | Role::Thief | Role::Monk | Role::Builder) | Piece::Fairy => {
                (64.0, (0.5, 0.78))
            }
        }
    }
}

/// The picture of a piece as an SVG document of 80 by 80 units; the seat decides its colours, which fairy and
/// dragon have none of.
///
/// ```
/// let svg = art::figure(art::Piece::Role(rules::Role::Knight), rules::Seat(0));
/// assert!(svg.contains(art::livery(rules::Seat(0)).cloth));
/// ```
pub fn figure(piece: Piece, seat: Seat) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 80 80\">{}</svg>", elements(piece, seat))
}

/// The same without the document around it.
pub(crate) fn elements(piece: Piece, seat: Seat) -> String {
    let mut pen = Pen::default();
    let livery = livery(seat);
    match piece {
        Piece::Role(role) => figure_in_role(&mut pen, livery, role),
        Piece::Fairy => fairy(&mut pen),
        Piece::Dragon => dragon::whole(&mut pen),
    }
    let paths = pen.finish();
    format!("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{paths}</g>")
}

const INK: &str = "#21160d";
const LIGHT: &str = "#fffaf0";
const SKIN: &str = "#f3cfa4";
/// Hood and cloak in one line, from the tip of the hood.
const CLOAK: &str =
    "M38 8C29 9 25 18 27 28 20 35 17 50 14 65 24 71 52 71 62 65 60 50 57 35 50 28 52 18 47 9 38 8z";
const CLOAK_DARK: &str =
    "M38 8C47 9 52 18 50 28 57 35 60 50 62 65 57 68 51 69 45 69.5 50 56 49 40 44 33 47 27 46 16 38 8z";

fn figure_in_role(pen: &mut Pen, livery: &Livery, role: Role) {
    match role {
        Role::Knight => standing(pen, livery, false, sword),
        Role::Thief => standing(pen, livery, false, staff),
        Role::Monk => standing(pen, livery, false, cross),
        Role::Builder => standing(pen, livery, true, hammer),
        Role::Farmer => lying(pen, livery),
        Role::Pig => pig(pen, livery),
    }
}

/// Someone upright, perhaps with a hat, who holds the sign of the role.
fn standing(pen: &mut Pen, livery: &Livery, hat: bool, sign: fn(&mut Pen)) {
    pen.add(&wash(INK, 10.0, 0.28), "M26 68h38");
    pen.lift();
    cloak(pen, livery, hat);
    sign(pen);
}

/// Someone in a cloak.
fn cloak(pen: &mut Pen, livery: &Livery, hat: bool) {
    for (colour, width) in [(LIGHT, 6.5), (INK, 3.6)] {
        pen.add(&line(colour, width), CLOAK);
        pen.lift();
    }
    pen.add(&fill(livery.cloth), CLOAK);
    pen.lift();
    pattern(pen, livery);
    pen.add(&format!("{} opacity=\".24\"", fill("#000")), CLOAK_DARK);
    pen.add(&wash("#fff", 2.2, 0.45), "M27 20q2-8 8-9M25 34q-5 12-8 28");
    pen.lift();
    pen.add(&fill("#2a1a10"), "M38 14q8 1 7 11t-8 8q-7-1-7-9t8-10z");
    pen.add(&fill(SKIN), "M37 19q6 0 6 6t-6 7q-5-1-5-7t5-6z");
    pen.lift();
    pen.add(&line(INK, 1.6), "M35 25h0M40 25h0");
    pen.add(&inked("#f4cf5a", INK, 1.0), "M37.5 34.5a3 3 0 1 1 .1 5.5a3 3 0 1 1-.1-5.5z");
    if hat {
        pen.add(&inked("#8a5a2c", INK, 1.6), "M22 20q16-7 32 0-3 3-6 2-1-14-10-14t-10 14q-3 1-6-2z");
    }
    pen.lift();
}

/// The pattern of a player, on the lower part of a cloak.
fn pattern(pen: &mut Pen, livery: &Livery) {
    let (look, d) = match livery.pattern {
        Pattern::Plain => return,
        Pattern::Stripes => (line(livery.thread, 3.4), "M29 42l-5 24M38 44v24M47 42l5 24"),
        Pattern::Dots => {
            (line(livery.thread, 5.4), "M27 46h0M38 45h0M49 46h0M32 54h0M44 54h0M23 61h0M38 63h0M53 61h0")
        }
        Pattern::Chevrons => (line(livery.thread, 3.6), "M26 43l12 6 12-6M22 52l16 8 16-8M20 62l18 7 18-7"),
        Pattern::Checks => {
            (dashes(livery.thread, 6.5, "6.5 6.5"), "M25 45h27M18 51.5h39M21 58h36M16 64.5h42")
        }
        Pattern::Cross => (line(livery.thread, 5.0), "M38 43v23M27 52h22"),
    };
    pen.add(&look, d);
    pen.lift();
}

/// Draws a thing with a light and a dark rim.
fn held(pen: &mut Pen, d: &str, colour: &str, width: f32) {
    for (colour, width) in [(LIGHT, width + 4.6), (INK, width + 2.6), (colour, width)] {
        pen.add(&line(colour, width), d);
        pen.lift();
    }
}

fn hand(pen: &mut Pen, p: Point) {
    pen.add(&line(INK, 8.6), &format!("M{p}h0"));
    pen.add(&line(SKIN, 6.2), &format!("M{p}h0"));
    pen.lift();
}

fn sword(pen: &mut Pen) {
    held(pen, "M64 14v34", "#dfe6ee", 3.4);
    held(pen, "M57 48h14M64 50v7", "#e0b23c", 2.8);
    hand(pen, at(64.0, 53.0));
}

fn staff(pen: &mut Pen) {
    held(pen, "M66 70L62 20q-1-9 6-9 6 0 5 6", "#9a6a35", 3.2);
    hand(pen, at(63.5, 44.0));
}

fn cross(pen: &mut Pen) {
    held(pen, "M65 68V12M56 23h18", "#f0c445", 4.0);
    hand(pen, at(65.0, 48.0));
}

fn hammer(pen: &mut Pen) {
    held(pen, "M62 62l6-40", "#9a6a35", 3.2);
    held(pen, "M60 20l17 3", "#8b939c", 8.0);
    hand(pen, at(63.5, 52.0));
}

/// A farmer lies on the ground, the rake beside.
fn lying(pen: &mut Pen, livery: &Livery) {
    pen.add(&wash(INK, 26.0, 0.2), "M22 54h44");
    pen.open("transform=\"translate(82 9) rotate(90)\"");
    cloak(pen, livery, false);
    pen.close();
    held(pen, "M10 70l46 0M56 64v12", "#9a6a35", 3.0);
    held(pen, "M56 64h5M56 70h5M56 76h5", "#9a6a35", 2.2);
}

fn pig(pen: &mut Pen, livery: &Livery) {
    let body = "M12 46C10 30 24 24 38 25 44 22 50 20 54 24L57 19 61 27C68 30 69 35 73 37V46L66 48C63 54 60 56 57 57V66H49V59H30V66H22V57C16 55 13 52 12 46z";
    pen.add(&wash(INK, 9.0, 0.28), "M22 67h42");
    pen.lift();
    for (colour, width) in [(LIGHT, 6.5), (INK, 3.6)] {
        pen.add(&line(colour, width), &format!("{body}M12 42q-7-1-6-7t5-2"));
        pen.lift();
    }
    pen.add(&fill(livery.cloth), body);
    pen.add(&line(livery.cloth, 2.2), "M12 42q-7-1-6-7t5-2");
    pen.lift();
    let (look, d) = match livery.pattern {
        Pattern::Plain => (line(livery.cloth, 1.0), "M30 40h0"),
        Pattern::Stripes => (line(livery.thread, 3.2), "M20 34v18M29 30v26M38 30v26M47 31v25"),
        Pattern::Dots => (line(livery.thread, 5.0), "M20 40h0M29 33h0M29 47h0M38 40h0M47 33h0M47 48h0"),
        Pattern::Chevrons => (line(livery.thread, 3.2), "M18 34l6 8-6 8M30 31l7 11-7 11M42 31l7 11-7 11"),
        Pattern::Checks => (dashes(livery.thread, 6.0, "6 6"), "M18 34h32M24 40h30M18 46h36M24 52h30"),
        Pattern::Cross => (line(livery.thread, 4.6), "M34 30v25M22 42h25"),
    };
    pen.add(&look, d);
    pen.add(&format!("{} opacity=\".22\"", fill("#000")), "M12 46C14 52 30 54 48 52 58 51 66 46 73 42V46L66 48C63 54 60 56 57 57V66H49V59H30V66H22V57C16 55 13 52 12 46z");
    pen.add(&line(INK, 2.6), "M60 34h0");
    pen.add(&line(INK, 1.6), "M70 40v3");
    pen.lift();
}

fn fairy(pen: &mut Pen) {
    for (width, opacity) in [(70.0, 0.14), (50.0, 0.2)] {
        pen.add(&wash("#fff3b0", width, opacity), "M40 40h0");
        pen.lift();
    }
    pen.add(&wash(INK, 7.0, 0.22), "M34 70h14");
    pen.lift();
    pen.add(&inked("#dff3ff", "#3b5b86", 1.6), "M38 34C26 10 8 10 8 24 8 34 22 40 36 40 20 42 14 54 22 58 30 61 36 50 38 42zM42 34C54 10 72 10 72 24 72 34 58 40 44 40 60 42 66 54 58 58 50 61 44 50 42 42z");
    pen.lift();
    pen.add(
        &inked("#fff", "#3b5b86", 1.8),
        "M40 30C34 32 34 38 35 42 31 52 28 62 27 68 34 72 46 72 53 68 52 62 49 52 45 42 46 38 46 32 40 30z",
    );
    pen.add(
        &fill("#cfe0f2"),
        "M41 32C46 34 45 38 45 42 49 52 51 60 52 67 49 69 46 70 42 70 45 58 43 44 41 32z",
    );
    pen.lift();
    pen.add(
        &inked("#f6c95a", "#6b4a12", 1.4),
        "M40 14q9 0 9 9 0 7-3 11-1-5-2-8h-8q-1 3-2 8-3-4-3-11 0-9 9-9z",
    );
    pen.add(&fill(SKIN), "M40 19q5 0 5 6t-5 6q-5 0-5-6t5-6z");
    pen.lift();
    pen.add(&line("#6b4a12", 1.6), "M47 46l14-14");
    pen.add(&line("#fff", 10.0), "M62 30h0");
    pen.lift();
    pen.add(&inked("#ffd94a", "#8a5a08", 1.0), "M62 22l2 6 6 2-6 2-2 6-2-6-6-2 6-2z");
    pen.add(&line("#fff", 1.8), "M16 66h0M66 62h0M12 44h0M68 48h0M28 8h0");
    pen.lift();
}
