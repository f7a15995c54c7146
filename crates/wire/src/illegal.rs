//! Short names of broken rules.

use rules::Illegal;

/// A short name of the broken rule for programs; the sentence for people is its `Display`.
pub fn illegal_code(illegal: &Illegal) -> &'static str {
    match illegal {
        Illegal::GameOver => "game-over",
        Illegal::NotNow(_) => "not-now",
        Illegal::NotInBag(_) => "not-in-bag",
        Illegal::NoSuchSeat { .. } => "no-such-seat",
        Illegal::AlreadyRetired(_) => "already-retired",
        Illegal::CellTaken(_) => "cell-taken",
        Illegal::NotAdjacent(_) => "not-adjacent",
        Illegal::EdgeMismatch { .. } => "edge-mismatch",
        Illegal::RiverMustContinue(_) => "river-must-continue",
        Illegal::RiverTurn => "river-turn",
        Illegal::NoTile(_) => "no-tile",
        Illegal::NoSegment(_) => "no-segment",
        Illegal::NotThatTile(_) => "not-that-tile",
        Illegal::NoneInSupply(_) => "none-in-supply",
        Illegal::WrongFeature { .. } => "wrong-feature",
        Illegal::Occupied(_) => "occupied",
        Illegal::NoFarmers => "no-farmers",
        Illegal::PartOff(_) => "part-off",
        Illegal::Volcano => "volcano",
        Illegal::PortalComplete(_) => "portal-complete",
        Illegal::PortalDragon => "portal-dragon",
        Illegal::NeedsFollower(_) => "needs-follower",
        Illegal::BuilderOnComplete(_) => "builder-on-complete",
        Illegal::NoKnight(_) => "no-knight",
        Illegal::MustEvict => "must-evict",
        Illegal::NoFollowerThere(_) => "no-follower-there",
        Illegal::FairyTarget { .. } => "fairy-target",
        Illegal::FairyThere => "fairy-there",
        Illegal::DragonVisited(_) => "dragon-visited",
        Illegal::DragonFairy(_) => "dragon-fairy",
        Illegal::DragonEmpty(_) => "dragon-empty",
    }
}
