//! A match without the terminal: `duel FIRST SECOND ROUNDS [SEATS] [SETS] [NODES1 NODES2] [DECK]`; a limit is nodes, or time with `ms`.

use ai::arena::{Contest, Pace, Score, elo};
use ai::{Limits, Stop};
use rules::{Position, Setup, TileSet};
use std::time::Duration;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |n: usize, default: &str| words.get(n).cloned().unwrap_or_else(|| default.to_owned());
    let seats: u8 = word(3, "2").parse().unwrap();
    let setup = match &word(4, "base")[..] {
        "all" => Setup::new(seats, &TileSet::ALL),
        _ => Setup::base(seats),
    };
    let start = Position::new(&setup).unwrap();
    let limit = |text: String| match text.strip_suffix("ms") {
        Some(ms) => Limits { time: Some(Duration::from_millis(ms.parse().unwrap())), ..Limits::default() },
        None => Limits { nodes: text.parse().ok(), ..Limits::default() },
    };
    let mut limits = vec![limit(word(5, ""))];
    limits.extend((1..seats).map(|_| limit(word(6, ""))));
    let contest = Contest { start, limits, deck: word(7, "1000").parse().unwrap() };
    let mut players: Vec<_> = (0..seats)
        .map(|n| ai::player(&word(usize::from(n > 0), "greedy")).expect("a player's name"))
        .collect();
    let mut score = Score::default();
    let mut paces = vec![Pace::default(); players.len()];
    for round in 0..word(2, "10").parse().unwrap() {
        let games: Vec<_> = (0..seats)
            .map(|rotation| contest.play(&mut players, (round, rotation), &Stop::default()).unwrap().unwrap())
            .collect();
        games
            .iter()
            .for_each(|game| paces.iter_mut().zip(&game.paces).for_each(|(sum, pace)| sum.join(pace)));
        score.add(&games, 0);
        let (share, margin) = (score.share(), score.margin());
        if (round + 1) % 10 == 0 || std::env::var("EACH").is_ok() {
            println!(
                "{} games: {:.1} % +- {:.1}, margin {:+.1} +- {:.1}, points {:.1}, Elo {:+.0}, {:?}, ms {:.2} (max {:.0}) and {:.2}",
                score.games,
                100.0 * share.mean,
                100.0 * share.error,
                margin.mean,
                margin.error,
                score.points().mean,
                elo(share.mean),
                score.results,
                paces[0].mean().as_secs_f64() * 1e3,
                paces[0].longest.as_secs_f64() * 1e3,
                paces[1].mean().as_secs_f64() * 1e3
            );
        }
    }
}
