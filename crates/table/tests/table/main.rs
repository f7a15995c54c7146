//! A table from its making to its end, without a store or a socket.

mod bounds;
mod desk;
mod guests;
mod receipts;
mod steps;
mod votes;

use chance::{Stream, fair};
use desk::{ANN, BO, Desk};
use table::{Refusal, Table, Who};
use wire::table::{Entry, Order, Proposal, Stage};

#[test]
fn a_game_from_the_first_seat_to_the_last_secret() {
    let mut desk = Desk::started();
    let mut random = Stream::new(1);
    while desk.table.stage() == Stage::Playing {
        desk.play(&mut random);
    }
    assert_eq!(desk.table.stage(), Stage::Over);
    assert!(matches!(desk.last(), Entry::Unsealed { secret } if *secret == fair::to_hex(&[7; 32])));
    assert!(matches!(desk.order(ANN, r#"{"type":"resign","seat":1}"#), Err(Refusal::NotNow(_))));
}

#[test]
fn who_does_not_reveal_is_named_and_the_start_is_called_off() {
    let mut desk = Desk::open(r#"{"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    let digest = desk.digest();
    for (n, who) in [ANN, BO].into_iter().enumerate() {
        let hash = fair::to_hex(&fair::commitment(&desk.secrets[n], &digest));
        desk.order(who, &format!(r#"{{"type":"commit","hash":"{hash}"}}"#)).unwrap();
    }
    let wrong = fair::to_hex(&[9; 32]);
    assert_eq!(
        desk.order(BO, &format!(r#"{{"type":"reveal","secret":"{wrong}"}}"#)),
        Err(Refusal::BadSecret)
    );
    let right = fair::to_hex(&desk.secrets[0]);
    desk.order(ANN, &format!(r#"{{"type":"reveal","secret":"{right}"}}"#)).unwrap();
    desk.wait(29_999);
    assert_eq!(desk.table.stage(), Stage::Revealing);
    desk.wait(1);
    assert_eq!(desk.last(), &Entry::CalledOff { devices: vec![1] });
    assert_eq!(desk.table.stage(), Stage::Gathering);
    // Ann's secret is known by now: the next deal is another one, for which everybody needs a new one.
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    assert_ne!(desk.digest(), digest);
}

#[test]
fn a_turn_is_taken_back_if_the_other_agrees_and_the_same_tiles_come_again() {
    let mut desk = Desk::started();
    let mut random = Stream::new(2);
    for _ in 0..8 {
        desk.play(&mut random);
    }
    let before = desk.table.position().unwrap().clone();
    let hand = before.hand();
    desk.play(&mut random);
    desk.play(&mut random);
    let seat = before.turn();
    let (who, other) = if seat.0 == 0 { (ANN, BO) } else { (BO, ANN) };
    let ask = wire::write(&Order::Ask { seat: seat.into(), proposal: Proposal::TakeBack {} });
    desk.order(who, &ask).unwrap();
    assert_eq!(desk.order(who, &ask), Err(Refusal::Busy));
    let second = rules::Seat(1 - seat.0);
    desk.order(other, &wire::write(&Order::Answer { seat: second.into(), yes: true })).unwrap();
    assert!(matches!(desk.last(), Entry::TookBack { .. }));
    assert_eq!(desk.table.position().unwrap(), &before);
    assert_eq!(desk.table.position().unwrap().hand(), hand);
}

#[test]
fn a_seat_whose_time_is_up_retires_or_is_played_by_the_computer() {
    let clock = r#""clock":{"type":"turn","seconds":10}"#;
    let seats = r#""setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]"#;
    let mut desk = Desk::started_with(&format!("{{{seats},{clock}}}"));
    desk.wait(9_999);
    assert_eq!(desk.table.stage(), Stage::Playing);
    desk.wait(1);
    assert_eq!(desk.table.stage(), Stage::Over);
    let mut desk = Desk::started_with(&format!(r#"{{{seats},{clock},"out_of_time":"computer"}}"#));
    desk.wait(10_000);
    assert!(desk.table.computer_to_move().is_some());
    let back = r#"{"type":"come-back","seat":1}"#;
    assert!(matches!(desk.order(ANN, back), Err(Refusal::NotNow(_))), "this decision is lost");
    assert!(matches!(desk.act(ANN, &mut Stream::new(1)), Err(Refusal::NotNow(_))));
    desk.act(Who::Computer, &mut Stream::new(1)).unwrap();
    desk.order(ANN, back).unwrap();
    assert_eq!(desk.table.computer_to_move(), None);
}

#[test]
fn the_time_of_the_computer_does_not_run() {
    let clock = r#""clock":{"type":"game","seconds":100,"increment":2},"out_of_time":"computer""#;
    let seats = r#""setup":{"seats":3,"bag":{"U":9,"V":9}},"seats":[
        {"type":"device","name":"Ann"},{"type":"open"},{"type":"computer","player":"greedy"}]"#;
    let mut desk = Desk::started_with(&format!("{{{seats},{clock}}}"));
    let random = &mut Stream::new(5);
    desk.wait(99_000);
    desk.act(ANN, random).unwrap();
    desk.wait(1_000);
    assert_eq!(desk.table.computer_to_move(), Some((rules::Seat(0), "greedy")), "Ann's time is up");
    assert_eq!(desk.table.due(), None);
    desk.wait(1_000_000);
    let clocks = |desk: &Desk| desk.table.snapshot().now.clocks;
    while desk.table.position().unwrap().turn().0 == 0 {
        desk.act(Who::Computer, random).unwrap();
    }
    assert_eq!(clocks(&desk), [2_000, 100_000, 100_000], "its turn brought the increment");
    desk.wait(10_000);
    desk.order(ANN, r#"{"type":"come-back","seat":1}"#).unwrap();
    assert_eq!(clocks(&desk), [2_000, 90_000, 100_000], "Bo was thinking all the time");
    while desk.table.position().unwrap().turn().0 == 1 {
        desk.act(BO, random).unwrap();
    }
    desk.wait(50_000);
    desk.act(Who::Computer, random).unwrap();
    assert_eq!(clocks(&desk)[2], 100_000);
}

#[test]
fn a_log_that_the_rules_would_not_write_freezes_the_table() {
    let mut desk = Desk::started();
    desk.play(&mut Stream::new(3));
    let (mut logged, at) = desk.log.pop().unwrap();
    if let Entry::Played { events, .. } = &mut logged.entry {
        events.pop();
    }
    let (first, _) = &desk.log[0];
    let mut loaded = Table::begin(first, 0, [7; 32]).unwrap();
    for (logged, at) in &desk.log[1..] {
        loaded.apply(logged, *at);
    }
    loaded.apply(&logged, at);
    assert_eq!(loaded.stage(), Stage::Frozen);
    let order: Order = wire::read(r#"{"type":"resign","seat":1}"#).unwrap();
    assert_eq!(loaded.decide(&order, ANN, at), Err(Refusal::Frozen));
}

#[test]
fn one_turn_is_taken_back_not_the_whole_game() {
    let mut desk =
        Desk::open(r#"{"setup":{"seats":1,"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN]);
    let place = |desk: &mut Desk| {
        let mut actions = Vec::new();
        desk.table.position().unwrap().legal_actions(&mut actions);
        let place = wire::write(&wire::Input::from(actions[0]));
        let order = format!(r#"{{"type":"act","seat":1,"actions":[{place},{{"type":"pass"}}]}}"#);
        desk.order(ANN, &order).unwrap();
    };
    place(&mut desk);
    place(&mut desk);
    let before = desk.table.position().unwrap().clone();
    place(&mut desk);
    desk.order(ANN, r#"{"type":"ask","seat":1,"proposal":{"type":"take-back"}}"#).unwrap();
    assert_eq!(desk.table.position().unwrap(), &before);
}

#[test]
fn the_dragons_steps_are_part_of_the_turn_that_is_taken_back() {
    let mut desk = Desk::started_with(
        r#"{"setup":{"sets":["base","dragon"]},"seats":[{"type":"device","name":"Ann"}]}"#,
    );
    let mut random = Stream::new(5);
    let (mut before, mut walked) = (desk.table.position().unwrap().clone(), false);
    loop {
        let position = desk.table.position().unwrap();
        match position.phase() {
            rules::Phase::Place if walked => break,
            rules::Phase::Place => before = position.clone(),
            rules::Phase::Dragon { .. } => walked = true,
            rules::Phase::Over(_) => panic!("the dragon never walked"),
            rules::Phase::Draw { .. } | rules::Phase::Figure | rules::Phase::Extra => {}
        }
        desk.play(&mut random);
    }
    let (who, other) = if before.turn().0 == 0 { (ANN, BO) } else { (BO, ANN) };
    let ask = Order::Ask { seat: before.turn().into(), proposal: Proposal::TakeBack {} };
    desk.order(who, &wire::write(&ask)).unwrap();
    let yes = Order::Answer { seat: rules::Seat(1 - before.turn().0).into(), yes: true };
    desk.order(other, &wire::write(&yes)).unwrap();
    assert_eq!(desk.table.position().unwrap(), &before);
}

#[test]
fn nothing_is_due_while_the_computer_thinks() {
    let seats = r#""setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]"#;
    let clock = r#""clock":{"type":"turn","seconds":10},"out_of_time":"computer""#;
    let mut desk = Desk::started_with(&format!("{{{seats},{clock}}}"));
    assert_eq!(desk.table.due(), Some(10_000));
    desk.wait(10_000);
    assert!(desk.table.computer_to_move().is_some());
    assert_eq!(desk.table.due(), None);
}

#[test]
fn a_turn_that_was_taken_back_is_told_for_ever_and_strangers_take_none_back() {
    let mut desk = Desk::started();
    let mut random = Stream::new(2);
    for _ in 0..8 {
        desk.play(&mut random);
    }
    assert_eq!(desk.table.snapshot().taken_back, 0);
    assert!(!desk.table.record().unwrap().contains("TakeBacks"));
    let seat = desk.table.position().unwrap().turn();
    let (who, other) = if seat.0 == 0 { (ANN, BO) } else { (BO, ANN) };
    desk.order(who, &wire::write(&Order::Ask { seat: seat.into(), proposal: Proposal::TakeBack {} }))
        .unwrap();
    let second = rules::Seat(1 - seat.0);
    desk.order(other, &wire::write(&Order::Answer { seat: second.into(), yes: true })).unwrap();
    assert_eq!((desk.table.snapshot().taken_back, desk.table.summary().taken_back), (1, 1));
    let record = desk.table.record().unwrap();
    assert!(record.contains("[TakeBacks \"1\"]"), "{record}");
    assert_eq!(rules::notation::Game::parse(&record).unwrap().taken_back(), 1);

    let mut desk = Desk::started_with(
        r#"{"public":true,"take_backs":true,"setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]}"#,
    );
    assert!(!desk.table.snapshot().table.take_backs);
    for _ in 0..6 {
        desk.play(&mut random);
    }
    let seat = desk.table.position().unwrap().turn();
    let who = if seat.0 == 0 { ANN } else { BO };
    let ask = wire::write(&Order::Ask { seat: seat.into(), proposal: Proposal::TakeBack {} });
    assert_eq!(desk.order(who, &ask), Err(Refusal::SwitchedOff("taking back")));
}
