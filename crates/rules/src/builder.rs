//! The builder earns a second tile (T-BUILD).

use crate::event::{Event, Extra, Sink};
use crate::position::Position;

impl Position {
    /// T-BUILD-2: the laid tile extends the road or city on which the own builder stands.
    pub(crate) fn note_builder(&mut self, sink: &mut impl Sink) {
        if self.state.extra != Extra::No || !self.rules.setup.parts.builder {
            return;
        }
        let placed = self.board.last();
        let seat = self.state.turn;
        let lines = self.table(placed.kind()).lines;
        let extends = (0..8)
            .filter(|number| lines >> number & 1 != 0)
            .any(|number| self.land.figures(self.land.root(placed.first + number)).has_helper(seat));
        if extends {
            self.state.extra = Extra::Earned;
            self.emit(sink, || Event::ExtraEarned { seat });
        }
    }
}
