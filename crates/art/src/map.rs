//! A tile as a grid of small squares: which segment each belongs to, and how far it is to the next one.

use crate::shape::{Point, SIDE, at};

/// Squares along a side.
pub const ACROSS: usize = 40;
/// The length of a square's side.
pub const STEP: f32 = SIDE / ACROSS as f32;
pub const WATER: u8 = 254;
/// Not given to anyone.
pub const NOBODY: u8 = 255;

#[derive(Clone)]
pub struct Map {
    /// Whose each square is: a segment's number, or water.
    pub owner: Vec<u8>,
    /// How far it is from each square's middle to a square of another, or to the tile's edge.
    pub depth: Vec<f32>,
}

/// A place taken by something.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Disc {
    /// Its middle.
    pub at: Point,
    /// How far it reaches.
    pub radius: f32,
}

/// The middle of a square.
pub fn centre(square: usize) -> Point {
    at((square % ACROSS) as f32 + 0.5, (square / ACROSS) as f32 + 0.5) * STEP
}

/// The square a point lies in.
pub fn square(p: Point) -> usize {
    let cell = |v: f32| ((v / STEP).max(0.0) as usize).min(ACROSS - 1);
    cell(p.y) * ACROSS + cell(p.x)
}

impl Map {
    /// A map from whose each square is before fields are told apart, and where each field reaches an edge.
    pub fn new(mut owner: Vec<u8>, seeds: &[(Point, u8)], inner: Option<u8>) -> Map {
        flood(&mut owner, seeds);
        for whose in &mut owner {
            if *whose == NOBODY {
                *whose = inner.unwrap_or(seeds.first().map_or(NOBODY, |seed| seed.1));
            }
        }
        let depth = depths(&owner);
        Map { owner, depth }
    }

    /// How far it is from a point to another segment.
    pub fn depth_at(&self, p: Point) -> f32 {
        self.depth[square(p)]
    }

    /// The roomiest place of an owner that keeps clear of what is taken.
    pub fn roomiest(&self, owner: u8, taken: &[Disc]) -> Option<Disc> {
        let own = (0..self.owner.len()).filter(|n| self.owner[*n] == owner);
        let room = |n: usize| Disc { at: centre(n), radius: clearance(centre(n), self.depth[n], taken) };
        // The middle wins ties, so that things do not hug a corner.
        let value = |disc: &Disc| disc.radius - 0.01 * disc.at.distance(crate::shape::MIDDLE);
        own.map(room).max_by(|a, b| value(a).total_cmp(&value(b)))
    }

    /// The squares of an owner.
    pub fn squares(&self, owner: u8) -> impl Iterator<Item = usize> + '_ {
        (0..self.owner.len()).filter(move |n| self.owner[*n] == owner)
    }
}

/// How much room there is at a point.
pub fn clearance(p: Point, depth: f32, taken: &[Disc]) -> f32 {
    taken.iter().map(|disc| disc.at.distance(p) - disc.radius).fold(depth, f32::min)
}

/// Spreads the seeds over everything that is nobody's.
fn flood(owner: &mut [u8], seeds: &[(Point, u8)]) {
    let mut queue: std::collections::VecDeque<usize> = Default::default();
    for (point, whose) in seeds {
        let n = square(*point);
        if owner[n] == NOBODY {
            owner[n] = *whose;
            queue.push_back(n);
        }
    }
    while let Some(n) = queue.pop_front() {
        for next in neighbours(n).into_iter().flatten() {
            if owner[next] == NOBODY {
                owner[next] = owner[n];
                queue.push_back(next);
            }
        }
    }
}

/// The squares beside one, clockwise from above; none outside.
pub fn neighbours(n: usize) -> [Option<usize>; 4] {
    let (x, y) = (n % ACROSS, n / ACROSS);
    [
        (y > 0).then(|| n - ACROSS),
        (x + 1 < ACROSS).then_some(n + 1),
        (y + 1 < ACROSS).then_some(n + ACROSS),
        (x > 0).then(|| n - 1),
    ]
}

/// Two sweeps over the grid, each passing on what its neighbours know: a little long along slants, and quick.
fn depths(owner: &[u8]) -> Vec<f32> {
    let mut depth: Vec<f32> = (0..owner.len()).map(|n| first_depth(owner, n)).collect();
    for n in 0..owner.len() {
        relax(&mut depth, n, -1);
    }
    for n in (0..owner.len()).rev() {
        relax(&mut depth, n, 1);
    }
    depth
}

/// What a square knows by itself: how far the tile's edge is, and whether it touches another's square.
fn first_depth(owner: &[u8], n: usize) -> f32 {
    let p = centre(n);
    let border = p.x.min(p.y).min(SIDE - p.x).min(SIDE - p.y);
    let beside = neighbours(n).into_iter().flatten().any(|next| owner[next] != owner[n]);
    if beside { border.min(STEP / 2.0) } else { border }
}

fn relax(depth: &mut [f32], n: usize, way: isize) {
    let across = ACROSS as isize;
    let column = (n % ACROSS) as isize;
    for (step, far) in [(1, 1.0), (across, 1.0), (across - 1, 1.4), (across + 1, 1.4)] {
        let next = n as isize + step * way;
        let inside = (0..depth.len() as isize).contains(&next);
        if inside && (next % across - column).abs() <= 1 {
            depth[n] = depth[n].min(depth[next as usize] + far * STEP);
        }
    }
}
