//! What can be seen of a game, what it waits for, and the score sheet.

use crate::{Bad, Cell, Ending, Extra, Figure, Kind, Pile, Rotation, Seat};
use rules::MAX_SEATS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many tiles of each kind, by name.
pub type Tally = BTreeMap<Kind, u16>;

pub(crate) fn tally(tally: &rules::Tally) -> Tally {
    tally.iter().map(|(kind, count)| (kind.into(), count)).collect()
}

fn untally(tally: Tally) -> rules::Tally {
    tally.into_iter().map(|(kind, count)| (kind.into(), count)).collect()
}

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "variants and fields are those of `rules::Phase`")]
pub enum Phase {
    Draw { pile: Pile },
    Place {},
    Figure {},
    Dragon { steps: u8, mover: Seat },
    Extra {},
    Over { ending: Ending },
}

impl From<rules::Phase> for Phase {
    fn from(phase: rules::Phase) -> Phase {
        match phase {
            rules::Phase::Draw { pile } => Phase::Draw { pile: pile.into() },
            rules::Phase::Place => Phase::Place {},
            rules::Phase::Figure => Phase::Figure {},
            rules::Phase::Dragon { steps, mover } => Phase::Dragon { steps, mover: mover.into() },
            rules::Phase::Extra => Phase::Extra {},
            rules::Phase::Over(ending) => Phase::Over { ending: ending.into() },
        }
    }
}

impl From<Phase> for rules::Phase {
    fn from(phase: Phase) -> rules::Phase {
        match phase {
            Phase::Draw { pile } => rules::Phase::Draw { pile: pile.into() },
            Phase::Place {} => rules::Phase::Place,
            Phase::Figure {} => rules::Phase::Figure,
            Phase::Dragon { steps, mover } => rules::Phase::Dragon { steps, mover: mover.into() },
            Phase::Extra {} => rules::Phase::Extra,
            Phase::Over { ending } => rules::Phase::Over(ending.into()),
        }
    }
}

/// Who has to do something next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "variants and fields are those of `rules::ToAct`")]
pub enum ToAct {
    Seat { seat: Seat },
    Chance {},
    Over { ending: Ending },
}

impl From<rules::ToAct> for ToAct {
    fn from(to_act: rules::ToAct) -> ToAct {
        match to_act {
            rules::ToAct::Seat(seat) => ToAct::Seat { seat: seat.into() },
            rules::ToAct::Chance => ToAct::Chance {},
            rules::ToAct::Over(ending) => ToAct::Over { ending: ending.into() },
        }
    }
}

/// A laid tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of `rules::Laid`")]
pub struct Laid {
    pub tile: Kind,
    pub x: i16,
    pub y: i16,
    pub rotation: Rotation,
}

/// A figure on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "owner, figure, and the spot it stands on")]
pub struct Piece {
    pub seat: Seat,
    pub figure: Figure,
    pub x: i16,
    pub y: i16,
    pub segment: u8,
}

/// The fairy; `segment` is that of the follower she stands beside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of `rules::Fairy`")]
pub struct Fairy {
    pub x: i16,
    pub y: i16,
    pub segment: Option<u8>,
}

/// A count for each thing of a list in `rules`, by name.
macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident: [$type:ty; $all:expr] { $($field:ident),* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs, reason = "the fields are those of the list")]
        pub struct $name { $(pub $field: $type),* }

        impl From<[$type; $all]> for $name {
            fn from([$($field),*]: [$type; $all]) -> $name {
                $name { $($field),* }
            }
        }

        impl From<$name> for [$type; $all] {
            fn from($name { $($field),* }: $name) -> [$type; $all] {
                [$($field),*]
            }
        }
    )*};
}

counts! {
    /// Figures in supply.
    Supply: [u8; rules::Figure::ALL.len()] { follower, builder, pig }
    /// Goods tokens or symbols.
    Goods: [u16; rules::Good::ALL.len()] { wine, grain, cloth }
}

/// What a seat has.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Points so far.
    pub score: u32,
    /// Figures not on the board.
    pub supply: Supply,
    pub goods: Goods,
    /// Whether the seat has given up.
    pub retired: bool,
}

/// Everything that can be seen of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The seats, in order.
    pub seats: Vec<Player>,
    /// The tiles, in the order they were laid.
    pub tiles: Vec<Laid>,
    /// The figures on the board.
    pub figures: Vec<Piece>,
    /// Where the dragon is.
    pub dragon: Option<Cell>,
    /// The tiles it visited in the walk under way, its starting tile first.
    pub visited: Vec<Cell>,
    /// Where the fairy is.
    pub fairy: Option<Fairy>,
    /// Tiles not drawn yet.
    pub left: Tally,
    /// Dragon tiles laid aside until a volcano comes.
    pub held: Tally,
    /// Unfit tiles that go back when a tile has been laid.
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

impl From<&rules::View> for View {
    fn from(view: &rules::View) -> View {
        let player = |seat: usize| Player {
            score: view.scores[seat],
            supply: view.supply[seat].into(),
            goods: view.goods[seat].into(),
            retired: view.retired[seat],
        };
        View {
            seats: (0..MAX_SEATS.min(view.seats.into())).map(player).collect(),
            tiles: view.tiles.iter().map(laid).collect(),
            figures: view.pieces.iter().map(piece).collect(),
            dragon: view.dragon.map(Cell::from),
            visited: view.visited.iter().map(|cell| (*cell).into()).collect(),
            fairy: view.fairy.map(|f| Fairy { x: f.cell.x, y: f.cell.y, segment: f.segment }),
            left: tally(&view.left),
            held: tally(&view.held),
            aside: tally(&view.aside),
            removed: tally(&view.removed),
            hand: view.hand.map(Kind::from),
            turn: view.turn.into(),
            extra: view.extra.into(),
            phase: view.phase.into(),
        }
    }
}

fn laid(laid: &rules::Laid) -> Laid {
    Laid { tile: laid.kind.into(), x: laid.cell.x, y: laid.cell.y, rotation: laid.rotation.into() }
}

fn piece(piece: &rules::Piece) -> Piece {
    let rules::Spot { cell, segment } = piece.spot();
    Piece { seat: piece.seat.into(), figure: piece.figure.into(), x: cell.x, y: cell.y, segment }
}

impl From<Piece> for rules::Piece {
    fn from(piece: Piece) -> rules::Piece {
        let spot = rules::Spot::new(rules::Cell::new(piece.x, piece.y), piece.segment);
        rules::Piece {
            place: rules::Place::Segment(spot),
            seat: piece.seat.into(),
            figure: piece.figure.into(),
        }
    }
}

impl TryFrom<View> for rules::View {
    type Error = Bad;
    fn try_from(view: View) -> Result<rules::View, Bad> {
        let seats = view.seats.len();
        if seats > MAX_SEATS {
            return Err(Bad::SeatList(seats));
        }
        let cell = rules::Cell::new;
        let mut pieces: Vec<rules::Piece> = view.figures.into_iter().map(Into::into).collect();
        pieces.sort_unstable();
        let mut result = rules::View {
            seats: seats as u8,
            tiles: view
                .tiles
                .into_iter()
                .map(|l| rules::Laid {
                    cell: cell(l.x, l.y),
                    kind: l.tile.into(),
                    rotation: l.rotation.into(),
                })
                .collect(),
            pieces,
            supply: Default::default(),
            scores: [0; MAX_SEATS],
            goods: Default::default(),
            retired: [false; MAX_SEATS],
            dragon: view.dragon.map(Into::into),
            visited: view.visited.into_iter().map(Into::into).collect(),
            fairy: view.fairy.map(|f| rules::Fairy { cell: cell(f.x, f.y), segment: f.segment }),
            left: untally(view.left),
            held: untally(view.held),
            aside: untally(view.aside),
            removed: untally(view.removed),
            hand: view.hand.map(Into::into),
            turn: view.turn.into(),
            extra: view.extra.into(),
            phase: view.phase.into(),
        };
        for (seat, player) in view.seats.into_iter().enumerate() {
            let Player { score, supply, goods, retired } = player;
            result.scores[seat] = score;
            result.supply[seat] = supply.into();
            result.goods[seat] = goods.into();
            result.retired[seat] = retired;
        }
        Ok(result)
    }
}

/// A line of the score sheet.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatStanding {
    /// Points so far.
    pub score: u32,
    /// Points if the game ended now, final scoring included.
    pub projected: u32,
    /// Figures not on the board.
    pub supply: Supply,
    pub goods: Goods,
    /// Whether the seat has given up.
    pub retired: bool,
    /// Whether the seat won; nobody has while the game goes on.
    pub winner: bool,
}

/// The score sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The seats, in order.
    pub seats: Vec<SeatStanding>,
}

impl From<&rules::Standing> for Standing {
    fn from(standing: &rules::Standing) -> Standing {
        let line = |seat: usize| SeatStanding {
            score: standing.scores[seat],
            projected: standing.projected[seat],
            supply: standing.supply[seat].into(),
            goods: standing.goods[seat].into(),
            retired: standing.retired[seat],
            winner: standing.winners.contains(&rules::Seat(seat as u8)),
        };
        Standing { seats: (0..MAX_SEATS.min(standing.seats.into())).map(line).collect() }
    }
}

impl TryFrom<Standing> for rules::Standing {
    type Error = Bad;
    fn try_from(standing: Standing) -> Result<rules::Standing, Bad> {
        let seats = standing.seats.len();
        if seats > MAX_SEATS {
            return Err(Bad::SeatList(seats));
        }
        let mut result = rules::Standing {
            seats: seats as u8,
            scores: [0; MAX_SEATS],
            projected: [0; MAX_SEATS],
            supply: Default::default(),
            goods: Default::default(),
            retired: [false; MAX_SEATS],
            winners: Vec::new(),
        };
        for (seat, line) in standing.seats.into_iter().enumerate() {
            result.scores[seat] = line.score;
            result.projected[seat] = line.projected;
            result.supply[seat] = line.supply.into();
            result.goods[seat] = line.goods.into();
            result.retired[seat] = line.retired;
            if line.winner {
                result.winners.push(rules::Seat(seat as u8));
            }
        }
        Ok(result)
    }
}
