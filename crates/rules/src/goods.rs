//! Goods tokens for whoever completes a city (T-GOODS).

use crate::event::{Event, Sink};
use crate::figure::MAX_SEATS;
use crate::position::Position;
use crate::tile::{FeatureKind, Good};

impl Position {
    /// The goods symbols in a city, in the order of [`Good::ALL`].
    pub(crate) fn goods_in(&self, city: u16) -> [u16; 3] {
        let mut goods = [0; 3];
        for segment in self.land.ring(city) {
            let placed = &self.board.tiles[usize::from(self.land.tile(segment))];
            let number = placed.index(segment);
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

    /// The goods tokens of each seat if the game ended now, in the order of [`Good::ALL`]: with those of cities
    /// that the laid tile completed and that are not scored yet.
    ///
    /// ```
    /// let position = rules::Position::new(&rules::Setup::new(2, &rules::TileSet::ALL)).unwrap();
    /// assert_eq!(position.goods_if_ended()[0], [0, 0, 0]);
    /// ```
    pub fn goods_if_ended(&self) -> [[u16; 3]; MAX_SEATS] {
        let mut goods = self.state.goods;
        if !self.is_unscored() {
            return goods;
        }
        let placed = self.board.last();
        for segment in (0..self.table(placed.kind()).segments).map(|number| placed.segment(number)) {
            let city = self.feature_kind(segment) == FeatureKind::City;
            if city && self.is_complete(segment) && self.land.is_first_of_tile(segment) {
                let more = self.goods_in(self.land.root(segment));
                let tokens = &mut goods[self.state.turn.index()];
                tokens.iter_mut().zip(more).for_each(|(have, more)| *have += more);
            }
        }
        goods
    }
}
