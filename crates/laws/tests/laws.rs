//! The laws as property tests.

use proptest::prelude::*;

proptest! {
    #[test]
    fn every_game_obeys_the_laws(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
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
}
