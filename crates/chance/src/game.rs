//! A game under way: where it stands, the tiles as they will come, and how it came there.

use crate::deck::{Deck, Seed};
use rules::{BadSetup, Event, Illegal, Input, Kind, Position, Setup, Sink, ToAct};
use std::sync::Arc;

/// A game under way. Its position is never lent to be changed, so whatever happens goes past the deck, which knows
/// which tiles are out of the bag and which came back: it has a tile whenever one is to be drawn.
///
/// ```
/// use chance::Game;
/// use rules::{Input, Setup};
/// let mut game = Game::new(&Setup::base(2), 7).unwrap();
/// let (mut events, mut actions) = (Vec::new(), Vec::new());
/// while !game.is_over() {
///     if game.draw(&mut events).is_none() {
///         game.position().legal_actions(&mut actions);
///         game.apply(Input::Act(actions[0]), &mut events).unwrap();
///     }
/// }
/// assert_eq!(game.position().tiles().count(), 72);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Arc<Position>,
    seed: Seed,
    position: Position,
    deck: Deck,
    inputs: Vec<Input>,
    /// The tiles that come first after a take-back, in place of those that the setup arranges.
    kept: Option<Vec<Kind>>,
}

/// Which input was refused, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("input {at}: {why}")]
pub struct Refused {
    /// The number of the input, from 0.
    pub at: usize,
    /// The broken rule.
    pub why: Illegal,
}

impl Game {
    /// A new game with the deck of a seed.
    pub fn new(setup: &Setup, seed: impl Into<Seed>) -> Result<Game, BadSetup> {
        Ok(Game::at(Position::new(setup)?, seed))
    }

    /// A game that goes on from a position, with its bag as full as it is there.
    pub fn at(start: impl Into<Arc<Position>>, seed: impl Into<Seed>) -> Game {
        let (start, seed) = (start.into(), seed.into());
        let position = Position::clone(&start);
        let deck = Deck::new(seed, &position);
        Game { start, seed, position, deck, inputs: Vec::new(), kept: None }
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All inputs so far, the draws among them.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.position.to_act(), ToAct::Over(_))
    }

    /// The tile that the deck gives next, which stays where it is; `None` if no tile is to be drawn now.
    ///
    /// ```
    /// let game = chance::Game::new(&rules::Setup::base(2), 7).unwrap();
    /// assert_eq!(game.next_draw(), game.next_draw());
    /// ```
    pub fn next_draw(&self) -> Option<Kind> {
        self.deck.peek(&self.position)
    }

    /// Draws the next tile; `None`, and nothing happens, if no tile is to be drawn now.
    pub fn draw(&mut self, sink: &mut impl Sink) -> Option<Kind> {
        let kind = self.next_draw()?;
        let drawn = self.apply(Input::Draw(kind), sink);
        debug_assert!(drawn.is_ok(), "the deck gives tiles that are in the bag");
        drawn.is_ok().then_some(kind)
    }

    /// Feeds an input, a draw by somebody else among them. An illegal one changes nothing.
    pub fn apply(&mut self, input: Input, sink: &mut impl Sink) -> Result<(), Illegal> {
        self.deck.apply(&mut self.position, input, sink)?;
        self.inputs.push(input);
        Ok(())
    }

    /// Feeds inputs, all or none, and says what happened; `None` is the draw of the tile that the deck has next.
    ///
    /// ```
    /// use rules::{Input, Seat, Setup};
    /// let mut game = chance::Game::new(&Setup::base(2), 7).unwrap();
    /// let wrong = game.apply_all([None, Some(Input::Retire(Seat(5)))]);
    /// assert_eq!(wrong.unwrap_err().at, 1);
    /// assert!(game.inputs().is_empty());
    /// assert!(!game.apply_all([None]).unwrap().is_empty());
    /// ```
    pub fn apply_all(
        &mut self,
        inputs: impl IntoIterator<Item = Option<Input>>,
    ) -> Result<Vec<Event>, Refused> {
        let (mut next, mut events) = (self.clone(), Vec::new());
        for (at, input) in inputs.into_iter().enumerate() {
            let input = input.or_else(|| next.next_draw().map(Input::Draw));
            let input = input.ok_or_else(|| next.nothing_to_draw());
            input.and_then(|input| next.apply(input, &mut events)).map_err(|why| Refused { at, why })?;
        }
        *self = next;
        Ok(events)
    }

    fn nothing_to_draw(&self) -> Illegal {
        if self.is_over() { Illegal::GameOver } else { Illegal::NotNow(self.position.phase()) }
    }

    /// Takes back the last `inputs` inputs, or all there are; the deck gives the same tiles again.
    pub fn undo(&mut self, inputs: usize) {
        if inputs == 0 {
            return;
        }
        self.inputs.truncate(self.inputs.len().saturating_sub(inputs));
        self.position.copy_from(&self.start);
        self.deck = Deck::new(self.seed, &self.start);
        if let Some(kept) = &self.kept {
            self.deck.arrange(kept.clone());
        }
        for input in &self.inputs {
            let again = self.deck.apply(&mut self.position, *input, &mut ());
            debug_assert!(again.is_ok(), "what was legal once is legal again");
        }
    }

    /// Makes the tiles drawn so far come again in the same order when they are taken back, whoever drew them.
    pub fn keep_draws(&mut self) {
        let drawn = self.inputs.iter().filter_map(|input| match input {
            Input::Draw(kind) => Some(*kind),
            Input::Act(_) | Input::Retire(_) | Input::EndNow => None,
        });
        self.kept = Some(drawn.chain(self.deck.arranged()).collect());
    }

    /// Plays the game once more from its start: `see` is shown each input with what came of it.
    pub fn replay(&self, mut see: impl FnMut(Input, &[Event])) {
        let (mut position, mut events) = (Position::clone(&self.start), Vec::new());
        for input in &self.inputs {
            events.clear();
            let again = position.apply(*input, &mut events);
            debug_assert!(again.is_ok(), "what was legal once is legal again");
            see(*input, &events);
        }
    }

    /// What has happened since the first `inputs` inputs.
    pub fn events_since(&self, inputs: usize) -> Vec<Event> {
        let (mut all, mut before) = (Vec::new(), 0);
        self.replay(|_, events| {
            if before >= inputs {
                all.extend_from_slice(events);
            }
            before += 1;
        });
        all
    }
}
