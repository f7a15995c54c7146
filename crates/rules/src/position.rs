//! A position of a game: what is on the table and in the bag, and whose decision comes next.

use crate::action::{Action, Input, Turn};
use crate::bag::Bag;
use crate::board::{Board, Placed};
use crate::catalogue::Catalogue;
use crate::dragon::Dragon;
use crate::event::{Event, Extra, Phase, Sink, ToAct};
use crate::fairy::FairyAt;
use crate::figure::{MAX_SEATS, Seat};
use crate::geometry::{Cell, Spot};
use crate::goods::{self, Tokens};
use crate::illegal::Illegal;
use crate::land::Land;
use crate::river::River;
use crate::ruleset::{KindTable, Ruleset};
use crate::setup::{BadSetup, Setup};
use crate::supply::{self, Pieces};
use crate::tile::{FeatureKind, Kind};
use crate::view::{Laid, View};
use std::sync::Arc;

/// A position: valid, complete, and without anything hidden or random.
///
/// ```
/// use rules::{Action, Kind, Position, Setup, ToAct};
/// let mut position = Position::new(&Setup::base(2)).unwrap();
/// assert_eq!(position.to_act(), ToAct::Chance);
/// position.draw(Kind::named("U").unwrap(), &mut ()).unwrap();
/// let mut actions = Vec::new();
/// position.legal_actions(&mut actions);
/// assert_eq!(actions.len(), 6);
/// position.play(actions[0], &mut ()).unwrap();
/// position.play(Action::Pass, &mut ()).unwrap();
/// ```
#[derive(Debug)]
pub struct Position {
    pub(crate) rules: Arc<Ruleset>,
    pub(crate) board: Board,
    pub(crate) land: Land,
    pub(crate) bag: Bag,
    pub(crate) pieces: Pieces,
    pub(crate) state: State,
}

/// The part of a position that has the same size in every game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub scores: [u32; MAX_SEATS],
    pub goods: Tokens,
    pub dragon: Dragon,
    pub fairy: Option<FairyAt>,
    pub river: River,
    /// One bit a seat.
    pub retired: u8,
    pub turn: Seat,
    pub phase: Phase,
    pub extra: Extra,
    pub hand: Option<Kind>,
}

impl Position {
    /// The first position of a game: seat 1's turn has begun and a tile is to be drawn.
    pub fn new(setup: &Setup) -> Result<Position, BadSetup> {
        Position::with_catalogue(setup, Catalogue::shipped())
    }

    /// The same with other tiles; for tests.
    #[doc(hidden)]
    pub fn with_catalogue(setup: &Setup, catalogue: &Arc<Catalogue>) -> Result<Position, BadSetup> {
        let rules = Arc::new(Ruleset::new(setup, catalogue)?);
        match &setup.start {
            Some(view) => Ok(Position::from_view(rules, view)?),
            None => Ok(Position::first(rules)),
        }
    }

    fn first(rules: Arc<Ruleset>) -> Position {
        let mut position = Position::blank(rules);
        position.lay_start();
        position.state.phase = Phase::Draw { pile: position.bag.pile() };
        position
    }

    /// An empty table with a full bag.
    pub(crate) fn blank(rules: Arc<Ruleset>) -> Position {
        let bag = Bag::new(&rules);
        let state = State {
            scores: [0; MAX_SEATS],
            goods: goods::NONE,
            dragon: Dragon::default(),
            fairy: None,
            river: River::default(),
            retired: 0,
            turn: Seat(0),
            phase: Phase::Draw { pile: bag.pile() },
            extra: Extra::No,
            hand: None,
        };
        let (board, land) = (Board::new(&rules), Land::new(rules.segments));
        Position { board, land, bag, pieces: Pieces::NEW, state, rules }
    }

    /// The setup it was made from.
    pub fn setup(&self) -> &Setup {
        &self.rules.setup
    }

    /// The tiles it is played with.
    pub fn catalogue(&self) -> &Catalogue {
        &self.rules.catalogue
    }

    /// Who has to do something next.
    pub fn to_act(&self) -> ToAct {
        match self.state.phase {
            Phase::Draw { .. } => ToAct::Chance,
            Phase::Place | Phase::Figure | Phase::Extra => ToAct::Seat(self.state.turn),
            Phase::Dragon { mover, .. } => ToAct::Seat(mover),
            Phase::Over(ending) => ToAct::Over(ending),
        }
    }

    /// What is awaited.
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Whose turn it is (in a dragon walk, not always who acts).
    pub fn turn(&self) -> Seat {
        self.state.turn
    }

    /// Whether a second tile is due.
    pub fn extra(&self) -> Extra {
        self.state.extra
    }

    /// The tile in hand.
    pub fn hand(&self) -> Option<Kind> {
        self.state.hand
    }

    /// The seats of the game, in the order of play.
    ///
    /// ```
    /// use rules::{Position, Seat, Setup};
    /// let position = Position::new(&Setup::base(3)).unwrap();
    /// assert!(position.seats().eq([Seat(0), Seat(1), Seat(2)]));
    /// ```
    pub fn seats(&self) -> impl ExactSizeIterator<Item = Seat> + Clone + use<> {
        (0..self.rules.setup.seats).map(Seat)
    }

    /// Points of each seat so far: as many numbers as there are seats.
    pub fn scores(&self) -> &[u32] {
        &self.state.scores[..self.rules.seats()]
    }

    /// The laid tiles, in the order they were laid.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = Laid> + '_ {
        self.board.tiles.iter().map(|placed| Laid {
            cell: placed.cell,
            kind: placed.kind(),
            rotation: placed.rotation(),
        })
    }

    /// The kinds, with counts, that the next draw is taken from: the river, then the lake, then all others.
    /// Empty when no more tile can be drawn in this turn.
    pub fn bag(&self) -> impl Iterator<Item = (Kind, u16)> + '_ {
        let pile = self.bag.pile();
        let kinds = self.rules.kinds().filter(move |kind| self.table(*kind).pile == pile);
        kinds.map(|kind| (kind, self.bag.left(kind))).filter(|(_, count)| *count > 0)
    }

    /// How many tiles [`Position::bag`] holds.
    pub fn bag_size(&self) -> u16 {
        self.bag.size()
    }

    /// How many tiles are still in the bag, those that can't be drawn yet included.
    ///
    /// ```
    /// use rules::{Position, Setup, TileSet};
    /// let position = Position::new(&Setup::new(2, &[TileSet::Base, TileSet::River])).unwrap();
    /// assert_eq!(position.tiles_left(), position.view().left.total());
    /// assert!(position.tiles_left() > position.bag_size().into());
    /// ```
    pub fn tiles_left(&self) -> u32 {
        self.bag.total()
    }

    /// The kind of the `n`th tile of [`Position::bag`], counted from 0 with equal tiles side by side: with a
    /// random `n` below [`Position::bag_size`], a fair draw.
    ///
    /// ```
    /// let position = rules::Position::new(&rules::Setup::base(2)).unwrap();
    /// assert_eq!(position.bag_size(), 71);
    /// assert!(position.nth_in_bag(70).is_some() && position.nth_in_bag(71).is_none());
    /// ```
    pub fn nth_in_bag(&self, n: u16) -> Option<Kind> {
        let mut before = 0;
        let found = self.bag().find(|(_, count)| {
            before += count;
            n < before
        });
        found.map(|(kind, _)| kind)
    }

    /// Feeds one input: checked, all or nothing.
    pub fn apply(&mut self, input: Input, sink: &mut impl Sink) -> Result<(), Illegal> {
        match input {
            Input::Act(action) => self.play(action, sink),
            Input::Draw(kind) => self.draw(kind, sink),
            Input::Retire(seat) => {
                self.check_retire(seat)?;
                self.retire(seat, sink);
                Ok(())
            }
            Input::EndNow => {
                self.check_running()?;
                self.stop(crate::event::Ending::Agreed, sink);
                Ok(())
            }
        }
    }

    /// The seat to act does this.
    pub fn play(&mut self, action: Action, sink: &mut impl Sink) -> Result<(), Illegal> {
        self.check(action)?;
        self.act(action, sink);
        Ok(())
    }

    /// Plays an action known to be legal (one that [`Position::legal_actions`] listed). An illegal one may
    /// panic or leave a position that no game reaches.
    #[inline]
    pub fn play_unchecked(&mut self, action: Action) {
        self.act(action, &mut ());
    }

    /// Chance draws a tile of this kind, one of [`Position::bag`].
    #[inline]
    pub fn draw(&mut self, kind: Kind, sink: &mut impl Sink) -> Result<(), Illegal> {
        let pile = self.check_draw(kind)?;
        self.draw_tile(kind, pile, sink);
        Ok(())
    }

    /// All complete placements of the tile in hand with their figure choice, equal rotations merged.
    /// `scratch` is overwritten; any position of the same setup will do.
    pub fn turns(&self, scratch: &mut Position, turns: &mut Vec<Turn>) {
        turns.clear();
        let (mut places, mut figures) = (Vec::new(), Vec::new());
        self.list_distinct(&mut places);
        for place in places {
            scratch.copy_from(self);
            scratch.play_unchecked(place);
            scratch.legal_actions(&mut figures);
            turns.extend(figures.iter().map(|then| Turn { place, then: *then }));
        }
    }

    /// Becomes a copy of another position; without allocating if one of them was cloned from the other, or both
    /// from a third: then they share their tables.
    pub fn copy_from(&mut self, other: &Position) {
        if !Arc::ptr_eq(&self.rules, &other.rules) {
            *self = other.clone();
            return;
        }
        self.board.copy_from(&other.board);
        self.land.copy_from(&other.land);
        self.bag.copy_from(&other.bag);
        self.pieces = other.pieces;
        self.state = other.state;
    }

    /// The bytes a position occupies and a copy moves at most.
    pub fn bytes(&self) -> usize {
        size_of::<Position>() + self.board.bytes() + self.land.bytes() + self.bag.bytes()
    }

    #[inline]
    pub(crate) fn emit<S: Sink>(&self, sink: &mut S, event: impl FnOnce() -> Event) {
        if S::ON {
            sink.put(event());
        }
    }

    #[inline]
    pub(crate) fn table(&self, kind: Kind) -> &KindTable {
        &self.rules.kinds[kind.index()]
    }

    /// The spot of a laid segment.
    #[inline]
    pub(crate) fn spot(&self, segment: u16) -> Spot {
        let placed = &self.board.tiles[usize::from(self.land.tile(segment))];
        Spot { cell: placed.cell, segment: placed.number(segment) }
    }

    /// The cell of a laid segment.
    #[inline]
    pub(crate) fn cell_of(&self, segment: u16) -> Cell {
        self.board.tiles[usize::from(self.land.tile(segment))].cell
    }

    /// The tile at a cell: mostly the one laid last.
    #[inline]
    pub(crate) fn placed_at(&self, cell: Cell) -> Option<&Placed> {
        match self.board.tiles.last() {
            Some(last) if last.cell == cell => Some(last),
            _ => self.older_at(cell),
        }
    }

    #[inline(never)]
    fn older_at(&self, cell: Cell) -> Option<&Placed> {
        self.board.tile_at(cell).map(|tile| &self.board.tiles[usize::from(tile)])
    }

    /// The laid segment at a spot.
    #[inline]
    pub(crate) fn segment_at(&self, spot: Spot) -> Option<u16> {
        let placed = self.placed_at(spot.cell)?;
        let segments = self.table(placed.kind()).segments;
        (spot.segment < segments).then(|| placed.segment(spot.segment))
    }

    #[inline]
    pub(crate) fn feature_kind(&self, segment: u16) -> FeatureKind {
        let placed = &self.board.tiles[usize::from(self.land.tile(segment))];
        self.table(placed.kind()).features[placed.index(segment)]
    }

    /// The tile whose figure step, dragon walk or scoring is under way.
    pub(crate) fn fresh_tile(&self) -> Option<&Placed> {
        match self.state.phase {
            Phase::Figure | Phase::Dragon { .. } => Some(self.board.last()),
            Phase::Draw { .. } | Phase::Place | Phase::Extra | Phase::Over(_) => None,
        }
    }

    /// What anyone can see.
    pub fn view(&self) -> View {
        let state = &self.state;
        let [left, held, aside, removed] = self.bag.tallies();
        View {
            seats: self.rules.setup.seats,
            tiles: self.tiles().collect(),
            pieces: supply::view(self),
            supply: self.supplies(),
            scores: state.scores,
            goods: state.goods,
            retired: self.retirements(),
            dragon: self.dragon(),
            visited: self.visited().collect(),
            fairy: self.fairy(),
            left,
            held,
            aside,
            removed,
            hand: state.hand,
            turn: state.turn,
            extra: state.extra,
            phase: state.phase,
        }
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            rules: self.rules.clone(),
            board: self.board.clone(),
            land: self.land.clone(),
            bag: self.bag.clone(),
            pieces: self.pieces,
            state: self.state,
        }
    }

    fn clone_from(&mut self, other: &Position) {
        self.copy_from(other);
    }
}

/// Two positions are equal if the rules are the same and no one can see a difference, whatever the order in
/// which the tiles were laid.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let rules = |position: &Position| {
            let setup = position.setup();
            (setup.seats, setup.parts, setup.knobs, setup.allotments())
        };
        let sorted = |position: &Position| {
            let mut view = position.view();
            view.tiles.sort_unstable();
            view
        };
        self.key() == other.key()
            && rules(self) == rules(other)
            && self.fresh_tile().map(|placed| placed.cell) == other.fresh_tile().map(|placed| placed.cell)
            && sorted(self) == sorted(other)
    }
}

impl Eq for Position {}
