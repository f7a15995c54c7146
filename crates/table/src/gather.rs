//! Making a table and taking seats.

use crate::clock::Clocks;
use crate::deal::Deal;
use crate::device::Device;
use crate::done::Done;
use crate::{Chair, Millis, Refusal, Table, Who, absence, first, hint, names};
use rules::notation::is_invisible;
use rules::{Position, Seat};
use std::collections::VecDeque;
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization as _;
use wire::table::{COMPUTER_PLAYERS, Entry, Logged, NewTable, SeatPlan, Stage};

/// Longest name, in characters.
pub const MAX_NAME: usize = 40;
/// So often seats may be taken at a table before it starts, by people or for the computer; each time is an entry of the
/// log, and getting up again is another one.
const MAX_TAKEN: u32 = 500;

/// Why a table cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadTable {
    /// The setup cannot be read.
    #[error(transparent)]
    Setup(#[from] wire::Bad),
    /// The setup cannot be played.
    #[error(transparent)]
    Unplayable(#[from] rules::BadSetup),
    /// More seats are planned than the game has.
    #[error("the game has {0} seats, but more are planned")]
    Seats(u8),
    /// A name is missing or too long.
    #[error("a name has 1 to {MAX_NAME} characters")]
    Name,
    /// A title is too long.
    #[error("a title has at most {MAX_NAME} characters")]
    Title,
    /// No such player of the computer's.
    #[error("the computer has no player `{0}`")]
    Player(String),
    /// Arranged bags are for friends.
    #[error("a table with an arranged bag cannot stand in the public lobby")]
    ArrangedInPublic,
    /// A clock that makes no sense.
    #[error("a clock gives 5 seconds to 30 days")]
    Clock,
    /// An absence that makes no sense, or together with a clock.
    #[error("an absence is 60 seconds to 30 days; with a clock there is none, because the clock decides")]
    Absence,
    /// Two names that look the same.
    #[error("two people can't have names that look the same; call one of them otherwise")]
    SameName,
    /// A name of the computer's.
    #[error("the computer has a name that looks like this; choose another one")]
    ComputersName,
}

rules::codes! {
    BadTable {
        Unplayable => "unplayable",
        Seats => "seats",
        Name => "bad-name",
        Title => "bad-title",
        Player => "unknown-player",
        ArrangedInPublic => "arranged-in-public",
        Clock => "clock",
        Absence => "absence",
        SameName => "same-name",
        ComputersName => "computers-name",
        ;
        Setup: wire::Bad,
    }
}

impl Table {
    /// What a game starts from that a person asks for.
    pub fn first_position(table: &NewTable) -> Result<Arc<Position>, BadTable> {
        Ok(first::position(&rules::Setup::try_from(table.setup.clone())?)?)
    }

    /// Checks what a person asks for and says what the log begins with.
    pub fn open(table: NewTable, person: i64) -> Result<Logged, BadTable> {
        let setup = rules::Setup::try_from(table.setup.clone())?;
        first::position(&setup)?;
        if table.seats.len() > usize::from(setup.seats) {
            return Err(BadTable::Seats(setup.seats));
        }
        if table.public && setup.arranged.is_some() {
            return Err(BadTable::ArrangedInPublic);
        }
        Clocks::check(table.clock).ok_or(BadTable::Clock)?;
        let table = cleaned(table, setup.seats)?;
        Ok(Entry::Opened { table: Box::new(table) }.by(Some(person)))
    }

    /// The table of a log that begins so; nothing if it does not.
    pub fn begin(first: &Logged, at: Millis, secret: [u8; 32]) -> Option<Table> {
        let (Entry::Opened { table }, Some(creator)) = (&first.entry, first.person) else { return None };
        let setup = rules::Setup::try_from(table.setup.clone()).ok()?;
        let seats = usize::from(setup.seats);
        let plans = table.seats.iter().cloned().chain(std::iter::repeat(SeatPlan::Open {}));
        Some(Table {
            version: 1,
            at,
            asked_for: Arc::new((**table).clone()),
            chairs: plans.take(seats).map(chair).collect(),
            devices: vec![Device::new(creator)],
            taken: 0,
            others: Vec::new(),
            creator,
            stage: Stage::Gathering,
            secret,
            deal: Deal::default(),
            play: None,
            clocks: Clocks::new(table.clock, seats),
            question: None,
            said: VecDeque::new(),
            said_bytes: 0,
            unmuted: 0,
            done: Done::default(),
            played: 1,
            hinted: 0,
            rematch: None,
            taken_back: 0,
            is_smaller: false,
            setup: Arc::new(setup),
        })
    }

    fn gathering(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Gathering => Ok(()),
            Stage::Closed => Err(Refusal::NotNow("the table was called off")),
            _ => Err(Refusal::NotNow("the game has started")),
        }
    }

    pub(crate) fn sit(&self, seat: Seat, name: &str, who: Who) -> Result<Entry, Refusal> {
        self.gathering()?;
        let Who::Person(person) = who else { return Err(Refusal::NotYourSeat) };
        let chair = self.chairs.get(seat.index()).ok_or(Refusal::NoSuchSeat)?;
        if chair.is_taken() {
            return Err(Refusal::SeatTaken);
        }
        let name = clean_name(name).ok_or(Refusal::BadName)?;
        if names::is_computers(&name) {
            return Err(Refusal::ComputersName);
        }
        if names::is_taken(&name, seat.index(), &self.chairs) {
            return Err(Refusal::SameName);
        }
        let device = self.device_of(person).unwrap_or(self.devices.len() as u32);
        self.devices.get(device as usize).map_or(Ok(()), Device::may_sit)?;
        self.check_taken()?;
        Ok(Entry::Sat { seat: seat.into(), device, name })
    }

    fn check_taken(&self) -> Result<(), Refusal> {
        if self.taken >= MAX_TAKEN { Err(Refusal::Crowded) } else { Ok(()) }
    }

    pub(crate) fn stand(&self, seat: Seat, who: Who) -> Result<Entry, Refusal> {
        self.gathering()?;
        let chair = self.chairs.get(seat.index()).ok_or(Refusal::NoSuchSeat)?;
        // Whoever made the table may send others away.
        if self.by_creator(who).is_err() {
            self.own(seat, who)?;
        }
        match chair.plan {
            SeatPlan::Open {} if !chair.is_taken() => Err(Refusal::Already),
            SeatPlan::Open {} => Ok(Entry::Stood { seat: seat.into() }),
            _ => Err(Refusal::NotNow("this seat was given out when the table was made")),
        }
    }

    /// Somebody who does not come is not waited for: the computer plays.
    pub(crate) fn give(&self, seat: Seat, player: &str, who: Who) -> Result<Entry, Refusal> {
        self.free_seat(seat, who)?;
        if !COMPUTER_PLAYERS.contains(&player) {
            return Err(Refusal::UnknownPlayer(player.to_owned()));
        }
        self.check_taken()?;
        Ok(Entry::Given { seat: seat.into(), player: player.to_owned() })
    }

    /// The others play without them.
    pub(crate) fn drop_seat(&self, seat: Seat, who: Who) -> Result<Entry, Refusal> {
        self.free_seat(seat, who)?;
        match self.fewer_seats().is_some_and(|setup| first::position(&setup).is_ok()) {
            true => Ok(Entry::Dropped { seat: seat.into() }),
            false => Err(Refusal::NotNow("the game cannot be played with fewer seats")),
        }
    }

    /// A seat that whoever made the table may do something about.
    fn free_seat(&self, seat: Seat, who: Who) -> Result<(), Refusal> {
        self.by_creator(who)?;
        self.gathering()?;
        let chair = self.chairs.get(seat.index()).ok_or(Refusal::NoSuchSeat)?;
        if chair.is_taken() { Err(Refusal::SeatTaken) } else { Ok(()) }
    }

    fn fewer_seats(&self) -> Option<rules::Setup> {
        let mut setup = rules::Setup::clone(&self.setup);
        setup.seats = setup.seats.checked_sub(1)?;
        Some(setup)
    }

    /// Takes a seat away; nothing if that cannot be.
    pub(crate) fn take_away(&mut self, seat: Seat) -> Option<()> {
        let setup = self.fewer_seats().filter(|_| seat.index() < self.chairs.len())?;
        self.chairs.remove(seat.index());
        self.clocks = Clocks::new(self.asked_for.clock, self.chairs.len());
        self.said.retain(|(other, _)| *other != seat);
        for (other, _) in self.said.iter_mut().filter(|(other, _)| *other > seat) {
            other.0 -= 1;
        }
        (self.setup, self.is_smaller) = (Arc::new(setup), true);
        Some(())
    }

    /// The table as it is to be played: seats that were taken away are not in it.
    pub(crate) fn as_planned(&self) -> NewTable {
        let mut table = NewTable::clone(&self.asked_for);
        if self.is_smaller {
            table.seats = self.chairs.iter().map(|chair| chair.plan.clone()).collect();
            table.setup.seats = Some(self.setup.seats);
        }
        table
    }

    pub(crate) fn close(&self, who: Who) -> Result<Entry, Refusal> {
        self.by_creator(who)?;
        match self.stage {
            Stage::Gathering | Stage::Committing | Stage::Revealing => Ok(Entry::Closed { by_host: false }),
            _ => Err(Refusal::NotNow("the game has started; resign or agree to end it")),
        }
    }

    pub(crate) fn by_creator(&self, who: Who) -> Result<(), Refusal> {
        if who == Who::Person(self.creator) { Ok(()) } else { Err(Refusal::NotCreator) }
    }
}

fn chair(plan: SeatPlan) -> Chair {
    let (name, device) = match &plan {
        SeatPlan::Device { name } => (Some(name.clone()), Some(0)),
        SeatPlan::Computer { player } => (Some(player.clone()), None),
        SeatPlan::Open {} => (None, None),
    };
    Chair { plan, name, device, stand_in: None }
}

fn cleaned(mut table: NewTable, seats: u8) -> Result<NewTable, BadTable> {
    table.title = clean(&table.title, MAX_NAME).ok_or(BadTable::Title)?;
    table.absence = absence::agreed(&table)?;
    // Whoever takes a turn back has seen what comes, so at a table of strangers nobody does.
    table.take_backs &= !table.public;
    table.hints = Some(table.hints.unwrap_or_else(|| hint::by_default(&table, seats)));
    for plan in &mut table.seats {
        match plan {
            // Whoever says nothing is called by a number; whoever types something that nobody can see is asked again.
            SeatPlan::Device { name } if name.is_empty() => {}
            SeatPlan::Device { name } => *name = clean_name(name).ok_or(BadTable::Name)?,
            SeatPlan::Computer { player } if !COMPUTER_PLAYERS.contains(&player.as_str()) => {
                return Err(BadTable::Player(player.clone()));
            }
            SeatPlan::Computer { .. } | SeatPlan::Open {} => {}
        }
    }
    check_names(&table)?;
    Ok(table)
}

fn check_names(table: &NewTable) -> Result<(), BadTable> {
    let chairs: Vec<Chair> = table.seats.iter().cloned().map(chair).collect();
    for (own, plan) in table.seats.iter().enumerate() {
        match plan {
            SeatPlan::Device { name } if names::is_computers(name) => return Err(BadTable::ComputersName),
            SeatPlan::Device { name } if !name.is_empty() && names::is_taken(name, own, &chairs) => {
                return Err(BadTable::SameName);
            }
            _ => {}
        }
    }
    Ok(())
}

/// A name as it is shown; nothing if there is nothing to see of it or it is too long.
fn clean_name(text: &str) -> Option<String> {
    clean(text, MAX_NAME).filter(|name| !name.is_empty())
}

/// Text without characters that cannot be seen or that turn the writing round, and with one spelling for what looks
/// the same (NFC); nothing if it is too long.
pub fn clean(text: &str, most: usize) -> Option<String> {
    let spaced = text.chars().map(|letter| if is_space(letter) { ' ' } else { letter });
    let text: String = spaced.filter(|letter| !is_invisible(*letter)).nfc().collect();
    let text = text.trim();
    (text.chars().count() <= most).then(|| text.to_owned())
}

/// Spaces of all widths; not the ends of lines and paragraphs.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() && !letter.is_control() && !matches!(letter, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_the_same_is_spelt_the_same() {
        assert_eq!(clean_name("Zoe\u{308}"), clean_name("Zo\u{eb}"));
        assert_eq!(clean_name("\u{212b}ngstro\u{308}m").as_deref(), Some("\u{c5}ngstr\u{f6}m"));
        assert_eq!(clean_name("한글"), clean_name("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}"));
    }

    #[test]
    fn what_cannot_be_seen_is_left_out() {
        let hidden = "\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{ad}\u{3164}\u{feff}";
        for letter in hidden.chars().chain("\n\t\0\u{7f}\u{85}\u{2028}\u{e0041}".chars()) {
            assert_eq!(clean_name(&format!("A{letter}nn")).as_deref(), Some("Ann"), "{:?}", letter);
            assert_eq!(clean_name(&format!("{letter} {letter}")), None, "{:?}", letter);
        }
    }

    #[test]
    fn other_writings_stay_as_they_are() {
        for name in ["Łucja", "Ștefan", "Дарья", "דָּנָה", "محمد", "さくら", "O'Neill <b>", "🏰", "नेहा"]
        {
            let normal: String = name.nfc().collect();
            assert_eq!(clean_name(name), Some(normal));
        }
    }

    #[test]
    fn characters_are_counted_after_cleaning() {
        let forty = "ë".repeat(40);
        assert_eq!(clean_name(&forty), Some(forty.clone()));
        assert_eq!(clean_name(&format!("  {}\u{200b}  ", "e\u{308}".repeat(40))), Some(forty.clone()));
        assert_eq!(clean_name(&format!("{forty}x")), None);
    }
}
