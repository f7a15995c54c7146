//! The fairy: a point a turn, three with a scored feature, and safety from the dragon (D-FAIRY).

use crate::event::{Event, Reason, Score, Sink};
use crate::figure::{Figure, Seat};
use crate::geometry::{Cell, Spot};
use crate::illegal::Illegal;
use crate::position::Position;
use crate::score::{Points, add, points_for};
use crate::setup::FairyPlace;
use crate::supply::Piece;
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

    /// Puts the fairy on a tile, beside the piece on a segment if one is named.
    pub(crate) fn set_fairy(&mut self, cell: Cell, segment: Option<u8>) {
        let Some(tile) = self.board.tile_at(cell) else { return };
        let segment = segment.and_then(|segment| self.segment_at(Spot { cell, segment }));
        let beside = segment.and_then(|segment| self.piece_at(segment));
        self.state.fairy = Some(FairyAt { tile, beside });
    }

    pub(crate) fn move_fairy(&mut self, cell: Cell, segment: Option<u8>, sink: &mut impl Sink) {
        self.set_fairy(cell, segment);
        let seat = self.state.turn;
        self.emit(sink, || Event::FairyMoved { seat, cell, segment });
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

    /// Calls back for each place the seat whose turn it is may move the fairy to.
    pub(crate) fn each_fairy_move(&self, mut found: impl FnMut(Cell, Option<u8>)) {
        let on_tile = self.rules.setup.knobs.fairy == FairyPlace::OnTile;
        let mut before: [Option<u16>; crate::figure::FOLLOWERS as usize] = Default::default();
        for (n, piece) in self.state.pieces.followers_of(self.state.turn).enumerate() {
            let segment = self.state.pieces.segment(piece);
            let tile = self.land.tile(segment);
            let there = self
                .state
                .fairy
                .is_some_and(|fairy| if on_tile { fairy.tile == tile } else { fairy.beside == Some(piece) });
            if there || on_tile && before.contains(&Some(tile)) {
                continue;
            }
            before[n] = Some(tile);
            let spot = self.spot(segment);
            found(spot.cell, (!on_tile).then_some(spot.segment));
        }
    }

    pub(crate) fn check_fairy(&self, cell: Cell, segment: Option<u8>) -> Result<(), Illegal> {
        let seat = self.state.turn;
        let on_tile = self.rules.setup.knobs.fairy == FairyPlace::OnTile;
        let tile = self.board.tile_at(cell).ok_or(Illegal::NoTile(cell))?;
        if segment.is_none() != on_tile {
            return Err(Illegal::FairyTarget { on_tile });
        }
        let own = self.pieces_where(self.state.pieces.followers_of(seat), |position, piece| {
            let spot = position.spot(position.state.pieces.segment(piece));
            spot.cell == cell && segment.is_none_or(|segment| spot.segment == segment)
        });
        let follower = own.into_iter().next().ok_or(Illegal::NoFollowerThere(cell))?;
        let there = self
            .state
            .fairy
            .is_some_and(|fairy| if on_tile { fairy.tile == tile } else { fairy.beside == Some(follower) });
        if there { Err(Illegal::FairyThere) } else { Ok(()) }
    }

    /// D-FAIRY-2: one point at the beginning of the turn.
    pub(crate) fn score_fairy_turn(&mut self, sink: &mut impl Sink) {
        let seat = self.state.turn;
        let beside = self.fairy_followers(seat).next().is_some();
        if beside {
            let points = points_for(1 << seat.0, 1);
            add(&mut self.state.scores, &points);
            self.emit(sink, || Event::Scored(Score { reason: Reason::FairyTurn { seat }, points }));
        }
    }

    /// A seat's followers that count as beside the fairy, by segment.
    fn fairy_followers(&self, seat: Seat) -> impl Iterator<Item = u16> + '_ {
        let on_tile = self.rules.setup.knobs.fairy == FairyPlace::OnTile;
        let fairy = self.state.fairy;
        self.state.pieces.followers_of(seat).filter_map(move |piece| {
            let fairy = fairy?;
            let segment = self.state.pieces.segment(piece);
            let beside =
                if on_tile { self.land.tile(segment) == fairy.tile } else { fairy.beside == Some(piece) };
            beside.then_some(segment)
        })
    }

    /// D-FAIRY-4: three points with the scoring of a feature.
    #[inline]
    pub(crate) fn fairy_bonus(&self, root: u16, sink: &mut impl Sink) -> Points {
        if self.state.fairy.is_none() { Points::default() } else { self.fairy_bonuses(root, sink) }
    }

    fn fairy_bonuses(&self, root: u16, sink: &mut impl Sink) -> Points {
        let mut points = Points::default();
        for seat in (0..self.rules.setup.seats).map(Seat) {
            let here = self.fairy_followers(seat).filter(|segment| self.land.root(*segment) == root).min();
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
            self.piece_at(segment).filter(|piece| piece.figure() == Figure::Follower)
        };
        let beside = self.rules.setup.knobs.fairy == FairyPlace::Beside;
        self.board.tile_at(fairy.cell).is_some()
            && fairy.segment.is_none_or(|segment| beside && follower(segment).is_some())
    }
}
