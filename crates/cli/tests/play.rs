//! A game at the keyboard, typed through a pipe.

mod common;

use common::{run, scratch};

const SMALL: [&str; 6] = ["play", "--bag", "U=2,E=2", "--seed", "1", "--arranged"];

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
fn a_cell_alone_asks_how_the_tile_is_turned() {
    let run = play(&["--computer", "0"], "b\n2\n1\nquit\n");
    assert!(run.out.contains("Turned which way? (1 to"), "{}", run.out);
    assert!(run.out.contains("Red puts a follower"), "{}", run.out);
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
fn undo_brings_the_same_tile_again() {
    let run = play(&["--computer", "0"], "a1\nundo\nundo\nquit\n");
    assert_eq!(run.out.matches("Red: Where does E go?").count(), 3, "{}", run.out);
}

#[test]
fn a_game_is_saved_resigned_or_ended() {
    let file = scratch("saved.txt");
    let name = file.to_str().unwrap();
    let run = play(&["--computer", "0"], &format!("a1\n1\nsave {name}\nsave /nowhere/x\nend\n"));
    assert!(run.out.contains("All agree to end the game."), "{}", run.out);
    assert!(run.out.contains("/nowhere/x cannot be written"), "{}", run.out);
    assert_eq!(common::good(&["check", name]), format!("{name}: 1 game, all legal\n"));
    assert!(play(&["--computer", "0"], "resign\n").out.contains("Red retires."));
}
