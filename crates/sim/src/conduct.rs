//! What clients want to do, by what they know of their table.

use crate::client::Client;
use crate::mirror::Mirror;
use chance::{Stream, fair};
use wire::table::{Order, Proposal, SeatPlan, Stage};
use wire::{Input, Seat, ToAct};

/// What a client wants.
pub enum Wish {
    /// To have something done.
    Do(Order),
    /// To know what a placement would lead to.
    Preview(Input),
}

/// What the client wants now, if anything.
pub fn wish(client: &Client, calm: bool, random: &mut Stream) -> Option<Wish> {
    let mirror = client.mirror.as_ref()?;
    if !calm && random.below(400) == 0 {
        return Some(Wish::Do(nonsense(client, random)));
    }
    let own = own_seats(client, mirror);
    let order = match mirror.stage() {
        Stage::Gathering => gather(client, mirror, calm, random),
        Stage::Committing => commit(client, mirror, &own),
        Stage::Revealing => reveal(client, mirror, &own),
        Stage::Playing => return play(client, mirror, &own, calm, random),
        Stage::Over => own.first().and_then(|seat| talk(*seat, calm, random)),
        Stage::Closed | Stage::Frozen => None,
    };
    order.map(Wish::Do)
}

fn seat(index: usize) -> Seat {
    rules::Seat(index as u8).into()
}

/// Names of seats tell whose they are: `p3.1` is of `p3`.
fn own_seats(client: &Client, mirror: &Mirror) -> Vec<Seat> {
    let seats = mirror.known().seats.iter().enumerate();
    let own = seats.filter(|(_, seat)| {
        let owner = seat.name.as_deref().and_then(|name| name.split('.').next());
        owner == Some(&client.person.name)
    });
    own.map(|(index, _)| seat(index)).collect()
}

fn is_creator(client: &Client, mirror: &Mirror) -> bool {
    mirror.known().table.title == client.person.name
}

fn gather(client: &Client, mirror: &Mirror, calm: bool, random: &mut Stream) -> Option<Order> {
    let known = mirror.known();
    let free = known.seats.iter().position(|seat| seat.name.is_none());
    let own = own_seats(client, mirror);
    match free {
        None if is_creator(client, mirror) && !calm && random.below(300) == 0 => Some(Order::Close {}),
        None if is_creator(client, mirror) => Some(Order::Start {}),
        Some(free) if is_creator(client, mirror) && !calm && random.below(60) == 0 => {
            Some(Order::Give { seat: seat(free), player: "greedy".to_owned() })
        }
        Some(free) if is_creator(client, mirror) && !calm && random.below(30) == 0 => {
            Some(Order::Drop { seat: seat(free) })
        }
        None if !calm && random.below(30) == 0 => Some(Order::Stand { seat: *random.pick(&own)? }),
        Some(free) if client.person.plays() && (own.is_empty() || random.below(10) == 0) => {
            Some(Order::Sit { seat: seat(free), name: name_for(client, mirror, free) })
        }
        _ => None,
    }
}

/// A name that nobody at the table has; seats that move up keep theirs.
fn name_for(client: &Client, mirror: &Mirror, free: usize) -> String {
    let mut names = (free..).map(|number| format!("{}.{number}", client.person.name));
    let is_free = |name: &String| !mirror.known().seats.iter().any(|seat| seat.name.as_ref() == Some(name));
    names.find(is_free).unwrap_or_default()
}

fn own_device(mirror: &Mirror, own: &[Seat]) -> Option<u32> {
    mirror.known().seats.get(rules::Seat::from(*own.first()?).index())?.device
}

fn commit(client: &Client, mirror: &Mirror, own: &[Seat]) -> Option<Order> {
    let deal = mirror.known().deal.as_ref()?;
    let device = own_device(mirror, own)?;
    let committed = deal.hashes.iter().any(|(other, _)| *other == device);
    let digest = fair::from_hex(&deal.digest).filter(|_| !committed)?;
    Some(Order::Commit { hash: fair::to_hex(&fair::commitment(&client.person.secret, &digest)) })
}

fn reveal(client: &Client, mirror: &Mirror, own: &[Seat]) -> Option<Order> {
    let device = own_device(mirror, own)?;
    let revealed = mirror.known().deal.as_ref()?.secrets.iter().any(|(other, _)| *other == device);
    (!revealed).then(|| Order::Reveal { secret: fair::to_hex(&client.person.secret) })
}

fn play(client: &Client, mirror: &Mirror, own: &[Seat], calm: bool, random: &mut Stream) -> Option<Wish> {
    let known = mirror.known();
    let some = *random.pick(own)?;
    if let Some(order) = vote(mirror, some, random).or_else(|| come_back(mirror, some, random)) {
        return Some(Wish::Do(order));
    }
    if !calm && is_creator(client, mirror) && random.below(300) == 0 {
        let (seat, muted) = (seat(random.below(known.seats.len() as u32) as usize), random.below(2) == 0);
        return Some(Wish::Do(Order::Mute { seat, muted }));
    }
    if !calm && let Some(order) = talk(some, calm, random).or_else(|| ask(mirror, some, random)) {
        return Some(Wish::Do(order));
    }
    let Some(ToAct::Seat { seat }) = known.now.to_act else { return None };
    let late = !calm && random.below(300) == 0;
    let seat = own.contains(&seat).then_some(seat).or(late.then_some(some))?;
    match random.pick(&known.now.places) {
        None => Some(Wish::Do(Order::Act { seat, actions: vec![*random.pick(&known.now.actions)?] })),
        Some(place) => {
            let place = placement(*place, random)?;
            Some(match random.below(4) {
                0 => Wish::Preview(place),
                1 => Wish::Do(Order::Act { seat, actions: vec![place, Input::Pass {}] }),
                _ => Wish::Do(Order::Act { seat, actions: vec![place] }),
            })
        }
    }
}

fn placement((x, y, rotations): (i16, i16, u8), random: &mut Stream) -> Option<Input> {
    let fitting: Vec<u8> = (0..4).filter(|quarters| rotations >> quarters & 1 != 0).collect();
    Some(Input::Place { x, y, rotation: (*random.pick(&fitting)?).try_into().ok()? })
}

/// After a preview: the placement together with something that could follow.
pub fn follow(client: &Client, place: Input, next: &[Input], random: &mut Stream) -> Option<Order> {
    let mirror = client.mirror.as_ref()?;
    let Some(ToAct::Seat { seat }) = mirror.known().now.to_act else { return None };
    let actions = match random.pick(next) {
        Some(Input::Dragon { .. } | Input::TakeExtra {}) | None => vec![place],
        Some(next) => vec![place, *next],
    };
    Some(Order::Act { seat, actions })
}

fn vote(mirror: &Mirror, own: Seat, random: &mut Stream) -> Option<Order> {
    let (asker, proposal, agreed) = mirror.known().asked.as_ref()?;
    if *asker == own || agreed.contains(&own) || random.below(4) != 0 {
        return None;
    }
    let yes = match proposal {
        Proposal::End {} => random.below(8) == 0,
        Proposal::TakeBack {} => random.below(4) != 0,
        Proposal::Replace { .. } => random.below(2) == 0,
    };
    Some(Order::Answer { seat: own, yes })
}

fn come_back(mirror: &Mirror, own: Seat, random: &mut Stream) -> Option<Order> {
    let known = mirror.known();
    let seat = known.seats.get(rules::Seat::from(own).index())?;
    let planned =
        matches!(known.table.seats.get(rules::Seat::from(own).index()), Some(SeatPlan::Computer { .. }));
    let away = seat.computer.is_some() && !planned;
    (away && random.below(12) == 0).then_some(Order::ComeBack { seat: own })
}

fn talk(own: Seat, calm: bool, random: &mut Stream) -> Option<Order> {
    if calm || random.below(100) != 0 {
        return None;
    }
    Some(Order::Say { seat: own, text: format!("number {}", random.below(1000)) })
}

fn ask(mirror: &Mirror, own: Seat, random: &mut Stream) -> Option<Order> {
    let Some(ToAct::Seat { seat: awaited }) = mirror.known().now.to_act else { return None };
    match random.below(2000) {
        0 => Some(Order::Resign { seat: own }),
        1..=3 => Some(Order::Ask { seat: own, proposal: Proposal::End {} }),
        4..=29 => Some(Order::Ask { seat: own, proposal: Proposal::Replace { seat: awaited } }),
        30..=60 => Some(Order::Ask { seat: own, proposal: Proposal::TakeBack {} }),
        _ => None,
    }
}

/// What nobody with a good client would send.
fn nonsense(client: &Client, random: &mut Stream) -> Order {
    let seat = seat(random.below(6) as usize);
    match random.below(7) {
        0 if client.person.plays() => {
            let long = "x".repeat(random.below(60) as usize);
            Order::Sit { seat, name: format!("{}.{long}", client.person.name) }
        }
        1 => Order::Act { seat, actions: vec![Input::Pass {}; random.below(6) as usize] },
        2 => Order::Act { seat, actions: vec![Input::EndNow {}] },
        3 => Order::Reveal { secret: "no digits".into() },
        4 => Order::ComeBack { seat },
        5 => Order::Answer { seat, yes: true },
        _ => Order::Say { seat, text: String::new() },
    }
}
