//! The dragon: its head, and the whole beast.

use crate::pen::{Pen, fill, inked, line};
use crate::shape::{Curve, Point, at};

/// A dragon's head that looks to the left, about 40 units wide, around a point.
pub fn head(pen: &mut Pen, p: Point, size: f32) {
    let curve = |points: &[(f32, f32)]| {
        Curve(points.iter().map(|(x, y)| p + at(*x, *y) * size).collect()).to_string()
    };
    pen.add(
        &inked("#fd7", "#311", 1.2),
        &curve(&[
            (-18.0, 2.0),
            (-14.0, -3.0),
            (-9.0, -6.0),
            (-5.0, -8.0),
            (-1.0, -13.0),
            (5.0, -14.0),
            (16.0, -17.0),
            (12.0, -12.0),
            (11.0, -9.0),
            (10.0, -7.0),
            (15.0, -6.0),
            (18.0, -3.0),
            (19.0, 2.0),
            (15.0, 0.0),
            (13.0, 0.0),
            (12.0, 2.0),
            (15.0, 8.0),
            (14.0, 14.0),
            (9.0, 19.0),
            (3.0, 18.0),
            (-2.0, 17.0),
            (-5.0, 13.0),
            (1.0, 12.0),
            (2.0, 9.0),
            (-1.0, 7.0),
            (-7.0, 8.0),
            (-12.0, 10.0),
            (-16.0, 9.0),
            (-12.0, 7.0),
            (-10.0, 5.0),
            (-8.0, 4.0),
            (-12.0, 5.0),
            (-16.0, 5.0),
            (-18.0, 2.0),
        ]),
    );
    pen.lift();
    pen.add(&line("#822", 3.0 * size), &format!("M{}h0", p + at(-1.0, -4.5) * size));
    pen.add(&line("#822", 1.4 * size), &format!("M{}h0", p + at(-14.0, 0.0) * size));
}

/// The dragon itself, in a square of 80 units: wings spread, neck raised, tail around.
pub fn whole(pen: &mut Pen) {
    let ink = "#2a0d0a";
    let wing = "M37 40C30 24 20 10 3 8 8 14 9 19 8 25 13 24 16 26 17 31 22 29 25 32 26 37 30 36 33 40 36 46z";
    let far =
        "M45 38C48 24 58 10 77 7 72 13 71 19 73 25 67 24 64 27 64 32 58 30 55 33 54 38 50 37 47 41 45 46z";
    let body = "M22 29C26 22 34 22 36 28 38 35 39 38 45 40 55 43 62 50 59 59 66 60 72 56 70 49L66 50 71 42 77 49 74 50C77 61 68 69 55 66 50 68 45 68 40 67L38 71H33L35 65 28 61 25 66H20L23 58C24 50 28 45 30 40 30 36 29 34 26 35L18 38 12 36 13 33 19 32z";
    pen.add("stroke=\"#21160d\" stroke-width=\"12\" opacity=\".26\"", "M24 68h44");
    pen.lift();
    for (colour, width) in [("#fff4dc", 5.0), (ink, 2.8)] {
        pen.add(&line(colour, width), &format!("{wing}{far}{body}"));
        pen.lift();
    }
    pen.add(&inked("#a8261d", ink, 0.8), far);
    pen.add(&inked("#d8442c", ink, 0.8), wing);
    pen.lift();
    pen.add(&line(ink, 0.9), "M37 40L8 25M36 42L17 31M45 40L73 25M46 42L64 32");
    pen.add(&fill("#c22f22"), body);
    pen.lift();
    pen.add("fill=\"#000\" opacity=\".24\"", "M45 40C55 43 62 50 59 59 66 60 72 56 70 49L66 50 71 42 77 49 74 50C77 61 68 69 55 66 50 68 45 68 40 67 52 62 52 50 45 40z");
    pen.add(&inked("#f0b24a", ink, 0.6), "M33 38C28 46 29 54 34 60 38 62 42 61 43 58 37 56 34 50 35 42z");
    pen.add(&inked("#f6e6c0", ink, 0.8), "M28 24L31 15 34 24zM33 24L38 17 37 27z");
    pen.add(&inked("#ffd94a", ink, 0.8), "M26 27.5a2 2 0 1 1 .1 0z");
    pen.add(&inked("#ff9a2e", "#c22f22", 1.0), "M12 35C7 33 4 36 1 34 3 38 2 40 0 42 5 41 9 42 13 37z");
    pen.add(&line("#ffe08a", 1.6), "M10 36l-4 1");
    pen.lift();
}
