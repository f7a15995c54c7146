//! A position of a game.

use crate::action::{Action, Input, Turn};
use crate::catalogue::Catalogue;
use crate::event::{Extra, Phase, Sink, ToAct};
use crate::figure::{MAX_SEATS, Seat};
use crate::illegal::Illegal;
use crate::setup::{BadSetup, Setup};
use crate::tile::Kind;
use crate::view::View;
use std::sync::Arc;

/// A position: valid, complete, and without anything hidden or random.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {}

impl Position {
    /// The first position of a game: seat 1's turn has begun and a tile is to be drawn.
    pub fn new(setup: &Setup) -> Result<Position, BadSetup> {
        Position::with_catalogue(setup, Catalogue::shipped())
    }

    /// The same with other tiles; for tests.
    #[doc(hidden)]
    pub fn with_catalogue(setup: &Setup, catalogue: &Arc<Catalogue>) -> Result<Position, BadSetup> {
        todo!("{setup:?} {catalogue:?}")
    }

    /// The setup it was made from.
    pub fn setup(&self) -> &Setup {
        todo!()
    }

    /// The tiles it is played with.
    pub fn catalogue(&self) -> &Catalogue {
        todo!()
    }

    /// Who has to do something next.
    pub fn to_act(&self) -> ToAct {
        todo!()
    }

    /// What is awaited.
    pub fn phase(&self) -> Phase {
        todo!()
    }

    /// Whose turn it is (in a dragon walk, not always who acts).
    pub fn turn(&self) -> Seat {
        todo!()
    }

    /// Whether a second tile is due.
    pub fn extra(&self) -> Extra {
        todo!()
    }

    /// The tile in hand.
    pub fn hand(&self) -> Option<Kind> {
        todo!()
    }

    /// Points of each seat so far.
    pub fn scores(&self) -> [u32; MAX_SEATS] {
        todo!()
    }

    /// The kinds, with counts, that the next draw is taken from: the river, then the lake, then all others.
    /// Empty when no more tile can be drawn in this turn.
    pub fn bag(&self) -> impl Iterator<Item = (Kind, u16)> + '_ {
        std::iter::empty()
    }

    /// Feeds one input: checked, all or nothing.
    pub fn apply(&mut self, input: Input, sink: &mut impl Sink) -> Result<(), Illegal> {
        match input {
            Input::Act(action) => self.play(action, sink),
            Input::Draw(kind) => self.draw(kind, sink),
            Input::Retire(_) | Input::EndNow => todo!(),
        }
    }

    /// The seat to act does this.
    pub fn play(&mut self, action: Action, sink: &mut impl Sink) -> Result<(), Illegal> {
        let _ = sink;
        todo!("{action:?}")
    }

    /// Plays an action known to be legal (one that [`Position::legal_actions`] listed). An illegal one leaves
    /// the position in an unspecified, memory-safe state.
    pub fn play_unchecked(&mut self, action: Action) {
        todo!("{action:?}")
    }

    /// Chance draws a tile of this kind, one of [`Position::bag`].
    pub fn draw(&mut self, kind: Kind, sink: &mut impl Sink) -> Result<(), Illegal> {
        let _ = sink;
        todo!("{kind:?}")
    }

    /// Exactly the actions that [`Position::play`] accepts, all rotations apart; empty when no seat is to act.
    /// The order depends only on the tiles laid, in their order, and on the figures.
    pub fn legal_actions(&self, actions: &mut Vec<Action>) {
        actions.clear();
        todo!()
    }

    /// The legal actions with only one of several equal rotations of a symmetric tile.
    pub fn distinct_actions(&self, actions: &mut Vec<Action>) {
        actions.clear();
        todo!()
    }

    /// All complete placements of the tile in hand with their figure choice, equal rotations merged.
    /// `scratch` is overwritten; any position of the same setup will do.
    pub fn turns(&self, scratch: &mut Position, turns: &mut Vec<Turn>) {
        let _ = scratch;
        turns.clear();
        todo!()
    }

    /// Becomes a copy of a position of the same setup, without allocating.
    pub fn copy_from(&mut self, other: &Position) {
        let _ = other;
        todo!()
    }

    /// A hash of the position: equal positions have equal keys, however they were reached.
    pub fn key(&self) -> u64 {
        todo!()
    }

    /// What anyone can see.
    pub fn view(&self) -> View {
        todo!()
    }
}
