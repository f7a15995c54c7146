//! Everything random. No other crate has a generator or a hash.
//!
//! ```
//! use chance::Game;
//! use rules::{Input, Setup};
//!
//! let mut game = Game::new(&Setup::base(2), 7)?;
//! let (mut events, mut actions) = (Vec::new(), Vec::new());
//! while !game.is_over() {
//!     if game.draw(&mut events).is_none() {
//!         game.position().legal_actions(&mut actions);
//!         game.apply(Input::Act(actions[0]), &mut events)?;
//!     }
//! }
//! assert_eq!(game.position().tiles().len(), 72);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | take | for |
//! |---|---|
//! | [`Game`] | a game that people play: its tiles follow from a seed, the same for ever, also when turns are taken back |
//! | [`Dealer`] | the tiles of many games that nobody will look at twice: no order is kept, each draw is made when it comes |
//! | [`Stream`] | any other choice that a seed must repeat for ever |
//! | [`FastRandom`] | the same inside a search, where speed is all and the next version may choose otherwise |
//! | [`secret`], [`fair`] | what nobody may guess, and deals that anyone can check |
//! | [`chain`] | logs in which a change is noticed |

#![warn(missing_docs)]

pub mod chain;
mod dealer;
mod deck;
pub mod fair;
mod game;
mod secret;
mod stream;

pub use dealer::Dealer;
pub use deck::Seed;
pub use game::{Game, Refused};
pub use secret::secret;
pub use stream::{FastRandom, Stream};
