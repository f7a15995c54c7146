//! A quick judgement of placements for play-outs: what a tile does to the features it touches, from sums that are at hand.

use crate::evaluate::{Sight, Weights, supply_values};
use rules::{
    Action, Cell, FOLLOWERS, FeatureId, FeatureKind, FieldScoring, Figure, Gist, MAX_SEATS, Phase, Position,
    Seat,
};

/// Edges from which on it makes no difference how many are open.
const MANY: usize = 7;

/// A claimed feature before the tile lies.
#[derive(Clone, Copy, Debug)]
struct Claim {
    id: FeatureId,
    /// What it is worth to the mover.
    worth: f64,
    /// The seats with most followers.
    leaders: u8,
    /// Where, if it is a monastery.
    monastery: Option<Cell>,
}

/// What is known before the tile is laid, and room to think.
#[derive(Debug)]
pub struct Glance {
    weights: Weights,
    mover: Seat,
    seats: usize,
    turns: f64,
    tiles: f64,
    per_city: f64,
    /// How likely a road or city with so many open edges is finished, and what a monastery lacks.
    close: [f64; MANY + 1],
    /// How likely a cell beside a monastery is filled.
    around: f64,
    supply: [f64; FOLLOWERS as usize + 1],
    claims: Vec<Claim>,
    fields: Vec<(FeatureId, f64)>,
    places: Vec<Action>,
    figures: Vec<Action>,
}

/// Distinct features of the tile just laid.
#[derive(Clone, Copy)]
struct Fresh {
    gists: [Option<Gist>; 8],
}

impl Glance {
    /// With these weights.
    pub fn new(weights: &Weights) -> Glance {
        Glance {
            weights: weights.clone(),
            mover: Seat(0),
            seats: 2,
            turns: 0.0,
            tiles: -1.0,
            per_city: 3.0,
            close: [0.0; MANY + 1],
            around: 0.0,
            supply: [0.0; FOLLOWERS as usize + 1],
            claims: Vec::new(),
            fields: Vec::new(),
            places: Vec::new(),
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
        self.seats = position.setup().seats.into();
        self.per_city = if position.setup().knobs.field == FieldScoring::PerCity { 4.0 } else { 3.0 };
        self.reckon(f64::from(tiles));
        match position.phase() {
            Phase::Place => self.choose_turn(position, scratch, sight),
            Phase::Figure => {
                self.prepare(position);
                let (_, then) = self.best_figure(position, position, sight)?;
                Some((then, None))
            }
            Phase::Dragon { mover, .. } => self.choose_step(position, mover, sight).map(|step| (step, None)),
            _ => Some((Action::TakeExtra, None)),
        }
    }

    fn choose_turn(
        &mut self,
        position: &Position,
        scratch: &mut Position,
        sight: &Sight,
    ) -> Option<(Action, Option<Action>)> {
        self.prepare(position);
        let mut places = std::mem::take(&mut self.places);
        position.distinct_actions(&mut places);
        let mut best: Option<(f64, Action, Action)> = None;
        for place in &places {
            scratch.copy_from(position);
            scratch.play_unchecked(*place);
            let gain = self.placement(scratch);
            let Some((more, then)) = self.best_figure(position, scratch, sight) else { continue };
            if best.is_none_or(|(most, ..)| gain + more > most) {
                best = Some((gain + more, *place, then));
            }
        }
        self.places = places;
        best.map(|(_, place, then)| (place, Some(then)))
    }

    /// Looks at the claimed features before the tile is laid.
    fn prepare(&mut self, position: &Position) {
        self.mover = position.turn();
        self.fields.clear();
        self.claims.clear();
        for gist in position.claimed_gists() {
            let leaders = gist.leaders();
            let monastery =
                (gist.kind == FeatureKind::Monastery).then(|| position.some_cell(gist.id)).flatten();
            let points = match gist.kind {
                FeatureKind::Field => self.field(position, gist.id),
                FeatureKind::Monastery => {
                    monastery.map_or(0.0, |cell| self.monastery(position.tiles_around(cell)))
                }
                FeatureKind::Road | FeatureKind::City => self.line(&gist),
            };
            let worth = self.share(leaders) * points;
            self.claims.push(Claim { id: gist.id, worth, leaders, monastery });
        }
    }

    /// What follows from the number of tiles left.
    fn reckon(&mut self, tiles: f64) {
        if tiles == self.tiles {
            return;
        }
        let seats = self.seats as f64;
        (self.tiles, self.turns) = (tiles, tiles / seats);
        let filled = |weight: f64, part: f64| 1.0 - (1.0 - weight / seats).powf(part * tiles);
        let chance = filled(self.weights.closing, self.weights.glance_closing);
        self.around = filled(self.weights.around, self.weights.glance_around);
        for open in 1..=MANY {
            let gaps = open as f64;
            let time = (self.turns / gaps).min(1.0);
            self.close[open] = time * chance.powi(open as i32) * self.weights.gap.powi(open as i32 - 1);
        }
        self.supply = supply_values(&self.weights, self.turns);
    }

    /// How much of a feature's points counts for the mover, if these seats lead there.
    fn share(&self, leaders: u8) -> f64 {
        let own = leaders >> self.mover.0 & 1;
        let others = (leaders.count_ones() - u32::from(own)) as f64;
        f64::from(own) - others / (self.seats.max(2) - 1) as f64
    }

    /// What a road or city will bring.
    fn line(&self, gist: &Gist) -> f64 {
        let per = if gist.kind == FeatureKind::City { 2.0 } else { 1.0 };
        let count = f64::from(gist.count);
        if gist.open == 0 {
            return per * count;
        }
        let open = usize::from(gist.open).min(MANY);
        let (close, gaps) = (self.close[open], open as f64);
        close * per * (count + gaps) + (1.0 - close) * (count + self.weights.growth * gaps * self.close[1])
    }

    /// What a monastery with so many tiles around it will bring.
    fn monastery(&self, around: usize) -> f64 {
        let missing = (8 - around.min(8)) as f64;
        1.0 + around as f64 + (missing * self.around).min(0.8 * self.turns)
    }

    /// What a field of the position before will bring.
    fn field(&mut self, before: &Position, id: FeatureId) -> f64 {
        if let Some((_, points)) = self.fields.iter().find(|(known, _)| *known == id) {
            return *points;
        }
        let mut points = self.weights.glance_field * (self.tiles / 60.0).min(1.5);
        if before.has_feature(id) {
            let [done, all] = before.cities_around(id).map(|count| self.per_city * f64::from(count));
            let late = (self.tiles / self.weights.field_tiles).min(1.0);
            points += done + (all - done) * self.weights.field_city * late;
        }
        self.fields.push((id, points));
        points
    }

    /// What a placement changes for the mover, before its figure.
    fn placement(&mut self, after: &Position) -> f64 {
        let Some(laid) = after.tiles().last() else { return 0.0 };
        let fresh = Fresh::new(after);
        let mut gain = 0.0;
        for gist in fresh.gists.iter().flatten().filter(|gist| gist.is_claimed()) {
            let share = self.share(gist.leaders());
            gain += match gist.kind {
                FeatureKind::Field => share * self.merged_fields(after, gist.id),
                FeatureKind::Monastery => 0.0,
                _ => {
                    share * self.line(gist) + if gist.open == 0 { self.homecoming(after, gist) } else { 0.0 }
                }
            };
        }
        gain += self.farmed(&fresh);
        for claim in &self.claims {
            match claim.monastery {
                Some(cell) if cell != laid.cell && is_beside(cell, laid.cell) => {
                    let around = after.tiles_around(cell);
                    let points = self.monastery(around);
                    gain += self.share(claim.leaders) * points - claim.worth;
                }
                Some(_) => {}
                None => {
                    let now = after.gist_of(claim.id).map(|gist| gist.id);
                    if fresh.gists.iter().flatten().any(|gist| Some(gist.id) == now) {
                        gain -= claim.worth;
                    }
                }
            }
        }
        gain
    }

    /// The fields that were joined into one bring what each did.
    fn merged_fields(&mut self, after: &Position, id: FeatureId) -> f64 {
        let mut points = 0.0;
        for n in 0..self.claims.len() {
            let Claim { id: old, .. } = self.claims[n];
            if let Some((_, worth)) = self.fields.iter().find(|(known, _)| *known == old)
                && after.gist_of(old).is_some_and(|gist| gist.id == id)
            {
                points += worth;
            }
        }
        points
    }

    /// A finished city makes the fields of the tile worth more.
    fn farmed(&self, fresh: &Fresh) -> f64 {
        let gists = || fresh.gists.iter().flatten();
        if !gists().any(|gist| gist.kind == FeatureKind::City && gist.open == 0) {
            return 0.0;
        }
        let fields = gists().filter(|gist| gist.kind == FeatureKind::Field && gist.is_claimed());
        let share: f64 = fields.map(|gist| self.share(gist.leaders())).sum();
        share * self.per_city * self.weights.glance_farmed
    }

    /// What followers are worth that come home.
    fn homecoming(&self, after: &Position, gist: &Gist) -> f64 {
        let mut gain = 0.0;
        for seat in 0..self.seats {
            let home = gist.followers(Seat(seat as u8));
            if home == 0 {
                continue;
            }
            let have = usize::from(after.in_supply(Seat(seat as u8), Figure::Follower));
            let then = (have + usize::from(home)).min(FOLLOWERS.into());
            gain += self.share(1 << seat) * (self.supply[then] - self.supply[have]);
        }
        gain
    }

    /// The best figure choice after a placement, and what it adds.
    fn best_figure(&mut self, before: &Position, after: &Position, sight: &Sight) -> Option<(f64, Action)> {
        let mut figures = std::mem::take(&mut self.figures);
        after.legal_actions(&mut figures);
        let have = usize::from(after.in_supply(self.mover, Figure::Follower)).max(1);
        let cost = self.supply[have] - self.supply[have - 1];
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
                let Some(gist) = after.gist(spot) else { return 0.0 };
                match (figure, gist.kind) {
                    (Figure::Builder, _) => {
                        self.turns.min(self.weights.builder_turns)
                            * self.weights.glance_builder
                            * self.weights.tempo
                    }
                    (Figure::Pig, _) => self.field(before, gist.id) / 3.0,
                    (_, FeatureKind::Field) => self.field(before, gist.id) - cost,
                    (_, FeatureKind::Monastery) => {
                        let around = after.tiles_around(spot.cell);
                        self.monastery(around) - if around == 8 { 0.0 } else { cost }
                    }
                    _ if gist.open == 0 => self.line(&gist),
                    _ => {
                        let close = self.close[usize::from(gist.open).min(MANY)];
                        self.line(&gist) - cost * (1.0 - self.weights.homecoming * close)
                    }
                }
            }
            Action::Evict { spot } => {
                let own = sight.pieces.iter().any(|piece| piece.spot == spot && piece.seat == self.mover);
                if own { -self.weights.glance_evict } else { self.weights.glance_evict }
            }
            Action::MoveFairy { .. } => self.weights.glance_fairy * self.turns.min(1.0),
            _ => 0.0,
        }
    }

    /// Leads the dragon to others' pieces rather than to the own.
    fn choose_step(&mut self, position: &Position, mover: Seat, sight: &Sight) -> Option<Action> {
        position.legal_actions(&mut self.figures);
        let at = sight.dragon?;
        let gain = |action: &Action| {
            let Action::MoveDragon { side } = action else { return 0 };
            let cell = at.step(*side);
            let there = sight.pieces.iter().filter(|piece| {
                piece.spot.cell == cell
                    && position.feature(piece.spot).is_some_and(|feature| piece.is_on(&feature))
            });
            there.map(|piece| if piece.seat == mover { -(MAX_SEATS as i32) } else { 1 }).sum::<i32>()
        };
        let best = self
            .figures
            .iter()
            .map(|action| (gain(action), *action))
            .reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.map(|(_, action)| action)
    }
}

impl Fresh {
    fn new(position: &Position) -> Fresh {
        let mut gists = [None; 8];
        let Some(laid) = position.tiles().last() else { return Fresh { gists } };
        let segments = position.catalogue().tile(laid.kind).segments.len();
        let mut count = 0;
        for number in 0..segments.min(8) as u8 {
            let Some(gist) = position.gist(rules::Spot::new(laid.cell, number)) else { continue };
            if gists[..count].iter().flatten().all(|known: &Gist| known.id != gist.id) {
                gists[count] = Some(gist);
                count += 1;
            }
        }
        Fresh { gists }
    }
}

/// Whether two cells touch, corners included.
fn is_beside(a: Cell, b: Cell) -> bool {
    a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1
}
