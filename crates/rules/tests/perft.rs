//! The game tree counted, against numbers that an independent engine confirmed.

use rules::perft::{Count, Rotations, Tree};
use rules::{Kind, Position, Setup, TileSet};

fn kinds(draws: &str) -> Vec<Kind> {
    draws.chars().map(|name| Kind::named(&name.to_string()).unwrap()).collect()
}

fn nodes(draws: &str, depth: usize) -> Vec<u64> {
    let root = Position::new(&Setup::base(2)).unwrap();
    let tree = Tree { root: &root, draws: &kinds(draws), depth, rotations: Rotations::All };
    tree.count().into_iter().map(|count| count.nodes).collect()
}

#[test]
fn base_tiles_as_an_independent_engine_counts_them() {
    for (draws, counts) in [
        ("UVEWDJNRHA", [24, 852, 21120]),
        ("VVVWXLUKSO", [24, 852, 33816]),
        ("BEENNCTIFG", [12, 324, 10860]),
        ("LQMPAHSWXK", [56, 1008, 21456]),
        ("EJDRNHAVUW", [12, 456, 19145]),
        ("HUJLEVKWAB", [16, 492, 20812]),
    ] {
        assert_eq!(nodes(draws, 3), counts, "{draws}");
    }
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
    let setup = Setup { sets: [0; 5], bag: Some(bag), ..Setup::base(2) };
    let root = Position::new(&setup).unwrap();
    let draws = kinds("E");
    let tree = Tree { root: &root, draws: &draws, depth: 1, rotations: Rotations::All };
    // Only the city closed on top of the start tile scores before the end: 4 points, if a knight is in it.
    assert_eq!(tree.count(), [Count { nodes: 12, points: 4 }]);
}
