//! A game under way: its position, its deck, and how it came there.

use chance::Deck;
use rules::notation::Recorder;
use rules::{BadSetup, Event, Illegal, Input, Position, Setup, ToAct};

/// A game under way.
#[derive(Clone, Debug)]
pub struct LocalGame {
    start: (Position, Deck),
    position: Position,
    deck: Deck,
    inputs: Vec<Input>,
    events: Vec<Event>,
    /// How many events there were before each input.
    before: Vec<usize>,
}

/// Which input was refused, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// Its number, from 0.
    pub at: usize,
    /// The broken rule.
    pub why: Illegal,
}

impl LocalGame {
    /// A new game with the deck of a seed.
    pub fn new(setup: &Setup, seed: u64) -> Result<LocalGame, BadSetup> {
        Ok(LocalGame::at(Position::new(setup)?, seed))
    }

    /// A game that goes on from a position.
    pub fn at(position: Position, seed: u64) -> LocalGame {
        let deck = Deck::from_number(seed, &position);
        LocalGame {
            start: (position.clone(), deck.clone()),
            position,
            deck,
            inputs: Vec::new(),
            events: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The game written down.
    pub fn record(&self) -> Recorder {
        let mut recorder = Recorder::new(&self.start.0);
        let ends = self.before.iter().skip(1).copied().chain([self.events.len()]);
        for ((input, first), end) in self.inputs.iter().zip(&self.before).zip(ends) {
            recorder.record(*input, &self.events[*first..end]);
        }
        recorder
    }

    /// All inputs so far.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// What has happened since so many inputs.
    pub fn events_since(&self, inputs: usize) -> &[Event] {
        let first = self.before.get(inputs).copied().unwrap_or(self.events.len());
        &self.events[first..]
    }

    /// What came of the input with this number, from 0.
    pub fn events_of(&self, input: usize) -> &[Event] {
        let first = self.before.get(input).copied().unwrap_or(self.events.len());
        let end = self.before.get(input + 1).copied().unwrap_or(self.events.len());
        &self.events[first..end]
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.position.to_act(), ToAct::Over(_))
    }

    /// Feeds one input.
    pub fn apply(&mut self, input: Input) -> Result<&[Event], Illegal> {
        let before = self.events.len();
        self.deck.apply(&mut self.position, input, &mut self.events)?;
        self.inputs.push(input);
        self.before.push(before);
        Ok(&self.events[before..])
    }

    /// Makes the tiles drawn so far come again in the same order when they are taken back, whoever drew them.
    pub fn keep_draws(&mut self) {
        let drawn = self.inputs.iter().filter_map(|input| match input {
            Input::Draw(kind) => Some(*kind),
            _ => None,
        });
        self.start.1.arrange(drawn, &self.deck);
    }

    /// Feeds inputs, all or none; `None` is the draw of the tile that the deck has next.
    pub fn apply_all(
        &mut self,
        inputs: impl IntoIterator<Item = Option<Input>>,
    ) -> Result<&[Event], Refused> {
        let had = self.inputs.len();
        for (at, input) in inputs.into_iter().enumerate() {
            let input = input.or_else(|| self.next_draw()).ok_or_else(|| self.nothing_to_draw());
            if let Err(why) = input.and_then(|input| self.apply(input).map(|_| ())) {
                self.undo(self.inputs.len() - had);
                return Err(Refused { at, why });
            }
        }
        Ok(self.events_since(had))
    }

    fn nothing_to_draw(&self) -> Illegal {
        if self.is_over() { Illegal::GameOver } else { Illegal::NotNow(self.position.phase()) }
    }

    /// The tile that the deck gives next, if one is to be drawn.
    pub fn next_draw(&self) -> Option<Input> {
        self.deck.peek(&self.position).map(Input::Draw)
    }

    /// Takes back the last inputs, as many as there are; the deck gives the same tiles again.
    pub fn undo(&mut self, inputs: usize) {
        if inputs == 0 {
            return;
        }
        let keep = self.inputs.len().saturating_sub(inputs);
        let kept: Vec<Input> = self.inputs[..keep].to_vec();
        (self.position, self.deck) = self.start.clone();
        self.inputs.clear();
        self.events.clear();
        self.before.clear();
        for input in kept {
            let again = self.apply(input);
            debug_assert!(again.is_ok(), "what was legal once is legal again");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_that_others_drew_come_again_when_taken_back() {
        let mut table = LocalGame::new(&Setup::base(2), 1).unwrap();
        let next = table.next_draw().unwrap();
        let (other, _) = table.position().bag().find(|(kind, _)| Input::Draw(*kind) != next).unwrap();
        table.apply(Input::Draw(other)).unwrap();
        table.keep_draws();
        table.undo(1);
        assert_eq!(table.next_draw(), Some(Input::Draw(other)));
    }
}
