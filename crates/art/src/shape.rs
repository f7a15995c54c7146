//! Points and curves on a tile of 200 by 200 units, and their text in a path.

use rules::Rotation;
use std::fmt::{self, Display};
use std::ops::{Add, Mul, Sub};

/// The length of a tile's side.
pub const SIDE: f32 = 200.0;

/// A point; x grows eastwards, y southwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

/// A point from its coordinates.
pub const fn at(x: f32, y: f32) -> Point {
    Point { x, y }
}

/// The middle of a tile.
pub const MIDDLE: Point = at(100.0, 100.0);

impl Point {
    /// Where this point of a tile ends up when the tile is turned clockwise.
    pub fn turned(self, rotation: Rotation) -> Point {
        (0..rotation.quarters()).fold(self, |p, _| at(SIDE - p.y, p.x))
    }

    /// How far away another point is.
    pub fn distance(self, other: Point) -> f32 {
        let d = self - other;
        d.x.hypot(d.y)
    }

    /// The point part of the way to another.
    pub fn towards(self, other: Point, part: f32) -> Point {
        self + (other - self) * part
    }

    /// The nearest point with whole coordinates.
    pub fn rounded(self) -> Point {
        at(self.x.round(), self.y.round())
    }

    /// The same direction with length 1.
    pub fn unit(self) -> Point {
        self * (1.0 / self.x.hypot(self.y).max(1e-6))
    }

    /// The direction a quarter turn clockwise of this one.
    pub fn across(self) -> Point {
        at(-self.y, self.x)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        at(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        at(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Point {
    type Output = Point;
    fn mul(self, by: f32) -> Point {
        at(self.x * by, self.y * by)
    }
}

/// A number as short as a picture needs it: one decimal, no idle zeros.
pub struct Num(pub f32);

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i32;
        let (whole, rest) = (tenths / 10, tenths.abs() % 10);
        match (whole, rest) {
            (_, 0) => write!(f, "{whole}"),
            (0, _) if tenths < 0 => write!(f, "-.{rest}"),
            (0, _) => write!(f, ".{rest}"),
            _ => write!(f, "{whole}.{rest}"),
        }
    }
}

impl Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let y = Num(self.y).to_string();
        let gap = if y.starts_with('-') { "" } else { " " };
        write!(f, "{}{gap}{y}", Num(self.x))
    }
}

/// Cubic curves joined end to end: a start, then two handles and an end for each.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve(pub Vec<Point>);

impl Curve {
    /// A curve through its start, handles and ends.
    pub fn new(points: &[(f32, f32)]) -> Curve {
        Curve(points.iter().map(|(x, y)| at(*x, *y)).collect())
    }

    pub fn cubic(from: Point, a: Point, b: Point, to: Point) -> Curve {
        Curve(vec![from, a, b, to])
    }

    /// Where it begins.
    pub fn start(&self) -> Point {
        self.0[0]
    }

    /// Where it ends.
    pub fn end(&self) -> Point {
        self.0[self.0.len() - 1]
    }

    /// The curve on the turned tile.
    pub fn turned(&self, rotation: Rotation) -> Curve {
        self.map(|p| p.turned(rotation))
    }

    /// The curve moved.
    pub fn moved(&self, by: Point) -> Curve {
        self.map(|p| p + by)
    }

    /// The curve with every point changed.
    pub fn map(&self, change: impl Fn(Point) -> Point) -> Curve {
        Curve(self.0.iter().map(|p| change(*p)).collect())
    }

    /// The same line, from its end.
    pub fn reversed(&self) -> Curve {
        Curve(self.0.iter().rev().copied().collect())
    }

    /// The point at `t` from 0 to 1, all cubics taking equal parts.
    pub fn point(&self, t: f32) -> Point {
        let pieces = (self.0.len() - 1) / 3;
        let along = (t * pieces as f32).clamp(0.0, pieces as f32);
        let piece = (along as usize).min(pieces - 1);
        let t = along - piece as f32;
        let [a, b, c, d] = [0, 1, 2, 3].map(|n| self.0[3 * piece + n]);
        let (p, q, r) = (a.towards(b, t), b.towards(c, t), c.towards(d, t));
        p.towards(q, t).towards(q.towards(r, t), t)
    }

    /// The direction at `t`.
    pub fn direction(&self, t: f32) -> Point {
        (self.point((t + 0.02).min(1.0)) - self.point((t - 0.02).max(0.0))).unit()
    }

    /// Points along it, close enough together for straight lines between them.
    pub fn points(&self) -> Vec<Point> {
        let steps = 8 * (self.0.len() - 1) / 3;
        (0..=steps).map(|n| self.point(n as f32 / steps as f32)).collect()
    }

    /// The parameter at which it comes nearest to a point.
    pub fn nearest(&self, to: Point) -> f32 {
        let ts = (0..=64).map(|n| n as f32 / 64.0);
        ts.min_by(|a, b| self.point(*a).distance(to).total_cmp(&self.point(*b).distance(to))).unwrap_or(0.0)
    }

    /// How near it comes to a point.
    pub fn distance(&self, to: Point) -> f32 {
        self.point(self.nearest(to)).distance(to)
    }
}

impl Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::new(self.0[0].rounded());
        text.cubics(&self.0[1..]);
        f.write_str(&text.d)
    }
}

/// A path in whole numbers relative to where it is, which is the shortest way to write it.
struct Text {
    d: String,
    here: Point,
    /// The last handle of the last cubic, mirrored: what a smooth joint needs not say.
    smooth: Option<Point>,
    command: char,
}

impl Text {
    fn new(start: Point) -> Text {
        Text { d: format!("M{start}"), here: start, smooth: None, command: 'M' }
    }

    fn cubics(&mut self, points: &[Point]) {
        for cubic in points.chunks_exact(3) {
            let [a, b, to] = [0, 1, 2].map(|n| cubic[n].rounded());
            let smooth = self.smooth.is_some_and(|expected| expected.distance(a) < 3.0);
            let named = if smooth { &[b, to][..] } else { &[a, b, to] };
            let by: Vec<Point> = named.iter().map(|p| *p - self.here).collect();
            self.command(if smooth { 's' } else { 'c' }, by[0]);
            join(&mut self.d, &by);
            self.here = to;
            self.smooth = Some(to + (to - b));
        }
    }

    /// Names a command, or only divides numbers if it goes on.
    fn command(&mut self, command: char, first: Point) {
        if self.command != command {
            self.d.push(command);
        } else if first.x >= 0.0 {
            self.d.push(' ');
        }
        self.command = command;
    }
}

/// Appends coordinates, divided only where needed.
fn join(d: &mut String, points: &[Point]) {
    for (n, point) in points.iter().enumerate() {
        let text = point.to_string();
        if n > 0 && !text.starts_with('-') {
            d.push(' ');
        }
        d.push_str(&text);
    }
}

/// The text of a closed polygon.
pub fn polygon(points: &[Point]) -> String {
    let mut here = points[0].rounded();
    let mut d = format!("M{here}l");
    let mut by = Vec::new();
    for point in &points[1..] {
        let point = point.rounded();
        by.push(point - here);
        here = point;
    }
    join(&mut d, &by);
    d.push('z');
    d
}

/// Whether a point lies in a polygon.
pub fn inside(polygon: &[Point], p: Point) -> bool {
    let mut odd = false;
    for (n, a) in polygon.iter().enumerate() {
        let b = polygon[(n + 1) % polygon.len()];
        let crosses = (a.y > p.y) != (b.y > p.y);
        odd ^= crosses && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let text: Vec<String> = [0.0, -0.04, 0.5, -0.25, 12.34, -7.0].map(|n| Num(n).to_string()).into();
        assert_eq!(text, ["0", "0", ".5", "-.3", "12.3", "-7"]);
    }

    #[test]
    fn a_quarter_turn_moves_north_to_east() {
        assert_eq!(at(100.0, 0.0).turned(Rotation::new(1)), at(200.0, 100.0));
        assert_eq!(at(190.0, 0.0).turned(Rotation::new(3)), at(0.0, 10.0));
    }
}
