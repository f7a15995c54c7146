//! The game at a table as a record.

use super::{Table, first};
use rules::notation::Recorder;

impl Table {
    /// The record of the game so far, once it has begun.
    pub fn record(&self) -> Option<String> {
        let mut position = first::position(&self.setup).ok()?;
        let mut recorder = Recorder::new(&position);
        for (chair, number) in self.chairs.iter().zip(1..) {
            // A name that a record cannot hold is left out.
            let _ =
                recorder.tags().set(&format!("Player{number}"), chair.name.as_deref().unwrap_or_default());
        }
        let mut events = Vec::new();
        for input in &self.play.as_ref()?.inputs {
            events.clear();
            position.apply(*input, &mut events).ok()?;
            recorder.record(*input, &events);
        }
        Some(recorder.game().to_string())
    }
}
