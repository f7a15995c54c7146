//! A recorded game looked at afterwards.

mod common;

use common::{bad, good};

/// A short game between a player that knows the game and one that does anything.
fn record(folder: &std::path::Path) -> String {
    let file = folder.join("games.txt").to_str().unwrap().to_owned();
    good(&["simulate", "1", "--player", "greedy1,random", "--bag", "D*6,E*4,U*4,V*4,B*2", "--record", &file]);
    file
}

#[test]
fn every_turn_is_judged_the_same_way_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = record(folder.path());
    let words = ["analyse", &file, "--nodes", "200", "--json"];
    let game: wire::AnalysedGame = wire::read_back(&good(&words)).unwrap();
    assert_eq!(game.turns.len(), 20);
    assert_eq!(game.decisive.len(), 3);
    assert!(game.turns.iter().all(|turn| (turn.chances.iter().sum::<f64>() - 1.0).abs() < 1e-6));
    assert!(game.seats[1].loss > game.seats[0].loss, "{:?}", game.seats);
    let last = game.turns.last().unwrap();
    assert!(
        last.chances.contains(&1.0) || last.chances == [0.5, 0.5],
        "the end is certain: {:?}",
        last.chances
    );
    let threads = [&words[..], &["--threads", "2"]].concat();
    assert_eq!(wire::read_back::<wire::AnalysedGame>(&good(&threads)).unwrap(), game);
}

#[test]
fn people_get_a_table_and_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let file = record(folder.path());
    let svg = folder.path().join("chances.svg");
    let text = good(&["analyse", &file, "--nodes", "100", "--svg", svg.to_str().unwrap()]);
    assert!(text.contains("chances of winning") && text.contains("luck of the draw"), "{text}");
    let game: wire::AnalysedGame =
        wire::read_back(&good(&["analyse", &file, "--nodes", "100", "--json"])).unwrap();
    let best: Vec<&str> = text.lines().skip(1).filter(|line| line.starts_with(&" ".repeat(14))).collect();
    let candidates = game.turns.iter().flat_map(|turn| turn.candidates.iter().take(3));
    assert_eq!(best.len(), candidates.clone().count());
    for (line, candidate) in best.iter().zip(candidates) {
        let wanted = [format!("{:+.1}", candidate.margin), format!("{:.0}", 100.0 * candidate.chance)];
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(wanted.iter().all(|wanted| words.contains(&wanted.as_str())), "{line}: {wanted:?}");
    }
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>") && !svg.contains("NaN"));
    assert!(svg.contains(">Red (greedy1)<") && svg.contains(">Blue (random)<"), "whose line is whose: {svg}");
    assert!(svg.contains(">chance of winning<") && svg.contains(">turn<"), "what the axes tell: {svg}");
}

#[test]
fn who_played_is_said_once_and_as_people_call_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("short.txt").to_str().unwrap().to_owned();
    good(&["simulate", "1", "--player", "greedy1,random", "--bag", "U*3", "--record", &file]);
    let record = std::fs::read_to_string(&file).unwrap();
    let summary = |names: [&str; 2]| {
        let [red, blue] = names.map(|name| format!("\"{name}\""));
        std::fs::write(&file, record.replace("\"greedy1\"", &red).replace("\"random\"", &blue)).unwrap();
        good(&["analyse", &file, "--nodes", "10", "--lines", "0"])
    };
    let text = summary(["Red", "Blue (computer, level-5)"]);
    assert!(text.contains("\nRed: lost ") && text.contains(" points in 2 turns, "), "{text}");
    assert!(text.contains("\nBlue (level 5, Grand Master): lost "), "{text}");
    assert!(text.contains(" points in 1 turn, "), "{text}");
    let text = summary(["level-2", "Eve"]);
    assert!(text.contains("\nRed (level 2, Journeyman): ") && text.contains("\nBlue (Eve): "), "{text}");
}

#[test]
fn what_a_record_calls_somebody_does_nothing_to_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = record(folder.path());
    let text = std::fs::read_to_string(&file).unwrap().replace("\"greedy1\"", "\"\u{1b}[2JEve\"");
    std::fs::write(&file, text).unwrap();
    let text = good(&["analyse", &file, "--nodes", "10"]);
    assert!(text.contains("Eve") && !text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn rules_that_are_not_known_are_pointed_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = record(folder.path());
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("[Rules \"1\"]", "[Rules \"99\"]")).unwrap();
    let run = common::run(&["analyse", &file, "--nodes", "1", "--lines", "0"], "");
    assert!(run.code == Some(0) && run.err.contains("rules version 99, which this program"), "{}", run.err);
}

#[test]
fn what_was_played_has_the_name_of_its_tile() {
    let folder = tempfile::tempdir().unwrap();
    let text = good(&["analyse", &record(folder.path()), "--nodes", "20", "--lines", "0"]);
    let played = |line: &str| line.split_whitespace().nth(2).map(|word| word.chars().next());
    let tiles: Vec<_> = text.lines().skip(1).take(20).filter_map(played).flatten().collect();
    assert!(tiles.len() == 20 && tiles.iter().all(|tile| "DEUVB".contains(*tile)), "{text}");
}

#[test]
fn a_drawing_is_tried_before_the_thought_and_spares_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = record(folder.path());
    let before = std::fs::read_to_string(&file).unwrap();
    // If it were thought about first, this would not end.
    let refused = |svg: &str| bad(&["analyse", &file, "--time", "86400000", "--svg", svg]);
    assert!(refused(&file).contains("must end in .svg"));
    assert!(refused("-").contains("must end in .svg"));
    assert!(refused(".svg").contains("is an ending without a name; write board.svg"));
    assert!(refused("/nowhere/chances.svg").contains("cannot write /nowhere/chances.svg"));
    let there = folder.path().join("there.svg");
    std::fs::write(&there, "mine").unwrap();
    assert!(
        refused(there.to_str().unwrap())
            .contains("is there already and was left as it is; --force writes over it")
    );
    assert_eq!(std::fs::read_to_string(&there).unwrap(), "mine");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
    good(&["analyse", &file, "--nodes", "20", "--svg", there.to_str().unwrap(), "--force"]);
    assert!(std::fs::read_to_string(&there).unwrap().starts_with("<svg"));
}

#[test]
fn mistakes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = record(folder.path());
    assert!(bad(&["analyse", &file, "--game", "2"]).contains("has games 1 to 1, not 2"));
    assert!(bad(&["analyse", "no-such-file.txt"]).contains("cannot open"));
}
