//! Everything random. No other crate has a generator or a hash.

mod dealer;
mod deck;
pub mod fair;
mod secret;
mod stream;

pub use dealer::Dealer;
pub use deck::{Deck, Seed};
pub use secret::secret;
pub use stream::{Quick, Stream};
