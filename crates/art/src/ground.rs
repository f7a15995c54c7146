//! Open country: grass in broad patches that go on across the edges, tufts and flowers.

use crate::pen::{fill, line, wash};
use crate::scene::Scene;
use crate::seed::Seed;
use crate::shape::{Point, at};

/// Patches that repeat every 200 units, so that they go on over every edge: where they begin and how they run.
const DARK: [f32; 4] = [-14.0, 66.0, 22.0, -26.0];
const LIGHT: [f32; 4] = [44.0, -6.0, 44.0, 14.0];
const TUFTS: [(f32, f32); 4] = [(14.0, 96.0), (62.0, 188.0), (164.0, 14.0), (186.0, 156.0)];

/// Draws the ground.
pub fn draw(scene: &mut Scene) {
    let paint = scene.paint;
    scene.pen.add(&fill(paint.grass), "M0 0h200v200H0z");
    scene.pen.lift();
    let wide = scene.plan.country() > 0.3;
    let mut seed = scene.seed(10);
    for (patch, colour) in [(DARK, paint.grass_dark), (LIGHT, paint.grass_light)] {
        let mut d = repeated(patch);
        if wide {
            d += &own(scene, &mut seed);
        }
        soft(scene, &d, colour);
    }
    if wide {
        tufts(scene);
    }
}

/// A patch of this tile alone, which stays clear of its edges.
fn own(scene: &Scene, seed: &mut Seed) -> String {
    let mut place = || scene.at(at(seed.within(58.0, 142.0), seed.within(58.0, 142.0))).rounded();
    let (from, to) = (place(), place());
    let run = ((to - from) * 0.5).rounded();
    format!("M{from}q{} {run}", (run * 0.5 + run.across() * 0.4).rounded())
}

/// Patches that fade at their rims.
fn soft(scene: &mut Scene, d: &str, colour: &str) {
    for (width, opacity) in [(60.0, 0.3), (36.0, 0.4)] {
        scene.pen.add(&wash(colour, width, opacity), d);
        scene.pen.lift();
    }
}

/// A patch and its copies that reach into the tile.
fn repeated([x, y, dx, dy]: [f32; 4]) -> String {
    let around = |v: f32, d: f32| [-200.0, 0.0, 200.0].into_iter().filter(move |o| reaches(v + o, d));
    let copies = around(x, dx).flat_map(|ox| around(y, dy).map(move |oy| at(x + ox, y + oy)));
    copies.map(|p| format!("M{p}q{} {}", at(dx * 0.7, -dy * 0.2).rounded(), at(dx, dy))).collect()
}

fn reaches(v: f32, d: f32) -> bool {
    v.min(v + d) < 230.0 && v.max(v + d) >= -30.0
}

fn tufts(scene: &mut Scene) {
    let paint = scene.paint;
    let mut seed = scene.seed(11);
    let mut own = || scene.at(at(seed.within(15.0, 185.0), seed.within(15.0, 185.0)));
    let rich = scene.detail > 1;
    let own: Vec<Point> = (0..if rich { 5 } else { 0 }).map(|_| own()).collect();
    for p in TUFTS.into_iter().map(|(x, y)| at(x, y)).chain(own) {
        scene.pen.run(&wash(paint.tuft, 1.1, 0.7), p, "l-2-4m2 4l1-5", at(1.0, -5.0));
    }
    for _ in 0..if rich { 8 } else { 0 } {
        let p = at(seed.within(8.0, 192.0), seed.within(8.0, 192.0));
        scene.pen.dot(&line(paint.flower, 2.0), scene.at(p));
    }
    scene.pen.lift();
}
