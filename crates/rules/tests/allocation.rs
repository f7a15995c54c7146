//! Once lists are reused, nothing in the hot path allocates.

use allocation_counter::measure;
use chance::FastRandom;
use rules::{Action, Position, Setup, TileSet, ToAct};

/// Plays random games to their end, final scoring included, and counts allocations.
fn allocations(setup: &Setup, games: u32) -> u64 {
    let start = Position::new(setup).unwrap();
    let mut position = start.clone();
    let mut actions: Vec<Action> = Vec::with_capacity(10_000);
    let mut random = FastRandom::new(1);
    let counted = measure(|| {
        for _ in 0..games {
            position.copy_from(&start);
            play(&mut position, &mut actions, &mut random);
        }
    });
    assert!(position.scores().iter().sum::<u32>() > 0, "a game was played");
    counted.count_total
}

fn play(position: &mut Position, actions: &mut Vec<Action>, random: &mut FastRandom) {
    loop {
        match position.to_act() {
            ToAct::Over(_) => return,
            ToAct::Chance => {
                let n = random.below(position.bag_size().into()) as u16;
                position.draw(position.nth_in_bag(n).unwrap(), &mut ()).unwrap();
                let outside = position.held_back().chain(position.set_aside()).chain(position.removed());
                std::hint::black_box(outside.count());
            }
            ToAct::Seat(_) => {
                std::hint::black_box(position.standing());
                position.legal_actions(actions);
                position.play_unchecked(actions[random.below(actions.len() as u32) as usize]);
            }
        }
        std::hint::black_box(position.projected());
        std::hint::black_box((position.dragon(), position.fairy(), position.goods_if_ended()));
        std::hint::black_box((position.visited().count(), position.to_come().count()));
        std::hint::black_box(
            position.pieces_with_features().count() + position.followers_beside_fairy().count(),
        );
        std::hint::black_box((
            position.is_retired(position.turn()),
            position.followers_in_supply(position.turn()),
        ));
    }
}

#[test]
fn counting_works() {
    assert!(measure(|| drop(std::hint::black_box(vec![1]))).count_total > 0);
}

#[test]
fn a_base_game_allocates_nothing() {
    assert_eq!(allocations(&Setup::base(2), 20), 0);
}

#[test]
fn all_sets_together_allocate_nothing() {
    assert_eq!(allocations(&Setup::new(3, &TileSet::ALL), 20), 0);
}

#[test]
fn large_games_of_every_edition_allocate_nothing() {
    let sets = TileSet::ALL.into_iter().zip([3, 1, 1, 2, 2]).collect();
    for edition in rules::Edition::ALL {
        let setup = Setup::base(6).with_sets(sets).with_knobs(edition.knobs());
        assert_eq!(allocations(&setup, 3), 0, "{edition}");
    }
}

#[test]
fn a_base_position_is_under_six_kilobytes() {
    assert!(Position::new(&Setup::base(2)).unwrap().bytes() < 6 * 1024);
}
