//! The table before the first turn.

use rules::{
    Catalogue, Cell, Extra, FOLLOWERS, Kind, LAKE, Laid, MAX_SEATS, Phase, RiverStart, Rotation, SPRING,
    START, Seat, Setup, Tally, TileSet, View,
};

use crate::piles;

/// The start tile laid, everything else in the bag, the first seat to draw.
pub fn first_view(setup: &Setup, catalogue: &Catalogue) -> View {
    let left = tiles_to_draw(setup, catalogue);
    let start = if has_river(setup, catalogue) { SPRING } else { START };
    let pile = piles::first_pile(catalogue, &left).expect("a valid setup has a tile to draw");
    View {
        seats: setup.seats,
        tiles: vec![Laid { cell: Cell::ORIGIN, kind: named(catalogue, start), rotation: Rotation::NONE }],
        pieces: Vec::new(),
        supply: std::array::from_fn(|seat| supply(setup, seat)),
        scores: [0; MAX_SEATS],
        goods: [[0; 3]; MAX_SEATS],
        retired: [false; MAX_SEATS],
        dragon: None,
        visited: Vec::new(),
        fairy: None,
        left,
        held: Tally::default(),
        aside: Tally::default(),
        removed: Tally::default(),
        hand: None,
        turn: Seat(0),
        extra: Extra::No,
        phase: Phase::Draw { pile },
    }
}

fn named(catalogue: &Catalogue, name: &str) -> Kind {
    catalogue.kind(name).expect("the catalogue has the start tiles")
}

fn supply(setup: &Setup, seat: usize) -> [u8; 3] {
    if seat >= usize::from(setup.seats) {
        return [0; 3];
    }
    let [followers, builders, pigs] = setup.supply;
    let part = |on: bool, count: Option<u8>| if on { count.unwrap_or(1) } else { 0 };
    [followers.unwrap_or(FOLLOWERS), part(setup.parts.builder, builders), part(setup.parts.pig, pigs)]
}

fn has_river(setup: &Setup, catalogue: &Catalogue) -> bool {
    match &setup.bag {
        Some(bag) => bag.iter().any(|(kind, n)| *n > 0 && catalogue.tile(*kind).set == TileSet::River),
        None => setup.sets.copies(TileSet::River) > 0,
    }
}

fn tiles_to_draw(setup: &Setup, catalogue: &Catalogue) -> Tally {
    let spring = named(catalogue, SPRING);
    if let Some(bag) = &setup.bag {
        return bag.iter().copied().filter(|(kind, _)| *kind != spring).collect();
    }
    let all = |kind: Kind| {
        let tile = catalogue.tile(kind);
        u16::from(tile.copies) * u16::from(setup.sets.copies(tile.set))
    };
    let mut left: Tally = catalogue.kinds().map(|kind| (kind, all(kind))).collect();
    left.take(spring, u16::MAX);
    if has_river(setup, catalogue) {
        let lake = named(catalogue, LAKE);
        left.take(lake, left.get(lake) - 1);
    }
    let start_is_used = !has_river(setup, catalogue) || setup.knobs.river_start == RiverStart::Removed;
    if start_is_used {
        left.take(named(catalogue, START), 1);
    }
    left
}
