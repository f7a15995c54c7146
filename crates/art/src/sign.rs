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
    scene.pen.put(&inked("#2c5aa0", "#fff4d6", 2.0), corner, shield);
    scene.pen.put(&fill("#f2c230"), corner + at(12.0, 1.0), "h11v12h-11zm0 12h-11q1 10 11 14z");
    scene.pen.lift();
}

/// Goods on a round plaque.
pub fn good(scene: &mut Scene, good: Good, p: Point) {
    let paint = scene.paint;
    let ink = paint.ink;
    scene.pen.add(&wash(paint.shade, 30.0, 0.25), &format!("M{}h0", p + at(2.0, 3.0)));
    scene.pen.add(&line(ink, 31.0), &format!("M{p}h0"));
    scene.pen.add(&line("#fbf1d6", 28.4), &format!("M{p}h0"));
    scene.pen.lift();
    match good {
        Good::Wine => barrel(scene, p, ink),
        Good::Grain => sheaf(scene, p),
        Good::Cloth => roll(scene, p, ink),
    }
    scene.pen.lift();
}

fn barrel(scene: &mut Scene, p: Point, ink: &str) {
    scene.pen.add(&inked("#8a2f45", ink, 1.1), &format!("M{}h13q4 9 0 18h-13q-4-9 0-18z", p + at(-6.5, -9.0)));
    scene.pen.add(&line("#d9a05a", 1.8), &format!("M{}h15m-15 9h15", p + at(-7.5, -4.5)));
    scene.pen.add(&line("#c46a7d", 1.5), &format!("M{}v14", p + at(-3.0, -7.0)));
}

fn sheaf(scene: &mut Scene, p: Point) {
    scene.pen.add(&line("#a8761c", 3.4), &format!("M{}l-5-19m5 19v-21m0 21l5-19m-5 19l-9-14m9 14l9-14", p + at(0.0, 10.0)));
    scene.pen.add(&line("#e6b93c", 1.9), &format!("M{}l-5-19m5 19v-21m0 21l5-19m-5 19l-9-14m9 14l9-14", p + at(0.0, 10.0)));
    scene.pen.add(&line("#8a4a1c", 2.4), &format!("M{}h6", p + at(-3.0, 3.5)));
}

fn roll(scene: &mut Scene, p: Point, ink: &str) {
    scene.pen.add(&inked("#3f7f86", ink, 1.1), &format!("M{}l14-7q4 2 3 7l-14 7z", p + at(-9.0, 1.0)));
    scene.pen.add(&inked("#6fb0b2", ink, 1.1), &format!("M{}l3 4v8l-6 1v-7z", p + at(5.0, 1.0)));
    scene.pen.add(&inked("#a9d6d2", ink, 1.1), &format!("M{}a4 4.4 0 1 1 .1 0z", p + at(-6.0, 9.0)));
    scene.pen.add(&line(ink, 0.9), &format!("M{}q2-1 1-2", p + at(-6.5, 5.5)));
}

/// The princess at the window of her tower, about 44 units high.
pub fn princess(scene: &mut Scene, p: Point) {
    let paint = scene.paint;
    let ink = paint.ink;
    scene.pen.add(&wash(paint.shade, 14.0, 0.25), &format!("M{}l9 3", p + at(3.0, 17.0)));
    scene.pen.lift();
    scene.pen.add(&inked(paint.wall_teeth, ink, 1.0), &format!("M{}v-26h22v26q-11 5-22 0z", p + at(-11.0, 18.0)));
    scene.pen.add(&fill(paint.wall_face), &format!("M{}v-25h5v24q-2 2-5 2.5z", p + at(5.5, 19.0)));
    scene.pen.lift();
    scene.pen.add(&inked("#e58aa6", ink, 0.9), &format!("M{}q7 4 14 4v-24z", p + at(-14.0, -8.0)));
    scene.pen.add(&inked("#b5557a", ink, 0.9), &format!("M{}q-7 4-14 4v-24z", p + at(14.0, -8.0)));
    scene.pen.add(&inked("#3a2436", ink, 0.8), &format!("M{}v-9q0-6 6.5-6t6.5 6v9z", p + at(-7.5, 12.0)));
    scene.pen.lift();
    scene.pen.add(&fill("#c5477f"), &format!("M{}q0-6 4.5-6t4.5 6z", p + at(-5.5, 12.0)));
    scene.pen.add(&line("#f0c33c", 7.6), &format!("M{}v3", p + at(-1.0, 1.5)));
    scene.pen.add(&line("#f8d9b8", 5.2), &format!("M{}h0", p + at(-1.0, 3.0)));
    scene.pen.add(&fill("#ffd84a"), &format!("M{}l1.5-4 2 2.5 2-3 2 3 2-2.5 .5 4z", p + at(-6.0, -0.6)));
    scene.pen.lift();
}
