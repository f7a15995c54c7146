//! A game at the keyboard, typed through a pipe.

mod common;

use common::{run, run_bytes, scratch};

const SMALL: [&str; 6] = ["play", "--bag", "U*2,E*2", "--seed", "1", "--arranged"];

fn play(extra: &[&str], typed: &str) -> common::Run {
    run(&[&SMALL[..], &["EUEU"], extra].concat(), typed)
}

#[test]
fn two_people_play_to_the_end() {
    let typed = "a1\n\n".repeat(4);
    let run = play(&["--computer", "0"], &typed);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("Red: Where does E go?") && run.out.contains("Blue: Where does U go?"));
    assert!(run.out.contains("the game is over"), "{}", run.out);
}

#[test]
fn the_computer_takes_its_seats() {
    let run = play(&[], &"a1\n\n".repeat(2));
    assert!(run.out.contains("Blue lays U") && run.out.contains("the game is over"), "{}", run.out);
    let watched = play(&["--computer", "2"], "");
    assert!(watched.out.contains("the game is over"), "{}", watched.out);
}

#[test]
fn everybody_is_told_who_plays() {
    for (words, banner) in [
        (&["--level", "3"][..], "You are Red. Blue: the computer, level 3, Mason. ?"),
        (
            &["--seats", "3", "--player", "level-1"],
            "You are Red. Blue and Yellow: the computer, level 1, Apprentice.",
        ),
        (
            &["--seats", "3", "--player", "random,level-5"],
            "Blue: the computer, random. Yellow: the computer, level 5, Grand Master.",
        ),
        (
            &["--seats", "3", "--computer", "1"],
            "Red and Blue take turns at this keyboard. Yellow: the computer, level 2",
        ),
        (&["--computer", "0"], "Red and Blue take turns at this keyboard. ?"),
        (&["--seats", "1"], "You are Red and play alone. ?"),
    ] {
        let run = play(words, "");
        // Lines are broken between words.
        let told: Vec<&str> = run.out.split_whitespace().collect();
        assert!(told.join(" ").contains(banner), "{words:?}: {}", run.out);
    }
}

#[test]
fn a_cell_alone_asks_how_the_tile_is_turned() {
    let run = play(&["--computer", "0"], "b\n9\n?\n\nb\n2\n1\nquit\nyes\n");
    assert!(run.out.contains("Turned which way at 0,-1? (1 to"), "{}", run.out);
    assert!(run.out.contains("`9` is none of the choices"), "{}", run.out);
    assert!(run.out.contains("\n  undo  "), "{}", run.out);
    assert!(run.out.contains("Red puts a knight in the city at 0,-1."), "{}", run.out);
    assert!(run.out.contains("the game was not finished"), "{}", run.out);
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let run = play(&["--computer", "0"], "zz9\n?\nbag\n\nundo\na1\n99\nundo\nq\n");
    assert_eq!(run.code, Some(0), "{run:?}");
    for sentence in
        ["`zz9` is none of the choices", "agree to end the game", "3 tiles left", "nothing of yours"]
    {
        assert!(run.out.contains(sentence), "{sentence}: {}", run.out);
    }
    assert!(run.out.contains("`99` is none of the choices"), "{}", run.out);
}

#[test]
fn what_is_no_text_is_nonsense_and_an_endless_line_is_refused() {
    let args = [&SMALL[..], &["EUEU", "--computer", "0"]].concat();
    let answered = run_bytes(&args, b"a\xff\na1\nquit\nyes\n");
    assert_eq!(answered.code, Some(0), "{answered:?}");
    assert!(answered.out.contains("`a\u{fffd}` is none of the choices"), "{}", answered.out);
    assert!(answered.out.contains("Red: "), "{}", answered.out);
    let endless = run_bytes(&args, &[0; 100_000]);
    assert_eq!(endless.code, Some(2), "{endless:?}");
    assert!(endless.err.contains("longer than 4096 bytes"), "{}", endless.err);
}

#[test]
fn undo_brings_the_same_tile_again() {
    let run = play(&["--computer", "0"], "a1\nundo\nundo\nquit\n");
    assert_eq!(run.out.matches("Red: Where does E go?").count(), 3, "{}", run.out);
}

#[test]
fn a_game_is_saved_resigned_or_ended() {
    let file = scratch("saved.txt");
    let name = file.to_str().unwrap();
    let run =
        play(&["--computer", "0"], &format!("a1\n1\nsave {name}\nsave /nowhere/x\nend\nno\nend\nyes\n"));
    assert!(run.out.contains("All agree to end the game."), "{}", run.out);
    assert!(run.out.contains("/nowhere/x cannot be written"), "{}", run.out);
    assert_eq!(common::good(&["check", name]), format!("{name}: 1 game, all legal\n"));
    assert!(play(&["--computer", "0"], "resign\nyes\n").out.contains("Red retires."));
}

#[test]
fn a_finished_game_can_be_saved_and_files_are_not_lost() {
    let file = scratch("finished.txt");
    let name = file.to_str().unwrap();
    drop(std::fs::remove_file(&file));
    let typed = format!("{}save {name}\nsave {name}\nsave! {name}\n\n", "a1\n\n".repeat(4));
    let run = play(&["--computer", "0"], &typed);
    assert_eq!(run.out.matches(&format!("The game is in {name}.")).count(), 2, "{}", run.out);
    assert!(run.out.contains("is there already and was left as it is"), "{}", run.out);
    assert_eq!(common::good(&["check", name]), format!("{name}: 1 game, all legal\n"));
    let record = std::fs::read_to_string(&file).unwrap();
    assert!(record.contains("[Date \"20") && record.contains("[Player2 \"Blue\"]"), "{record}");
    assert!(common::good(&["replay", name]).starts_with("Red, Blue, Date: 20"));
    assert!(common::bad(&["play", "--resume", name]).contains("is over"));
}

#[test]
fn a_saved_game_knows_its_level() {
    let (file, again) = (scratch("level.txt"), scratch("level-again.txt"));
    let (name, again) = (file.to_str().unwrap(), again.to_str().unwrap());
    let player = |file: &str| {
        let record = std::fs::read_to_string(file).unwrap();
        record.lines().find_map(|line| Some(line.strip_prefix("[Player2 \"")?.to_owned())).unwrap()
    };
    let save = format!("save! {again}\nquit\n");
    play(&["--level", "4"], &format!("save! {name}\nquit\n"));
    assert_eq!(player(name), "Blue (computer, level-4)\"]");
    run(&["play", "--resume", name], &save);
    assert_eq!(player(again), player(name));
    run(&["play", "--resume", name, "--player", "random"], &save);
    assert_eq!(player(again), "Blue (computer, random)\"]");
    let old = std::fs::read_to_string(name).unwrap().replace(", level-4", "");
    std::fs::write(name, old).unwrap();
    run(&["play", "--resume", name], &save);
    assert_eq!(player(again), "Blue (computer, level-2)\"]");
}

#[test]
fn a_saved_game_is_gone_on_with() {
    let file = scratch("unfinished.txt");
    let name = file.to_str().unwrap();
    let first = play(&[], &format!("a1\n1\nsave! {name}\nquit\n"));
    assert!(first.out.contains("The game so far is in"), "{}", first.out);
    let second = run(&["play", "--resume", name, "--seed", "1"], "position\na1\n\n\n");
    let banner = "You are Red. Blue: the computer, level 2, Journeyman. ? helps";
    assert!(first.out.contains(banner) && second.out.contains(banner), "{}", second.out);
    assert!(second.out.contains("\nseats=2 bag=E*2;U*2 "), "{}", second.out);
    assert!(second.out.contains("the game is over"), "{}", second.out);
    let undone = run(&["play", "--resume", name, "--seed", "1"], "undo\nundo\nposition\nundo\nquit\nyes\n");
    assert!(undone.out.contains("tiles=D@0,0 hand=E turn=1 phase=place"), "{}", undone.out);
    assert!(undone.out.contains("nothing of yours"), "{}", undone.out);
    let again = run(
        &["play", "--resume", name, "--seed", "2"],
        "undo
undo
a1
1
position
quit
yes
",
    );
    assert!(again.out.contains("Blue lays U") && again.out.contains("hand=E turn=1"), "{}", again.out);
    assert!(common::bad(&["play", "--resume", name, "--seats", "3"]).contains("cannot be used with"));
}

#[test]
fn leaving_is_asked_twice_unless_the_game_is_saved() {
    let run = play(&[], "quit\nno\nresign\nno\nend\nno\nquit\nyes\na1\n");
    assert_eq!(run.out.matches("Leave without saving?").count(), 2, "{}", run.out);
    assert_eq!(run.out.matches("Red: Where does E go?").count(), 4, "{}", run.out);
    assert!(run.out.ends_with("the game was not finished.\n"), "{}", run.out);
}

#[test]
fn through_a_portal_the_tile_is_asked_for_first() {
    let game = ["--bag", "dragon-02*2,X*4", "--arranged", "X,X,X,X,dragon-02", "--computer", "0"];
    let typed = "a1\n\n".repeat(4) + "a1\na\n\na\n1\n";
    let run = run(&[&["play"], &game[..]].concat(), &typed);
    assert!(run.out.contains("A figure on which tile? (a letter on the board"), "{}", run.out);
    assert!(run.out.contains("What next? (a number, or Enter for another cell)"), "{}", run.out);
    assert!(run.out.contains("Red puts a "), "{}", run.out);
}

/// What a hint says is to be typed, line by line, and what it expects.
fn hinted(run: &common::Run) -> (String, String) {
    let (_, hint) = run.out.split_once("The computer would play:\n").unwrap_or_else(|| panic!("{}", run.out));
    let (steps, rest) = hint.split_once("It expects ").unwrap_or_else(|| panic!("{hint}"));
    let typed = steps.lines().map(|step| step.trim_start().split_once("  ").unwrap().0);
    let keys = typed.flat_map(|typed| typed.split(" then "));
    let keys = keys.map(|key| if key == "Enter" { "\n".to_owned() } else { format!("{key}\n") });
    (keys.collect(), rest.lines().next().unwrap().to_owned())
}

#[test]
fn a_hint_is_typed_as_it_is_told() {
    let before = play(&["--computer", "0"], "b\nhint\nquit\nyes\n");
    let (typed, expected) = hinted(&before);
    assert!(before.out.contains("  lay E at "), "{}", before.out);
    assert!(expected.ends_with(" %.") && expected.contains(" points "), "{expected}");
    let after = play(&["--computer", "0"], &format!("{typed}quit\nyes\n"));
    assert!(
        after.out.contains("Red lays E at ") && after.out.contains("Blue: Where does U go?"),
        "{}",
        after.out
    );
    let figure = play(&["--computer", "0"], "a1\nhint\nquit\nyes\n");
    assert_eq!(hinted(&figure).0.lines().count(), 1, "{}", figure.out);
    let alone = play(&["--seats", "1"], "hint\nquit\nyes\n");
    assert!(hinted(&alone).1.ends_with(" points in the end."), "{}", alone.out);
    assert!(play(&[], "?\nquit\nyes\n").out.contains("\n  hint  "));
}
