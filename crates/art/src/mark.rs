//! Marks of whole tiles: volcano, dragon, portal.

use crate::map::Disc;
use crate::pen::{fill, inked, line, wash};
use crate::scene::Scene;
use crate::shape::{Curve, Num, Point, at};

/// Draws scaled shapes around a place.
struct Stamp {
    at: Point,
    size: f32,
}

impl Stamp {
    /// A closed or open shape from its corners and handles, in units of a stamp 100 wide.
    fn curve(&self, points: &[(f32, f32)]) -> String {
        Curve(points.iter().map(|(x, y)| self.at + at(*x, *y) * self.size).collect()).to_string()
    }

    fn polygon(&self, points: &[(f32, f32)]) -> String {
        let points: Vec<Point> = points.iter().map(|(x, y)| self.at + at(*x, *y) * self.size).collect();
        crate::shape::polygon(&points)
    }

    fn dot(&self, x: f32, y: f32) -> String {
        format!("M{}h0", (self.at + at(x, y) * self.size).rounded())
    }
}

/// A smoking mountain with fire in it.
pub fn volcano(scene: &mut Scene, disc: Disc) {
    let paint = scene.paint;
    let size = (disc.radius / 46.0).clamp(0.55, 1.0);
    let p = scene.at(disc.at) + at(0.0, 6.0 * size);
    let stamp = Stamp { at: at(p.x, p.y.clamp(66.0 * size, 200.0 - 46.0 * size)), size };
    let s = |v: f32| v * size;
    scene
        .pen
        .add(&wash(paint.shade, s(22.0), 0.22), &stamp.polygon(&[(-30.0, 32.0), (44.0, 34.0), (44.0, 35.0)]));
    scene.pen.lift();
    for (width, opacity) in [(64.0, 0.14), (44.0, 0.2), (28.0, 0.35)] {
        scene.pen.add(&wash("#f93", s(width), opacity), &stamp.dot(0.0, -26.0));
        scene.pen.lift();
    }
    scene.pen.add(
        &inked(paint.rock[1], paint.ink, 1.0),
        &stamp.curve(&[
            (-48.0, 36.0),
            (-30.0, 26.0),
            (-20.0, -4.0),
            (-14.0, -24.0),
            (-6.0, -20.0),
            (6.0, -20.0),
            (14.0, -24.0),
            (20.0, -4.0),
            (30.0, 26.0),
            (48.0, 36.0),
            (24.0, 43.0),
            (-24.0, 43.0),
            (-48.0, 36.0),
        ]),
    );
    scene.pen.lift();
    scene.pen.add(
        &fill(paint.rock[0]),
        &stamp.curve(&[
            (6.0, -21.0),
            (10.0, -22.0),
            (12.0, -23.0),
            (14.0, -24.0),
            (20.0, -4.0),
            (30.0, 26.0),
            (48.0, 36.0),
            (34.0, 40.0),
            (20.0, 41.0),
            (10.0, 41.0),
            (16.0, 20.0),
            (2.0, 6.0),
            (6.0, -21.0),
        ]),
    );
    if paint.snow {
        scene.pen.add(
            &fill(paint.rock[2]),
            &stamp.polygon(&[
                (-14.0, -24.0),
                (-25.0, 8.0),
                (-19.0, 2.0),
                (-15.0, 12.0),
                (-10.0, -2.0),
                (-6.0, 4.0),
                (-5.0, -20.0),
            ]),
        );
    }
    scene.pen.lift();
    scene.pen.add(
        &fill("#d42"),
        &stamp.curve(&[
            (-13.0, -23.0),
            (-6.0, -29.0),
            (6.0, -29.0),
            (13.0, -23.0),
            (9.0, -12.0),
            (16.0, -4.0),
            (12.0, 8.0),
            (9.0, -2.0),
            (5.0, -6.0),
            (4.0, -13.0),
            (2.0, 4.0),
            (-2.0, 10.0),
            (0.0, 26.0),
            (-6.0, 12.0),
            (-6.0, 0.0),
            (-5.0, -12.0),
            (-8.0, -8.0),
            (-12.0, -4.0),
            (-13.0, 4.0),
            (-13.0, -6.0),
            (-10.0, -14.0),
            (-13.0, -23.0),
        ]),
    );
    scene.pen.add(
        &line("#fc4", s(5.0)),
        &stamp.curve(&[(-8.0, -23.0), (-4.0, -26.0), (4.0, -26.0), (8.0, -23.0)]),
    );
    scene.pen.lift();
    for (x, y, width, opacity) in
        [(-2.0, -38.0, 14.0, 0.75), (6.0, -48.0, 18.0, 0.6), (-3.0, -58.0, 15.0, 0.4)]
    {
        scene.pen.add(&wash("#555", s(width), opacity), &stamp.dot(x, y + 4.0));
    }
    scene.pen.lift();
}

/// The sign that makes the dragon move: a dragon's head on a round shield.
pub fn dragon(scene: &mut Scene, disc: Disc) {
    let paint = scene.paint;
    let size = (disc.radius / 30.0).clamp(0.7, 1.0);
    let p = scene.at(disc.at);
    let stamp = Stamp { at: p, size };
    let s = |v: f32| v * size;
    scene.pen.add(&wash(paint.shade, s(54.0), 0.4), &stamp.dot(1.0, 2.0));
    scene.pen.add(&line("#eb3", s(48.6)), &stamp.dot(0.0, 0.0));
    scene.pen.add(&line("#822", s(42.0)), &stamp.dot(0.0, 0.0));
    scene.pen.lift();
    crate::dragon::head(&mut scene.pen, p, size);
    scene.pen.lift();
}

/// An arch of light.
pub fn portal(scene: &mut Scene, disc: Disc) {
    let paint = scene.paint;
    let size = (disc.radius / 30.0).clamp(0.75, 1.1);
    let p = scene.at(disc.at) + at(0.0, 22.0 * size);
    let p = at(p.x, p.y.clamp(50.0 * size, 200.0 - 16.0 * size));
    let stamp = Stamp { at: p, size };
    let s = |v: f32| Num(v * size);
    for (width, opacity) in [(56.0, 0.16), (44.0, 0.22), (34.0, 0.3)] {
        scene.pen.add(
            &wash("#eff", width * size, opacity),
            &format!("M{}v{}", p + at(0.0, -16.0 * size), s(-8.0)),
        );
        scene.pen.lift();
    }
    let arch = |half: f32, high: f32| {
        stamp.curve(&[
            (-half, 0.0),
            (-half, -high * 0.5),
            (-half, -high * 0.5),
            (-half, -high * 0.58),
            (-half, -high * 1.14),
            (half, -high * 1.14),
            (half, -high * 0.58),
            (half, -high * 0.5),
            (half, -high * 0.5),
            (half, 0.0),
        ])
    };
    scene
        .pen
        .add(&wash(paint.shade, 10.0 * size, 0.25), &format!("M{}h{}", p + at(-12.0 * size, 1.0), s(30.0)));
    scene.pen.lift();
    scene.pen.add(&inked(paint.wall_teeth, paint.ink, 1.2), &arch(19.0, 45.0));
    scene.pen.add(&inked("#4ad", paint.ink, 1.0), &arch(12.5, 36.0));
    scene.pen.add(&fill("#aef"), &arch(9.0, 30.0));
    scene.pen.add(&fill("#fff"), &arch(4.5, 22.0));
    scene.pen.lift();
    let stones = "4 3.2";
    let outline = arch(15.8, 40.5);
    scene.pen.add(&crate::pen::dashes(paint.wall_face, 1.0, stones), &outline);
    scene.pen.add(
        &line("#fff", 2.4 * size),
        &[
            stamp.dot(-24.0, -36.0),
            stamp.dot(25.0, -30.0),
            stamp.dot(-27.0, -14.0),
            stamp.dot(22.0, -46.0),
            stamp.dot(28.0, -8.0),
        ]
        .concat(),
    );
    scene.pen.lift();
}
