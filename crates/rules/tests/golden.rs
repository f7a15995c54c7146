//! Finished games, kept for ever: the same result for every version of the program.

use rules::notation::Game;
use std::path::Path;

#[test]
fn every_golden_game_is_legal_and_ends_as_it_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut games = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        let text = std::fs::read_to_string(&file).unwrap();
        let game = Game::parse_checked(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        assert_eq!(game.to_string(), text, "{} is written as it was", file.display());
        games += 1;
    }
    assert!(games >= 21, "only {games} golden games");
}
