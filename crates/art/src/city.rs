//! Cities: stone ground, houses, walls with battlements, towers and gates.

use crate::house::{Built, House};
use crate::map::{Disc, centre};
use crate::pen::{dashes, fill, line, square, wash};
use crate::plan::{City, End};
use crate::scene::Scene;
use crate::shape::{Curve, Point, at, polygon};
use rules::{Rotation, Side};

/// Draws the ground of the cities.
pub fn ground(scene: &mut Scene) {
    let paint = scene.paint;
    for city in &scene.plan.cities {
        scene.pen.add(&fill(paint.stone), &area(scene, city));
    }
    scene.pen.lift();
    if scene.detail == 0 {
        return;
    }
    let mut seed = scene.seed(30);
    for city in &scene.plan.cities {
        if let Some(disc) = scene.plan.map.roomiest(city.segment as u8, &[]) {
            let light = wash(paint.stone_light, 1.4 * disc.radius, 0.25);
            scene.pen.run(&light, scene.at(disc.at) - at(6.0, 4.0), "h12", at(12.0, 0.0));
        }
        let inner = |n: &usize| scene.plan.map.depth[*n] > 13.0;
        let squares: Vec<usize> = scene.plan.map.squares(city.segment as u8).filter(inner).collect();
        for _ in 0..squares.len() * usize::from(scene.detail) / 300 {
            let p = scene.at(centre(squares[seed.below(squares.len())]));
            scene.pen.run(&wash(paint.stone_light, 4.0, 0.6), p, "h5m-8 5h5", at(2.0, 5.0));
        }
    }
    scene.pen.lift();
}

/// The outline of a city's ground: its sides, joined by its walls.
fn area(scene: &Scene, city: &City) -> String {
    let mut d = String::new();
    let mut walls = city.walls.iter();
    for (n, side) in scene.plan.tile().segments[city.segment].sides.iter().enumerate() {
        let [from, to] = [city.towers[2 * n], city.towers[2 * n + 1]].map(|p| scene.at(p));
        d += &format!("{}{from}L{to}", if n == 0 { 'M' } else { 'L' });
        let wall = if city.corners.contains(&side) { None } else { walls.next() };
        d += wall.map(|wall| scene.curve(wall).to_string().replacen('M', "L", 1)).as_deref().unwrap_or("");
    }
    d + "z"
}

/// Collects what is built within the walls and on them.
pub fn build(scene: &Scene) -> Built {
    let mut built = Built::default();
    for city in &scene.plan.cities {
        let sides = scene.plan.tile().segments[city.segment].sides.count();
        let mut taken = scene.taken.clone();
        let room = scene.plan.map.roomiest(city.segment as u8, &taken);
        if let Some(disc) = room.filter(|disc| disc.radius > 19.0 && sides >= 3 && scene.detail > 0) {
            built.churches.push(scene.at(disc.at));
            taken.push(Disc { radius: 15.0, ..disc });
        }
        let border = border(scene, city);
        settle(scene, city, &taken, &border, &mut built.houses);
        built.houses.extend(border);
        let gates: Vec<Point> = gates(scene).map(Curve::end).collect();
        let far = |p: &Point| gates.iter().all(|gate| gate.distance(*p) > 24.0);
        built.spires.extend(along(scene, city).into_iter().filter(far).map(|p| scene.at(p)));
    }
    built
}

/// The roads that end at a gate.
fn gates(scene: &Scene) -> impl Iterator<Item = &'static Curve> + use<> {
    scene.plan.roads.iter().filter(|road| road.end == End::OriginPolicy).map(|road| &road.curve)
}

/// Houses on the edges of the tile, of which each of the two tiles draws its half: always the same ones.
fn border(scene: &Scene, city: &City) -> Vec<House> {
    const LEVEL: [(f32, i32, bool, usize); 2] = [(64.0, 9, true, 0), (139.0, 12, false, 3)];
    const UPRIGHT: [(f32, i32, bool, usize); 2] = [(63.0, 12, false, 1), (135.0, 9, true, 2)];
    let sides = scene.plan.tile().segments[city.segment].sides.turned(scene.rotation);
    let on = |side: Side| match side {
        Side::North => LEVEL.map(|house| (at(house.0, 0.0), house)),
        Side::South => LEVEL.map(|house| (at(house.0, 200.0), house)),
        Side::West => UPRIGHT.map(|house| (at(0.0, house.0), house)),
        Side::East => UPRIGHT.map(|house| (at(200.0, house.0), house)),
    };
    let house = |(at, (_, half, gable, roof))| House { at, half, gable, roof };
    sides.iter().flat_map(on).map(house).collect()
}

/// Puts houses wherever there is room, row by row.
fn settle(scene: &Scene, city: &City, taken: &[Disc], border: &[House], houses: &mut Vec<House>) {
    let mut seed = scene.seed(31 + city.segment as u64);
    let apart = 6.8 - 0.8 * f32::from(scene.detail);
    let mut placed: Vec<(Point, f32)> =
        border.iter().map(|house| (scene.back(house.at), house.half as f32 + apart)).collect();
    for n in 0..66 * 66 {
        let p = at((n % 66) as f32, (n / 66) as f32) * 3.0 + at(seed.within(0.0, 2.0), seed.within(0.0, 2.0));
        let gable = seed.below(5) < 2;
        let half = if gable { 9.0 } else { seed.within(10.0, 14.0) };
        let reach = half + apart;
        let open = taken.iter().all(|disc| disc.at.distance(p) > disc.radius + 10.0);
        let edge = p.x.min(p.y).min(200.0 - p.x).min(200.0 - p.y);
        let tower = city.towers.iter().all(|tower| tower.distance(p) > 24.0);
        let free = placed.iter().all(|(other, far)| other.distance(p) > reach + far);
        if open && edge > (half + 9.0).max(18.0) && tower && free && city.has_room(p, 17.0) {
            placed.push((p, reach));
            houses.push(House { at: scene.at(p), half: half as i32, gable, roof: seed.below(4) });
        }
    }
}

/// Draws walls, gates and towers, with the shadows of all that is built.
pub fn walls(scene: &mut Scene, built: &Built) {
    let plan = scene.plan;
    let walls: Vec<Curve> =
        plan.cities.iter().flat_map(|city| &city.walls).map(|wall| scene.curve(wall)).collect();
    let round = plan.cities.iter().flat_map(|city| city.towers.iter().chain(&city.tips));
    let mut round: Vec<Point> = round.map(|p| scene.at(*p)).collect();
    let shade = scene.shade();
    for wall in &walls {
        scene.pen.add(&shade, &wall.moved(at(3.0, 4.0)).to_string());
    }
    for tower in &round {
        scene.pen.run(&shade, *tower + at(2.0, 2.0), "h2", at(2.0, 0.0));
    }
    crate::house::shadows(scene, built);
    scene.pen.lift();
    if !walls.is_empty() {
        wall(scene, &walls);
    }
    for corner in plan.cities.iter().flat_map(|city| &city.corners) {
        keep(scene, Rotation::new(*corner as u8));
    }
    scene.pen.lift();
    for road in gates(scene) {
        round.extend(gate(scene, &scene.curve(road)));
    }
    if !round.is_empty() {
        towers(scene, round);
    }
}

/// Where towers stand along the walls of a city.
fn along(scene: &Scene, city: &City) -> Vec<Point> {
    let many = scene.plan.cities.iter().map(|city| city.walls.len()).sum::<usize>() > 1 || scene.detail < 2;
    let parts = |wall: &Curve| match wall.0.len() {
        ..=4 => &[][..],
        14.. => &[0.25, 0.75],
        _ if many => &[0.3, 0.7],
        _ => &[0.27, 0.5, 0.73],
    };
    city.walls.iter().flat_map(|wall| parts(wall).iter().map(|t| wall.point(*t))).collect()
}

/// A wall: foot, battlements and walk.
fn wall(scene: &mut Scene, walls: &[Curve]) {
    let paint = scene.paint;
    for (look, y) in [
        (line(paint.wall_foot, 10.4), 1.0),
        (dashes(paint.wall_teeth, 8.8, "3.8 2"), -2.0),
        (line(paint.wall_top, 5.0), -2.0),
    ] {
        let d: String = walls.iter().map(|wall| wall.moved(at(0.0, y)).to_string()).collect();
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
    for (look, y) in [
        (line(paint.wall_foot, 17.6), 1.0),
        (line(paint.wall_teeth, 15.6), -1.0),
        (line(paint.wall_face, 9.6), -1.0),
    ] {
        for tower in &towers {
            scene.pen.dot(&look, *tower + at(0.0, y));
        }
        scene.pen.lift();
    }
    let notches = dashes(paint.wall_foot, 2.0, ".7 4.1 .7 0");
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
    let d = format!("M{}L{}", (p - out * 7.0).rounded(), (p + out * 4.0).rounded());
    scene.pen.add(&square(&line(paint.wall_foot, 11.0)), &d);
    scene.pen.lift();
    let side = out.across() * 11.0;
    [p + side, p - side]
}
