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
    // Nothing that stands upright may be cut off by the tile's edge.
    let above = if scene.paint.snow { 18.0 } else { 10.0 };
    trees.retain(|tree| {
        let p = scene.at(*tree);
        p.y > above && p.y < 190.0 && p.x > 10.0 && p.x < 188.0
    });
    trees.truncate(4 + (20.0 * scene.plan.country()) as usize + 3 * usize::from(scene.detail));
    trees.sort_by(|a: &Point, b| scene.at(*a).y.total_cmp(&scene.at(*b).y));
    plant(scene, &trees);
}

/// What people have made of the land, if the field is large enough.
fn strip(scene: &mut Scene, field: u8, seed: &mut Seed) -> bool {
    let room = scene.plan.map.roomiest(field, &scene.taken).filter(|disc| disc.radius > 25.0);
    let Some(disc) = room else { return false };
    let half = (disc.radius - 5.0).min(27.0);
    let angle = seed.within(0.0, std::f32::consts::PI);
    let acre = Acre { at: disc.at, along: at(angle.cos(), angle.sin()), half };
    match seed.below(4) {
        0 => orchard(scene, &acre),
        1 => {
            sown(scene, &acre, 8.0, 16.0, (scene.paint.wheat, scene.paint.wheat_row));
            sown(scene, &acre, -9.0, 16.0, (scene.paint.soil, scene.paint.furrow));
        }
        _ => {
            sown(scene, &acre, 0.0, 24.0, (scene.paint.soil, scene.paint.furrow));
            hedge(scene, &acre, 14.0);
        }
    }
    scene.take(disc.at, half + 2.0);
    true
}

/// A piece of land that people work on.
#[derive(Clone, Copy)]
struct Acre {
    at: Point,
    along: Point,
    half: f32,
}

impl Acre {
    /// A bent line along it, so far from its middle.
    fn row(&self, scene: &Scene, aside: f32) -> String {
        let across = self.along.across();
        let [from, to] = [-0.8, 0.8].map(|part| self.at + self.along * (self.half * part) + across * aside);
        let bend = self.at + across * (self.half * 0.25 + aside);
        let [from, bend, to] = [from, bend, to].map(|p| scene.at(p).rounded());
        format!("M{from}q{} {}", bend - from, to - from)
    }
}

/// A strip with furrows or rows of grain across it.
fn sown(scene: &mut Scene, acre: &Acre, aside: f32, wide: f32, (ground, row): (&str, &str)) {
    let d = acre.row(scene, aside);
    scene.pen.add(&square(&line(ground, wide)), &d);
    scene.pen.add(&dashes(row, wide, "1.2 3.2"), &d);
}

fn hedge(scene: &mut Scene, acre: &Acre, aside: f32) {
    let d = acre.row(scene, aside);
    let leaf = &scene.paint.leaf;
    scene.pen.add(&beads(leaf[0], 6.0, 5.2), &d);
    scene.pen.add(&beads(leaf[1], 3.8, 5.2), &d);
}

/// Small trees in rows.
fn orchard(scene: &mut Scene, acre: &Acre) {
    let paint = scene.paint;
    let rows = |scene: &Scene, by: f32| -> String {
        let lifted = Acre { at: acre.at + scene.upwards() * by, ..*acre };
        [-8.0, 8.0].map(|aside| lifted.row(scene, aside)).concat()
    };
    let (low, mid, high) = (rows(scene, -1.0), rows(scene, 1.0), rows(scene, 3.0));
    scene.pen.add(&square(&line(paint.grass_light, 32.0)), &acre.row(scene, 0.0));
    scene.pen.add(&beads(paint.leaf[0], 10.0, 12.6), &low);
    scene.pen.add(&beads(paint.leaf[1], 8.0, 12.6), &mid);
    scene.pen.add(&beads(paint.leaf[2], 3.6, 12.6), &high);
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
    let shade = wash(scene.paint.shade, if scene.paint.snow { 5.0 } else { 12.0 }, 0.22);
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
    if n.is_multiple_of(2) {
        scene.pen.put(&fill(paint.leaf[0]), p + at(0.0, -15.0), "l8 19h-16z");
        scene.pen.run(&line(paint.leaf[2], 1.8), p + at(-1.0, -9.0), "l-2 5m5-1l-6 6", at(-3.0, 10.0));
    } else {
        scene.pen.run(&line(paint.trunk, 1.3), p + at(0.0, 3.0), "v-12m0 6l-5-5m5 2l5-6", at(5.0, -15.0));
    }
}
