//! One game after the other, on one thread.

use super::tally::Tally;
use crate::players::{self, Thinking};
use ai::Limits;
use anyhow::Result;
use chance::{Dealer, Stream};
use rules::notation::Recorder;
use rules::{Action, Input, Phase, Position, Seat, ToAct};

/// Sets the streams of successive games far apart.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A table at which games are played; nothing is allocated from one random game to the next.
pub struct GameRunner<'a> {
    start: &'a Position,
    position: Position,
    /// Looks ahead for `--detail`.
    scratch: Position,
    dealer: Dealer,
    stream: Stream,
    /// Who plays; `None` does anything.
    players: Vec<Option<Thinking>>,
    /// What a player has decided beyond the next action, backwards.
    line: Vec<Action>,
    /// The seed of the game's players.
    seed: u64,
    actions: Vec<Action>,
    options: Vec<Action>,
    /// The names of the players, and the seed of all games with the number of this one, from 1.
    names: Vec<String>,
    origin: (u64, u64),
    recorder: Option<Recorder>,
}

impl<'a> GameRunner<'a> {
    /// A table for games that start so, with these players.
    pub fn new(start: &'a Position, names: &[String]) -> Result<GameRunner<'a>> {
        let player = |name: &String| match name.as_str() {
            "random" => Ok(None),
            name => players::player(name).map(Some),
        };
        Ok(GameRunner {
            start,
            position: start.clone(),
            scratch: start.clone(),
            dealer: Dealer::new(Stream::new(0), start),
            stream: Stream::new(0),
            players: names.iter().map(player).collect::<Result<_>>()?,
            line: Vec::new(),
            seed: 0,
            actions: Vec::new(),
            options: Vec::new(),
            names: names.to_vec(),
            origin: (0, 1),
            recorder: None,
        })
    }

    /// Sets up the game with this number, to be written down or not.
    pub fn begin(&mut self, seed: u64, game: u64, record: bool) {
        self.origin = (seed, game + 1);
        let seed = |n: u64| seed.wrapping_add(STEP.wrapping_mul(2 * game + n));
        self.position.copy_from(self.start);
        self.dealer = Dealer::new(Stream::new(seed(0)), self.start);
        self.stream = Stream::new(seed(1));
        self.seed = seed(1);
        self.recorder = record.then(|| Recorder::new(self.start));
    }
}

impl GameRunner<'_> {
    /// Plays the game to its end.
    pub fn play(&mut self, tally: &mut Tally, detail: bool) {
        let (mut tiles, mut decisions) = (0, 0);
        while let Some(input) = self.next() {
            if let Input::Act(_) = input {
                decisions += 1;
                if self.position.phase() == Phase::Place {
                    tiles += 1;
                    tally.placements.take(self.actions.len());
                    if detail {
                        self.count_turns(tally);
                    }
                }
            }
            self.feed(input);
        }
        tally.tiles.take(tiles);
        tally.decisions.take(decisions);
        tally.finish(&self.position);
    }

    /// What happens next; the legal actions are those it was chosen from.
    fn next(&mut self) -> Option<Input> {
        match self.position.to_act() {
            ToAct::Over(_) => None,
            ToAct::Chance => self.dealer.deal(&self.position).map(Input::Draw),
            ToAct::Seat(seat) => {
                self.position.legal_actions(&mut self.actions);
                self.decide(seat).map(Input::Act)
            }
        }
    }

    /// What a seat does.
    fn decide(&mut self, seat: Seat) -> Option<Action> {
        let Some(player) = &mut self.players[seat.index()] else {
            return self.stream.pick(&self.actions).copied();
        };
        if self.line.is_empty() {
            let limits = Limits { seed: self.seed, ..Limits::default() };
            self.line = crate::commands::line(player, &self.position, &limits);
            self.line.reverse();
        }
        self.line.pop()
    }

    fn feed(&mut self, input: Input) {
        let fed = match (&mut self.recorder, input) {
            (Some(recorder), input) => {
                let mut events = Vec::new();
                let fed = self.position.apply(input, &mut events);
                recorder.record(input, &events);
                fed
            }
            (None, Input::Act(action)) => {
                self.position.play_unchecked(action);
                Ok(())
            }
            (None, other) => self.position.apply(other, &mut ()),
        };
        debug_assert!(fed.is_ok(), "players choose legal actions, and the dealer draws from the bag");
    }

    /// The record of the game, if one was kept, with who played and what it follows from.
    pub fn record(&mut self) -> Option<String> {
        let mut recorder = self.recorder.take()?;
        let mut set = |name: &str, value: &str| {
            let set = recorder.tags().set(name, value);
            debug_assert!(set.is_ok(), "{name} is a free tag");
        };
        for (n, name) in (1..).zip(&self.names) {
            set(&format!("Player{n}"), name);
        }
        set("Seed", &self.origin.0.to_string());
        set("Game", &self.origin.1.to_string());
        Some(format!("{}\n", recorder.finish()))
    }

    /// Counts the placements with their figure choice, of all rotations and of distinct ones.
    fn count_turns(&mut self, tally: &mut Tally) {
        let turns = self.figure_choices();
        tally.turns.take(turns);
        let all = std::mem::take(&mut self.actions);
        self.position.distinct_actions(&mut self.actions);
        tally.distinct_placements.take(self.actions.len());
        let distinct = self.figure_choices();
        tally.distinct_turns.take(distinct);
        self.actions = all;
    }

    fn figure_choices(&mut self) -> usize {
        let mut sum = 0;
        for action in &self.actions {
            self.scratch.copy_from(&self.position);
            self.scratch.play_unchecked(*action);
            self.scratch.legal_actions(&mut self.options);
            sum += self.options.len();
        }
        sum
    }
}
