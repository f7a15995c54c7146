//! What holds in every game: laws that property tests and fuzzers try to break.
//!
//! A game is made from bytes ([`Choices`]), so that a fuzzer can steer it: first the setup, then one choice
//! after the other. Every law panics when it is broken.

mod choices;
mod game;
mod json;
mod notation;
mod symmetry;

pub use choices::Choices;
pub use game::{any_action_is_safe, obey};
pub use json::any_json_is_safe;
pub use notation::{any_text_is_safe, reads_back};
pub use symmetry::looks_the_same_from_everywhere;
