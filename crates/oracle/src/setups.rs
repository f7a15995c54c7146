//! Random setups, spread over everything that can be asked for.

use chance::Stream;
use rules::{
    Catalogue, Edition, Kind, Knobs, LAKE, MAX_OF_A_FIGURE, MAX_PIECES, MAX_TILES, Parts, SPRING, Sets,
    Setup, Tally, Tile, TileSet,
};

/// A valid setup: any sets (or an own bag), parts, knobs and number of seats.
pub fn random_setup(stream: &mut Stream) -> Setup {
    let mut setup = Setup::base([1, 2, 2, 2, 3, 3, 4, 5, 6][stream.below(9) as usize]);
    setup.knobs = random_knobs(stream);
    if stream.below(2) == 0 {
        setup.sets = Sets::NONE;
        setup.bag = Some(random_bag(stream));
    } else {
        setup.sets = random_sets(stream);
    }
    setup.parts = random_parts(setup.sets, setup.bag.is_some(), stream);
    if stream.below(4) == 0 {
        setup.supply = random_supply(setup.seats, stream);
    }
    setup
}

fn random_sets(stream: &mut Stream) -> Sets {
    let mut copies = || match stream.below(28) {
        0..14 => 0,
        14..27 => 1,
        _ => 2 + stream.below(2) as u8,
    };
    let sets: Sets = TileSet::ALL.into_iter().map(|set| (set, copies())).collect();
    let copies = |set: TileSet| usize::from(sets.copies(set));
    let tiles: usize =
        Catalogue::shipped().tiles().iter().map(|tile| usize::from(tile.copies) * copies(tile.set)).sum();
    if (1..MAX_TILES).contains(&tiles) { sets } else { random_sets(stream) }
}

/// Few or many of each figure, as many pieces in all as there may be.
fn random_supply(seats: u8, stream: &mut Stream) -> [Option<u8>; 3] {
    let most = (MAX_PIECES as u32 / 3 / u32::from(seats)).min(MAX_OF_A_FIGURE.into());
    std::array::from_fn(|_| Some(stream.below(most + 1) as u8))
}

fn random_parts(sets: Sets, own_bag: bool, stream: &mut Stream) -> Parts {
    let mut parts = Parts::of_sets(if own_bag { TileSet::ALL.map(|set| (set, 1)).into() } else { sets });
    if stream.below(3) == 0 {
        for name in Parts::NAMES {
            parts.set(name, stream.below(2) == 0);
        }
    }
    parts
}

/// An edition as printed, one with a few house rules, or any mix.
fn random_knobs(stream: &mut Stream) -> Knobs {
    let mut knobs = Edition::ALL[stream.below(3) as usize].knobs();
    let changed_in_ten = [0, 2, 10][stream.below(3) as usize];
    for name in Knobs::NAMES {
        if stream.below(10) < changed_in_ten {
            let values = Knobs::values(name).expect("the knob exists");
            let value = stream.pick(&values).expect("a knob has values");
            knobs.set(name, value).expect("the value is one of the knob's");
        }
    }
    // Farmers bring up so many rules that most games should have them.
    if stream.below(2) == 0 {
        knobs.farmers = rules::Farmers::On;
    }
    knobs
}

/// Tiles of one flavour: anything, marks and rivers, few kinds, some that soon stop fitting, or new symbols.
fn random_bag(stream: &mut Stream) -> Vec<(Kind, u16)> {
    let size = [3, 8, 20, 40, 70][stream.below(5) as usize];
    let size = 1 + stream.below(size);
    let flavour = stream.below(6);
    let few: Vec<Kind> = Catalogue::shipped().kinds().filter(|_| stream.below(40) == 0).collect();
    let wanted = |kind: Kind, tile: &Tile| match flavour {
        0 => true,
        1 => tile.set == TileSet::River || tile.mark.is_some(),
        2 => few.contains(&kind) || tile.name == "C",
        3 => ["A", "B", "C", "E", "X", "dragon-01"].contains(&tile.name.as_str()),
        _ => matches!(tile.set, TileSet::Traders | TileSet::Dragon),
    };
    let kinds: Vec<Kind> = Catalogue::shipped().kinds().filter(|kind| wanted(*kind, kind.tile())).collect();
    let mut bag = Tally::default();
    for _ in 0..size {
        let kind = *stream.pick(&kinds).expect("every flavour has tiles");
        let single = [SPRING, LAKE].contains(&kind.name()) && bag.get(kind) > 0;
        bag.add(kind, u16::from(!single));
    }
    let drawable = bag.iter().any(|(kind, _)| kind.name() != SPRING);
    if drawable { bag.iter().collect() } else { random_bag(stream) }
}
