//! Goods tokens for whoever completes a city (T-GOODS).

use crate::event::{Event, Reason, Score, Sink};
use crate::figure::{MAX_SEATS, Seat};
use crate::impossible::{BadPosition, Contradiction};
use crate::key::Mixer;
use crate::land::leaders;
use crate::notation::Fault;
use crate::notation::error::Flaw;
use crate::notation::fields::{Fields, LIST};
use crate::notation::position::{LineWriter, SEPARATOR};
use crate::notation::word::{list, scores, write_scores};
use crate::position::Position;
use crate::score::{Points, add, points_for};
use crate::start::demand;
use crate::tile::{FeatureKind, Good};
use crate::view::View;

/// The tokens of each seat, in the order of [`Good::ALL`].
pub(crate) type Tokens = [[u16; 3]; MAX_SEATS];

pub(crate) const NONE: Tokens = [[0; 3]; MAX_SEATS];

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

/// T-GOODS-2.
pub(crate) fn final_score(position: &Position, sink: &mut impl Sink) -> Points {
    let mut points = Points::default();
    let goods = position.goods_if_ended();
    for good in Good::ALL {
        let tokens = goods.map(|goods| goods[good as usize]);
        let leaders = leaders(tokens.iter().map(|count| u32::from(*count)));
        if leaders == 0 {
            continue;
        }
        let ten = points_for(leaders, 10);
        position.emit(sink, || Event::Scored(Score { reason: Reason::Goods { good, tokens }, points: ten }));
        add(&mut points, &ten);
    }
    points
}

pub(crate) fn fold_taken(view: &mut View, seat: Seat, good: Good, count: u16) {
    if let Some(goods) = view.goods.get_mut(seat.index()) {
        goods[good as usize] = goods[good as usize].saturating_add(count);
    }
}

/// Mixes in the tokens of one seat.
pub(crate) fn hash(position: &Position, seat: usize, mixer: &mut Mixer) {
    let [wine, grain, cloth] = position.state.goods[seat].map(u64::from);
    mixer.add(wine | grain << 16 | cloth << 32);
}

/// `goods=3-0-2;0-0-1`: wine, grain and cloth of each seat.
pub(crate) fn write(line: &mut LineWriter, seats: usize, view: &View) {
    if view.goods != NONE {
        line.list("goods", view.goods[..seats].iter().map(|goods| write_scores(goods)));
    }
}

pub(crate) fn read(fields: &Fields, view: &mut View) -> Result<(), Flaw> {
    if let Some(tokens) = fields.read("goods", |value| read_tokens(value, view.seats))? {
        view.goods = tokens;
    }
    Ok(())
}

fn read_tokens(value: &str, seats: u8) -> Result<Tokens, Flaw> {
    let one = |item: &str| -> Result<[u16; 3], Fault> {
        let wrong = || Fault::expected("wine, grain and cloth of a seat, such as 3-0-2", item);
        let all = scores(item, 3).map_err(|_| wrong())?;
        let small = |n: usize| u16::try_from(all[n]).map_err(|_| wrong());
        Ok([small(0)?, small(1)?, small(2)?])
    };
    let read = list(value, LIST, one)?;
    if read.len() != usize::from(seats) {
        return Err(
            Fault::expected(format!("the goods of {seats} seats, divided by {SEPARATOR}"), value).in_text(0)
        );
    }
    let mut goods = NONE;
    goods[..read.len()].copy_from_slice(&read);
    Ok(goods)
}

/// Whether a seat has no tokens.
pub(crate) fn are_none(view: &View, seat: usize) -> bool {
    view.goods[seat] == [0; 3]
}

pub(crate) fn restore(position: &mut Position, view: &View) -> Result<(), BadPosition> {
    position.state.goods = view.goods;
    let taken = view.goods != NONE;
    demand(position.rules.setup.parts.goods || !taken, Contradiction::NoGoods)
}

/// Nobody has more tokens than there are symbols in complete cities.
pub(crate) fn check_start(position: &Position, view: &View) -> Result<(), BadPosition> {
    let mut left = [0u32; 3];
    for placed in &position.board.tiles {
        let symbols = (0..).zip(&position.rules.catalogue.tile(placed.kind()).segments);
        let complete = symbols.filter(|(number, _)| position.is_complete(placed.segment(*number)));
        complete.filter_map(|(_, segment)| segment.good).for_each(|good| left[good as usize] += 1);
    }
    let taken = |good: usize| view.goods.iter().map(|goods| u32::from(goods[good])).sum::<u32>();
    demand((0..3).all(|good| taken(good) <= left[good]), Contradiction::TooManyGoods)
}
