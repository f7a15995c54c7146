//! The game at a table as a record.

use crate::{Table, first};
use rules::notation::{Recorder, TAKE_BACKS};
use rules::{Input, Position, Setup};

/// What a record is written from. The game is played once more for it, so it is written away from the table's task.
#[derive(Clone, Debug)]
pub struct Transcript {
    setup: Setup,
    names: Vec<String>,
    inputs: Vec<Input>,
    taken_back: u32,
}

impl Table {
    /// The game so far, once it has begun.
    pub fn transcript(&self) -> Option<Transcript> {
        let inputs = self.play.as_ref()?.game.inputs().to_vec();
        let names = self.chairs.iter().map(|chair| chair.name.clone().unwrap_or_default()).collect();
        Some(Transcript { setup: Setup::clone(&self.setup), names, inputs, taken_back: self.taken_back })
    }

    /// The record of the game so far, once it has begun.
    pub fn record(&self) -> Option<String> {
        self.transcript()?.record()
    }
}

impl Transcript {
    pub fn record(&self) -> Option<String> {
        let mut position = Position::clone(&*first::position(&self.setup).ok()?);
        let mut recorder = Recorder::new(&position);
        for (name, number) in self.names.iter().zip(1..) {
            // A name that a record cannot hold is left out.
            let _ = recorder.tags().set(&format!("Player{number}"), name);
        }
        if self.taken_back > 0 {
            recorder.tags().set(TAKE_BACKS, &self.taken_back.to_string()).ok()?;
        }
        let mut events = Vec::new();
        for input in &self.inputs {
            events.clear();
            position.apply(*input, &mut events).ok()?;
            recorder.record(*input, &events);
        }
        Some(recorder.game().to_string())
    }
}
