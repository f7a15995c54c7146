//! The dragon: its head, and the whole beast.

use crate::pen::{Pen, inked, line};
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
