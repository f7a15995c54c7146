//! A setup as named fields: the header tags of a record and the first fields of a position.

use super::error::{Fault, Flaw};
use super::word::{items, kind, kinds, list, number, times, write_times};
use crate::figure::{Figure, MAX_SEATS};
use crate::sets::Sets;
use crate::setup::{BadSetup, Edition, Knobs, Parts, Setup};
use crate::tile::{Kind, TileSet};

/// One field of a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    Seats,
    Sets,
    Parts,
    Edition,
    Knobs,
    Supply,
    Bag,
    Arranged,
}

impl Field {
    /// Every field, in the order they are written.
    pub(super) const ALL: [Field; 8] = [
        Field::Seats,
        Field::Sets,
        Field::Parts,
        Field::Edition,
        Field::Knobs,
        Field::Supply,
        Field::Bag,
        Field::Arranged,
    ];

    /// Its tag in a record.
    pub(super) const fn tag(self) -> &'static str {
        match self {
            Field::Seats => "Seats",
            Field::Sets => "Sets",
            Field::Parts => "Parts",
            Field::Edition => "Edition",
            Field::Knobs => "Knobs",
            Field::Supply => "Supply",
            Field::Bag => "Bag",
            Field::Arranged => "Arranged",
        }
    }

    /// Its key in a position. The draw order is no part of a position.
    pub(super) const fn key(self) -> Option<&'static str> {
        match self {
            Field::Seats => Some("seats"),
            Field::Sets => Some("sets"),
            Field::Parts => Some("parts"),
            Field::Edition => Some("edition"),
            Field::Knobs => Some("knobs"),
            Field::Supply => Some("supply"),
            Field::Bag => Some("bag"),
            Field::Arranged => None,
        }
    }

    /// What a setup says in this field; `None` if that is what the other fields imply.
    pub(super) fn write(self, setup: &Setup, separator: &str) -> Option<String> {
        let join = |words: Vec<String>| (!words.is_empty()).then(|| words.join(separator));
        match self {
            Field::Seats => Some(setup.seats.to_string()),
            Field::Sets => join(sets_as_words(setup)),
            Field::Parts if goes_without_saying(setup) => None,
            Field::Parts if setup.parts == Parts::NONE => Some(NO_PARTS.to_owned()),
            Field::Parts => join(parts_as_words(setup.parts)),
            Field::Edition => Some(nearest(setup.knobs).name().to_owned()),
            Field::Knobs => join(knobs_as_words(setup.knobs)),
            Field::Supply => join(supply_as_words(setup)),
            Field::Bag => setup.bag.as_ref().map(|bag| {
                let words = bag.iter().map(|(kind, count)| write_times(kind.name(), *count));
                words.collect::<Vec<_>>().join(separator)
            }),
            Field::Arranged => setup
                .arranged
                .as_ref()
                .map(|order| order.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(separator)),
        }
    }
}

const NO_PARTS: &str = "none";

/// Whether nobody needs to be told the parts: they are those of the sets. What the tiles of an own bag bring is said.
fn goes_without_saying(setup: &Setup) -> bool {
    setup.parts == Parts::of_sets(setup.sets)
        && setup.parts == Parts::brought(setup.sets, setup.bag.as_deref())
}

fn sets_as_words(setup: &Setup) -> Vec<String> {
    setup.sets.iter().map(|(set, copies)| write_times(set.name(), u16::from(copies))).collect()
}

fn parts_as_words(parts: Parts) -> Vec<String> {
    Parts::NAMES.iter().filter(|name| parts.get(name) == Some(true)).map(|name| (*name).to_owned()).collect()
}

fn knobs_as_words(knobs: Knobs) -> Vec<String> {
    differences(knobs, nearest(knobs)).map(|(name, value)| format!("{name}={value}")).collect()
}

fn supply_as_words(setup: &Setup) -> Vec<String> {
    let said = Figure::ALL.into_iter().zip(setup.supply);
    said.filter_map(|(figure, count)| Some(format!("{figure}={}", count?))).collect()
}

/// The edition from which the fewest knobs differ; of equals, the newest.
fn nearest(knobs: Knobs) -> Edition {
    let newest_first = [Edition::Modern, Edition::Y2007, Edition::Classic];
    let nearest = newest_first.into_iter().min_by_key(|edition| differences(knobs, *edition).count());
    nearest.unwrap_or(Edition::Modern)
}

fn differences(knobs: Knobs, edition: Edition) -> impl Iterator<Item = (&'static str, &'static str)> {
    let base = edition.knobs();
    Knobs::NAMES.iter().filter_map(move |name| {
        let value = knobs.get(name)?;
        (base.get(name) != Some(value)).then_some((*name, value))
    })
}

/// A setup as it is being read, in whatever order its fields come.
#[derive(Default)]
pub(super) struct Draft {
    seats: Option<u8>,
    sets: Sets,
    parts: Option<Parts>,
    edition: Option<Edition>,
    knobs: Vec<(String, String)>,
    supply: [Option<u8>; Figure::ALL.len()],
    bag: Option<Vec<(Kind, u16)>>,
    pub arranged: Option<Vec<Kind>>,
}

impl Draft {
    /// Takes in the value of a field.
    pub(super) fn read(&mut self, field: Field, value: &str, separator: char) -> Result<(), Flaw> {
        match field {
            Field::Seats => self.seats = Some(read_seats(value).map_err(|fault| fault.in_text(0))?),
            Field::Sets => self.read_sets(value, separator)?,
            Field::Parts => self.parts = Some(read_parts(value, separator)?),
            Field::Edition => self.edition = Some(read_edition(value).map_err(|fault| fault.in_text(0))?),
            Field::Knobs => self.knobs = read_knobs(value, separator)?,
            Field::Supply => self.supply = read_supply(value, separator)?,
            Field::Bag => self.bag = Some(read_list(value, separator, kinds)?),
            Field::Arranged => self.arranged = Some(read_list(value, separator, kind)?),
        }
        Ok(())
    }

    /// The setup, if it has seats; the fields left out are implied.
    pub(super) fn finish(self) -> Option<Setup> {
        let mut knobs = self.edition.unwrap_or(Edition::Modern).knobs();
        for (name, value) in &self.knobs {
            knobs.set(name, value).ok()?;
        }
        Some(Setup {
            seats: self.seats?,
            sets: self.sets,
            parts: self.parts.unwrap_or_else(|| Parts::brought(self.sets, self.bag.as_deref())),
            knobs,
            supply: self.supply,
            bag: self.bag,
            arranged: self.arranged,
            start: None,
        })
    }

    fn read_sets(&mut self, value: &str, separator: char) -> Result<(), Flaw> {
        for (at, item) in items(value, separator) {
            let wrong = || Fault::expected(format!("one of {} (or base*2)", TileSet::names()), item);
            let (name, copies): (_, u8) = times(item).ok_or_else(|| wrong().in_text(at))?;
            let set = TileSet::from_name(name).ok_or_else(|| wrong().in_text(at))?;
            if self.sets.copies(set) > 0 {
                return Err(Fault::Twice(name.to_owned()).in_text(at));
            }
            self.sets = self.sets.with(set, copies);
        }
        Ok(())
    }
}

fn read_seats(value: &str) -> Result<u8, Fault> {
    let seats: u8 =
        number(value).ok_or_else(|| Fault::expected(format!("how many seats, 1 to {MAX_SEATS}"), value))?;
    if (1..=MAX_SEATS as u8).contains(&seats) { Ok(seats) } else { Err(BadSetup::Seats(seats).into()) }
}

fn read_parts(value: &str, separator: char) -> Result<Parts, Flaw> {
    let mut parts = Parts::NONE;
    if value == NO_PARTS {
        return Ok(parts);
    }
    for (at, item) in items(value, separator) {
        if parts.get(item) == Some(true) {
            return Err(Fault::Twice(item.to_owned()).in_text(at));
        }
        if !parts.set(item, true) {
            let expected = format!("one of {}, or {NO_PARTS} alone", Parts::NAMES.join(", "));
            return Err(Fault::expected(expected, item).in_text(at));
        }
    }
    Ok(parts)
}

fn read_edition(value: &str) -> Result<Edition, Fault> {
    Edition::from_name(value).ok_or_else(|| Fault::expected(format!("one of {}", Edition::names()), value))
}

fn read_knobs(value: &str, separator: char) -> Result<Vec<(String, String)>, Flaw> {
    let mut knobs: Vec<(String, String)> = Vec::new();
    for (at, item) in items(value, separator) {
        let wrong = || Fault::expected("a knob and its value, such as field=per-city", item).in_text(at);
        let (name, value) = item.split_once('=').ok_or_else(wrong)?;
        Knobs::default().set(name, value).map_err(|unknown| Fault::from(unknown).in_text(at))?;
        if knobs.iter().any(|(known, _)| known == name) {
            return Err(Fault::Twice(name.to_owned()).in_text(at));
        }
        knobs.push((name.to_owned(), value.to_owned()));
    }
    Ok(knobs)
}

fn read_supply(value: &str, separator: char) -> Result<[Option<u8>; Figure::ALL.len()], Flaw> {
    let mut supply = [None; Figure::ALL.len()];
    for (at, item) in items(value, separator) {
        let wrong =
            || Fault::expected("a figure and how many a seat has, such as follower=8", item).in_text(at);
        let (name, count) = item.split_once('=').ok_or_else(wrong)?;
        let figure = Figure::from_name(name).ok_or_else(wrong)?;
        let said = &mut supply[figure as usize];
        if said.replace(number(count).ok_or_else(wrong)?).is_some() {
            return Err(Fault::Twice(name.to_owned()).in_text(at));
        }
    }
    Ok(supply)
}

/// A list that may be empty.
fn read_list<T>(value: &str, separator: char, read: fn(&str) -> Result<T, Fault>) -> Result<Vec<T>, Flaw> {
    if value.is_empty() { Ok(Vec::new()) } else { list(value, separator, read) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{Farmers, TinyCity, Unfit};

    fn write(setup: &Setup) -> Vec<(Field, String)> {
        Field::ALL.into_iter().filter_map(|f| Some((f, f.write(setup, ";")?))).collect()
    }

    fn read(fields: &[(Field, String)]) -> Setup {
        let mut draft = Draft::default();
        for (field, value) in fields {
            draft.read(*field, value, ';').unwrap();
        }
        draft.finish().unwrap()
    }

    fn samples() -> Vec<Setup> {
        let kind = |name| Kind::named(name).unwrap();
        let mut classic = Setup::new(3, &[TileSet::Base, TileSet::River]);
        classic.knobs = Edition::Classic.knobs();
        classic.knobs.farmers = Farmers::Off;
        let mut parted = Setup::new(6, &[TileSet::Base, TileSet::Traders, TileSet::Dragon]);
        parted.sets = parted.sets.with(TileSet::Base, 3);
        parted.parts.pig = false;
        let mut bare = Setup::new(2, &[TileSet::Traders]);
        bare.parts = Parts::NONE;
        let mut own = Setup::new(1, &[]);
        own.bag = Some(vec![(kind("V"), 3), (kind("traders-24"), 1), (kind("B"), 0)]);
        own.arranged = Some(vec![kind("V"), kind("traders-24")]);
        own.parts.dragon = true;
        own.supply = [Some(0), None, Some(15)];
        let mut empty = Setup::new(2, &[]);
        empty.bag = Some(Vec::new());
        vec![Setup::base(2), classic, parted, bare, own, empty]
    }

    #[test]
    fn every_setup_reads_back() {
        for setup in samples() {
            assert_eq!(read(&write(&setup)), setup);
        }
    }

    #[test]
    fn an_own_bag_brings_the_parts_of_its_tiles() {
        let setup = read(&[(Field::Seats, "2".to_owned()), (Field::Bag, "dragon-01;U".to_owned())]);
        assert_eq!(setup.parts, Parts::of_sets(Sets::from([(TileSet::Dragon, 1)])));
        assert!(write(&setup).contains(&(Field::Parts, "dragon;fairy;princess;portal".to_owned())));
        let bare = Setup { parts: Parts::NONE, ..setup };
        assert!(write(&bare).contains(&(Field::Parts, NO_PARTS.to_owned())));
    }

    #[test]
    fn every_value_of_every_knob_reads_back() {
        for name in Knobs::NAMES {
            for value in Knobs::values(name).unwrap() {
                for edition in Edition::ALL {
                    let mut setup = Setup::base(2);
                    setup.knobs = edition.knobs();
                    setup.knobs.set(name, value).unwrap();
                    assert_eq!(read(&write(&setup)), setup);
                }
            }
        }
    }

    #[test]
    fn the_nearest_edition_is_named_and_the_rest_as_knobs() {
        let mut knobs = Edition::Classic.knobs();
        assert_eq!((nearest(knobs), knobs_as_words(knobs)), (Edition::Classic, vec![]));
        knobs.unfit = Unfit::Remove;
        knobs.tiny = TinyCity::Half;
        assert_eq!(nearest(knobs), Edition::Y2007);
        assert_eq!(knobs_as_words(knobs), ["tiny=half"]);
    }

    #[test]
    fn a_wrong_value_is_pointed_at() {
        let flaw = |field, value| Draft::default().read(field, value, ' ').unwrap_err();
        let cases = [
            (Field::Seats, "7", 0, "a game has 1 to 6 seats, not 7"),
            (Field::Sets, "base  sea", 6, "expected one of base, winter"),
            (Field::Sets, "base base", 5, "`base` is given twice"),
            (Field::Sets, "base*x", 0, "expected one of base"),
            (Field::Parts, "pig cow", 4, "expected one of goods"),
            (Field::Parts, "pig pig", 4, "`pig` is given twice"),
            (Field::Edition, "2008", 0, "expected one of classic, 2007, modern, found `2008`"),
            (Field::Knobs, "tiny=half field=x", 10, "the knob `field` cannot be `x`"),
            (Field::Knobs, "tiny=half cow=x", 10, "there is no knob `cow`"),
            (Field::Knobs, "tiny=half tiny=full", 10, "`tiny` is given twice"),
            (Field::Supply, "pig=2 follower=8 pig=2", 17, "`pig` is given twice"),
            (
                Field::Supply,
                "follower=8 cow=2",
                11,
                "expected a figure and how many a seat has, such as follower=8",
            ),
            (
                Field::Supply,
                "follower=many",
                0,
                "expected a figure and how many a seat has, such as follower=8",
            ),
            (Field::Bag, "V*3 Y", 4, "there is no tile `Y`"),
            (Field::Bag, "V*70000", 0, "expected a tile with its count"),
            (Field::Arranged, "V V*2", 2, "there is no tile `V*2`"),
        ];
        for (field, value, at, sentence) in cases {
            let flaw = flaw(field, value);
            assert_eq!(flaw.at, at, "{value}");
            assert!(flaw.fault.to_string().starts_with(sentence), "{}", flaw.fault);
        }
    }
}
