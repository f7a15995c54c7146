//! Features as they stand, and which tiles fit where.

#![allow(missing_docs, reason = "the names say it")]

use crate::{Cell, FeatureKind, Goods, Kind, Spot};
use rules::Position;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A road, city, monastery or field as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// What it is.
    pub kind: FeatureKind,
    /// Whether it is finished.
    pub complete: bool,
    /// Its tiles; for a monastery, its own and those around it.
    pub tiles: u16,
    pub pennants: u16,
    /// Goods symbols in it.
    pub goods: Goods,
    /// Followers of each seat.
    pub followers: Vec<u8>,
    /// Which seats have a builder (road, city) or a pig (field) on it.
    pub helpers: Vec<bool>,
    /// What the majority would get if the game ended now.
    pub worth: u32,
    /// What the majority would get if it were finished as it is.
    pub worth_complete: u32,
    /// Its segments, sorted.
    pub spots: Vec<Spot>,
    /// The empty cells it needs tiles on, sorted.
    pub needs: Vec<Cell>,
    /// The first spot of each completed city that a field touches, sorted.
    pub cities: Vec<Spot>,
}

impl Feature {
    /// A feature of a position.
    pub fn new(position: &Position, feature: &rules::Feature) -> Feature {
        let seats = position.setup().seats;
        let field = feature.kind == rules::FeatureKind::Field;
        let cities = if field { position.cities(feature.id) } else { Vec::new() };
        Feature {
            kind: feature.kind.into(),
            complete: feature.complete,
            tiles: feature.tiles,
            pennants: feature.pennants,
            goods: feature.goods.into(),
            followers: crate::names::by_seat(&feature.followers, seats),
            helpers: crate::names::by_seat(&feature.helpers, seats),
            worth: feature.worth,
            worth_complete: feature.worth_complete,
            spots: sorted(position.spots(feature.id).map(Spot::from)),
            needs: sorted(position.needs(feature.id).map(Cell::from)),
            cities: sorted(cities.into_iter().filter_map(|city| position.spots(city).min().map(Spot::from))),
        }
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// An open cell and what still fits there; with no tiles, nothing left can fill it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellFits {
    /// Columns east of the start tile.
    pub x: i16,
    /// Rows north of the start tile.
    pub y: i16,
    pub tiles: Vec<TileFits>,
}

/// A tile that fits a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TileFits {
    pub tile: Kind,
    /// How many are left.
    pub count: u16,
    /// In which rotations.
    pub rotations: Vec<u8>,
}

impl CellFits {
    /// What fits an open cell of a position.
    pub fn new(position: &Position, cell: rules::Cell) -> CellFits {
        let fit = |fit: rules::Fit| TileFits {
            tile: fit.kind.into(),
            count: fit.count,
            rotations: (0..4).filter(|rotation| fit.rotations >> rotation & 1 != 0).collect(),
        };
        CellFits { x: cell.x, y: cell.y, tiles: position.fits(cell).map(fit).collect() }
    }
}
