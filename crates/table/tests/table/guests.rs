//! Who is at a table, and who is not any more.

use crate::desk::{ANN, BO, Desk};
use table::{Refusal, Table, Who};
use wire::table::Stage;

const SENT_AWAY: Who = Who::Person(33);

#[test]
fn seats_are_taken_once_and_by_their_owners_only() {
    let mut desk = Desk::open(r#"{"seats":[{"type":"device","name":"Ann"}]}"#);
    assert_eq!(desk.order(BO, r#"{"type":"sit","seat":1,"name":"Bo"}"#), Err(Refusal::SeatTaken));
    assert_eq!(desk.order(BO, r#"{"type":"sit","seat":3,"name":"Bo"}"#), Err(Refusal::NoSuchSeat));
    assert_eq!(desk.order(BO, r#"{"type":"sit","seat":2,"name":"   "}"#), Err(Refusal::BadName));
    assert_eq!(desk.order(ANN, r#"{"type":"start"}"#), Err(Refusal::SeatsFree));
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    assert_eq!(desk.order(BO, r#"{"type":"start"}"#), Err(Refusal::NotCreator));
    desk.order(BO, r#"{"type":"stand","seat":2}"#).unwrap();
    assert_eq!(desk.table.snapshot().seats[1].name, None);
}

#[test]
fn whoever_made_the_table_may_send_others_away_before_the_start() {
    let mut desk = Desk::open(r#"{"setup":{"seats":3},"seats":[{"type":"device","name":"Ann"}]}"#);
    let (first, second) = (r#"{"type":"stand","seat":1}"#, r#"{"type":"stand","seat":2}"#);
    assert_eq!(desk.order(ANN, second), Err(Refusal::Already), "nobody sits there");
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    assert_eq!(desk.order(Who::Person(33), second), Err(Refusal::NotYourSeat));
    assert_eq!(desk.order(BO, first), Err(Refusal::NotYourSeat));
    assert!(matches!(desk.order(ANN, first), Err(Refusal::NotNow(_))), "it was given out");
    desk.order(ANN, second).unwrap();
    assert_eq!(desk.table.snapshot().seats[1].name, None);
    assert_eq!(desk.order(ANN, r#"{"type":"stand","seat":4}"#), Err(Refusal::NoSuchSeat));
}

#[test]
fn a_seat_that_nobody_takes_can_be_given_to_the_computer_and_freed_again() {
    let mut desk = Desk::open(r#"{"setup":{"seats":3},"seats":[{"type":"device","name":"Ann"}]}"#);
    let (second, third) =
        (r#"{"type":"give","seat":2,"player":"greedy"}"#, r#"{"type":"give","seat":3,"player":"greedy"}"#);
    assert_eq!(desk.order(BO, second), Err(Refusal::NotCreator));
    let nobody = Err(Refusal::UnknownPlayer("nobody".to_owned()));
    assert_eq!(desk.order(ANN, r#"{"type":"give","seat":2,"player":"nobody"}"#), nobody);
    assert_eq!(desk.order(ANN, r#"{"type":"give","seat":1,"player":"greedy"}"#), Err(Refusal::SeatTaken));
    desk.order(ANN, second).unwrap();
    assert_eq!(desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#), Err(Refusal::SeatTaken));
    desk.order(ANN, r#"{"type":"stand","seat":2}"#).unwrap();
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    desk.order(ANN, third).unwrap();
    assert_eq!(desk.table.snapshot().seats[2].computer.as_deref(), Some("greedy"));
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN, BO]);
    assert_eq!(desk.table.stage(), Stage::Playing);
    assert!(matches!(desk.order(ANN, third), Err(Refusal::NotNow(_))), "the game has started");
}

#[test]
fn a_table_can_do_without_a_seat_that_nobody_takes() {
    let clock = r#""clock":{"type":"turn","seconds":60}"#;
    let open = format!(
        r#"{{"setup":{{"seats":4}},"seats":[{{"type":"device","name":"Ann"}}],"chat":true,{clock}}}"#
    );
    let mut desk = Desk::open(&open);
    desk.order(BO, r#"{"type":"sit","seat":3,"name":"Bo"}"#).unwrap();
    desk.order(BO, r#"{"type":"say","seat":3,"text":"hello"}"#).unwrap();
    assert_eq!(desk.order(BO, r#"{"type":"drop","seat":2}"#), Err(Refusal::NotCreator));
    assert_eq!(desk.order(ANN, r#"{"type":"drop","seat":3}"#), Err(Refusal::SeatTaken));
    desk.order(ANN, r#"{"type":"drop","seat":4}"#).unwrap();
    desk.order(ANN, r#"{"type":"drop","seat":2}"#).unwrap();
    let known = desk.table.snapshot();
    assert_eq!(
        known.seats.iter().map(|seat| seat.name.as_deref()).collect::<Vec<_>>(),
        [Some("Ann"), Some("Bo")]
    );
    assert_eq!((known.table.setup.seats, known.table.seats.len()), (Some(2), 2));
    assert_eq!(known.said, [(2.try_into().unwrap(), "hello".to_owned())], "who moved up said it");
    assert_eq!(known.now.clocks.len(), 2);
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN, BO]);
    assert_eq!(desk.table.position().unwrap().setup().seats, 2);
    assert_eq!(desk.order(ANN, r#"{"type":"drop","seat":2}"#), Err(Refusal::NotNow("the game has started")));
}

#[test]
fn the_only_seat_cannot_be_taken_away() {
    let mut desk = Desk::open(r#"{"setup":{"seats":1}}"#);
    assert!(matches!(desk.order(ANN, r#"{"type":"drop","seat":1}"#), Err(Refusal::NotNow(_))));
}

#[test]
fn who_goes_on_elsewhere_does_all_that_the_owner_does() {
    const ELSEWHERE: Who = Who::Person(33);
    let mut desk =
        Desk::open(r#"{"setup":{"seats":3,"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    let continued = desk.table.continue_as(33, 22).unwrap();
    desk.log(continued);
    desk.order(ELSEWHERE, r#"{"type":"sit","seat":3,"name":"Bo too"}"#).unwrap();
    assert_eq!(desk.table.seats_of(22), desk.table.seats_of(33));
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN, ELSEWHERE]);
    for (who, seat) in [(ELSEWHERE, 2), (ANN, 1)] {
        desk.order(who, &format!(r#"{{"type":"resign","seat":{seat}}}"#)).unwrap();
    }
    assert_eq!(desk.table.stage(), Stage::Over);
    let again = desk.table.meet_again(33).unwrap();
    let mut table = Table::begin(&again[0], 0, [7; 32]).unwrap();
    again[1..].iter().for_each(|logged| table.apply(logged, 0));
    assert_eq!((table.stage(), table.version()), (Stage::Gathering, again.len() as u64));
    assert!(table.is_creator(22) && table.has(33) && table.has(11), "everybody is there once more");
    assert_eq!([22, 33, 11].map(|person| table.seats_of(person).len()), [2, 2, 1]);
}

#[test]
fn who_was_sent_away_is_not_at_the_table_any_more() {
    let mut desk = Desk::open(r#"{"setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(SENT_AWAY, r#"{"type":"sit","seat":2,"name":"Eve"}"#).unwrap();
    assert!(desk.table.people().any(|person| person == 33));
    let continued = desk.table.continue_as(44, 33).unwrap();
    desk.log(continued);
    desk.order(ANN, r#"{"type":"stand","seat":2}"#).unwrap();
    assert_eq!(desk.table.people().collect::<Vec<_>>(), [11, 11, 11], "the places still tell the devices");
    assert!(!desk.table.has(33) && !desk.table.has(44) && !desk.table.you(Some(33), false, 0).sit);
    assert_eq!(desk.table.continue_as(55, 33), Err(Refusal::NotYourSeat));
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    assert_eq!(desk.table.people().collect::<Vec<_>>(), [11, 11, 22, 11]);
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN, BO]);
    desk.order(BO, r#"{"type":"resign","seat":2}"#).unwrap();
    assert_eq!(desk.table.stage(), Stage::Over);
    for person in [33, 44] {
        assert_eq!(desk.table.meet_again(person), Err(Refusal::NotYourSeat), "{person}");
    }
    assert!(desk.table.meet_again(22).is_ok());
}

#[test]
fn there_is_always_room_for_another_device_and_the_first_one_leaves() {
    let mut desk = Desk::open(r#"{"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    for person in 100..140 {
        let continued = desk.table.continue_as(person, 11).unwrap();
        desk.log(continued);
    }
    let there: Vec<i64> = (100..140).filter(|person| desk.table.has(*person)).collect();
    assert_eq!(there, (108..140).collect::<Vec<_>>());
    assert!(desk.table.continue_as(200, 22).is_ok(), "nobody is kept out by another's devices");
}

#[test]
fn nobody_fills_the_log_by_sitting_down_and_standing_up() {
    let mut desk = Desk::open(r#"{"setup":{"seats":3},"seats":[{"type":"device","name":"Ann"}]}"#);
    let sit = r#"{"type":"sit","seat":2,"name":"Eve"}"#;
    for _ in 0..100 {
        desk.order(SENT_AWAY, sit).unwrap();
        desk.order(SENT_AWAY, r#"{"type":"stand","seat":2}"#).unwrap();
    }
    assert_eq!(desk.order(SENT_AWAY, sit), Err(Refusal::Restless));
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
}

#[test]
fn a_name_can_be_seen_or_is_left_to_the_page() {
    let open = |json: &str| Table::open(wire::read(json).unwrap(), 11).map_err(|bad| bad.code());
    let nameless = open(r#"{"seats":[{"type":"device","name":""}]}"#);
    assert!(
        nameless.is_ok(),
        "a page calls them by the number of the seat, in the language of whoever looks"
    );
    for name in [" ", "\u{200b}", &"x".repeat(41)] {
        let json = format!(r#"{{"seats":[{{"type":"device","name":"{name}"}}]}}"#);
        assert_eq!(open(&json).unwrap_err(), "bad-name", "{name}");
    }
    assert_eq!(open(&format!(r#"{{"title":"{}"}}"#, "x".repeat(41))).unwrap_err(), "bad-title");
    assert!(open(r#"{"title":""}"#).is_ok());
}
