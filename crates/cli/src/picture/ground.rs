//! What each point of a tile shows, worked out from its segments, so that no tile needs a picture of its own.
//!
//! Points are given in the unrotated tile from the north-western corner: `u` eastwards, `v` southwards, 0 to 1.

use rules::{FeatureKind, Rotation, Segment, Side, Sides, Tile};
use std::collections::VecDeque;

/// What a point shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    Field,
    Road,
    /// Where roads end.
    Village,
    City,
    River,
    Monastery,
}

/// A grid of points.
#[derive(Clone, Debug)]
pub struct Grid {
    pub width: usize,
    pub height: usize,
    /// What each point shows, and the segment it belongs to.
    pub points: Vec<(Ground, Option<u8>)>,
}

impl Grid {
    /// A tile, turned and cut into points.
    pub fn new(tile: &Tile, rotation: Rotation, width: usize, height: usize) -> Grid {
        let brush = Brush::new(tile, width, height);
        let mut points = Vec::with_capacity(width * height);
        for row in 0..height {
            for column in 0..width {
                let (u, v) = turned_back(middle(column, width), middle(row, height), rotation);
                points.push(brush.point(u, v));
            }
        }
        let mut grid = Grid { width, height, points };
        grid.spread_fields(tile, rotation);
        grid
    }

    /// The point in a column and row.
    pub fn at(&self, column: usize, row: usize) -> (Ground, Option<u8>) {
        self.points[row * self.width + column]
    }

    /// Numbers the field points: from the edges inwards, and from within for an inner field.
    fn spread_fields(&mut self, tile: &Tile, rotation: Rotation) {
        let mut queue = VecDeque::new();
        for side in Side::ALL {
            let printed = Side::nth(side as u8 + 4 - rotation.quarters());
            for (column, row, right) in self.border(side) {
                let at = row * self.width + column;
                let field = tile.field_at(printed, right);
                if self.points[at] == (Ground::Field, None) && field.is_some() {
                    self.points[at].1 = field;
                    queue.push_back((column, row));
                }
            }
        }
        let inner = tile.segments.iter().position(|s| s.kind == FeatureKind::Field && s.halves.0 == 0);
        if let Some(inner) = inner
            && let Some((column, row)) = self.farthest_field(&queue)
        {
            self.points[row * self.width + column].1 = Some(inner as u8);
            queue.push_back((column, row));
        }
        while let Some((column, row)) = queue.pop_front() {
            let field = self.at(column, row).1;
            for (column, row) in self.neighbours(column, row) {
                let at = row * self.width + column;
                if self.points[at] == (Ground::Field, None) {
                    self.points[at].1 = field;
                    queue.push_back((column, row));
                }
            }
        }
    }

    /// The unnumbered field point that is farthest from all of these.
    fn farthest_field(&self, from: &VecDeque<(usize, usize)>) -> Option<(usize, usize)> {
        let points = (0..self.height).flat_map(|row| (0..self.width).map(move |column| (column, row)));
        let fields = points.filter(|(column, row)| self.at(*column, *row) == (Ground::Field, None));
        let distance =
            |a: (usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0).pow(2) + a.1.abs_diff(b.1).pow(2);
        fields.max_by_key(|point| from.iter().map(|other| distance(*point, other)).min().unwrap_or(0))
    }

    /// The points along a side, with whether each is in the right half as seen from the middle.
    fn border(&self, side: Side) -> Vec<(usize, usize, bool)> {
        let (width, height) = (self.width, self.height);
        match side {
            Side::North => (0..width).map(|c| (c, 0, 2 * c >= width)).collect(),
            Side::South => (0..width).map(|c| (c, height - 1, 2 * c < width)).collect(),
            Side::East => (0..height).map(|r| (width - 1, r, 2 * r >= height)).collect(),
            Side::West => (0..height).map(|r| (0, r, 2 * r < height)).collect(),
        }
    }

    fn neighbours(&self, column: usize, row: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (width, height) = (self.width, self.height);
        [(1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)]
            .into_iter()
            .map(move |(dx, dy)| (column.wrapping_add(dx), row.wrapping_add(dy)))
            .filter(move |(column, row)| *column < width && *row < height)
    }
}

fn middle(nth: usize, of: usize) -> f64 {
    (nth as f64 + 0.5) / of as f64
}

fn turned_back(mut u: f64, mut v: f64, rotation: Rotation) -> (f64, f64) {
    for _ in 0..rotation.quarters() {
        (u, v) = (v, 1.0 - u);
    }
    (u, v)
}

/// What is needed to tell the ground of a point.
struct Brush<'a> {
    tile: &'a Tile,
    /// Half the width of a road.
    road: f64,
    village: bool,
    /// Where the monastery's middle is; beside a river, not in it.
    monastery: Option<(u8, f64)>,
    cities: Sides,
}

impl<'a> Brush<'a> {
    fn new(tile: &'a Tile, width: usize, height: usize) -> Brush<'a> {
        let of_kind = |kind| move |segment: &&Segment| segment.kind == kind;
        let ends = |segment: &Segment| segment.sides.count() == 1;
        let monastery = tile.segments.iter().position(|s| s.kind == FeatureKind::Monastery);
        let roads = tile.segments.iter().filter(of_kind(FeatureKind::Road));
        let cities = tile.segments.iter().filter(of_kind(FeatureKind::City));
        Brush {
            tile,
            road: 0.3 / width as f64 + 0.3 / height as f64,
            village: monastery.is_none() && roads.filter(|road| ends(road)).count() > 0,
            monastery: monastery.map(|n| (n as u8, if tile.river.count() > 0 { 0.22 } else { 0.5 })),
            cities: Sides(cities.map(|city| city.sides.0).fold(0, |all, sides| all | sides)),
        }
    }

    fn point(&self, u: f64, v: f64) -> (Ground, Option<u8>) {
        if let Some((number, middle)) = self.monastery
            && (u - 0.5).abs() < 0.2
            && (v - middle).abs() < 0.2
        {
            return (Ground::Monastery, Some(number));
        }
        let segment = |kind, inside: &dyn Fn(&Segment) -> bool| {
            let position = self.tile.segments.iter().position(|s| s.kind == kind && inside(s));
            position.map(|n| n as u8)
        };
        if let Some(city) = segment(FeatureKind::City, &|city| self.in_city(city.sides, u, v)) {
            return (Ground::City, Some(city));
        }
        if self.village && (u - 0.5).abs().max((v - 0.5).abs()) <= self.road {
            return (Ground::Village, None);
        }
        if let Some(road) = segment(FeatureKind::Road, &|road| on_way(road.sides, u, v, self.road)) {
            return (Ground::Road, Some(road));
        }
        if self.in_river(u, v) {
            return (Ground::River, None);
        }
        (Ground::Field, None)
    }

    fn in_river(&self, u: f64, v: f64) -> bool {
        let pool = self.tile.river.count() == 1 && (u - 0.5).hypot(v - 0.5) < 0.25;
        pool || on_way(self.tile.river, u, v, self.road)
    }

    /// A city's ground: bulging from a single side, and otherwise all but the bulges of the sides it lacks.
    fn in_city(&self, sides: Sides, u: f64, v: f64) -> bool {
        let others = self.cities.0 & !sides.0 != 0;
        match sides.0 {
            0b0001 | 0b0010 | 0b0100 | 0b1000 => sides.iter().all(|side| in_bulge(side, u, v, 0.3)),
            0b0011 | 0b0110 | 0b1100 | 0b1001 => {
                let reach: f64 = sides.iter().map(|side| depth(side, u, v).0).sum();
                reach < if others { 0.82 } else { 1.0 }
            }
            _ => Side::ALL.into_iter().filter(|side| !sides.has(*side)).all(|side| {
                let other = self.cities.has(side);
                !in_bulge(side, u, v, if other { 0.5 } else { 0.3 })
            }),
        }
    }
}

/// How far a point is from a side, and how far along it.
fn depth(side: Side, u: f64, v: f64) -> (f64, f64) {
    match side {
        Side::North => (v, u),
        Side::East => (1.0 - u, v),
        Side::South => (1.0 - v, u),
        Side::West => (u, v),
    }
}

fn in_bulge(side: Side, u: f64, v: f64, deep: f64) -> bool {
    let (depth, along) = depth(side, u, v);
    depth < deep && depth < along && depth < 1.0 - along
}

/// Whether a point is on a road or river that joins these sides: straight across, round a corner, or from one
/// side to the middle.
fn on_way(sides: Sides, u: f64, v: f64, half: f64) -> bool {
    let straight = |side: Side| {
        let (depth, along) = depth(side, u, v);
        depth <= 0.5 && (along - 0.5).abs() <= half
    };
    let round = |corner: (f64, f64)| ((u - corner.0).hypot(v - corner.1) - 0.5).abs() <= half;
    match sides.0 {
        0b0011 => round((1.0, 0.0)),
        0b0110 => round((1.0, 1.0)),
        0b1100 => round((0.0, 1.0)),
        0b1001 => round((0.0, 0.0)),
        _ => sides.iter().any(straight),
    }
}
