//! Small things that go by name or number: figures, goods, sides, seats, kinds, cells.

use crate::Bad;
use rules::MAX_SEATS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A list of names, each standing for the value of the same name in `rules`.
macro_rules! names {
    ($($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $value:ident),* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "the values are those of the type it mirrors")]
        pub enum $name { $($(#[$attribute])* $value),* }

        impl From<rules::$name> for $name {
            fn from(value: rules::$name) -> $name {
                match value { $(rules::$name::$value => $name::$value),* }
            }
        }

        impl From<$name> for rules::$name {
            fn from(value: $name) -> rules::$name {
                match value { $($name::$value => rules::$name::$value),* }
            }
        }
    )*};
}

names! {
    /// What stands on the board.
    Figure { Follower, Builder, Pig }
    /// A kind of token.
    Good { Wine, Grain, Cloth }
    /// A side, by its letter.
    Side {
        #[serde(rename = "N")] North,
        #[serde(rename = "E")] East,
        #[serde(rename = "S")] South,
        #[serde(rename = "W")] West
    }
    /// What can be claimed.
    FeatureKind { Road, City, Monastery, Field }
    /// What an edge shows.
    Terrain { Field, Road, City, River }
    TileSet { Base, Winter, River, Traders, Dragon }
    /// Where tiles outside bag and board are.
    Pool { Hand, Held, Aside }
    /// Why a figure went home.
    RemovalReason { Scored, Eaten, Evicted, Alone }
    /// What is drawn from.
    Pile { River, Lake, Main }
    /// Why a game ended.
    Ending { NoTiles, NothingFits, Agreed, Retired }
    /// Whether a second tile is due.
    Extra { No, Earned, Second }
}

/// What holds a value of the same name in `rules` and is written otherwise.
macro_rules! wraps {
    ($($name:ident)*) => {$(
        impl From<rules::$name> for $name {
            fn from(inner: rules::$name) -> $name {
                $name(inner)
            }
        }

        impl From<$name> for rules::$name {
            fn from(wrapped: $name) -> rules::$name {
                wrapped.0
            }
        }
    )*};
}

wraps! { Seat Kind Rotation }

/// A seat, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(extend("minimum" = 1, "maximum" = 6))]
pub struct Seat(rules::Seat);

impl TryFrom<u8> for Seat {
    type Error = Bad;
    fn try_from(number: u8) -> Result<Seat, Bad> {
        match number {
            1..=6 => Ok(Seat(rules::Seat(number - 1))),
            _ => Err(Bad::Seat(number)),
        }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0.0.saturating_add(1)
    }
}

/// A tile kind, by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct Kind(rules::Kind);

impl TryFrom<String> for Kind {
    type Error = Bad;
    fn try_from(name: String) -> Result<Kind, Bad> {
        rules::Kind::named(&name).map(Kind).ok_or(Bad::Tile(name))
    }
}

impl From<Kind> for String {
    fn from(kind: Kind) -> String {
        kind.0.name().to_owned()
    }
}

/// Quarter turns clockwise, 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(extend("maximum" = 3))]
pub struct Rotation(rules::Rotation);

impl TryFrom<u8> for Rotation {
    type Error = Bad;
    fn try_from(quarters: u8) -> Result<Rotation, Bad> {
        match quarters {
            0..=3 => Ok(Rotation(rules::Rotation::new(quarters))),
            _ => Err(Bad::Rotation(quarters)),
        }
    }
}

impl From<Rotation> for u8 {
    fn from(rotation: Rotation) -> u8 {
        rotation.0.quarters()
    }
}

/// A cell of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Columns east of the start tile.
    pub x: i16,
    /// Rows north of the start tile.
    pub y: i16,
}

impl From<rules::Cell> for Cell {
    fn from(cell: rules::Cell) -> Cell {
        Cell { x: cell.x, y: cell.y }
    }
}

impl From<Cell> for rules::Cell {
    fn from(cell: Cell) -> rules::Cell {
        rules::Cell::new(cell.x, cell.y)
    }
}

/// A segment of a laid tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// Columns east of the start tile.
    pub x: i16,
    /// Rows north of the start tile.
    pub y: i16,
    /// Which of the tile's segments, from 0.
    pub segment: u8,
}

impl From<rules::Spot> for Spot {
    fn from(spot: rules::Spot) -> Spot {
        Spot { x: spot.cell.x, y: spot.cell.y, segment: spot.segment }
    }
}

impl From<Spot> for rules::Spot {
    fn from(spot: Spot) -> rules::Spot {
        rules::Spot::new(rules::Cell::new(spot.x, spot.y), spot.segment)
    }
}

/// The entries of the seats that are there.
pub(crate) fn by_seat<T: Copy>(all: &[T; MAX_SEATS], seats: u8) -> Vec<T> {
    all.iter().take(seats.into()).copied().collect()
}

/// The entries of all seats there could be.
pub(crate) fn all_seats<T: Copy + Default>(list: &[T]) -> Result<[T; MAX_SEATS], Bad> {
    let mut all = [T::default(); MAX_SEATS];
    all.get_mut(..list.len()).ok_or(Bad::SeatList(list.len()))?.copy_from_slice(list);
    Ok(all)
}
