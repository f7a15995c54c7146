//! Who is asked, and whose word counts.

use crate::desk::{ANN, BO, Desk};
use table::{Refusal, Who};
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
fn a_question_lapses_and_comes_again_only_after_a_while() {
    let mut desk = Desk::started();
    let end = ask(1, r#""end""#);
    let mut pause = 60_000;
    for _ in 0..8 {
        desk.order(ANN, &end).unwrap();
        desk.wait(30_000);
        assert_eq!(desk.last(), &Entry::Lapsed {});
        desk.wait(pause - 1);
        assert_eq!(desk.order(ANN, &end), Err(Refusal::TooSoon));
        desk.wait(1);
        pause = (2 * pause).min(64 * 60_000);
    }
    desk.order(ANN, &end).unwrap();
    desk.order(BO, &answer(2, false)).unwrap();
    assert_eq!(desk.order(ANN, &end), Err(Refusal::TooSoon), "a no is no invitation either");
    desk.order(BO, &ask(2, r#""end""#)).unwrap();
    desk.order(ANN, &answer(1, true)).unwrap();
    assert_eq!(desk.table.stage(), Stage::Over, "what others ask is another matter");
}

#[test]
fn what_was_agreed_to_may_be_asked_again_at_once_but_not_for_ever() {
    let mut desk = Desk::open(r#"{"setup":{"seats":1},"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN]);
    let back = ask(1, r#""take-back""#);
    for _ in 0..200 {
        desk.act(ANN, &mut chance::Stream::new(1)).unwrap();
        desk.order(ANN, &back).unwrap();
        assert!(matches!(desk.last(), Entry::TookBack { .. }));
    }
    desk.act(ANN, &mut chance::Stream::new(1)).unwrap();
    assert_eq!(desk.order(ANN, &back), Err(Refusal::AskedEnough));
}

/// Ann's and Bo's game with an hour of absence, in which Bo is to move.
fn waiting_for_bo(more: &str) -> Desk {
    let table = TABLE.replacen('{', &format!("{{{more}"), 1);
    let mut desk = Desk::started_with(&table);
    while desk.table.position().unwrap().turn().0 == 0 {
        desk.play(&mut chance::Stream::new(1));
    }
    desk
}

const HOUR: i64 = 3_600_000;
const AN_HOUR: &str = r#""absence":3600,"#;

fn is_replaced(desk: &Desk) -> bool {
    matches!(desk.last(), Entry::Replaced { computer: Some(player), .. } if player == "greedy")
}

#[test]
fn nobody_is_replaced_before_the_agreed_absence_has_passed() {
    let replace = ask(1, r#""replace","seat":2"#);
    for (more, absence) in [(AN_HOUR, HOUR), ("", 72 * HOUR)] {
        let mut desk = waiting_for_bo(more);
        assert_eq!(desk.table.snapshot().now.away, Some(absence));
        desk.wait(absence - 1);
        assert_eq!(desk.order(ANN, &replace), Err(Refusal::NotAway));
        desk.wait(1);
        desk.order(ANN, &replace).unwrap();
        desk.wait(29_999);
        assert!(matches!(desk.last(), Entry::Asked { .. }), "Bo may still object");
        desk.wait(1);
        assert!(is_replaced(&desk));
        desk.order(BO, r#"{"type":"come-back","seat":2}"#).unwrap();
        assert_eq!(desk.table.computer_to_move(), None, "the seat's owner can always come back");
        assert_eq!(desk.order(ANN, &replace), Err(Refusal::NotAway), "and is here again");
    }
}

#[test]
fn whoever_is_to_act_and_does_anything_is_not_away() {
    let replace = ask(1, r#""replace","seat":2"#);
    let mut desk = waiting_for_bo(AN_HOUR);
    desk.wait(HOUR - 1);
    desk.order(BO, r#"{"type":"say","seat":2,"text":"a moment"}"#).unwrap();
    desk.wait(HOUR - 1);
    assert_eq!(desk.order(ANN, &replace), Err(Refusal::NotAway));
    desk.wait(1);
    desk.order(ANN, &replace).unwrap();
    desk.order(BO, &answer(2, false)).unwrap();
    assert!(matches!(desk.last(), Entry::Answered { yes: false, .. }));
    desk.wait(HOUR);
    desk.order(ANN, &replace).unwrap();
    desk.order(BO, r#"{"type":"say","seat":2,"text":"still here"}"#).unwrap();
    desk.wait(30_000);
    assert_eq!(desk.last(), &Entry::Lapsed {});
}

#[test]
fn only_whoever_the_game_waits_for_can_be_away() {
    let mut desk = waiting_for_bo(AN_HOUR);
    desk.wait(100 * HOUR);
    let replace = ask(2, r#""replace","seat":1"#);
    assert_eq!(desk.order(BO, &replace), Err(Refusal::NotAway), "Bo is to move, not Ann");
    while desk.table.position().unwrap().turn().0 == 1 {
        desk.play(&mut chance::Stream::new(1));
    }
    assert_eq!(desk.order(BO, &replace), Err(Refusal::NotAway), "it has become Ann's turn only now");
}

#[test]
fn a_time_in_which_the_server_did_not_run_is_no_absence() {
    let mut desk = waiting_for_bo(AN_HOUR);
    desk.now += 10 * HOUR;
    let noted = desk.table.after_outage(10 * HOUR).unwrap();
    desk.log(noted);
    desk.wait(HOUR - 1);
    assert_eq!(desk.order(ANN, &ask(1, r#""replace","seat":2"#)), Err(Refusal::NotAway));
    desk.wait(1);
    desk.order(ANN, &ask(1, r#""replace","seat":2"#)).unwrap();
}

#[test]
fn where_nobody_else_plays_nobody_is_away() {
    let mut desk =
        Desk::open(r#"{"seats":[{"type":"device","name":"Ann"},{"type":"computer","player":"greedy"}]}"#);
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN]);
    assert_eq!(desk.table.snapshot().now.away, None);
    assert_eq!(desk.table.after_outage(HOUR), None, "nothing to be noted in its log");
}

#[test]
fn with_a_clock_the_clock_alone_decides() {
    for late in ["retire", "computer"] {
        let clock = format!(r#""clock":{{"type":"turn","seconds":86400}},"out_of_time":"{late}","#);
        let mut desk = waiting_for_bo(&clock);
        desk.wait(23 * HOUR);
        let refused = desk.order(ANN, &ask(1, r#""replace","seat":2"#));
        assert_eq!(refused, Err(Refusal::ClockDecides));
        assert_eq!(desk.table.snapshot().now.away, None);
    }
}

#[test]
fn silence_is_no_yes() {
    let mut desk = three();
    while desk.table.position().unwrap().turn().0 != 1 {
        let who = [ANN, BO, CY][desk.table.position().unwrap().turn().index()];
        desk.act(who, &mut chance::Stream::new(1)).unwrap();
    }
    desk.wait(72 * HOUR);
    let replace = ask(1, r#""replace","seat":2"#);
    desk.order(ANN, &replace).unwrap();
    desk.wait(24 * HOUR - 1);
    assert!(matches!(desk.last(), Entry::Asked { .. }), "a vote in a slow game waits for a day");
    desk.wait(1);
    assert_eq!(desk.last(), &Entry::Lapsed {}, "Cy was asked, too, and did not answer");
    desk.wait(60_000);
    desk.order(ANN, &replace).unwrap();
    desk.wait(HOUR);
    desk.order(CY, &answer(3, true)).unwrap();
    assert!(is_replaced(&desk));
}

#[test]
fn nobody_agrees_for_whom_the_computer_plays() {
    let mut desk = waiting_for_bo(AN_HOUR);
    desk.wait(HOUR);
    desk.order(ANN, &ask(1, r#""replace","seat":2"#)).unwrap();
    desk.wait(30_000);
    assert!(is_replaced(&desk));
    for what in [r#""end""#, r#""take-back""#] {
        desk.order(ANN, &ask(1, what)).unwrap();
        assert!(matches!(desk.last(), Entry::Asked { .. }), "Bo is away and has not agreed to {what}");
        desk.wait(30_000);
        assert_eq!(desk.last(), &Entry::Lapsed {});
    }
    desk.wait(60_000);
    desk.order(ANN, &ask(1, r#""end""#)).unwrap();
    desk.order(BO, &answer(2, true)).unwrap();
    assert_eq!(desk.table.stage(), Stage::Over, "who is back for a word need not take the seat back first");
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
