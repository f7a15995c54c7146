//! The fairy: a point a turn, three with a scored feature, and safety from the dragon (D-FAIRY).

use crate::action::Action;
use crate::event::{Event, Reason, Score, Sink};
use crate::figure::{Figure, Seat};
use crate::geometry::{Cell, Spot};
use crate::illegal::Illegal;
use crate::impossible::{BadPosition, Contradiction};
use crate::key::{self, Mixer};
use crate::notation::Fault;
use crate::notation::error::Flaw;
use crate::notation::fields::{Fields, read_figure};
use crate::notation::place::TileMap;
use crate::notation::position::LineWriter;
use crate::notation::word;
use crate::piece::{Piece, PieceId, PieceSet};
use crate::position::Position;
use crate::score::{Points, add, points_for};
use crate::setup::FairyPlace;
use crate::start::demand;
use crate::view::{Fairy, View};

/// Where the fairy is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FairyAt {
    pub tile: u16,
    /// The follower she stands beside.
    pub beside: Option<PieceId>,
}

impl Position {
    /// Where the fairy is, if she is in the game.
    ///
    /// ```
    /// let text = "seats=2 sets=base;dragon tiles=D@0,0;U@1,0;U@2,0;U@3,0 figures=1:thief:1,0:EW fairy=thief:1,0:EW turn=2 phase=draw";
    /// let position = rules::notation::parse_position(text).unwrap();
    /// assert_eq!(position.fairy().map(|fairy| fairy.cell), Some(rules::Cell::new(1, 0)));
    /// assert_eq!(position.followers_beside_fairy().count(), 1);
    /// ```
    pub fn fairy(&self) -> Option<Fairy> {
        let fairy = self.state.fairy?;
        let cell = self.board.tiles[usize::from(fairy.tile)].cell;
        let segment = fairy.beside.map(|piece| self.spot(self.pieces.segment(piece)).segment);
        Some(Fairy { cell, segment })
    }

    /// The followers that count as beside the fairy: one at most, or under the knob `fairy = on-tile` all on her tile.
    pub fn followers_beside_fairy(&self) -> impl Iterator<Item = Piece> + '_ {
        let beside = |fairy: FairyAt| match self.rules.setup.knobs.fairy {
            FairyPlace::Beside => self.followers().filtered(move |piece| Some(piece) == fairy.beside),
            FairyPlace::OnTile => self
                .followers()
                .filtered(move |piece| self.land.tile(self.pieces.segment(piece)) == fairy.tile),
        };
        self.state.fairy.map(beside).unwrap_or_default().into_iter().map(|piece| self.seen(piece))
    }

    pub(crate) fn move_fairy(&mut self, cell: Cell, segment: Option<u8>, sink: &mut impl Sink) {
        let seat = self.state.turn;
        let Some(tile) = self.board.tile_at(cell) else { return };
        let beside = segment.and_then(|number| {
            let wanted = self.board.tiles[usize::from(tile)].segment(number);
            self.piece_at(wanted, self.followers_of(seat))
        });
        self.state.fairy = Some(FairyAt { tile, beside });
        self.emit(sink, || Event::FairyMoved { seat, cell, segment });
    }

    #[inline]
    pub(crate) fn is_fairy_on(&self, tile: u16) -> bool {
        self.state.fairy.is_some_and(|fairy| fairy.tile == tile)
    }

    /// D-FAIRY-5: her follower has left.
    #[inline]
    pub(crate) fn fairy_loses(&mut self, piece: PieceId, sink: &mut impl Sink) {
        if let Some(fairy) = &mut self.state.fairy
            && fairy.beside == Some(piece)
        {
            fairy.beside = None;
            self.emit(sink, || Event::FairyAlone);
        }
    }

    /// The followers of the seat whose turn it is to which the fairy may be moved (D-FAIRY-1).
    fn fairy_targets(&self) -> PieceSet {
        let own = self.followers_of(self.state.turn);
        match self.rules.setup.knobs.fairy {
            FairyPlace::Beside => own.without(self.state.fairy.and_then(|fairy| fairy.beside)),
            FairyPlace::OnTile => {
                own.filtered(move |piece| !self.is_fairy_on(self.land.tile(self.pieces.segment(piece))))
            }
        }
    }

    /// Where the seat whose turn it is may move the fairy to.
    pub(crate) fn list_fairy_moves(&self, actions: &mut Vec<Action>) {
        let spots = |piece| self.spot(self.pieces.segment(piece));
        if self.rules.setup.knobs.fairy == FairyPlace::OnTile {
            return list_tiles(self.fairy_targets().iter().map(spots), actions);
        }
        self.fairy_targets().extend(actions, |piece| {
            let Spot { cell, segment } = spots(piece);
            Action::MoveFairy { cell, segment: Some(segment) }
        });
    }

    pub(crate) fn check_fairy(&self, cell: Cell, segment: Option<u8>) -> Result<(), Illegal> {
        let on_tile = self.rules.setup.knobs.fairy == FairyPlace::OnTile;
        self.board.tile_at(cell).ok_or(Illegal::NoTile(cell))?;
        if segment.is_none() != on_tile {
            return Err(Illegal::FairyTarget { on_tile });
        }
        let is_meant = move |piece| {
            let spot = self.spot(self.pieces.segment(piece));
            spot.cell == cell && segment.is_none_or(|segment| spot.segment == segment)
        };
        if !self.fairy_targets().filtered(is_meant).is_empty() {
            return Ok(());
        }
        let own = self.followers_of(self.state.turn).filtered(is_meant);
        Err(if own.is_empty() { Illegal::NoFollowerThere(cell) } else { Illegal::FairyThere })
    }

    /// D-FAIRY-2: one point at the beginning of the turn.
    #[inline(never)]
    pub(crate) fn score_fairy_turn(&mut self, sink: &mut impl Sink) {
        let seat = self.state.turn;
        if self.has_fairy(seat) {
            self.state.scores[seat.index()] += 1;
            let points = points_for(1 << seat.0, 1);
            self.emit(sink, || Event::Scored(Score { reason: Reason::FairyTurn { seat }, points }));
        }
    }

    /// Whether a seat's follower counts as beside the fairy.
    #[inline]
    fn has_fairy(&self, seat: Seat) -> bool {
        let Some(fairy) = self.state.fairy else { return false };
        match self.rules.setup.knobs.fairy {
            FairyPlace::Beside => fairy.beside.is_some_and(|piece| self.rules.roster.seat(piece) == seat),
            FairyPlace::OnTile => {
                self.followers_of(seat).any(|piece| self.land.tile(self.pieces.segment(piece)) == fairy.tile)
            }
        }
    }

    /// D-FAIRY-4: three points with the scoring of a feature.
    #[inline]
    pub(crate) fn fairy_bonus(&self, root: u16, sink: &mut impl Sink) -> Points {
        match self.state.fairy {
            Some(fairy) => self.fairy_bonuses(fairy, root, sink),
            None => Points::default(),
        }
    }

    #[inline(never)]
    fn fairy_bonuses(&self, fairy: FairyAt, root: u16, sink: &mut impl Sink) -> Points {
        match self.rules.setup.knobs.fairy {
            FairyPlace::Beside => self.bonus_beside(fairy, root, sink),
            FairyPlace::OnTile => self.bonuses_on_tile(fairy, root, sink),
        }
    }

    fn bonus_beside(&self, fairy: FairyAt, root: u16, sink: &mut impl Sink) -> Points {
        let Some(piece) = fairy.beside else { return Points::default() };
        let segment = self.pieces.segment(piece);
        if self.land.root(segment) != root {
            return Points::default();
        }
        self.bonus(self.rules.roster.seat(piece), segment, sink)
    }

    #[cold]
    fn bonuses_on_tile(&self, fairy: FairyAt, root: u16, sink: &mut impl Sink) -> Points {
        let mut points = Points::default();
        for seat in self.seats() {
            let segments = self.followers_of(seat).iter().map(|piece| self.pieces.segment(piece));
            let here =
                |segment: &u16| self.land.tile(*segment) == fairy.tile && self.land.root(*segment) == root;
            if let Some(segment) = segments.filter(here).min() {
                add(&mut points, &self.bonus(seat, segment, sink));
            }
        }
        points
    }

    fn bonus(&self, seat: Seat, segment: u16, sink: &mut impl Sink) -> Points {
        let points = points_for(1 << seat.0, 3);
        self.emit(sink, || {
            let reason = Reason::FairyBonus { seat, spot: self.spot(segment) };
            Event::Scored(Score { reason, points })
        });
        points
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

pub(crate) fn fold_moved(view: &mut View, cell: Cell, segment: Option<u8>) {
    view.fairy = Some(Fairy { cell, segment });
}

/// She stays on the tile, beside nobody.
pub(crate) fn fold_alone(view: &mut View) {
    if let Some(fairy) = &mut view.fairy {
        fairy.segment = None;
    }
}

/// Mixes in where she is.
pub(crate) fn hash(position: &Position, mixer: &mut Mixer) {
    if let Some(fairy) = position.fairy() {
        mixer.add(key::cell(fairy.cell) | fairy.segment.map_or(0xFF, u64::from) << 32);
    }
}

/// `fairy=knight:0,1:N` beside a follower, or `fairy=0,1` on a tile.
pub(crate) fn write(line: &mut LineWriter, table: &TileMap, view: &View) {
    let words = |fairy: &Fairy| match fairy.segment {
        Some(segment) => table.figure(Figure::Follower, Spot::new(fairy.cell, segment), false).join(":"),
        None => fairy.cell.to_string(),
    };
    line.list("fairy", view.fairy.iter().map(words));
}

pub(crate) fn read(fields: &Fields, view: &mut View) -> Result<(), Flaw> {
    let table = TileMap::of_tiles(&view.tiles);
    view.fairy = fields.read("fairy", |value| Ok(read_fairy(value, &table)?))?;
    Ok(())
}

fn read_fairy(value: &str, table: &TileMap) -> Result<Fairy, Fault> {
    if let Some(cell) = word::cell(value) {
        return Ok(Fairy { cell, segment: None });
    }
    let (_, spot) = read_figure(value, table)?;
    Ok(Fairy { cell: spot.cell, segment: Some(spot.segment) })
}

pub(crate) fn restore(position: &mut Position, view: &View) -> Result<(), BadPosition> {
    let Some(fairy) = view.fairy else { return Ok(()) };
    demand(position.rules.setup.parts.fairy, Contradiction::NoFairy)?;
    let found = find(position, fairy);
    demand(found.is_some(), Contradiction::FairyBesideNobody)?;
    position.state.fairy = found;
    Ok(())
}

/// Where the fairy is by numbers, if she can be beside what she is said to be beside.
fn find(position: &Position, fairy: Fairy) -> Option<FairyAt> {
    let tile = position.board.tile_at(fairy.cell)?;
    let Some(segment) = fairy.segment else { return Some(FairyAt { tile, beside: None }) };
    if position.rules.setup.knobs.fairy != FairyPlace::Beside {
        return None;
    }
    let segment = position.segment_at(Spot { cell: fairy.cell, segment })?;
    let beside = Some(position.piece_at(segment, position.followers())?);
    Some(FairyAt { tile, beside })
}

/// The dragon and the fairy are never on the same tile.
pub(crate) fn check_start(view: &View) -> Result<(), BadPosition> {
    let fairy = view.fairy.map(|fairy| fairy.cell);
    demand(fairy.is_none() || fairy != view.dragon, Contradiction::FairyWithDragon)
}

/// She comes to a follower of an earlier turn.
pub(crate) fn check_time(view: &View) -> Result<(), BadPosition> {
    demand(view.fairy.is_none() || view.tiles.len() > 2, Contradiction::FairyTooEarly)
}

/// The most points that she can have given with so many complete features: a point a turn, three a feature.
pub(crate) fn most_points(position: &Position, complete: u32) -> u32 {
    match position.rules.setup.parts.fairy {
        true => 3 * complete + position.board.tiles.len() as u32,
        false => 0,
    }
}
