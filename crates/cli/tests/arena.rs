//! Matches: the same tiles for everyone, resumed where they ended, also against programs.

mod common;

use common::{bad, good};

/// A match with two players that need no time.
fn arena(words: &[&str]) -> wire::ArenaReport {
    wire::read_back(&good(&[&["arena"], words, &["--json"]].concat())).unwrap()
}

#[test]
fn everyone_has_every_seat_on_the_same_tiles() {
    let report = arena(&["greedy1", "greedy1", "--games", "6"]);
    assert_eq!((report.rounds, report.games), (3, 6));
    assert_eq!(report.results[0].margin.value, 0.0, "what one seat wins with it, the other wins with it");
    let report = arena(&["greedy1", "random", "--games", "5", "--seats", "3"]);
    assert_eq!((report.rounds, report.games, report.results.len()), (2, 6, 3));
    assert_eq!(report.results[0].wins, 6);
}

#[test]
fn a_match_goes_on_where_it_ended_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let file = file.to_str().unwrap();
    arena(&["greedy1", "random", "--games", "2", "--results", file]);
    // As if the program had been killed while it wrote.
    let whole = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, format!("{whole}{{\"type\":\"rou")).unwrap();
    let resumed = arena(&["greedy1", "random", "--games", "6", "--results", file, "--threads", "2"]);
    let at_once = arena(&["greedy1", "random", "--games", "6"]);
    assert_eq!(resumed.results[0].margin, at_once.results[0].margin);
    assert!(std::fs::read_to_string(file).unwrap().starts_with(&whole));
    let err = bad(&["arena", "random", "greedy1", "--results", file]);
    assert!(err.contains("another match"), "{err}");
}

#[test]
fn a_program_takes_part_and_a_clear_match_ends_early() {
    let program = format!("program:{} script", env!("CARGO_BIN_EXE_bastide"));
    let report = arena(&["random", &program, "--games", "2", "--nodes", "20"]);
    assert_eq!(report.results[1].wins, 2);
    let report = arena(&["greedy1", "random", "--games", "4000", "--sprt", "0,100"]);
    assert!(report.games < 200 && report.verdict.as_deref() == Some("better"), "{}", report.games);
}

#[test]
fn mistakes_are_named() {
    for (words, wanted) in [
        (&["arena", "strong@fast", "random"][..], "no limit"),
        (&["arena", "nobody", "random"], "no player `nobody`"),
        (&["arena", "random", "random", "random", "--seats", "2"], "name two, or one for each seat"),
        (&["arena", "random", "random", "--sprt", "5"], "no test"),
        (&["arena", "random", "program:no-such-program"], "cannot start"),
        (&["arena", "random", "random", "--seats", "1"], "seats"),
    ] {
        let err = bad(words);
        assert!(err.contains(wanted), "{words:?}: {err}");
    }
}
