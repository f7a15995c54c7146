//! Fields: what they are worth at the end, under every edition, with pigs (B-END-3, E-FIELD, T-PIG).

use crate::event::{Event, Reason, Score, Sink};
use crate::figure::{MAX_SEATS, Seat};
use crate::geometry::Spot;
use crate::land::{Figures, leaders};
use crate::piece::MAX_PIECES;
use crate::position::Position;
use crate::ruleset::MAX_SEGMENTS;
use crate::score::{Points, add, majority, points_for};
use crate::setup::{FieldScoring, MAX_TILES};
use crate::tile::FeatureKind;

/// A set of features, one bit a segment number.
struct SegmentSet([u64; MAX_TILES * MAX_SEGMENTS / 64]);

impl SegmentSet {
    fn new() -> SegmentSet {
        SegmentSet([0; MAX_TILES * MAX_SEGMENTS / 64])
    }

    /// Adds a feature; whether it is new.
    fn add(&mut self, root: u16) -> bool {
        let (word, bit) = (&mut self.0[usize::from(root / 64)], 1 << (root % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

/// Points for the leaders: so much each, and the pig's extra.
fn with_pigs(leaders: u8, each: u32, pigs: u8, extra: u32) -> Points {
    let mut points = points_for(leaders, each);
    if pigs & leaders != 0 {
        add(&mut points, &points_for(pigs & leaders, extra));
    }
    points
}

fn flags(bits: u8) -> [bool; MAX_SEATS] {
    std::array::from_fn(|seat| bits >> seat & 1 != 0)
}

/// One bit a seat with a pig among these figures.
fn pigs(figures: Figures) -> u8 {
    (0..MAX_SEATS as u8).fold(0, |bits, seat| bits | u8::from(figures.has_helper(Seat(seat))) << seat)
}

impl Position {
    /// Calls back for the segments of cities that a field's segments border.
    #[inline]
    pub(crate) fn each_border(&self, field: u16, mut found: impl FnMut(u16)) {
        for segment in self.land.ring(field) {
            let placed = &self.board.tiles[usize::from(self.land.tile(segment))];
            for number in self.table(placed.kind()).touches[placed.index(segment)] {
                found(placed.segment(number));
            }
        }
    }

    /// Calls back for each city that a field touches, finished or not, once.
    pub(crate) fn each_city(&self, field: u16, mut found: impl FnMut(u16)) {
        let mut seen = SegmentSet::new();
        self.each_border(field, |segment| {
            let city = self.land.root(segment);
            if seen.add(city) {
                found(city);
            }
        });
    }

    /// The completed cities that a field touches.
    pub(crate) fn cities_of(&self, field: u16) -> Vec<u16> {
        let mut cities = Vec::new();
        self.each_city(field, |city| cities.push(city));
        cities.retain(|city| self.land.open_edges(*city) == 0);
        cities
    }

    /// How many cities a field touches: the completed ones, and all.
    pub(crate) fn cities_touched(&self, field: u16) -> [u32; 2] {
        let [mut done, mut all] = [0; 2];
        self.each_city(field, |city| {
            all += 1;
            done += u32::from(self.land.open_edges(city) == 0);
        });
        [done, all]
    }

    /// How many completed cities a field touches. These are seldom many, so a short list tells which were seen.
    fn completed_around(&self, field: u16) -> u32 {
        let (mut seen, mut count) = ([0; 16], 0);
        self.each_border(field, |segment| {
            let city = self.land.root(segment);
            let known = &seen[..count.min(seen.len())];
            if self.land.open_edges(city) > 0 || known.contains(&city) {
                return;
            }
            if let Some(free) = seen.get_mut(count) {
                *free = city;
            }
            count += 1;
        });
        if count > seen.len() { self.cities_touched(field)[0] } else { count as u32 }
    }

    /// One claimed field on its own: 3 points a city.
    pub(crate) fn score_field(&self, field: u16, sink: &mut impl Sink) -> Points {
        let figures = self.land.figures(field);
        let leaders = majority(figures);
        let cities = self.completed_around(field);
        let pigs = pigs(figures) & leaders;
        let points = with_pigs(leaders, 3 * cities, pigs, cities);
        self.emit(sink, || {
            let mut cities: Vec<Spot> =
                self.cities_of(field).into_iter().map(|city| self.first_spot(city)).collect();
            cities.sort_unstable();
            let reason = Reason::Field {
                spot: self.first_spot(field),
                cities,
                per_city: 3,
                followers: figures.followers(),
                pigs: flags(pigs),
            };
            Event::Scored(Score { reason, points })
        });
        points
    }

    /// The older editions: each completed city on its own, through the claimed fields that touch it.
    pub(crate) fn score_farmed_cities<S: Sink>(&self, sink: &mut S) -> Points {
        let mut points = Points::default();
        let fields = self.claimed().filter(|root| self.feature_kind(*root) == FeatureKind::Field);
        if S::ON {
            let mut cities: Vec<u16> = self.completed_cities().collect();
            cities.sort_by_key(|city| self.first_spot(*city));
            cities.into_iter().for_each(|city| add(&mut points, &self.score_farmed_city(city, sink)));
            let mut fields: Vec<u16> = fields.collect();
            fields.sort_by_key(|field| self.first_spot(*field));
            fields.into_iter().for_each(|field| add(&mut points, &self.fairy_bonus(field, sink)));
        } else {
            self.completed_cities().for_each(|city| add(&mut points, &self.score_farmed_city(city, sink)));
            fields.for_each(|field| add(&mut points, &self.fairy_bonus(field, sink)));
        }
        points
    }

    fn completed_cities(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.land.len()).filter(|segment| {
            self.land.root(*segment) == *segment
                && self.feature_kind(*segment) == FeatureKind::City
                && self.land.open_edges(*segment) == 0
        })
    }

    fn score_farmed_city(&self, city: u16, sink: &mut impl Sink) -> Points {
        let mut fields = [(0, Figures::default()); MAX_PIECES];
        let fields = self.claimed_fields_around(city, &mut fields);
        if fields.is_empty() {
            return Points::default();
        }
        let once = self.rules.setup.knobs.field == FieldScoring::PerFieldOnce;
        let (winners, pigs, per_city) = if once { by_field(fields) } else { by_city(fields) };
        let points = with_pigs(winners, u32::from(per_city), pigs, 1);
        self.emit(sink, || {
            let mut fields: Vec<_> = fields
                .iter()
                .map(|(field, figures)| (self.first_spot(*field), figures.followers()))
                .collect();
            fields.sort_unstable();
            let city = self.first_spot(city);
            let reason = Reason::FarmedCity { city, fields, per_city, pigs: flags(pigs) };
            Event::Scored(Score { reason, points })
        });
        points
    }

    /// The claimed fields that touch a city, each once, in a list that has room for all there can be.
    fn claimed_fields_around<'a>(&self, city: u16, fields: &'a mut [(u16, Figures)]) -> &'a [(u16, Figures)] {
        let mut count = 0;
        for segment in self.land.ring(city) {
            let placed = &self.board.tiles[usize::from(self.land.tile(segment))];
            let table = self.table(placed.kind());
            for number in 0..table.segments {
                if !table.touches[usize::from(number)].has(placed.number(segment)) {
                    continue;
                }
                let field = self.land.root(placed.segment(number));
                let figures = self.land.figures(field);
                if figures.occupied() && fields[..count].iter().all(|(seen, _)| *seen != field) {
                    fields[count] = (field, figures);
                    count += 1;
                }
            }
        }
        &fields[..count]
    }
}

/// `per-city`: most farmers over all fields; a pig on any of them helps its winning owner (T-PIG-4).
fn by_city(fields: &[(u16, Figures)]) -> (u8, u8, u8) {
    let farmers = |seat: u8| fields.iter().map(|(_, figures)| u32::from(figures.of(Seat(seat)))).sum();
    let winners = leaders((0..MAX_SEATS as u8).map(farmers));
    let all_pigs = fields.iter().fold(0, |bits, (_, figures)| bits | pigs(*figures));
    (winners, all_pigs & winners, 4)
}

/// `per-field-once`: whoever leads any of the fields; a pig on a field its owner leads helps.
fn by_field(fields: &[(u16, Figures)]) -> (u8, u8, u8) {
    let (mut winners, mut with_pig) = (0, 0);
    for (_, figures) in fields {
        let leaders = majority(*figures);
        winners |= leaders;
        with_pig |= pigs(*figures) & leaders;
    }
    (winners, with_pig, 3)
}
