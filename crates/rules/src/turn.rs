//! A turn, step by step, in the order of the rule book.

use crate::action::Action;
use crate::board::Placed;
use crate::event::{Ending, Event, Extra, Phase, Pile, Sink};
use crate::figure::{Figure, Seat};
use crate::geometry::{Cell, Rotation, Spot};
use crate::position::Position;
use crate::ruleset::Turned;
use crate::setup::DragonMoves;
use crate::tile::{Kind, Mark};

impl Position {
    /// Does what the seat to act has decided.
    #[inline]
    pub(crate) fn act(&mut self, action: Action, sink: &mut impl Sink) {
        if let Action::Place { .. } = action {
            self.place(action, sink);
        } else if matches!(action, Action::Pass) && self.state.phase == Phase::Figure {
            self.after_figure_step(sink);
        } else if let Action::Deploy { figure, spot } = action {
            self.deploy_at(figure, spot, sink);
        } else {
            self.act_specially(action, sink);
        }
    }

    /// The actions that only some parts have, which the base game does not pay for.
    #[inline(never)]
    fn act_specially(&mut self, action: Action, sink: &mut impl Sink) {
        match action {
            Action::Evict { spot } => self.evict(spot, sink),
            Action::MoveFairy { cell, segment } => self.move_fairy(cell, segment, sink),
            Action::MoveDragon { side } => return self.move_dragon(side, sink),
            Action::TakeExtra => return self.begin_extra(sink),
            Action::Pass => return self.next_turn(sink),
            Action::Place { .. } | Action::Deploy { .. } => return,
        }
        self.after_figure_step(sink);
    }

    #[inline(never)]
    fn deploy_at(&mut self, figure: Figure, spot: Spot, sink: &mut impl Sink) {
        self.deploy(self.state.turn, figure, spot, sink);
        self.after_figure_step(sink);
    }

    /// Step 2: a tile is drawn.
    #[inline]
    pub(crate) fn draw_tile(&mut self, kind: Kind, pile: Pile, sink: &mut impl Sink) {
        if self.must_be_held_back(self.table(kind).mark) || !self.fits_on_table(kind) {
            return self.draw_in_vain(kind, pile, sink);
        }
        self.take_in_hand(kind, pile, sink);
        self.now(Phase::Place, sink);
    }

    #[inline]
    fn take_in_hand(&mut self, kind: Kind, pile: Pile, sink: &mut impl Sink) {
        self.bag.take(kind, pile);
        self.state.hand = Some(kind);
        self.emit(sink, || Event::Drew { kind });
    }

    /// A tile that cannot be laid makes room for another.
    #[cold]
    #[inline(never)]
    fn draw_in_vain(&mut self, kind: Kind, pile: Pile, sink: &mut impl Sink) {
        self.take_in_hand(kind, pile, sink);
        if self.must_be_held_back(self.table(kind).mark) {
            self.hold_back(kind, sink);
        } else {
            self.discard_unfit(kind, pile, sink);
        }
        if self.bag.is_empty() {
            self.finish(Ending::NothingFits, sink);
        } else {
            self.await_draw(sink);
        }
    }

    /// Step 3: the tile is laid.
    #[inline(never)]
    fn place(&mut self, action: Action, sink: &mut impl Sink) {
        let Action::Place { cell, rotation } = action else { return };
        let Some(kind) = self.state.hand.take() else { return };
        self.lay(cell, kind, rotation);
        let seat = self.state.turn;
        self.emit(sink, || Event::Placed { seat, kind, cell, rotation });
        self.put_aside_back(sink);
        if self.rules.special {
            self.call_dragon(sink);
            self.note_builder(sink);
        }
        self.now(Phase::Figure, sink);
    }

    /// After step 4. Step 5, the dragon's walk, comes before or after scoring.
    #[inline(never)]
    pub(crate) fn after_figure_step(&mut self, sink: &mut impl Sink) {
        if self.rules.special {
            return self.after_special_figure_step(sink);
        }
        self.score_completed(sink);
        if self.pass_on(sink) {
            self.await_draw(sink);
        }
    }

    #[inline(never)]
    fn after_special_figure_step(&mut self, sink: &mut impl Sink) {
        if !self.walks(DragonMoves::BeforeScoring, sink) {
            self.score_step(sink);
        }
    }

    /// Step 6: what the tile completed is scored.
    #[inline(never)]
    fn score_step(&mut self, sink: &mut impl Sink) {
        self.score_completed(sink);
        if !self.walks(DragonMoves::AfterScoring, sink) {
            self.end_tile(sink);
        }
    }

    /// Whether the dragon sets out at this time.
    #[inline]
    fn walks(&mut self, now: DragonMoves, sink: &mut impl Sink) -> bool {
        self.rules.setup.knobs.dragon_moves == now && self.is_mark(Mark::Dragon) && self.wake_dragon(sink)
    }

    /// The dragon has walked.
    pub(crate) fn after_walk(&mut self, sink: &mut impl Sink) {
        match self.rules.setup.knobs.dragon_moves {
            DragonMoves::BeforeScoring => self.score_step(sink),
            DragonMoves::AfterScoring => self.end_tile(sink),
        }
    }

    /// Step 7: a second tile, or the next player.
    #[inline]
    fn end_tile(&mut self, sink: &mut impl Sink) {
        if self.state.extra == Extra::Earned && !self.bag.is_empty() && !self.is_retired(self.state.turn) {
            return self.offer_extra(sink);
        }
        self.next_turn(sink);
    }

    /// Step 1 of the next seat's turn, if there is a tile for it.
    #[inline]
    pub(crate) fn next_turn(&mut self, sink: &mut impl Sink) {
        if !self.pass_on(sink) {
            return;
        }
        self.state.extra = Extra::No;
        if self.state.fairy.is_some() {
            self.score_fairy_turn(sink);
        }
        self.await_draw(sink);
    }

    /// The turn passes to the next seat, or the game ends if no tile is left. Whether it goes on.
    #[inline]
    fn pass_on(&mut self, sink: &mut impl Sink) -> bool {
        if self.bag.is_empty() {
            self.finish(Ending::NoTiles, sink);
            return false;
        }
        let seat = self.seat_after(self.state.turn);
        self.state.turn = seat;
        self.emit(sink, || Event::TurnBegan { seat });
        true
    }

    /// The next seat in turn order that has not retired.
    #[inline]
    pub(crate) fn seat_after(&self, seat: Seat) -> Seat {
        let mut next = self.left_of(seat);
        while self.state.retired != 0 && self.is_retired(next) && next != seat {
            next = self.left_of(next);
        }
        next
    }

    #[inline]
    fn left_of(&self, seat: Seat) -> Seat {
        if seat.0 + 1 >= self.rules.setup.seats { Seat(0) } else { Seat(seat.0 + 1) }
    }

    #[inline]
    pub(crate) fn await_draw(&mut self, sink: &mut impl Sink) {
        self.now(Phase::Draw { pile: self.bag.pile() }, sink);
    }

    #[inline]
    pub(crate) fn now(&mut self, phase: Phase, sink: &mut impl Sink) {
        self.state.phase = phase;
        self.emit(sink, || Event::Now(phase));
    }

    /// The game is broken off: what lies is scored, then the end (B-ENDNOW, B-RETIRE).
    pub(crate) fn stop(&mut self, ending: Ending, sink: &mut impl Sink) {
        self.put_hand_back(sink);
        if let Phase::Dragon { .. } = self.state.phase {
            self.rest_dragon(sink);
        }
        if self.is_unscored() {
            self.score_completed(sink);
        }
        self.finish(ending, sink);
    }

    #[inline(never)]
    fn finish(&mut self, ending: Ending, sink: &mut impl Sink) {
        self.state.phase = Phase::Over(ending);
        let points = self.final_scoring(sink);
        for (score, more) in self.state.scores.iter_mut().zip(points) {
            *score += more;
        }
        self.now(Phase::Over(ending), sink);
    }

    pub(crate) fn lay_start(&mut self) {
        let start = self.rules.start;
        self.lay(Cell::ORIGIN, start, Rotation::NONE);
    }

    /// Puts a tile on the table and joins its segments to those beside it.
    #[inline(always)]
    pub(crate) fn lay(&mut self, cell: Cell, kind: Kind, rotation: Rotation) {
        let rules = &*self.rules;
        let table = &rules.kinds[kind.index()];
        let turned = Turned::new(kind, rotation);
        let ours = &rules.joints[turned.index()];
        let first = self.land.add(self.board.tiles.len() as u16, table);
        let faces = table.faces[usize::from(rotation.quarters() & 3)];
        let land = &mut self.land;
        self.board.lay(Placed::new(cell, turned, first), faces, |side, other| {
            let theirs = &rules.joints[other.turned.index()][side.opposite().index()];
            land.join(first, &ours[side.index()], other.segment(0), theirs);
        });
        if table.pile != Pile::Main {
            self.follow_river(cell, kind, rotation);
        }
    }
}
