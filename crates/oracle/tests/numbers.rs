//! The oracle against numbers that other engines agree on.

use chance::Stream;
use oracle::Oracle;
use rules::{Action, Input, Kind, Phase, Setup};

/// The complete turns of a fixed draw order, counted to a depth.
fn perft(oracle: &Oracle, draws: &[Kind]) -> u64 {
    let mut count = 0;
    for action in oracle.legal() {
        let mut next = oracle.clone();
        next.apply(Input::Act(action));
        let on = next.phase() == Phase::Figure;
        count += if on { perft(&next, draws) } else { after_turn(next, draws) };
    }
    count
}

fn after_turn(mut oracle: Oracle, draws: &[Kind]) -> u64 {
    match draws.split_first() {
        None => 1,
        Some((kind, rest)) => {
            oracle.apply(Input::Draw(*kind));
            perft(&oracle, rest)
        }
    }
}

#[test]
fn perft_agrees_with_other_engines() {
    let table = [
        ("UVEWDJNRHA", [24, 852, 21120]),
        ("VVVWXLUKSO", [24, 852, 33816]),
        ("BEENNCTIFG", [12, 324, 10860]),
        ("LQMPAHSWXK", [56, 1008, 21456]),
        ("EJDRNHAVUW", [12, 456, 19145]),
        ("HUJLEVKWAB", [16, 492, 20812]),
    ];
    for (draws, counts) in table {
        let draws: Vec<Kind> = draws.chars().filter_map(|letter| Kind::named(&letter.to_string())).collect();
        for depth in 1..=3 {
            let start = Oracle::new(&Setup::base(2));
            assert_eq!(after_turn(start, &draws[..depth]), counts[depth - 1], "depth {depth}");
        }
    }
}

#[test]
fn random_games_score_what_they_score_elsewhere() {
    const GAMES: u64 = 150;
    let total: u32 = (0..GAMES).map(random_game).sum();
    let mean = f64::from(total) / (2 * GAMES) as f64;

    assert!((17.9..20.9).contains(&mean), "the mean score is {mean}, but 19.4 was to be expected");
}

fn random_game(seed: u64) -> u32 {
    let mut stream = Stream::new(seed);
    let mut oracle = Oracle::new(&Setup::base(2));
    while !matches!(oracle.phase(), Phase::Over(_)) {
        let bag: Vec<Kind> =
            oracle.bag().iter().flat_map(|(kind, n)| std::iter::repeat_n(kind, n.into())).collect();
        let legal: Vec<Action> = oracle.legal().into_iter().collect();
        let input = match stream.pick(&legal) {
            Some(action) => Input::Act(*action),
            None => Input::Draw(*stream.pick(&bag).expect("a game that goes on has tiles")),
        };
        oracle.apply(input);
    }
    oracle.view().scores.iter().sum()
}
