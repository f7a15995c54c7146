//! Looks at features and remembers what was found: from one position to the next most of them stay as they are.
//!
//! What was found holds while the latest of the feature's tiles lies and the empty cells it comes to are unchanged. Tiles are
//! lifted in the opposite order, so a feature whose latest tile lies has lost none, and one that has grown has grown
//! through such a cell. Both are looked up, and a test compares with a look that remembers nothing.

use super::fitting::Fitting;
use super::grid::TileGrid;
use super::outlook::{Forecast, Outlook};
use super::survey::FeatureSurvey;
use super::weights::Weights;
use rules::{FeatureId, FeatureKind, FeatureSummary, MAX_SEATS, Position};

/// A feature that somebody holds.
#[derive(Clone, Copy, Debug)]
pub struct Holding {
    pub id: FeatureId,
    /// What it is.
    pub kind: FeatureKind,
    /// Whether it is finished.
    pub complete: bool,
    /// Followers of each seat.
    pub followers: [u8; MAX_SEATS],
    /// Which seats have a builder or a pig on it.
    pub helpers: [bool; MAX_SEATS],
    /// What is expected of it.
    pub outlook: Outlook,
}

/// The tiles, what can be expected of the tiles left, and what is known of each feature.
#[derive(Debug)]
pub struct FeatureCache {
    pub grid: TileGrid,
    /// What can be expected.
    pub forecast: Forecast,
    /// By the number of the feature.
    surveys: Vec<FeatureSurvey>,
    /// Cities beside a field.
    beside: Vec<FeatureId>,
}

impl FeatureCache {
    /// For positions that follow from one, after which `tiles` are left, with room for `room` more on the table.
    pub fn new(
        weights: &Weights,
        position: &Position,
        fitting: Fitting,
        (seats, tiles): (usize, u32),
        room: u16,
    ) -> FeatureCache {
        FeatureCache {
            grid: TileGrid::new(position, room),
            forecast: Forecast::new(weights, fitting, seats, tiles, position),
            surveys: Vec::new(),
            beside: Vec::with_capacity(64),
        }
    }

    /// What was found around a feature that was looked at, and what can be expected.
    pub fn found(&mut self, id: FeatureId) -> (&FeatureSurvey, &mut Forecast) {
        (&self.surveys[id.index()], &mut self.forecast)
    }

    /// Looks at a feature.
    pub fn look(&mut self, summary: &FeatureSummary, position: &Position) -> Holding {
        let outlook = self.outlook(summary, position);
        Holding {
            id: summary.id,
            kind: summary.kind,
            complete: summary.kind != FeatureKind::Field
                && self.surveys[summary.id.index()].needs().is_empty(),
            followers: summary.all_followers(),
            helpers: summary.all_helpers(),
            outlook,
        }
    }

    /// What is expected of a feature.
    pub fn outlook(&mut self, summary: &FeatureSummary, position: &Position) -> Outlook {
        let number = summary.id.index();
        if number >= self.surveys.len() {
            self.surveys.resize_with(2 * number + 8, FeatureSurvey::default);
        }
        let survey = &mut self.surveys[number];
        if !survey.holds(&self.grid) {
            survey.look(summary, position, &self.grid);
        }
        if summary.kind == FeatureKind::Field {
            return self.field(number, position);
        }
        match survey.known {
            Some((tiles, outlook)) if tiles == self.forecast.tiles => outlook,
            _ => {
                let outlook = self.forecast.line_or_monastery(summary.kind, survey);
                survey.known = Some((self.forecast.tiles, outlook));
                outlook
            }
        }
    }

    /// What is expected of a field: of the cities it touches.
    fn field(&mut self, number: usize, position: &Position) -> Outlook {
        let mut beside = std::mem::take(&mut self.beside);
        beside.clear();
        let (mut done, mut to_come) = (0, 0.0);
        for n in 0..self.surveys[number].cities.len() {
            let city = position.summary_of(self.surveys[number].cities[n]);
            let Some(city) = city.filter(|city| !beside.contains(&city.id)) else { continue };
            beside.push(city.id);
            if city.open == 0 {
                done += 1;
            } else if self.forecast.minds_cities() {
                to_come += self.outlook(&city, position).close;
            }
        }
        let outlook = self.forecast.field(self.surveys[number].edges, [done, beside.len()], to_come);
        self.beside = beside;
        outlook
    }
}
