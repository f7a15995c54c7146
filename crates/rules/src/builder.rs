//! The builder earns a second tile (T-BUILD).

use crate::event::{Event, Extra, Sink};
use crate::position::Position;

impl Position {
    /// T-BUILD-2: the laid tile earns a second one.
    pub(crate) fn note_builder(&mut self, sink: &mut impl Sink) {
        if self.state.extra != Extra::No || !self.rules.setup.parts.builder {
            return;
        }
        if self.extends_builder() {
            let seat = self.state.turn;
            self.state.extra = Extra::Earned;
            self.emit(sink, || Event::ExtraEarned { seat });
        }
    }

    /// Whether the laid tile extends the road or city on which the own builder stands.
    pub(crate) fn extends_builder(&self) -> bool {
        if self.helpers_of(self.state.turn).is_empty() {
            return false;
        }
        let placed = self.board.last();
        self.table(placed.kind()).lines.into_iter().any(|number| {
            let root = self.land.root(placed.segment(number));
            self.land.figures(root).has_helper(self.state.turn)
        })
    }
}
