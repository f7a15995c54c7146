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
        let extends = self.table(placed.kind()).lines.into_iter().any(|number| {
            let root = self.land.root(placed.first + u16::from(number));
            self.land.figures(root).has_helper(seat)
        });
        if extends {
            self.state.extra = Extra::Earned;
            self.emit(sink, || Event::ExtraEarned { seat });
        }
    }
}
