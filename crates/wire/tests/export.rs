//! The lines of an export read as documented.

use wire::export::{Bytes32, ExportLine, ExportedGame, Purpose, Word};

fn both_ways(line: ExportLine, text: &str) {
    assert_eq!(wire::write(&line), text);
    assert_eq!(wire::read::<ExportLine>(text), Ok(line));
}

#[test]
fn lines_read_as_documented() {
    let hex = format!("{}0f", "a5".repeat(31));
    let mut bytes = [0xa5; 32];
    bytes[31] = 0x0f;
    let hash = Bytes32(bytes);
    both_ways(ExportLine::Bastide { format: 1 }, r#"{"type":"bastide","format":1}"#);
    both_ways(
        ExportLine::Person { person: 7, secrets: vec![hash] },
        &format!(r#"{{"type":"person","person":7,"secrets":["{hex}"]}}"#),
    );
    both_ways(
        ExportLine::Entry { version: u64::MAX, at: -1, entry: "\"\n\u{0}".into(), words: Vec::new() },
        r#"{"type":"entry","version":18446744073709551615,"at":-1,"entry":"\"\n\u0000"}"#,
    );
    let word = Word {
        place: 2,
        kind: "name".into(),
        person: Some(7),
        text: Some("Ann".into()),
        salt: Some(hash),
        hash,
    };
    let erased = Word { place: 3, text: None, salt: None, ..word.clone() };
    both_ways(
        ExportLine::Entry { version: 1, at: 2, entry: "e".into(), words: vec![word, erased] },
        &format!(
            r#"{{"type":"entry","version":1,"at":2,"entry":"e","words":[{{"place":2,"kind":"name","person":7,"text":"Ann","salt":"{hex}","hash":"{hex}"}},{{"place":3,"kind":"name","person":7,"hash":"{hex}"}}]}}"#
        ),
    );
    for (purpose, text) in [
        (Purpose::Sit {}, r#"{"type":"sit"}"#),
        (Purpose::Watch {}, r#"{"type":"watch"}"#),
        (Purpose::Device { person: 7 }, r#"{"type":"device","person":7}"#),
    ] {
        both_ways(
            ExportLine::Link { hash, game: "g".into(), purpose, made: 4, guests: vec![7] },
            &format!(r#"{{"type":"link","hash":"{hex}","game":"g","purpose":{text},"made":4,"guests":[7]}}"#),
        );
    }
    both_ways(ExportLine::Outage { began: 1, ended: 2 }, r#"{"type":"outage","began":1,"ended":2}"#);
    both_ways(ExportLine::Alive { at: 5 }, r#"{"type":"alive","at":5}"#);
    both_ways(ExportLine::End { lines: 9 }, r#"{"type":"end","lines":9}"#);
}

#[test]
fn a_game_reads_as_documented() {
    let game = ExportedGame {
        game: "g".into(),
        secret: Bytes32([0; 32]),
        stage: "open".into(),
        public: true,
        title: "t".into(),
        due: None,
        computer: false,
        people: vec![1, 2],
        summary: "s".into(),
        head: None,
        damaged: None,
    };
    let text = format!(
        r#"{{"type":"game","game":"g","secret":"{}","stage":"open","public":true,"title":"t","due":null,"computer":false,"people":[1,2],"summary":"s"}}"#,
        "00".repeat(32)
    );
    both_ways(ExportLine::Game(game.clone()), &text);
    let hurt = ExportedGame { head: Some(Bytes32([1; 32])), damaged: Some(9), ..game };
    let more = format!(r#","head":"{}","damaged":9}}"#, "01".repeat(32));
    both_ways(ExportLine::Game(hurt), &text.replace("\"s\"}", &format!("\"s\"{more}")));
}

#[test]
fn what_is_no_line_is_refused() {
    for text in [
        "",
        "{}",
        r#"{"type":"alive"}"#,
        r#"{"type":"alive","at":5,"by":6}"#,
        r#"{"type":"person","person":1,"secrets":["00"]}"#,
        &format!(r#"{{"type":"person","person":1,"secrets":["{}"]}}"#, "0G".repeat(32)),
        &format!(r#"{{"type":"person","person":1,"secrets":["{}"]}}"#, "é".repeat(32)),
        r#"{"type":"dragon"}"#,
    ] {
        assert!(wire::read::<ExportLine>(text).is_err(), "{text}");
    }
}

#[test]
fn secrets_are_not_shown_by_debug() {
    assert_eq!(format!("{:?}", Bytes32([1; 32])), "Bytes32(..)");
}
