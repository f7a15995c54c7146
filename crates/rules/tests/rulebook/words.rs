//! Events in words, as scripts expect them.

use crate::names::{Players, arrow, feature_name, figure_name, good_name, kind_name, pile_name, spot_name};
use rules::{Action, Event, Figure, Phase, Place, Pool, Reason, RemovalReason, View};

/// What happened, in words.
pub struct Happening {
    pub short: String,
    /// The same with the reasons for points in brackets, if it is about points.
    pub full: String,
}

/// One event in words; `view` has taken it in already.
pub fn happening(happened: &Event, view: &View, players: &Players) -> Happening {
    let short = event(happened, view, players);
    let full = if let Event::Scored(score) = happened {
        let why = reason(&score.reason, view, players);
        format!("{} ({why}): {}", subject(&score.reason), players.points(&score.points))
    } else {
        short.clone()
    };
    Happening { short, full }
}

fn event(event: &Event, view: &View, players: &Players) -> String {
    let name = |seat: &rules::Seat| players.name(*seat);
    match event {
        Event::TurnBegan { seat } => format!("turn {}", name(seat)),
        Event::Drew { kind } => format!("drew {}", kind_name(*kind)),
        Event::HeldBack { kind } => format!("held back {}", kind_name(*kind)),
        Event::Removed { kind } => format!("removed {}", kind_name(*kind)),
        Event::SetAside { kind } => format!("set aside {}", kind_name(*kind)),
        Event::PutBack { kind, count, from } => {
            format!("put back {}*{count} from {}", kind_name(*kind), pool_name(*from))
        }
        Event::Placed { seat, kind, cell, rotation } => {
            format!("{} laid {}{} {cell}", name(seat), kind_name(*kind), arrow(*rotation))
        }
        Event::ExtraEarned { seat } => format!("{} earned a second tile", name(seat)),
        Event::ExtraBegan { seat } => format!("{} began the second tile", name(seat)),
        Event::DragonCame { cell } => format!("dragon came {cell}"),
        Event::DragonWoke => "dragon woke".to_owned(),
        Event::DragonMoved { seat, cell } => format!("dragon to {cell} by {}", name(seat)),
        Event::DragonRested => "dragon rested".to_owned(),
        Event::Deployed { seat, figure, place: Place::Segment(spot) } => {
            format!("{} {} to {}", name(seat), figure_name(*figure), spot_name(view, *spot))
        }
        Event::WentHome { seat, figure, place: Place::Segment(spot), why } => {
            let (figure, spot) = (figure_name(*figure), spot_name(view, *spot));
            format!("{} {figure} home from {spot}: {}", name(seat), leave_name(*why))
        }
        Event::FairyMoved { cell, segment: None, .. } => format!("fairy to @{cell}"),
        Event::FairyMoved { cell, segment: Some(segment), .. } => {
            format!("fairy to {}", spot_name(view, rules::Spot::new(*cell, *segment)))
        }
        Event::FairyAlone => "fairy alone".to_owned(),
        Event::Scored(score) => format!("{}: {}", subject(&score.reason), players.points(&score.points)),
        Event::GoodsTaken { seat, good, count } => {
            format!("{} takes {count} {}", name(seat), good_name(*good))
        }
        Event::Retired { seat } => format!("{} retired", name(seat)),
        Event::Now(now) => format!("now {}", phase(*now, players)),
    }
}

fn subject(reason: &Reason) -> String {
    match reason {
        Reason::Feature { kind, complete, cells, pennants, .. } => {
            let open = if *complete { "" } else { "open " };
            let tiles = counted(cells.len(), "tile");
            let pennants =
                if *pennants > 0 { counted(usize::from(*pennants), "pennant") } else { String::new() };
            format!("{open}{} {tiles} {pennants}", feature_name(*kind)).trim_end().to_owned()
        }
        Reason::Field { cities, .. } if cities.len() == 1 => "field 1 city".to_owned(),
        Reason::Field { cities, .. } => format!("field {} cities", cities.len()),
        Reason::FarmedCity { .. } => "farmed city".to_owned(),
        Reason::FairyTurn { .. } => "fairy turn".to_owned(),
        Reason::FairyBonus { .. } => "fairy bonus".to_owned(),
        Reason::Goods { good, .. } => good_name(*good).to_owned(),
    }
}

/// `2 each, red 2 blue 1`: points for each tile or city, who has how many followers, whose pig counts.
fn reason(reason: &Reason, view: &View, players: &Players) -> String {
    match reason {
        Reason::Feature { per_tile, followers, .. } => {
            format!("{per_tile} each, {}", players.points(followers))
        }
        Reason::Field { per_city, followers, pigs, .. } => {
            format!("{per_city} each, {}{}", players.points(followers), pig_owners(pigs, players))
        }
        Reason::FarmedCity { fields, per_city, pigs, .. } => {
            let farmers: Vec<_> = fields.iter().map(|(_, farmers)| players.points(farmers)).collect();
            format!("{per_city}, {}{}", farmers.join(" and "), pig_owners(pigs, players))
        }
        Reason::FairyTurn { seat } => players.name(*seat).to_owned(),
        Reason::FairyBonus { seat, spot } => format!("{} on {}", players.name(*seat), spot_name(view, *spot)),
        Reason::Goods { tokens, .. } => players.points(tokens),
    }
}

fn pig_owners(pigs: &[bool], players: &Players) -> String {
    players
        .seats()
        .filter(|seat| pigs[seat.index()])
        .map(|seat| format!(", pig {}", players.name(seat)))
        .collect()
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

pub fn phase(phase: Phase, players: &Players) -> String {
    match phase {
        Phase::Draw { pile } => format!("draw {}", pile_name(pile)),
        Phase::Place => "place".to_owned(),
        Phase::Figure => "figure".to_owned(),
        Phase::Dragon { steps, mover } => format!("dragon {steps} {}", players.name(mover)),
        Phase::Extra => "extra".to_owned(),
        Phase::Over(ending) => format!("over {ending:?}"),
    }
}

fn pool_name(pool: Pool) -> &'static str {
    match pool {
        Pool::Hand => "hand",
        Pool::Held => "held",
        Pool::Aside => "aside",
    }
}

fn leave_name(why: RemovalReason) -> &'static str {
    match why {
        RemovalReason::Scored => "scored",
        RemovalReason::Eaten => "eaten",
        RemovalReason::Evicted => "evicted",
        RemovalReason::Alone => "alone",
    }
}

/// An action as a script would write it.
pub fn action(action: Action, view: &View) -> String {
    match action {
        Action::Place { cell, rotation } => format!("{cell}{}", arrow(rotation)),
        Action::Deploy { figure, spot } => {
            let named = (figure != Figure::Follower).then(|| format!("{} ", figure_name(figure)));
            named.unwrap_or_default() + &spot_name(view, spot)
        }
        Action::Evict { spot } => format!("evict {}", spot_name(view, spot)),
        Action::MoveFairy { cell, segment: None } => format!("fairy @{cell}"),
        Action::MoveFairy { cell, segment: Some(segment) } => {
            format!("fairy {}", spot_name(view, rules::Spot::new(cell, segment)))
        }
        Action::MoveDragon { side } => format!("dragon {side}"),
        Action::TakeExtra => "take".to_owned(),
        Action::Pass => "pass".to_owned(),
    }
}
