//! Setting up, and the course of a turn.

use crate::script::check;
use rules::{BadSetup, Kind, Position, Setup, TileSet};

/// The base game's tiles without the start tile.
const BASE: &str = "A2 B4 C1 D3 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1";

fn refusal(setup: &Setup) -> Option<BadSetup> {
    Position::new(setup).err()
}

fn named(name: &str) -> Kind {
    Kind::named(name).expect("a tile of the catalogue")
}

fn own_bag(tiles: &[(&str, u16)]) -> Setup {
    let bag = tiles.iter().map(|(name, count)| (named(name), *count)).collect();
    Setup::base(2).with_bag(bag)
}

#[test]
fn b_setup_1_two_to_six_players_have_seven_followers_and_no_points() {
    check(
        "
        players red blue yellow green black pink
        sets base
        = home red 7 blue 7 yellow 7 green 7 black 7 pink 7
        = red 0 blue 0 yellow 0 green 0 black 0 pink 0
        ",
    );
}

#[test]
fn b_setup_1_one_player_may_play_alone() {
    check(
        "
        players red
        red: U^ 1,0 road
        = turn red
        red: U^ 2,0
        = turn red
        ",
    );
}

#[test]
fn b_setup_1_nobody_and_seven_players_are_refused() {
    assert_eq!(refusal(&Setup::base(0)), Some(BadSetup::Seats(0)));
    assert_eq!(refusal(&Setup::base(7)), Some(BadSetup::Seats(7)));
}

/// A game in which each seat has so many followers, builders and pigs.
fn supplied(seats: u8, supply: [Option<u8>; 3]) -> Setup {
    let mut setup = Setup::new(seats, &[TileSet::Base, TileSet::Traders]);
    setup.supply = supply;
    setup
}

#[test]
fn b_setup_1_a_setup_may_say_how_many_of_each_figure_a_seat_has() {
    let supply = |setup: &Setup| Position::new(setup).unwrap().standing().supply[..2].to_vec();
    assert_eq!(supply(&supplied(2, [None; 3])), [[7, 1, 1]; 2]);
    assert_eq!(supply(&supplied(2, [Some(8), None, Some(0)])), [[8, 1, 0]; 2]);
    assert_eq!(supply(&supplied(2, [Some(3); 3]).with_sets(Setup::base(2).sets)), [[3, 0, 0]; 2]);
}

#[test]
fn b_setup_1_more_than_fifteen_of_a_figure_or_128_pieces_are_refused() {
    let (figure, count) = (rules::Figure::Pig, 16);
    assert_eq!(
        refusal(&supplied(2, [None, None, Some(16)])),
        Some(BadSetup::TooManyOfFigure { figure, count })
    );
    assert_eq!(refusal(&supplied(4, [Some(15), Some(15), Some(2)])), None);
    let bad = refusal(&supplied(4, [Some(15), Some(15), Some(3)])).unwrap();
    assert_eq!(bad, BadSetup::TooManyPieces(132));
    assert_eq!(
        bad.to_string(),
        "the seats have at most 128 pieces together, not 132; give each of them fewer"
    );
}

#[test]
fn b_setup_1_builders_and_pigs_come_with_their_parts_only() {
    check("players red blue\n sets base\n = builders red 0 blue 0\n = pigs red 0 blue 0");
    check("players red blue\n sets base traders\n = builders red 1 blue 1\n = pigs red 1 blue 1");
    check("players red blue\n sets base traders\n parts pig\n = builders red 0 blue 0\n = pigs red 1 blue 1");
}

#[test]
fn b_setup_2_the_start_tile_lies_unturned_and_71_tiles_are_left() {
    check(&format!(
        "
        players red blue
        sets base
        = lies D^ 0,0
        = bag {BASE}
        = removed none
        = hand none
        "
    ));
}

#[test]
fn b_setup_2_several_copies_have_one_start_tile() {
    check(
        "
        players red blue
        sets base*2
        = lies D^ 0,0
        = bag A4 B8 C2 D7 E10 F4 G2 H6 I4 J6 K6 L6 M4 N6 O4 P6 Q2 R6 S4 T2 U16 V18 W8 X2
        ",
    );
}

#[test]
fn b_setup_2_figures_do_not_multiply_with_the_sets() {
    check(
        "
        players red blue
        sets base*3 traders*2
        = home red 7 blue 7
        = builders red 1 blue 1
        = pigs red 1 blue 1
        ",
    );
}

#[test]
fn b_setup_2_without_the_base_set_the_start_tile_is_an_additional_one() {
    check(
        "
        players red blue
        sets winter
        = lies D^ 0,0
        = bag wA wB wC wD wE wF wG wH wI wJ wK wL
        ",
    );
}

#[test]
fn b_setup_2_an_own_bag_is_drawn_whole_beside_the_start_tile() {
    check(
        "
        players red
        bag D2 t24*3 C
        = lies D^ 0,0
        = bag D2 t24*3 C
        ",
    );
}

#[test]
fn b_setup_2_a_game_needs_a_tile_to_draw() {
    assert_eq!(refusal(&Setup::new(2, &[])), Some(BadSetup::NoTiles));
    assert_eq!(refusal(&own_bag(&[])), Some(BadSetup::NoTiles));
    assert_eq!(refusal(&own_bag(&[("U", 0)])), Some(BadSetup::NoTiles));
    assert_eq!(refusal(&own_bag(&[("U", 1)])), None);
}

#[test]
fn b_setup_2_a_game_has_at_most_a_thousand_tiles() {
    assert_eq!(refusal(&own_bag(&[("U", 999)])), None);
    assert_eq!(refusal(&own_bag(&[("U", 1000)])), Some(BadSetup::TooManyTiles(1001)));
}

#[test]
fn b_setup_2_either_sets_or_an_own_bag() {
    let both = own_bag(&[("U", 1)]).with_sets(Setup::base(2).sets);
    assert_eq!(refusal(&both), Some(BadSetup::SetsAndBag));
}

#[test]
fn b_setup_2_an_arranged_order_names_tiles_that_are_there() {
    let arranged = |names: &[&str]| {
        let order = names.iter().map(|name| named(name)).collect();
        Setup::base(2).with_arranged(order)
    };
    assert_eq!(refusal(&arranged(&["C", "X", "U"])), None);
    assert_eq!(refusal(&arranged(&["C", "C"])), Some(BadSetup::Arranged(named("C"))));
}

#[test]
fn b_setup_3_seat_1_starts() {
    check(
        "
        players blue red
        sets base
        = turn blue
        = acts chance
        = phase draw main
        ",
    );
}

#[test]
fn b_turn_1_draw_then_place_then_figure() {
    check(
        "
        players red blue
        spare V
        red: pass !NotNow
        draw U
        = phase place
        = hand U
        draw V !NotNow
        red: pass !NotNow
        red: U^ 1,0 ...
        = phase figure
        = hand none
        draw V !NotNow
        red: road
        = phase draw main
        = turn blue
        ",
    );
}

#[test]
fn b_turn_1_scoring_comes_after_the_figure_and_then_the_next_player() {
    check(
        "
        players red blue
        red: W^ 1,0
        blue: W^ -1,0 road.E
        > blue laid W^ -1,0; blue follower to road.E@-1,0; road 3 tiles: blue 3; turn red
        = red 0 blue 3
        ",
    );
}

#[test]
fn b_turn_1_the_tile_must_be_laid_the_figure_may_be_left() {
    check(
        "
        players red blue
        draw U
        = acts red
        = places 1,0^ 1,0v -1,0^ -1,0v 0,-1^ 0,-1v     # laying it is all that can be done
        red: U^ 1,0 pass
        = home red 7
        ",
    );
}

#[test]
fn b_turn_1_turns_go_round() {
    check(
        "
        players red blue yellow
        red: U^ 1,0
        blue: U^ 2,0
        yellow: U^ 3,0
        red: U^ 4,0
        = turn blue
        ",
    );
}
