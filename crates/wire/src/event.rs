//! Events and what points are given for.

use crate::names::{all_seats, by_seat};
use crate::{Bad, Cell, FeatureKind, Figure, Good, Kind, Phase, Pool, RemovalReason, Rotation, Seat, Spot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "variants and fields are those of `rules::Event`")]
pub enum Event {
    TurnBegan { seat: Seat },
    Drew { tile: Kind },
    HeldBack { tile: Kind },
    Removed { tile: Kind },
    SetAside { tile: Kind },
    PutBack { tile: Kind, count: u16, from: Pool },
    Placed { seat: Seat, tile: Kind, x: i16, y: i16, rotation: Rotation },
    ExtraEarned { seat: Seat },
    ExtraBegan { seat: Seat },
    DragonCame { x: i16, y: i16 },
    DragonWoke {},
    DragonMoved { seat: Seat, x: i16, y: i16 },
    DragonRested {},
    Deployed { seat: Seat, figure: Figure, x: i16, y: i16, segment: u8 },
    WentHome { seat: Seat, figure: Figure, x: i16, y: i16, segment: u8, why: RemovalReason },
    FairyMoved { seat: Seat, x: i16, y: i16, segment: Option<u8> },
    FairyAlone {},
    Scored { reason: Reason, points: Vec<u32> },
    GoodsTaken { seat: Seat, good: Good, count: u16 },
    Retired { seat: Seat },
    Now { phase: Phase },
}

/// What points are given for. Lists by seat are in the order of the seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "variants and fields are those of `rules::Reason`")]
pub enum Reason {
    Feature {
        kind: FeatureKind,
        spot: Spot,
        complete: bool,
        cells: Vec<Cell>,
        pennants: u16,
        per_tile: u8,
        followers: Vec<u8>,
    },
    Field {
        spot: Spot,
        cities: Vec<Spot>,
        per_city: u8,
        followers: Vec<u8>,
        pigs: Vec<bool>,
    },
    FarmedCity {
        city: Spot,
        fields: Vec<FieldFarmers>,
        per_city: u8,
        pigs: Vec<bool>,
    },
    FairyTurn {
        seat: Seat,
    },
    FairyBonus {
        seat: Seat,
        spot: Spot,
    },
    Goods {
        good: Good,
        tokens: Vec<u16>,
    },
}

/// A field beside a farmed city.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldFarmers {
    /// Its first spot.
    pub spot: Spot,
    /// Farmers of each seat.
    pub followers: Vec<u8>,
}

impl Event {
    /// The JSON of an event in a game of so many seats.
    pub fn new(event: &rules::Event, seats: u8) -> Event {
        use rules::Event as E;
        match event {
            E::TurnBegan { seat } => Event::TurnBegan { seat: (*seat).into() },
            E::Drew { kind } => Event::Drew { tile: (*kind).into() },
            E::HeldBack { kind } => Event::HeldBack { tile: (*kind).into() },
            E::Removed { kind } => Event::Removed { tile: (*kind).into() },
            E::SetAside { kind } => Event::SetAside { tile: (*kind).into() },
            E::PutBack { kind, count, from } => {
                Event::PutBack { tile: (*kind).into(), count: *count, from: (*from).into() }
            }
            E::Placed { seat, kind, cell, rotation } => Event::Placed {
                seat: (*seat).into(),
                tile: (*kind).into(),
                x: cell.x,
                y: cell.y,
                rotation: (*rotation).into(),
            },
            E::ExtraEarned { seat } => Event::ExtraEarned { seat: (*seat).into() },
            E::ExtraBegan { seat } => Event::ExtraBegan { seat: (*seat).into() },
            E::DragonCame { cell } => Event::DragonCame { x: cell.x, y: cell.y },
            E::DragonWoke => Event::DragonWoke {},
            E::DragonMoved { seat, cell } => {
                Event::DragonMoved { seat: (*seat).into(), x: cell.x, y: cell.y }
            }
            E::DragonRested => Event::DragonRested {},
            E::Deployed { seat, figure, place: rules::Place::Segment(spot) } => Event::Deployed {
                seat: (*seat).into(),
                figure: (*figure).into(),
                x: spot.cell.x,
                y: spot.cell.y,
                segment: spot.segment,
            },
            E::WentHome { seat, figure, place: rules::Place::Segment(spot), why } => Event::WentHome {
                seat: (*seat).into(),
                figure: (*figure).into(),
                x: spot.cell.x,
                y: spot.cell.y,
                segment: spot.segment,
                why: (*why).into(),
            },
            E::FairyMoved { seat, cell, segment } => {
                Event::FairyMoved { seat: (*seat).into(), x: cell.x, y: cell.y, segment: *segment }
            }
            E::FairyAlone => Event::FairyAlone {},
            E::Scored(score) => Event::Scored {
                reason: Reason::new(&score.reason, seats),
                points: by_seat(&score.points, seats),
            },
            E::GoodsTaken { seat, good, count } => {
                Event::GoodsTaken { seat: (*seat).into(), good: (*good).into(), count: *count }
            }
            E::Retired { seat } => Event::Retired { seat: (*seat).into() },
            E::Now(phase) => Event::Now { phase: (*phase).into() },
        }
    }
}

impl TryFrom<Event> for rules::Event {
    type Error = Bad;
    fn try_from(event: Event) -> Result<rules::Event, Bad> {
        use rules::Event as E;
        let cell = rules::Cell::new;
        let place = |x, y, segment| rules::Place::Segment(rules::Spot::new(cell(x, y), segment));
        Ok(match event {
            Event::TurnBegan { seat } => E::TurnBegan { seat: seat.into() },
            Event::Drew { tile } => E::Drew { kind: tile.into() },
            Event::HeldBack { tile } => E::HeldBack { kind: tile.into() },
            Event::Removed { tile } => E::Removed { kind: tile.into() },
            Event::SetAside { tile } => E::SetAside { kind: tile.into() },
            Event::PutBack { tile, count, from } => {
                E::PutBack { kind: tile.into(), count, from: from.into() }
            }
            Event::Placed { seat, tile, x, y, rotation } => E::Placed {
                seat: seat.into(),
                kind: tile.into(),
                cell: cell(x, y),
                rotation: rotation.into(),
            },
            Event::ExtraEarned { seat } => E::ExtraEarned { seat: seat.into() },
            Event::ExtraBegan { seat } => E::ExtraBegan { seat: seat.into() },
            Event::DragonCame { x, y } => E::DragonCame { cell: cell(x, y) },
            Event::DragonWoke {} => E::DragonWoke,
            Event::DragonMoved { seat, x, y } => E::DragonMoved { seat: seat.into(), cell: cell(x, y) },
            Event::DragonRested {} => E::DragonRested,
            Event::Deployed { seat, figure, x, y, segment } => {
                E::Deployed { seat: seat.into(), figure: figure.into(), place: place(x, y, segment) }
            }
            Event::WentHome { seat, figure, x, y, segment, why } => E::WentHome {
                seat: seat.into(),
                figure: figure.into(),
                place: place(x, y, segment),
                why: why.into(),
            },
            Event::FairyMoved { seat, x, y, segment } => {
                E::FairyMoved { seat: seat.into(), cell: cell(x, y), segment }
            }
            Event::FairyAlone {} => E::FairyAlone,
            Event::Scored { reason, points } => {
                E::Scored(rules::Score { reason: reason.try_into()?, points: all_seats(&points)? })
            }
            Event::GoodsTaken { seat, good, count } => {
                E::GoodsTaken { seat: seat.into(), good: good.into(), count }
            }
            Event::Retired { seat } => E::Retired { seat: seat.into() },
            Event::Now { phase } => E::Now(phase.into()),
        })
    }
}

impl Reason {
    fn new(reason: &rules::Reason, seats: u8) -> Reason {
        use rules::Reason as R;
        match reason {
            R::Feature { kind, spot, complete, cells, pennants, per_tile, followers } => Reason::Feature {
                kind: (*kind).into(),
                spot: (*spot).into(),
                complete: *complete,
                cells: cells.iter().map(|cell| (*cell).into()).collect(),
                pennants: *pennants,
                per_tile: *per_tile,
                followers: by_seat(followers, seats),
            },
            R::Field { spot, cities, per_city, followers, pigs } => Reason::Field {
                spot: (*spot).into(),
                cities: cities.iter().map(|city| (*city).into()).collect(),
                per_city: *per_city,
                followers: by_seat(followers, seats),
                pigs: by_seat(pigs, seats),
            },
            R::FarmedCity { city, fields, per_city, pigs } => Reason::FarmedCity {
                city: (*city).into(),
                fields: fields.iter().map(|field| FieldFarmers::new(field, seats)).collect(),
                per_city: *per_city,
                pigs: by_seat(pigs, seats),
            },
            R::FairyTurn { seat } => Reason::FairyTurn { seat: (*seat).into() },
            R::FairyBonus { seat, spot } => Reason::FairyBonus { seat: (*seat).into(), spot: (*spot).into() },
            R::Goods { good, tokens } => {
                Reason::Goods { good: (*good).into(), tokens: by_seat(tokens, seats) }
            }
        }
    }
}

impl FieldFarmers {
    fn new((spot, followers): &(rules::Spot, [u8; rules::MAX_SEATS]), seats: u8) -> FieldFarmers {
        FieldFarmers { spot: (*spot).into(), followers: by_seat(followers, seats) }
    }
}

impl TryFrom<Reason> for rules::Reason {
    type Error = Bad;
    fn try_from(reason: Reason) -> Result<rules::Reason, Bad> {
        use rules::Reason as R;
        Ok(match reason {
            Reason::Feature { kind, spot, complete, cells, pennants, per_tile, followers } => R::Feature {
                kind: kind.into(),
                spot: spot.into(),
                complete,
                cells: cells.into_iter().map(Into::into).collect(),
                pennants,
                per_tile,
                followers: all_seats(&followers)?,
            },
            Reason::Field { spot, cities, per_city, followers, pigs } => R::Field {
                spot: spot.into(),
                cities: cities.into_iter().map(Into::into).collect(),
                per_city,
                followers: all_seats(&followers)?,
                pigs: all_seats(&pigs)?,
            },
            Reason::FarmedCity { city, fields, per_city, pigs } => R::FarmedCity {
                city: city.into(),
                fields: fields
                    .into_iter()
                    .map(|field| Ok((field.spot.into(), all_seats(&field.followers)?)))
                    .collect::<Result<_, Bad>>()?,
                per_city,
                pigs: all_seats(&pigs)?,
            },
            Reason::FairyTurn { seat } => R::FairyTurn { seat: seat.into() },
            Reason::FairyBonus { seat, spot } => R::FairyBonus { seat: seat.into(), spot: spot.into() },
            Reason::Goods { good, tokens } => R::Goods { good: good.into(), tokens: all_seats(&tokens)? },
        })
    }
}
