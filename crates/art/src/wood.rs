//! What grows in the fields: groves, hedges, ploughed strips, single trees.

use crate::map::{Disc, clearance};
use crate::pen::{beads, dashes, fill, line, square, wash};
use crate::scene::Scene;
use crate::seed::Seed;
use crate::shape::{Point, at};
use rules::FeatureKind;

/// Draws what grows, the flat things first.
pub fn draw(scene: &mut Scene) {
    let fields: Vec<u8> = (0..scene.plan.tile().segments.len() as u8)
        .filter(|n| scene.plan.tile().segments[usize::from(*n)].kind == FeatureKind::Field)
        .collect();
    let mut seed = scene.seed(20);
    let mut trees = Vec::new();
    for stand in &scene.plan.stands {
        scene.taken.push(Disc { at: *stand, radius: 12.0 });
    }
    let wide = scene.plan.country() > 0.6;
    let mut strips = 0;
    for field in &fields {
        strips += usize::from(wide && strips < 2 && strip(scene, *field, &mut seed));
    }
    scene.pen.lift();
    for round in 0..3 {
        for field in &fields {
            grove(scene, *field, &mut seed, &mut trees, round);
        }
    }
    trees.truncate((8.0 + 18.0 * scene.plan.country()) as usize);
    trees.sort_by(|a: &Point, b| scene.at(*a).y.total_cmp(&scene.at(*b).y));
    plant(scene, &trees);
}

/// A ploughed strip with a hedge along it, if the field is large enough.
fn strip(scene: &mut Scene, field: u8, seed: &mut Seed) -> bool {
    let room = scene.plan.map.roomiest(field, &scene.taken).filter(|disc| disc.radius > 25.0);
    let Some(disc) = room else { return false };
    let paint = scene.paint;
    let half = (disc.radius - 5.0).min(25.0);
    let angle = seed.within(0.0, std::f32::consts::PI);
    let along = at(angle.cos(), angle.sin());
    let wide = 24.0;
    let [from, to] = [-0.8, 0.8].map(|part| disc.at + along * (half * part));
    let bend = disc.at + along.across() * (half * 0.25);
    let side = along.across() * (wide / 2.0 + 2.0);
    let d = |by: Point| {
        let [from, bend, to] = [from, bend, to].map(|p| scene.at(p + by).rounded());
        format!("M{from}q{} {}", bend - from, to - from)
    };
    let (d, hedge) = (d(at(0.0, 0.0)), d(side));
    scene.pen.add(&square(&line(paint.soil, wide)), &d);
    scene.pen.add(&dashes(paint.furrow, wide, "1.2 3.4"), &d);
    scene.pen.add(&beads(paint.leaf[0], 6.0, 5.2), &hedge);
    scene.pen.add(&beads(paint.leaf[1], 3.6, 5.2), &hedge);
    scene.take(disc.at, half + 2.0);
    true
}

/// Some trees close together, or a single one.
fn grove(scene: &mut Scene, field: u8, seed: &mut Seed, trees: &mut Vec<Point>, round: usize) {
    let Some(disc) = scene.plan.map.roomiest(field, &scene.taken) else { return };
    if disc.radius < 8.0 {
        return;
    }
    let reach = (disc.radius - 6.0).clamp(2.0, if round == 1 { 2.0 } else { 15.0 });
    let count = if round == 2 { 3 } else { 1 + (reach / 2.6) as usize };
    for n in 0..count {
        let angle = n as f32 * 2.4 + seed.within(0.0, 0.9);
        let far = reach * (n as f32 / count as f32).sqrt();
        let p = disc.at + at(angle.cos(), angle.sin() * 0.8) * far;
        if clearance(p, scene.plan.map.depth_at(p), &scene.taken) > 5.0 {
            trees.push(p);
        }
    }
    scene.take(disc.at, reach + 6.0);
}

fn plant(scene: &mut Scene, trees: &[Point]) {
    let shade = wash(scene.paint.shade, 12.0, 0.22);
    for tree in trees {
        scene.pen.run(&shade, scene.at(*tree) + at(2.0, 4.0), "h3", at(3.0, 0.0));
    }
    scene.pen.lift();
    if scene.paint.snow {
        for (n, tree) in trees.iter().enumerate() {
            bare(scene, scene.at(*tree), n);
        }
    } else {
        leafy(scene, trees);
    }
    scene.pen.lift();
}

fn leafy(scene: &mut Scene, trees: &[Point]) {
    let leaf = &scene.paint.leaf;
    for (n, tree) in trees.iter().enumerate() {
        let large = if n.is_multiple_of(3) { 16.0 } else { 13.0 };
        scene.pen.dot(&line(leaf[0], large), scene.at(*tree) + at(0.0, -1.0));
    }
    for (colour, width, by) in [(leaf[1], 10.0, at(-1.0, -3.0)), (leaf[2], 4.5, at(-2.0, -5.0))] {
        for tree in trees {
            scene.pen.dot(&line(colour, width), scene.at(*tree) + by);
        }
    }
}

fn bare(scene: &mut Scene, p: Point, n: usize) {
    let paint = scene.paint;
    if n.is_multiple_of(3) {
        scene.pen.put(&fill(paint.leaf[0]), p + at(0.0, -12.0), "l7 15h-14z");
        scene.pen.put(&fill(paint.leaf[2]), p + at(0.0, -12.0), "l2 6-3-1-1 5-5 3z");
    } else {
        scene.pen.run(&line(paint.trunk, 1.3), p + at(0.0, 3.0), "v-11m0 5l-4-5m4 3l4-5", at(4.0, -8.0));
    }
}
