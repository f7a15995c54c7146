//! The fairy: a point a turn, three with a scored feature, and safety from the dragon (D-FAIRY).

use crate::action::Action;
use crate::event::{Event, Reason, Score, Sink};
use crate::figure::Seat;
use crate::geometry::{Cell, Spot};
use crate::illegal::Illegal;
use crate::position::Position;
use crate::score::{Points, add, points_for};
use crate::setup::FairyPlace;
use crate::supply::{Piece, PieceSet};
use crate::view::Fairy;

/// Where the fairy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FairyAt {
    pub tile: u16,
    /// The follower she stands beside.
    pub beside: Option<Piece>,
}

impl Position {
    pub(crate) fn view_fairy(&self) -> Option<Fairy> {
        let fairy = self.state.fairy?;
        let cell = self.board.tiles[usize::from(fairy.tile)].cell;
        let segment = fairy.beside.map(|piece| self.spot(self.state.pieces.segment(piece)).segment);
        Some(Fairy { cell, segment })
    }

    /// Puts the fairy on a tile, beside the one of the pieces on a segment if one is named.
    pub(crate) fn set_fairy(&mut self, cell: Cell, segment: Option<u8>, among: PieceSet) {
        let Some(tile) = self.board.tile_at(cell) else { return };
        let first = self.board.tiles[usize::from(tile)].first;
        let segment = segment.map(|number| first + u16::from(number));
        let beside = segment.and_then(|segment| self.piece_at(segment, among));
        self.state.fairy = Some(FairyAt { tile, beside });
    }

    pub(crate) fn move_fairy(&mut self, cell: Cell, segment: Option<u8>, sink: &mut impl Sink) {
        let seat = self.state.turn;
        self.set_fairy(cell, segment, self.state.pieces.followers_of(seat));
        self.emit(sink, || Event::FairyMoved { seat, cell, segment });
    }

    #[inline]
    pub(crate) fn is_fairy_on(&self, tile: u16) -> bool {
        self.state.fairy.is_some_and(|fairy| fairy.tile == tile)
    }

    /// D-FAIRY-5: her follower has left.
    #[inline]
    pub(crate) fn fairy_loses(&mut self, piece: Piece, sink: &mut impl Sink) {
        if let Some(fairy) = &mut self.state.fairy
            && fairy.beside == Some(piece)
        {
            fairy.beside = None;
            self.emit(sink, || Event::FairyAlone);
        }
    }

    /// The followers of the seat whose turn it is to which the fairy may be moved (D-FAIRY-1).
    fn fairy_targets(&self) -> PieceSet {
        let own = self.state.pieces.followers_of(self.state.turn);
        match self.rules.setup.knobs.fairy {
            FairyPlace::Beside => own.without(self.state.fairy.and_then(|fairy| fairy.beside)),
            FairyPlace::OnTile => self.pieces_where(own, |position, piece| {
                !position.is_fairy_on(position.land.tile(position.state.pieces.segment(piece)))
            }),
        }
    }

    /// Where the seat whose turn it is may move the fairy to.
    pub(crate) fn list_fairy_moves(&self, actions: &mut Vec<Action>) {
        let spots = |piece| self.spot(self.state.pieces.segment(piece));
        if self.rules.setup.knobs.fairy == FairyPlace::OnTile {
            return list_tiles(self.fairy_targets().map(spots), actions);
        }
        actions.extend(self.fairy_targets().counted().map(|piece| {
            let Spot { cell, segment } = spots(piece);
            Action::MoveFairy { cell, segment: Some(segment) }
        }));
    }

    pub(crate) fn check_fairy(&self, cell: Cell, segment: Option<u8>) -> Result<(), Illegal> {
        let on_tile = self.rules.setup.knobs.fairy == FairyPlace::OnTile;
        self.board.tile_at(cell).ok_or(Illegal::NoTile(cell))?;
        if segment.is_none() != on_tile {
            return Err(Illegal::FairyTarget { on_tile });
        }
        let is_meant = |position: &Position, piece| {
            let spot = position.spot(position.state.pieces.segment(piece));
            spot.cell == cell && segment.is_none_or(|segment| spot.segment == segment)
        };
        if !self.pieces_where(self.fairy_targets(), is_meant).is_empty() {
            return Ok(());
        }
        let own = self.pieces_where(self.state.pieces.followers_of(self.state.turn), is_meant);
        Err(if own.is_empty() { Illegal::NoFollowerThere(cell) } else { Illegal::FairyThere })
    }

    /// D-FAIRY-2: one point at the beginning of the turn.
    #[inline(never)]
    pub(crate) fn score_fairy_turn(&mut self, sink: &mut impl Sink) {
        let seat = self.state.turn;
        if !self.fairy_followers(seat).is_empty() {
            self.state.scores[seat.index()] += 1;
            let points = points_for(1 << seat.0, 1);
            self.emit(sink, || Event::Scored(Score { reason: Reason::FairyTurn { seat }, points }));
        }
    }

    /// A seat's followers that count as beside the fairy.
    #[inline]
    fn fairy_followers(&self, seat: Seat) -> PieceSet {
        let Some(fairy) = self.state.fairy else { return PieceSet::default() };
        let own = self.state.pieces.followers_of(seat);
        match self.rules.setup.knobs.fairy {
            FairyPlace::Beside => own.only(fairy.beside),
            FairyPlace::OnTile => self.pieces_where(own, |position, piece| {
                position.land.tile(position.state.pieces.segment(piece)) == fairy.tile
            }),
        }
    }

    /// D-FAIRY-4: three points with the scoring of a feature.
    #[inline]
    pub(crate) fn fairy_bonus(&self, root: u16, sink: &mut impl Sink) -> Points {
        if self.state.fairy.is_none() { Points::default() } else { self.fairy_bonuses(root, sink) }
    }

    fn fairy_bonuses(&self, root: u16, sink: &mut impl Sink) -> Points {
        let mut points = Points::default();
        for seat in (0..self.rules.setup.seats).map(Seat) {
            let segments = self.fairy_followers(seat).map(|piece| self.state.pieces.segment(piece));
            let here = segments.filter(|segment| self.land.root(*segment) == root).min();
            let Some(segment) = here else { continue };
            let bonus = points_for(1 << seat.0, 3);
            self.emit(sink, || {
                let reason = Reason::FairyBonus { seat, spot: self.spot(segment) };
                Event::Scored(Score { reason, points: bonus })
            });
            add(&mut points, &bonus);
        }
        points
    }

    /// Whether the fairy can be beside what she is said to be beside.
    pub(crate) fn fairy_is_sound(&self, fairy: Fairy) -> bool {
        let follower = |segment| {
            let segment = self.segment_at(Spot { cell: fairy.cell, segment })?;
            self.piece_at(segment, self.state.pieces.followers())
        };
        let beside = self.rules.setup.knobs.fairy == FairyPlace::Beside;
        self.board.tile_at(fairy.cell).is_some()
            && fairy.segment.is_none_or(|segment| beside && follower(segment).is_some())
    }
}

/// Each tile once.
fn list_tiles(spots: impl Iterator<Item = Spot>, actions: &mut Vec<Action>) {
    let first = actions.len();
    for Spot { cell, .. } in spots {
        let action = Action::MoveFairy { cell, segment: None };
        if !actions[first..].contains(&action) {
            actions.push(action);
        }
    }
}
