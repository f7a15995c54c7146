//! Inputs of all sorts: the legal ones are taken, all others refused, and a refusal changes nothing.

use super::Pair;
use crate::report::{Difference, same};
use chance::Stream;
use rules::{Action, Cell, Figure, Input, Kind, Phase, Rotation, Seat, Side, Spot};
use std::collections::BTreeSet;

const TRIES: u32 = 12;

impl Pair {
    pub(super) fn check_illegal(&self, stream: &mut Stream) -> Result<(), Difference> {
        let legal = self.oracle.legal();
        for _ in 0..TRIES {
            let input = self.any_input(stream);
            let expected = self.is_legal(&legal, input);
            let mut tried = self.position.clone();
            let mut events = Vec::new();
            let accepted = tried.apply(input, &mut events).is_ok();
            same(&format!("whether {input:?} is accepted"), &accepted, &expected)?;
            if !accepted {
                same(&format!("the position after {input:?} was refused"), &(tried == self.position), &true)?;
                same(&format!("the events of the refused {input:?}"), &events, &Vec::new())?;
            }
        }
        Ok(())
    }

    fn is_legal(&self, legal: &BTreeSet<Action>, input: Input) -> bool {
        let view = self.oracle.view();
        let over = matches!(view.phase, Phase::Over(_));
        match input {
            Input::Act(action) => legal.contains(&action),
            Input::Draw(kind) => matches!(view.phase, Phase::Draw { .. }) && self.oracle.bag().get(kind) > 0,
            Input::Retire(seat) => !over && seat.0 < view.seats && !view.retired[seat.index()],
            Input::EndNow => !over,
        }
    }

    fn any_input(&self, stream: &mut Stream) -> Input {
        match stream.below(12) {
            0 => Input::Draw(any_kind(stream)),
            1 => Input::Retire(Seat(stream.below(8) as u8)),
            2 => Input::EndNow,
            _ => Input::Act(self.any_action(stream)),
        }
    }

    fn any_action(&self, stream: &mut Stream) -> Action {
        let spot = self.any_spot(stream);
        let figure = *stream.pick(&Figure::ALL).expect("there are figures");
        match stream.below(9) {
            0 | 1 => {
                Action::Place { cell: self.any_cell(stream), rotation: Rotation::new(stream.below(4) as u8) }
            }
            2 | 3 => Action::Deploy { figure, spot },
            4 => Action::Evict { spot },
            5 => {
                Action::MoveFairy { cell: spot.cell, segment: (stream.below(2) == 0).then_some(spot.segment) }
            }
            6 => Action::MoveDragon { side: Side::nth(stream.below(4) as u8) },
            7 => Action::TakeExtra,
            _ => Action::Pass,
        }
    }

    /// A cell beside a tile, one with a tile, or one anywhere.
    fn any_cell(&self, stream: &mut Stream) -> Cell {
        let open: Vec<Cell> = self.oracle.open_cells().into_iter().collect();
        match stream.below(4) {
            0 => self.any_spot(stream).cell,
            1 => Cell::new(stream.bits() as i16, stream.bits() as i16),
            _ => stream.pick(&open).copied().unwrap_or_default(),
        }
    }

    /// A spot with a figure, one of the fresh tile, any spot, or one that does not exist.
    fn any_spot(&self, stream: &mut Stream) -> Spot {
        let view = self.oracle.view();
        let figures: Vec<Spot> = view.pieces.iter().map(|piece| piece.spot()).collect();
        let fresh = view.tiles.last().map(|laid| laid.cell).unwrap_or_default();
        let any = stream.pick(&view.tiles).map(|laid| laid.cell).unwrap_or_default();
        let segment = stream.below(7) as u8;
        match stream.below(5) {
            0 | 1 => stream.pick(&figures).copied().unwrap_or(Spot::new(fresh, segment)),
            2 => Spot::new(fresh, segment),
            3 => Spot::new(any, segment),
            _ => Spot::new(Cell::new(stream.bits() as i16, stream.bits() as i16), stream.bits() as u8),
        }
    }
}

fn any_kind(stream: &mut Stream) -> Kind {
    let kinds: Vec<Kind> = rules::Catalogue::shipped().kinds().collect();
    *stream.pick(&kinds).expect("the catalogue has tiles")
}
