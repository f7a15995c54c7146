//! Cities: stone ground, houses, walls with battlements, towers and gates.

use crate::house::{Built, House};
use crate::map::{Disc, centre};
use crate::pen::{dashes, fill, line, square, wash};
use crate::plan::{City, End};
use crate::scene::Scene;
use crate::shape::{Curve, Point, at, polygon};
use rules::Rotation;

/// Draws the ground of the cities.
pub fn ground(scene: &mut Scene) {
    let paint = scene.paint;
    for city in &scene.plan.cities {
        let area: Vec<Point> = city.area.iter().map(|p| scene.at(*p)).collect();
        scene.pen.add(&fill(paint.stone), &polygon(&area));
    }
    scene.pen.lift();
    let mut seed = scene.seed(30);
    for city in &scene.plan.cities {
        for wall in &city.walls {
            scene.pen.add(&wash(paint.stone_dark, 24.0, 0.4), &scene.curve(wall).to_string());
        }
        let squares: Vec<usize> = scene.plan.map.squares(city.segment as u8).collect();
        for _ in 0..squares.len() / 130 {
            let p = scene.at(centre(squares[seed.below(squares.len())]));
            scene.pen.run(&wash(paint.stone_light, 3.0, 0.6), p, "h5m-8 4h5", at(2.0, 4.0));
        }
    }
    scene.pen.lift();
}

/// Collects what is built within the walls and on them.
pub fn build(scene: &Scene) -> Built {
    let mut built = Built::default();
    for city in &scene.plan.cities {
        let sides = scene.plan.tile().segments[city.segment].sides.count();
        let mut taken = scene.taken.clone();
        let room = scene.plan.map.roomiest(city.segment as u8, &taken);
        if let Some(disc) = room.filter(|disc| disc.radius > 19.0 && sides >= 3) {
            built.churches.push(scene.at(disc.at));
            taken.push(Disc { radius: 15.0, ..disc });
        }
        settle(scene, city, &taken, &mut built.houses);
        let gates: Vec<Point> = gates(scene).map(Curve::end).collect();
        let far = |p: &Point| gates.iter().all(|gate| gate.distance(*p) > 24.0);
        built.spires.extend(along(city).into_iter().filter(far).map(|p| scene.at(p)));
    }
    built
}

/// The roads that end at a gate.
fn gates(scene: &Scene) -> impl Iterator<Item = &'static Curve> + use<> {
    scene.plan.roads.iter().filter(|road| road.end == End::Gate).map(|road| &road.curve)
}

/// Puts houses wherever there is room, row by row.
fn settle(scene: &Scene, city: &City, taken: &[Disc], houses: &mut Vec<House>) {
    let mut seed = scene.seed(31 + city.segment as u64);
    let mut placed: Vec<(Point, f32)> = Vec::new();
    for n in 0..66 * 66 {
        let p = at((n % 66) as f32, (n / 66) as f32) * 3.0 + at(seed.within(0.0, 2.0), seed.within(0.0, 2.0));
        let gable = seed.one_in(2);
        let half = if gable { 8.0 } else { seed.within(10.0, 15.0) };
        let near = |(other, wide): &(Point, f32)| {
            ((other.x - p.x) / (half + wide + 7.0)).hypot((other.y - p.y) / 26.0) < 1.0
        };
        let open = taken.iter().all(|disc| disc.at.distance(p) > disc.radius + half);
        let edge = p.x.min(p.y).min(200.0 - p.x).min(200.0 - p.y);
        let tower = city.towers.iter().all(|tower| tower.distance(p) > 15.0 + half);
        if open && edge > half + 4.0 && tower && !placed.iter().any(near) && city.has_room(p, 8.0 + half) {
            placed.push((p, half));
            houses.push(House { at: scene.at(p), half: half as i32, gable, roof: seed.below(4) });
        }
    }
}

/// Draws walls, gates and towers.
pub fn walls(scene: &mut Scene) {
    let plan = scene.plan;
    let walls: Vec<Curve> =
        plan.cities.iter().flat_map(|city| &city.walls).map(|wall| scene.curve(wall)).collect();
    if !walls.is_empty() {
        wall(scene, &walls);
    }
    for corner in plan.cities.iter().flat_map(|city| &city.corners) {
        keep(scene, Rotation::new(*corner as u8));
    }
    scene.pen.lift();
    let round = plan.cities.iter().flat_map(|city| city.towers.iter().chain(&city.tips));
    let mut round: Vec<Point> = round.map(|p| scene.at(*p)).collect();
    for road in gates(scene) {
        round.extend(gate(scene, &scene.curve(road)));
    }
    if !round.is_empty() {
        towers(scene, round);
    }
}

/// Where towers stand along the walls.
fn along(city: &City) -> Vec<Point> {
    let parts = |wall: &Curve| match wall.0.len() {
        ..=4 => vec![],
        5..=13 => vec![0.27, 0.5, 0.73],
        _ => vec![0.25, 0.75],
    };
    city.walls.iter().flat_map(|wall| parts(wall).into_iter().map(|t| wall.point(t))).collect()
}

/// A wall: shadow, foot, face, battlements and walk.
fn wall(scene: &mut Scene, walls: &[Curve]) {
    let paint = scene.paint;
    for (look, x, y) in [
        (wash(paint.shade, 12.0, 0.24), 3.0, 5.0),
        (line(paint.wall_foot, 10.0), 0.0, 2.0),
        (line(paint.wall_face, 8.4), 0.0, 1.0),
        (dashes(paint.wall_teeth, 8.4, "3.6 2.2"), 0.0, -3.0),
        (line(paint.wall_top, 4.8), 0.0, -3.0),
    ] {
        let d: String = walls.iter().map(|wall| wall.moved(at(x, y)).to_string()).collect();
        scene.pen.add(&look, &d);
        scene.pen.lift();
    }
}

/// The part of a keep that stands in a corner of the tile, where the city goes on all around.
fn keep(scene: &mut Scene, corner: Rotation) {
    let points = [at(190.0, -8.0), at(190.0, 0.0), at(200.0, 10.0), at(208.0, 10.0), at(208.0, -8.0)];
    let points = points.map(|p| scene.at(p.turned(corner)));
    let look = format!("{} {}", fill(scene.paint.wall_top), line(scene.paint.wall_foot, 1.4));
    scene.pen.add(&look, &polygon(&points));
}

/// Round towers with battlements, seen from above.
fn towers(scene: &mut Scene, mut towers: Vec<Point>) {
    let paint = scene.paint;
    towers.sort_by(|a, b| a.y.total_cmp(&b.y));
    for (look, x, y) in [
        (wash(paint.shade, 17.0, 0.26), 2.0, 3.0),
        (line(paint.wall_foot, 17.6), 0.0, 1.0),
        (line(paint.wall_teeth, 15.6), 0.0, -1.0),
        (line(paint.wall_face, 9.6), 0.0, -1.0),
    ] {
        for tower in &towers {
            scene.pen.dot(&look, *tower + at(x, y));
        }
        scene.pen.lift();
    }
    let notches = dashes(paint.wall_foot, 2.0, "1.3 3.9");
    for tower in &towers {
        scene.pen.put(&notches, *tower + at(-7.0, -1.0), "a7 7 0 1 1 0 .1z");
    }
    scene.pen.lift();
}

/// A gate where a road ends: an opening, and the places of the two towers beside it.
fn gate(scene: &mut Scene, road: &Curve) -> [Point; 2] {
    let paint = scene.paint;
    let p = road.end();
    let out = road.direction(1.0) * -1.0;
    for (colour, width, from, to) in [(paint.road, 12.0, -10.0, 10.0), (paint.wall_foot, 11.0, -6.0, 3.0)] {
        let d = format!("M{}L{}", (p + out * from).rounded(), (p + out * to).rounded());
        scene.pen.add(&square(&line(colour, width)), &d);
    }
    scene.pen.lift();
    let side = out.across() * 11.0;
    [p + side, p - side]
}
