//! Everything random. No other crate has a generator or a hash.

mod deck;
mod stream;

pub use deck::{Deck, Seed};
pub use stream::{Quick, Stream};
