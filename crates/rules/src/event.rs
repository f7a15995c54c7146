//! What happened. The visible state of a game is the fold of its events ([`crate::View::apply`]).
//!
//! Events come in the rule book's order, and lists inside them are sorted, so that two engines that agree on
//! the rules agree on the events:
//!
//! - A draw: `Drew`, then `HeldBack`, `Removed` or `SetAside` where the tile cannot be laid.
//! - A placement: `Placed`, `PutBack` of what was set aside (by kind), `DragonCame` and `PutBack` of what was
//!   held back (by kind), `ExtraEarned`.
//! - A figure step: `Deployed`, `FairyMoved`, or `WentHome` of the evicted knight (and of a builder it leaves
//!   alone).
//! - A dragon walk: `DragonWoke`, for each step `DragonMoved`, `WentHome` of all on the tile (by spot), then of
//!   builders and pigs left alone elsewhere (by spot); `DragonRested`.
//! - Scoring: roads and cities in the order of the laid tile's segments, then monasteries by cell. For each:
//!   `Scored` (if anyone stands there), the fairy's `Scored` (by seat), `WentHome` (by spot), `GoodsTaken`
//!   (by good).
//! - The end: `Scored` for roads, cities, monasteries, fields (each kind by its first spot, each followed by
//!   its fairy bonus), then goods.
//! - `FairyAlone` follows the `WentHome` of the follower she stood beside.
//! - `TurnBegan` is followed by the fairy's point, if any. `Now` says what is awaited next.

use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::{Cell, Rotation, Spot};
use crate::piece::Place;
use crate::tile::{FeatureKind, Good, Kind};

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat's turn began.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// A tile was drawn from the bag into the hand, for all to see.
    Drew {
        /// Which.
        kind: Kind,
    },
    /// The tile in hand is a dragon tile and the dragon is not on the board: laid aside (D-VOLC-2).
    HeldBack {
        /// Which.
        kind: Kind,
    },
    /// The tile in hand fits nowhere and leaves the game (E-UNFIT `remove`, R-6).
    Removed {
        /// Which.
        kind: Kind,
    },
    /// The tile in hand fits nowhere and waits until a tile has been laid (E-UNFIT `return`).
    SetAside {
        /// Which.
        kind: Kind,
    },
    /// Tiles went back into the bag.
    PutBack {
        /// Which.
        kind: Kind,
        /// How many.
        count: u16,
        /// From where.
        from: Pool,
    },
    /// The tile in hand was laid.
    Placed {
        /// By whom.
        seat: Seat,
        /// Which.
        kind: Kind,
        /// Where.
        cell: Cell,
        /// How far turned.
        rotation: Rotation,
    },
    /// The tile extends the own builder's road or city: a second tile will follow (T-BUILD-2).
    ExtraEarned {
        /// By whom.
        seat: Seat,
    },
    /// The second tile's placement began.
    ExtraBegan {
        /// Whose.
        seat: Seat,
    },
    /// A volcano called the dragon (D-VOLC-1).
    DragonCame {
        /// To this cell.
        cell: Cell,
    },
    /// The dragon sets out; its starting tile counts as visited.
    DragonWoke,
    /// The dragon moved one tile.
    DragonMoved {
        /// Moved by this seat.
        seat: Seat,
        /// To this cell.
        cell: Cell,
    },
    /// The dragon's walk is over.
    DragonRested,
    /// A figure was placed.
    Deployed {
        /// Whose.
        seat: Seat,
        /// Which.
        figure: Figure,
        /// Where.
        place: Place,
    },
    /// A figure went home to its owner's supply.
    WentHome {
        /// Whose.
        seat: Seat,
        /// Which.
        figure: Figure,
        /// From where.
        place: Place,
        /// Why.
        why: RemovalReason,
    },
    /// The fairy was moved.
    FairyMoved {
        /// By whom.
        seat: Seat,
        /// To this tile.
        cell: Cell,
        /// Beside the follower on this segment (knob `fairy = beside`).
        segment: Option<u8>,
    },
    /// The follower beside the fairy left; she stays on the tile, beside nobody.
    FairyAlone,
    /// Points were given.
    Scored(Score),
    /// A merchant took goods tokens.
    GoodsTaken {
        /// Who.
        seat: Seat,
        /// What.
        good: Good,
        /// How many.
        count: u16,
    },
    /// A seat gave up.
    Retired {
        /// Which.
        seat: Seat,
    },
    /// What is awaited now.
    Now(Phase),
}

/// Where final scoring begins in the events of one input; their number if the game did not end. Points given
/// in play are always followed by figures that go home, so the last unbroken run of scores is the end's.
pub(crate) fn final_scoring_start(events: &[Event]) -> usize {
    let Some((Event::Now(Phase::Over(_)), before)) = events.split_last() else { return events.len() };
    let scores = before.iter().rev().take_while(|event| matches!(event, Event::Scored(_)));
    before.len() - scores.count()
}

/// Where tiles outside the bag and the board can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pool {
    /// Drawn and shown.
    Hand,
    /// Dragon tiles waiting for the first volcano.
    Held,
    /// Unfit tiles waiting for a tile to be laid.
    Aside,
}

/// Why a figure went home.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RemovalReason {
    /// Its feature was scored.
    Scored,
    /// The dragon came.
    Eaten,
    /// The princess sent it away.
    Evicted,
    /// A builder or pig with no own follower left on its feature.
    Alone,
}

/// Points and what they were given for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// What for.
    pub reason: Reason,
    /// What each seat got.
    pub points: [u32; MAX_SEATS],
}

/// What points are given for, with all that a person needs to count them again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A road, city or monastery: `per_tile` for each cell and pennant, to the majority.
    Feature {
        /// Which kind.
        kind: FeatureKind,
        /// Its first spot (by cell, then segment).
        spot: Spot,
        /// Whether it is finished.
        complete: bool,
        /// Its tiles, sorted. For a monastery, its own and those around it.
        cells: Vec<Cell>,
        /// Its pennants.
        pennants: u16,
        /// Points for each tile and each pennant.
        per_tile: u8,
        /// Followers of each seat.
        followers: [u8; MAX_SEATS],
    },
    /// A field: `per_city` for each city, and one more for a pig's owner, to the majority (per-field scoring).
    Field {
        /// Its first spot.
        spot: Spot,
        /// The first spot of each completed city it touches, sorted.
        cities: Vec<Spot>,
        /// Points for each city.
        per_city: u8,
        /// Farmers of each seat.
        followers: [u8; MAX_SEATS],
        /// Whose pig earns a point more for each city.
        pigs: [bool; MAX_SEATS],
    },
    /// A completed city as the farmers around it see it (per-city and per-field-once scoring).
    FarmedCity {
        /// The city's first spot.
        city: Spot,
        /// The first spot of each claimed field touching it, sorted, with the farmers of each seat.
        fields: Vec<(Spot, [u8; MAX_SEATS])>,
        /// Points for the city.
        per_city: u8,
        /// Whose pig earns a point more.
        pigs: [bool; MAX_SEATS],
    },
    /// The turn began with the fairy beside an own follower (D-FAIRY-2).
    FairyTurn {
        /// Whose turn.
        seat: Seat,
    },
    /// The fairy stood beside a follower of the scored feature (D-FAIRY-4).
    FairyBonus {
        /// Whose follower.
        seat: Seat,
        /// Where the follower stands.
        spot: Spot,
    },
    /// Most tokens of a kind (T-GOODS-2).
    Goods {
        /// Of which.
        good: Good,
        /// Tokens of each seat.
        tokens: [u16; MAX_SEATS],
    },
}

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Chance is to draw a tile.
    Draw {
        /// From this pile.
        pile: Pile,
    },
    /// The tile in hand is to be laid.
    Place,
    /// The figure step of the tile just laid.
    Figure,
    /// The dragon is walking.
    Dragon {
        /// Moves left, this one included.
        steps: u8,
        /// Who moves it now.
        mover: Seat,
    },
    /// The builder earned a second tile: take it or not (knob `extra-tile = may`).
    Extra,
    /// The game has ended.
    Over(Ending),
}

/// The piles tiles are drawn from, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pile {
    /// The river tiles between spring and lake.
    River,
    /// The lake.
    Lake,
    /// All other tiles.
    Main,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// No tile was left for another turn (B-END-1).
    NoTiles,
    /// What was drawn last, and all that was left, could not be laid (B-TILE-3).
    NothingFits,
    /// All agreed (B-ENDNOW).
    Agreed,
    /// All seats but one, or the only one, retired (B-RETIRE).
    Retired,
}

/// Whether the builder's second tile is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Extra {
    /// First tile, none earned.
    #[default]
    No,
    /// First tile, a second one is earned.
    Earned,
    /// The second tile is being played.
    Second,
}

/// Who has to do something next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ToAct {
    /// This seat.
    Seat(Seat),
    /// Chance: a tile is to be drawn.
    Chance,
    /// Nobody.
    Over(Ending),
}

/// Where events go. `()` takes none, so that making them costs nothing.
pub trait Sink {
    /// Whether anyone listens.
    const ON: bool;
    /// Takes an event.
    fn put(&mut self, event: Event);
}

impl Sink for () {
    const ON: bool = false;
    fn put(&mut self, _: Event) {}
}

impl Sink for Vec<Event> {
    const ON: bool = true;
    fn put(&mut self, event: Event) {
        self.push(event);
    }
}
