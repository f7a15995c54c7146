//! `docs/notation.md` says nothing that is not so.

use crate::judge;
use rules::notation::{Game, parse_position, write_position};

/// The examples of `docs/notation.md` in blocks of this language.
fn examples(language: &str) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/notation.md");
    let page = std::fs::read_to_string(path).unwrap();
    let fence = format!("```{language}\n");
    let blocks = page.split(&fence).skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_examples_of_the_manual_are_true() {
    let records = examples("record");
    assert_eq!(records.len(), 3);
    for record in records {
        let game = Game::parse_checked(&record).unwrap_or_else(|error| panic!("{error}\n{record}"));
        assert_eq!(game.to_string(), record);
    }
    let positions = examples("position");
    assert_eq!(positions.len(), 3);
    for line in positions {
        let position = parse_position(&line).unwrap_or_else(|error| panic!("{error}\n{line}"));
        assert_eq!(write_position(&position), line.trim_end());
    }
}

#[test]
fn the_errors_of_the_manual_are_true() {
    let record = &examples("record")[0];
    let changes = [
        ("(road 0,-3 N 2+3)", "(road 0,-3 N 2+4)"),
        ("2. 2: B@", "2. 2: Y@"),
        ("E@-2,-1/2 knight S", "E@-2,-1/2 knight N"),
    ];
    let position = "seats=2 sets=base tiles=D@0,0;V@1,0/2 turn=1 phase=figure";
    let errors = changes.map(|(old, new)| judge(&record.replace(old, new)).unwrap_err().to_string());
    let shown = examples("text").concat();
    for error in errors.into_iter().chain([parse_position(position).unwrap_err().to_string()]) {
        assert!(shown.contains(&error), "the manual does not show: {error}");
    }
}
