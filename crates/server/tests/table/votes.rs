//! Who is asked, and whose word counts.

use crate::desk::{ANN, BO, Desk};
use server::table::{Refusal, Who};
use wire::table::{Entry, Stage};

const CY: Who = Who::Person(33);
const TABLE: &str = r#"{"setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]}"#;

fn ask(seat: u8, what: &str) -> String {
    format!(r#"{{"type":"ask","seat":{seat},"proposal":{{"type":{what}}}}}"#)
}

fn answer(seat: u8, yes: bool) -> String {
    format!(r#"{{"type":"answer","seat":{seat},"yes":{yes}}}"#)
}

/// Ann, Bo and Cy at a table.
fn three() -> Desk {
    let mut desk =
        Desk::open(r#"{"setup":{"seats":3,"bag":{"U":9,"V":9}},"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    desk.order(CY, r#"{"type":"sit","seat":3,"name":"Cy"}"#).unwrap();
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.secrets = vec![[1; 32]; 3];
    desk.deal(&[ANN, BO, CY]);
    desk
}

#[test]
fn a_question_lapses() {
    let mut desk = Desk::started();
    desk.order(ANN, r#"{"type":"ask","seat":1,"proposal":{"type":"end"}}"#).unwrap();
    desk.wait(30_000);
    assert_eq!(desk.last(), &Entry::Lapsed {});
    desk.order(ANN, r#"{"type":"ask","seat":1,"proposal":{"type":"end"}}"#).unwrap();
    desk.order(BO, r#"{"type":"answer","seat":2,"yes":true}"#).unwrap();
    assert_eq!(desk.table.stage(), Stage::Over);
}

#[test]
fn the_clock_goes_on_while_another_seat_is_replaced() {
    let seats = r#""setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]"#;
    let mut desk = Desk::started_with(&format!(r#"{{{seats},"clock":{{"type":"turn","seconds":60}}}}"#));
    desk.wait(20_000);
    let due = desk.table.due();
    desk.order(ANN, r#"{"type":"ask","seat":1,"proposal":{"type":"replace","seat":2}}"#).unwrap();
    desk.order(BO, r#"{"type":"answer","seat":2,"yes":true}"#).unwrap();
    assert!(matches!(desk.last(), Entry::Replaced { computer: Some(player), .. } if player == "greedy"));
    assert_eq!(desk.table.due(), due);
}

#[test]
fn whoever_is_to_be_replaced_may_object_but_need_not_answer() {
    let table = r#"{"setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]}"#;
    let ask = r#"{"type":"ask","seat":1,"proposal":{"type":"replace","seat":2}}"#;
    let mut desk = Desk::started_with(table);
    desk.order(ANN, ask).unwrap();
    desk.wait(29_000);
    desk.order(BO, r#"{"type":"answer","seat":2,"yes":false}"#).unwrap();
    desk.wait(10_000);
    assert!(
        desk.table.computer_to_move().is_none() && matches!(desk.last(), Entry::Answered { yes: false, .. })
    );
    desk.order(ANN, ask).unwrap();
    desk.wait(30_000);
    assert!(matches!(desk.last(), Entry::Replaced { computer: Some(_), .. }));
}

#[test]
fn nobody_agrees_for_whom_the_computer_plays() {
    let mut desk = Desk::started_with(TABLE);
    desk.play(&mut chance::Stream::new(1));
    desk.play(&mut chance::Stream::new(1));
    desk.order(ANN, &ask(1, r#""replace","seat":2"#)).unwrap();
    desk.wait(30_000);
    assert!(matches!(desk.last(), Entry::Replaced { computer: Some(_), .. }));
    for what in [r#""end""#, r#""take-back""#] {
        desk.order(ANN, &ask(1, what)).unwrap();
        assert!(matches!(desk.last(), Entry::Asked { .. }), "Bo is away and has not agreed to {what}");
        desk.wait(30_000);
        assert_eq!(desk.last(), &Entry::Lapsed {});
    }
    desk.order(ANN, &ask(1, r#""end""#)).unwrap();
    desk.order(BO, &answer(2, true)).unwrap();
    assert_eq!(desk.table.stage(), Stage::Over, "who is back for a word need not take the seat back first");
}

#[test]
fn those_who_are_there_decide_that_the_computer_plays_for_one_more() {
    let mut desk = three();
    desk.order(ANN, &ask(1, r#""replace","seat":2"#)).unwrap();
    desk.wait(30_000);
    assert_eq!(desk.last(), &Entry::Lapsed {}, "Cy was asked, too");
    desk.order(ANN, &ask(1, r#""replace","seat":2"#)).unwrap();
    desk.order(CY, &answer(3, true)).unwrap();
    desk.wait(30_000);
    assert!(matches!(desk.last(), Entry::Replaced { computer: Some(_), .. }));
    desk.order(ANN, &ask(1, r#""replace","seat":3"#)).unwrap();
    desk.wait(30_000);
    assert!(matches!(desk.last(), Entry::Replaced { computer: Some(_), .. }), "Bo is away");
}

#[test]
fn who_has_left_the_game_has_no_say_in_it() {
    let mut desk = three();
    desk.order(CY, r#"{"type":"resign","seat":3}"#).unwrap();
    assert!(matches!(desk.order(CY, &ask(3, r#""end""#)), Err(Refusal::NotNow(_))));
    desk.order(ANN, &ask(1, r#""end""#)).unwrap();
    assert!(matches!(desk.order(CY, &answer(3, false)), Err(Refusal::NotNow(_))));
    desk.order(BO, &answer(2, true)).unwrap();
    assert_eq!(desk.table.stage(), Stage::Over);
}
