//! Goods tokens for whoever completes a city (T-GOODS).

use crate::event::{Event, Sink};
use crate::position::Position;
use crate::tile::Good;

impl Position {
    /// The goods symbols in a city, in the order of [`Good::ALL`].
    pub(crate) fn goods_in(&self, city: u16) -> [u16; 3] {
        let mut goods = [0; 3];
        for segment in self.land.ring(city) {
            let placed = &self.board.tiles[usize::from(self.land.tile(segment))];
            let number = usize::from(segment - placed.first);
            if let Some(good) = self.rules.catalogue.tile(placed.kind()).segments[number].good {
                goods[good as usize] += 1;
            }
        }
        goods
    }

    /// T-GOODS-1.
    pub(crate) fn take_goods(&mut self, city: u16, sink: &mut impl Sink) {
        let seat = self.state.turn;
        for (good, count) in Good::ALL.into_iter().zip(self.goods_in(city)) {
            if count > 0 {
                self.state.goods[seat.index()][good as usize] += count;
                self.emit(sink, || Event::GoodsTaken { seat, good, count });
            }
        }
    }
}
