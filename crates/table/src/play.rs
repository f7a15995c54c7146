//! The game at a table, and how it got there.

use crate::{Millis, Refusal, Step, Table, first};
use chance::{Game, Seed};
use rules::{Event, Extra, Input, Phase, Seat, Setup, ToAct};
use wire::table::{Entry, Logged, Stage};

/// Events of most moves, with the draw that follows.
const EVENTS: usize = 16;

/// A running or finished game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Play {
    pub game: Game,
    /// One for each entry that played.
    pub moves: Vec<Move>,
    /// The clocks before each of these, one after the other.
    clocks: Vec<i64>,
}

/// What was so when a seat moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Move {
    /// How many inputs there were.
    pub inputs: u32,
    pub seat: Seat,
    /// Whether it is the first placement of a turn.
    pub begins_turn: bool,
}

/// What was played and what came of it, as it is logged.
pub(crate) struct Played {
    pub inputs: Vec<wire::Input>,
    pub events: Vec<wire::Event>,
    pub ends_turn: bool,
}

impl Play {
    pub fn new(setup: &Setup, seed: Seed) -> Option<Play> {
        let game = Game::at(first::position(setup).ok()?, seed);
        Some(Play { game, moves: Vec::new(), clocks: Vec::new() })
    }

    /// Plays inputs, each by `seat` if one is given, and all the draws that follow.
    pub fn play(&mut self, inputs: &[Input], seat: Option<Seat>) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::with_capacity(EVENTS);
        for input in inputs {
            if seat.is_some_and(|seat| self.game.position().to_act() != ToAct::Seat(seat)) {
                return Err(Refusal::NotYourTurn);
            }
            self.game.apply(*input, &mut events)?;
        }
        while self.game.draw(&mut events).is_some() {}
        Ok(events)
    }

    /// Plays logged inputs; whether they give the logged events. If not, nothing has changed.
    fn replay(&mut self, inputs: &[Input], logged: &[Event]) -> bool {
        let (had, mut events) = (self.game.inputs().len(), Vec::new());
        let legal = inputs.iter().all(|input| self.game.apply(*input, &mut events).is_ok());
        let same = legal && events == logged;
        if !same {
            self.game.undo(self.game.inputs().len() - had);
        }
        same
    }

    /// Goes back to when there were only this many inputs.
    pub fn take_back(&mut self, inputs: u32) -> bool {
        let Some(back) = self.game.inputs().len().checked_sub(inputs as usize) else { return false };
        self.game.undo(back);
        let (clocks, kept) = (self.clocks_of_each(), self.moves.partition_point(|turn| turn.inputs < inputs));
        self.moves.truncate(kept);
        self.clocks.truncate(kept * clocks);
        true
    }

    /// The last turn of a seat: how many inputs there were, and the clocks.
    pub fn last_turn_of(&self, seat: Seat) -> Option<(u32, &[i64])> {
        let last = self.moves.iter().rposition(|turn| turn.seat == seat && turn.begins_turn)?;
        let clocks = self.clocks_of_each();
        Some((self.moves[last].inputs, &self.clocks[last * clocks..][..clocks]))
    }

    /// How many clocks there are, if any.
    fn clocks_of_each(&self) -> usize {
        self.clocks.len() / self.moves.len().max(1)
    }
}

impl Table {
    /// What a move by this seat finds.
    pub(crate) fn turn_of(&self, seat: Seat, plays: bool) -> Option<Move> {
        let game = &self.play.as_ref()?.game;
        let position = game.position();
        let first_tile = position.phase() == Phase::Place && position.extra() != Extra::Second;
        Some(Move { inputs: game.inputs().len() as u32, seat, begins_turn: plays && first_tile })
    }

    /// Plays inputs, each by `seat` if one is given, and all the draws that follow.
    pub(crate) fn play_on(&mut self, inputs: &[Input], seat: Option<Seat>) -> Result<Played, Refusal> {
        let play = self.play.as_mut().ok_or(Refusal::NotNow("the game has not started"))?;
        let had = play.game.inputs().len();
        let events = play.play(inputs, seat)?;
        let inputs = play.game.inputs()[had..].iter().map(|input| (*input).into()).collect();
        Ok(Played { inputs, events: self.wire_events(&events), ends_turn: ends_turn(&events) })
    }

    /// The step to this table, whose game has been played on already: the rest of what an entry changes.
    pub(crate) fn moved(mut self, logged: Logged, turn: Option<Move>, at: Millis) -> Step {
        self.count(&logged, at);
        self.take_move(&logged.entry, turn, at);
        Step { logged, next: self }
    }

    /// Plays what was logged; nothing if today's rules would play it differently.
    pub(crate) fn replay(&mut self, inputs: &[wire::Input], events: &[wire::Event]) -> Option<()> {
        let inputs: Vec<Input> = inputs.iter().map(|input| (*input).into()).collect();
        let events: Option<Vec<Event>> = events.iter().map(|event| event.clone().try_into().ok()).collect();
        self.play.as_mut()?.replay(&inputs, &events?).then_some(())
    }

    /// Takes in what an entry changes beside the game, which has been played on already.
    pub(crate) fn take_move(&mut self, entry: &Entry, turn: Option<Move>, at: Millis) {
        if let (Some(play), Some(turn)) = (&mut self.play, turn) {
            play.moves.push(turn);
            play.clocks.extend_from_slice(&self.clocks.left);
        }
        match entry {
            Entry::Played { clocks, .. } | Entry::Left { clocks, .. } => {
                self.clocks.left.clone_from(clocks);
                self.close_question(false, at);
            }
            Entry::Ended { .. } => self.close_question(true, at),
            // A game that begins has no question.
            _ => {}
        }
        self.clocks.since = at;
        self.played = self.version;
        if self.play.as_ref().is_some_and(|play| play.game.is_over()) {
            self.stage = Stage::Over;
            self.question = None;
        }
    }
}

fn ends_turn(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::TurnBegan { .. } | Event::Now(Phase::Over(_))))
}
