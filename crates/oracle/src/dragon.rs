//! The dragon's walk (D-MOVE).

use crate::Oracle;
use rules::{Action, Cell, Event, Mark, Phase, Piece, RemovalReason, Seat, Side};
use std::collections::BTreeSet;

const STEPS: u8 = 6;

impl Oracle {
    /// Everywhere the dragon may go now.
    pub(crate) fn dragon_moves(&self) -> BTreeSet<Action> {
        let Some(dragon) = self.view.dragon else { return BTreeSet::new() };
        let open = Side::ALL.into_iter().filter(|side| self.dragon_may_enter(dragon.step(*side)));
        open.map(|side| Action::MoveDragon { side }).collect()
    }

    fn dragon_may_enter(&self, cell: Cell) -> bool {
        let fairy = self.view.fairy.map(|fairy| fairy.cell);
        self.board().has(cell) && !self.view.visited.contains(&cell) && fairy != Some(cell)
    }

    /// Begins a walk if the fresh tile calls for one; `false` if there is none to wait for.
    pub(crate) fn walk_begins(&mut self) -> bool {
        let called = self.setup.parts.dragon && self.fresh().mark == Some(Mark::Dragon);
        if !called || self.view.dragon.is_none() {
            return false;
        }
        self.tell(Event::DragonWoke);
        let active = self.view.turn;
        let mover = if self.view.retired[active.index()] { self.seat_after(active) } else { active };
        self.walk_goes_on(STEPS, mover)
    }

    /// Waits for the next step if there is one, else ends the walk.
    fn walk_goes_on(&mut self, steps: u8, mover: Seat) -> bool {
        if steps == 0 || self.dragon_moves().is_empty() {
            self.tell(Event::DragonRested);
            return false;
        }
        self.tell(Event::Now(Phase::Dragon { steps, mover }));
        true
    }

    /// One step; `false` if the walk is over.
    pub(crate) fn dragon_step(&mut self, side: Side) -> bool {
        let Phase::Dragon { steps, mover } = self.view.phase else { panic!("no dragon is walking") };
        let cell = self.view.dragon.expect("the dragon is on the board").step(side);
        self.tell(Event::DragonMoved { seat: mover, cell });
        self.everyone_leaves(cell);
        self.lonely_leave();
        self.walk_goes_on(steps - 1, self.seat_after(mover))
    }

    fn everyone_leaves(&mut self, cell: Cell) {
        let there = |piece: &Piece| piece.spot().cell == cell;
        let eaten: Vec<Piece> = self.view.pieces.iter().copied().filter(there).collect();
        eaten.into_iter().for_each(|piece| self.send_home(piece, RemovalReason::Eaten));
    }
}
