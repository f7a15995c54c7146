//! Everything random. No other crate has a generator or a hash.
//!
//! | take | for |
//! |---|---|
//! | [`Deck`] | the tiles of a game that people play: from its seed, the same for ever, also when turns are taken back |
//! | [`Dealer`] | the tiles of many games that nobody will look at twice: no order is kept, each draw is made when it comes |
//! | [`Stream`] | any other choice that a seed must repeat for ever |
//! | [`FastRandom`] | the same inside a search, where speed is all and the next version may choose otherwise |
//! | [`secret`], [`fair`] | what nobody may guess, and deals that anyone can check |
//! | [`chain`] | logs in which a change is noticed |

pub mod chain;
mod dealer;
mod deck;
pub mod fair;
mod secret;
mod stream;

pub use dealer::Dealer;
pub use deck::{Deck, Seed};
pub use secret::secret;
pub use stream::{FastRandom, Stream};

/// The example in the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
