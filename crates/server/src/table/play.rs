//! The game at a table: its position, its deck, and how it got there.

use super::first;
use chance::{Deck, Seed};
use rules::{Event, Illegal, Input, Position, Setup};

/// A running or finished game.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub position: Position,
    deck: Deck,
    seed: Seed,
    pub inputs: Vec<Input>,
    /// For each entry that played: how many inputs there were before, whose it was, the clocks before.
    pub moves: Vec<Move>,
}

#[derive(Clone, Debug)]
pub(super) struct Move {
    pub inputs: u32,
    pub seat: rules::Seat,
    /// Whether it is the first placement of a turn.
    pub begins_turn: bool,
    pub clocks: Box<[i64]>,
}

/// What inputs lead to.
pub(super) struct Played {
    pub inputs: Vec<Input>,
    pub events: Vec<Event>,
}

impl Play {
    pub fn new(setup: &Setup, seed: Seed) -> Option<Play> {
        let position = first::position(setup).ok()?;
        let deck = Deck::new(seed, &position);
        Some(Play { position, deck, seed, inputs: Vec::new(), moves: Vec::new() })
    }

    /// What would happen if these were played, with all the draws that follow.
    pub fn try_inputs(&self, inputs: &[Input]) -> Result<Played, Illegal> {
        let mut copy = (self.position.clone(), self.deck.clone());
        let mut outcome = Played { inputs: Vec::new(), events: Vec::new() };
        for input in inputs {
            feed(&mut copy, *input, &mut outcome)?;
        }
        while let Some(kind) = copy.1.peek(&copy.0) {
            feed(&mut copy, Input::Draw(kind), &mut outcome)?;
        }
        Ok(outcome)
    }

    /// Plays logged inputs; whether they give the logged events.
    pub fn replay(&mut self, inputs: &[Input], logged: &[Event]) -> bool {
        let mut copy = (self.position.clone(), self.deck.clone());
        let mut outcome = Played { inputs: Vec::new(), events: Vec::new() };
        let legal = inputs.iter().all(|input| feed(&mut copy, *input, &mut outcome).is_ok());
        if !legal || outcome.events != logged {
            return false;
        }
        (self.position, self.deck) = copy;
        self.inputs.extend_from_slice(inputs);
        true
    }

    /// Goes back to when there were only so many inputs.
    pub fn take_back(&mut self, inputs: u32) -> bool {
        let Some(mut fresh) = Play::new(self.position.setup(), self.seed) else { return false };
        let mut copy = (fresh.position.clone(), fresh.deck.clone());
        let mut outcome = Played { inputs: Vec::new(), events: Vec::new() };
        let kept = self.inputs.get(..inputs as usize).unwrap_or_default();
        if !kept.iter().all(|input| feed(&mut copy, *input, &mut outcome).is_ok()) {
            return false;
        }
        (fresh.position, fresh.deck) = copy;
        fresh.inputs = kept.to_vec();
        fresh.moves = self.moves.iter().filter(|turn| turn.inputs < inputs).cloned().collect();
        *self = fresh;
        true
    }
}

fn feed(game: &mut (Position, Deck), input: Input, outcome: &mut Played) -> Result<(), Illegal> {
    let (position, deck) = game;
    deck.apply(position, input, &mut outcome.events)?;
    outcome.inputs.push(input);
    Ok(())
}
