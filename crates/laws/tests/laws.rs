//! The laws as property tests.

use proptest::prelude::*;

proptest! {
    // Some 25 bytes an input: enough for whole games.
    #[test]
    fn every_game_obeys_the_laws(bytes in prop::collection::vec(any::<u8>(), 0..20_000)) {
        laws::obey(&bytes);
    }

    #[test]
    fn a_game_looks_the_same_from_everywhere(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        laws::looks_the_same_from_everywhere(&bytes);
    }

    #[test]
    fn no_action_is_dangerous(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        laws::any_action_is_safe(&bytes);
    }

    #[test]
    fn every_game_and_position_is_read_back(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        laws::reads_back(&bytes);
    }

    #[test]
    fn no_text_is_dangerous(text in any::<String>()) {
        laws::any_text_is_safe(&text);
    }

    #[test]
    fn no_json_is_dangerous(seed in prop::sample::select(seeds()), at in any::<prop::sample::Index>(),
        length in 0..8usize, put in "[0-9a-z\":,{}\\[\\]-]{0,3}") {
        let mut text: Vec<char> = seed.chars().collect();
        let from = at.index(text.len());
        let to = text.len().min(from + length);
        text.splice(from..to, put.chars());
        laws::any_json_is_safe(&text.into_iter().collect::<String>());
    }
}

/// Real messages, from which fuzzing starts, too.
fn seeds() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/wire");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files.map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn lines_end_in_any_way() {
    ["\r\0", "\n\0", "\r\n\0", "\n\r\0", "\r\r\n;\n\0"].into_iter().for_each(laws::any_text_is_safe);
}

#[test]
fn real_json_is_read() {
    seeds().iter().for_each(|seed| laws::any_json_is_safe(seed));
}
