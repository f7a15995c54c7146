//! A position in one line: the setup, then everything that can be seen, as `key=value` fields.
//!
//! What follows from the rest is left out: supplies, and the tiles still to be drawn.

use super::error::{Fault, Flaw, PositionError};
use super::fields::Reading;
use super::place::TileMap;
use super::setup::Field;
use super::word::{write_laying, write_phase, write_scores, write_times};
use crate::builder;
use crate::catalogue::Catalogue;
use crate::dragon;
use crate::fairy;
use crate::figure::MAX_SEATS;
use crate::goods;
use crate::impossible::BadPosition;
use crate::piece::Place;
use crate::position::Position;
use crate::retire;
use crate::ruleset::Ruleset;
use crate::setup::{BadSetup, Edition, Setup};
use crate::supply;
use crate::view::{Tally, View};

/// Between the items of a list.
pub(crate) const SEPARATOR: &str = ";";

/// The line of a position.
///
/// ```
/// use rules::notation::{parse_position, write_position};
/// let position = rules::Position::new(&rules::Setup::base(2)).unwrap();
/// let line = write_position(&position);
/// assert_eq!(line, "seats=2 sets=base tiles=D@0,0 turn=1 phase=draw");
/// assert_eq!(parse_position(&line).unwrap(), position);
/// ```
pub fn write_position(position: &Position) -> String {
    write_view(position.setup(), &position.view())
}

/// The position of a line, if the rules allow it.
pub fn parse_position(line: &str) -> Result<Position, PositionError> {
    let reading = Reading::of(line).map_err(|flaw| flaw.in_line(line))?;
    let mut setup = reading.setup.clone();
    setup.start = Some(Box::new(reading.view.clone()));
    Position::new(&setup).map_err(|bad| {
        let at = reading.place_of(&bad);
        Flaw { at, fault: Fault::Setup(bad) }.in_line(line)
    })
}

/// What a line says, without asking whether such a position can be. To play from it, make the view the start
/// of the setup.
pub fn parse_view(line: &str) -> Result<(Setup, View), PositionError> {
    let reading = Reading::of(line).map_err(|flaw| flaw.in_line(line))?;
    Ok((reading.setup, reading.view))
}

/// The line of what can be seen of a game with this setup. Supplies are not written, being what the figures on
/// the board leave.
pub fn write_view(setup: &Setup, view: &View) -> String {
    let seats = usize::from(setup.seats).min(MAX_SEATS);
    let table = TileMap::of_tiles(&view.tiles);
    let mut line = LineWriter::default();
    line.setup(setup);
    let tile = |laid: &crate::Laid| laid.kind.name().to_owned() + &write_laying(laid.cell, laid.rotation);
    line.list("tiles", view.tiles.iter().map(tile));
    supply::write(&mut line, &table, view);
    if view.scores != [0; MAX_SEATS] {
        line.field("scores", &write_scores(&view.scores[..seats]));
    }
    goods::write(&mut line, seats, view);
    retire::write(&mut line, seats, view);
    dragon::write(&mut line, view);
    fairy::write(&mut line, &table, view);
    if implied_left(setup, view).as_ref() != Some(&view.left) {
        line.field("left", &tally_words(&view.left));
    }
    for (key, tally) in [("held", &view.held), ("aside", &view.aside), ("removed", &view.removed)] {
        if tally.total() > 0 {
            line.field(key, &tally_words(tally));
        }
    }
    line.list("hand", view.hand.iter().map(|kind| kind.name().to_owned()));
    line.field("turn", &view.turn.to_string());
    builder::write(&mut line, view);
    line.field("phase", &write_phase(view.phase));
    line.0
}

fn tally_words(tally: &Tally) -> String {
    let words: Vec<_> = tally.iter().map(|(kind, count)| write_times(kind.name(), count)).collect();
    words.join(SEPARATOR)
}

#[derive(Default)]
pub(crate) struct LineWriter(String);

impl LineWriter {
    fn setup(&mut self, setup: &Setup) {
        for field in Field::ALL {
            let Some(key) = field.key() else { continue };
            match field.write(setup, SEPARATOR) {
                Some(value) if field == Field::Edition && value == Edition::Modern.name() => {}
                Some(value) => self.field(key, &value),
                None => {}
            }
        }
    }

    /// A list, left out if it is empty.
    pub fn list(&mut self, key: &str, items: impl Iterator<Item = String>) {
        let items: Vec<String> = items.collect();
        if !items.is_empty() {
            self.field(key, &items.join(SEPARATOR));
        }
    }

    pub fn field(&mut self, key: &str, value: &str) {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(key);
        self.0.push('=');
        self.0.push_str(value);
    }
}

/// The tiles to be drawn if nothing was lost: all of the setup's that are nowhere else.
pub(super) fn implied_left(setup: &Setup, view: &View) -> Option<Tally> {
    let rules = Ruleset::new(setup, Catalogue::shipped()).ok()?;
    let mut left: Tally = Catalogue::shipped().kinds().map(|kind| (kind, rules.total(kind))).collect();
    for kind in view.tiles.iter().map(|laid| laid.kind).chain(view.hand) {
        left.take(kind, 1);
    }
    for (kind, count) in [&view.held, &view.aside, &view.removed].into_iter().flat_map(Tally::iter) {
        left.take(kind, count);
    }
    Some(left)
}

impl Reading<'_> {
    /// Where in the line the broken rule shows.
    fn place_of(&self, bad: &BadSetup) -> usize {
        let BadSetup::Start(bad) = bad else { return 0 };
        match bad {
            BadPosition::Tile { laid, .. } => {
                let tile = self.view.tiles.iter().position(|tile| tile == laid);
                tile.and_then(|n| self.tiles.get(n).copied()).unwrap_or(0)
            }
            BadPosition::Figure { spot, .. } | BadPosition::Scored { spot, .. } => {
                self.figures.get(&Place::Segment(*spot)).copied().unwrap_or(0)
            }
            BadPosition::Supply { .. } => self.place("figures"),
            BadPosition::NoTiles | BadPosition::Count { .. } => self.place("tiles"),
            BadPosition::Seats { .. } => self.place("seats"),
            BadPosition::Contradiction(broken) => self.place(broken.field()),
        }
    }
}
