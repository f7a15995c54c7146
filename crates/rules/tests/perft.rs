//! The game tree counted, against the numbers in `perft/`.

#[path = "perft/files.rs"]
mod files;

use files::{Entry, entries};
use rules::perft::{Count, Rotations, Tree};
use rules::{Kind, Knobs, Parts, Position, Setup, TileSet};

fn kinds(draws: &str) -> Vec<Kind> {
    draws.chars().map(|name| Kind::named(&name.to_string()).unwrap()).collect()
}

fn nodes(draws: &str, depth: usize) -> Vec<u64> {
    let root = Position::new(&Setup::base(2)).unwrap();
    let tree = Tree { root: &root, draws: &kinds(draws), depth, rotations: Rotations::All };
    tree.count().into_iter().map(|count| count.nodes).collect()
}

#[test]
fn the_files_are_right() {
    for Entry { place, root, draws, all, distinct } in entries() {
        for (rotations, counts) in [(Rotations::All, all), (Rotations::Distinct, distinct)] {
            let tree = Tree { root: &root, draws: &draws, depth: counts.len(), rotations };
            assert_eq!(tree.count(), counts, "{place}, {rotations:?}");
        }
    }
}

#[test]
fn the_files_have_every_set_part_knob_and_number_of_seats() {
    let setups: Vec<Setup> = entries().into_iter().map(|entry| entry.root.setup().clone()).collect();
    let any = |test: &dyn Fn(&Setup) -> bool| setups.iter().any(test);
    for set in TileSet::ALL {
        assert!(any(&|setup| setup.sets.copies(set) > 0), "{set}");
    }
    for part in Parts::NAMES {
        assert!(any(&|setup| setup.parts.get(part) == Some(true)), "{part}");
        let off = |setup: &Setup| {
            Parts::of_sets(setup.sets).get(part) == Some(true) && setup.parts.get(part) == Some(false)
        };
        assert!(any(&off), "without {part}");
    }
    for knob in Knobs::NAMES {
        for value in Knobs::values(knob).unwrap() {
            assert!(any(&|setup| setup.knobs.get(knob) == Some(value)), "{knob} = {value}");
        }
    }
    for seats in 1..=6 {
        assert!(any(&|setup| setup.seats == seats), "{seats} seats");
    }
    assert!(any(&|setup| setup.bag.is_some()));
}

#[test]
fn divided_counts_add_up() {
    let root = Position::new(&Setup::new(3, &TileSet::ALL)).unwrap();
    let draws: Vec<Kind> = ["river-03", "river-07", "river-10"].map(|n| Kind::named(n).unwrap()).to_vec();
    for rotations in [Rotations::All, Rotations::Distinct] {
        for depth in 0..3 {
            let tree = Tree { root: &root, draws: &draws, depth, rotations };
            let sum = tree.divide().into_iter().fold(Count::default(), |sum, (_, count)| Count {
                nodes: sum.nodes + count.nodes,
                points: sum.points + count.points,
            });
            assert_eq!(Some(sum), tree.count().last().copied().or(Some(Count::default())));
        }
    }
}

#[test]
fn equal_rotations_can_be_merged() {
    let root = Position::new(&Setup::base(2)).unwrap();
    let count = |rotations| Tree { root: &root, draws: &kinds("UB"), depth: 1, rotations }.count()[0];
    assert_eq!((count(Rotations::All).nodes, count(Rotations::Distinct).nodes), (24, 12));
}

#[test]
fn the_tree_ends_with_the_draws_and_with_the_bag() {
    assert_eq!(nodes("U", 3), [24, 0, 0]);
    assert_eq!(nodes("CCCC", 2)[1], 0);
    assert_eq!(nodes("", 2), [0, 0]);
}

#[test]
fn points_leave_out_final_scoring() {
    let bag = vec![(Kind::named("E").unwrap(), 1)];
    let setup = Setup::base(2).with_bag(bag);
    let root = Position::new(&setup).unwrap();
    let draws = kinds("E");
    let tree = Tree { root: &root, draws: &draws, depth: 1, rotations: Rotations::All };
    // Only the city closed on top of the start tile scores before the end: 4 points, if a knight is in it.
    assert_eq!(tree.count(), [Count { nodes: 12, points: 4 }]);
}
