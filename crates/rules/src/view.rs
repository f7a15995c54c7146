//! What anyone can see, as the fold of events. Nothing here knows a rule.

use crate::builder;
use crate::dragon;
use crate::event::{Event, Extra, Phase, Pool};
use crate::fairy;
use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::{Cell, Rotation, Spot};
use crate::goods;
use crate::piece::{Piece, Place};
use crate::retire;
use crate::supply;
use crate::tile::Kind;
use std::collections::BTreeMap;

/// How many tiles of each kind; kinds with none are absent.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally(BTreeMap<Kind, u16>);

impl Tally {
    /// How many of a kind.
    pub fn get(&self, kind: Kind) -> u16 {
        self.0.get(&kind).copied().unwrap_or(0)
    }

    /// Adds tiles.
    pub fn add(&mut self, kind: Kind, count: u16) {
        if count > 0 {
            let have = self.0.entry(kind).or_insert(0);
            *have = have.saturating_add(count);
        }
    }

    /// Takes tiles away, as many as there are.
    pub fn take(&mut self, kind: Kind, count: u16) {
        if let Some(have) = self.0.get_mut(&kind) {
            *have = have.saturating_sub(count);
            if *have == 0 {
                self.0.remove(&kind);
            }
        }
    }

    /// The kinds with their counts, in catalogue order.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u16)> {
        self.0.iter().map(|(kind, count)| (*kind, *count))
    }

    /// All tiles together.
    pub fn total(&self) -> u32 {
        self.0.values().map(|count| u32::from(*count)).sum()
    }
}

impl FromIterator<(Kind, u16)> for Tally {
    fn from_iter<I: IntoIterator<Item = (Kind, u16)>>(pairs: I) -> Tally {
        let mut tally = Tally::default();
        for (kind, count) in pairs {
            tally.add(kind, count);
        }
        tally
    }
}

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Laid {
    /// Where.
    pub cell: Cell,
    /// Which.
    pub kind: Kind,
    /// How far turned.
    pub rotation: Rotation,
}

/// Where the fairy is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fairy {
    /// On this tile.
    pub cell: Cell,
    /// Beside the follower on this segment, if any.
    pub segment: Option<u8>,
}

/// Everything that can be seen of a game, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// How many seats.
    pub seats: u8,
    /// The tiles, in the order they were laid.
    pub tiles: Vec<Laid>,
    /// The pieces on the table, sorted.
    pub pieces: Vec<Piece>,
    /// What each seat has left of each figure, in the order of [`Figure::ALL`].
    pub supply: [[u8; Figure::ALL.len()]; MAX_SEATS],
    /// Points of each seat.
    pub scores: [u32; MAX_SEATS],
    /// Goods tokens of each seat, in the order of [`crate::Good::ALL`].
    pub goods: [[u16; 3]; MAX_SEATS],
    /// Who has given up.
    pub retired: [bool; MAX_SEATS],
    /// Where the dragon is.
    pub dragon: Option<Cell>,
    /// The tiles it visited in the walk under way, its starting tile first.
    pub visited: Vec<Cell>,
    /// Where the fairy is.
    pub fairy: Option<Fairy>,
    /// Tiles not drawn yet, of all piles.
    pub left: Tally,
    /// Dragon tiles laid aside until a volcano comes.
    pub held: Tally,
    /// Unfit tiles that go back into the bag when a tile has been laid.
    pub aside: Tally,
    /// Tiles that left the game.
    pub removed: Tally,
    /// The tile in hand.
    pub hand: Option<Kind>,
    /// Whose turn it is.
    pub turn: Seat,
    /// Whether a second tile is due.
    pub extra: Extra,
    /// What is awaited.
    pub phase: Phase,
}

impl View {
    /// Takes in one event.
    pub fn apply(&mut self, event: &Event) {
        match *event {
            Event::TurnBegan { seat } => {
                self.turn = seat;
                builder::fold_turn(self);
            }
            Event::Drew { kind } => {
                self.left.take(kind, 1);
                self.hand = Some(kind);
            }
            Event::HeldBack { kind } => self.put_hand(kind, Pool::Held),
            Event::SetAside { kind } => self.put_hand(kind, Pool::Aside),
            Event::Removed { kind } => {
                self.hand = None;
                self.removed.add(kind, 1);
            }
            Event::PutBack { kind, count, from } => self.put_back(kind, count, from),
            Event::Placed { kind, cell, rotation, .. } => {
                self.hand = None;
                self.tiles.push(Laid { cell, kind, rotation });
            }
            Event::ExtraEarned { .. } => builder::fold_earned(self),
            Event::ExtraBegan { .. } => builder::fold_began(self),
            Event::DragonCame { cell } => dragon::fold_came(self, cell),
            Event::DragonWoke => dragon::fold_woke(self),
            Event::DragonMoved { cell, .. } => dragon::fold_moved(self, cell),
            Event::DragonRested => dragon::fold_rested(self),
            Event::Deployed { seat, figure, place } => {
                supply::fold_deployed(self, Piece { place, seat, figure })
            }
            Event::WentHome { seat, figure, place, .. } => {
                supply::fold_went_home(self, Piece { place, seat, figure })
            }
            Event::FairyMoved { cell, segment, .. } => fairy::fold_moved(self, cell, segment),
            Event::FairyAlone => fairy::fold_alone(self),
            Event::Scored(ref score) => self.add_points(&score.points),
            Event::GoodsTaken { seat, good, count } => goods::fold_taken(self, seat, good, count),
            Event::Retired { seat } => retire::fold_retired(self, seat),
            Event::Now(phase) => self.phase = phase,
        }
    }

    /// The pieces on a segment.
    pub fn pieces_at(&self, spot: Spot) -> &[Piece] {
        let place = Place::Segment(spot);
        let first = self.pieces.partition_point(|piece| piece.place < place);
        let after = self.pieces.partition_point(|piece| piece.place <= place);
        &self.pieces[first..after]
    }

    /// Puts a piece among the others.
    pub fn put_piece(&mut self, piece: Piece) {
        self.pieces.insert(self.pieces.partition_point(|other| *other < piece), piece);
    }

    /// Takes a piece away, if there is one such.
    pub fn take_piece(&mut self, piece: Piece) {
        if let Ok(at) = self.pieces.binary_search(&piece) {
            self.pieces.remove(at);
        }
    }

    /// Gives points to each seat.
    pub(crate) fn add_points(&mut self, points: &[u32; MAX_SEATS]) {
        for (have, points) in self.scores.iter_mut().zip(points) {
            *have = have.saturating_add(*points);
        }
    }

    fn put_hand(&mut self, kind: Kind, pool: Pool) {
        self.hand = None;
        match pool {
            Pool::Held => self.held.add(kind, 1),
            Pool::Aside => self.aside.add(kind, 1),
            Pool::Hand => self.hand = Some(kind),
        }
    }

    fn put_back(&mut self, kind: Kind, count: u16, from: Pool) {
        match from {
            Pool::Hand => self.hand = None,
            Pool::Held => self.held.take(kind, count),
            Pool::Aside => self.aside.take(kind, count),
        }
        self.left.add(kind, count);
    }
}
