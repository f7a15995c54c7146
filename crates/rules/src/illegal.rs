//! Why an input is refused: one variant per broken rule, with a sentence that says what would be right.

use crate::event::Phase;
use crate::figure::{Figure, Seat};
use crate::geometry::{Cell, Side, Spot};
use crate::tile::{FeatureKind, Kind, Terrain};

/// A broken rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// Nothing can be done in a finished game.
    #[error("the game is over; nothing more can be done in it")]
    GameOver,
    /// The input belongs to another step (B-TURN-1).
    #[error("not now: the game waits for {}", awaited(.0))]
    NotNow(Phase),
    /// The drawn kind is not in the pile that is drawn from.
    #[error("{} is not in the bag now; draw one of the kinds that are", .0.name())]
    NotInBag(Kind),
    /// No such seat.
    #[error("there is no seat {seat} in this game; the seats are 1 to {seats}")]
    NoSuchSeat {
        /// The seat named.
        seat: Seat,
        /// How many there are.
        seats: u8,
    },
    /// The seat has retired before.
    #[error("seat {0} has already retired")]
    AlreadyRetired(Seat),

    /// B-TILE-1.
    #[error("there is a tile at {0} already; choose an empty cell")]
    CellTaken(Cell),
    /// B-TILE-1.
    #[error("{0} touches no tile along an edge; choose a cell beside a laid tile")]
    NotAdjacent(Cell),
    /// B-TILE-2.
    #[error("in the {} a {ours} would meet a {theirs}; turn the tile or choose another cell", compass(.side))]
    EdgeMismatch {
        /// Of the tile to be laid.
        side: Side,
        /// What the tile shows there.
        ours: Terrain,
        /// What the neighbour shows.
        theirs: Terrain,
    },
    ///
    #[error("a river tile must continue the river at {0}")]
    RiverMustContinue(Cell),
    ///
    #[error("the river may not turn that way here (rule R-3); turn the tile")]
    RiverTurn,

    /// There is no tile at that cell.
    #[error("there is no tile at {0}; name a cell where one lies")]
    NoTile(Cell),
    /// The tile has no such segment.
    #[error("the tile at {} has no segment {}; they are counted from 0, as the catalogue lists them", .0.cell, .0.segment)]
    NoSegment(Spot),
    /// B-FIG-1, D-PORT-1.
    #[error("a figure goes on the tile just laid, at {0}, unless a portal was laid and it is a follower")]
    NotThatTile(Cell),
    /// B-FIG-1, B-FIG-5.
    #[error("no {0} is left in supply; place another figure or pass")]
    NoneInSupply(Figure),
    /// B-FIG-2, T-BUILD-1, T-PIG-1.
    #[error("a {figure} cannot stand on a {kind}; it can on a {}", places(.figure))]
    WrongFeature {
        /// The figure.
        figure: Figure,
        /// What the segment is.
        kind: FeatureKind,
    },
    /// B-FIG-3.
    #[error("that {0} holds a follower already; choose one that is free")]
    Occupied(FeatureKind),
    /// E-NOFARM.
    #[error("this game is played without farmers; fields stay empty")]
    NoFarmers,
    /// The figure or mechanism is switched off in this setup.
    #[error("this game is played without the part `{0}`; do something else or pass")]
    PartOff(&'static str),
    /// D-VOLC-1.
    #[error("no figure may be placed when a volcano is laid; move the fairy or pass")]
    Volcano,
    /// D-PORT-1.
    #[error("that {0} is complete already; a portal leads only to unfinished features")]
    PortalComplete(FeatureKind),
    /// D-PORT-1.
    #[error("the dragon is there; a portal leads anywhere else")]
    PortalDragon,
    /// T-BUILD-1, T-PIG-1.
    #[error("a {0} needs an own follower on the same feature")]
    NeedsFollower(Figure),
    /// T-BUILD-1.
    #[error("the {0} is completed by this tile; a builder cannot be placed on it")]
    BuilderOnComplete(FeatureKind),
    /// D-PRIN-1.
    #[error("the princess sends home a knight of her own city; there is none on {0}")]
    NoKnight(Spot),
    /// D-PRIN-1 with `princess = must`.
    #[error("the princess must send a knight home; choose which")]
    MustEvict,
    /// D-FAIRY-1.
    #[error("the fairy goes to one of the own followers; there is none at {0}")]
    NoFollowerThere(Cell),
    /// D-FAIRY-1, knob `fairy`.
    #[error("in this game the fairy goes {}", if *.on_tile { "to a tile: name no segment" } else { "beside a follower: name its segment" })]
    FairyTarget {
        /// Whether she stands on tiles.
        on_tile: bool,
    },
    /// D-FAIRY-1.
    #[error("the fairy is there already; move her to another place or do not move her")]
    FairyThere,
    /// D-MOVE-2.
    #[error("the dragon has been at {0} in this walk; move it to a tile it has not visited")]
    DragonVisited(Cell),
    /// D-MOVE-2.
    #[error("the fairy keeps the dragon away from {0}; move it to another tile")]
    DragonFairy(Cell),
    /// D-MOVE-2.
    #[error("there is no tile at {0} for the dragon to enter; move it to one that lies")]
    DragonEmpty(Cell),
}

crate::codes! {
    Illegal {
        GameOver => "game-over",
        NotNow => "not-now",
        NotInBag => "not-in-bag",
        NoSuchSeat => "no-such-seat",
        AlreadyRetired => "already-retired",
        CellTaken => "cell-taken",
        NotAdjacent => "not-adjacent",
        EdgeMismatch => "edge-mismatch",
        RiverMustContinue => "river-must-continue",
        RiverTurn => "river-turn",
        NoTile => "no-tile",
        NoSegment => "no-segment",
        NotThatTile => "not-that-tile",
        NoneInSupply => "none-in-supply",
        WrongFeature => "wrong-feature",
        Occupied => "occupied",
        NoFarmers => "no-farmers",
        PartOff => "part-off",
        Volcano => "volcano",
        PortalComplete => "portal-complete",
        PortalDragon => "portal-dragon",
        NeedsFollower => "needs-follower",
        BuilderOnComplete => "builder-on-complete",
        NoKnight => "no-knight",
        MustEvict => "must-evict",
        NoFollowerThere => "no-follower-there",
        FairyTarget => "fairy-target",
        FairyThere => "fairy-there",
        DragonVisited => "dragon-visited",
        DragonFairy => "dragon-fairy",
        DragonEmpty => "dragon-empty",
    }
}

fn awaited(phase: &Phase) -> &'static str {
    match phase {
        Phase::Draw { .. } => "a tile to be drawn",
        Phase::Place => "the tile in hand to be laid",
        Phase::Figure => "the figure step (deploy, evict, move the fairy, or pass)",
        Phase::Dragon { .. } => "the dragon to be moved",
        Phase::Extra => "the answer whether the second tile is taken (take it or pass)",
        Phase::Over(_) => "nothing: it is over",
    }
}

fn compass(side: &Side) -> &'static str {
    match side {
        Side::North => "north",
        Side::East => "east",
        Side::South => "south",
        Side::West => "west",
    }
}

/// Where a figure may stand, as a list in words.
fn places(figure: &Figure) -> String {
    let names: Vec<_> = figure.ability().stands_on.iter().map(|kind| kind.name()).collect();
    names.join(" or a ")
}
