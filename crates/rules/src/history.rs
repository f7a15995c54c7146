//! Whether a game can have come to a position: what its tiles, figures and phase say of the turns before.

use crate::event::{Ending, Extra, Phase, Pile};
use crate::figure::Seat;
use crate::position::Position;
use crate::setup::Unfit;
use crate::start::demand;
use crate::tile::Mark;
use crate::view::{BadPosition, View};

impl Position {
    /// Checks a position that is sound in itself against the turns that must have led to it.
    pub(crate) fn check_history(&self, view: &View) -> Result<(), BadPosition> {
        self.check_piles(view)?;
        self.check_marks(view)?;
        self.check_stands(view)?;
        self.check_goods(view)?;
        self.check_seats_left(view)?;
        self.check_steps(view)?;
        self.check_turn(view)
    }

    /// River tiles come first, then the lake; what fits nowhere goes where the knob says.
    fn check_piles(&self, view: &View) -> Result<(), BadPosition> {
        let pile = |kind| self.table(kind).pile;
        let laid: Vec<Pile> = view.tiles[1..].iter().map(|laid| pile(laid.kind)).collect();
        let in_order = laid.is_sorted_by_key(|pile| *pile as u8);
        let last = laid.iter().map(|pile| *pile as u8).max();
        let earlier = view.left.iter().any(|(kind, _)| last.is_some_and(|last| (pile(kind) as u8) < last));
        demand(
            in_order && !earlier,
            "tiles",
            "river tiles come before the lake, and the lake before all others",
        )?;
        let returns = self.rules.setup.knobs.unfit == Unfit::Return;
        demand(
            returns || view.aside.total() == 0,
            "aside",
            "tiles are set aside only under the knob unfit = return",
        )?;
        let kept = view.removed.iter().all(|(kind, _)| pile(kind) != Pile::Main);
        demand(!returns || kept, "removed", "only river tiles leave the game under the knob unfit = return")
    }

    /// The dragon comes with the first volcano, and its tiles after it.
    fn check_marks(&self, view: &View) -> Result<(), BadPosition> {
        if !self.rules.setup.parts.dragon {
            return Ok(());
        }
        let mark = |n: usize| self.table(view.tiles[n].kind).mark;
        let first = |wanted| (0..view.tiles.len()).find(|n| mark(*n) == Some(wanted));
        let (volcano, dragon) = (first(Mark::Volcano), first(Mark::Dragon));
        demand(
            volcano.is_some() == view.dragon.is_some(),
            "dragon",
            "the dragon is on the board from the first volcano on",
        )?;
        let after = dragon.is_none_or(|dragon| volcano.is_some_and(|volcano| volcano < dragon));
        demand(after, "tiles", "dragon tiles are laid only after the first volcano")?;
        let fresh = view.tiles.last().map(|laid| laid.cell);
        let there = view.phase == Phase::Figure && view.dragon == fresh;
        let called = view.phase == Phase::Figure && mark(view.tiles.len() - 1) == Some(Mark::Volcano);
        demand(there == called, "dragon", "a volcano just laid, and no other tile, has the dragon on it")?;
        let fairy = view.fairy.map(|fairy| fairy.cell);
        demand(
            fairy.is_none() || fairy != view.dragon,
            "fairy",
            "the dragon and the fairy are never on the same tile",
        )
    }

    /// Only portals lead to the start tile, to volcanoes, and to a tile that holds a figure already; the tile
    /// just laid is still empty in its figure step.
    fn check_stands(&self, view: &View) -> Result<(), BadPosition> {
        let tiles: Vec<u16> = view.figures.keys().filter_map(|spot| self.board.tile_at(spot.cell)).collect();
        let fresh = self.board.tiles.len() as u16 - 1;
        let waits = view.phase == Phase::Figure && tiles.contains(&fresh);
        demand(!waits, "figures", "the tile just laid holds a figure before its figure step")?;
        if self.rules.setup.parts.portal {
            return Ok(());
        }
        let mark = |tile: &u16| self.table(view.tiles[usize::from(*tile)].kind).mark;
        let barred = tiles.iter().any(|tile| *tile == 0 || mark(tile) == Some(Mark::Volcano));
        demand(!barred, "figures", "no figure can have come to the start tile or a volcano without portals")?;
        let twice = tiles.iter().enumerate().any(|(n, tile)| tiles[..n].contains(tile));
        demand(!twice, "figures", "a tile holds at most one figure without portals")?;
        demand(self.were_free(view), "figures", "a follower claimed what was another's already")
    }

    /// Whether what each follower stands on was free when its tile was laid, which is when it came.
    fn were_free(&self, view: &View) -> bool {
        let mut past = Position::blank(self.rules.clone());
        past.lay_start();
        view.tiles[1..].iter().all(|laid| {
            past.lay(laid.cell, laid.kind, laid.rotation);
            let mut figures = view.figures.iter().filter(|(spot, _)| spot.cell == laid.cell);
            figures.all(|(spot, (seat, figure))| {
                let Some(segment) = past.segment_at(*spot) else { return false };
                let free = !past.land.figures(past.land.root(segment)).occupied();
                past.deploy(*seat, *figure, *spot, &mut ());
                free || figure.ability().strength == 0
            })
        })
    }

    /// Nobody has more tokens than symbols were laid.
    fn check_goods(&self, view: &View) -> Result<(), BadPosition> {
        let symbols = view.tiles.iter().flat_map(|laid| &self.rules.catalogue.tile(laid.kind).segments);
        let mut left = [0u32; 3];
        symbols.filter_map(|segment| segment.good).for_each(|good| left[good as usize] += 1);
        let taken = |good: usize| view.goods.iter().map(|goods| u32::from(goods[good])).sum::<u32>();
        demand(
            (0..3).all(|good| taken(good) <= left[good]),
            "goods",
            "more goods were taken than lie on the table",
        )
    }

    /// A game goes on while two play, or one alone from the start.
    fn check_seats_left(&self, view: &View) -> Result<(), BadPosition> {
        let playing = view.seats - self.state.retired.count_ones() as u8;
        let few = playing < view.seats.min(2);
        match view.phase {
            Phase::Over(Ending::Retired) => demand(few, "phase", "the game did not end by retirement"),
            Phase::Over(Ending::NoTiles | Ending::NothingFits) => {
                demand(self.bag.is_empty(), "phase", "the game did not end for want of tiles")
            }
            Phase::Over(Ending::Agreed) => Ok(()),
            _ => demand(!few, "retired", "too many have retired for the game to go on"),
        }
    }

    /// A walk goes from tile to tile, never to one twice, never to the fairy's, and leaves nobody behind.
    fn check_steps(&self, view: &View) -> Result<(), BadPosition> {
        let beside =
            |pair: &[crate::Cell]| crate::Side::ALL.iter().any(|side| pair[0].step(*side) == pair[1]);
        demand(
            view.visited.windows(2).all(beside),
            "visited",
            "the dragon walks from tile to neighbouring tile",
        )?;
        let twice = view.visited.iter().enumerate().any(|(n, cell)| view.visited[..n].contains(cell));
        demand(!twice, "visited", "the dragon visits no tile twice in a walk")?;
        let fairy = view.fairy.is_some_and(|fairy| view.visited.contains(&fairy.cell));
        demand(!fairy, "visited", "the dragon cannot have been on the fairy's tile")?;
        let spared = view.figures.keys().any(|spot| view.visited.contains(&spot.cell));
        demand(!spared, "figures", "a figure stands on a tile that the dragon has visited")?;
        match view.phase {
            Phase::Dragon { steps, mover } if view.retired == [false; 6] => {
                let due = Seat((view.turn.0 + 6 - steps.min(6)) % view.seats);
                demand(mover == due, "phase", "it is another seat's turn to move the dragon")
            }
            _ => Ok(()),
        }
    }

    /// A second tile is earned by a first one, which extends what the builder stands on.
    fn check_turn(&self, view: &View) -> Result<(), BadPosition> {
        let laid = matches!(view.phase, Phase::Figure | Phase::Dragon { .. } | Phase::Extra | Phase::Over(_));
        demand(
            laid || view.extra != Extra::Earned,
            "extra",
            "a second tile is earned only when the first one lies",
        )?;
        demand(
            view.extra == Extra::No || view.tiles.len() > 3,
            "extra",
            "nobody can have earned a second tile yet",
        )
    }
}
