//! What is printed on tiles besides land: pennants, goods, the princess.

use crate::pen::{fill, inked, line, wash};
use crate::scene::Scene;
use crate::shape::{Point, at};
use rules::Good;

/// A shield on a pole, about 36 units high.
pub fn pennant(scene: &mut Scene, p: Point) {
    let paint = scene.paint;
    let shield = "h24v11q0 12-12 17-12-5-12-17z";
    let corner = (p + at(-12.0, -14.0)).rounded();
    scene.pen.put(&wash(paint.shade, 8.0, 0.25), p + at(0.0, 18.0), "h8");
    scene.pen.put(&line(paint.ink, 4.6), corner, &format!("{shield}m12-6v40"));
    scene.pen.lift();
    scene.pen.put(&inked("#359", "#fed", 2.0), corner, shield);
    scene.pen.put(&fill("#eb3"), corner + at(12.0, 1.0), "h11v12h-11zm0 12h-11q1 10 11 14z");
    scene.pen.lift();
}

/// Goods on a round plaque.
pub fn good(scene: &mut Scene, good: Good, p: Point) {
    let ink = scene.paint.ink;
    scene.pen.dot(&wash(scene.paint.shade, 30.0, 0.25), p + at(2.0, 3.0));
    scene.pen.dot(&line(ink, 33.0), p);
    scene.pen.dot(&line("#fed", 30.0), p);
    scene.pen.open(&line(ink, 1.2));
    match good {
        Good::Wine => barrel(scene, p),
        Good::Grain => sheaf(scene, p),
        Good::Cloth => roll(scene, p),
    }
    scene.pen.close();
}

fn barrel(scene: &mut Scene, p: Point) {
    scene.pen.put(&fill("#834"), p + at(-7.0, -10.0), "h14q4 10 0 20h-14q-4-10 0-20z");
    scene.pen.put(&line("#da6", 2.0), p + at(-8.0, -5.0), "h16m-16 10h16");
    scene.pen.put(&line("#c67", 1.6), p + at(-3.0, -8.0), "v16");
}

fn sheaf(scene: &mut Scene, p: Point) {
    let stalks = "l-6-20m6 20v-22m0 22l6-20m-6 20l-10-15m10 15l10-15";
    scene.pen.put(&line("#961", 4.0), p + at(0.0, 11.0), stalks);
    scene.pen.put(&line("#eb4", 2.4), p + at(0.0, 11.0), stalks);
    scene.pen.put(&line("#842", 3.0), p + at(-3.0, 4.0), "h6");
}

fn roll(scene: &mut Scene, p: Point) {
    scene.pen.put(&fill("#478"), p + at(-10.0, 2.0), "l15-9q5 3 4 8l-14 8z");
    scene.pen.put(&fill("#7bb"), p + at(5.0, 1.0), "l4 5v6l-8 1-2-8z");
    scene.pen.put(&fill("#bed"), p + at(-7.0, 10.0), "a5 5 0 1 1 .1 0z");
    scene.pen.put("", p + at(-8.0, 6.0), "q3-1 1-3");
}

/// The princess at the window of her tower, about 44 units high.
pub fn princess(scene: &mut Scene, p: Point) {
    let paint = scene.paint;
    scene.pen.put(&wash(paint.shade, 14.0, 0.25), p + at(3.0, 17.0), "l9 3");
    scene.pen.open(&line(paint.ink, 1.0));
    scene.pen.put(&fill(paint.wall_teeth), p + at(-12.0, 18.0), "v-26h24v26q-12 5-24 0z");
    scene.pen.put(&fill("#e8a"), p + at(-15.0, -8.0), "q7 5 15 5v-25z");
    scene.pen.put(&fill("#b57"), p + at(15.0, -8.0), "q-7 5-15 5v-25z");
    scene.pen.put(&fill("#323"), p + at(-8.0, 13.0), "v-9q0-7 8-7t8 7v9z");
    scene.pen.close();
    scene.pen.put(&line("#eb4", 9.0), p + at(0.0, 3.0), "v4");
    scene.pen.put(&fill("#c47"), p + at(-6.0, 13.0), "q0-6 6-6t6 6z");
    scene.pen.dot(&line("#fdb", 6.0), p + at(0.0, 4.0));
    scene.pen.put(&fill("#fd4"), p + at(-5.0, 1.0), "l0-5 3 2 2-4 2 4 3-2v5z");
    scene.pen.lift();
}
