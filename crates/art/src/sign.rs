//! What is printed on tiles besides land: pennants, goods, the princess.

use crate::pen::{fill, inked, line, wash};
use crate::scene::Scene;
use crate::shape::{Point, at};
use rules::Good;

/// A shield on a pole, about 50 units high.
pub fn pennant(scene: &mut Scene, p: Point) {
    let paint = scene.paint;
    let shield = "h32v14q0 17-16 24-16-7-16-24z";
    let corner = (p + at(-16.0, -20.0)).rounded();
    scene.pen.put(&wash(paint.shade, 9.0, 0.25), p + at(0.0, 24.0), "h10");
    scene.pen.put(&line(paint.ink, 5.0), corner, &format!("{shield}m16-5v52"));
    scene.pen.lift();
    scene.pen.put(&inked("#25a", "#fed", 2.4), corner, shield);
    scene.pen.put(&fill("#fc3"), corner + at(16.0, 1.0), "h15v16h-15zm0 16h-15q1 14 15 20z");
    scene.pen.lift();
}

/// Goods on a round plaque.
pub fn good(scene: &mut Scene, good: Good, p: Point) {
    let ink = scene.paint.ink;
    scene.pen.dot(&wash(scene.paint.shade, 36.0, 0.25), p + at(2.0, 3.0));
    scene.pen.dot(&line(ink, 39.0), p);
    scene.pen.dot(&line("#fed", 35.0), p);
    scene.pen.open(&line(ink, 1.2));
    match good {
        Good::Wine => barrel(scene, p),
        Good::Grain => sheaf(scene, p),
        Good::Cloth => roll(scene, p),
    }
    scene.pen.close();
}

fn barrel(scene: &mut Scene, p: Point) {
    scene.pen.put(&fill("#823"), p + at(-8.0, -12.0), "h16q5 12 0 24h-16q-5-12 0-24z");
    scene.pen.put(&line("#ea6", 2.4), p + at(-9.0, -6.0), "h18m-18 12h18");
    scene.pen.put(&line("#c67", 2.0), p + at(-4.0, -10.0), "v20");
}

fn sheaf(scene: &mut Scene, p: Point) {
    let stalks = "l-7-23m7 23v-25m0 25l7-23m-7 23l-11-17m11 17l11-17";
    scene.pen.put(&line("#961", 4.6), p + at(0.0, 13.0), stalks);
    scene.pen.put(&line("#ec4", 2.8), p + at(0.0, 13.0), stalks);
    scene.pen.put(&line("#842", 3.4), p + at(-4.0, 5.0), "h8");
}

fn roll(scene: &mut Scene, p: Point) {
    scene.pen.put(&fill("#278"), p + at(-12.0, 2.0), "l18-11q6 4 5 10l-17 10z");
    scene.pen.put(&fill("#6bc"), p + at(6.0, 1.0), "l5 6v7l-10 1-2-9z");
    scene.pen.put(&fill("#bee"), p + at(-9.0, 13.0), "a6 6 0 1 1 .1 0z");
    scene.pen.put("", p + at(-10.0, 8.0), "q4-1 1-4");
}

/// The princess at the window of her tower, about 54 units high.
pub fn princess(scene: &mut Scene, p: Point) {
    let paint = scene.paint;
    scene.pen.put(&wash(paint.shade, 14.0, 0.25), p + at(3.0, 20.0), "l11 3");
    scene.pen.open(&line(paint.ink, 1.2));
    scene.pen.put(&fill(paint.wall_teeth), p + at(-14.0, 22.0), "v-30h28v30q-14 6-28 0z");
    scene.pen.put(&fill("#f8b"), p + at(-18.0, -7.0), "q9 6 18 6v-29z");
    scene.pen.put(&fill("#b47"), p + at(18.0, -7.0), "q-9 6-18 6v-29z");
    scene.pen.put(&fill("#324"), p + at(-10.0, 18.0), "v-11q0-8 10-8t10 8v11z");
    scene.pen.close();
    scene.pen.put(&line("#fc3", 11.0), p + at(0.0, 6.0), "v5");
    scene.pen.put(&fill("#d48"), p + at(-8.0, 18.0), "q0-8 8-8t8 8z");
    scene.pen.dot(&line("#fdb", 7.4), p + at(0.0, 7.0));
    scene.pen.put(&fill("#fd4"), p + at(-6.0, 4.0), "v-7l4 3 2-5 2 5 4-3v7z");
    scene.pen.lift();
}
