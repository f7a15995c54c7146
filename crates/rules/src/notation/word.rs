//! The words that records and positions share: numbers, cells, tiles, phases, names of things.

use super::error::{Fault, Flaw};
use crate::event::{Ending, Phase, Pile, Pool, RemovalReason};
use crate::figure::{MAX_SEATS, Seat};
use crate::geometry::{Cell, Rotation};
use crate::setup::MAX_TILES;
use crate::tile::Kind;
use std::fmt::Write;
use std::str::FromStr;

/// A thing and its name.
pub(crate) type Names<T> = &'static [(T, &'static str)];

pub(super) const ENDINGS: Names<Ending> = &[
    (Ending::NoTiles, "no-tiles"),
    (Ending::NothingFits, "nothing-fits"),
    (Ending::Agreed, "agreed"),
    (Ending::Retired, "retired"),
];
pub(super) const LEAVES: Names<RemovalReason> = &[
    (RemovalReason::Scored, "home"),
    (RemovalReason::Eaten, "eaten"),
    (RemovalReason::Evicted, "evicted"),
    (RemovalReason::Alone, "alone"),
];
pub(super) const POOLS: Names<Pool> = &[(Pool::Hand, "hand"), (Pool::Held, "held"), (Pool::Aside, "aside")];
const PILES: Names<Pile> = &[(Pile::Main, "main"), (Pile::River, "river"), (Pile::Lake, "lake")];

pub(crate) fn name_of<T: PartialEq>(names: Names<T>, thing: T) -> &'static str {
    names.iter().find(|(t, _)| *t == thing).map_or("", |(_, name)| name)
}

pub(crate) fn named<T: Copy>(names: Names<T>, word: &str) -> Option<T> {
    names.iter().find(|(_, name)| *name == word).map(|(thing, _)| *thing)
}

/// A number in plain digits.
pub(super) fn number<T: FromStr>(word: &str) -> Option<T> {
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| word.parse().ok()).flatten()
}

/// A cell such as `3,-2`, no farther out than the largest game reaches.
pub(crate) fn cell(word: &str) -> Option<Cell> {
    let (x, y) = word.split_once(',')?;
    Some(Cell::new(coordinate(x)?, coordinate(y)?))
}

fn coordinate(word: &str) -> Option<i16> {
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |digits| (-1, digits));
    let size: i16 = number(digits)?;
    (usize::from(size.unsigned_abs()) <= MAX_TILES).then_some(sign * size)
}

/// `1,0/2` after the @ of a laid tile: where, and how many quarters turned clockwise.
pub(super) fn laying(word: &str) -> Option<(Cell, Rotation)> {
    let (at, quarters) = word.split_once('/').unwrap_or((word, "0"));
    let quarters: u8 = number(quarters).filter(|quarters| *quarters < 4)?;
    Some((cell(at)?, Rotation::new(quarters)))
}

pub(super) fn write_laying(cell: Cell, rotation: Rotation) -> String {
    if rotation == Rotation::NONE { format!("@{cell}") } else { format!("@{cell}/{rotation}") }
}

pub(super) fn kind(word: &str) -> Result<Kind, Fault> {
    Kind::named(word).ok_or_else(|| Fault::UnknownTile(word.chars().take(20).collect()))
}

/// A name with how often, such as `V*3`.
pub(super) fn times<T: FromStr>(word: &str) -> Option<(&str, T)> {
    match word.split_once('*') {
        Some((name, count)) => Some((name, number(count)?)),
        None => Some((word, number("1")?)),
    }
}

pub(super) fn write_times(name: &str, count: u16) -> String {
    if count == 1 { name.to_owned() } else { format!("{name}*{count}") }
}

/// A kind with how many, such as `V*3`.
pub(super) fn kinds(word: &str) -> Result<(Kind, u16), Fault> {
    let (name, count) =
        times(word).ok_or_else(|| Fault::expected("a tile with its count, such as V*3", word))?;
    Ok((kind(name)?, count))
}

/// A seat as people count them, from 1.
pub(crate) fn seat(word: &str, seats: u8) -> Result<Seat, Fault> {
    let seat: u32 = number(word).ok_or_else(|| Fault::expected("a seat's number", word))?;
    match u8::try_from(seat) {
        Ok(n) if (1..=seats).contains(&n) => Ok(Seat(n - 1)),
        _ => Err(Fault::NoSeat { seat, seats }),
    }
}

/// One number for each seat, such as `63-71`.
pub(crate) fn scores(word: &str, seats: u8) -> Result<[u32; MAX_SEATS], Fault> {
    let wrong = || Fault::expected(format!("{seats} numbers, such as 63-71 for two seats"), word);
    let mut scores = [0; MAX_SEATS];
    let mut seen = 0;
    for (n, part) in word.split('-').enumerate() {
        *scores.get_mut(n).filter(|_| n < usize::from(seats)).ok_or_else(wrong)? =
            number(part).ok_or_else(wrong)?;
        seen += 1;
    }
    if seen == usize::from(seats) { Ok(scores) } else { Err(wrong()) }
}

pub(crate) fn write_scores<T: ToString>(scores: &[T]) -> String {
    scores.iter().map(T::to_string).collect::<Vec<_>>().join("-")
}

/// What is awaited, such as `place`, `draw:river`, `dragon:4:2` (four steps left, seat 2 moves it) or
/// `over:no-tiles`.
pub(super) fn phase(word: &str, seats: u8) -> Result<Phase, Fault> {
    let wrong = || Fault::expected(PHASES, word);
    let mut parts = word.split(':');
    let phase = match (parts.next(), parts.next(), parts.next()) {
        (Some("draw"), pile, None) => {
            Phase::Draw { pile: named(PILES, pile.unwrap_or("main")).ok_or_else(wrong)? }
        }
        (Some("place"), None, None) => Phase::Place,
        (Some("figure"), None, None) => Phase::Figure,
        (Some("extra"), None, None) => Phase::Extra,
        (Some("dragon"), Some(steps), Some(mover)) => {
            Phase::Dragon { steps: number(steps).ok_or_else(wrong)?, mover: seat(mover, seats)? }
        }
        (Some("over"), Some(ending), None) => Phase::Over(named(ENDINGS, ending).ok_or_else(wrong)?),
        _ => return Err(wrong()),
    };
    if parts.next().is_some() { Err(wrong()) } else { Ok(phase) }
}

const PHASES: &str = "draw, draw:river, draw:lake, place, figure, dragon:STEPS:SEAT, extra, over:no-tiles, \
                      over:nothing-fits, over:agreed or over:retired";

pub(super) fn write_phase(phase: Phase) -> String {
    match phase {
        Phase::Draw { pile: Pile::Main } => "draw".to_owned(),
        Phase::Draw { pile } => format!("draw:{}", name_of(PILES, pile)),
        Phase::Place => "place".to_owned(),
        Phase::Figure => "figure".to_owned(),
        Phase::Dragon { steps, mover } => format!("dragon:{steps}:{mover}"),
        Phase::Extra => "extra".to_owned(),
        Phase::Over(ending) => format!("over:{}", name_of(ENDINGS, ending)),
    }
}

/// What each seat got, such as `1+10 2+10`; `+0` if nobody got anything.
pub(super) fn write_points(points: &[u32; MAX_SEATS]) -> String {
    let mut text = String::new();
    for (n, points) in points.iter().enumerate().filter(|(_, points)| **points > 0) {
        let space = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{space}{}+{points}", n + 1);
    }
    if text.is_empty() { "+0".to_owned() } else { text }
}

/// The items of a list with the byte each begins at. Spaces may repeat, other separators may not.
pub(crate) fn items(text: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(separator)
        .map(move |item| {
            let start = at;
            at += item.len() + separator.len_utf8();
            (start, item)
        })
        .filter(move |(_, item)| separator != ' ' || !item.is_empty())
}

/// Reads every item of a list.
pub(crate) fn list<T>(
    text: &str,
    separator: char,
    read: impl Fn(&str) -> Result<T, Fault>,
) -> Result<Vec<T>, Flaw> {
    items(text, separator).map(|(at, item)| read(item).map_err(|fault| fault.in_text(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_two_plain_numbers() {
        assert_eq!(cell("3,-2"), Some(Cell::new(3, -2)));
        for bad in ["", ",", "3", "3,", "+3,1", "3,1,2", "--1,0", "1001,0", "40000,0", "3 ,1", "٣,1"] {
            assert_eq!(cell(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_laying_has_at_most_three_quarters() {
        assert_eq!(laying("1,0"), Some((Cell::new(1, 0), Rotation::NONE)));
        assert_eq!(laying("1,0/3"), Some((Cell::new(1, 0), Rotation::new(3))));
        for bad in ["1,0/", "1,0/4", "1,0/-1", "/1", "1,0/1/1"] {
            assert_eq!(laying(bad), None, "{bad}");
        }
    }

    #[test]
    fn phases_read_back() {
        let phases = [
            Phase::Draw { pile: Pile::Main },
            Phase::Draw { pile: Pile::River },
            Phase::Draw { pile: Pile::Lake },
            Phase::Place,
            Phase::Figure,
            Phase::Extra,
            Phase::Dragon { steps: 6, mover: Seat(1) },
            Phase::Over(Ending::NothingFits),
        ];
        for one in phases {
            assert_eq!(phase(&write_phase(one), 2), Ok(one));
        }
        assert_eq!(phase("dragon:6:3", 2), Err(Fault::NoSeat { seat: 3, seats: 2 }));
        for bad in
            ["", "draw:", "draw:sea", "place:1", "dragon", "dragon:1", "dragon:1:1:1", "over", "over:x"]
        {
            assert!(matches!(phase(bad, 2), Err(Fault::Expected { .. })), "{bad}");
        }
    }

    #[test]
    fn scores_are_as_many_as_seats() {
        assert_eq!(scores("63-71", 2), Ok([63, 71, 0, 0, 0, 0]));
        for bad in ["63", "63-71-1", "63-", "-63", "63-x", "4294967296-1"] {
            assert!(scores(bad, 2).is_err(), "{bad}");
        }
    }

    #[test]
    fn points_name_those_who_got_some() {
        assert_eq!(write_points(&[0, 4, 0, 0, 0, 12]), "2+4 6+12");
        assert_eq!(write_points(&[0; MAX_SEATS]), "+0");
    }
}
