//! What happened, in English.

use rules::{Action, Cell, Ending, Event, FeatureKind, Figure, Good, Leave, MAX_SEATS, Phase, Pool, Reason};
use rules::{Score, Seat, Spot, View};

/// What a seat is called.
pub fn seat(seat: Seat) -> &'static str {
    ["Red", "Blue", "Yellow", "Green", "Black", "Violet"].get(seat.index()).copied().unwrap_or("Nobody")
}

/// A sentence for an event, where people want one.
pub fn event(event: &Event) -> Option<String> {
    Some(match event {
        Event::Drew { kind } => format!("Drawn: {}.", kind.name()),
        Event::HeldBack { kind } => format!("{} waits for the first volcano.", kind.name()),
        Event::Removed { kind } => format!("{} fits nowhere and leaves the game.", kind.name()),
        Event::SetAside { kind } => format!("{} fits nowhere and goes back into the bag later.", kind.name()),
        Event::PutBack { kind, count, from } => {
            let whence = match from {
                Pool::Hand => "from the hand",
                Pool::Held => "that waited for the volcano",
                Pool::Aside => "that did not fit",
            };
            format!("Back into the bag: {count} x {} {whence}.", kind.name())
        }
        Event::Placed { seat: who, kind, cell, .. } => {
            format!("{} lays {} at {cell}.", seat(*who), kind.name())
        }
        Event::ExtraEarned { seat: who } => format!("{}'s builder earns a second tile.", seat(*who)),
        Event::ExtraBegan { seat: who } => format!("{} plays the second tile.", seat(*who)),
        Event::DragonCame { cell } => format!("The dragon comes to the volcano at {cell}."),
        Event::DragonWoke => "The dragon wakes.".to_owned(),
        Event::DragonMoved { seat: who, cell } => format!("{} moves the dragon to {cell}.", seat(*who)),
        Event::DragonRested => "The dragon rests.".to_owned(),
        Event::Deployed { seat: who, figure: what, spot } => {
            format!("{} puts a {} on the tile at {}.", seat(*who), figure(*what), spot.cell)
        }
        Event::WentHome { seat: who, figure: what, spot, why } => went_home(*who, *what, *spot, *why),
        Event::FairyMoved { seat: who, cell, .. } => format!("{} moves the fairy to {cell}.", seat(*who)),
        Event::FairyAlone => "The fairy stays behind alone.".to_owned(),
        Event::Scored(score) => scored(score),
        Event::GoodsTaken { seat: who, good: what, count } => {
            format!("{} takes {count} {}.", seat(*who), good(*what))
        }
        Event::Retired { seat: who } => format!("{} retires.", seat(*who)),
        Event::Now(Phase::Over(why)) => ending(*why).to_owned(),
        Event::TurnBegan { .. } | Event::Now(_) => return None,
    })
}

fn went_home(who: Seat, what: Figure, spot: Spot, why: Leave) -> String {
    let (who, what, cell) = (seat(who), figure(what), spot.cell);
    match why {
        Leave::Scored => format!("{who}'s {what} at {cell} comes home."),
        Leave::Eaten => format!("The dragon drives {who}'s {what} from {cell}."),
        Leave::Evicted => format!("The princess sends {who}'s {what} at {cell} home."),
        Leave::Alone => format!("{who}'s {what} at {cell} is alone and goes home."),
    }
}

/// Points and how they are counted.
pub fn scored(score: &Score) -> String {
    format!("{}: {}.", gains(&score.points), reason(&score.reason))
}

/// `Red 8, Blue 8`.
fn gains(points: &[u32; MAX_SEATS]) -> String {
    let gain = |(n, points): (usize, &u32)| format!("{} +{points}", seat(Seat(n as u8)));
    let gains: Vec<String> = points.iter().enumerate().filter(|(_, p)| **p > 0).map(gain).collect();
    if gains.is_empty() { "Nobody scores".to_owned() } else { gains.join(", ") }
}

fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Feature { kind, complete, cells, pennants, per_tile, followers, .. } => {
            let state = if *complete { "finished" } else { "unfinished" };
            let tiles = counted(cells.len(), "tile");
            let pennants = match pennants {
                0 => String::new(),
                n => format!(" and {}", counted(usize::from(*n), "pennant")),
            };
            format!("{state} {} of {tiles}{pennants}, {per_tile} each ({})", feature(*kind), held(followers))
        }
        Reason::Field { cities, per_city, followers, pigs, .. } => {
            let cities = counted(cities.len(), "finished city");
            format!("field with {cities}, {per_city} each{} ({})", helped(pigs), held(followers))
        }
        Reason::FarmedCity { city, fields, per_city, pigs } => {
            let fields = counted(fields.len(), "field");
            format!("farmers on {fields} around the city at {}, {per_city} points{}", city.cell, helped(pigs))
        }
        Reason::FairyTurn { .. } => "the turn begins beside the fairy".to_owned(),
        Reason::FairyBonus { .. } => "the fairy stands by".to_owned(),
        Reason::Goods { good: what, .. } => format!("most {}", good(*what)),
    }
}

fn held(followers: &[u8; MAX_SEATS]) -> String {
    let one = |(n, count): (usize, &u8)| format!("{} {count}", seat(Seat(n as u8)));
    let all: Vec<String> = followers.iter().enumerate().filter(|(_, c)| **c > 0).map(one).collect();
    all.join(", ")
}

fn helped(pigs: &[bool; MAX_SEATS]) -> &'static str {
    if pigs.contains(&true) { ", one more for a pig" } else { "" }
}

/// `1 tile`, `2 tiles`, `3 cities`.
pub fn counted(count: usize, what: &str) -> String {
    match (count, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        _ => format!("{count} {what}s"),
    }
}

/// A figure's name.
pub fn figure(figure: Figure) -> &'static str {
    match figure {
        Figure::Follower => "follower",
        Figure::Builder => "builder",
        Figure::Pig => "pig",
    }
}

/// A good's name.
pub fn good(good: Good) -> &'static str {
    match good {
        Good::Wine => "wine",
        Good::Grain => "grain",
        Good::Cloth => "cloth",
    }
}

/// A feature's name.
pub fn feature(kind: FeatureKind) -> &'static str {
    match kind {
        FeatureKind::Road => "road",
        FeatureKind::City => "city",
        FeatureKind::Monastery => "monastery",
        FeatureKind::Field => "field",
    }
}

/// Why a game ended.
pub fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::NoTiles => "The last tile has been laid: the game is over.",
        Ending::NothingFits => "Nothing that is left fits anywhere: the game is over.",
        Ending::Agreed => "All agree to end the game.",
        Ending::Retired => "Too few are left: the game is over.",
    }
}

/// What an action does, as a choice to be offered.
pub fn action(action: Action, view: &View) -> String {
    let kind = |spot: Spot| feature_at(view, spot).map_or("place", feature);
    match action {
        Action::Place { cell, rotation } => format!("lay the tile at {cell}, turned {rotation} times"),
        Action::Deploy { figure: Figure::Follower, spot } => {
            let role = match feature_at(view, spot) {
                Some(FeatureKind::City) => "a knight in the city",
                Some(FeatureKind::Road) => "a thief on the road",
                Some(FeatureKind::Monastery) => "a monk in the monastery",
                _ => "a farmer on the field",
            };
            format!("{role} at {}", spot.cell)
        }
        Action::Deploy { figure: what, spot } => {
            format!("the {} on the {} at {}", figure(what), kind(spot), spot.cell)
        }
        Action::Evict { spot } => match view.figures.get(&spot) {
            Some((who, _)) => format!("the princess sends {}'s knight at {} home", seat(*who), spot.cell),
            None => format!("the princess sends the knight at {} home", spot.cell),
        },
        Action::MoveFairy { cell, segment: Some(segment) } => {
            let spot = Spot::new(cell, segment);
            format!("the fairy to the follower on the {} at {cell}", kind(spot))
        }
        Action::MoveFairy { cell, segment: None } => format!("the fairy to the tile at {cell}"),
        Action::MoveDragon { side } => format!("the dragon one tile {}", direction(side)),
        Action::TakeExtra => "take the second tile".to_owned(),
        Action::Pass => "nothing".to_owned(),
    }
}

fn direction(side: rules::Side) -> &'static str {
    ["north", "east", "south", "west"][side.index()]
}

fn feature_at(view: &View, spot: Spot) -> Option<FeatureKind> {
    let laid = view.tiles.iter().find(|laid| laid.cell == spot.cell)?;
    Some(laid.kind.tile().segments.get(usize::from(spot.segment))?.kind)
}

/// The cell an event happened at, if it has one.
pub fn place_of(event: &Event) -> Option<Cell> {
    match event {
        Event::Placed { cell, .. } | Event::DragonMoved { cell, .. } | Event::FairyMoved { cell, .. } => {
            Some(*cell)
        }
        Event::Deployed { spot, .. } => Some(spot.cell),
        _ => None,
    }
}
