//! `check()` notices what is wrong.

use crate::script::check;

#[test]
#[should_panic(expected = "expected red 5, found 4")]
fn a_wrong_score() {
    check("players red\n red: Ev 0,1 city\n = red 5");
}

#[test]
#[should_panic(expected = "`city 3 tiles: red 6` did not happen")]
fn a_wrong_event() {
    check("players red\n red: Ev 0,1 city\n > city 3 tiles: red 6");
}

#[test]
#[should_panic(expected = "or not in this order")]
fn a_wrong_order() {
    check("players red\n red: Ev 0,1 city\n > city 2 tiles: red 4; red laid Ev 0,1");
}

#[test]
#[should_panic(expected = "should not have happened")]
fn an_unwanted_event() {
    check("players red\n red: Ev 0,1 city\n > no city");
}

#[test]
#[should_panic(expected = "should be refused by Occupied, but was accepted")]
fn a_missing_refusal() {
    check("players red\n red: Ev 0,1 city !Occupied");
}

#[test]
#[should_panic(expected = "should be refused by CellTaken, not by NotAdjacent")]
fn another_refusal() {
    check("players red\n red: U^ 3,3 !CellTaken");
}

#[test]
#[should_panic(expected = "it is blue's turn")]
fn a_wrong_player() {
    check("players blue red\n red: U^ 1,0");
}

#[test]
#[should_panic(expected = "expected but not open: []; open but not expected: [city@0,1]")]
fn other_options() {
    check("players red\n red: Kv 0,1 ...\n = options road, field.nl, field.nr");
}

#[test]
#[should_panic(expected = "more than one road")]
fn an_ambiguous_segment() {
    check("players red\n red: W^ 1,0 road");
}

#[test]
#[should_panic(expected = "are not one feature")]
fn features_apart() {
    check("players red\n red: W^ 1,0\n = joined road.E road.W");
}
