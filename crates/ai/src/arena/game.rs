//! One game of a match.

use crate::player::{Limits, Player, Stop};
use chance::Game;
use rules::{Input, MAX_SEATS, Position, Seat, ToAct};
use std::time::{Duration, Instant};

/// What every game of a match begins with.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The first position.
    pub start: Position,
    /// What each player may spend on the rest of a turn; the seed is mixed with the player's number and the game's, so
    /// that nobody makes the choices of another.
    pub limits: Vec<Limits>,
    /// The first deck; those of the following rounds have the numbers after it.
    pub deck: u64,
}

/// How fast a player was.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ThinkingPace {
    /// How often it was asked.
    pub thoughts: u32,
    /// How long it thought, all together.
    pub time: Duration,
    /// The longest thought.
    pub longest: Duration,
}

/// How a game went, by player and not by seat.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchGame {
    /// The number of the deck.
    pub round: u64,
    /// How many seats further than at first everyone sat.
    pub rotation: u8,
    /// Points of each seat at the end.
    pub points: Vec<u32>,
    /// How fast each was.
    pub paces: Vec<ThinkingPace>,
}

/// A player that did what cannot be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerFault {
    /// The number of the player that failed.
    pub player: usize,
    /// The deck and the rotation of the game.
    pub game: (u64, u8),
    /// How many tiles lay on the table.
    pub tiles: usize,
}

impl Contest {
    /// Plays a game. Player `p` sits in seat `(p + rotation) % seats`; the tiles come in the order of the round's
    /// deck. It ends early, without a result, if `stop` says so.
    pub fn play(
        &self,
        players: &mut [Box<dyn Player + Send>],
        (round, rotation): (u64, u8),
        stop: &Stop,
    ) -> Result<Option<MatchGame>, PlayerFault> {
        let mut game = Game::at(self.start.clone(), self.deck.wrapping_add(round));
        let mut paces = vec![ThinkingPace::default(); players.len()];
        loop {
            match game.position().to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance => {
                    if game.draw(&mut ()).is_none() {
                        break;
                    }
                }
                ToAct::Seat(seat) => {
                    let player = player_in(seat, rotation, players.len());
                    let fault =
                        PlayerFault { player, game: (round, rotation), tiles: game.position().tiles().len() };
                    let mut limits = self.limits[player].clone();
                    limits.seed ^= own_seed(player, round);
                    let began = Instant::now();
                    let line = players[player].think(game.position(), &limits, stop, &mut |_| {}).best.line;
                    paces[player].add(began.elapsed());
                    if stop.is_stopped() {
                        return Ok(None);
                    }
                    if !play_line(&mut game, seat, &line) {
                        return Err(fault);
                    }
                }
            }
        }
        let scores = game.position().scores();
        let points =
            (0..players.len()).map(|player| scores[(player + usize::from(rotation)) % players.len()]);
        Ok(Some(MatchGame { round, rotation, points: points.collect(), paces }))
    }

    /// How many play.
    pub fn seats(&self) -> u8 {
        self.start.setup().seats.min(MAX_SEATS as u8)
    }
}

/// What sets the random choices of a player in a round apart from those of others.
fn own_seed(player: usize, round: u64) -> u64 {
    round.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (player as u64).wrapping_mul(0xD1B5_4A32_D192_ED03)
}

fn player_in(seat: Seat, rotation: u8, seats: usize) -> usize {
    (seat.index() + seats - usize::from(rotation) % seats) % seats
}

/// Whether a line could be played and did something.
fn play_line(game: &mut Game, seat: Seat, line: &[rules::Action]) -> bool {
    let mut possible = |action: &rules::Action| {
        game.position().to_act() == ToAct::Seat(seat) && game.apply(Input::Act(*action), &mut ()).is_ok()
    };
    !line.is_empty() && line.iter().all(&mut possible)
}

impl ThinkingPace {
    fn add(&mut self, time: Duration) {
        self.thoughts += 1;
        self.time += time;
        self.longest = self.longest.max(time);
    }

    /// Takes in another game's.
    pub fn join(&mut self, other: &ThinkingPace) {
        self.thoughts = self.thoughts.saturating_add(other.thoughts);
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
    }

    /// The mean time of a thought.
    pub fn mean(&self) -> Duration {
        self.time / self.thoughts.max(1)
    }
}
