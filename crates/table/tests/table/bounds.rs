//! What a table's log holds besides the game has bounds, and none of them stops the game.

use crate::desk::{ANN, BO, Desk};
use chance::Stream;
use table::{Refusal, Step, Table, Who};
use wire::table::{Entry, Order, Stage};

const CY: Who = Who::Person(33);

fn say(seat: u8, text: &str) -> String {
    format!(r#"{{"type":"say","seat":{seat},"text":"{text}"}}"#)
}

#[test]
fn lines_come_slowly_after_the_first_twenty() {
    let mut desk = Desk::started();
    for _ in 0..20 {
        desk.order(ANN, &say(1, "hello")).unwrap();
    }
    assert_eq!(desk.order(ANN, &say(1, "hello")), Err(Refusal::TooTalkative));
    desk.order(BO, &say(2, "calm down")).unwrap();
    desk.wait(3_000);
    desk.order(ANN, &say(1, "yes")).unwrap();
    assert_eq!(desk.order(ANN, &say(1, "really")), Err(Refusal::TooTalkative));
    desk.play(&mut Stream::new(1));
}

#[test]
fn everybody_has_a_share_of_the_chat_and_moves_go_on_when_it_is_used_up() {
    let mut desk = Desk::started();
    let long = "ű".repeat(300);
    let mut lines = 0;
    while desk.order(ANN, &say(1, &long)).is_ok() {
        desk.wait(3_000);
        lines += 1;
    }
    assert_eq!(desk.order(ANN, &say(1, &long)), Err(Refusal::ChatFull));
    assert!((80..100).contains(&lines), "{lines}");
    desk.order(BO, &say(2, "what a speech")).unwrap();
    let mut random = Stream::new(1);
    while desk.table.stage() == Stage::Playing {
        desk.play(&mut random);
    }
    assert_eq!(desk.table.stage(), Stage::Over);
}

#[test]
fn whoever_the_creator_takes_the_word_from_says_nothing_until_it_is_given_back() {
    let mut desk = Desk::started();
    let mute = |muted: bool| format!(r#"{{"type":"mute","seat":2,"muted":{muted}}}"#);
    assert_eq!(desk.order(BO, &mute(true)), Err(Refusal::NotCreator));
    desk.order(ANN, &mute(true)).unwrap();
    assert_eq!(desk.table.snapshot().muted, [1]);
    assert_eq!(desk.order(BO, &say(2, "hello")), Err(Refusal::Muted));
    assert_eq!(desk.order(ANN, &mute(true)), Err(Refusal::Already));
    for _ in 0..3 {
        desk.play(&mut Stream::new(1));
    }
    desk.order(ANN, &mute(false)).unwrap();
    desk.order(BO, &say(2, "hello")).unwrap();
    assert_eq!(desk.order(ANN, r#"{"type":"mute","seat":1,"muted":true}"#), Err(Refusal::Already));
    for _ in 0..49 {
        desk.order(ANN, &mute(true)).unwrap();
        desk.order(ANN, &mute(false)).unwrap();
    }
    desk.order(ANN, &mute(true)).unwrap();
    assert!(matches!(desk.order(ANN, &mute(false)), Err(Refusal::NotNow(_))));
}

#[test]
fn whoever_was_sent_away_stays_away() {
    let mut desk = Desk::open(r#"{"setup":{"seats":3},"seats":[{"type":"device","name":"Ann"}]}"#);
    let sit = |seat: u8, name: &str| format!(r#"{{"type":"sit","seat":{seat},"name":"{name}"}}"#);
    let stand = |seat: u8| format!(r#"{{"type":"stand","seat":{seat}}}"#);
    desk.order(CY, &sit(3, "Cy")).unwrap();
    desk.order(CY, &stand(3)).unwrap();
    desk.order(CY, &sit(3, "Cy")).unwrap();
    desk.order(BO, &sit(2, "Bo")).unwrap();
    desk.order(ANN, &stand(2)).unwrap();
    assert_eq!(desk.order(BO, &sit(2, "Bo")), Err(Refusal::SentAway), "Cy stood up, Bo was sent away");
    assert!(!desk.table.you(Some(22), true, 0).sit);
    assert!(desk.table.you(Some(33), true, 0).sit);
}

#[test]
fn seats_are_not_taken_and_left_for_ever() {
    let mut desk = Desk::open(r#"{"seats":[{"type":"device","name":"Ann"}]}"#);
    let (sit, stand) = (r#"{"type":"sit","seat":2,"name":"Bo"}"#, r#"{"type":"stand","seat":2}"#);
    let mut person = 100;
    for taken in 0..500 {
        let who = Who::Person(person);
        if taken % 5 == 0 {
            desk.order(ANN, r#"{"type":"give","seat":2,"player":"greedy"}"#).unwrap();
            desk.order(ANN, stand).unwrap();
        } else {
            desk.order(who, sit).unwrap();
            desk.order(who, stand).unwrap();
        }
        person += i64::from(taken % 50 == 0);
    }
    assert_eq!(desk.order(CY, sit), Err(Refusal::Crowded));
    assert_eq!(desk.order(ANN, r#"{"type":"give","seat":2,"player":"greedy"}"#), Err(Refusal::Crowded));
    desk.order(ANN, r#"{"type":"drop","seat":2}"#).unwrap();
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
}

#[test]
fn a_table_is_not_started_for_ever() {
    let mut desk = Desk::open(r#"{"setup":{"seats":1},"seats":[{"type":"device","name":"Ann"}]}"#);
    for _ in 0..50 {
        desk.order(ANN, r#"{"type":"start"}"#).unwrap();
        desk.wait(30_000);
        assert!(matches!(desk.last(), Entry::CalledOff { .. }));
    }
    assert_eq!(desk.order(ANN, r#"{"type":"start"}"#), Err(Refusal::StartedTooOften));
}

#[test]
fn seats_do_not_wander_from_device_to_device_for_ever() {
    let mut desk = Desk::started();
    for person in 0..100 {
        let noted = desk.table.continue_as(100 + person, 22).unwrap();
        desk.log(noted);
    }
    assert_eq!(desk.table.continue_as(200, 22), Err(Refusal::TooManyDevices));
    assert!(desk.table.continue_as(200, 11).is_ok(), "Ann's are hers");
}

#[test]
fn names_at_a_table_do_not_look_the_same() {
    let mut desk = Desk::open(
        r#"{"setup":{"seats":4},"seats":[{"type":"device","name":"Paul"},{"type":"device","name":""}]}"#,
    );
    let sit = |name: &str| format!(r#"{{"type":"sit","seat":3,"name":"{name}"}}"#);
    for name in ["Paul", "PAUL", "Pau1", "Pаul", "P aul", "player 2"] {
        assert_eq!(desk.order(BO, &sit(name)), Err(Refusal::SameName), "{name}");
    }
    assert_eq!(desk.order(BO, &sit("Grand Master")), Err(Refusal::ComputersName));
    desk.order(BO, &sit("Paula")).unwrap();
    let open = |json: &str| Table::open(wire::read(json).unwrap(), 1).unwrap_err().code();
    let device = |name: &str| format!(r#"{{"type":"device","name":"{name}"}}"#);
    assert_eq!(open(&format!(r#"{{"seats":[{},{}]}}"#, device("Ann"), device("Аnn"))), "same-name");
    assert_eq!(open(&format!(r#"{{"seats":[{}]}}"#, device("Journeyman"))), "computers-name");
}

#[test]
fn an_absence_is_sensible_and_there_is_none_with_a_clock() {
    let open = |json: &str| Table::open(wire::read(json).unwrap(), 1).map(|logged| logged.entry);
    for json in [
        r#"{"absence":59}"#,
        r#"{"absence":2592001}"#,
        r#"{"absence":3600,"clock":{"type":"turn","seconds":60}}"#,
    ] {
        assert_eq!(open(json).unwrap_err().code(), "absence", "{json}");
    }
    let Ok(Entry::Opened { table }) = open("{}") else { panic!("a table") };
    assert_eq!(table.absence, Some(3 * 24 * 3600), "what holds is shown to all");
}

/// A thousand tiles of all sets and six seats, where everything else was written that can be.
#[test]
fn the_largest_game_ends_whatever_else_was_written() {
    let json = r#"{"setup":{"seats":6,"sets":{"base":7,"river":1,"winter":9,"traders":9,"dragon":5}},
        "seats":[{"type":"device","name":"Ann"}]}"#;
    let first = Table::open(wire::read(json).unwrap(), 1).unwrap();
    let mut table = Table::begin(&first, 0, [7; 32]).unwrap();
    let mut bytes = wire::write(&first).len();
    let mut apply = |table: &mut Table, step: Step, now: i64| {
        let mut step = Some(step);
        while let Some(Step { logged, next }) = step {
            bytes += wire::write(&logged).len();
            *table = next;
            step = table.overdue(now);
        }
    };
    let order = |table: &mut Table,
                 person: i64,
                 text: &str,
                 now: i64,
                 apply: &mut dyn FnMut(&mut Table, Step, i64)| {
        let order: Order = wire::read(text).unwrap();
        let step = table.decide(&order, Who::Person(person), now)?;
        apply(table, step, now);
        Ok::<(), Refusal>(())
    };
    for seat in 2..=6 {
        let sit = format!(r#"{{"type":"sit","seat":{seat},"name":"Guest {seat}x"}}"#);
        order(&mut table, seat, &sit, 0, &mut apply).unwrap();
    }
    order(&mut table, 1, r#"{"type":"start"}"#, 0, &mut apply).unwrap();
    deal(&mut table, &mut apply);
    let (mut now, mut random) = (0, Stream::new(1));
    let long = "\\\"".repeat(150);
    // Everybody says and asks as much as they can.
    for person in 1..=6 {
        while order(&mut table, person, &say(person as u8, &long), now, &mut apply).is_ok() {
            now += 3_000;
        }
    }
    for person in 1..=6 {
        let end = format!(r#"{{"type":"ask","seat":{person},"proposal":{{"type":"end"}}}}"#);
        while order(&mut table, person, &end, now, &mut apply) != Err(Refusal::AskedEnough) {
            now += 24 * 3_600_000;
            while let Some(more) = table.overdue(now) {
                apply(&mut table, more, now);
            }
        }
    }
    let mut moves = 0;
    while table.stage() == Stage::Playing {
        let position = table.position().unwrap();
        let rules::ToAct::Seat(seat) = position.to_act() else { panic!("a seat is to act") };
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let actions = vec![(*random.pick(&actions).unwrap()).into()];
        let act = wire::write(&Order::Act { seat: seat.into(), actions });
        order(&mut table, i64::from(seat.0) + 1, &act, now, &mut apply).unwrap();
        moves += 1;
    }
    assert_eq!(table.stage(), Stage::Over);
    println!("{moves} moves, {} entries, {bytes} bytes", table.version());
    assert!(table.version() < 12_000 && bytes < 8 << 20, "{} entries, {bytes} bytes", table.version());
}

fn deal(table: &mut Table, apply: &mut dyn FnMut(&mut Table, Step, i64)) {
    use chance::fair;
    let digest = fair::from_hex(&table.snapshot().deal.unwrap().digest).unwrap();
    let secret = [5; 32];
    let hash = fair::to_hex(&fair::commitment(&secret, &digest));
    for order in [Order::Commit { hash }, Order::Reveal { secret: fair::to_hex(&secret) }] {
        for person in 1..=6 {
            let step = table.decide(&order, Who::Person(person), 0).unwrap();
            apply(table, step, 0);
        }
    }
}
