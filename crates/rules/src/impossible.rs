//! Why something that can be seen is not a position of a game: one variant per broken rule.

use crate::figure::{Figure, Seat};
use crate::geometry::Spot;
use crate::illegal::Illegal;
use crate::tile::{FeatureKind, Kind};
use crate::view::Laid;

/// Why a view is not a position of a game: the first broken rule found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadPosition {
    /// No tiles at all.
    #[error("there is no tile on the table")]
    NoTiles,
    /// A tile that cannot lie where it does, given those before it.
    #[error("the tile {} at {} cannot lie there: {why}", .laid.kind.name(), .laid.cell)]
    Tile {
        /// The tile.
        laid: Laid,
        /// The rule it breaks.
        why: Illegal,
    },
    /// Tiles on the table, in hand, left, held back, set aside and removed do not add up.
    #[error("there are {have} tiles {} in all, but the setup has {want}", .kind.name())]
    Count {
        /// Of which kind.
        kind: Kind,
        /// How many the view has.
        have: u32,
        /// How many the setup has.
        want: u32,
    },
    /// A figure that cannot stand where it does.
    #[error("seat {seat}'s {figure} cannot stand on {spot}: {why}")]
    Figure {
        /// Whose.
        seat: Seat,
        /// Which.
        figure: Figure,
        /// Where.
        spot: Spot,
        /// The rule it breaks.
        why: Illegal,
    },
    /// A figure on a feature that was scored (B-SCORE-6).
    #[error(
        "seat {seat}'s {figure} cannot stand on {spot}: the {kind} is complete, and its figures went home"
    )]
    Scored {
        /// Whose.
        seat: Seat,
        /// Which.
        figure: Figure,
        /// Where.
        spot: Spot,
        /// What it stands on.
        kind: FeatureKind,
    },
    /// Figures on the board and in supply do not add up.
    #[error("seat {seat} has {have} of its {figure}s in all, but the rules give {want}")]
    Supply {
        /// Whose.
        seat: Seat,
        /// Which.
        figure: Figure,
        /// How many the view has.
        have: u8,
        /// How many there are.
        want: u8,
    },
    /// The seats do not agree with the setup, or a seat is named that is not there.
    #[error("the position has {have} seats, the setup {want}")]
    Seats {
        /// In the view.
        have: u8,
        /// In the setup.
        want: u8,
    },
    /// A field contradicts the rest.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
}

/// The contradictions: for each the field that shows it, the variant with its rule, and the sentence.
macro_rules! contradictions {
    ($($field:literal { $($(#[$doc:meta])* $name:ident $text:literal,)* })*) => {
        /// A field of a view that contradicts the rest: one variant per broken rule.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
        #[non_exhaustive]
        pub enum Contradiction {
            $($($(#[$doc])* #[error($text)] $name,)*)*
        }

        impl Contradiction {
            /// The name of the field, the same as in the line of a position.
            pub const fn field(self) -> &'static str {
                match self {
                    $($(Contradiction::$name)|* => $field,)*
                }
            }
        }
    };
}

contradictions! {
    "seats" {
        /// B-SETUP-1.
        AbsentSeat "a seat beyond the last one has points, goods or figures",
    }
    "scores" {
        /// More than can be counted.
        ScoreTooHigh "a score is higher than any game gives",
        /// B-SCORE, D-FAIRY-2, D-FAIRY-4.
        ScoreUnearned "a score is higher than all that is complete on the table can have given",
    }
    "tiles" {
        /// B-SETUP-2, R-1.
        StartTile "the first tile must be the start tile, unturned at 0,0",
        ///
        PilesOutOfOrder "river tiles come before the lake, and the lake before all others",
        /// D-VOLC-2.
        DragonTileTooEarly "dragon tiles are laid only after the first volcano",
    }
    "figures" {
        /// B-TURN-1.
        FigureTooEarly "the tile just laid holds a figure before its figure step",
        /// B-FIG-1, D-VOLC-1.
        NoWayThere "no figure can have come to the start tile or a volcano without portals",
        /// B-FIG-1.
        TwoOnTile "a tile holds at most one figure without portals",
        /// D-PORT-2, T-BUILD-1, T-PIG-1.
        HelperAtStart "builders and pigs stand on tiles of their own seat, and nobody laid the start tile",
        /// B-FIG-1.
        OnAnothersTile "a figure stands on a tile that another seat laid, and there are no portals",
        /// B-FIG-1.
        MoreThanLaid "a seat has more figures on the board than it can have laid tiles",
        /// B-FIG-3.
        WasTaken "a follower claimed what was another's already",
        /// D-MOVE-3.
        SparedByDragon "a figure stands on a tile that the dragon has visited",
    }
    "goods" {
        /// The part is off.
        NoGoods "this game is played without goods",
        /// T-GOODS-1.
        TooManyGoods "more goods were taken than complete cities on the table hold",
    }
    "retired" {
        /// B-RETIRE.
        TooFewPlay "too many have retired for the game to go on",
    }
    "dragon" {
        /// The part is off.
        NoDragon "this game is played without the dragon",
        /// D-VOLC-1, D-MOVE-2.
        DragonOffTiles "the dragon is not on a tile",
        /// D-VOLC-1, D-VOLC-2.
        DragonAndVolcano "the dragon is on the board from the first volcano on",
        /// D-VOLC-1, D-MOVE-1.
        DragonStrayed "the dragon stands on a volcano until a dragon tile is laid",
        /// D-VOLC-1.
        DragonNotCalled "a volcano just laid, and no other tile, has the dragon on it",
        /// D-MOVE-3, D-PORT-1.
        BesideDragon "there is a figure on the dragon's tile",
        /// D-MOVE-1.
        DragonLeftWalk "the dragon is not where its walk ends",
    }
    "visited" {
        /// D-MOVE-1.
        WalkTooLong "the dragon walks at most six tiles",
        /// D-MOVE-2.
        WalkedOffTiles "the dragon visited a cell without a tile",
        /// D-MOVE-1.
        WalkLeaps "the dragon walks from tile to neighbouring tile",
        /// D-MOVE-2.
        WalkedTwice "the dragon visits no tile twice in a walk",
        /// D-MOVE-2, D-FAIRY-3.
        WalkedToFairy "the dragon cannot have been on the fairy's tile",
        /// D-MOVE-1.
        NoWalk "a dragon walk has the tiles visited in it, from where it began, and nothing else has any",
        /// D-MOVE-1.
        StepsAndVisited "the dragon's steps and visited tiles do not add up",
    }
    "fairy" {
        /// The part is off.
        NoFairy "this game is played without the fairy",
        /// D-FAIRY-1.
        FairyTooEarly "nobody can have moved the fairy yet: that takes a follower of an earlier turn",
        /// D-FAIRY-1.
        FairyBesideNobody "the fairy is not beside a follower on a tile",
        /// D-FAIRY-3.
        FairyWithDragon "the dragon and the fairy are never on the same tile",
    }
    "held" {
        /// D-VOLC-2.
        HeldNoDragonTile "only dragon tiles are held back",
        /// D-VOLC-2.
        HeldTooLong "dragon tiles are held back although the dragon is there",
    }
    "aside" {
        /// E-UNFIT.
        AsideNotReturned "tiles are set aside only under the knob unfit = return",
        ///
        RiverAside "river tiles that fit nowhere leave the game, they are never set aside",
        /// B-TILE-3.
        AsideFits "a tile is set aside although it fits on the table",
        /// B-TILE-3.
        AsideTooLong "tiles are set aside although a tile was laid",
    }
    "removed" {
        /// E-UNFIT, R-6.
        RemovedNotReturned "only river tiles leave the game under the knob unfit = return",
        /// B-TILE-3.
        RemovedFits "nothing has been laid yet, and a removed tile fits on the table",
        /// D-VOLC-2.
        RemovedNotHeld "before the first volcano dragon tiles are held back, they do not leave the game",
    }
    "hand" {
        /// B-TURN-1.
        HandAndPhase "a tile is in hand exactly when it is to be laid",
        /// B-TILE-3, D-VOLC-2, R-5.
        HandUnfit "the tile in hand fits nowhere",
    }
    "turn" {
        /// B-SETUP-1.
        TurnOfNobody "the turn belongs to a seat that is not there",
        /// B-RETIRE.
        TurnOfRetired "the turn belongs to a retired seat",
        /// B-SETUP-3, B-TURN-1, T-BUILD-2.
        TurnOfAnother "the seats take turns from seat 1 on: with so many tiles laid it is another seat's turn",
    }
    "extra" {
        /// The part is off.
        NoBuilders "this game is played without builders",
        /// T-BUILD-2.
        EarnedUnlaid "a second tile is earned only when the first one lies",
        /// T-BUILD-1, T-BUILD-2.
        EarnedTooEarly "nobody can have earned a second tile yet",
        /// T-BUILD-2.
        EarnedByNothing "a second tile is earned by a tile that extends the own builder's road or city, and then always",
    }
    "phase" {
        /// B-TILE-3, B-END-1.
        NothingToDraw "there is no tile to draw from that pile",
        /// B-TURN-1.
        NothingLaid "a figure step needs a laid tile",
        /// T-BUILD-2, knob `extra-tile`.
        NothingAsked "no second tile can be asked about",
        /// D-MOVE-1.
        NoDragonTile "the dragon walks only after a dragon tile",
        /// D-MOVE-1, D-MOVE-2.
        NoMover "nobody can move the dragon",
        /// D-MOVE-1.
        AnotherMover "it is another seat's turn to move the dragon",
        /// B-RETIRE.
        StillPlayed "the game did not end by retirement",
        /// B-END-1, B-TILE-3.
        TilesLeft "the game did not end for want of tiles",
    }
}
