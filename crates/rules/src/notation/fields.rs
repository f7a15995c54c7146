//! Reads the fields of a position.

use super::MAX_POSITION;
use super::error::{Fault, Flaw};
use super::place::TileMap;
use super::position::implied_left;
use super::setup::{Draft, Field};
use super::word::{cell, items, kind, kinds, laying, list, phase, scores, seat};
use crate::builder;
use crate::catalogue::Catalogue;
use crate::dragon;
use crate::event::Extra;
use crate::fairy;
use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::Spot;
use crate::goods;
use crate::piece::Place;
use crate::retire;
use crate::role::Role;
use crate::ruleset::Ruleset;
use crate::setup::{MAX_TILES, Setup};
use crate::supply;
use crate::view::{Laid, Tally, View};
use std::collections::BTreeMap;

pub(crate) const LIST: char = ';';

/// The keys of what can be seen, in the order they are written.
const KEYS: [&str; 16] = [
    "tiles", "figures", "scores", "goods", "retired", "dragon", "visited", "fairy", "left", "held", "aside",
    "removed", "hand", "turn", "extra", "phase",
];

/// A line that was read, and where its parts stand (in bytes).
pub(super) struct Reading<'a> {
    pub setup: Setup,
    pub view: View,
    pub tiles: Vec<usize>,
    pub figures: BTreeMap<Place, usize>,
    fields: Fields<'a>,
}

impl<'a> Reading<'a> {
    pub(super) fn of(line: &'a str) -> Result<Reading<'a>, Flaw> {
        if line.len() > MAX_POSITION {
            return Err(Fault::TooLong { what: "a position", limit: MAX_POSITION, unit: "bytes" }.in_text(0));
        }
        let fields = Fields::of(line)?;
        let setup = fields.setup()?;
        let (tiles, laid) = fields.tiles()?.into_iter().unzip();
        let mut view = blank(&setup, laid);
        let figures = supply::read(&fields, &mut view)?;
        let mut reading = Reading { view, setup, tiles, figures, fields };
        reading.read_scores()?;
        goods::read(&reading.fields, &mut reading.view)?;
        retire::read(&reading.fields, &mut reading.view)?;
        dragon::read(&reading.fields, &mut reading.view)?;
        fairy::read(&reading.fields, &mut reading.view)?;
        reading.read_stock()?;
        reading.read_turn()?;
        Ok(reading)
    }

    /// Where the value of a field stands; of one that is left out, where the last one, the phase, does.
    pub(super) fn place(&self, key: &str) -> usize {
        self.fields.get(key).or(self.fields.get("phase")).map_or(0, |(at, _)| at)
    }

    fn read_scores(&mut self) -> Result<(), Flaw> {
        let seats = self.setup.seats;
        if let Some(found) = self.fields.read("scores", |value| Ok(scores(value, seats)?))? {
            self.view.scores = found;
        }
        Ok(())
    }

    fn read_stock(&mut self) -> Result<(), Flaw> {
        let tally =
            |value: &str| -> Result<Tally, Flaw> { Ok(list(value, LIST, kinds)?.into_iter().collect()) };
        self.view.held = self.fields.read("held", tally)?.unwrap_or_default();
        self.view.aside = self.fields.read("aside", tally)?.unwrap_or_default();
        self.view.removed = self.fields.read("removed", tally)?.unwrap_or_default();
        self.view.hand = self.fields.read("hand", |value| Ok(kind(value)?))?;
        let may_be_empty = |value: &str| if value.is_empty() { Ok(Tally::default()) } else { tally(value) };
        let left = self.fields.read("left", may_be_empty)?;
        self.view.left = left.or_else(|| implied_left(&self.setup, &self.view)).unwrap_or_default();
        Ok(())
    }

    fn read_turn(&mut self) -> Result<(), Flaw> {
        let seats = self.setup.seats;
        self.view.turn = self.fields.need("turn", |value| Ok(seat(value, seats)?))?;
        builder::read(&self.fields, &mut self.view)?;
        self.view.phase = self.fields.need("phase", |value| Ok(phase(value, seats)?))?;
        Ok(())
    }
}

/// A fault of a whole value stands at its beginning.
impl From<Fault> for Flaw {
    fn from(fault: Fault) -> Flaw {
        fault.in_text(0)
    }
}

/// A table with these tiles, and everything else still to be said.
fn blank(setup: &Setup, tiles: Vec<Laid>) -> View {
    let all = setup.allotments();
    let mut supply = [[0; Figure::ALL.len()]; MAX_SEATS];
    supply[..usize::from(setup.seats)].fill(all);
    View {
        seats: setup.seats,
        tiles,
        pieces: Vec::new(),
        supply,
        scores: [0; MAX_SEATS],
        goods: goods::NONE,
        retired: [false; MAX_SEATS],
        dragon: None,
        visited: Vec::new(),
        fairy: None,
        left: Tally::default(),
        held: Tally::default(),
        aside: Tally::default(),
        removed: Tally::default(),
        hand: None,
        turn: Seat(0),
        extra: Extra::No,
        phase: crate::Phase::Place,
    }
}

/// The key and value pairs of a line, each with the byte its value begins at.
pub(crate) struct Fields<'a>(BTreeMap<&'a str, (usize, &'a str)>);

impl<'a> Fields<'a> {
    fn of(line: &'a str) -> Result<Fields<'a>, Flaw> {
        let mut fields = BTreeMap::new();
        for (at, item) in items(line.trim_end(), ' ') {
            let known = |key: &&str| KEYS.contains(key) || Field::ALL.iter().any(|f| f.key() == Some(key));
            let (key, value) = item.split_once('=').filter(|(key, _)| known(key)).ok_or_else(|| {
                let key = item.split('=').next().unwrap_or_default();
                Fault::expected("a field such as seats=2, tiles=... or phase=...", key).in_text(at)
            })?;
            if fields.insert(key, (at + key.len() + 1, value)).is_some() {
                return Err(Fault::Twice(key.to_owned()).in_text(at));
            }
        }
        Ok(Fields(fields))
    }

    pub fn get(&self, key: &str) -> Option<(usize, &'a str)> {
        self.0.get(key).copied()
    }

    pub fn read<T>(&self, key: &str, read: impl Fn(&str) -> Result<T, Flaw>) -> Result<Option<T>, Flaw> {
        let Some((at, value)) = self.get(key) else { return Ok(None) };
        read(value).map(Some).map_err(|flaw| flaw.shifted(at))
    }

    fn need<T>(&self, key: &'static str, read: impl Fn(&str) -> Result<T, Flaw>) -> Result<T, Flaw> {
        self.read(key, read)?.ok_or_else(|| Fault::Missing(key).in_text(self.end()))
    }

    /// Just behind the last field: where a missing one is missed.
    fn end(&self) -> usize {
        self.0.values().map(|(at, value)| at + value.len()).max().unwrap_or(0)
    }

    fn setup(&self) -> Result<Setup, Flaw> {
        let mut draft = Draft::default();
        for field in Field::ALL {
            if let Some((at, value)) = field.key().and_then(|key| self.get(key)) {
                draft.read(field, value, LIST).map_err(|flaw| flaw.shifted(at))?;
            }
        }
        let setup = draft.finish().ok_or_else(|| Fault::Missing("seats").in_text(self.end()))?;
        match Ruleset::new(&setup, Catalogue::shipped()) {
            Ok(_) => Ok(setup),
            Err(bad) => Err(Fault::Setup(bad).in_text(0)),
        }
    }

    /// `D@0,0;V@1,0/2`, each with its place.
    fn tiles(&self) -> Result<Vec<(usize, Laid)>, Flaw> {
        let Some((start, value)) = self.get("tiles") else {
            return Err(Fault::Missing("tiles").in_text(self.end()));
        };
        let mut tiles = Vec::new();
        for (at, item) in items(value, LIST) {
            if tiles.len() >= MAX_TILES {
                return Err(
                    Fault::TooLong { what: "a game", limit: MAX_TILES, unit: "tiles" }.in_text(start + at)
                );
            }
            tiles.push((start + at, read_tile(item).map_err(|fault| fault.in_text(start + at))?));
        }
        Ok(tiles)
    }
}

fn read_tile(item: &str) -> Result<Laid, Fault> {
    let wrong = || Fault::expected("a laid tile such as V@1,0/2", item);
    let (name, place) = item.split_once('@').ok_or_else(wrong)?;
    let kind = kind(name)?;
    let (cell, rotation) = laying(place).ok_or_else(wrong)?;
    Ok(Laid { cell, kind, rotation })
}

/// `knight:0,1:N` or `monk:0,1`.
pub(crate) fn read_figure(text: &str, table: &TileMap) -> Result<(Role, Spot), Fault> {
    let wrong = || Fault::expected("a figure such as knight:0,1:N or monk:0,1", text);
    let mut parts = text.split(':');
    let role = parts.next().and_then(Role::from_name).ok_or_else(wrong)?;
    let cell = parts.next().and_then(cell).ok_or_else(wrong)?;
    let spot = table.find(role, cell, parts.next().unwrap_or_default())?;
    if parts.next().is_some() { Err(wrong()) } else { Ok((role, spot)) }
}
