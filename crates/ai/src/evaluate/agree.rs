//! The shortcuts of the evaluation against what the rules say, in random games.

use super::fitting::Fitting;
use super::grid::TileGrid;
use super::survey::{FeatureSurvey, OpenEnd};
use super::{Evaluator, Weights};
use chance::{Dealer, Stream};
use rules::{
    Action, Cell, Feature, FeatureId, FeatureKind, Position, Rotation, Segment, Setup, Side, Sides, ToAct,
};
use std::collections::{BTreeMap, BTreeSet};

/// Plays random games in all sorts of setups; `see` is shown every position.
fn games(count: u32, mut see: impl FnMut(&Position)) {
    let mut stream = Stream::new(8);
    for _ in 0..count {
        let setup = oracle::random_setup(&mut stream);
        let mut position = Position::new(&setup).unwrap();
        let mut dealer = Dealer::new(stream.clone(), &position);
        let mut actions = Vec::new();
        loop {
            see(&position);
            match position.to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance => {
                    let kind = dealer.deal(&position).unwrap();
                    position.draw(kind, &mut ()).unwrap();
                }
                ToAct::Seat(_) => {
                    position.legal_actions(&mut actions);
                    position.play(*stream.pick(&actions).unwrap(), &mut ()).unwrap();
                }
            }
        }
    }
}

/// What one look around a feature finds.
fn survey(id: FeatureId, position: &Position, grid: &TileGrid) -> FeatureSurvey {
    let mut survey = FeatureSurvey::default();
    survey.look(&position.summary_of(id).unwrap(), position, grid);
    survey
}

#[test]
fn gaps_are_what_a_feature_needs() {
    games(12, |position| {
        let grid = TileGrid::new(position, 1);
        let lines = position.claimed_features().filter(|feature| feature.kind != FeatureKind::Field);
        for feature in lines {
            let survey = survey(feature.id, position, &grid);
            let needs: BTreeSet<usize> =
                position.needs(feature.id).map(|cell| grid.place(cell).unwrap()).collect();
            let gaps: BTreeSet<usize> = survey.needs().iter().map(|need| need.place).collect();
            assert!(survey.is_vast() && gaps.is_subset(&needs) || gaps == needs);
            assert_eq!(feature.complete, gaps.is_empty());
            assert_eq!(survey.worth, [feature.worth, feature.worth_complete].map(f64::from));
        }
    });
}

/// Goes short ways from the middle of a game and back, with one evaluator that remembers and one that does not.
#[test]
fn what_is_remembered_is_what_a_new_look_finds() {
    let mut stream = Stream::new(6);
    let weights = Weights { field_close: 0.3, joining: 0.2, field_joining: 0.1, ..Weights::DEFAULT };
    for _ in 0..40 {
        let setup = oracle::random_setup(&mut stream);
        let mut root = Position::new(&setup).unwrap();
        let mut dealer = Dealer::new(stream.clone(), &root);
        for _ in 0..stream.below(150) {
            if !matches!(root.to_act(), ToAct::Over(_)) {
                root = any_step(root, &mut dealer, &mut stream).0;
            }
        }
        let new = || Evaluator::new(&weights, &root, 20);
        let mut evaluator = new();
        for _ in 0..60 {
            let (mut here, mut way) = (root.clone(), Vec::new());
            let (mut fresh, mut dealer) = (new(), Dealer::new(stream.clone(), &root));
            for _ in 0..stream.below(30) {
                if matches!(here.to_act(), ToAct::Over(_)) {
                    break;
                }
                let (after, action) = any_step(here, &mut dealer, &mut stream);
                if let Some(action) = action {
                    evaluator.enter(action, &after);
                    fresh.enter(action, &after);
                    way.push(action);
                }
                here = after;
            }
            assert_eq!(evaluator.assess(&here), fresh.assess(&here));
            for feature in here.features() {
                assert_eq!(evaluator.promise(feature.id, &here), fresh.promise(feature.id, &here));
            }
            way.into_iter().rev().for_each(|action| evaluator.leave(action));
        }
    }
}

/// Something that can happen, and what was done if it was an action.
fn any_step(mut position: Position, dealer: &mut Dealer, stream: &mut Stream) -> (Position, Option<Action>) {
    if position.to_act() == ToAct::Chance {
        let kind = dealer.deal(&position).unwrap();
        position.draw(kind, &mut ()).unwrap();
        return (position, None);
    }
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    let action = *stream.pick(&actions).unwrap();
    position.play_unchecked(action);
    (position, Some(action))
}

#[test]
fn what_fits_a_gap_is_what_the_rules_say() {
    games(12, |position| {
        let grid = TileGrid::new(position, 1);
        let mut fitting = Fitting::new(position.to_come(), position.catalogue());
        for cell in position.open_cells() {
            let any = position.fits(cell).map(|fit| fit.count).sum::<u16>();
            let found = fitting.count(grid.gap(grid.place(cell).unwrap()), Sides(0));
            // The river's bends are beyond what a gap shows, so it may hope for a river tile too many.
            assert!(found.any == any || found.any > any && is_wet(position, cell));
        }
    });
}

#[test]
fn what_joins_two_features_is_what_the_rules_say() {
    games(8, |position| {
        let grid = TileGrid::new(position, 1);
        let mut fitting = Fitting::new(position.to_come(), position.catalogue());
        let ends = lone_ends(position, &grid);
        for (n, (one, cell, way)) in ends.iter().enumerate() {
            let gap = grid.gap(grid.place(*cell).unwrap());
            let beside = ends[n + 1..].iter().filter(|(other, at, _)| at == cell && other.kind == one.kind);
            for (other, _, second) in beside.filter(|_| !is_wet(position, *cell)) {
                let is_field = one.kind == FeatureKind::Field;
                let found = fitting.joining(gap, [*way, *second], is_field);
                assert_eq!(found, joining(position, *cell, [one.id, other.id]));
            }
        }
    });
}

/// Where unfinished features come to cells to which none comes in two ways: such a one joins others, too. A field on both
/// sides of a road that ends there comes in two ways, of which the survey tells one.
fn lone_ends(position: &Position, grid: &TileGrid) -> Vec<(Feature, Cell, u8)> {
    let (mut found, mut seen, mut twice) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let cells: BTreeMap<usize, Cell> =
        position.open_cells().map(|cell| (grid.place(cell).unwrap(), cell)).collect();
    for feature in position.features().filter(|feature| !feature.complete) {
        for OpenEnd { place, way, .. } in &survey(feature.id, position, grid).ends {
            let cell = &cells[place];
            let is_around = feature.kind == FeatureKind::Field && has_road_end(position, *cell, *way);
            if !seen.insert((feature.id, *cell)) || is_around {
                twice.insert(*cell);
            }
            found.push((feature, *cell, *way));
        }
    }
    found.retain(|(_, cell, _)| !twice.contains(cell));
    found
}

/// Whether a field lies on both sides of what comes to a cell through half of a side.
fn has_road_end(position: &Position, cell: Cell, half: u8) -> bool {
    let side = Side::ALL[usize::from(half) / 2];
    let Some(laid) = position.tiles().find(|laid| laid.cell == cell.step(side)) else { return false };
    let (tile, back) = (position.catalogue().tile(laid.kind), side.opposite());
    let both = |segment: &Segment| {
        let halves = segment.halves.turned(laid.rotation);
        halves.has(back, false) && halves.has(back, true)
    };
    let is_way = |segment: &Segment| segment.sides.turned(laid.rotation).has(back);
    tile.segments.iter().any(both) && tile.segments.iter().any(is_way)
}

/// How many of the tiles left make one feature of two, if they are laid on a cell.
fn joining(position: &Position, cell: Cell, two: [FeatureId; 2]) -> u16 {
    let joins = |kind, rotation| {
        let preview = position.preview(kind, cell, rotation);
        preview.features().any(|whole| two.iter().all(|id| preview.parts_of(&whole).any(|part| part == *id)))
    };
    let fits = position.fits(cell).filter(|fit| {
        let mut turned = Rotation::ALL.into_iter().filter(|way| fit.rotations >> way.quarters() & 1 != 0);
        turned.any(|rotation| joins(fit.kind, rotation))
    });
    fits.map(|fit| fit.count).sum()
}

/// Whether a river reaches a cell.
fn is_wet(position: &Position, cell: Cell) -> bool {
    position.tiles().any(|laid| {
        let river = position.catalogue().tile(laid.kind).river.turned(laid.rotation);
        river.iter().any(|side| laid.cell.step(side) == cell)
    })
}

#[test]
fn the_summary_of_a_feature_is_what_it_says_in_full() {
    games(8, |position| {
        let claimed: BTreeSet<_> = position.claimed_summaries().map(|summary| summary.id).collect();
        for feature in position.features() {
            let summary = position.summary_of(feature.id).unwrap();
            assert_eq!((summary.id, summary.kind), (feature.id, feature.kind));
            let followers = std::array::from_fn(|seat| summary.followers(rules::Seat(seat as u8)));
            assert_eq!(followers, feature.followers);
            assert_eq!(summary.is_claimed(), claimed.contains(&feature.id));
            match feature.kind {
                FeatureKind::Road | FeatureKind::City => {
                    assert_eq!(summary.count, feature.tiles + feature.pennants);
                    assert_eq!(summary.open == 0, feature.complete);
                }
                FeatureKind::Monastery => {
                    let cell = position.some_cell(feature.id).unwrap();
                    assert_eq!(position.tiles_around(cell) + 1, usize::from(feature.tiles));
                }
                FeatureKind::Field => {
                    let [done, all] = position.cities_around(feature.id);
                    assert!(done <= all && done as usize == position.cities(feature.id).len());
                }
            }
        }
    });
}

#[test]
fn there_is_room_for_one_more_tile() {
    let position = Position::new(&Setup::base(2)).unwrap();
    let mut grid = TileGrid::new(&position, 1);
    for cell in position.open_cells() {
        let laid = rules::Laid { cell, ..position.tiles().next().unwrap() };
        grid.lay(laid, position.catalogue());
        assert!(grid.at(cell).is_some());
        grid.lift(cell);
        assert!(grid.at(cell).is_none());
    }
}
