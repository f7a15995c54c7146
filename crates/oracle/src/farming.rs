//! What fields are worth at the end (B-END-3, E-FIELD, T-PIG).

use crate::Oracle;
use crate::flood::{self, Feature};
use crate::scoring::leaders;
use rules::{Event, FeatureKind, FieldScoring, MAX_SEATS, Reason, Score, Seat, Spot};
use std::collections::BTreeSet;

impl Oracle {
    /// Final scoring of all fields.
    pub(crate) fn score_fields(&mut self) {
        let fields = self.features().into_iter().filter(|feature| feature.kind == FeatureKind::Field);
        let claimed: Vec<Feature> = fields.filter(|field| !field.followers.is_empty()).collect();
        if self.setup.knobs.field == FieldScoring::PerField {
            claimed.iter().for_each(|field| self.score_field(field));
        } else {
            self.score_farmed_cities(&claimed);
            claimed.iter().for_each(|field| self.score_fairy_bonus(field));
        }
    }

    /// Points a completed city is worth to farmers.
    pub(crate) fn per_city(&self) -> u8 {
        match self.setup.knobs.field {
            FieldScoring::PerField | FieldScoring::PerFieldOnce => 3,
            FieldScoring::PerCity => 4,
        }
    }

    /// The cities a field touches, completed or not, each once.
    pub(crate) fn cities_touched(&self, field: &Feature) -> Vec<Feature> {
        let board = self.board();
        let mut cities: Vec<Feature> = Vec::new();
        for spot in &field.spots {
            let printed = flood::segment(&board, *spot).expect("the field's spots exist");
            let bordering = board.spots_at(spot.cell).into_iter();
            for city in bordering.filter(|city| printed.touches >> city.segment & 1 != 0) {
                if !cities.iter().any(|known| known.spots.contains(&city)) {
                    cities.push(flood::feature(&board, &self.view, city));
                }
            }
        }
        cities
    }

    /// The first spots of the completed cities a field touches.
    pub fn cities(&self, field: &Feature) -> BTreeSet<Spot> {
        self.cities_touched(field).iter().filter(|city| city.is_complete()).map(Feature::first).collect()
    }

    fn score_field(&mut self, field: &Feature) {
        let cities = self.cities(field);
        let mut points = [0; MAX_SEATS];
        let mut pigs = [false; MAX_SEATS];
        for seat in leaders(field.strengths()) {
            pigs[seat] = field.has_helper(Seat(seat as u8));
            points[seat] = cities.len() as u32 * (u32::from(self.per_city()) + u32::from(pigs[seat]));
        }
        let reason = Reason::Field {
            spot: field.first(),
            cities: cities.into_iter().collect(),
            per_city: self.per_city(),
            followers: field.strengths(),
            pigs,
        };
        self.tell(Event::Scored(Score { reason, points }));
        self.score_fairy_bonus(field);
    }

    fn score_farmed_cities(&mut self, claimed: &[Feature]) {
        let fed: Vec<(&Feature, BTreeSet<Spot>)> =
            claimed.iter().map(|field| (field, self.cities(field))).collect();
        let cities: BTreeSet<Spot> = fed.iter().flat_map(|(_, cities)| cities).copied().collect();
        for city in cities {
            let around = fed.iter().filter(|(_, cities)| cities.contains(&city));
            let around: Vec<&Feature> = around.map(|(field, _)| *field).collect();
            self.score_farmed_city(city, &around);
        }
    }

    fn score_farmed_city(&mut self, city: Spot, fields: &[&Feature]) {
        let mut points = [0; MAX_SEATS];
        let mut pigs = [false; MAX_SEATS];
        for seat in 0..MAX_SEATS {
            let through = self.earned_through(fields, seat);
            pigs[seat] = through.iter().any(|field| field.has_helper(Seat(seat as u8)));
            if !through.is_empty() {
                points[seat] = u32::from(self.per_city()) + u32::from(pigs[seat]);
            }
        }
        let reason = Reason::FarmedCity {
            city,
            fields: fields.iter().map(|field| (field.first(), field.strengths())).collect(),
            per_city: self.per_city(),
            pigs,
        };
        self.tell(Event::Scored(Score { reason, points }));
    }

    /// The fields through which a seat earns a city; none if it does not. Under per-city scoring whoever
    /// leads over all fields together earns it through all of them (T-PIG-4).
    fn earned_through<'a>(&self, fields: &[&'a Feature], seat: usize) -> Vec<&'a Feature> {
        if self.setup.knobs.field == FieldScoring::PerFieldOnce {
            return fields
                .iter()
                .copied()
                .filter(|field| leaders(field.strengths()).contains(&seat))
                .collect();
        }
        let sum = fields.iter().fold([0; MAX_SEATS], |mut sum: [u8; MAX_SEATS], field| {
            (0..MAX_SEATS).for_each(|seat| sum[seat] += field.strengths()[seat]);
            sum
        });
        if leaders(sum).contains(&seat) { fields.to_vec() } else { Vec::new() }
    }
}
