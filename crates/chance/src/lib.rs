//! Everything random. No other crate has a generator or a hash.

mod dealer;
mod deck;
pub mod fair;
mod stream;

pub use dealer::Dealer;
pub use deck::{Deck, Seed};
pub use stream::{Quick, Stream};
