//! A quick judgement of placements for play-outs: what a tile does to the features it touches, from sums that are at hand.

mod expansion_terms;
mod placing;

use crate::evaluate::{Sight, SupplyValues, Weights, supply_values};
use crate::options::Choice;
use expansion_terms::ExpansionTerms;
pub use placing::Rated;
use rules::{
    Action, Cell, FeatureId, FeatureKind, FeatureSummary, FieldScoring, Figure, Parts, Phase, Position, Seat,
};

/// Edges from which on it makes no difference how many are open.
const MANY: usize = 7;

/// What was found out about a feature in a turn.
#[derive(Clone, Copy, Default, Debug)]
struct Note {
    /// In which one.
    turn: u64,
    /// What it is worth to the mover, if it is claimed.
    claim: f64,
    /// What it brings, if it is a field.
    field: Option<f64>,
}

/// A claimed monastery before the tile lies.
#[derive(Clone, Copy, Debug)]
struct Monk {
    cell: Cell,
    /// What the mover gains if a tile is laid beside it.
    gain: f64,
}

/// What follows from the number of tiles left.
#[derive(Clone, Copy, Default, Debug)]
struct Outlook {
    /// How likely a road or city with so many open edges is finished.
    close: [f64; MANY + 1],
    /// What a road, or a city, with so many open edges will bring: on its own, and for each tile and pennant.
    line: [[[f64; 2]; MANY + 1]; 2],
    /// How likely a cell beside a monastery is filled.
    around: f64,
    /// What so many followers in supply are worth.
    supply: SupplyValues,
}

impl Outlook {
    fn new(weights: &Weights, tiles: f64, seats: usize) -> Outlook {
        let seats = seats as f64;
        let turns = tiles / seats;
        let filled = |weight: f64, part: f64| 1.0 - (1.0 - weight / seats).powf(part * tiles);
        let chance = filled(weights.closing, weights.quick_closing);
        let mut close = [0.0; MANY + 1];
        for (open, close) in close.iter_mut().enumerate().skip(1) {
            let time = (turns / open as f64).min(1.0);
            *close = time * chance.powi(open as i32) * weights.gap.powi(open as i32 - 1);
        }
        let line = [1.0, 2.0].map(|per| {
            std::array::from_fn(|open| match (open, close[open], open as f64) {
                (0, ..) => [0.0, per],
                (_, done, gaps) => {
                    let grown = weights.growth * gaps * close[1];
                    [done * per * gaps + (1.0 - done) * grown, done * per + 1.0 - done]
                }
            })
        });
        let around = filled(weights.around, weights.quick_around);
        Outlook { close, line, around, supply: supply_values(weights, turns) }
    }
}

/// What is known before the tile is laid, and room to think.
#[derive(Debug)]
pub struct QuickEval {
    weights: Weights,
    mover: Seat,
    seats: usize,
    turns: f64,
    tiles: f64,
    per_city: f64,
    now: Outlook,
    /// What was worked out before, by the number of tiles left, for so many seats.
    known: Vec<Option<Outlook>>,
    known_seats: usize,
    monks: Vec<Monk>,
    expansion_terms: ExpansionTerms,
    /// By the number of the feature.
    notes: Vec<Note>,
    /// Counts the turns that were looked at.
    turn: u64,
    places: Vec<Action>,
    ranked: Vec<(f64, Action)>,
    figures: Vec<Action>,
}

impl QuickEval {
    /// With these weights.
    pub fn new(weights: &Weights) -> QuickEval {
        QuickEval {
            weights: weights.clone(),
            mover: Seat(0),
            seats: 2,
            turns: 0.0,
            tiles: -1.0,
            per_city: 3.0,
            now: Outlook::default(),
            known: Vec::new(),
            known_seats: 0,
            monks: Vec::new(),
            expansion_terms: ExpansionTerms::default(),
            notes: Vec::new(),
            turn: 0,
            places: Vec::new(),
            ranked: Vec::new(),
            figures: Vec::new(),
        }
    }

    /// What looks best with so many tiles left: a placement with its figure choice, or the answer to another question.
    pub fn choose(
        &mut self,
        position: &Position,
        scratch: &mut Position,
        sight: &Sight,
        tiles: u32,
    ) -> Option<(Action, Option<Action>)> {
        self.look(position, sight, tiles);
        match position.phase() {
            Phase::Place => self.choose_turn(position, scratch, sight),
            Phase::Figure => {
                let (_, then) = self.best_figure(position, position, sight)?;
                Some((then, None))
            }
            Phase::Dragon { mover, .. } => self.choose_step(position, mover, sight).map(|step| (step, None)),
            Phase::Extra => Some((Action::TakeExtra, None)),
            Phase::Draw { .. } | Phase::Over(_) => None,
        }
    }

    /// Looks at a position before anything is done, with so many tiles left.
    pub fn look(&mut self, position: &Position, sight: &Sight, tiles: u32) {
        self.seats = position.setup().seats.into();
        self.per_city = if position.setup().knobs.field == FieldScoring::PerCity { 4.0 } else { 3.0 };
        self.mover = position.turn();
        self.turn += 1;
        self.reckon(tiles);
        if position.setup().parts != Parts::NONE {
            self.meet(position, sight);
        }
    }

    /// How good each of some ways to go on looks; those with the same placement should come together.
    pub fn rate(
        &mut self,
        position: &Position,
        scratch: &mut Position,
        sight: &Sight,
        tiles: u32,
        choices: &[Choice],
    ) -> Vec<f64> {
        self.look(position, sight, tiles);
        self.prepare(position);
        let (cost, mut laid, mut rates) = (self.cost(position), None, Vec::with_capacity(choices.len()));
        for choice in choices {
            let places = matches!(choice.first, Action::Place { .. });
            let (place, figure) =
                if places { (Some(choice.first), choice.then) } else { (None, Some(choice.first)) };
            if let Some(place) = place.filter(|place| laid.map(|(laid, _)| laid) != Some(*place)) {
                scratch.copy_from(position);
                scratch.play_unchecked(place);
                laid = Some((place, self.rate_placement(position, place)));
            }
            let after = if place.is_some() { &*scratch } else { position };
            let more = figure.map_or(0.0, |action| self.figure(action, position, after, sight, cost));
            rates.push(more + laid.map_or(0.0, |(_, gain)| gain));
        }
        rates
    }

    /// What follows from the number of tiles left, worked out once for each number.
    fn reckon(&mut self, tiles: u32) {
        if self.known_seats != self.seats {
            (self.known_seats, self.tiles) = (self.seats, -1.0);
            self.known.clear();
        }
        if self.tiles != f64::from(tiles) {
            self.tiles = f64::from(tiles);
            self.turns = self.tiles / self.seats as f64;
            let place = tiles as usize;
            self.known.resize(self.known.len().max(place + 1), None);
            let now =
                self.known[place].unwrap_or_else(|| Outlook::new(&self.weights, self.tiles, self.seats));
            self.known[place] = Some(now);
            self.now = now;
        }
    }

    /// How much of a feature's points counts for the mover, if these seats lead there.
    fn share(&self, leaders: u8) -> f64 {
        let own = leaders >> self.mover.0 & 1;
        let others = (leaders.count_ones() - u32::from(own)) as f64;
        f64::from(own) - others / (self.seats.max(2) - 1) as f64
    }

    /// What a road or city will bring.
    #[inline]
    fn line(&self, summary: &FeatureSummary) -> f64 {
        let [fixed, each] = self.now.line[usize::from(summary.kind == FeatureKind::City)]
            [usize::from(summary.open).min(MANY)];
        fixed + each * f64::from(summary.count)
    }

    /// What a monastery with so many tiles around it will bring.
    fn monastery(&self, around: usize) -> f64 {
        let missing = (8 - around.min(8)) as f64;
        1.0 + around as f64 + (missing * self.now.around).min(0.8 * self.turns)
    }

    /// What a field without cities will bring.
    fn bare_field(&self) -> f64 {
        self.weights.quick_field * (self.tiles / 60.0).min(1.5)
    }

    /// What a field of the position before will bring.
    fn field(&mut self, before: &Position, id: FeatureId) -> f64 {
        if let Some(points) = self.note(id).field {
            return points;
        }
        let mut points = self.bare_field();
        if before.has_feature(id) {
            let [done, all] = before.cities_around(id).map(|count| self.per_city * f64::from(count));
            let late = (self.tiles / self.weights.field_tiles).min(1.0);
            points += done + (all - done) * self.weights.field_city * late;
        }
        self.note(id).field = Some(points);
        points
    }

    /// What is known of a feature in this turn.
    #[inline]
    fn note(&mut self, id: FeatureId) -> &mut Note {
        if id.index() >= self.notes.len() {
            self.notes.resize(2 * id.index() + 8, Note::default());
        }
        let note = &mut self.notes[id.index()];
        if note.turn != self.turn {
            *note = Note { turn: self.turn, ..Note::default() };
        }
        note
    }

    /// What followers are worth that come home.
    fn homecoming(&self, position: &Position, summary: &FeatureSummary) -> f64 {
        let mut gain = 0.0;
        for seat in 0..self.seats {
            let home = summary.followers(Seat(seat as u8));
            if home == 0 {
                continue;
            }
            let have = usize::from(position.in_supply(Seat(seat as u8), Figure::Follower));
            let then = (have + usize::from(home)).min(self.now.supply.len() - 1);
            gain += self.share(1 << seat) * (self.now.supply[then] - self.now.supply[have]);
        }
        gain
    }

    /// The best figure choice after a placement, and what it adds.
    fn best_figure(&mut self, before: &Position, after: &Position, sight: &Sight) -> Option<(f64, Action)> {
        let mut figures = std::mem::take(&mut self.figures);
        after.legal_actions(&mut figures);
        let cost = self.cost(after);
        let mut best: Option<(f64, Action)> = None;
        for action in &figures {
            let gain = self.figure(*action, before, after, sight, cost);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, *action));
            }
        }
        self.figures = figures;
        best
    }

    /// What a follower that is deployed is missed for.
    fn cost(&self, position: &Position) -> f64 {
        let have = usize::from(position.in_supply(self.mover, Figure::Follower)).max(1);
        self.now.supply[have] - self.now.supply[have - 1]
    }

    fn figure(
        &mut self,
        action: Action,
        before: &Position,
        after: &Position,
        sight: &Sight,
        cost: f64,
    ) -> f64 {
        match action {
            Action::Deploy { figure, spot } => {
                let Some(summary) = after.summary(spot) else { return 0.0 };
                let gain = match figure {
                    Figure::Follower => self.claim(before, after, spot, &summary, cost),
                    Figure::Builder => self.builder(summary.open),
                    Figure::Pig => self.field(before, summary.id) / 3.0,
                };
                gain * self.safety(spot.cell)
            }
            Action::Evict { spot } => {
                let knight = sight.pieces.iter().find(|piece| piece.spot == spot);
                let city = knight.and_then(|knight| Some((after.summary(spot)?, knight.seat)));
                city.map_or(0.0, |(city, seat)| self.eviction(after, &city, seat))
            }
            Action::MoveFairy { cell, segment } => self.summon(after, cell, segment),
            Action::Place { .. } | Action::MoveDragon { .. } | Action::TakeExtra | Action::Pass => 0.0,
        }
    }

    /// What a feature brings to a follower who claims it.
    fn claim(
        &mut self,
        before: &Position,
        after: &Position,
        spot: rules::Spot,
        summary: &FeatureSummary,
        cost: f64,
    ) -> f64 {
        match summary.kind {
            FeatureKind::Field => self.field(before, summary.id) - cost,
            FeatureKind::Monastery => {
                let around = after.tiles_around(spot.cell);
                self.monastery(around) - if around == 8 { 0.0 } else { cost }
            }
            FeatureKind::Road | FeatureKind::City => self.claimed_line(summary, cost),
        }
    }

    /// What a road or city brings to a follower who claims it.
    fn claimed_line(&self, summary: &FeatureSummary, cost: f64) -> f64 {
        match summary.open {
            0 => self.line(summary),
            open => {
                let close = self.now.close[usize::from(open).min(MANY)];
                self.line(summary) - cost * (1.0 - self.weights.homecoming * close)
            }
        }
    }

    /// Leads the dragon to others' pieces rather than to the own.
    fn choose_step(&mut self, position: &Position, mover: Seat, sight: &Sight) -> Option<Action> {
        position.legal_actions(&mut self.figures);
        let at = sight.dragon?;
        self.mover = mover;
        let steps = std::mem::take(&mut self.figures);
        let mut best: Option<(f64, Action)> = None;
        for step in &steps {
            let Action::MoveDragon { side } = step else { continue };
            let mut gain = 0.0;
            for piece in sight.pieces.iter().filter(|piece| piece.spot.cell == at.step(*side)) {
                gain -= self.share(1 << piece.seat.0) * self.loss(position, piece.spot, piece.seat);
            }
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, *step));
            }
        }
        self.figures = steps;
        best.map(|(_, action)| action)
    }
}
