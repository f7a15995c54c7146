//! Where roads and the river run.

use super::walls::City;
use crate::seed::Seed;
use crate::shape::{Curve, MIDDLE, Point, at};
use rules::{FeatureKind, Kind, LAKE, Mark, Rotation, Segment, Side, Sides, Tile};

/// Half the width of a road.
pub const ROAD: f32 = 11.0;
/// Half the width of the river.
pub const RIVER: f32 = 17.0;

/// How a road goes on within its tile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum End {
    /// To another side.
    Through,
    /// To another side, underground.
    Tunnel,
    /// It ends in a village.
    Village,
    /// It ends at a city gate.
    OriginPolicy,
    /// It ends at the monastery.
    Abbey,
    /// It ends in the open, at whatever stands there.
    Open,
}

/// A road segment, drawn inwards from its side.
pub struct Road {
    /// Its number on the tile.
    pub segment: usize,
    /// Its middle line.
    pub curve: Curve,
    /// How it goes on.
    pub end: End,
}

pub struct River {
    /// Its middle line; for a spring or a lake from there to the side.
    pub curve: Curve,
    /// What it begins or ends with.
    pub mouth: Option<Mouth>,
}

/// Where the river begins or ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mouth {
    /// Among rocks.
    Spring,
    /// In a lake.
    Lake,
}

/// The middle of a side.
pub fn middle_of(side: Side) -> Point {
    at(100.0, 0.0).turned(Rotation::new(side as u8))
}

/// A line between the middles of two sides, leaving both at a right angle.
fn between(from: Side, to: Side, bend: f32) -> Curve {
    let (a, b) = (middle_of(from), middle_of(to));
    if from.opposite() == to {
        let aside = (b - a).unit().across() * bend;
        let half = MIDDLE + aside;
        let along = (b - a) * 0.17;
        return Curve(vec![
            a,
            a.towards(MIDDLE, 0.45),
            half - along,
            half,
            half + along,
            b.towards(MIDDLE, 0.45),
            b,
        ]);
    }
    let corner = MIDDLE + (a - MIDDLE) + (b - MIDDLE);
    let half = MIDDLE.towards(corner, 0.29 - bend / 100.0);
    let along = (b - a).unit() * 26.0;
    Curve(vec![a, a.towards(MIDDLE, 0.3), half - along, half, half + along, b.towards(MIDDLE, 0.3), b])
}

/// The river of a tile.
pub fn river(kind: Kind, tile: &Tile) -> Option<River> {
    let mut seed = Seed::new(kind.index(), 2);
    let sides: Vec<Side> = tile.river.iter().collect();
    match sides[..] {
        [] => None,
        [side] => {
            let mouth = if tile.name == LAKE { Mouth::Lake } else { Mouth::Spring };
            let from = middle_of(side).towards(MIDDLE, 1.12);
            let out = middle_of(side);
            let swing = (out - MIDDLE).unit().across() * seed.within(6.0, 12.0);
            Some(River {
                curve: Curve::cubic(from, from.towards(out, 0.35) + swing, out.towards(MIDDLE, 0.45), out),
                mouth: Some(mouth),
            })
        }
        [from, to, ..] => {
            let straight = from.opposite() == to;
            let abbey = tile.segments.iter().any(|segment| segment.kind == FeatureKind::Monastery);
            let bend = match straight {
                true if abbey => 18.0,
                true if !tile.segments.iter().any(|segment| segment.kind != FeatureKind::Field) => 14.0,
                true => seed.within(-4.0, 4.0),
                false => 3.0,
            };
            Some(River { curve: between(from, to, bend), mouth: None })
        }
    }
}

/// The place of the monastery, if there is one.
pub fn abbey(tile: &Tile) -> Option<Point> {
    tile.segments.iter().find(|segment| segment.kind == FeatureKind::Monastery)?;
    let towards = |side: Side, part| MIDDLE.towards(middle_of(side), part);
    let cities = tile.segments.iter().filter(|segment| segment.kind == FeatureKind::City);
    let road = tile.segments.iter().find(|segment| segment.kind == FeatureKind::Road);
    if let Some(wide) = cities.max_by_key(|segment| segment.sides.count()) {
        let open = Side::ALL.into_iter().find(|side| !wide.sides.has(*side))?;
        return Some(towards(open, 0.46));
    }
    match road.and_then(|segment| segment.sides.iter().next()) {
        Some(side) if tile.river.count() > 0 => Some(towards(side.opposite(), 0.52)),
        _ => Some(MIDDLE),
    }
}

/// The place where roads meet, if they do.
pub fn village(tile: &Tile, cities: &[City]) -> Option<Point> {
    let meeting: Vec<&Segment> = stubs(tile).filter(|segment| meets(tile, segment)).collect();
    if meeting.len() < 2 || abbey(tile).is_some() {
        return None;
    }
    match (at_city(tile, &meeting), cities.first()) {
        (true, Some(city)) => {
            let wall = &city.walls[0];
            let gate = wall.point(wall.nearest(MIDDLE));
            Some(gate.towards(MIDDLE, 0.42))
        }
        (_, Some(_)) => Some(at(100.0, 106.0)),
        _ => Some(MIDDLE),
    }
}

/// Roads that end on the tile.
fn stubs(tile: &Tile) -> impl Iterator<Item = &Segment> {
    tile.segments.iter().filter(|segment| segment.kind == FeatureKind::Road && segment.sides.count() == 1)
}

/// The fields to the left and right of where a road enters.
fn flanks(tile: &Tile, sides: Sides) -> Option<[u8; 2]> {
    let side = sides.iter().next()?;
    Some([tile.field_at(side, false)?, tile.field_at(side, true)?])
}

/// Whether a road ends where others do: a field between them reaches no city.
fn meets(tile: &Tile, road: &Segment) -> bool {
    let touches = |field: u8| tile.segments[usize::from(field)].touches;
    flanks(tile, road.sides)
        .is_some_and(|[left, right]| left != right && (touches(left) == 0 || touches(right) == 0))
}

/// Whether the village stands at a city: the fields around it are kept apart by it.
fn at_city(tile: &Tile, meeting: &[&Segment]) -> bool {
    let fields: Vec<u8> = meeting.iter().filter_map(|road| flanks(tile, road.sides)).flatten().collect();
    let mut outer: Vec<u8> =
        fields.iter().copied().filter(|field| tile.segments[usize::from(*field)].touches != 0).collect();
    outer.sort_unstable();
    outer.dedup();
    outer.len() > 1
}

/// Everything roads may lead to.
pub struct Places<'a> {
    pub cities: &'a [City],
    pub village: Option<Point>,
    pub abbey: Option<Point>,
}

/// All roads of a tile.
pub fn roads(kind: Kind, tile: &Tile, places: &Places) -> Vec<Road> {
    let mut seed = Seed::new(kind.index(), 1);
    let numbered = tile.segments.iter().enumerate();
    numbered
        .filter(|(_, segment)| segment.kind == FeatureKind::Road)
        .filter_map(|(n, segment)| road(tile, n, segment, places, &mut seed))
        .collect()
}

fn road(tile: &Tile, number: usize, segment: &Segment, places: &Places, seed: &mut Seed) -> Option<Road> {
    let sides: Vec<Side> = segment.sides.iter().collect();
    let (curve, end) = match sides[..] {
        [side] => stub(tile, side, segment, places, seed),
        [from, to, ..] => {
            let crossed = tile.river.count() > 0 || two_through(tile);
            let bend = if crossed { 0.0 } else { seed.within(4.0, 8.0) };
            let bend = if from.opposite() == to && seed.one_in(2) { -bend } else { bend / 2.0 };
            (between(from, to, bend), if segment.tunnel { End::Tunnel } else { End::Through })
        }
        _ => return None,
    };
    Some(Road { segment: number, curve, end })
}

fn two_through(tile: &Tile) -> bool {
    tile.segments.iter().filter(|s| s.kind == FeatureKind::Road && s.sides.count() == 2).count() > 1
}

fn stub(tile: &Tile, side: Side, segment: &Segment, places: &Places, seed: &mut Seed) -> (Curve, End) {
    let from = middle_of(side);
    let inwards = (MIDDLE - from).unit();
    let lead = |to: Point, arrive: Point, end: End| {
        (Curve::cubic(from, from + inwards * (0.4 * from.distance(to)), arrive, to), end)
    };
    let wobble = inwards.across() * seed.within(-9.0, 9.0);
    if let Some(abbey) = places.abbey {
        return lead(abbey, abbey.towards(from, 0.4) + wobble, End::Abbey);
    }
    if let (true, Some(village)) = (meets(tile, segment), places.village) {
        return lead(village, village.towards(from, 0.4) + wobble, End::Village);
    }
    if let Some((to, outwards)) = gate(tile, segment, from, places.cities) {
        return lead(to, to + outwards * (0.4 * from.distance(to)), End::OriginPolicy);
    }
    let short = if tile.mark == Some(Mark::Volcano) { 0.62 } else { 1.0 };
    let to = from.towards(MIDDLE, short);
    lead(to, to.towards(from, 0.4) + wobble, End::Open)
}

/// The gate a road leads to and the way out of it, if the fields beside the road are kept apart by a city.
fn gate(tile: &Tile, segment: &Segment, from: Point, cities: &[City]) -> Option<(Point, Point)> {
    let [left, right] = flanks(tile, segment.sides)?;
    if left == right {
        return None;
    }
    let both = tile.segments[usize::from(left)].touches & tile.segments[usize::from(right)].touches;
    // A river may lie between the road and the city it leads to.
    let city = cities.iter().find(|city| both == 0 || both >> city.segment & 1 != 0)?;
    let aim = from.towards(MIDDLE, 0.55);
    let wall = city.walls.iter().min_by(|a, b| a.distance(aim).total_cmp(&b.distance(aim)))?;
    let t = wall.nearest(aim).clamp(0.12, 0.88);
    let to = wall.point(t);
    let out = wall.direction(t).across();
    let out = if city.contains(to + out * 12.0) { out * -1.0 } else { out };
    Some((to, out))
}
