//! What many games came to. Whole numbers only, so that the order of the games does not matter.

use crate::progress;
use rules::{Position, ToAct};
use std::collections::BTreeMap;
use std::fmt::Write;
use wire::{Mean, SeatReport, Simulation};

/// Numbers added up.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sum {
    count: u64,
    sum: u64,
    squares: u128,
}

impl Sum {
    /// Takes in a number.
    pub fn take(&mut self, number: usize) {
        self.count += 1;
        self.sum += number as u64;
        self.squares += (number as u128).pow(2);
    }

    fn add(&mut self, other: &Sum) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn mean(&self) -> Mean {
        if self.count == 0 {
            return Mean { mean: 0.0, sd: 0.0 };
        }
        let n = self.count as f64;
        let mean = self.sum as f64 / n;
        let off = self.squares as f64 - n * mean * mean;
        Mean { mean, sd: (off.max(0.0) / (n - 1.0).max(1.0)).sqrt() }
    }

    fn mean_if_any(&self) -> Option<Mean> {
        (self.count > 0).then(|| self.mean())
    }
}

#[derive(Clone, Copy, Default, Debug)]
struct SeatTally {
    score: Sum,
    wins: u64,
    shared: u64,
}

/// What many games came to.
#[derive(Clone, Debug)]
pub struct Tally {
    seats: Vec<SeatTally>,
    /// Tiles laid in each game.
    pub tiles: Sum,
    /// Decisions in each game.
    pub decisions: Sum,
    /// Legal placements of each tile.
    pub placements: Sum,
    /// The same, equal rotations merged.
    pub distinct_placements: Sum,
    /// Complete placements of each tile.
    pub turns: Sum,
    /// The same, equal rotations merged.
    pub distinct_turns: Sum,
    endings: BTreeMap<wire::Ending, u64>,
}

impl Tally {
    pub fn new(seats: u8) -> Tally {
        Tally {
            seats: vec![SeatTally::default(); seats.into()],
            tiles: Sum::default(),
            decisions: Sum::default(),
            placements: Sum::default(),
            distinct_placements: Sum::default(),
            turns: Sum::default(),
            distinct_turns: Sum::default(),
            endings: BTreeMap::new(),
        }
    }

    /// Takes in the end of a game.
    pub fn finish(&mut self, position: &Position) {
        let standing = position.standing();
        for (n, seat) in self.seats.iter_mut().enumerate() {
            seat.score.take(standing.scores[n] as usize);
            if standing.winners.contains(&rules::Seat(n as u8)) {
                *(if standing.winners.len() == 1 { &mut seat.wins } else { &mut seat.shared }) += 1;
            }
        }
        if let ToAct::Over(ending) = position.to_act() {
            *self.endings.entry(ending.into()).or_default() += 1;
        }
    }

    /// Takes in another tally.
    pub fn add(&mut self, other: &Tally) {
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            mine.score.add(&theirs.score);
            mine.wins += theirs.wins;
            mine.shared += theirs.shared;
        }
        self.tiles.add(&other.tiles);
        self.decisions.add(&other.decisions);
        self.placements.add(&other.placements);
        self.distinct_placements.add(&other.distinct_placements);
        self.turns.add(&other.turns);
        self.distinct_turns.add(&other.distinct_turns);
        for (ending, count) in &other.endings {
            *self.endings.entry(*ending).or_default() += count;
        }
    }

    /// The result, but for what the games follow from and how they were played.
    pub fn report(&self, start: &Position, players: &[String]) -> Simulation {
        let mut score = Sum::default();
        self.seats.iter().for_each(|seat| score.add(&seat.score));
        let seat = |(seat, player): (&SeatTally, &String)| SeatReport {
            player: player.clone(),
            score: seat.score.mean(),
            wins: seat.wins,
            shared: seat.shared,
        };
        Simulation {
            setup: start.setup().into(),
            games: self.tiles.count,
            seed: 0,
            score: score.mean(),
            seats: self.seats.iter().zip(players).map(seat).collect(),
            tiles: self.tiles.mean(),
            decisions: self.decisions.mean(),
            placements: self.placements.mean(),
            distinct_placements: self.distinct_placements.mean_if_any(),
            turns: self.turns.mean_if_any(),
            distinct_turns: self.distinct_turns.mean_if_any(),
            endings: self.endings.clone(),
            seconds: 0.0,
            threads: 1,
        }
    }
}

/// The result for people.
pub fn text(report: &Simulation) -> String {
    let mut text = String::new();
    let games = report.games as f64;
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<22}{value}");
    };
    let mean = |mean: &Mean| format!("{:8.2}  (sd {:.2})", mean.mean, mean.sd);
    line("games", format!("{:8}  (seed {})", report.games, report.seed));
    line("score of a seat", mean(&report.score));
    for (n, seat) in report.seats.iter().enumerate() {
        let share = |count: u64| 100.0 * count as f64 / games;
        let wins = format!("wins {:.1} %, shares {:.1} %", share(seat.wins), share(seat.shared));
        line(&format!("  seat {}, {}", n + 1, seat.player), format!("{}  {wins}", mean(&seat.score)));
    }
    line("tiles laid", mean(&report.tiles));
    line("decisions", mean(&report.decisions));
    line("placements of a tile", mean(&report.placements));
    let optional = [
        ("  rotations merged", &report.distinct_placements),
        ("with the figure", &report.turns),
        ("  rotations merged", &report.distinct_turns),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            line(name, mean(value));
        }
    }
    for (ending, count) in &report.endings {
        let name = wire::write(ending);
        line(&format!("ended {}", name.trim_matches('"')), format!("{count:8}"));
    }
    let speed = games / report.seconds.max(1e-9);
    let digits = progress::digits(speed);
    line(
        "speed",
        format!("{speed:8.digits$}  games/s ({:.2} s, threads {})", report.seconds, report.threads),
    );
    text
}
