//! The rules a second time: slow, obvious and complete.
//!
//! The [`Oracle`] keeps nothing but what everybody can see (a [`View`]). Each question is answered by walking
//! over the laid tiles again, and each legal action is found by trying all there are. [`compare`] plays random
//! games on it and on [`rules::Position`] side by side and reports the first difference.

mod board;
mod campaign;
pub mod compare;
mod deploy;
mod dragon;
mod fairy;
mod farming;
mod finish;
mod flood;
mod legal;
mod piles;
mod policy;
mod princess;
mod questions;
mod report;
mod river;
mod scoring;
mod setups;
mod start;
mod stats;
mod turn;

pub use campaign::{Progress, campaign, game};
pub use compare::{Options, play_and_compare};
pub use flood::Feature;
pub use report::{Difference, Mismatch};
pub use setups::random_setup;
pub use stats::Stats;

use rules::{Catalogue, Event, Phase, Seat, Setup, Tile, View};
use std::sync::Arc;

/// A game, judged by the rule book and nothing else.
#[derive(Clone, Debug)]
pub struct Oracle {
    setup: Setup,
    catalogue: Arc<Catalogue>,
    view: View,
    /// What the input under way has brought about so far.
    events: Vec<Event>,
}

impl Oracle {
    /// The first position of a game. The setup must be a valid one.
    ///
    /// ```
    /// let oracle = oracle::Oracle::new(&rules::Setup::base(2));
    /// assert_eq!(oracle.bag().total(), 71);
    /// ```
    pub fn new(setup: &Setup) -> Oracle {
        Oracle::with_catalogue(setup, Catalogue::shipped())
    }

    /// The same with other tiles.
    pub fn with_catalogue(setup: &Setup, catalogue: &Arc<Catalogue>) -> Oracle {
        let view = match &setup.start {
            Some(view) => (**view).clone(),
            None => start::first_view(setup, catalogue),
        };
        Oracle { setup: setup.clone(), catalogue: catalogue.clone(), view, events: Vec::new() }
    }

    /// What is played.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What anyone can see, which is all there is.
    pub fn view(&self) -> View {
        self.view.clone()
    }

    /// What is awaited.
    pub fn phase(&self) -> Phase {
        self.view.phase
    }

    /// The tile laid last, as printed.
    fn fresh(&self) -> &Tile {
        let laid = self.view.tiles.last().expect("the start tile lies on the table");
        self.catalogue.tile(laid.kind)
    }

    /// Something happens: seen at once and told at the end.
    fn tell(&mut self, event: Event) {
        self.view.apply(&event);
        self.events.push(event);
    }

    /// The next seat clockwise that has not retired; the same one if there is no other.
    fn seat_after(&self, seat: Seat) -> Seat {
        (1..=self.view.seats)
            .map(|n| Seat((seat.0 + n) % self.view.seats))
            .find(|next| !self.view.retired[next.index()])
            .unwrap_or(seat)
    }
}

/// The example in the README of the repository, compiled and run. Packages that are published do not have that file.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
