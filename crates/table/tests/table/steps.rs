//! What is decided about tables at which anything happens.

use crate::desk::{ANN, BO, Desk};
use chance::Stream;
use table::Who;
use wire::table::{Order, Proposal, Stage};

const PLANS: [&str; 4] = [
    r#"{"setup":{"bag":{"U":6,"V":6,"E":4}},"seats":[{"type":"device","name":"Ann"}]}"#,
    r#"{"setup":{"seats":3,"sets":["base","traders","dragon"],"knobs":{"unfit":"return"}},"out_of_time":"computer",
        "seats":[{"type":"device","name":"Ann"},{"type":"open"},{"type":"computer","player":"greedy"}],
        "clock":{"type":"game","seconds":60,"increment":5}}"#,
    r#"{"setup":{"seats":2,"sets":["base","river","winter"]},"seats":[{"type":"device","name":"Ann"}],
        "clock":{"type":"turn","seconds":20}}"#,
    r#"{"setup":{"seats":2},"seats":[{"type":"device","name":"Ann"}],"absence":60}"#,
];

/// Something that a person at the table may want.
fn any_order(desk: &Desk, random: &mut Stream) -> (Who, Order) {
    let n = random.below(2) as u8;
    let (who, seat, other) = ([ANN, BO][usize::from(n)], rules::Seat(n).into(), rules::Seat(1 - n).into());
    let order = match random.below(14) {
        0 => Order::Ask { seat, proposal: Proposal::TakeBack {} },
        1 if random.below(10) == 0 => Order::Ask { seat, proposal: Proposal::End {} },
        2 => Order::Ask { seat, proposal: Proposal::Replace { seat: other } },
        3..=5 => Order::Answer { seat, yes: random.below(3) > 0 },
        6 => Order::Say { seat, text: "Hello".to_owned() },
        7 => Order::Mute { seat: other, muted: random.below(2) == 0 },
        8 => Order::ComeBack { seat },
        9 if random.below(20) == 0 => Order::Resign { seat },
        _ => return any_move(desk, random),
    };
    (who, order)
}

/// One to three actions for the seat to act, of which at least the first is legal.
fn any_move(desk: &Desk, random: &mut Stream) -> (Who, Order) {
    let mut position = desk.table.position().unwrap().clone();
    let rules::ToAct::Seat(seat) = position.to_act() else { panic!("a seat is to act") };
    let (mut legal, mut actions) = (Vec::new(), Vec::new());
    for _ in 0..=random.below(3) {
        position.legal_actions(&mut legal);
        let Some(action) = random.pick(&legal) else { break };
        actions.push((*action).into());
        position.play(*action, &mut ()).unwrap();
    }
    let person = [ANN, BO].get(seat.index()).copied();
    let who = person.filter(|_| desk.table.computer_to_move().is_none()).unwrap_or(Who::Computer);
    (who, Order::Act { seat: seat.into(), actions })
}

/// The desk compares each step with what comes of applying its entry, and its log with the table.
#[test]
fn what_is_decided_is_what_its_entry_makes_of_the_table() {
    let mut entries = std::collections::BTreeMap::new();
    for number in 0..16 {
        let mut random = Stream::new(number);
        let mut desk = Desk::started_with(PLANS[number as usize % PLANS.len()]);
        while desk.table.stage() == Stage::Playing {
            let (who, order) = any_order(&desk, &mut random);
            // What is refused changes nothing.
            let _ = desk.order(who, &wire::write(&order));
            if random.below(10) == 0 {
                desk.wait(i64::from(random.below(40_000)));
            }
        }
        desk.check_log();
        for (logged, _) in &desk.log {
            let entry = wire::write(&logged.entry);
            *entries.entry(entry.split('"').nth(3).unwrap().to_owned()).or_insert(0) += 1;
        }
    }
    for kind in
        ["began", "played", "left", "took-back", "asked", "answered", "lapsed", "replaced", "unsealed"]
    {
        assert!(entries.contains_key(kind), "{kind} is missing: {entries:?}");
    }
}
