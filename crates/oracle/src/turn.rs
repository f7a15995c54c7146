//! A game from input to input, in the order of the rule book.

use crate::Oracle;
use crate::flood::holds;
use crate::piles;
use rules::{
    Action, Cell, DragonMoves, Ending, Event, Extra, ExtraTile, FeatureKind, Input, Kind, Mark, Phase, Pile,
    Place, Pool, RemovalReason, Rotation, Seat, Tally, Unfit,
};

impl Oracle {
    /// Feeds a legal input and tells what happens.
    pub fn apply(&mut self, input: Input) -> Vec<Event> {
        match input {
            Input::Act(action) => self.act(action),
            Input::Draw(kind) => self.draw(kind),
            Input::Retire(seat) => self.retire(seat),
            Input::EndNow => self.break_off(Ending::Agreed),
        }
        std::mem::take(&mut self.events)
    }

    fn act(&mut self, action: Action) {
        let seat = self.view.turn;
        match action {
            Action::Place { cell, rotation } => self.place(cell, rotation),
            Action::MoveDragon { side } => {
                if !self.dragon_step(side) {
                    self.walk_done();
                }
            }
            Action::TakeExtra => self.begin_extra(),
            Action::Pass => match self.view.phase {
                Phase::Extra => self.turn_done(),
                Phase::Figure => self.figure_done(),
                phase @ (Phase::Draw { .. } | Phase::Place | Phase::Dragon { .. } | Phase::Over(_)) => {
                    panic!("nobody passes in {phase:?}")
                }
            },
            Action::Deploy { figure, spot } => {
                self.tell(Event::Deployed { seat, figure, place: Place::Segment(spot) });
                self.figure_done();
            }
            Action::MoveFairy { cell, segment } => {
                self.tell(Event::FairyMoved { seat, cell, segment });
                self.figure_done();
            }
            Action::Evict { spot } => {
                let knight = self.view.pieces_at(spot).iter().copied().find(|piece| holds(piece.figure));
                self.send_home(knight.expect("a knight stands there"), RemovalReason::Evicted);
                self.lonely_leave();
                self.figure_done();
            }
        }
    }

    fn draw(&mut self, kind: Kind) {
        self.tell(Event::Drew { kind });
        let shows_dragon = self.catalogue.tile(kind).mark == Some(Mark::Dragon);
        if self.setup.parts.dragon && shows_dragon && self.view.dragon.is_none() {
            self.tell(Event::HeldBack { kind });
        } else if self.placements(kind).is_empty() {
            self.lay_off(kind);
        } else {
            return self.tell(Event::Now(Phase::Place));
        }
        match self.pile() {
            Some(pile) => self.tell(Event::Now(Phase::Draw { pile })),
            None => self.finish(Ending::NothingFits),
        }
    }

    fn lay_off(&mut self, kind: Kind) {
        let of_river = piles::pile_of(&self.catalogue, kind) != Pile::Main;
        if of_river || self.setup.knobs.unfit == Unfit::Remove {
            self.tell(Event::Removed { kind });
        } else {
            self.tell(Event::SetAside { kind });
        }
    }

    fn place(&mut self, cell: Cell, rotation: Rotation) {
        let kind = self.view.hand.expect("a tile is in hand");
        self.tell(Event::Placed { seat: self.view.turn, kind, cell, rotation });
        self.put_back(self.view.aside.clone(), Pool::Aside);
        if self.setup.parts.dragon && self.fresh().mark == Some(Mark::Volcano) {
            self.tell(Event::DragonCame { cell });
            self.put_back(self.view.held.clone(), Pool::Held);
        }
        if self.earns_extra(cell) {
            self.tell(Event::ExtraEarned { seat: self.view.turn });
        }
        self.tell(Event::Now(Phase::Figure));
    }

    fn put_back(&mut self, tiles: Tally, from: Pool) {
        for (kind, count) in tiles.iter() {
            self.tell(Event::PutBack { kind, count, from });
        }
    }

    /// Whether the tile just laid extends a road or city with the own builder (T-BUILD-2).
    fn earns_extra(&self, cell: Cell) -> bool {
        let spots = self.board().spots_at(cell);
        let mut features = spots.into_iter().filter_map(|spot| self.feature(spot));
        self.view.extra == Extra::No
            && features
                .any(|feature| feature.kind != FeatureKind::Field && feature.has_helper(self.view.turn))
    }

    fn figure_done(&mut self) {
        if self.walks_before_scoring() {
            if !self.walk_begins() {
                self.score_fresh();
                self.placement_done();
            }
        } else {
            self.score_fresh();
            if !self.walk_begins() {
                self.placement_done();
            }
        }
    }

    fn walk_done(&mut self) {
        if self.walks_before_scoring() {
            self.score_fresh();
        }
        self.placement_done();
    }

    fn walks_before_scoring(&self) -> bool {
        self.setup.knobs.dragon_moves == DragonMoves::BeforeScoring
    }

    fn placement_done(&mut self) {
        let plays_on = !self.view.retired[self.view.turn.index()] && self.pile().is_some();
        if self.view.extra != Extra::Earned || !plays_on {
            return self.turn_done();
        }
        match self.setup.knobs.extra_tile {
            ExtraTile::Always => self.begin_extra(),
            ExtraTile::May => self.tell(Event::Now(Phase::Extra)),
        }
    }

    fn begin_extra(&mut self) {
        let pile = self.pile().expect("a second tile is offered only if there is one");
        self.tell(Event::ExtraBegan { seat: self.view.turn });
        self.tell(Event::Now(Phase::Draw { pile }));
    }

    fn turn_done(&mut self) {
        let Some(pile) = self.pile() else { return self.finish(Ending::NoTiles) };
        self.tell(Event::TurnBegan { seat: self.seat_after(self.view.turn) });
        self.score_fairy_turn();
        self.tell(Event::Now(Phase::Draw { pile }));
    }

    fn retire(&mut self, seat: Seat) {
        self.tell(Event::Retired { seat });
        let playing = (0..self.view.seats).filter(|seat| !self.view.retired[usize::from(*seat)]).count();
        if playing <= 1 {
            return self.break_off(Ending::Retired);
        }
        match self.view.phase {
            Phase::Dragon { steps, mover } if mover == seat => {
                let mover = self.seat_after(seat);
                self.tell(Event::Now(Phase::Dragon { steps, mover }));
            }
            Phase::Figure if self.view.turn == seat => self.figure_done(),
            Phase::Draw { .. } | Phase::Place | Phase::Extra if self.view.turn == seat => self.give_up_turn(),
            // Nothing else is awaited than before.
            Phase::Draw { .. }
            | Phase::Place
            | Phase::Figure
            | Phase::Dragon { .. }
            | Phase::Extra
            | Phase::Over(_) => {}
        }
    }

    fn give_up_turn(&mut self) {
        if let Some(kind) = self.view.hand {
            self.tell(Event::PutBack { kind, count: 1, from: Pool::Hand });
        }
        self.put_back(self.view.aside.clone(), Pool::Aside);
        self.turn_done();
    }
}
