//! The River.

use crate::script::check;
use rules::{BadSetup, Kind, Position, Setup};

/// The ten river tiles between spring and lake.
const TEN: &str = "r03 r04 r05 r06 r07*2 r08 r09 r10*2";
/// The base game without any D.
const NO_D: &str = "A2 B4 C1 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1";

#[test]
fn r_1_the_spring_starts_and_the_ten_are_drawn_first() {
    check(&format!(
        "
        players red blue
        sets base river
        = lies r01^ 0,0
        = phase draw river
        = bag {TEN}
        draw U !NotInBag
        draw r02 !NotInBag
        "
    ));
}

#[test]
fn r_1_the_start_tile_is_removed() {
    check(&format!(
        "
        players red blue
        sets base river
        = left {TEN} r02 {NO_D} D3
        = removed none
        "
    ));
}

#[test]
fn r_1_or_shuffled_in() {
    check(&format!(
        "
        players red blue
        sets base river
        rules river-start-tile=shuffled
        = left {TEN} r02 {NO_D} D4
        "
    ));
}

#[test]
fn r_1_several_rivers_have_one_spring_and_one_lake() {
    check(
        "
        players red blue
        sets river*2
        = lies r01^ 0,0
        = left r02 r03*2 r04*2 r05*2 r06*2 r07*4 r08*2 r09*2 r10*4
        ",
    );
}

#[test]
fn r_1_an_own_bag_with_a_river_tile_starts_with_the_spring() {
    check("players red\n bag r07 U\n = lies r01^ 0,0\n = left r07 U");
    check("players red\n bag r01 r07 U\n = lies r01^ 0,0\n = left r07 U");
}

#[test]
fn r_1_an_own_bag_has_at_most_one_spring_and_one_lake() {
    for name in ["river-01", "river-02"] {
        let kind = Kind::named(name).expect("a tile of the catalogue");
        let setup = Setup::base(1).with_bag(vec![(kind, 2)]);
        assert_eq!(Position::new(&setup).err(), Some(BadSetup::OnlyOne(kind)));
    }
}

#[test]
fn r_2_every_river_tile_continues_the_river() {
    check(
        "
        players red blue
        red: r10v 0,1 !RiverMustContinue
        red: r10> 1,0 ...
        ",
    );
    check(
        "
        players red blue
        draw r07
        = places 1,0^ 1,0v
        ",
    );
}

#[test]
fn r_2_the_lake_continues_it_too() {
    check(
        "
        players red blue
        red: r07^ 1,0
        draw r02
        = places 2,0^
        ",
    );
}

#[test]
fn r_2_the_other_edges_must_match_as_well() {
    // The river comes round from below to the spring's western side, which is field.
    check(
        "
        players red blue
        | .        r01   r1:r10^ |
        | b3:r07>  .     b1:r07> |
        | r3:r10v  b2:r07^  r2:r10> |
        draw r10
        = places -1,0^
        ",
    );
}

#[test]
fn r_2_other_tiles_do_not_continue_the_river() {
    check(
        "
        players red blue
        red: r07^ 1,0
        blue: r02^ 2,0
        red: U^ 3,0 !EdgeMismatch
        red: U^ 1,1
        ",
    );
    check(
        "
        players red blue
        bag r07 B
        red: r07^ 1,0
        blue: B^ 2,0 !EdgeMismatch          # without a lake the end stays open, but no field meets the river
        ",
    );
}

#[test]
fn r_3_tight_bars_two_adjacent_curves_to_the_same_side() {
    check(
        "
        players red blue
        red: r10^ 1,0                       # to the right, southwards
        blue: r10> 1,-1 !RiverTurn          # to the right again
        blue: r10v 1,-1                     # to the left
        red: r10^ 2,-1                      # and to the right
        ",
    );
}

#[test]
fn r_3_tight_forgets_a_curve_after_a_straight_tile() {
    check(
        "
        players red blue
        red: r10^ 1,0
        blue: r07> 1,-1
        red: r10> 1,-2
        ",
    );
}

#[test]
fn r_3_ever_remembers_the_last_curve() {
    check(
        "
        players red blue
        rules river-turns=ever
        red: r10^ 1,0
        blue: r07> 1,-1
        red: r10> 1,-2 !RiverTurn
        red: r10v 1,-2
        blue: r10^ 2,-2
        ",
    );
}

#[test]
fn r_3_reserve_keeps_the_cells_ahead_free() {
    check(
        "
        players red blue
        rules river-turns=reserve
        red: r10^ 1,0
        blue: r10> 1,-1 !RiverTurn          # the spring lies beside the cell it would flow to
        blue: r10v 1,-1
        ",
    );
    check(
        "
        players red blue
        rules river-turns=reserve
        | r01     r1:r10^ |
        | .       b1:r07> |
        | b2:r07^ r2:r10> |
        red: r10v -1,-2 !RiverTurn          # the spring lies two rows ahead, one column aside
        red: r10< -1,-2
        ",
    );
}

#[test]
fn r_3_reserve_bars_a_straight_tile_too() {
    let coil = "
        | r01     r1:r10^ |
        | .       b1:r07> |
        | .       r2:r07> |
        | r3:r07^ b2:r10> |
        blue: r10v -1,-3                    # northwards
        ";
    // Beyond the cell a straight tile would flow to, the spring lies one column aside: the tile fits nowhere.
    check(&format!("players red blue\n rules river-turns=reserve\n {coil} draw r07\n = removed r07"));
    check(&format!("players red blue\n {coil} red: r07> -1,-2"));
}

#[test]
fn r_4_figures_on_river_tiles_but_not_on_the_river() {
    check(
        "
        players red blue
        red: r07^ 1,0 ...
        = options field.N, field.S
        red: pass
        blue: r05^ 2,0 ...
        = options road, monastery, field.N, field.er, field.wl
        blue: monastery
        = stands blue monastery@2,0
        ",
    );
}

#[test]
fn r_4_a_city_on_a_river_tile() {
    check(
        "
        players red
        red: r03^ 1,0 city.N
        red: Ev 1,1
        > city 2 tiles: red 4
        ",
    );
}

#[test]
fn r_5_after_the_river_the_lake_then_the_other_tiles() {
    check(
        "
        players red blue
        bag r07 r02 U2
        red: r07^ 1,0
        = turn blue
        = phase draw lake
        = bag r02
        draw U !NotInBag
        blue: r02^ 2,0 field
        = stands blue field@2,0
        = turn red
        = phase draw main
        = bag U2
        red: U^ 1,1
        ",
    );
}

#[test]
fn r_5_the_spring_is_nobodys_turn() {
    check("players red blue\n sets base river\n = turn red\n = home red 7 blue 7");
}

#[test]
fn r_6_the_river_separates_fields() {
    // The road of the first tile cuts off the way round the spring.
    check(
        "
        players red blue
        | r01   r1:r06>   b1:r07^ |
        = apart field.N@b1 field.S@b1
        ",
    );
}

#[test]
fn r_6_the_field_runs_round_the_spring_and_the_lake() {
    check(
        "
        players red blue
        | r01   r1:r06>   b1:r02^ |
        = joined field.nl@r1 field.sr@r1 field@0,0
        = joined field.nr@r1 field.sl@r1 field@b1
        = apart field@0,0 field@b1
        ",
    );
}

#[test]
fn r_6_an_unfit_river_tile_is_removed_under_every_profile() {
    check(
        "
        players red blue
        rules classic
        | .        r01   r1:r10^ |
        | b3:r07>  .     b1:r07> |
        | r3:r10v  b2:r07^  r2:r10> |
        draw r03                            # its cities would meet the spring's field
        > removed r03; now draw main
        = removed r03
        = turn red
        ",
    );
}

#[test]
fn r_6_the_river_may_end_without_its_lake() {
    check(
        "
        players red blue
        rules classic
        | r01   r1:r06>   b1:r07^   r2:r10^ |
        | .     .         .         b2:r07> |
        | .     r5:r07>   .         r3:r07> |
        | .     b4:r10v   r4:r07^   b3:r10> |
        draw r02                            # its field would meet the first tile's road
        > removed r02; now draw main
        = turn blue
        blue: B^ 0,1
        ",
    );
}

#[test]
fn r_7_river_tiles_come_first_whatever_sets_are_played() {
    check(&format!(
        "
        players red blue
        sets base winter river traders dragon
        = bag {TEN}
        "
    ));
}
