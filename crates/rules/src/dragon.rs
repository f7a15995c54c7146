//! The dragon: called by volcanoes, walked by all players, feared by figures (D-VOLC, D-MOVE).

use crate::board::Placed;
use crate::event::{Event, Phase, RemovalReason, Sink};
use crate::figure::Seat;
use crate::geometry::{Cell, Side};
use crate::history::spots;
use crate::illegal::Illegal;
use crate::impossible::{BadPosition, Contradiction};
use crate::key::{self, Mixer};
use crate::notation::Fault;
use crate::notation::error::Flaw;
use crate::notation::fields::{Fields, LIST};
use crate::notation::position::LineWriter;
use crate::notation::word::{self, list};
use crate::piece::PieceSet;
use crate::position::Position;
use crate::start::demand;
use crate::tile::Mark;
use crate::view::{Laid, View};

/// Moves in one walk.
pub(crate) const STEPS: u8 = 6;

/// In place of a tile that the dragon has not come to yet.
const NOWHERE: u16 = u16::MAX;

/// Where the dragon is, by tile numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dragon {
    pub at: Option<u16>,
    /// The walk under way from its starting tile on, then nowhere. One longer than it can get, so that it is
    /// searched at once.
    walk: [u16; STEPS as usize + 2],
    walked: u8,
}

impl Default for Dragon {
    fn default() -> Dragon {
        Dragon { at: None, walk: [NOWHERE; STEPS as usize + 2], walked: 0 }
    }
}

impl Dragon {
    /// The tiles visited in the walk under way, its starting tile first.
    pub fn visited(&self) -> &[u16] {
        &self.walk[..usize::from(self.walked)]
    }

    #[inline]
    pub fn has_visited(&self, tile: u16) -> bool {
        self.walk.iter().fold(false, |visited, at| visited | (*at == tile))
    }

    fn visit(&mut self, tile: u16) {
        self.at = Some(tile);
        self.walk[usize::from(self.walked)] = tile;
        self.walked += 1;
    }

    /// A dragon in the middle of a walk, for positions read from text.
    fn walking(visited: impl Iterator<Item = u16>) -> Dragon {
        let mut dragon = Dragon::default();
        visited.take(STEPS as usize + 1).for_each(|tile| dragon.visit(tile));
        dragon
    }

    /// Moves left after those made.
    pub fn steps_left(&self) -> u8 {
        STEPS + 1 - self.walked
    }
}

impl Position {
    /// Where the dragon is, once a volcano has called it.
    ///
    /// ```
    /// let text = "seats=2 sets=base;dragon tiles=D@0,0;dragon-01@0,-1 dragon=0,-1 turn=2 phase=draw";
    /// let position = rules::notation::parse_position(text).unwrap();
    /// assert_eq!(position.dragon(), Some(rules::Cell::new(0, -1)));
    /// assert_eq!(position.visited().count(), 0);
    /// ```
    pub fn dragon(&self) -> Option<Cell> {
        self.state.dragon.at.map(|tile| self.board.tiles[usize::from(tile)].cell)
    }

    /// The tiles the dragon visited in the walk under way, its starting tile first; none between walks.
    pub fn visited(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.state.dragon.visited().iter().map(|tile| self.board.tiles[usize::from(*tile)].cell)
    }

    /// A volcano takes the dragon, and with the first one the tiles held back come into play.
    pub(crate) fn call_dragon(&mut self, sink: &mut impl Sink) {
        let placed = self.board.last();
        if !self.is_mark(Mark::Volcano) {
            return;
        }
        let cell = placed.cell;
        self.state.dragon.at = Some(self.board.tiles.len() as u16 - 1);
        self.emit(sink, || Event::DragonCame { cell });
        self.put_held_back(sink);
    }

    /// D-VOLC-2: dragon tiles wait until the dragon is on the board.
    #[inline]
    pub(crate) fn must_be_held_back(&self, mark: Option<Mark>) -> bool {
        mark == Some(Mark::Dragon) && self.awaits_dragon()
    }

    #[cold]
    fn awaits_dragon(&self) -> bool {
        self.state.dragon.at.is_none()
    }

    /// Whether the tile just laid shows this mark and the mark is in play.
    #[inline]
    pub(crate) fn is_mark(&self, mark: Mark) -> bool {
        self.table(self.board.last().kind()).mark == Some(mark)
    }

    /// The dragon sets out if it is on the board and there is a way to go. Whether a move is awaited.
    #[inline(never)]
    pub(crate) fn wake_dragon(&mut self, sink: &mut impl Sink) -> bool {
        let Some(start) = self.state.dragon.at else { return false };
        self.state.dragon.visit(start);
        self.emit(sink, || Event::DragonWoke);
        let turn = self.state.turn;
        let mover = if self.is_retired(turn) { self.seat_after(turn) } else { turn };
        if self.dragon_can_move() {
            self.now(Phase::Dragon { steps: STEPS, mover }, sink);
            return true;
        }
        self.rest_dragon(sink);
        false
    }

    pub(crate) fn rest_dragon(&mut self, sink: &mut impl Sink) {
        self.state.dragon = Dragon { at: self.state.dragon.at, ..Dragon::default() };
        self.emit(sink, || Event::DragonRested);
    }

    /// One step of the walk: everyone on the tile goes home.
    pub(crate) fn move_dragon(&mut self, side: Side, sink: &mut impl Sink) {
        let Phase::Dragon { mover: seat, .. } = self.state.phase else { return };
        let Ok(tile) = self.dragon_step(side) else { return };
        let cell = self.board.tiles[usize::from(tile)].cell;
        self.state.dragon.visit(tile);
        self.emit(sink, || Event::DragonMoved { seat, cell });
        let eaten = self.edible_on(tile);
        if !eaten.is_empty() {
            self.send_all_home(eaten, RemovalReason::Eaten, sink);
            self.send_lonely_home(sink);
        }
        let steps = self.state.dragon.steps_left();
        if steps > 0 && self.dragon_can_move() {
            self.now(Phase::Dragon { steps, mover: self.seat_after(seat) }, sink);
        } else {
            self.rest_dragon(sink);
            self.after_walk(sink);
        }
    }

    fn edible_on(&self, tile: u16) -> PieceSet {
        self.pieces_on_tile(tile).filtered(move |piece| self.rules.roster.figure(piece).ability().edible)
    }

    pub(crate) fn dragon_can_move(&self) -> bool {
        Side::ALL.into_iter().any(|side| self.dragon_step(side).is_ok())
    }

    /// The tile the dragon would enter on this side, if it may (D-MOVE-2).
    #[inline]
    pub(crate) fn dragon_step(&self, side: Side) -> Result<u16, Illegal> {
        let at = self.state.dragon.at.ok_or(Illegal::NotNow(self.state.phase))?;
        let cell = self.board.tiles[usize::from(at)].cell.step(side);
        let tile = self.board.tile_at(cell).ok_or(Illegal::DragonEmpty(cell))?;
        if self.state.dragon.has_visited(tile) {
            return Err(Illegal::DragonVisited(cell));
        }
        if self.is_fairy_on(tile) { Err(Illegal::DragonFairy(cell)) } else { Ok(tile) }
    }
}

pub(crate) fn fold_came(view: &mut View, cell: Cell) {
    view.dragon = Some(cell);
}

/// The tile it starts from counts as visited.
pub(crate) fn fold_woke(view: &mut View) {
    view.visited.extend(view.dragon);
}

pub(crate) fn fold_moved(view: &mut View, cell: Cell) {
    view.dragon = Some(cell);
    view.visited.push(cell);
}

pub(crate) fn fold_rested(view: &mut View) {
    view.visited.clear();
}

/// Mixes in the walk under way and where the dragon is.
pub(crate) fn hash(position: &Position, mixer: &mut Mixer) {
    let dragon = &position.state.dragon;
    for tile in dragon.visited().iter().chain(&dragon.at) {
        mixer.add(key::cell(position.board.tiles[usize::from(*tile)].cell));
    }
}

/// `dragon=0,-1` and, in a walk, `visited=0,0;0,-1`.
pub(crate) fn write(line: &mut LineWriter, view: &View) {
    line.list("dragon", view.dragon.iter().map(Cell::to_string));
    line.list("visited", view.visited.iter().map(Cell::to_string));
}

pub(crate) fn read(fields: &Fields, view: &mut View) -> Result<(), Flaw> {
    let cell = |item: &str| word::cell(item).ok_or_else(|| Fault::expected("a cell such as 3,-2", item));
    view.dragon = fields.read("dragon", |value| Ok(cell(value)?))?;
    view.visited = fields.read("visited", |value| list(value, LIST, cell))?.unwrap_or_default();
    Ok(())
}

/// Nothing is held back but dragon tiles.
pub(crate) fn check_held(position: &Position, view: &View) -> Result<(), BadPosition> {
    let dragons = view.held.iter().all(|(kind, _)| position.table(kind).mark == Some(Mark::Dragon));
    demand(
        dragons && (view.held.total() == 0 || position.rules.setup.parts.dragon),
        Contradiction::HeldNoDragonTile,
    )
}

/// Dragon tiles that come before the first volcano are held back, they do not leave the game.
pub(crate) fn check_removed(position: &Position, view: &View) -> Result<(), BadPosition> {
    let waits = position.rules.setup.parts.dragon && view.dragon.is_none();
    let is_dragon = |kind| position.table(kind).mark == Some(Mark::Dragon);
    let removed = waits && view.removed.iter().any(|(kind, _)| is_dragon(kind));
    demand(!removed, Contradiction::RemovedNotHeld)
}

pub(crate) fn restore(position: &mut Position, view: &View) -> Result<(), BadPosition> {
    let tile = |cell: &_| position.board.tile_at(*cell);
    let at = view.dragon.as_ref().map(tile);
    demand(at != Some(None), Contradiction::DragonOffTiles)?;
    demand(at.is_none() || position.rules.setup.parts.dragon, Contradiction::NoDragon)?;
    demand(at.is_none() || view.held.total() == 0, Contradiction::HeldTooLong)?;
    demand(view.visited.len() <= usize::from(STEPS), Contradiction::WalkTooLong)?;
    let visited: Vec<u16> = view.visited.iter().filter_map(tile).collect();
    let on_tiles = visited.len() == view.visited.len();
    demand(on_tiles, Contradiction::WalkedOffTiles)?;
    demand(visited.is_empty() || visited.last().copied() == at.flatten(), Contradiction::DragonLeftWalk)?;
    let at = at.flatten();
    position.state.dragon = Dragon::walking(visited.into_iter());
    position.state.dragon.at = at;
    Ok(())
}

/// Nobody is on the dragon's tile.
pub(crate) fn check_eaten(position: &Position) -> Result<(), BadPosition> {
    let eaten = position.state.dragon.at.is_none_or(|tile| position.pieces_on_tile(tile).is_empty());
    demand(eaten, Contradiction::BesideDragon)
}

/// A walk, and nothing else, has visited tiles.
pub(crate) fn check_visited(view: &View) -> Result<(), BadPosition> {
    let walking = matches!(view.phase, Phase::Dragon { .. });
    demand(view.visited.is_empty() != walking, Contradiction::NoWalk)
}

/// A step is awaited: after a dragon tile, and somebody can take it.
pub(crate) fn check_walk(position: &Position, steps: u8, mover: Seat) -> Result<(), BadPosition> {
    let marked = |placed: &Placed| position.table(placed.kind()).mark == Some(Mark::Dragon);
    demand(marked(position.board.last()), Contradiction::NoDragonTile)?;
    demand(steps == position.state.dragon.steps_left(), Contradiction::StepsAndVisited)?;
    let moves = mover.0 < position.rules.setup.seats && !position.is_retired(mover);
    demand(moves && position.dragon_can_move(), Contradiction::NoMover)
}

/// The dragon comes with the first volcano, and its tiles after it.
pub(crate) fn check_start(position: &Position, view: &View) -> Result<(), BadPosition> {
    if !position.rules.setup.parts.dragon {
        return Ok(());
    }
    let mark = |n: usize| position.table(view.tiles[n].kind).mark;
    let first = |wanted| (0..view.tiles.len()).find(|n| mark(*n) == Some(wanted));
    let (volcano, dragon) = (first(Mark::Volcano), first(Mark::Dragon));
    demand(volcano.is_some() == view.dragon.is_some(), Contradiction::DragonAndVolcano)?;
    let after = dragon.is_none_or(|dragon| volcano.is_some_and(|volcano| volcano < dragon));
    demand(after, Contradiction::DragonTileTooEarly)?;
    let fresh = view.tiles.last().map(|laid| laid.cell);
    let there = view.phase == Phase::Figure && view.dragon == fresh;
    let called = view.phase == Phase::Figure && mark(view.tiles.len() - 1) == Some(Mark::Volcano);
    demand(there == called, Contradiction::DragonNotCalled)?;
    let on_volcano =
        |laid: &Laid| Some(laid.cell) == view.dragon && position.table(laid.kind).mark == Some(Mark::Volcano);
    let sent = dragon.is_some() || view.dragon.is_none() || view.tiles.iter().any(on_volcano);
    demand(sent, Contradiction::DragonStrayed)
}

/// A walk goes from tile to tile, never to one twice, never to the fairy's, and leaves nobody behind.
pub(crate) fn check_steps(position: &Position, view: &View) -> Result<(), BadPosition> {
    let beside = |pair: &[Cell]| Side::ALL.iter().any(|side| pair[0].step(*side) == pair[1]);
    demand(view.visited.windows(2).all(beside), Contradiction::WalkLeaps)?;
    let twice = view.visited.iter().enumerate().any(|(n, cell)| view.visited[..n].contains(cell));
    demand(!twice, Contradiction::WalkedTwice)?;
    let fairy = view.fairy.is_some_and(|fairy| view.visited.contains(&fairy.cell));
    demand(!fairy, Contradiction::WalkedToFairy)?;
    let spared = spots(view).any(|spot| view.visited.contains(&spot.cell));
    demand(!spared, Contradiction::SparedByDragon)?;
    let Phase::Dragon { steps, mover } = view.phase else { return Ok(()) };
    let due = Seat((view.turn.0 + STEPS - steps.min(STEPS)) % view.seats);
    demand(position.state.retired != 0 || mover == due, Contradiction::AnotherMover)
}
