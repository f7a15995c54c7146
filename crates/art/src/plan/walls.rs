//! Where city walls run.

use crate::shape::{Curve, MIDDLE, Point, at, inside};
use rules::{FeatureKind, Rotation, Segment, Side, Sides, Tile};

/// How far from a corner a wall meets the edge. A tower stands there, half on each tile, and never on a third.
const INSET: f32 = 10.0;

/// A city segment.
pub struct City {
    /// Its number on the tile.
    pub segment: usize,
    pub area: Vec<Point>,
    /// Its walls, clockwise around the city.
    pub walls: Vec<Curve>,
    /// Towers on the tile's edges.
    pub towers: Vec<Point>,
    /// Corners of the tile within the city, as the side before each.
    pub corners: Vec<Side>,
    /// Towers where walls run into a corner or into another city.
    pub tips: Vec<Point>,
}

impl City {
    /// Whether a point lies within the walls.
    pub fn contains(&self, p: Point) -> bool {
        inside(&self.area, p)
    }

    /// Whether a point lies within the walls and so far from them.
    pub fn has_room(&self, p: Point, room: f32) -> bool {
        self.contains(p) && self.wall_distance(p) > room
    }

    /// How near a point is to a wall.
    pub fn wall_distance(&self, p: Point) -> f32 {
        self.walls.iter().map(|wall| wall.distance(p)).fold(f32::MAX, f32::min)
    }
}

/// All cities of a tile.
pub fn cities(tile: &Tile) -> Vec<City> {
    let numbered = tile.segments.iter().enumerate();
    let mut cities: Vec<City> = numbered
        .filter(|(_, segment)| segment.kind == FeatureKind::City)
        .map(|(n, segment)| city(tile, n, segment.sides))
        .collect();
    if let Some(spur) = spur(tile, &cities) {
        cities[0].tips.extend([spur.start(), spur.end()]);
        cities[0].walls.push(spur);
    }
    cities
}

fn city(tile: &Tile, segment: usize, sides: Sides) -> City {
    let mut city = City {
        segment,
        area: Vec::new(),
        walls: Vec::new(),
        towers: Vec::new(),
        corners: Vec::new(),
        tips: Vec::new(),
    };
    for side in sides.iter() {
        let ends = [at(INSET, 0.0), at(200.0 - INSET, 0.0)].map(|p| p.turned(turn(side)));
        city.towers.extend(ends);
        city.area.extend(ends);
        let gap = (1..=4).take_while(|n| !sides.has(Side::nth(side as u8 + n))).count();
        if gap == 0 {
            city.corners.push(side);
            continue;
        }
        let wall = wall(tile, side, gap);
        if gap == 2 && splits(tile, Side::nth(side as u8 + 1)) {
            city.tips.push(at(184.0, 184.0).turned(turn(side)));
        }
        city.area.extend(wall.points());
        city.walls.push(wall);
    }
    city
}

/// The rotation that brings the north to a side.
fn turn(side: Side) -> Rotation {
    Rotation::new(side as u8)
}

/// The wall from the clockwise end of `side` around `gap` sides that are not of the city.
fn wall(tile: &Tile, side: Side, gap: usize) -> Curve {
    let next = Side::nth(side as u8 + 1);
    let curve = match gap {
        1 => arch(depth(tile, next)),
        2 if splits(tile, next) => spit(),
        2 => slant(if tile.segments[0].sides.count() == 2 && inner(tile) { 84.0 } else { 90.0 }),
        _ => bowl(if inner(tile) { 40.0 } else { 46.0 }),
    };
    curve.turned(turn(side))
}

fn inner(tile: &Tile) -> bool {
    tile.segments.iter().any(is_inner)
}

fn is_inner(segment: &Segment) -> bool {
    segment.kind == FeatureKind::Field && segment.halves.0 == 0
}

/// How far country reaches in between two sides of one city.
fn depth(tile: &Tile, side: Side) -> f32 {
    let monastery = tile.segments.iter().any(|segment| segment.kind == FeatureKind::Monastery);
    match tile.edges[side.index()] {
        rules::Terrain::City => 74.0,
        _ if monastery => 100.0,
        _ => 52.0,
    }
}

/// Whether the fields on both sides of the corner after `side` differ though nothing lies in that corner: then
/// the city reaches into it.
fn splits(tile: &Tile, side: Side) -> bool {
    let before = tile.field_at(side, true);
    let after = tile.field_at(Side::nth(side as u8 + 1), false);
    before.is_some() && after.is_some() && before != after
}

/// Around a single side, from the north's east end to its west end.
fn bowl(depth: f32) -> Curve {
    let half = Curve::new(&[
        (190.0, 0.0),
        (190.0, 10.0),
        (173.0, 0.6 * depth),
        (152.0, 0.8 * depth),
        (136.0, 0.95 * depth),
        (118.0, depth),
        (100.0, depth),
    ]);
    mirrored(half, |p| at(200.0 - p.x, p.y))
}

/// Around one side of country, the east.
fn arch(depth: f32) -> Curve {
    let half = Curve::new(&[
        (190.0, 0.0),
        (190.0, 10.0),
        (200.0 - 0.55 * depth, 27.0),
        (200.0 - 0.75 * depth, 44.0),
        (200.0 - 0.9 * depth, 57.0),
        (200.0 - depth, 76.0),
        (200.0 - depth, 100.0),
    ]);
    mirrored(half, |p| at(p.x, 200.0 - p.y))
}

/// Around two sides of country, the east and the south, through a point on the diagonal.
fn slant(middle: f32) -> Curve {
    let half = Curve::new(&[
        (190.0, 0.0),
        (190.0, 10.0),
        (173.0, 30.0),
        (152.0, 50.0),
        (134.0, 67.0),
        (middle + 18.0, middle - 18.0),
        (middle, middle),
    ]);
    mirrored(half, |p| at(p.y, p.x))
}

/// The same with a spit of city into the corner between them.
fn spit() -> Curve {
    let half = Curve::new(&[
        (190.0, 0.0),
        (190.0, 10.0),
        (171.0, 27.0),
        (161.0, 44.0),
        (150.0, 64.0),
        (150.0, 84.0),
        (150.0, 104.0),
        (150.0, 132.0),
        (164.0, 172.0),
        (184.0, 184.0),
    ]);
    mirrored(half, |p| at(p.y, p.x))
}

fn mirrored(half: Curve, mirror: impl Fn(Point) -> Point) -> Curve {
    let back = half.map(mirror).reversed();
    Curve(half.0.into_iter().chain(back.0.into_iter().skip(1)).collect())
}

/// Where two cities touch in the open: a wall between them, without which an inner field would lie open to an
/// outer one that does not reach both cities.
fn spur(tile: &Tile, cities: &[City]) -> Option<Curve> {
    let [a, b] = cities else { return None };
    let inner = tile.segments.iter().find(|segment| is_inner(segment))?;
    let outer = tile.segments.iter().find(|s| s.kind == FeatureKind::Field && !is_inner(s))?;
    let across = |city: &City| matches!(tile.segments[city.segment].sides.0, 0b0101 | 0b1010);
    if inner.touches & !outer.touches == 0 || across(a) || across(b) {
        return None;
    }
    let side = Side::ALL.into_iter().find(|side| outer.halves.has(*side, true))?;
    let near = MIDDLE.towards(at(100.0, 0.0).turned(turn(side)), 0.15);
    let [from, to] = [a, b].map(|city| city.walls[0].point(city.walls[0].nearest(near)));
    let bend = from.towards(to, 0.5) + (to - from).across() * 0.08;
    Some(Curve::cubic(from, from.towards(bend, 0.6), to.towards(bend, 0.6), to))
}
