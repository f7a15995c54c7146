//! Where a feature goes on.

use super::grid::{Age, Gap, TileGrid};
use super::outlook::Outlook;
use rules::{Catalogue, FeatureId, FeatureKind, FeatureSummary, Position, Side, Sides, Spot};

/// Features with more gaps than this will hardly be finished.
pub const MAX_GAPS: usize = 12;

/// Room for ends and cities from the start; more are seldom needed.
const ROOM: usize = 32;

/// Where a road, city or field comes to an empty cell.
#[derive(Clone, Copy, Debug)]
pub struct OpenEnd {
    /// The cell's number in the grid.
    pub place: usize,
    /// In which way: the number of the cell's side, or for a field that of the half of a side.
    pub way: u8,
    /// What else comes there.
    pub gap: Gap,
}

/// An empty cell that a road, city or monastery needs, and the sides on which it comes there.
#[derive(Clone, Copy, Default, Debug)]
pub struct Need {
    /// The cell's number in the grid.
    pub place: usize,
    /// What comes there.
    pub gap: Gap,
    /// The feature's own sides.
    pub sides: Sides,
}

/// What one look around a feature finds. It holds while all tiles lie that were seen and the cells that were empty
/// are so, whatever happens elsewhere.
#[derive(Default, Debug)]
pub struct FeatureSurvey {
    /// The last of the tiles that were seen.
    latest: Option<Age>,
    needs: [Need; MAX_GAPS],
    count: usize,
    /// Edges of a field that meet no tile.
    pub edges: u32,
    /// Where it comes to empty cells.
    pub ends: Vec<OpenEnd>,
    /// The segments of cities that a field touches; which belong together is another matter, and may change.
    pub cities: Vec<FeatureId>,
    /// What a road, city or monastery is worth now, and if it were finished as it is.
    pub worth: [f64; 2],
    /// What is expected of it, and with how many tiles left that was found.
    pub known: Option<(f64, Outlook)>,
}

impl FeatureSurvey {
    /// The empty cells a road, city or monastery needs.
    pub fn needs(&self) -> &[Need] {
        &self.needs[..self.count.min(MAX_GAPS)]
    }

    /// Whether it needs more than were kept.
    pub fn is_vast(&self) -> bool {
        self.count > MAX_GAPS
    }

    /// Whether what was found still holds.
    pub fn holds(&self, grid: &TileGrid) -> bool {
        self.latest.is_some_and(|latest| grid.has(latest))
            && match self.ends.is_empty() {
                true => self.needs().iter().all(|need| grid.gap(need.place) == need.gap),
                false => self.ends.iter().all(|end| grid.gap(end.place) == end.gap),
            }
    }

    /// Looks around a feature.
    pub fn look(&mut self, summary: &FeatureSummary, position: &Position, grid: &TileGrid) {
        (self.count, self.edges, self.latest, self.known) = (0, 0, Some(Age::default()), None);
        self.ends.clear();
        self.cities.clear();
        match summary.kind {
            FeatureKind::Monastery => {}
            FeatureKind::Road | FeatureKind::City => self.ends.reserve(ROOM),
            FeatureKind::Field => {
                self.ends.reserve(ROOM);
                self.cities.reserve(ROOM);
            }
        }
        for spot in position.spots(summary.id) {
            self.look_at(spot, summary.kind, position.catalogue(), grid);
        }
        if summary.kind == FeatureKind::Field {
            let cities = &mut self.cities;
            position.each_city_beside(summary.id, |city| {
                if !cities.contains(&city) {
                    cities.push(city);
                }
            });
        } else {
            self.worth = position.worth_of(summary.id).map(f64::from);
        }
    }

    fn look_at(&mut self, spot: Spot, kind: FeatureKind, catalogue: &Catalogue, grid: &TileGrid) {
        let Some(lying) = grid.at(spot.cell) else { return };
        self.latest = self.latest.max(Some(lying.age));
        let segment = &catalogue.tile(lying.kind).segments[usize::from(spot.segment)];
        let beyond = |side: Side| {
            let place = grid.place(spot.cell.step(side))?;
            Some((place, grid.gap(place))).filter(|(_, gap)| !gap.is_filled())
        };
        match kind {
            FeatureKind::Field => {
                let halves = segment.halves.turned(lying.rotation);
                for side in Side::ALL {
                    let (left, right) = (halves.has(side, false), halves.has(side, true));
                    if (left || right)
                        && let Some((place, gap)) = beyond(side)
                    {
                        self.edges += 1;
                        // The left half of a side faces the right half of the side beyond.
                        let way = 2 * side.opposite() as u8 + u8::from(left);
                        self.ends.push(OpenEnd { place, way, gap });
                    }
                }
            }
            FeatureKind::Monastery => {
                for cell in spot.cell.around() {
                    match (grid.at(cell), grid.place(cell)) {
                        (Some(beside), _) => self.latest = self.latest.max(Some(beside.age)),
                        (None, Some(place)) => self.add(place, grid.gap(place), Sides(0)),
                        (None, None) => {}
                    }
                }
            }
            FeatureKind::Road | FeatureKind::City => {
                for side in segment.sides.turned(lying.rotation).iter() {
                    if let Some((place, gap)) = beyond(side) {
                        let way = side.opposite() as u8;
                        self.add(place, gap, Sides(1 << way));
                        self.ends.push(OpenEnd { place, way, gap });
                    }
                }
            }
        }
    }

    fn add(&mut self, place: usize, gap: Gap, sides: Sides) {
        let kept = self.count.min(MAX_GAPS);
        if let Some(need) = self.needs[..kept].iter_mut().find(|need| need.place == place) {
            need.sides.0 |= sides.0;
            return;
        }
        if let Some(free) = self.needs.get_mut(self.count) {
            *free = Need { place, gap, sides };
        }
        self.count += 1;
    }
}
