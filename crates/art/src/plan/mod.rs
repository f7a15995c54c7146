//! Where everything on a tile is, before it is turned: worked out from its segments alone.

mod walls;
mod ways;

pub use walls::City;
pub use ways::{End, Mouth, RIVER, ROAD, River, Road};

use crate::map::{ACROSS, Disc, Map, NOBODY, WATER, centre};
use crate::shape::{Curve, Point, at};
use rules::{Catalogue, FeatureKind, Good, Kind, Mark, Rotation, Side, Tile};
use std::sync::OnceLock;

/// How far a monastery's garden reaches.
pub const GARDEN: f32 = 38.0;
/// How far a village's green reaches.
pub const GREEN: f32 = 19.0;

/// Something printed on the tile besides its segments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sign {
    /// A mark of the whole tile.
    Mark(Mark),
    /// A pennant of a city.
    Pennant,
    /// A city's goods.
    Good(Good),
    /// The princess of a city.
    Princess,
}

/// A bridge: over what it leads, and the line it carries.
pub struct Bridge {
    pub at: Point,
    /// The way it leads.
    pub along: Point,
    /// Half the width of what is below.
    pub over: f32,
}

/// A tile's layout.
pub struct Plan {
    /// The kind it is the layout of.
    pub kind: Kind,
    pub cities: Vec<City>,
    pub roads: Vec<Road>,
    pub river: Option<River>,
    /// Its monastery.
    pub abbey: Option<Point>,
    /// Where its roads meet or end in the open.
    pub village: Option<Point>,
    pub bridges: Vec<Bridge>,
    /// Whose each place is.
    pub map: Map,
    /// What else is printed on it, with the room for each.
    pub signs: Vec<(Sign, Disc)>,
    /// Where a figure stands on each segment.
    pub stands: Vec<Point>,
}

impl Plan {
    /// The layout of a shipped kind.
    pub fn of(kind: Kind) -> &'static Plan {
        static PLANS: OnceLock<Vec<OnceLock<Plan>>> = OnceLock::new();
        let plans = PLANS.get_or_init(|| Catalogue::shipped().kinds().map(|_| OnceLock::new()).collect());
        plans[kind.index()].get_or_init(|| Plan::new(kind, kind.tile()))
    }

    /// What is printed on the tile.
    pub fn tile(&self) -> &'static Tile {
        self.kind.tile()
    }

    /// How much of the tile is open country, from 0 to 1.
    pub fn country(&self) -> f32 {
        let segments = &self.tile().segments;
        let open = |owner: &&u8| {
            segments.get(usize::from(**owner)).is_some_and(|segment| segment.kind == FeatureKind::Field)
        };
        self.map.owner.iter().filter(open).count() as f32 / self.map.owner.len() as f32
    }

    fn new(kind: Kind, tile: &Tile) -> Plan {
        let cities = walls::cities(tile);
        let (abbey, mut village) = (ways::abbey(tile), ways::village(tile, &cities));
        let roads = ways::roads(kind, tile, &ways::Places { cities: &cities, village, abbey });
        let open = roads.iter().find(|road| road.end == End::Open && tile.mark != Some(Mark::Volcano));
        village = village.or(open.map(|road| road.curve.end()));
        let river = ways::river(kind, tile);
        let bridges = bridges(&roads, river.as_ref());
        let mut plan = Plan {
            kind,
            cities,
            roads,
            river,
            abbey,
            village,
            bridges,
            map: Map { owner: Vec::new(), depth: Vec::new() },
            signs: Vec::new(),
            stands: Vec::new(),
        };
        plan.map = plan.survey(tile);
        plan.signs = plan.place_signs(tile);
        plan.stands = plan.place_stands(tile);
        plan
    }

    /// What is at each square of the tile.
    fn survey(&self, tile: &Tile) -> Map {
        let owner = (0..ACROSS * ACROSS).map(|n| self.owner(centre(n))).collect();
        let fields = tile.segments.iter().enumerate().filter(|(_, s)| s.kind == FeatureKind::Field);
        let inner = fields.clone().find(|(_, segment)| segment.halves.0 == 0).map(|(n, _)| n as u8);
        let seeds: Vec<(Point, u8)> = fields
            .flat_map(|(n, segment)| {
                let halves = Side::ALL.into_iter().flat_map(|side| [(side, false), (side, true)]);
                let own = halves.filter(|(side, right)| segment.halves.has(*side, *right));
                own.flat_map(move |(side, right)| {
                    let spots: [f32; 3] = if right { [130.0, 150.0, 175.0] } else { [70.0, 50.0, 25.0] };
                    spots.map(|x| (at(x, 2.5).turned(Rotation::new(side as u8)), n as u8))
                })
            })
            .collect();
        Map::new(owner, &seeds, inner)
    }

    /// Whose a point is, fields aside.
    fn owner(&self, p: Point) -> u8 {
        let abbey = self.tile().segments.iter().position(|s| s.kind == FeatureKind::Monastery);
        if let (Some(at), Some(n)) = (self.abbey, abbey)
            && at.distance(p) < GARDEN
        {
            return n as u8;
        }
        let on = |road: &&Road| road.curve.distance(p) < ROAD && (road.end != End::Tunnel || is_outer(p));
        if let Some(road) = self.roads.iter().rev().find(on) {
            return road.segment as u8;
        }
        if self.village.is_some_and(|village| village.distance(p) < GREEN) {
            return self.roads[0].segment as u8;
        }
        if let Some(city) = self.cities.iter().find(|city| city.contains(p) || city.wall_distance(p) < 4.0) {
            return city.segment as u8;
        }
        match &self.river {
            Some(river) if river.reach(p) => WATER,
            _ => NOBODY,
        }
    }

    fn place_signs(&self, tile: &Tile) -> Vec<(Sign, Disc)> {
        let mut signs: Vec<(Sign, Disc)> = Vec::new();
        let mut taken = self.solid();
        if let Some(mark) = tile.mark {
            let fields = (0..tile.segments.len()).filter(|n| tile.segments[*n].kind == FeatureKind::Field);
            let open = fields.filter_map(|n| self.map.roomiest(n as u8, &taken));
            let built = self.cities.iter().filter_map(|city| self.map.roomiest(city.segment as u8, &taken));
            let best = |a: &Disc, b: &Disc| a.radius.total_cmp(&b.radius);
            let place = open.max_by(best).filter(|disc| disc.radius >= 24.0).or(built.max_by(best));
            if let Some(disc) = place {
                let disc = Disc { radius: disc.radius.min(46.0), ..disc };
                signs.push((Sign::Mark(mark), disc));
                taken.push(Disc { radius: disc.radius.min(30.0), ..disc });
            }
        }
        for (n, segment) in tile.segments.iter().enumerate() {
            let princess = segment.princess.then_some(Sign::Princess);
            let pennant = (segment.pennants > 0).then_some(Sign::Pennant);
            for sign in [princess, segment.good.map(Sign::Good), pennant].into_iter().flatten() {
                if let Some(disc) = self.map.roomiest(n as u8, &taken) {
                    signs.push((sign, disc));
                    taken.push(Disc { radius: 20.0, ..disc });
                }
            }
        }
        signs
    }

    /// What stands on the tile from the start.
    pub fn solid(&self) -> Vec<Disc> {
        let village = self.village.map(|at| Disc { at, radius: GREEN + 12.0 });
        let abbey = self.abbey.map(|at| Disc { at, radius: GARDEN });
        village.into_iter().chain(abbey).collect()
    }

    fn place_stands(&self, tile: &Tile) -> Vec<Point> {
        let mut taken: Vec<Disc> =
            self.signs.iter().map(|(_, disc)| Disc { radius: disc.radius.min(22.0), ..*disc }).collect();
        let mut stands = Vec::new();
        for (n, segment) in tile.segments.iter().enumerate() {
            let stand = match segment.kind {
                FeatureKind::Monastery => self.abbey,
                FeatureKind::Road => {
                    self.roads.iter().find(|road| road.segment == n).map(|road| self.stand_on(road))
                }
                _ => self.map.roomiest(n as u8, &taken).map(|disc| disc.at),
            };
            let stand = stand.unwrap_or(crate::shape::MIDDLE);
            taken.push(Disc { at: stand, radius: 14.0 });
            stands.push(stand);
        }
        stands
    }
}

impl Plan {
    /// A place on a road, off its bridge.
    fn stand_on(&self, road: &Road) -> Point {
        let middle = road.curve.point(0.5);
        let bridge = self.bridges.iter().any(|bridge| bridge.at.distance(middle) < 40.0);
        match road.end {
            End::Through if bridge => road.curve.point(0.2),
            End::Through => middle,
            End::Tunnel => road.curve.point(0.06),
            _ => road.curve.point(0.38),
        }
    }
}

impl River {
    /// Whether a point is in the water.
    pub fn reach(&self, p: Point) -> bool {
        let lake = self.mouth == Some(Mouth::Lake) && self.curve.start().distance(p) < 46.0;
        lake || self.curve.distance(p) < RIVER
    }
}

/// Where a tunnel has not begun yet.
fn is_outer(p: Point) -> bool {
    p.x.min(p.y).min(200.0 - p.x).min(200.0 - p.y) < 24.0
}

fn bridges(roads: &[Road], river: Option<&River>) -> Vec<Bridge> {
    let over_water = river
        .into_iter()
        .flat_map(|river| roads.iter().filter_map(|road| bridge(&road.curve, &river.curve, RIVER)));
    let through: Vec<&Road> = roads.iter().filter(|road| road.end == End::Through).collect();
    let over_road = match through[..] {
        [below, above] => bridge(&above.curve, &below.curve, ROAD),
        _ => None,
    };
    over_water.chain(over_road).collect()
}

/// The bridge where one line crosses another, if it does.
fn bridge(above: &Curve, below: &Curve, over: f32) -> Option<Bridge> {
    let ts = (1..64).map(|n| n as f32 / 64.0);
    let t = ts.min_by(|a, b| below.distance(above.point(*a)).total_cmp(&below.distance(above.point(*b))))?;
    let place = above.point(t);
    (below.distance(place) < 3.0).then(|| Bridge { at: place, along: above.direction(t), over })
}
