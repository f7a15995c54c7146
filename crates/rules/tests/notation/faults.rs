//! What is said about each fault.

use crate::judge;
use rules::notation::{parse_position, write_position};
use rules::{Position, Setup};

/// The sentence of what is wrong with these lines under a plain header of five lines.
fn sentence(lines: &str) -> String {
    let header = "[Rules \"1\"]\n[Seats \"2\"]\n[Sets \"base traders dragon\"]\n[Edition \"modern\"]\n\n";
    judge(&format!("{header}{lines}")).unwrap_err().to_string()
}

#[test]
fn every_fault_says_what_would_be_right() {
    let cases = [
        ("", "line 4, column 19: expected `1. 1:`, found the end of the text"),
        ("1. 2:", "line 6, column 4: expected `1. 1:`, found `2:`"),
        (
            "1. 1: Y",
            "line 6, column 7: there is no tile `Y`; tiles have names such as D, winter-A or river-07",
        ),
        ("1. 1: hop", "line 6, column 7: expected a tile, an action or a fact, found `hop`"),
        (
            "1. 1: @1,0",
            "line 6, column 7: there is no tile in hand to be laid; name the drawn tile before the @",
        ),
        (
            "1. 1: V@1",
            "line 6, column 8: expected a cell and rotation, such as 1,0/2, up to 1000 and 3, after the @, found `1`",
        ),
        ("1. 1: V@1,0 knight N", "line 6, column 20: there is no place for a knight on V at 1,0"),
        ("1. 1: V@1,0 thief N", "line 6, column 19: no thief can stand at `N` on V at 1,0; it can at: SW"),
        ("1. 1: V@1,0 monk", "line 6, column 17: there is no place for a monk on V at 1,0"),
        (
            "1. 1: V@1,0 thief",
            "line 6, column 18: expected a segment (sides such as N or EW, a half-edge such as nl, or inner), found the end of the text",
        ),
        ("1. 1: V@1,0 thief 5,5 N", "line 6, column 23: there is no tile at 5,5"),
        ("1. 1: V\n2. 2:", "line 7, column 1: expected where V, the tile in hand, is laid, found `2.`"),
        (
            "1. 1: V@1,0 pass\n3. 2:",
            "line 7, column 1: expected the next turn (`2.`) or a second tile (`1+`), found `3.`",
        ),
        ("1. 1: V@1,0 pass\n2. 3:", "line 7, column 4: there is no seat 3; the seats are 1 to 2"),
        (
            "1. 1: V@1,0 pass\n2. 2:\n3. 1:",
            "line 8, column 1: expected what is drawn in the turn before, found `3.`",
        ),
        ("1. 1: (extra)", "line 6, column 8: expected a drawn tile or an action first, found `extra`"),
        ("1. 1: V@1,0 pass (extra", "line 6, column 24: expected `)`, found the end of the text"),
        (
            "1. 1: V@1,0 pass (city 0,0 N 2+0)",
            "line 6, column 30: expected points such as 2+4 (seat 2 gets 4), or +0, found `2+0`",
        ),
        (
            "1. 1: V@1,0 pass (city 0,0 N 2+1 1+1)",
            "line 6, column 34: expected points in the order of the seats, found `1+1`",
        ),
        (
            "1. 1: V@1,0 pass (takes 1 beer)",
            "line 6, column 27: expected goods, such as wine*2, found `beer`",
        ),
        (
            "1. 1: V@1,0 pass ... pass",
            "line 6, column 18: expected `...` only after a seat retired, found `...`",
        ),
        (
            "1. 1: V@1,0 evict thief 0,0 E",
            "line 6, column 13: expected a knight to be sent home, found `thief`",
        ),
        ("1. 1: 1,0", "line 6, column 7: expected the next turn (`2.`) or a second tile (`1+`), found `1,0`"),
        (
            "1. 1: V@1,0\nunfinished over:agreed 0-0",
            "line 7, column 12: expected what the game waits for (draw, place, figure, dragon:STEPS:SEAT or extra), found `over:agreed`",
        ),
        (
            "1. 1: V@1,0\nunfinished figure 0",
            "line 7, column 19: expected 2 numbers, such as 63-71 for two seats, found `0`",
        ),
        (
            "1. 1:\nend\nresult agreed 0-0 won 2 1",
            "line 8, column 25: expected the winners in the order of their seats, found `1`",
        ),
        (
            "1. 1:\nend\nresult agreed 0-0 won 1 2\n[",
            "line 9, column 1: expected nothing after the result, found `[`",
        ),
        // What is no fault of the text but of the game.
        (
            "1. 1: V@5,5\nunfinished figure 0-0",
            "line 6, column 8: not allowed: 5,5 touches no tile along an edge; choose a cell beside a laid tile",
        ),
        (
            "1. 1: V@1,0 pass\n2. 1:\nunfinished draw 0-0",
            "line 7, column 1: by the rules a line `2:` comes here, but the record has a line `1:`",
        ),
        (
            "1. 1: V@1,0 pass\nunfinished draw 0-0",
            "line 7, column 1: by the rules a line `2:` comes here, but the record has the last line",
        ),
        (
            "1. 1: V@1,0 (extra) pass\n2. 2:\nunfinished draw 0-0",
            "line 6, column 14: by the rules a figure or `pass` comes here, but the record has `(extra)`",
        ),
        (
            "1. 1: V@1,0\n2. 2:\nunfinished draw 0-0",
            "line 7, column 1: by the rules a figure or `pass` comes here, but the record has a line `2:`",
        ),
        (
            "1. 1: V@1,0 pass pass\n2. 2:\nunfinished draw 0-0",
            "line 6, column 18: by the rules a line `2:` comes here, but the record has another action",
        ),
        (
            "1. 1:\nend\nretire 2\nresult agreed 0-0 won 1 2",
            "line 8, column 1: not allowed: the game is over; nothing more can be done in it",
        ),
        (
            "1. 1:\nend\nresult agreed 0-0 won 1 2\n2. 1: V@1,0 pass",
            "line 9, column 1: expected nothing after the result, found `2.`",
        ),
        // The tile that is laid wrongly, not the place that is looked for on it.
        (
            "1. 1: V@7,7 pass\n2. 2: U@0,1 thief 7,8 N",
            "line 6, column 8: not allowed: 7,7 touches no tile along an edge; choose a cell beside a laid tile",
        ),
        (
            "1. 1: V@1,0 pass\n2. 2:\nunfinished place 0-0",
            "line 8, column 1: by the rules `unfinished draw 0-0` comes here, but the record has `unfinished place 0-0`",
        ),
        (
            "1. 1:\nend\nresult agreed 0-0 won 1",
            "line 8, column 1: by the rules `result agreed 0-0 won 1 2` comes here, but the record has `result agreed 0-0 won 1`",
        ),
    ];
    for (lines, expected) in cases {
        assert_eq!(sentence(lines), expected, "{lines}");
    }
}

#[test]
fn every_fault_of_a_header_says_what_would_be_right() {
    let start = write_position(&Position::new(&Setup::base(2)).unwrap());
    let cases = [
        (String::new(), "line 1, column 1: expected the tag [Rules \"...\"], found the end of the text"),
        ("[Seats \"2\"]".into(), "line 1, column 12: `Rules` is missing; it must be given"),
        ("[Rules \"1\"]".into(), "line 1, column 12: `Seats` is missing; it must be given"),
        (
            "[Rules \"one\"]".into(),
            "line 1, column 9: expected the number of a rules version, from 1 on, found `one`",
        ),
        (
            "[Rules \"0\"]".into(),
            "line 1, column 9: expected the number of a rules version, from 1 on, found `0`",
        ),
        ("[Rules 1]".into(), "line 1, column 8: expected the tag's value in quotes, found `1`"),
        ("[Rules \"1\"\n[Seats \"2\"]".into(), "line 2, column 1: expected `]`, found `[`"),
        ("[Rules \"1\"][Rules \"1\"]".into(), "line 1, column 13: `Rules` is given twice; leave one out"),
        ("[Rules \"1\"][Seats \"9\"]".into(), "line 1, column 20: a game has 1 to 6 seats, not 9"),
        (
            "[Rules \"1\"][Seats \"2\"][Bag \"V Y\"]".into(),
            "line 1, column 31: there is no tile `Y`; tiles have names such as D, winter-A or river-07",
        ),
        (
            "[Rules \"1\"][Seats \"2\"][Sets \"base\"]\n[Arranged \"C C\"]".into(),
            "line 2, column 12: the arranged order names C more often than the game has it",
        ),
        (
            "[Rules \"1\"][Seats \"2\"]\n[Bag \"U*1001\"]".into(),
            "line 2, column 7: a game has at most 1000 tiles, the start tile among them, not 1002",
        ),
        (
            "[Rules \"1\"][Seats \"2\"][Event \"a\\qb\"]".into(),
            "line 1, column 32: after \\ comes one of \\ \" n r t or u{...} with a character's number in hexadecimal digits",
        ),
        (
            format!("[Rules \"1\"][Seats \"2\"][Start \"{start}\"]"),
            "line 1, column 13: `Seats` is part of the start position already; leave this tag out",
        ),
        (
            format!("[Rules \"1\"][Start \"{}\"]", start.replace("D@0,0", "D@0")),
            "line 1, column 44: expected a laid tile such as V@1,0/2, found `D@0`",
        ),
        (
            format!(
                "[Rules \"1\"][Start \"{}\"]\n1. 1:\nunfinished draw 0-0",
                start.replace("D@0,0", "D@0,1")
            ),
            "line 1, column 20: the position to start from cannot be: the first tile must be the start tile, unturned at 0,0",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(judge(&text).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn every_fault_of_a_position_says_what_would_be_right() {
    let cases = [
        ("", "column 1: `seats` is missing; it must be given"),
        (
            "seats=2 cows=3",
            "column 9: expected a field such as seats=2, tiles=... or phase=..., found `cows`",
        ),
        ("seats=2 seats=2", "column 9: `seats` is given twice; leave one out"),
        ("seats=2 sets=base", "column 18: `tiles` is missing; it must be given"),
        (
            "seats=2 sets=base tiles=D@0,0;Y@1,0",
            "column 31: there is no tile `Y`; tiles have names such as D, winter-A or river-07",
        ),
        (
            "seats=2 sets=base tiles=D@0,0 figures=1:knight:0,0:S",
            "column 39: no knight can stand at `S` on D at 0,0; it can at: N",
        ),
        (
            "seats=2 sets=base tiles=D@0,0 figures=3:knight:0,0:N",
            "column 39: there is no seat 3; the seats are 1 to 2",
        ),
        (
            "seats=2 sets=base tiles=D@0,0 scores=1",
            "column 38: expected 2 numbers, such as 63-71 for two seats, found `1`",
        ),
        (
            "seats=2 sets=base tiles=D@0,0 goods=1-1-1",
            "column 37: expected the goods of 2 seats, divided by ;, found `1-1-1`",
        ),
        ("seats=2 sets=base tiles=D@0,0 turn=3", "column 36: there is no seat 3; the seats are 1 to 2"),
        ("seats=2 sets=base tiles=D@0,0 turn=1", "column 37: `phase` is missing; it must be given"),
        (
            "seats=2 tiles=D@0,0 turn=1 phase=draw",
            "column 1: there is no tile to draw; choose a set (base, winter, river, traders, dragon) or give a bag of at least 1 tile",
        ),
        (
            "seats=2 sets=base tiles=D@0,0 turn=1 phase=draw left=V",
            "column 25: the position to start from cannot be: there are 0 tiles B in all, but the setup has 4",
        ),
        (
            "seats=2 sets=base tiles=D@0,0 hand=V turn=1 phase=draw",
            "column 36: the position to start from cannot be: a tile is in hand exactly when it is to be laid",
        ),
        (
            "seats=2 sets=base tiles=D@0,0 turn=1 phase=place",
            "column 44: the position to start from cannot be: a tile is in hand exactly when it is to be laid",
        ),
        (
            "seats=2 sets=base tiles=D@0,0 dragon=0,0 turn=1 phase=draw",
            "column 38: the position to start from cannot be: this game is played without the dragon",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(parse_position(line).unwrap_err().to_string(), expected, "{line}");
    }
}
