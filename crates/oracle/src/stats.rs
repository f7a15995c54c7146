//! What came up in the games that were compared, so that nobody takes a rule for tried that never was.

use rules::{Cell, Ending, Event, Figure, Phase, Place, Reason, RemovalReason};
use std::collections::BTreeMap;

/// What came up in the games that were compared.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    pub games: u64,
    /// Inputs fed to both.
    pub inputs: u64,
    /// How often each thing happened.
    pub happened: BTreeMap<&'static str, u64>,
}

impl Stats {
    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Stats) {
        self.games += other.games;
        self.inputs += other.inputs;
        for (what, count) in &other.happened {
            *self.happened.entry(what).or_default() += count;
        }
    }

    /// How often a thing happened.
    pub fn count(&self, what: &str) -> u64 {
        self.happened.get(what).copied().unwrap_or(0)
    }

    /// Counts the events of an input; `fresh` is where the last tile was laid.
    pub(crate) fn note(&mut self, events: &[Event], fresh: Cell) {
        self.inputs += 1;
        for what in events.iter().filter_map(|event| name(event, fresh)) {
            *self.happened.entry(what).or_default() += 1;
        }
    }
}

/// A name for the events that are worth counting.
fn name(event: &Event, fresh: Cell) -> Option<&'static str> {
    Some(match event {
        Event::HeldBack { .. } => "held back",
        Event::Removed { .. } => "removed",
        Event::SetAside { .. } => "set aside",
        Event::Placed { .. } => "placed",
        Event::ExtraBegan { .. } => "second tile",
        Event::DragonCame { .. } => "dragon came",
        Event::DragonMoved { .. } => "dragon moved",
        Event::WentHome { why: RemovalReason::Scored, .. } => "scored figure",
        Event::WentHome { why: RemovalReason::Eaten, .. } => "eaten",
        Event::WentHome { why: RemovalReason::Evicted, .. } => "evicted",
        Event::WentHome { why: RemovalReason::Alone, .. } => "left alone",
        Event::FairyMoved { .. } => "fairy moved",
        Event::FairyAlone => "fairy alone",
        Event::Deployed { figure: Figure::Builder, .. } => "builder",
        Event::Deployed { figure: Figure::Pig, .. } => "pig",
        Event::Deployed { place: Place::Segment(spot), .. } if spot.cell != fresh => "through a portal",
        Event::Deployed { .. } => "follower",
        Event::Scored(score) => scored(&score.reason),
        Event::Now(Phase::Over(ending)) => ended(*ending),
        Event::Now(Phase::Extra) => "second tile offered",
        Event::GoodsTaken { .. } => "goods taken",
        Event::Retired { .. } => "retired",
        Event::TurnBegan { .. }
        | Event::Drew { .. }
        | Event::PutBack { .. }
        | Event::ExtraEarned { .. }
        | Event::DragonWoke
        | Event::DragonRested
        | Event::Now(Phase::Draw { .. } | Phase::Place | Phase::Figure | Phase::Dragon { .. }) => {
            return None;
        }
    })
}

fn scored(reason: &Reason) -> &'static str {
    match reason {
        Reason::Feature { complete: true, .. } => "scored finished",
        Reason::Feature { complete: false, .. } => "scored unfinished",
        Reason::Field { .. } => "scored field",
        Reason::FarmedCity { .. } => "scored farmed city",
        Reason::FairyTurn { .. } => "fairy point",
        Reason::FairyBonus { .. } => "fairy bonus",
        Reason::Goods { .. } => "most goods",
    }
}

fn ended(ending: Ending) -> &'static str {
    match ending {
        Ending::NoTiles => "ended without tiles",
        Ending::NothingFits => "ended as nothing fits",
        Ending::Agreed => "ended by agreement",
        Ending::Retired => "ended by retirement",
    }
}
