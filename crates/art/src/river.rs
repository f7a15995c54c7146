//! The river with its banks, springs and lakes.

use crate::pen::{fill, inked, line, wash};
use crate::plan::{Mouth, River};
use crate::scene::Scene;
use crate::shape::{Curve, Point, at};

/// Draws the river.
pub fn draw(scene: &mut Scene) {
    let Some(river) = &scene.plan.river else { return };
    let paint = scene.paint;
    let curve = scene.curve(&river.curve);
    let d = curve.to_string();
    let lake = (river.mouth == Some(Mouth::Lake)).then(|| shore(curve.start()));
    for (colour, width, opacity) in [
        (paint.grass_dark, 42.0, 0.5),
        (paint.bank_line, 34.0, 1.0),
        (paint.bank, 32.0, 1.0),
        (paint.water_deep, 27.0, 1.0),
        (paint.water, 23.0, 1.0),
    ] {
        scene.pen.add(&wash(colour, width, opacity), &d);
        if let Some(lake) = &lake {
            // The same rims around the lake, as the outline of a filled shape.
            scene.pen.add(&format!("{} {}", fill(colour), wash(colour, width - 22.0, opacity)), lake);
        }
        scene.pen.lift();
    }
    ripples(scene, river, &curve);
    match river.mouth {
        Some(Mouth::Spring) => rocks(scene, curve.start()),
        _ => reeds(scene, &curve),
    }
}

/// A lake around a point.
fn shore(p: Point) -> String {
    let shore = Curve::new(&[
        (-42.0, 4.0),
        (-46.0, -14.0),
        (-28.0, -24.0),
        (-18.0, -32.0),
        (-6.0, -42.0),
        (12.0, -36.0),
        (24.0, -32.0),
        (40.0, -26.0),
        (46.0, -10.0),
        (40.0, 6.0),
        (36.0, 20.0),
        (30.0, 30.0),
        (12.0, 34.0),
        (-8.0, 40.0),
        (-38.0, 28.0),
        (-42.0, 4.0),
    ]);
    shore.moved(p).to_string()
}

fn ripples(scene: &mut Scene, river: &River, curve: &Curve) {
    let paint = scene.paint;
    let mut seed = scene.seed(50);
    let count = if river.mouth.is_some() { 4 } else { 9 };
    for n in 0..count {
        let t = 0.06 + 0.88 * n as f32 / count as f32;
        let way = curve.direction(t);
        let p = curve.point(t) + way.across() * seed.within(-8.0, 8.0);
        let run = way * seed.within(6.0, 12.0);
        scene.pen.add(
            &wash(paint.water_light, 1.5, 0.85),
            &format!("M{p}q{} {run}", run * 0.5 + way.across() * 1.6),
        );
    }
    if river.mouth == Some(Mouth::Lake) {
        for (x, y) in [(-18.0, -12.0), (8.0, -18.0), (-6.0, 2.0), (16.0, 6.0), (-16.0, 18.0), (6.0, 22.0)] {
            scene.pen.add(
                &wash(paint.water_light, 1.5, 0.85),
                &format!("M{}q5-2 10 0t8 0", curve.start() + at(x, y)),
            );
        }
    }
    scene.pen.lift();
}

/// Rocks around a spring.
fn rocks(scene: &mut Scene, p: Point) {
    let paint = scene.paint;
    let places = [
        (-16.0, -9.0, 1.2),
        (-4.0, -18.0, 1.5),
        (-18.0, 7.0, 1.3),
        (12.0, -16.0, 0.9),
        (-5.0, 17.0, 1.0),
        (9.0, 19.0, 0.7),
    ];
    for (x, y, size) in places {
        let c = p + at(x, y);
        let r = |v: f32| crate::shape::Num(v * size);
        scene.pen.add(&wash(paint.shade, 10.0, 0.22), &format!("M{}h{}", c + at(2.0, 5.0), r(6.0)));
        scene.pen.add(
            &inked(paint.rock[0], paint.ink, 0.6),
            &format!(
                "M{}l{} {} {} {} {} {} {} {}z",
                c + at(-8.0 * size, 6.0 * size),
                r(2.0),
                r(-12.0),
                r(7.0),
                r(-5.0),
                r(7.0),
                r(8.0),
                r(1.0),
                r(10.0)
            ),
        );
        scene.pen.add(
            &fill(paint.rock[2]),
            &format!(
                "M{}l{} {} {} {} {} {}z",
                c + at(-7.0 * size, 2.0 * size),
                r(1.5),
                r(-8.0),
                r(6.5),
                r(-4.5),
                r(-2.0),
                r(9.0)
            ),
        );
    }
    scene.pen.lift();
}

fn reeds(scene: &mut Scene, curve: &Curve) {
    let paint = scene.paint;
    let mut seed = scene.seed(51);
    for n in 0..5 {
        let t = 0.14 + 0.17 * n as f32 + seed.within(-0.04, 0.04);
        let side = if n % 2 == 0 { 15.5 } else { -15.5 };
        let p = curve.point(t) + curve.direction(t).across() * side;
        if scene.plan.bridges.iter().all(|bridge| scene.at(bridge.at).distance(p) > 30.0) {
            scene.pen.add(&line(paint.tuft, 1.2), &format!("M{p}l-3-7m3 7l-.5-9m.5 9l2.5-8m-1 8l4-5"));
        }
    }
    scene.pen.lift();
}
