//! Reads facts: what stands in brackets, and the lines of the final scoring.

use super::cursor::Tok;
use super::error::{Fault, Mark, RecordError};
use super::fact::{FEATURES, Fact, Prize};
use super::page::Page;
use super::word::{LEAVES, POOLS, kinds, named, number, seat, times};
use crate::event::RemovalReason;
use crate::figure::MAX_SEATS;
use crate::role::Role;
use crate::tile::{FeatureKind, Good};

const FACTS: &str = "a fact (held, removed, aside, back, extra, dragon, home, eaten, evicted, alone, fairy, \
                     takes, or what is scored)";
const POINTS: &str = "points such as 2+4 (seat 2 gets 4), or +0";

impl Page<'_, '_> {
    /// A fact, after its opening bracket.
    pub(super) fn bracketed(&mut self) -> Result<(), RecordError> {
        let (word, mark) = self.cursor.word(FACTS)?;
        let fact = self.read_fact(word, mark)?;
        let close = self.cursor.next()?;
        if close.tok != Tok::Close {
            return Err(close.not("`)`"));
        }
        self.fact(fact, mark)
    }

    fn read_fact(&mut self, word: &str, mark: Mark) -> Result<Fact, RecordError> {
        match word {
            "held" => Ok(Fact::Held),
            "removed" => Ok(Fact::Removed),
            "aside" => Ok(Fact::Aside),
            "extra" => Ok(Fact::Extra),
            "back" => self.back(),
            "dragon" => Ok(Fact::DragonCame(self.cell()?)),
            "takes" => self.goods(),
            "fairy" if self.cursor.peek_word()? == Some("alone") => {
                self.cursor.next()?;
                Ok(Fact::FairyAlone)
            }
            _ => match named(LEAVES, word) {
                Some(why) => self.home(why),
                None => self.points(word, mark, false),
            },
        }
    }

    /// `back held dragon-04*2`.
    fn back(&mut self) -> Result<Fact, RecordError> {
        let expected = "hand, held or aside";
        let (word, at) = self.cursor.word(expected)?;
        let from = named(POOLS, word).ok_or_else(|| Fault::expected(expected, word).at(at))?;
        let (word, at) = self.cursor.word("a tile")?;
        let (kind, count) = kinds(word).map_err(|fault| fault.at(at))?;
        Ok(Fact::Back { kind, count, from })
    }

    /// `home 2 knight 0,1 N`, after the first word.
    fn home(&mut self, why: RemovalReason) -> Result<Fact, RecordError> {
        let (word, at) = self.cursor.word("a seat's number")?;
        let seat = seat(word, self.seats).map_err(|fault| fault.at(at))?;
        let (role, spot) = self.figure_on_cell()?;
        Ok(Fact::Home { seat, figure: role.figure(), spot, why })
    }

    /// `takes 1 wine*2`.
    fn goods(&mut self) -> Result<Fact, RecordError> {
        let (word, at) = self.cursor.word("a seat's number")?;
        let seat = seat(word, self.seats).map_err(|fault| fault.at(at))?;
        let expected = "goods, such as wine*2";
        let (word, at) = self.cursor.word(expected)?;
        let goods = times(word).and_then(|(name, count)| Some((Good::from_name(name)?, count)));
        let (good, count) = goods.ok_or_else(|| Fault::expected(expected, word).at(at))?;
        Ok(Fact::Goods { seat, good, count })
    }

    /// `city 0,0 N 2+4`, after the first word.
    pub(super) fn points(&mut self, word: &str, mark: Mark, last: bool) -> Result<Fact, RecordError> {
        let prize = self.prize(word, mark)?;
        let mut points = [0; MAX_SEATS];
        let (mut word, mut at) = self.cursor.word(POINTS)?;
        if word == "+0" {
            return Ok(Fact::Points { prize, points, last });
        }
        loop {
            let wrong = || Fault::expected(POINTS, word).at(at);
            let (who, got) = word.split_once('+').ok_or_else(wrong)?;
            let seat = seat(who, self.seats).map_err(|fault| fault.at(at))?;
            let got: u32 = number(got).filter(|got| *got > 0).ok_or_else(wrong)?;
            if points[seat.index()..].iter().any(|points| *points > 0) {
                return Err(Fault::expected("points in the order of the seats", word).at(at));
            }
            points[seat.index()] = got;
            if !self.cursor.peek_word()?.is_some_and(|next| next.contains('+') && !next.ends_with('+')) {
                return Ok(Fact::Points { prize, points, last });
            }
            (word, at) = self.cursor.word(POINTS)?;
        }
    }

    fn prize(&mut self, word: &str, mark: Mark) -> Result<Prize, RecordError> {
        if let Some(kind) = named(FEATURES, word) {
            return Ok(Prize::Feature(kind, self.spot(role_on(kind), false)?));
        }
        if let Some(good) = Good::from_name(word) {
            return Ok(Prize::Goods(good));
        }
        match word {
            "farmed" => Ok(Prize::Farmed(self.spot(role_on(FeatureKind::City), false)?)),
            "fairy" if self.cursor.peek_word()?.is_some_and(|next| Role::from_name(next).is_some()) => {
                Ok(Prize::Fairy(self.figure_on_cell()?.1))
            }
            "fairy" => Ok(Prize::FairyTurn),
            _ => Err(Fault::expected(FACTS, word).at(mark)),
        }
    }
}

fn role_on(kind: FeatureKind) -> Role {
    Role::of(crate::Figure::Follower, kind)
}
