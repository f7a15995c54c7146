//! Shows a game from its facts alone, so that a record stays what it was whatever the rules become.

use super::error::RecordError;
use super::fact::Fact;
use super::game::{Game, Step};
use crate::action::{Action, Input};
use crate::dragon::STEPS;
use crate::event::{Event, Phase, Pile};
use crate::figure::Seat;
use crate::geometry::{Cell, Side};
use crate::piece::Place;
use crate::ruleset::pile_of;
use crate::setup::MAX_TILES;
use crate::view::{Laid, View};

impl Game {
    /// Shows what could be seen after each step. Only the table as the game begins comes from today's rules
    /// (or from the start position); no step is judged, and a record that makes no sense shows as nonsense.
    pub fn watch(&self, mut see: impl FnMut(&View, &Step)) -> Result<View, RecordError> {
        let mut view = self.opening()?;
        for (n, step) in self.steps.iter().enumerate() {
            if let Some(event) = input_event(step, &view) {
                view.apply(&event);
            }
            step.facts.iter().for_each(|fact| apply(fact, &mut view));
            view.phase = self.phase_after(n, &view);
            see(&view, step);
        }
        Ok(view)
    }

    /// What was awaited then: what came next tells.
    fn phase_after(&self, n: usize, view: &View) -> Phase {
        let step = &self.steps[n];
        if n + 1 == self.steps.len() {
            return self.outcome.phase;
        }
        if step.facts.iter().any(|fact| matches!(fact, Fact::Turn(_) | Fact::Second(_))) {
            return Phase::Draw { pile: pile(view) };
        }
        if !view.visited.is_empty() {
            let steps = (usize::from(STEPS) + 1).saturating_sub(view.visited.len()) as u8;
            return Phase::Dragon { steps, mover: self.mover_after(n, view) };
        }
        match step.input {
            Input::Draw(_) if view.hand.is_some() => Phase::Place,
            Input::Draw(_) => Phase::Draw { pile: pile(view) },
            Input::Act(Action::Place { .. }) => Phase::Figure,
            Input::Act(
                Action::Deploy { .. }
                | Action::Evict { .. }
                | Action::MoveFairy { .. }
                | Action::MoveDragon { .. }
                | Action::TakeExtra
                | Action::Pass,
            ) => Phase::Extra,
            Input::Retire(_) | Input::EndNow => view.phase,
        }
    }

    /// Who moves the dragon next: the record tells, or else, if it was stopped, the order of the seats.
    fn mover_after(&self, n: usize, view: &View) -> Seat {
        let recorded = self.steps.get(n + 1).and_then(Step::mover);
        let awaited = if let Phase::Dragon { mover, .. } = view.phase { mover } else { view.turn };
        let due = self.steps[n].mover().map_or(awaited.0, |Seat(last)| last.wrapping_add(1));
        let seats = view.seats.max(1);
        let order = (0..seats).map(|offset| Seat((due % seats + offset) % seats));
        let in_order =
            || order.into_iter().find(|seat| !view.retired.get(seat.index()).copied().unwrap_or(true));
        recorded.or_else(in_order).unwrap_or(view.turn)
    }
}

/// The pile that is drawn from.
fn pile(view: &View) -> Pile {
    let piles = view.left.iter().map(|(kind, _)| pile_of(kind.tile()));
    piles.min_by_key(|pile| *pile as u8).unwrap_or(Pile::Main)
}

/// What an input does by itself.
fn input_event(step: &Step, view: &View) -> Option<Event> {
    let seat = view.turn;
    Some(match step.input {
        Input::Draw(kind) => Event::Drew { kind },
        Input::Retire(seat) => Event::Retired { seat },
        Input::Act(Action::Place { cell, rotation }) if has_room(view, cell) => {
            Event::Placed { seat, kind: view.hand?, cell, rotation }
        }
        Input::Act(Action::Place { .. }) => return None,
        Input::Act(Action::Deploy { figure, spot }) => {
            Event::Deployed { seat, figure, place: Place::Segment(spot) }
        }
        Input::Act(Action::MoveFairy { cell, segment }) => Event::FairyMoved { seat, cell, segment },
        Input::Act(Action::MoveDragon { side }) => Event::DragonMoved { seat, cell: view.dragon?.step(side) },
        Input::Act(Action::Evict { .. } | Action::TakeExtra | Action::Pass) | Input::EndNow => return None,
    })
}

/// Whether a tile can be shown there: beside another one, on a table of bearable size.
fn has_room(view: &View, cell: Cell) -> bool {
    let beside = |laid: &Laid| Side::ALL.iter().any(|side| laid.cell.step(*side) == cell);
    view.tiles.len() < MAX_TILES && view.tiles.iter().any(beside)
}

fn apply(fact: &Fact, view: &mut View) {
    match (fact.event(view.turn), fact) {
        (Some(event), _) => view.apply(&event),
        (None, Fact::Points { points, .. }) => view.add_points(points),
        (None, Fact::Held | Fact::Removed | Fact::Aside) => put_away(fact, view),
        (None, _) => {}
    }
}

/// The drawn tile goes where the fact says.
fn put_away(fact: &Fact, view: &mut View) {
    let Some(kind) = view.hand else { return };
    view.apply(&match fact {
        Fact::Held => Event::HeldBack { kind },
        Fact::Aside => Event::SetAside { kind },
        _ => Event::Removed { kind },
    });
}
