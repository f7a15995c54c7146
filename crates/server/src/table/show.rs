//! What everyone at the table may see.

use super::{Chair, Table, first};
use rules::{Action, Phase, Position};
use std::collections::BTreeMap;
use wire::table::{Entry, Logged, Now, Snapshot, Stage, Summary, TableSeat, Update};

/// Bytes that a log takes for each tile of a game.
const TILE: usize = 500;

/// Bytes that a table takes in memory before its game begins, with its task and its mailbox.
const AT_REST: usize = 8 << 10;
/// A game takes this many times the bytes of its position, because it remembers how it got there.
const HISTORY: usize = 3;
/// What follows from a setup that no other game has takes this many times the bytes of a position.
const OWN_SETUP: usize = 10;

impl Table {
    /// The update that tells of the newest entry.
    pub fn update(&self, logged: &Logged) -> Update {
        let view = match logged.entry {
            Entry::Began { .. } | Entry::TookBack { .. } => self.view().map(Box::new),
            _ => None,
        };
        Update { version: self.version, at: self.at, entry: logged.entry.clone(), now: self.now(), view }
    }

    /// When the last entry was made.
    pub fn at(&self) -> super::Millis {
        self.at
    }

    /// Everything.
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
            said: self.said.iter().rev().map(|(seat, text)| ((*seat).into(), text.clone())).collect(),
            muted: self.muted(),
            deal: self.known_deal(),
            rematch: self.rematch.clone(),
            taken_back: self.taken_back,
        }
    }

    pub(super) fn view(&self) -> Option<wire::View> {
        self.position().map(|position| wire::View::from(&position.view()))
    }

    /// Bytes that the table's log is likely to come to: how it begins, and two decisions for each tile.
    pub fn likely_bytes(&self) -> usize {
        let tiles = first::position(&self.setup).map_or(0, |position| position.view().left.total());
        wire::write(&self.asked_for).len() + TILE * tiles as usize
    }

    /// Bytes of memory that it takes while it is played, more or less.
    pub(crate) fn bytes_in_memory(&self) -> usize {
        let position = self.position().cloned().or_else(|| first::position(&self.setup).ok());
        let is_own = self.setup.bag.is_some() || self.setup.start.is_some();
        let times = HISTORY + if is_own { OWN_SETUP } else { 0 };
        AT_REST + self.said_bytes + times * position.map_or(0, |position| position.bytes())
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
            setup: self.as_planned().setup.outline(),
            clock: self.asked_for.clock,
            seats: self.chairs.iter().map(seat).collect(),
            to_act: position.map(|position| position.to_act().into()),
            scores: position.map(|position| position.scores()[..self.chairs.len()].to_vec()),
            tiles_left: position.map(|position| position.view().left.total()),
            others: self.others.iter().map(|(_, device)| *device).collect(),
            taken_back: self.taken_back,
        }
    }

    fn now(&self) -> Now {
        let (clocks, due, away) = (self.clocks.left.clone(), self.due(), self.away_at());
        Now { clocks, due, away, ..awaited(self.stage, self.position()) }
    }
}

/// What a table that stands so waits for, without its clocks.
pub(super) fn awaited(stage: Stage, position: Option<&Position>) -> Now {
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
    let mut places = BTreeMap::new();
    for action in legal {
        if let Action::Place { cell, rotation } = action {
            *places.entry((cell.x, cell.y)).or_insert(0) |= 1 << rotation.quarters();
        }
    }
    places.into_iter().map(|((x, y), rotations)| (x, y, rotations)).collect()
}
