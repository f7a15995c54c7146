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
}
