//! Where the pieces are: on the table or in supply, and how they come and go.

use crate::event::{Event, RemovalReason, Sink};
use crate::figure::{Figure, MAX_SEATS, Seat};
use crate::geometry::Spot;
use crate::illegal::Illegal;
use crate::impossible::BadPosition;
use crate::key;
use crate::land::Figures;
use crate::notation::Fault;
use crate::notation::error::Flaw;
use crate::notation::fields::{Fields, LIST, read_figure};
use crate::notation::place::TileMap;
use crate::notation::position::LineWriter;
use crate::notation::word::{self, items};
use crate::piece::{MAX_PIECES, Piece, PieceId, PieceSet, Place};
use crate::position::Position;
use crate::ruleset::MAX_SEGMENTS;
use crate::summary::FeatureSummary;
use crate::view::View;
use std::collections::BTreeMap;
use wide::u16x8;

/// The segment of a piece that is in supply.
const NOWHERE: u16 = u16::MAX;

/// Where every piece is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    at: [u16; MAX_PIECES],
    /// Those on the table.
    out: PieceSet,
    /// Those of them that stand in monasteries.
    pub monks: PieceSet,
}

impl Pieces {
    pub const NEW: Pieces =
        Pieces { at: [NOWHERE; MAX_PIECES], out: PieceSet::EMPTY, monks: PieceSet::EMPTY };

    /// Everything on the table.
    #[inline]
    pub fn all(&self) -> PieceSet {
        self.out
    }

    /// The pieces on `segments` segments from the first one on, several compared at once.
    fn standing_on(&self, first: u16, segments: u16) -> PieceSet {
        let (low, high) = self.at.split_at(64);
        let high = if self.out.has_high() { standing_on(high, first, segments) } else { 0 };
        PieceSet::from_bits(standing_on(low, first, segments), high)
    }

    /// The segment a piece stands on.
    #[inline]
    pub fn segment(&self, piece: PieceId) -> u16 {
        self.at[piece.index() % MAX_PIECES]
    }

    #[inline]
    fn set(&mut self, piece: PieceId, segment: u16) {
        self.at[piece.index() % MAX_PIECES] = segment;
    }
}

/// Which of up to 64 pieces stand on `segments` segments from the first one on, one bit each.
#[inline(always)]
fn standing_on(at: &[u16], first: u16, segments: u16) -> u64 {
    let (eights, _) = at.as_chunks();
    eights.iter().rev().fold(0, |bits, at| {
        let there = (u16x8::new(*at) - u16x8::splat(first)).simd_lt(u16x8::splat(segments));
        bits << u8::BITS | u64::from(there.to_bitmask())
    })
}

impl Position {
    /// What a seat has of a figure in all; none where its part is off.
    pub(crate) fn allotment(&self, figure: Figure) -> u8 {
        self.rules.roster.allotment(figure)
    }

    /// How many of a figure a seat has on the table.
    #[inline]
    pub(crate) fn on_table(&self, seat: Seat, figure: Figure) -> u8 {
        self.pieces.out.and(self.rules.roster.of(seat, figure)).len() as u8
    }

    /// What a seat has left of a figure.
    pub(crate) fn supply(&self, seat: Seat, figure: Figure) -> u8 {
        self.allotment(figure) - self.on_table(seat, figure)
    }

    /// What each seat has left of each figure.
    pub(crate) fn supplies(&self) -> [[u8; Figure::ALL.len()]; MAX_SEATS] {
        std::array::from_fn(|seat| {
            let there = seat < self.rules.seats();
            Figure::ALL.map(|figure| if there { self.supply(Seat(seat as u8), figure) } else { 0 })
        })
    }

    /// Whether a seat has any of a figure to place.
    #[inline]
    pub(crate) fn has_in_supply(&self, seat: Seat, figure: Figure) -> bool {
        !self.rules.roster.of(seat, figure).and_not(self.pieces.out).is_empty()
    }

    /// Followers on the table, of all seats.
    #[inline]
    pub(crate) fn followers(&self) -> PieceSet {
        self.pieces.out.and(self.rules.roster.followers)
    }

    /// Followers of one seat on the table.
    pub(crate) fn followers_of(&self, seat: Seat) -> PieceSet {
        self.pieces.out.and(self.rules.roster.followers_of(seat))
    }

    /// Builders and pigs on the table.
    fn helpers(&self) -> PieceSet {
        self.pieces.out.and_not(self.rules.roster.followers)
    }

    /// Builders and pigs of one seat on the table.
    #[inline]
    pub(crate) fn helpers_of(&self, seat: Seat) -> PieceSet {
        self.pieces.out.and(self.rules.roster.helpers_of(seat))
    }

    /// Whether a seat has all its builders and pigs on the table.
    #[inline]
    pub(crate) fn all_helpers_out(&self, seat: Seat) -> bool {
        self.rules.roster.helpers_of(seat).and_not(self.pieces.out).is_empty()
    }

    /// Puts a figure on a segment that is there.
    #[inline]
    pub(crate) fn deploy(&mut self, seat: Seat, figure: Figure, spot: Spot, sink: &mut impl Sink) {
        let Some(placed) = self.placed_at(spot.cell) else { return };
        let segment = placed.segment(spot.segment);
        let kind = self.table(placed.kind()).features[usize::from(spot.segment) % MAX_SEGMENTS];
        let piece = self.rules.roster.of(seat, figure).and_not(self.pieces.out).first();
        self.pieces.set(piece, segment);
        self.pieces.out.insert(piece);
        if kind.counts_neighbours() {
            self.pieces.monks.insert(piece);
        }
        self.land.put(self.land.root(segment), Figures::of_figure(seat, figure));
        self.emit(sink, || Event::Deployed { seat, figure, place: Place::Segment(spot) });
    }

    /// Sends a piece home to its owner.
    pub(crate) fn send_home(&mut self, piece: PieceId, why: RemovalReason, sink: &mut impl Sink) {
        let (seat, figure) = (self.rules.roster.seat(piece), self.rules.roster.figure(piece));
        let segment = self.pieces.segment(piece);
        let root = self.land.root(segment);
        self.pieces.set(piece, NOWHERE);
        self.pieces.out.remove(piece);
        self.pieces.monks.remove(piece);
        if figure.ability().follower || !self.has_another(seat, root) {
            self.land.take(root, Figures::of_figure(seat, figure));
        }
        self.emit(sink, || Event::WentHome { seat, figure, place: Place::Segment(self.spot(segment)), why });
        self.fairy_loses(piece, sink);
    }

    /// Whether a seat has a builder or pig on a feature, those counted that are still on the table.
    #[cold]
    fn has_another(&self, seat: Seat, root: u16) -> bool {
        self.helpers_of(seat).any(|piece| self.land.root(self.pieces.segment(piece)) == root)
    }

    /// Sends several home, in the order of their places.
    pub(crate) fn send_all_home<S: Sink>(&mut self, pieces: PieceSet, why: RemovalReason, sink: &mut S) {
        if S::ON {
            let mut sorted: Vec<PieceId> = pieces.iter().collect();
            sorted.sort_by_key(|piece| self.seen(*piece));
            sorted.into_iter().for_each(|piece| self.send_home(piece, why, sink));
        } else {
            pieces.each(|piece| self.send_home(piece, why, sink));
        }
    }

    /// Builders and pigs with no own follower left on their feature go home (T-BUILD-4, T-PIG-2).
    pub(crate) fn send_lonely_home(&mut self, sink: &mut impl Sink) {
        self.send_all_home(self.lonely(), RemovalReason::Alone, sink);
    }

    fn lonely(&self) -> PieceSet {
        self.helpers().filtered(move |piece| {
            let root = self.land.root(self.pieces.segment(piece));
            self.land.figures(root).of(self.rules.roster.seat(piece)) == 0
        })
    }

    /// All pieces on a feature.
    #[inline]
    pub(crate) fn pieces_on(&self, root: u16) -> PieceSet {
        self.pieces.out.filtered(move |piece| self.land.root(self.pieces.segment(piece)) == root)
    }

    /// All pieces on a tile.
    pub(crate) fn pieces_on_tile(&self, tile: u16) -> PieceSet {
        let placed = &self.board.tiles[usize::from(tile)];
        let segments = self.table(placed.kind()).segments;
        self.pieces.standing_on(placed.segment(0), segments.into())
    }

    /// The first of some pieces that stands on a segment.
    pub(crate) fn piece_at(&self, segment: u16, among: PieceSet) -> Option<PieceId> {
        among.find(|piece| self.pieces.segment(piece) == segment)
    }

    /// A piece on the table as everybody sees it.
    #[inline]
    pub(crate) fn seen(&self, piece: PieceId) -> Piece {
        let roster = &self.rules.roster;
        let place = Place::Segment(self.spot(self.pieces.segment(piece)));
        Piece { place, seat: roster.seat(piece), figure: roster.figure(piece) }
    }

    /// A seat's figures in supply that count for the majority.
    ///
    /// ```
    /// use rules::{Position, Seat, Setup, TileSet};
    /// let position = Position::new(&Setup::new(2, &TileSet::ALL)).unwrap();
    /// assert_eq!(position.followers_in_supply(Seat(1)), 7);
    /// assert_eq!(position.followers_in_supply(Seat(2)), 0);
    /// ```
    #[inline]
    pub fn followers_in_supply(&self, seat: Seat) -> u8 {
        match seat.index() < MAX_SEATS {
            true => self.rules.roster.followers_of(seat).and_not(self.pieces.out).len() as u8,
            false => 0,
        }
    }

    /// Every piece on the table, seat by seat, each with the summary of the feature it stands on.
    ///
    /// ```
    /// let text = "seats=2 sets=base tiles=D@0,0;U@1,0 figures=1:thief:1,0:EW turn=2 phase=draw";
    /// let position = rules::notation::parse_position(text).unwrap();
    /// let (piece, feature) = position.pieces_with_features().next().unwrap();
    /// assert_eq!(feature.followers(piece.seat), 1);
    /// ```
    #[inline]
    pub fn pieces_with_features(&self) -> impl Iterator<Item = (Piece, FeatureSummary)> + '_ {
        self.pieces
            .out
            .into_iter()
            .map(|piece| (self.seen(piece), self.summary_at(self.pieces.segment(piece))))
    }

    /// Every piece on the table, seat by seat.
    ///
    /// ```
    /// use rules::{Position, Setup};
    /// assert_eq!(Position::new(&Setup::base(2)).unwrap().pieces().count(), 0);
    /// ```
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.pieces.out.iter().map(|piece| self.seen(piece))
    }
}

/// The pieces on the table, sorted.
pub(crate) fn view(position: &Position) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = position.pieces().collect();
    pieces.sort_unstable();
    pieces
}

pub(crate) fn fold_deployed(view: &mut View, piece: Piece) {
    view.put_piece(piece);
    change_supply(view, piece, |count| count.saturating_sub(1));
}

pub(crate) fn fold_went_home(view: &mut View, piece: Piece) {
    view.take_piece(piece);
    change_supply(view, piece, |count| count.saturating_add(1));
}

fn change_supply(view: &mut View, piece: Piece, change: impl Fn(u8) -> u8) {
    if let Some(supply) = view.supply.get_mut(piece.seat.index()) {
        supply[piece.figure as usize] = change(supply[piece.figure as usize]);
    }
}

/// The pieces on the table, in any order. Equal ones are counted: two would cancel each other out.
pub(crate) fn hash(position: &Position) -> u64 {
    position.pieces().enumerate().fold(0, |key, (n, this)| {
        let earlier = position.pieces().take(n).filter(|other| *other == this).count();
        key ^ hash_piece(this, earlier)
    })
}

/// A piece on the table; `earlier` ones are equal to it.
fn hash_piece(piece: Piece, earlier: usize) -> u64 {
    let Place::Segment(spot) = piece.place;
    key::mix(
        key::cell(spot.cell)
            | u64::from(spot.segment) << 32
            | u64::from(piece.seat.0) << 40
            | (piece.figure as u64) << 48
            | (earlier as u64) << 52
            | 2 << 60,
    )
}

/// `figures=1:knight:0,1:N;2:monk:3,0`; a monk needs no segment. Supplies are what these leave.
pub(crate) fn write(line: &mut LineWriter, table: &TileMap, view: &View) {
    let words = |piece: &Piece| table.figure(piece.figure, piece.spot(), false).join(":");
    line.list("figures", view.pieces.iter().map(|piece| format!("{}:{}", piece.seat, words(piece))));
}

/// Where in the line each figure stands.
pub(crate) fn read(fields: &Fields, view: &mut View) -> Result<BTreeMap<Place, usize>, Flaw> {
    let mut figures = BTreeMap::new();
    let Some((start, value)) = fields.get("figures") else { return Ok(figures) };
    let table = TileMap::of_tiles(&view.tiles);
    for (at, item) in items(value, LIST) {
        let at = start + at;
        let piece = read_piece(item, view.seats, &table).map_err(|fault| fault.in_text(at))?;
        fold_deployed(view, piece);
        figures.insert(piece.place, at);
    }
    Ok(figures)
}

fn read_piece(item: &str, seats: u8, table: &TileMap) -> Result<Piece, Fault> {
    let wrong = || Fault::expected("a figure such as 1:knight:0,1:N", item);
    let (owner, rest) = item.split_once(':').ok_or_else(wrong)?;
    let seat = word::seat(owner, seats)?;
    let (role, spot) = read_figure(rest, table)?;
    Ok(Piece { place: Place::Segment(spot), seat, figure: role.figure() })
}

pub(crate) fn restore(position: &mut Position, view: &View) -> Result<(), BadPosition> {
    for piece in &view.pieces {
        let (seat, figure, spot) = (piece.seat, piece.figure, piece.spot());
        let bad = |why| BadPosition::Figure { seat, figure, spot, why };
        check_stand(position, seat, figure, spot).map_err(bad)?;
        position.deploy(seat, figure, spot, &mut ());
    }
    for seat in (0..position.rules.setup.seats).map(Seat) {
        for figure in Figure::ALL {
            let left = view.supply[seat.index()][figure as usize];
            let have = left.saturating_add(position.on_table(seat, figure));
            let want = position.allotment(figure);
            if have != want {
                return Err(BadPosition::Supply { seat, figure, have, want });
            }
        }
    }
    Ok(())
}

/// Whether a figure may stand on a segment at all.
fn check_stand(position: &Position, seat: Seat, figure: Figure, spot: Spot) -> Result<(), Illegal> {
    position.check_seat(seat)?;
    let tile = position.board.tile_at(spot.cell).ok_or(Illegal::NoTile(spot.cell))?;
    let segment = position.segment_at(spot).ok_or(Illegal::NoSegment(spot))?;
    let kind = position.feature_kind(segment);
    if !figure.ability().stands_on.contains(&kind) {
        return Err(Illegal::WrongFeature { figure, kind });
    }
    let placed = &position.board.tiles[usize::from(tile)];
    if !position.table(placed.kind()).stands[figure as usize].has(spot.segment) {
        return Err(Illegal::NoFarmers);
    }
    if !position.has_in_supply(seat, figure) {
        return Err(Illegal::NoneInSupply(figure));
    }
    let free = position.piece_at(segment, position.pieces.all()).is_none();
    if free { Ok(()) } else { Err(Illegal::Occupied(kind)) }
}

/// Builders and pigs need company; what is scored holds nobody.
pub(crate) fn check_start(position: &Position, view: &View) -> Result<(), BadPosition> {
    for piece in &view.pieces {
        let (seat, figure, spot) = (piece.seat, piece.figure, piece.spot());
        let bad = |why| BadPosition::Figure { seat, figure, spot, why };
        let segment = position.segment_at(spot).ok_or(bad(Illegal::NoSegment(spot)))?;
        let root = position.land.root(segment);
        if !figure.ability().follower && position.land.figures(root).of(seat) == 0 {
            return Err(bad(Illegal::NeedsFollower(figure)));
        }
        if position.is_complete(segment) && !may_wait(position, root, spot) {
            let kind = position.feature_kind(segment);
            return Err(BadPosition::Scored { seat, figure, spot, kind });
        }
    }
    Ok(())
}

/// Whether a completed feature may still hold figures because the tile just laid is not scored yet.
fn may_wait(position: &Position, root: u16, spot: Spot) -> bool {
    let (placed, land) = (position.board.last(), &position.land);
    let segments = position.table(placed.kind()).segments;
    let fresh = || (0..segments).any(|number| land.root(placed.segment(number)) == root);
    let near = || position.feature_kind(root).counts_neighbours() && spot.cell.is_near(placed.cell);
    position.is_unscored() && (fresh() || near())
}
