//! Which placement looks best: previews of what each would join, so that no tile needs to be laid.

use super::{Monk, QuickEval};
use crate::options::Choice;
use rules::{
    Action, Cell, Farmers, FeatureId, FeatureKind, FeatureSummary, Figure, Joined, Mark, Piece, Position,
    Preview, Princess, Seat, Spot,
};

/// What the mover can do with figures, whatever the placement.
struct FigureOptions {
    /// What a follower that is deployed is missed for.
    cost: f64,
    /// By the kind of a feature, the followers that may be deployed there.
    followers: [FigureSet; FeatureKind::ALL.len()],
    /// The same for figures that need a follower beside them.
    helpers: [FigureSet; FeatureKind::ALL.len()],
    /// The segment from which a princess looks, and whether she must send a knight home.
    princess: Option<(u8, bool)>,
    /// What the fairy brings, if she may move.
    fairy: f64,
    /// Whether what can be seen in a preview is all that can be done.
    plain: bool,
}

/// Figures, one bit each.
#[derive(Clone, Copy)]
struct FigureSet(u8);

impl Iterator for FigureSet {
    type Item = Figure;

    #[inline]
    fn next(&mut self) -> Option<Figure> {
        let figure = Figure::ALL.get(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(*figure)
    }
}

/// How good a placement with its figure choice looks.
pub type Rated = (f64, Choice);

/// Keeps the best ones, at most `most`.
fn keep_best(turns: &mut Vec<Rated>, most: usize) {
    if turns.len() > most {
        turns.select_nth_unstable_by(most, |a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        turns.truncate(most);
    }
}

/// The best figure choice so far, and all of them where somebody wants to know.
struct BestFigure {
    gain: f64,
    action: Option<Action>,
    all: Option<Vec<(f64, Action)>>,
}

impl BestFigure {
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
        cost: 0.0,
        followers: [FigureSet(0); FeatureKind::ALL.len()],
        helpers: [FigureSet(0); FeatureKind::ALL.len()],
        princess: None,
        fairy: 0.0,
        plain: false,
    };

    fn new(quick_eval: &QuickEval, position: &Position) -> Option<FigureOptions> {
        let (setup, seat) = (position.setup(), quick_eval.mover);
        let (parts, tile) = (setup.parts, position.catalogue().tile(position.hand()?));
        let volcano = parts.dragon && tile.mark == Some(Mark::Volcano);
        let princess = tile.segments.iter().position(|segment| segment.princess && parts.princess);
        let is_own_follower = |piece: Piece| piece.seat == seat && piece.figure.ability().follower;
        let moves_fairy = parts.fairy && position.pieces().any(is_own_follower);
        let mut options = FigureOptions {
            cost: quick_eval.cost(position),
            princess: princess.map(|segment| (segment as u8, setup.knobs.princess == Princess::Must)),
            fairy: if moves_fairy { quick_eval.best_fairy_move() } else { 0.0 },
            plain: !(parts.dragon || parts.fairy || parts.portal || parts.princess),
            ..FigureOptions::NONE
        };
        if !volcano {
            let farmers = setup.knobs.farmers == Farmers::On;
            let in_supply = |figure: &Figure| position.in_supply(seat, *figure) > 0;
            Figure::ALL.into_iter().filter(in_supply).for_each(|figure| options.add(figure, farmers));
        }
        Some(options)
    }

    /// A figure may be deployed where its kind may stand.
    fn add(&mut self, figure: Figure, farmers: bool) {
        let ability = figure.ability();
        let sets = if ability.follower { &mut self.followers } else { &mut self.helpers };
        for kind in ability.stands_on.iter().filter(|kind| farmers || **kind != FeatureKind::Field) {
            sets[*kind as usize].0 |= 1 << figure as u8;
        }
    }
}

impl QuickEval {
    /// The placement that looks best, with its figure choice.
    pub(super) fn choose_turn(&mut self, position: &Position, scratch: &mut Position) -> Option<Choice> {
        self.prepare(position);
        let (kind, options) = (position.hand()?, FigureOptions::new(self, position)?);
        let mut places = std::mem::take(&mut self.places);
        position.distinct_actions(&mut places);
        let mut best: Option<(f64, Action, Action)> = None;
        for place in &places {
            let Action::Place { cell, rotation } = *place else { continue };
            let preview = position.preview(kind, cell, rotation);
            let (gain, figure) = self.judge(position, cell, &preview, &options, None);
            let (gain, then) = (gain + figure.gain, figure.action.unwrap_or(Action::Pass));
            if best.is_none_or(|(most, ..)| gain > most) {
                best = Some((gain, *place, then));
            }
        }
        self.places = places;
        let (_, place, then) = best?;
        if options.plain {
            return Some(Choice::new(place).and(then));
        }
        scratch.copy_from(position);
        scratch.play_unchecked(place);
        let (_, then) = self.best_figure(position, scratch)?;
        Some(Choice::new(place).and(then))
    }

    /// The placements with a figure choice that look best with `tiles` left, at most `most`, those with the same placement
    /// together.
    pub fn best_turns(
        &mut self,
        (position, scratch): (&Position, &mut Position),
        tiles: u32,
        most: usize,
        turns: &mut Vec<Rated>,
    ) {
        turns.clear();
        self.look(position, tiles);
        self.prepare(position);
        let (Some(kind), Some(options)) = (position.hand(), FigureOptions::new(self, position)) else {
            return;
        };
        let (mut places, mut all) = (std::mem::take(&mut self.places), std::mem::take(&mut self.ranked));
        position.distinct_actions(&mut places);
        for place in &places {
            let Action::Place { cell, rotation } = *place else { continue };
            let preview = position.preview(kind, cell, rotation);
            all.clear();
            let (gain, figure) = self.judge(position, cell, &preview, &options, Some(all));
            all = figure.all.unwrap_or_default();
            let choice = Choice::new(*place);
            if options.plain {
                turns.push((gain, choice.and(Action::Pass)));
                turns.extend(all.iter().map(|(more, then)| (gain + more, choice.and(*then))));
            } else {
                turns.push((gain + figure.gain, choice.and(Action::Pass)));
            }
        }
        (self.places, self.ranked) = (places, all);
        keep_best(turns, most);
        if !options.plain {
            self.add_figures((position, scratch), turns);
            keep_best(turns, most);
        }
        turns.sort_unstable_by_key(|(_, choice)| *choice);
    }

    /// Puts every figure choice in place of each placement, for what a preview does not show.
    fn add_figures(&mut self, (position, scratch): (&Position, &mut Position), turns: &mut Vec<Rated>) {
        let mut figures = std::mem::take(&mut self.figures);
        for n in 0..turns.len() {
            let place = turns[n].1.first();
            let gain = self.rate_placement(position, place);
            scratch.copy_from(position);
            scratch.play_unchecked(place);
            scratch.legal_actions(&mut figures);
            let cost = self.cost(scratch);
            for (number, then) in figures.iter().enumerate() {
                let gain = gain + self.figure(*then, position, scratch, cost);
                let rated = (gain, Choice::new(place).and(*then));
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
        let (gain, figure) = self.judge(position, cell, &preview, &FigureOptions::NONE, None);
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
                FeatureKind::Road | FeatureKind::City => self.road_or_city(&summary),
            };
            let builders = if summary.kind == FeatureKind::Field { 0.0 } else { self.builders(&summary) };
            self.note(summary.id).claim = share * points + builders;
        }
    }

    fn monk(&self, position: &Position, summary: &FeatureSummary) -> Option<Monk> {
        let cell = position.some_cell(summary.id)?;
        let around = position.tiles_around(cell);
        let more = self.monastery(around + 1) - self.monastery(around);
        let home = if around == 7 {
            self.homecoming(position, summary) + self.fairy_bonus_of(summary.id)
        } else {
            0.0
        };
        Some(Monk { cell, gain: self.share(summary.leaders()) * more + home })
    }

    /// What a placement changes for the mover without a figure, and the best figure choice with what it adds; all of them
    /// if there is somewhere to put them.
    fn judge(
        &mut self,
        position: &Position,
        cell: Cell,
        preview: &Preview,
        options: &FigureOptions,
        all: Option<Vec<(f64, Action)>>,
    ) -> (f64, BestFigure) {
        let beside = self.monks.iter().filter(|monk| monk.cell.is_near(cell));
        let mut gain = beside.map(|monk| monk.gain).sum::<f64>() + self.volcano_gain(cell);
        let (mut second, safety) = (0.0_f64, self.safety(cell));
        for part in preview.claimed_parts() {
            gain -= self.note(part).claim;
        }
        let (mut finished, mut farming) = (false, 0.0);
        let mut best = BestFigure { gain: options.fairy, action: None, all };
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
                self.offer_helper(position, cell, preview, &feature, options, &mut best);
            } else {
                self.offer_claim(position, cell, preview, &feature, options, &mut best);
            }
        }
        gain += second;
        if best.action.is_some() {
            best.gain *= safety;
        }
        // A finished city makes the fields of the tile worth more.
        gain += if finished { farming * self.per_city * self.weights.quick_farmed } else { 0.0 };
        let seen =
            options.princess.and_then(|(segment, must)| Some((preview.feature_of(segment)?.summary, must)));
        if let Some((city, must)) = seen.filter(|(city, _)| city.is_claimed()) {
            best.gain = self.evict(position, &city, must, best.gain);
        }
        (gain, best)
    }

    /// What a claimed feature of the tile brings to the mover, who has such a share of it.
    fn grown(&mut self, position: &Position, preview: &Preview, feature: &Joined, share: f64) -> f64 {
        match (feature.summary.kind, feature.summary.open) {
            (FeatureKind::Field, _) => share * self.joined_field(position, preview, feature),
            (_, 0) => {
                share * self.road_or_city(&feature.summary) + self.homecoming(position, &feature.summary)
            }
            _ => share * self.road_or_city(&feature.summary) + self.builders(&feature.summary),
        }
    }

    /// The fields that become one bring what the best of them did: adding them up plays worse.
    fn joined_field(&mut self, position: &Position, preview: &Preview, field: &Joined) -> f64 {
        let bare = self.bare_field();
        let more = |part: FeatureId| self.field(position, part) - bare;
        bare + preview.parts_of(field).map(more).fold(0.0, f64::max)
    }

    /// Followers may claim a feature that nobody has.
    fn offer_claim(
        &mut self,
        position: &Position,
        cell: Cell,
        preview: &Preview,
        feature: &Joined,
        options: &FigureOptions,
        best: &mut BestFigure,
    ) {
        for figure in options.followers[feature.summary.kind as usize] {
            let gain = match feature.summary.kind {
                FeatureKind::Field => self.joined_field(position, preview, feature) - options.cost,
                FeatureKind::Road | FeatureKind::City | FeatureKind::Monastery => {
                    self.claimed(position, cell, &feature.summary, options.cost)
                }
            };
            best.offer(gain, figure, Spot::new(cell, feature.segment));
        }
    }

    /// Figures that need a follower beside them may join an own one.
    fn offer_helper(
        &mut self,
        position: &Position,
        cell: Cell,
        preview: &Preview,
        feature: &Joined,
        options: &FigureOptions,
        best: &mut BestFigure,
    ) {
        let spot = Spot::new(cell, feature.segment);
        if feature.summary.followers(self.mover) == 0 {
            return;
        }
        let (kind, open) = (feature.summary.kind, feature.summary.open);
        if matches!(kind, FeatureKind::Road | FeatureKind::City) && open == 0 {
            return;
        }
        for figure in options.helpers[kind as usize] {
            let field = |quick_eval: &mut QuickEval| quick_eval.joined_field(position, preview, feature);
            best.offer(self.helper(figure, open, field), figure, spot);
        }
    }

    /// What can be gained where a princess sees a knight, who must perhaps go.
    fn evict(&self, position: &Position, city: &FeatureSummary, must: bool, otherwise: f64) -> f64 {
        let seats = (0..self.seats).map(|seat| Seat(seat as u8)).filter(|seat| city.followers(*seat) > 0);
        let best = seats.map(|seat| self.eviction(position, city, seat)).reduce(f64::max).unwrap_or(0.0);
        if must { best } else { best.max(otherwise) }
    }
}
