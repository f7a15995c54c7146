//! Comparing what a table and an analyst ask.

use super::Pair;
use crate::flood::Feature;
use crate::report::{Difference, same, same_set};
use chance::Stream;
use rules::{Action, Cell, FeatureId, FeatureKind, MAX_SEATS, Rotation, Seat, Spot, Standing, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// What both can say of a feature.
#[derive(PartialEq, Debug)]
struct Facts {
    kind: FeatureKind,
    complete: bool,
    tiles: usize,
    pennants: u16,
    goods: [u16; 3],
    followers: [u8; MAX_SEATS],
    helpers: [bool; MAX_SEATS],
}

impl Pair {
    /// The features of the fresh tile, or all of them.
    pub(super) fn check_features(&self, all: bool) -> Result<(), Difference> {
        let board = self.oracle.board();
        let fresh = self.oracle.view.tiles.last().map(|laid| laid.cell).unwrap_or_default();
        let mut spots = if all { board.spots() } else { board.spots_at(fresh) };
        spots.push(Spot::new(fresh, 99));
        spots.push(Spot::new(Cell::new(300, -300), 0));
        spots.into_iter().try_for_each(|spot| self.check_feature(spot))
    }

    fn check_feature(&self, spot: Spot) -> Result<(), Difference> {
        let Some(theirs) = self.oracle.feature(spot) else {
            return same(&format!("feature at {spot}"), &self.position.feature(spot).is_some(), &false);
        };
        let Some(ours) = self.position.feature(spot) else {
            return Err(Difference::new(format!("feature at {spot}"), "the engine finds none"));
        };
        let engine = Facts {
            kind: ours.kind,
            complete: ours.complete,
            tiles: ours.tiles.into(),
            pennants: ours.pennants,
            goods: ours.goods,
            followers: ours.followers,
            helpers: ours.helpers,
        };
        same(&format!("feature at {spot}"), &engine, &facts(&theirs))?;
        same_set(&format!("spots of {spot}"), &self.spots(ours.id), &theirs.spots)?;
        let needs: BTreeSet<Cell> = self.position.needs(ours.id).collect();
        same_set(&format!("needs of {spot}"), &needs, &theirs.needs)?;
        if theirs.kind == FeatureKind::Field {
            self.check_cities(ours.id, &theirs)?;
        }
        same(&format!("worth of {spot}"), &ours.worth, &self.oracle.worth(&theirs))?;
        let whole = self.oracle.worth_complete(&theirs);
        same(&format!("worth of {spot} when complete"), &ours.worth_complete, &whole)
    }

    fn spots(&self, id: FeatureId) -> BTreeSet<Spot> {
        self.position.spots(id).collect()
    }

    fn check_cities(&self, id: FeatureId, field: &Feature) -> Result<(), Difference> {
        let listed = self.position.cities(id);
        let first = |city: &FeatureId| self.spots(*city).first().copied();
        let engine: BTreeSet<Spot> = listed.iter().filter_map(first).collect();
        same_set(&format!("cities of the field {}", field.first()), &engine, &self.oracle.cities(field))?;
        same("number of listed cities", &listed.len(), &engine.len())
    }

    /// The open cells, and what fits one of them.
    pub(super) fn check_fits(&self, stream: &mut Stream) -> Result<(), Difference> {
        let open = self.oracle.open_cells();
        let listed: Vec<Cell> = self.position.open_cells().collect();
        same_set("open cells", &listed.iter().copied().collect(), &open)?;
        same("number of open cells", &listed.len(), &open.len())?;
        let Some(cell) = stream.pick(&listed) else { return Ok(()) };
        let fits: Vec<_> = self.position.fits(*cell).collect();
        let engine: BTreeMap<_, _> = fits.iter().map(|fit| (fit.kind, (fit.count, fit.rotations))).collect();
        same(&format!("what fits {cell}"), &engine, &self.oracle.fits(*cell))?;
        same("number of fits", &fits.len(), &engine.len())
    }

    /// Projected scores and the score sheet.
    pub(super) fn check_standing(&self) -> Result<(), Difference> {
        let view = self.oracle.view();
        let projected = self.oracle.projected();
        same("projected", &self.position.projected(), &projected)?;
        let sheet = Standing {
            seats: view.seats,
            scores: view.scores,
            projected,
            supply: view.supply,
            goods: view.goods,
            retired: view.retired,
            winners: self.oracle.winners(),
        };
        same("standing", &self.position.standing(), &sheet)
    }

    /// Of several rotations that look the same exactly one is listed, and everything else.
    pub(super) fn check_distinct(&self, legal: &BTreeSet<Action>) -> Result<(), Difference> {
        let mut listed = Vec::new();
        self.position.distinct_actions(&mut listed);
        let tile = self.oracle.view.hand.map(|kind| self.oracle.catalogue.tile(kind));
        let alike = tile.map_or(Rotation::ALL, first_alike);
        let merged = |action: &Action| {
            let Action::Place { cell, rotation } = *action else { return *action };
            Action::Place { cell, rotation: alike[usize::from(rotation.quarters())] }
        };
        let engine: BTreeSet<Action> = listed.iter().map(merged).collect();
        let oracle: BTreeSet<Action> = legal.iter().map(merged).collect();
        same_set("distinct actions (the first of equal rotations)", &engine, &oracle)?;
        same("number of distinct actions", &listed.len(), &oracle.len())?;
        let listed: BTreeSet<Action> = listed.into_iter().collect();
        same("distinct actions are legal", &listed.is_subset(legal), &true)
    }
}

/// For each rotation of a tile the first one that looks the same.
fn first_alike(tile: &Tile) -> [Rotation; 4] {
    let pictures = Rotation::ALL.map(|rotation| looks(tile, rotation));
    let first = |picture| pictures.iter().position(|other| other == picture).unwrap_or(0);
    std::array::from_fn(|quarters| Rotation::ALL[first(&pictures[quarters])])
}

/// A tile turned, its segments in an order that does not depend on how they are numbered.
fn looks(tile: &Tile, rotation: Rotation) -> (u8, BTreeSet<String>) {
    let touched = |bits: u8| -> BTreeSet<u8> {
        let numbers = (0..8).filter(|n| bits >> n & 1 != 0);
        numbers.map(|n: usize| tile.segments[n].sides.turned(rotation).0).collect()
    };
    let segments = tile.segments.iter().map(|segment| {
        let (sides, halves) = (segment.sides.turned(rotation), segment.halves.turned(rotation));
        let marks = (segment.pennants, segment.good, segment.princess);
        format!("{:?} {sides:?} {halves:?} {:?} {marks:?}", segment.kind, touched(segment.touches))
    });
    (tile.river.turned(rotation).0, segments.collect())
}

fn facts(feature: &Feature) -> Facts {
    Facts {
        kind: feature.kind,
        complete: feature.is_complete(),
        tiles: feature.cells.len(),
        pennants: feature.pennants,
        goods: feature.goods,
        followers: feature.strengths(),
        helpers: std::array::from_fn(|seat| feature.has_helper(Seat(seat as u8))),
    }
}
