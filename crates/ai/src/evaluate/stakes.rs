//! What single pieces and tokens have at stake: dragon, fairy, goods.

use super::feature_cache::Holding;
use super::outlook::Forecast;
use super::walk::DragonHarm;
use super::weights::Weights;
use super::{add, coming};
use crate::player::Value;
use rules::{Cell, Good, Kind, MAX_SEATS, Mark, Piece, Position};

/// Steps of the dragon in a walk.
const STEPS: f64 = 6.0;

/// What was found while looking at the features of one position.
#[derive(Debug)]
pub struct Stakes {
    /// Whether it matters on which tile a piece stands.
    by_tile: bool,
    weights: Weights,
    seats: usize,
    /// How likely the dragon walks soon.
    walk: f64,
    /// Goods symbols in the whole game, if goods are played.
    symbols: Option<[f64; 3]>,
    harms: Vec<DragonHarm>,
    /// Whose follower each harm sends home, and what part of that was expected anyway.
    homes: Vec<(usize, f64)>,
    /// For each seat with the fairy, how likely her follower's feature is finished.
    fairy: [Option<f64>; MAX_SEATS],
}

impl Stakes {
    /// For turns that begin at a position.
    pub fn new(weights: &Weights, position: &Position) -> Stakes {
        let parts = position.setup().parts;
        let all = || {
            let laid = position.tiles().map(|laid| (laid.kind, 1));
            position.to_come().chain(laid).chain(position.hand().map(|kind| (kind, 1)))
        };
        let is_dragon = |kind: Kind| position.catalogue().tile(kind).mark == Some(Mark::Dragon);
        Stakes {
            by_tile: parts.dragon || parts.fairy,
            seats: position.setup().seats.into(),
            walk: coming(position, weights.dragon_tiles, is_dragon),
            symbols: parts.goods.then(|| Good::ALL.map(|good| symbols(good, all(), position))),
            weights: weights.clone(),
            harms: Vec::with_capacity(u8::MAX.into()),
            homes: Vec::with_capacity(u8::MAX.into()),
            fairy: [None; MAX_SEATS],
        }
    }

    /// Forgets the last position.
    pub fn clear(&mut self) {
        self.harms.clear();
        self.homes.clear();
        self.fairy = [None; MAX_SEATS];
    }

    /// What the dragon could do.
    pub fn harms(&self) -> &[DragonHarm] {
        &self.harms
    }

    /// Whether it matters on which tile a piece stands.
    pub fn is_by_tile(&self) -> bool {
        self.by_tile
    }

    /// Takes in a piece and the feature it stands on.
    pub fn add(&mut self, piece: Piece, holding: &Holding, position: &Position) {
        let seat = piece.seat.index();
        let Holding { mut followers, mut helpers, outlook, .. } = *holding;
        let is_follower = piece.figure.ability().follower;
        if is_follower {
            followers[seat] = followers[seat].saturating_sub(1);
            if position.followers_beside_fairy().any(|beside| beside == piece) {
                self.fairy[seat] = Some(self.fairy[seat].unwrap_or(0.0).max(outlook.close));
            }
        }
        helpers[seat] &= is_follower && followers[seat] > 0;
        let before = outlook.shares(&holding.followers, &holding.helpers);
        let mut gain = outlook.shares(&followers, &helpers);
        add(&mut gain, &before, -1.0);
        self.harms.push(DragonHarm { cell: piece.spot().cell, gain });
        let home = if is_follower { 1.0 - outlook.close } else { 0.0 };
        self.homes.push((seat, home));
    }

    /// Who is eaten has a follower more in supply.
    pub fn settle_homecomings(&mut self, worth: &Value) {
        for (harm, (seat, home)) in self.harms.iter_mut().zip(&self.homes) {
            harm.gain[*seat] += home * worth[*seat];
        }
    }

    /// What is to be feared of walks to come, with the dragon there.
    pub fn add_danger(&self, value: &mut Value, dragon: Cell, fairy: Option<Cell>) {
        for harm in &self.harms {
            let spared = if Some(harm.cell) == fairy { self.weights.fairy_guard } else { 0.0 };
            let distance = harm.cell.x.abs_diff(dragon.x) + harm.cell.y.abs_diff(dragon.y);
            let near = (1.0 - (f64::from(distance) - 1.0) / STEPS).clamp(0.0, 1.0);
            let chance = self.walk * self.weights.dragon * near * (1.0 - spared);
            add(value, &harm.gain, chance);
        }
    }

    /// The fairy gives a point a turn while she stays; whether she is still there when the feature is scored
    /// is another matter, and the points if the game ended now take it for granted.
    pub fn add_fairy(&self, value: &mut Value, forecast: &Forecast) {
        let late = 1.0 / (1.0 + 0.5 * forecast.turns);
        for (value, fairy) in value.iter_mut().zip(self.fairy) {
            let Some(close) = fairy else { continue };
            *value += forecast.turns.min(self.weights.fairy_turns)
                + 3.0 * (late.max(self.weights.fairy_bonus * close) - 1.0);
        }
    }

    /// Majorities of goods are not settled before the last token is taken.
    pub fn add_goods(&self, value: &mut Value, position: &Position) {
        let Some(symbols) = self.symbols else { return };
        let goods = position.goods_if_ended();
        for (good, all) in symbols.into_iter().enumerate().filter(|(_, all)| *all > 0.0) {
            let tokens = goods.map(|goods| f64::from(goods[good]));
            let tokens = &tokens[..self.seats];
            let open = (all - tokens.iter().sum::<f64>()).max(0.0);
            for (seat, value) in value.iter_mut().enumerate().take(self.seats) {
                *value += 10.0 * self.weights.goods * majority(tokens, seat, self.weights.goods_lead * open);
            }
        }
    }
}

/// How much more likely than now a seat has most tokens in the end, if a lead by `certain` tokens is sure to last.
fn majority(tokens: &[f64], seat: usize, certain: f64) -> f64 {
    let others = (0..tokens.len()).filter(|other| *other != seat);
    let lead = tokens[seat] - others.map(|other| tokens[other]).fold(0.0, f64::max);
    let fair = 1.0 / tokens.len() as f64;
    let edge = ((lead + 0.3) / (certain + 0.3)).clamp(-1.0, 1.0);
    let chance = fair + edge * if edge > 0.0 { 1.0 - fair } else { fair };
    chance - if tokens[seat] > 0.0 && lead >= 0.0 { 1.0 } else { 0.0 }
}

/// How often a good is printed on these tiles.
fn symbols(good: Good, tiles: impl Iterator<Item = (Kind, u16)>, position: &Position) -> f64 {
    let on = |kind: Kind| {
        let segments = &position.catalogue().tile(kind).segments;
        segments.iter().filter(|segment| segment.good == Some(good)).count()
    };
    tiles.map(|(kind, count)| f64::from(count) * on(kind) as f64).sum()
}
