//! Which placement looks best: previews of what each would join, so that no tile needs to be laid.

use super::{Monk, QuickEval};
use crate::evaluate::Sight;
use rules::{
    Action, Cell, Farmers, FeatureId, FeatureKind, FeatureSummary, Figure, Joined, Mark, Position, Preview,
    Princess, Seat, Spot,
};

/// What the mover can do with figures, whatever the placement.
struct FigureOptions {
    /// What a follower is missed for; nothing if none may be deployed.
    follower: Option<f64>,
    builder: bool,
    pig: bool,
    farmers: bool,
    /// The segment from which a princess looks, and whether she must send a knight home.
    princess: Option<(u8, bool)>,
    /// What the fairy brings, if she may move.
    fairy: f64,
    /// Whether what can be seen in a preview is all that can be done.
    plain: bool,
}

/// A placement with a figure choice, and how good it looks.
pub type Rated = (f64, Action, Action);

/// Keeps the best ones only, if there are more than so many.
fn keep_best(turns: &mut Vec<Rated>, most: usize) {
    if turns.len() > most {
        turns.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        turns.truncate(most);
    }
}

/// The best figure choice so far, and all of them where somebody wants to know.
struct Best {
    gain: f64,
    action: Option<Action>,
    all: Option<Vec<(f64, Action)>>,
}

impl Best {
    fn offer(&mut self, gain: f64, figure: Figure, spot: Spot) {
        let action = Action::Deploy { figure, spot };
        if let Some(all) = &mut self.all {
            all.push((gain, action));
        }
        if gain > self.gain {
            (self.gain, self.action) = (gain, Some(action));
        }
    }
}

impl FigureOptions {
    /// Nothing is done.
    const NONE: FigureOptions = FigureOptions {
        follower: None,
        builder: false,
        pig: false,
        farmers: false,
        princess: None,
        fairy: 0.0,
        plain: false,
    };

    fn new(quick_eval: &QuickEval, position: &Position) -> Option<FigureOptions> {
        let (setup, seat) = (position.setup(), quick_eval.mover);
        let (parts, tile) = (setup.parts, position.catalogue().tile(position.hand()?));
        let volcano = parts.dragon && tile.mark == Some(Mark::Volcano);
        let has = |figure| !volcano && position.in_supply(seat, figure) > 0;
        let princess = tile.segments.iter().position(|segment| segment.princess && parts.princess);
        let out = position.in_supply(seat, Figure::Follower) < setup.allotment(Figure::Follower);
        Some(FigureOptions {
            follower: has(Figure::Follower).then(|| quick_eval.cost(position)),
            builder: has(Figure::Builder),
            pig: has(Figure::Pig),
            farmers: setup.knobs.farmers == Farmers::On,
            princess: princess.map(|segment| (segment as u8, setup.knobs.princess == Princess::Must)),
            fairy: if parts.fairy && out { quick_eval.summons() } else { 0.0 },
            plain: !(parts.dragon || parts.fairy || parts.portal || parts.princess),
        })
    }
}

impl QuickEval {
    /// The placement that looks best, with its figure choice.
    pub(super) fn choose_turn(
        &mut self,
        position: &Position,
        scratch: &mut Position,
        sight: &Sight,
    ) -> Option<(Action, Option<Action>)> {
        self.prepare(position);
        let (kind, means) = (position.hand()?, FigureOptions::new(self, position)?);
        let mut places = std::mem::take(&mut self.places);
        position.distinct_actions(&mut places);
        let mut best: Option<(f64, Action, Action)> = None;
        for place in &places {
            let Action::Place { cell, rotation } = *place else { continue };
            let preview = position.preview(kind, cell, rotation);
            let (gain, figure) = self.weigh(position, cell, &preview, &means, None);
            let (gain, then) = (gain + figure.gain, figure.action.unwrap_or(Action::Pass));
            if best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, *place, then));
            }
        }
        self.places = places;
        let (_, place, then) = best?;
        if means.plain {
            return Some((place, Some(then)));
        }
        scratch.copy_from(position);
        scratch.play_unchecked(place);
        let (_, then) = self.best_figure(position, scratch, sight)?;
        Some((place, Some(then)))
    }

    /// The placements with a figure choice that look best with so many tiles left, at most so many, those with the same
    /// placement together.
    pub fn best_turns(
        &mut self,
        (position, scratch): (&Position, &mut Position),
        sight: &Sight,
        tiles: u32,
        most: usize,
        turns: &mut Vec<Rated>,
    ) {
        turns.clear();
        self.look(position, sight, tiles);
        self.prepare(position);
        let (Some(kind), Some(means)) = (position.hand(), FigureOptions::new(self, position)) else { return };
        let (mut places, mut all) = (std::mem::take(&mut self.places), std::mem::take(&mut self.ranked));
        position.distinct_actions(&mut places);
        for place in &places {
            let Action::Place { cell, rotation } = *place else { continue };
            let preview = position.preview(kind, cell, rotation);
            all.clear();
            let (gain, figure) = self.weigh(position, cell, &preview, &means, Some(all));
            all = figure.all.unwrap_or_default();
            if means.plain {
                turns.push((gain, *place, Action::Pass));
                turns.extend(all.iter().map(|(more, then)| (gain + more, *place, *then)));
            } else {
                turns.push((gain + figure.gain, *place, Action::Pass));
            }
        }
        (self.places, self.ranked) = (places, all);
        keep_best(turns, most);
        if !means.plain {
            self.add_figures((position, scratch), sight, turns);
            keep_best(turns, most);
        }
        turns.sort_unstable_by_key(|(_, place, then)| (*place, *then));
    }

    /// Puts every figure choice in place of each placement, for what a preview does not show.
    fn add_figures(
        &mut self,
        (position, scratch): (&Position, &mut Position),
        sight: &Sight,
        turns: &mut Vec<Rated>,
    ) {
        let mut figures = std::mem::take(&mut self.figures);
        for n in 0..turns.len() {
            let place = turns[n].1;
            let gain = self.rate_placement(position, place);
            scratch.copy_from(position);
            scratch.play_unchecked(place);
            scratch.legal_actions(&mut figures);
            let cost = self.cost(scratch);
            for (number, then) in figures.iter().enumerate() {
                let rated = (gain + self.figure(*then, position, scratch, sight, cost), place, *then);
                if number == 0 { turns[n] = rated } else { turns.push(rated) }
            }
        }
        self.figures = figures;
    }

    /// What a placement changes for the mover, before its figure.
    pub(super) fn rate_placement(&mut self, position: &Position, place: Action) -> f64 {
        let Action::Place { cell, rotation } = place else { return 0.0 };
        let Some(kind) = position.hand() else { return 0.0 };
        let preview = position.preview(kind, cell, rotation);
        let (gain, figure) = self.weigh(position, cell, &preview, &FigureOptions::NONE, None);
        gain + figure.gain
    }

    /// Looks at the claimed features before the tile is laid.
    pub(super) fn prepare(&mut self, position: &Position) {
        self.monks.clear();
        for summary in position.claimed_summaries() {
            let share = self.share(summary.leaders());
            let points = match summary.kind {
                FeatureKind::Field => self.field(position, summary.id),
                FeatureKind::Monastery => {
                    self.monks.extend(self.monk(position, &summary));
                    continue;
                }
                FeatureKind::Road | FeatureKind::City => self.line(&summary),
            };
            let builders = if summary.kind == FeatureKind::Field { 0.0 } else { self.builders(&summary) };
            self.note(summary.id).claim = share * points + builders;
        }
    }

    fn monk(&self, position: &Position, summary: &FeatureSummary) -> Option<Monk> {
        let cell = position.some_cell(summary.id)?;
        let around = position.tiles_around(cell);
        let more = self.monastery(around + 1) - self.monastery(around);
        let home =
            if around == 7 { self.homecoming(position, summary) + self.blessing_of(summary.id) } else { 0.0 };
        Some(Monk { cell, gain: self.share(summary.leaders()) * more + home })
    }

    /// What a placement changes for the mover without a figure, and the best figure choice with what it adds; all of them
    /// if there is somewhere to put them.
    fn weigh(
        &mut self,
        position: &Position,
        cell: Cell,
        preview: &Preview,
        means: &FigureOptions,
        all: Option<Vec<(f64, Action)>>,
    ) -> (f64, Best) {
        let beside = self.monks.iter().filter(|monk| monk.cell.is_near(cell));
        let mut gain = beside.map(|monk| monk.gain).sum::<f64>() + self.lure(cell);
        let (mut second, safety) = (0.0_f64, self.safety(cell));
        for part in preview.claimed_parts() {
            gain -= self.note(part).claim;
        }
        let (mut finished, mut farming) = (false, 0.0);
        let mut best = Best { gain: means.fairy, action: None, all };
        for feature in preview.features() {
            let summary = &feature.summary;
            finished |= summary.kind == FeatureKind::City && summary.open == 0;
            if summary.open == 0 && summary.kind != FeatureKind::Field {
                gain += self.finished(position, preview, &feature);
            }
            if summary.is_claimed() {
                second = second.max(self.extended(summary));
                let share = self.share(summary.leaders());
                farming += if summary.kind == FeatureKind::Field { share } else { 0.0 };
                gain += self.grown(position, preview, &feature, share);
                self.offer_helper(position, cell, preview, &feature, means, &mut best);
            } else if let Some(cost) = means.follower {
                self.offer_claim(position, cell, preview, &feature, (cost, means.farmers), &mut best);
            }
        }
        gain += second;
        if best.action.is_some() {
            best.gain *= safety;
        }
        // A finished city makes the fields of the tile worth more.
        gain += if finished { farming * self.per_city * self.weights.quick_farmed } else { 0.0 };
        let seen =
            means.princess.and_then(|(segment, must)| Some((preview.feature_of(segment)?.summary, must)));
        if let Some((city, must)) = seen.filter(|(city, _)| city.is_claimed()) {
            best.gain = self.evict(position, &city, must, best.gain);
        }
        (gain, best)
    }

    /// What a claimed feature of the tile brings to the mover, who has such a share of it.
    fn grown(&mut self, position: &Position, preview: &Preview, feature: &Joined, share: f64) -> f64 {
        match (feature.summary.kind, feature.summary.open) {
            (FeatureKind::Field, _) => share * self.joined_field(position, preview, feature),
            (_, 0) => share * self.line(&feature.summary) + self.homecoming(position, &feature.summary),
            _ => share * self.line(&feature.summary) + self.builders(&feature.summary),
        }
    }

    /// The fields that become one bring what the best of them did: adding them up plays worse.
    fn joined_field(&mut self, position: &Position, preview: &Preview, field: &Joined) -> f64 {
        let bare = self.bare_field();
        let more = |part: FeatureId| self.field(position, part) - bare;
        bare + preview.parts_of(field).map(more).fold(0.0, f64::max)
    }

    /// A follower may claim a feature that nobody has.
    fn offer_claim(
        &mut self,
        position: &Position,
        cell: Cell,
        preview: &Preview,
        feature: &Joined,
        (cost, farmers): (f64, bool),
        best: &mut Best,
    ) {
        let gain = match feature.summary.kind {
            FeatureKind::Field if !farmers => return,
            FeatureKind::Field => self.joined_field(position, preview, feature) - cost,
            kind => self.claimed(position, kind, cell, &feature.summary, cost),
        };
        best.offer(gain, Figure::Follower, Spot::new(cell, feature.segment));
    }

    /// A builder or pig may join an own follower.
    fn offer_helper(
        &mut self,
        position: &Position,
        cell: Cell,
        preview: &Preview,
        feature: &Joined,
        means: &FigureOptions,
        best: &mut Best,
    ) {
        let spot = Spot::new(cell, feature.segment);
        if feature.summary.followers(self.mover) == 0 {
            return;
        }
        match (feature.summary.kind, feature.summary.open) {
            (FeatureKind::Field, _) if means.pig && means.farmers => {
                let gain = self.joined_field(position, preview, feature) / 3.0;
                best.offer(gain, Figure::Pig, spot);
            }
            (FeatureKind::Road | FeatureKind::City, open @ 1..) if means.builder => {
                best.offer(self.builder(open), Figure::Builder, spot);
            }
            _ => {}
        }
    }

    /// What can be gained where a princess sees a knight, who must perhaps go.
    fn evict(&self, position: &Position, city: &FeatureSummary, must: bool, otherwise: f64) -> f64 {
        let seats = (0..self.seats).map(|seat| Seat(seat as u8)).filter(|seat| city.followers(*seat) > 0);
        let best = seats.map(|seat| self.eviction(position, city, seat)).reduce(f64::max).unwrap_or(0.0);
        if must { best } else { best.max(otherwise) }
    }

    /// What a road, city or monastery of the tile brings to a follower who claims it.
    fn claimed(
        &self,
        position: &Position,
        kind: FeatureKind,
        cell: Cell,
        summary: &FeatureSummary,
        cost: f64,
    ) -> f64 {
        if kind != FeatureKind::Monastery {
            return self.claimed_line(summary, cost);
        }
        let around = position.tiles_around(cell);
        self.monastery(around) - if around == 8 { 0.0 } else { cost }
    }
}
