//! What a record states besides the inputs: what came of them, kept whatever the rules become.

use super::place::TileMap;
use super::word::{LEAVES, POOLS, name_of, write_points, write_times};
use crate::event::{Event, Pool, Reason, RemovalReason, final_scoring_start};
use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::{Cell, Spot};
use crate::piece::Place;
use crate::tile::{FeatureKind, Good, Kind};

/// One thing that came of an input. What the input itself says is not repeated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A seat's turn began.
    Turn(Seat),
    /// The builder's second tile began.
    Second(Seat),
    /// The drawn tile was held back.
    Held,
    /// The drawn tile fitted nowhere and left the game.
    Removed,
    /// The drawn tile fitted nowhere and was set aside.
    Aside,
    /// Tiles went back into the bag.
    Back {
        /// Which.
        kind: Kind,
        /// How many.
        count: u16,
        /// From where.
        from: Pool,
    },
    /// The builder earned a second tile.
    Extra,
    /// A volcano called the dragon here.
    DragonCame(Cell),
    /// The dragon set out.
    DragonWoke,
    /// This seat moved the dragon.
    Mover(Seat),
    /// The dragon's walk was over.
    DragonRested,
    /// A figure went home.
    Home {
        /// Whose.
        seat: Seat,
        /// Which.
        figure: Figure,
        /// From where.
        spot: Spot,
        /// Why.
        why: RemovalReason,
    },
    /// The fairy was left beside nobody.
    FairyAlone,
    /// Points were given.
    Points {
        /// What for.
        prize: Prize,
        /// What each seat got.
        points: [u32; MAX_SEATS],
        /// Whether this belongs to the final scoring.
        last: bool,
    },
    /// Goods tokens were taken.
    Goods {
        /// By whom.
        seat: Seat,
        /// Of which kind.
        good: Good,
        /// How many.
        count: u16,
    },
}

impl Fact {
    /// The event that it stands for in the turn of this seat; `None` where the fact says less than the event did.
    pub fn event(&self, turn: Seat) -> Option<Event> {
        Some(match *self {
            Fact::Turn(seat) => Event::TurnBegan { seat },
            Fact::Second(seat) => Event::ExtraBegan { seat },
            Fact::Back { kind, count, from } => Event::PutBack { kind, count, from },
            Fact::Extra => Event::ExtraEarned { seat: turn },
            Fact::DragonCame(cell) => Event::DragonCame { cell },
            Fact::DragonWoke => Event::DragonWoke,
            Fact::DragonRested => Event::DragonRested,
            Fact::Home { seat, figure, spot, why } => {
                Event::WentHome { seat, figure, place: Place::Segment(spot), why }
            }
            Fact::FairyAlone => Event::FairyAlone,
            Fact::Goods { seat, good, count } => Event::GoodsTaken { seat, good, count },
            Fact::Mover(_) | Fact::Held | Fact::Removed | Fact::Aside | Fact::Points { .. } => return None,
        })
    }
}

/// What points were given for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prize {
    /// A road, city, monastery or field, by its first spot.
    Feature(FeatureKind, Spot),
    /// A completed city as the farmers around it see it, by its first spot.
    Farmed(Spot),
    /// The turn began beside the fairy.
    FairyTurn,
    /// The fairy stood beside the follower here when its feature was scored.
    Fairy(Spot),
    /// Most tokens of this good.
    Goods(Good),
}

/// The words of the features that can be scored; `farmed` is a city that farmers score.
pub(super) const FEATURES: &[(FeatureKind, &str)] = &[
    (FeatureKind::Road, FeatureKind::Road.name()),
    (FeatureKind::City, FeatureKind::City.name()),
    (FeatureKind::Monastery, FeatureKind::Monastery.name()),
    (FeatureKind::Field, FeatureKind::Field.name()),
];

/// What the events of one input state besides the input itself.
pub(super) fn facts(events: &[Event]) -> Vec<Fact> {
    let end = final_scoring_start(events);
    events.iter().enumerate().filter_map(|(n, event)| fact(event, n >= end)).collect()
}

fn fact(event: &Event, last: bool) -> Option<Fact> {
    Some(match event {
        Event::TurnBegan { seat } => Fact::Turn(*seat),
        Event::ExtraBegan { seat } => Fact::Second(*seat),
        Event::HeldBack { .. } => Fact::Held,
        Event::Removed { .. } => Fact::Removed,
        Event::SetAside { .. } => Fact::Aside,
        Event::PutBack { kind, count, from } => Fact::Back { kind: *kind, count: *count, from: *from },
        Event::ExtraEarned { .. } => Fact::Extra,
        Event::DragonCame { cell } => Fact::DragonCame(*cell),
        Event::DragonWoke => Fact::DragonWoke,
        Event::DragonMoved { seat, .. } => Fact::Mover(*seat),
        Event::DragonRested => Fact::DragonRested,
        Event::WentHome { seat, figure, place: Place::Segment(spot), why } => {
            Fact::Home { seat: *seat, figure: *figure, spot: *spot, why: *why }
        }
        Event::FairyAlone => Fact::FairyAlone,
        Event::Scored(score) => Fact::Points { prize: prize(&score.reason), points: score.points, last },
        Event::GoodsTaken { seat, good, count } => Fact::Goods { seat: *seat, good: *good, count: *count },
        Event::Drew { .. }
        | Event::Placed { .. }
        | Event::Deployed { .. }
        | Event::FairyMoved { .. }
        | Event::Retired { .. }
        | Event::Now(_) => return None,
    })
}

fn prize(reason: &Reason) -> Prize {
    match reason {
        Reason::Feature { kind, spot, .. } => Prize::Feature(*kind, *spot),
        Reason::Field { spot, .. } => Prize::Feature(FeatureKind::Field, *spot),
        Reason::FarmedCity { city, .. } => Prize::Farmed(*city),
        Reason::FairyTurn { .. } => Prize::FairyTurn,
        Reason::FairyBonus { spot, .. } => Prize::Fairy(*spot),
        Reason::Goods { good, .. } => Prize::Goods(*good),
    }
}

impl Fact {
    /// The fact in words, as a record writes it, but without the brackets around it.
    pub(super) fn words(&self, table: &TileMap) -> String {
        match self {
            Fact::Turn(seat) => format!("{seat}:"),
            Fact::Second(seat) => format!("+ {seat}:"),
            Fact::Held => "held".to_owned(),
            Fact::Removed => "removed".to_owned(),
            Fact::Aside => "aside".to_owned(),
            Fact::Back { kind, count, from } => {
                format!("back {} {}", name_of(POOLS, *from), write_times(kind.name(), *count))
            }
            Fact::Extra => "extra".to_owned(),
            Fact::DragonCame(cell) => format!("dragon {cell}"),
            Fact::DragonWoke => "dragon".to_owned(),
            Fact::Mover(seat) => format!("a move by seat {seat}"),
            Fact::DragonRested => "rest".to_owned(),
            Fact::Home { seat, figure, spot, why } => {
                let figure = table.figure(*figure, *spot, false).join(" ");
                format!("{} {seat} {figure}", name_of(LEAVES, *why))
            }
            Fact::FairyAlone => "fairy alone".to_owned(),
            Fact::Points { prize, points, .. } => {
                format!("{} {}", prize.words(table), write_points(points))
            }
            Fact::Goods { seat, good, count } => {
                format!("takes {seat} {}", write_times(good.name(), *count))
            }
        }
    }

    /// The fact as a person finds it in the record.
    pub(super) fn shown(&self, table: &TileMap) -> String {
        let words = self.words(table);
        match self {
            Fact::Turn(_) | Fact::Second(_) => format!("a line `{words}`"),
            Fact::Mover(_) => words,
            Fact::DragonWoke | Fact::DragonRested => format!("`{words}`"),
            Fact::Points { last: true, .. } => format!("`final {words}`"),
            _ => format!("`({words})`"),
        }
    }
}

impl Prize {
    fn words(self, table: &TileMap) -> String {
        match self {
            Prize::Feature(kind, spot) => {
                format!("{} {}", name_of(FEATURES, kind), table.spot(spot).join(" "))
            }
            Prize::Farmed(city) => format!("farmed {}", table.spot(city).join(" ")),
            Prize::FairyTurn => "fairy".to_owned(),
            Prize::Fairy(spot) => {
                format!("fairy {}", table.figure(Figure::Follower, spot, false).join(" "))
            }
            Prize::Goods(good) => good.name().to_owned(),
        }
    }
}
