//! A thin layer over a tile's picture for clicks and overlays: an outline and a place to stand for each segment.

use crate::map::{ACROSS, Map, STEP};
use crate::plan::{City, End, GARDEN, Plan, Road};
use crate::shape::{Curve, Point, at, polygon};
use rules::{FeatureKind, Kind, Rotation};

/// The outline of one segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// The segment's number on the tile.
    pub segment: u8,
    /// What it is part of.
    pub kind: FeatureKind,
    /// The text of an SVG path around it, on the tile's 200 by 200 units.
    pub path: String,
}

/// The outlines of a tile's segments, in the order in which they cover each other: fields first.
///
/// ```
/// let kind = rules::Kind::named("D").unwrap();
/// assert_eq!(art::outlines(kind, rules::Rotation::NONE).len(), kind.tile().segments.len());
/// ```
pub fn outlines(kind: Kind, rotation: Rotation) -> Vec<Outline> {
    let plan = Plan::of(kind);
    let mut outlines: Vec<Outline> = (kind.tile().segments.iter().enumerate())
        .map(|(n, segment)| {
            let path = outline(plan, n, segment.kind, rotation);
            Outline { segment: n as u8, kind: segment.kind, path }
        })
        .collect();
    outlines.sort_by_key(|outline| match outline.kind {
        FeatureKind::Field => 0,
        FeatureKind::City => 1,
        FeatureKind::Road => 2,
        FeatureKind::Monastery => 3,
    });
    outlines
}

/// Where a figure stands on a segment, on the tile's 200 by 200 units; none if the tile has no such segment.
///
/// ```
/// let kind = rules::Kind::named("B").unwrap();
/// assert_eq!(art::stand(kind, rules::Rotation::NONE, 0), Some((100.0, 100.0)));
/// ```
pub fn stand(kind: Kind, rotation: Rotation, segment: u8) -> Option<(f32, f32)> {
    let place = Plan::of(kind).stands.get(usize::from(segment))?.turned(rotation);
    Some((place.x, place.y))
}

fn outline(plan: &Plan, segment: usize, kind: FeatureKind, rotation: Rotation) -> String {
    let city = plan.cities.iter().find(|city| city.segment == segment);
    let road = plan.roads.iter().find(|road| road.segment == segment);
    let loops = match kind {
        FeatureKind::Field => borders(&plan.map, segment as u8),
        FeatureKind::City => city.map(|city| vec![around(city)]).unwrap_or_default(),
        FeatureKind::Road => road.map(bands).unwrap_or_default(),
        FeatureKind::Monastery => plan.abbey.map(|place| vec![garden(place)]).unwrap_or_default(),
    };
    let turned = |points: &Vec<Point>| -> Vec<Point> { points.iter().map(|p| p.turned(rotation)).collect() };
    loops.iter().map(|points| polygon(&turned(points))).collect()
}

/// The ground of a city, corners included.
fn around(city: &City) -> Vec<Point> {
    let corner = |p: Point| {
        let snap = |v: f32| {
            if v < 11.0 {
                0.0
            } else if v > 189.0 {
                200.0
            } else {
                v
            }
        };
        if city.towers.contains(&p) { at(snap(p.x), snap(p.y)) } else { p }
    };
    thinned(&city.area.iter().map(|p| corner(*p)).collect::<Vec<_>>(), 1.0)
}

/// The strips a road covers, a little wider than it is drawn.
fn bands(road: &Road) -> Vec<Vec<Point>> {
    match road.end {
        End::Tunnel => vec![band(&road.curve, 0.0, 0.12), band(&road.curve, 0.88, 1.0)],
        _ => vec![band(&road.curve, 0.0, 1.0)],
    }
}

fn band(curve: &Curve, from: f32, to: f32) -> Vec<Point> {
    let ts: Vec<f32> = (0..=10).map(|n| from + (to - from) * n as f32 / 10.0).collect();
    let edge = |side: f32| ts.iter().map(move |t| curve.point(*t) + curve.direction(*t).across() * side);
    edge(13.0).chain(edge(-13.0).collect::<Vec<_>>().into_iter().rev()).collect()
}

fn garden(place: Point) -> Vec<Point> {
    let ways = (0..16).map(|n| (n as f32 * std::f32::consts::TAU / 16.0).sin_cos());
    ways.map(|(y, x)| place + at(x, y) * GARDEN).collect()
}

/// The lines around all squares of an owner.
fn borders(map: &Map, owner: u8) -> Vec<Vec<Point>> {
    let own = |x: i32, y: i32| {
        let inside = (0..ACROSS as i32).contains(&x) && (0..ACROSS as i32).contains(&y);
        inside && map.owner[(y * ACROSS as i32 + x) as usize] == owner
    };
    let mut edges: Vec<[(i32, i32); 2]> = Vec::new();
    for square in map.squares(owner) {
        let (x, y) = ((square % ACROSS) as i32, (square / ACROSS) as i32);
        let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        for (n, (dx, dy)) in [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().enumerate() {
            if !own(x + dx, y + dy) {
                edges.push([corners[n], corners[(n + 1) % 4]]);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some([start, mut here]) = edges.pop() {
        let mut points = vec![point(start)];
        while let Some(n) = edges.iter().position(|[from, _]| *from == here) {
            points.push(point(here));
            here = edges.swap_remove(n)[1];
        }
        loops.push(thinned(&points, 3.6));
    }
    loops
}

fn point((x, y): (i32, i32)) -> Point {
    at(x as f32, y as f32) * STEP
}

/// A closed line with fewer points that stays near the given one.
fn thinned(points: &[Point], near: f32) -> Vec<Point> {
    let far = (0..points.len())
        .max_by(|a, b| points[*a].distance(points[0]).total_cmp(&points[*b].distance(points[0])));
    let far = far.unwrap_or(0);
    let closed: Vec<Point> = points[far..].iter().chain([&points[0]]).copied().collect();
    let mut kept = thin(&points[..=far], near);
    kept.extend(thin(&closed, near).into_iter().skip(1));
    kept.pop();
    kept
}

/// The ends of an open line, and whatever between them is needed to stay near it.
fn thin(points: &[Point], near: f32) -> Vec<Point> {
    let (first, last) = (points[0], points[points.len() - 1]);
    let away = |p: Point| {
        let along = (last - first).unit().across();
        ((p.x - first.x) * along.x + (p.y - first.y) * along.y).abs()
    };
    let worst =
        (1..points.len().saturating_sub(1)).max_by(|a, b| away(points[*a]).total_cmp(&away(points[*b])));
    match worst {
        Some(n) if away(points[n]) > near => {
            let mut left = thin(&points[..=n], near);
            left.extend(thin(&points[n..], near).into_iter().skip(1));
            left
        }
        _ => vec![first, last],
    }
}
