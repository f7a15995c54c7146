//! What everyone at the table may see.

use crate::{Chair, Table, first};
use rules::{Action, Phase, Position};
use wire::table::{Now, Snapshot, Stage, Summary, TableSeat, WrittenEntry};

/// Bytes that a log takes for each tile of a game.
const TILE: usize = 500;

/// Bytes that a table takes in memory before its game begins, with its task and its mailbox.
const AT_REST: usize = 8 << 10;
/// A game takes this many times the bytes of its position, because it remembers how it got there.
const HISTORY: usize = 3;
/// What follows from a setup that no other game has takes this many times the bytes of a position.
const OWN_SETUP: usize = 10;

impl Table {
    /// The update that tells of the newest entry, as JSON.
    pub fn update(&self, newest: &WrittenEntry) -> String {
        newest.update(self.version, self.at, &self.now())
    }

    /// When the last entry was made.
    pub fn at(&self) -> crate::Millis {
        self.at
    }

    pub fn snapshot(&self) -> Snapshot {
        let question = self.question.as_ref();
        Snapshot {
            version: self.version,
            at: self.at,
            table: self.as_planned(),
            seats: self.chairs.iter().map(seat).collect(),
            view: self.view(),
            now: self.now(),
            asked: question.map(|question| {
                let agreed = question.agreed.iter().map(|seat| (*seat).into()).collect();
                (question.seat.into(), question.proposal, agreed)
            }),
            said: self.said.iter().rev().map(|(seat, text)| ((*seat).into(), text.to_string())).collect(),
            muted: self.muted(),
            deal: self.known_deal(),
            rematch: self.rematch.clone(),
            taken_back: self.taken_back,
        }
    }

    pub(crate) fn view(&self) -> Option<wire::View> {
        self.position().map(|position| wire::View::from(&position.view()))
    }

    /// Bytes that the table's log is likely to come to: how it begins, and two decisions for each tile.
    pub fn likely_bytes(&self) -> usize {
        let tiles = first::position(&self.setup).map_or(0, |position| position.tiles_left());
        wire::write(&*self.asked_for).len() + TILE * tiles as usize
    }

    /// Bytes of memory that it takes while it is played, more or less.
    pub fn bytes_in_memory(&self) -> usize {
        let first = || first::position(&self.setup).map_or(0, |position| position.bytes());
        let bytes = self.position().map_or_else(first, Position::bytes);
        let is_own = self.setup.bag.is_some() || self.setup.start.is_some();
        let times = HISTORY + if is_own { OWN_SETUP } else { 0 };
        AT_REST + self.said_bytes + times * bytes
    }

    /// Whether the table stands in the lobby.
    pub fn is_public(&self) -> bool {
        self.asked_for.public
    }

    /// What it is called in lists.
    pub fn title(&self) -> &str {
        &self.asked_for.title
    }

    /// What lists show of it.
    pub fn summary(&self) -> Summary {
        let position = self.position();
        Summary {
            stage: self.stage,
            setup: self.outline(),
            clock: self.asked_for.clock,
            seats: self.chairs.iter().map(seat).collect(),
            to_act: position.map(|position| position.to_act().into()),
            scores: position.map(|position| position.scores().to_vec()),
            tiles_left: position.map(Position::tiles_left),
            others: self.others.iter().map(|(_, device)| *device).collect(),
            taken_back: self.taken_back,
        }
    }

    fn outline(&self) -> wire::Setup {
        let mut outline = self.asked_for.setup.outline();
        if self.is_smaller {
            outline.seats = Some(self.setup.seats);
        }
        outline
    }

    fn now(&self) -> Now {
        let (clocks, due, away) = (self.clocks.left.clone(), self.due(), self.away_at());
        Now { clocks, due, away, ..awaited(self.stage, self.position()) }
    }
}

/// What a table that stands so waits for, without its clocks.
pub(crate) fn awaited(stage: Stage, position: Option<&Position>) -> Now {
    let mut legal = Vec::new();
    if let Some(position) = position {
        position.legal_actions(&mut legal);
    }
    let placing = position.is_some_and(|position| position.phase() == Phase::Place);
    Now {
        stage,
        to_act: position.map(|position| position.to_act().into()),
        phase: position.map(|position| position.phase().into()),
        places: places(&legal),
        actions: if placing { Vec::new() } else { legal.into_iter().map(Into::into).collect() },
        clocks: Vec::new(),
        due: None,
        away: None,
    }
}

fn seat(chair: &Chair) -> TableSeat {
    TableSeat {
        name: chair.name.clone(),
        device: chair.device,
        computer: chair.computer().map(str::to_owned),
    }
}

/// Placements by cell, with a bit for each rotation.
fn places(legal: &[Action]) -> Vec<(i16, i16, u8)> {
    let place = |action: &Action| {
        let Action::Place { cell, rotation } = action else { return None };
        Some((cell.x, cell.y, 1 << rotation.quarters()))
    };
    let mut places = Vec::with_capacity(legal.len());
    places.extend(legal.iter().filter_map(place));
    places.sort_unstable();
    places.dedup_by(|next, kept| {
        let same = (next.0, next.1) == (kept.0, kept.1);
        if same {
            kept.2 |= next.2;
        }
        same
    });
    places
}
