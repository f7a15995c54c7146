//! What happened, in English.

use crate::{foreign, players};
use rules::notation::write_action;
use rules::{
    Action, Cell, Ending, Event, FeatureKind, Figure, MAX_SEATS, Phase, Place, Pool, Position, RemovalReason,
};
use rules::{Reason, Role, Score, Seat, Side, Spot, View};

/// What a seat is called.
pub fn seat(seat: Seat) -> &'static str {
    ["Red", "Blue", "Yellow", "Green", "Black", "Violet"].get(seat.index()).copied().unwrap_or("Nobody")
}

/// `Red 12, Blue 8`.
pub fn points(view: &View) -> String {
    let points = |n: usize| format!("{} {}", seat(Seat(n as u8)), view.scores[n]);
    (0..MAX_SEATS.min(view.seats.into())).map(points).collect::<Vec<_>>().join(", ")
}

/// A seat and who a record says played it: `Red (Eve)`, `Blue (level 5, Grand Master)`. A name that is the colour's
/// is not said twice.
pub fn who(seat: Seat, player: Option<&str>) -> String {
    let colour = self::seat(seat);
    match player.map(|name| players::of_record(name).unwrap_or(name)) {
        Some(name) if name != colour => format!("{colour} ({})", foreign::name(&players::title(name))),
        _ => colour.to_owned(),
    }
}

/// A text in no more than so many characters.
pub fn shorten(text: &str, width: usize) -> String {
    match text.chars().count() > width {
        true => text.chars().take(width - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// The rest of a turn in the words of a record, with the tile that is laid.
pub fn line(position: &Position, line: &[Action]) -> String {
    let mut here = position.clone();
    let mut words = Vec::new();
    for action in line {
        let tile = here.hand().filter(|_| here.phase() == Phase::Place).map_or("", rules::Kind::name);
        words.push(format!("{tile}{}", write_action(&here, *action)));
        if here.play(*action, &mut ()).is_err() {
            break;
        }
    }
    words.join(" ")
}

/// Sentences for what came of one input: the end is told before its scoring, and fields without finished cities
/// are counted together.
pub fn events(events: &[Event], view: &View) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut barren = 0;
    let why = |event: &Event| if let Event::Now(Phase::Over(why)) = event { Some(*why) } else { None };
    let end = events.iter().find_map(why);
    let agreed = end == Some(Ending::Agreed);
    let mut end = end.map(|why| ending(why).to_owned());
    if agreed {
        sentences.extend(end.take());
    }
    for event in events {
        let score = if let Event::Scored(score) = event { Some(score) } else { None };
        let over = matches!(event, Event::Now(Phase::Over(_)));
        if over || score.is_some_and(|score| is_final(&score.reason)) {
            sentences.extend(end.take());
        }
        match score.is_some_and(is_barren) {
            true => barren += 1,
            false => sentences.extend(self::event(event, view)),
        }
    }
    if barren > 0 {
        let fields = counted(barren, "field");
        sentences.push(format!("{fields} without a finished city: nobody scores."));
    }
    sentences
}

/// Whether this is only given at the end.
fn is_final(reason: &Reason) -> bool {
    match reason {
        Reason::Feature { complete, .. } => !complete,
        Reason::Field { .. } | Reason::FarmedCity { .. } | Reason::Goods { .. } => true,
        Reason::FairyTurn { .. } | Reason::FairyBonus { .. } => false,
    }
}

fn is_barren(score: &Score) -> bool {
    matches!(&score.reason, Reason::Field { cities, .. } if cities.is_empty())
}

/// A sentence for an event, where people want one.
pub fn event(event: &Event, view: &View) -> Option<String> {
    let role = |figure, spot| role(figure, feature_at(view, spot));
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
        Event::Deployed { seat: who, figure: what, place: Place::Segment(spot) } => {
            let kind = feature_at(view, *spot);
            format!("{} puts a {} {} at {}.", seat(*who), role(*what, *spot), on(kind), spot.cell)
        }
        Event::WentHome { seat: who, figure: what, place: Place::Segment(spot), why } => {
            went_home(*who, role(*what, *spot), *spot, *why)
        }
        Event::FairyMoved { seat: who, cell, .. } => format!("{} moves the fairy to {cell}.", seat(*who)),
        Event::FairyAlone => "The fairy stays behind alone.".to_owned(),
        Event::Scored(score) => scored(score),
        Event::GoodsTaken { seat: who, good: what, count } => {
            format!("{} takes {count} {}.", seat(*who), what.name())
        }
        Event::Retired { seat: who } => format!("{} retires.", seat(*who)),
        Event::TurnBegan { .. } | Event::Now(_) => return None,
    })
}

fn went_home(who: Seat, what: &str, spot: Spot, why: RemovalReason) -> String {
    let (who, cell) = (seat(who), spot.cell);
    match why {
        RemovalReason::Scored => format!("{who}'s {what} at {cell} comes home."),
        RemovalReason::Eaten => format!("The dragon drives {who}'s {what} from {cell}."),
        RemovalReason::Evicted => format!("The princess sends {who}'s {what} at {cell} home."),
        RemovalReason::Alone => format!("{who}'s {what} at {cell} is alone and goes home."),
    }
}

/// Points and how they are counted.
fn scored(score: &Score) -> String {
    format!("{}: {}.", gains(&score.points), reason(&score.reason))
}

/// `Red +8, Blue +8`.
pub fn gains(points: &[u32; MAX_SEATS]) -> String {
    let gain = |(n, points): (usize, &u32)| format!("{} +{points}", seat(Seat(n as u8)));
    let gains: Vec<String> = points.iter().enumerate().filter(|(_, p)| **p > 0).map(gain).collect();
    if gains.is_empty() { "Nobody scores".to_owned() } else { gains.join(", ") }
}

fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Feature { kind, spot, complete, cells, pennants, per_tile, followers } => {
            let state = if *complete { "" } else { "unfinished " };
            let tiles = counted(cells.len(), "tile");
            let pennants = match pennants {
                0 => String::new(),
                n => format!(" and {}", counted(usize::from(*n), "pennant")),
            };
            let what = format!("{state}{} of {tiles}{pennants} at {}", kind.name(), spot.cell);
            format!("{what}, {per_tile} each ({})", held(followers))
        }
        Reason::Field { spot, cities, per_city, followers, pigs } => {
            let cities = counted(cities.len(), "finished city");
            let what = format!("field at {} with {cities}", spot.cell);
            format!("{what}, {per_city} each{} ({})", helped(pigs), held(followers))
        }
        Reason::FarmedCity { city, fields, per_city, pigs } => {
            let points = counted((*per_city).into(), "point");
            let field = |(spot, farmers): &(Spot, _)| format!("field at {}: {}", spot.cell, held(farmers));
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("farmed city at {}, {points}{} ({})", city.cell, helped(pigs), fields.join("; "))
        }
        Reason::FairyTurn { .. } => "the turn begins beside the fairy".to_owned(),
        Reason::FairyBonus { spot, .. } => format!("the fairy stands by at {}", spot.cell),
        Reason::Goods { good: what, tokens } => format!("most {} ({})", what.name(), held(tokens)),
    }
}

/// How many of something each seat has: `Red 2, Blue 1`.
fn held<Count: Copy + Into<u32>>(counts: &[Count; MAX_SEATS]) -> String {
    let one = |(n, count): (usize, &Count)| {
        let count: u32 = (*count).into();
        (count > 0).then(|| format!("{} {count}", seat(Seat(n as u8))))
    };
    counts.iter().enumerate().filter_map(one).collect::<Vec<_>>().join(", ")
}

/// Whose pigs bring a point more.
fn helped(pigs: &[bool; MAX_SEATS]) -> String {
    let owner = |(n, pig): (usize, &bool)| pig.then(|| format!("{}'s pig", seat(Seat(n as u8))));
    let owners: Vec<String> = pigs.iter().enumerate().filter_map(owner).collect();
    if owners.is_empty() { String::new() } else { format!(", one more for {}", owners.join(" and ")) }
}

/// `1 tile`, `2 tiles`, `3 cities`.
pub fn counted(count: usize, what: &str) -> String {
    match (count, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        _ => format!("{count} {what}s"),
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

/// An action as a choice to be offered: the words a record has for it, and what they mean here.
pub fn action(action: Action, position: &Position) -> String {
    let view = position.view();
    let words = write_action(position, action);
    match action {
        Action::Place { cell, .. } => {
            format!("lay {} at {cell}", position.hand().map_or("the tile", |kind| kind.name()))
        }
        Action::Deploy { spot, .. } => format!("{words}: {}", place(position, spot)),
        Action::Evict { spot } => {
            let whose = view.pieces_at(spot).first().map_or("the", |piece| seat(piece.seat));
            format!("{words}: the princess sends this knight of {whose} home")
        }
        Action::MoveFairy { cell, segment: Some(segment) } => {
            let spot = Spot::new(cell, segment);
            format!("{words}: the fairy goes to your follower {}", on(feature_at(&view, spot)))
        }
        Action::MoveFairy { cell, segment: None } => format!("the fairy to the tile at {cell}"),
        Action::MoveDragon { side } => match view.dragon {
            Some(cell) => format!("{}, to {}", direction(side), cell.step(side)),
            None => direction(side).to_owned(),
        },
        Action::TakeExtra => "take the second tile".to_owned(),
        Action::Pass => "nothing".to_owned(),
    }
}

/// The feature a figure would stand on.
fn place(position: &Position, spot: Spot) -> String {
    let Some(feature) = position.feature(spot) else { return format!("at {}", spot.cell) };
    let on = on(Some(feature.kind));
    match feature.kind {
        FeatureKind::Field => {
            let cities = position.cities(feature.id).len();
            format!("{on} with {}", counted(cities, "finished city"))
        }
        FeatureKind::Monastery => format!("{on}, {} of 9 tiles there", feature.tiles),
        FeatureKind::Road | FeatureKind::City => {
            format!("{on} of {}", counted(feature.tiles.into(), "tile"))
        }
    }
}

/// What a figure is called where it stands.
fn role(figure: Figure, on: Option<FeatureKind>) -> &'static str {
    on.map_or(figure.name(), |kind| Role::of(figure, kind).name())
}

/// `in the city`, `on the road`.
fn on(kind: Option<FeatureKind>) -> &'static str {
    match kind {
        Some(FeatureKind::City) => "in the city",
        Some(FeatureKind::Road) => "on the road",
        Some(FeatureKind::Monastery) => "in the monastery",
        Some(FeatureKind::Field) => "on the field",
        None => "on the tile",
    }
}

/// A side's name.
pub fn direction(side: Side) -> &'static str {
    ["north", "east", "south", "west"][side.index()]
}

fn feature_at(view: &View, spot: Spot) -> Option<FeatureKind> {
    let laid = view.tiles.iter().find(|laid| laid.cell == spot.cell)?;
    Some(laid.kind.tile().segments.get(usize::from(spot.segment))?.kind)
}

/// What matters most on the table: the dragon while it walks, otherwise the tile laid last.
pub fn focus(view: &View) -> Cell {
    let walking = view.dragon.filter(|_| matches!(view.phase, Phase::Dragon { .. }));
    walking.or(view.tiles.last().map(|laid| laid.cell)).unwrap_or(Cell::ORIGIN)
}

/// The cell an event happened at, if it has one.
pub fn place_of(event: &Event) -> Option<Cell> {
    match event {
        Event::Placed { cell, .. } | Event::DragonMoved { cell, .. } | Event::FairyMoved { cell, .. } => {
            Some(*cell)
        }
        Event::Deployed { place: Place::Segment(spot), .. } => Some(spot.cell),
        Event::TurnBegan { .. }
        | Event::Drew { .. }
        | Event::HeldBack { .. }
        | Event::Removed { .. }
        | Event::SetAside { .. }
        | Event::PutBack { .. }
        | Event::ExtraEarned { .. }
        | Event::ExtraBegan { .. }
        | Event::DragonCame { .. }
        | Event::DragonWoke
        | Event::DragonRested
        | Event::WentHome { .. }
        | Event::FairyAlone
        | Event::Scored(_)
        | Event::GoodsTaken { .. }
        | Event::Retired { .. }
        | Event::Now(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Good;

    fn seats<T: Default + Copy>(first: &[T]) -> [T; MAX_SEATS] {
        std::array::from_fn(|n| first.get(n).copied().unwrap_or_default())
    }

    #[test]
    fn a_farmed_city_says_who_had_how_many_farmers_where_and_whose_pig_helped() {
        let at = |x, y| Spot::new(Cell::new(x, y), 0);
        let fields = vec![(at(1, 0), seats(&[2, 1])), (at(3, 2), seats(&[0, 1]))];
        let reason = Reason::FarmedCity { city: at(0, 0), fields, per_city: 4, pigs: seats(&[false, true]) };
        assert_eq!(
            scored(&Score { reason, points: seats(&[4, 5]) }),
            "Red +4, Blue +5: farmed city at 0,0, 4 points, one more for Blue's pig \
             (field at 1,0: Red 2, Blue 1; field at 3,2: Blue 1)."
        );
    }

    #[test]
    fn a_field_says_whose_pigs_helped() {
        let reason = Reason::Field {
            spot: Spot::new(Cell::new(1, 0), 2),
            cities: vec![Spot::new(Cell::ORIGIN, 0); 2],
            per_city: 3,
            followers: seats(&[1, 0, 1]),
            pigs: seats(&[true, false, true]),
        };
        assert_eq!(
            scored(&Score { reason, points: seats(&[8, 0, 8]) }),
            "Red +8, Yellow +8: field at 1,0 with 2 finished cities, 3 each, \
             one more for Red's pig and Yellow's pig (Red 1, Yellow 1)."
        );
    }

    #[test]
    fn goods_say_who_had_how_many() {
        let reason = Reason::Goods { good: Good::Wine, tokens: seats(&[3, 0, 1]) };
        assert_eq!(scored(&Score { reason, points: seats(&[10]) }), "Red +10: most wine (Red 3, Yellow 1).");
    }
}
