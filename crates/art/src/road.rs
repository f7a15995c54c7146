//! Roads, villages where they end, bridges and tunnels.

use crate::house::House;
use crate::pen::{dashes, fill, inked, line, square, wash};
use crate::plan::{Bridge, End, GREEN};
use crate::scene::Scene;
use crate::shape::{Curve, Point, at};

/// Draws the roads with their rims.
pub fn draw(scene: &mut Scene) {
    let plan = scene.plan;
    let paint = scene.paint;
    let d: String = plan.roads.iter().map(|road| text(scene, road)).collect();
    if d.is_empty() {
        return;
    }
    scene.pen.add(&wash(paint.grass_dark, 28.0, 0.45), &d);
    scene.pen.lift();
    for (colour, width, green) in [(paint.road_rim, 22.0, 2.0 * GREEN), (paint.road, 18.6, 2.0 * GREEN - 3.4)]
    {
        scene.pen.add(&line(colour, width), &d);
        if let Some(p) = plan.village {
            scene.pen.dot(&line(colour, green), scene.at(p));
        }
        scene.pen.lift();
    }
    let ruts: String = plan.roads.iter().flat_map(|road| [-4.0, 4.0].map(|x| rut(scene, road, x))).collect();
    scene.pen.add(&format!("{} stroke-dasharray=\"14 5 7 4\"", wash(paint.road_worn, 1.8, 0.8)), &ruts);
    scene.pen.lift();
}

fn text(scene: &Scene, road: &crate::plan::Road) -> String {
    let curve = scene.curve(&road.curve);
    match road.end {
        End::Through => curve.to_string(),
        End::Tunnel => mouths(&curve).iter().map(|[out, inside]| format!("M{out}L{inside}")).collect(),
        _ => curve.to_string(),
    }
}

/// A point outside the tile, in the line of a road.
fn beyond(curve: &Curve) -> Point {
    curve.start() + (curve.0[0] - curve.0[1]).unit() * 14.0
}

fn rut(scene: &Scene, road: &crate::plan::Road, x: f32) -> String {
    if road.end == End::Tunnel {
        return String::new();
    }
    let curve = scene.curve(&road.curve);
    let across = |t: f32| curve.direction(t).across() * x;
    let n = curve.0.len() - 1;
    let moved = curve.0.iter().enumerate().map(|(i, p)| *p + across(i as f32 / n as f32)).collect();
    Curve(moved).to_string()
}

/// The ends of a tunnel: outside the tile, and where it goes underground.
fn mouths(curve: &Curve) -> [[Point; 2]; 2] {
    [[beyond(curve), curve.point(0.1)], [beyond(&curve.reversed()), curve.point(0.9)]]
}

/// Draws bridges and tunnel mouths, over roads and water.
pub fn crossings(scene: &mut Scene) {
    for bridge in &scene.plan.bridges {
        span(scene, bridge);
    }
    for road in scene.plan.roads.iter().filter(|road| road.end == End::Tunnel) {
        for [out, inside] in mouths(&scene.curve(&road.curve)) {
            mouth(scene, inside, (inside - out).unit());
        }
    }
}

fn span(scene: &mut Scene, bridge: &Bridge) {
    let paint = scene.paint;
    let p = scene.at(bridge.at);
    let along = (scene.at(bridge.at + bridge.along) - p).unit() * (bridge.over + 9.0);
    let d = |x: f32, y: f32, part: f32| {
        format!("M{}L{}", p - along * part + at(x, y), p + along * part + at(x, y))
    };
    scene.pen.add(&square(&wash(paint.shade, 27.0, 0.28)), &d(3.0, 5.0, 0.9));
    scene.pen.lift();
    scene.pen.add(&square(&line(paint.wall_foot, 27.0)), &d(0.0, 0.0, 1.0));
    scene.pen.lift();
    scene.pen.add(&square(&line(paint.wall_teeth, 25.0)), &d(0.0, 0.0, 0.97));
    scene.pen.lift();
    scene.pen.add(&square(&line(paint.wall_foot, 18.4)), &d(0.0, 0.0, 1.0));
    scene.pen.lift();
    scene.pen.add(&square(&line(paint.road, 17.0)), &d(0.0, 0.0, 1.05));
    scene.pen.lift();
    scene.pen.add(&dashes(paint.road_worn, 17.0, "1 4"), &d(0.0, 0.0, 1.0));
    scene.pen.lift();
}

/// A dark arch with stones around it in a mound.
fn mouth(scene: &mut Scene, p: Point, inwards: Point) {
    let paint = scene.paint;
    let side = inwards.across();
    let arch = |half: f32, deep: f32| {
        let (l, r) = (p - side * half, p + side * half);
        Curve::cubic(l, l + inwards * deep, r + inwards * deep, r).to_string()
    };
    scene.pen.add(
        &wash(paint.shade, 8.0, 0.25),
        &Curve::cubic(
            p - side * 14.0,
            p - side * 8.0 + inwards * 18.0,
            p + side * 18.0 + inwards * 18.0,
            p + side * 20.0,
        )
        .to_string(),
    );
    scene.pen.lift();
    scene.pen.add(&inked(paint.grass_dark, paint.tuft, 1.5), &arch(22.0, 26.0));
    scene.pen.add(&inked(paint.wall_teeth, paint.wall_foot, 1.5), &arch(15.0, 18.0));
    scene.pen.add(&fill("#211"), &arch(10.0, 12.0));
    scene.pen.lift();
}

/// Collects the houses of the village where roads end.
pub fn village(scene: &Scene) -> Vec<House> {
    let mut houses: Vec<House> = Vec::new();
    let Some(place) = scene.plan.village else { return houses };
    let mut seed = scene.seed(40);
    for p in around(scene, place) {
        let walled = scene.plan.cities.iter().any(|city| city.contains(p) || city.wall_distance(p) < 16.0);
        let clear = houses.iter().all(|house| house.at.distance(scene.at(p)) > 22.0);
        if clear && !walled && houses.len() < 4 {
            houses.push(House { at: scene.at(p), half: 9, gable: seed.one_in(2), roof: seed.below(4) });
        }
    }
    houses
}

/// Places around a village, those farthest from the roads first.
fn around(scene: &Scene, place: Point) -> Vec<Point> {
    let roads: Vec<Point> =
        scene.plan.roads.iter().map(|road| (road.curve.point(0.6) - place).unit()).collect();
    let ways = (0..16).map(|n| (n as f32 * std::f32::consts::TAU / 16.0).sin_cos()).map(|(y, x)| at(x, y));
    let nearness = |way: &Point| roads.iter().map(|r| r.x * way.x + r.y * way.y).fold(-1.0, f32::max);
    let mut ways: Vec<Point> = ways.collect();
    ways.sort_by(|a, b| nearness(a).total_cmp(&nearness(b)));
    ways.into_iter().map(|way| place + way * 24.0).collect()
}

/// Draws the well of the village.
pub fn well(scene: &mut Scene) {
    let Some(place) = scene.plan.village else { return };
    let paint = scene.paint;
    let p = scene.at(place);
    scene.pen.put(&wash(paint.shade, 9.0, 0.3), p + at(1.0, 2.0), "h2");
    scene.pen.dot(&line(paint.wall_foot, 10.0), p);
    scene.pen.dot(&line(paint.wall_teeth, 8.4), p);
    scene.pen.dot(&line(paint.water_deep, 5.0), p);
    scene.pen.lift();
}
