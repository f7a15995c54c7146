//! The fairy (D-FAIRY).

use crate::Oracle;
use crate::flood::{Feature, holds};
use rules::{Action, Event, FairyPlace, MAX_SEATS, Piece, Reason, Score, Seat, Spot};
use std::collections::BTreeSet;

const TURN_POINTS: u32 = 1;
const BONUS: u32 = 3;

impl Oracle {
    /// Everywhere the seat whose turn it is may move her.
    pub(crate) fn fairy_moves(&self) -> BTreeSet<Action> {
        if !self.setup.parts.fairy {
            return BTreeSet::new();
        }
        let stay =
            self.view.fairy.map(|fairy| Action::MoveFairy { cell: fairy.cell, segment: fairy.segment });
        let own = self.followers().filter(|piece| piece.seat == self.view.turn);
        own.map(|piece| self.fairy_to(piece.spot())).filter(|action| Some(*action) != stay).collect()
    }

    fn fairy_to(&self, spot: Spot) -> Action {
        let segment = match self.setup.knobs.fairy {
            FairyPlace::Beside => Some(spot.segment),
            FairyPlace::OnTile => None,
        };
        Action::MoveFairy { cell: spot.cell, segment }
    }

    fn followers(&self) -> impl Iterator<Item = Piece> {
        self.view.pieces.iter().copied().filter(|piece| holds(piece.figure))
    }

    /// Whether this piece is a follower who has the fairy.
    fn is_beside_fairy(&self, piece: &Piece) -> bool {
        let spot = piece.spot();
        holds(piece.figure)
            && self.view.fairy.is_some_and(|fairy| match self.setup.knobs.fairy {
                FairyPlace::Beside => fairy.cell == spot.cell && fairy.segment == Some(spot.segment),
                FairyPlace::OnTile => fairy.cell == spot.cell,
            })
    }

    /// A point for beginning a turn with the fairy (D-FAIRY-2).
    pub(crate) fn score_fairy_turn(&mut self) {
        let seat = self.view.turn;
        if self.followers().any(|piece| piece.seat == seat && self.is_beside_fairy(&piece)) {
            self.give(seat, TURN_POINTS, Reason::FairyTurn { seat });
        }
    }

    /// The bonus for followers of a scored feature that have the fairy (D-FAIRY-4), once for each seat.
    pub(crate) fn score_fairy_bonus(&mut self, feature: &Feature) {
        for seat in (0..self.view.seats).map(Seat) {
            let mut own = feature.followers.iter().filter(|piece| piece.seat == seat);
            if let Some(piece) = own.find(|piece| self.is_beside_fairy(piece)) {
                self.give(seat, BONUS, Reason::FairyBonus { seat, spot: piece.spot() });
            }
        }
    }

    fn give(&mut self, seat: Seat, count: u32, reason: Reason) {
        let mut points = [0; MAX_SEATS];
        points[seat.index()] = count;
        self.tell(Event::Scored(Score { reason, points }));
    }

    /// Whether the fairy stands beside this piece, which is about to leave.
    pub(crate) fn will_be_alone(&self, piece: &Piece) -> bool {
        self.setup.knobs.fairy == FairyPlace::Beside && self.is_beside_fairy(piece)
    }
}
