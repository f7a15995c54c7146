//! The fairy.

use crate::script::{BUILDER_ON_ROAD, check, check_on};

#[test]
fn d_fairy_1_she_starts_off_the_board() {
    check("players red blue\n sets base dragon\n = fairy off");
}

#[test]
fn d_fairy_1_who_places_no_figure_may_move_her_to_an_own_follower() {
    check(
        "
        players red blue
        parts fairy
        red: U^ 1,0 road
        blue: U^ -1,0 fairy road@1,0 !NoFollowerThere   # it is red's
        blue: pass
        red: U^ 2,0 ...
        = options field.N, field.S, fairy road@1,0
        red: fairy road@1,0
        > fairy to road@1,0; turn blue
        = fairy road@1,0
        = home red 6
        ",
    );
}

#[test]
fn d_fairy_1_not_to_the_one_she_stands_by() {
    check(
        "
        players red blue
        parts fairy
        | b1:U^   D   r1:U^+road   r2:U^+fairy/road@r1 |
        blue: U^ -2,0
        red: U^ 3,0 fairy road@r1 !FairyThere
        = options field.N, field.S
        ",
    );
}

#[test]
fn d_fairy_1_she_moves_from_one_to_the_other() {
    check(
        "
        players red blue
        parts fairy
        | b1:U^   D   r1:U^+road   r2:U^+field.N |
        blue: U^ -2,0
        red: U^ 3,0 fairy road@r1
        blue: U^ -3,0
        red: U^ 4,0 fairy field.N@r2
        = fairy field.N@r2
        ",
    );
}

#[test]
fn d_fairy_1_not_to_a_builder_or_a_pig() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts fairy builder
        red: B^ 0,-3 fairy road@r2 !NoFollowerThere
        = options monastery, field, fairy road@r1
        ",
    );
}

#[test]
fn d_fairy_1_judged_for_each_tile_of_a_double_turn() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts fairy builder
        red: U^ 3,0 field.N
        red: B^ 0,-3 fairy field.N@3,0
        = fairy field.N@3,0
        ",
    );
}

#[test]
fn d_fairy_1_on_tile_she_goes_to_a_tile_with_an_own_follower() {
    check(
        "
        players red blue
        parts fairy
        rules fairy=on-tile
        | b1:U^+field.N   D   r1:U^+road |
        red: U^ 2,0 fairy @-1,0 !NoFollowerThere
        = options field.S, fairy @1,0
        red: fairy @1,0
        > fairy to @1,0
        = fairy @1,0
        blue: U^ -2,0
        red: U^ 3,0 fairy @1,0 !FairyThere
        ",
    );
}

#[test]
fn d_fairy_1_without_the_part_there_is_none() {
    check(
        "
        players red blue
        | b1:U^   D   r1:U^+road |
        red: U^ 2,0 fairy road@r1 !PartOff
        ",
    );
}

#[test]
fn d_fairy_2_one_point_at_the_beginning_of_the_turn() {
    check(
        "
        players red blue
        parts fairy
        | b1:U^   D   r1:U^+road   r2:U^+fairy/road@r1 |
        > no fairy turn
        blue: U^ -2,0
        > turn red; fairy turn: red 1; now draw main
        = red 1 blue 0
        red: U^ 3,0
        > turn blue; no fairy turn
        blue: U^ -3,0
        = red 2 blue 0
        ",
    );
}

#[test]
fn d_fairy_2_once_in_a_double_turn() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts fairy builder
        red: B^ 0,-3 fairy road@r1
        blue: B^ 0,-4
        = red 1
        red: U^ 3,0
        > red began the second tile; no fairy turn
        red: B^ 0,-5
        = red 1 blue 0
        ",
    );
}

#[test]
fn d_fairy_2_on_tile_one_point_in_all() {
    check(
        "
        players red blue
        parts fairy portal
        rules fairy=on-tile
        | b1:U^   D   r1:U^+road   r2:d08^+field.N@r1 |
        blue: B^ 0,-1
        red: B^ 0,-2 fairy @r1
        blue: B^ 0,-3
        > turn red; fairy turn: red 1
        = red 1 blue 0
        ",
    );
}

#[test]
fn d_fairy_2_on_tile_each_player_there_in_the_own_turn() {
    check(
        "
        players red blue
        parts fairy portal
        rules fairy=on-tile
        | D   r1:U^+road   b1:d08^+field.N@r1 |
        red: U^ -1,0 fairy @r1
        > turn blue; fairy turn: blue 1
        blue: U^ -2,0
        > turn red; fairy turn: red 1
        = red 1 blue 1
        ",
    );
}

#[test]
fn d_fairy_2_the_point_is_kept_even_if_no_tile_fits() {
    check(
        "
        players red blue
        parts fairy
        spare none
        | r1:Ev+field   .     |
        | D             b1:U^ |
        red: U^ 2,0 fairy field@r1
        blue: U^ 3,0
        > turn red; fairy turn: red 1
        draw C
        > removed C; field 1 city: red 3; fairy bonus: red 3; now over NothingFits
        = red 7 blue 0
        ",
    );
}

#[test]
fn d_fairy_3_the_dragon_may_not_enter_her_tile() {
    check(
        "
        players red blue
        parts fairy dragon
        | b2:U^   D                 b1:U^                      r2:U^ |
        | .       r1:B^+monastery   r3:d01^+fairy/monastery@r1 .     |
        blue: d16^ 3,0
        walk blue W !DragonFairy
        = options dragon N
        walk blue N, red W
        walk blue S !DragonFairy
        > no red follower
        = stands red monastery@r1
        ",
    );
}

#[test]
fn d_fairy_3_a_volcano_is_a_new_tile() {
    check(
        "
        players red blue
        parts fairy dragon
        | b1:U^   D   r1:U^+road   r2:U^+fairy/road@r1 |
        blue: d17^ -2,0
        > dragon came -2,0
        = fairy road@r1
        ",
    );
}

#[test]
fn d_fairy_4_three_points_when_the_feature_is_scored() {
    check(
        "
        players red blue
        parts fairy
        | b1:A<   D   r1:U^+road   r2:U^+fairy/road@r1 |
        blue: A> 3,0
        > road 5 tiles: red 5; fairy bonus: red 3; red follower home from road@1,0: scored; fairy alone
        = fairy @r1
        = red 8 blue 0                  # and no point at the turn's beginning any more
        = home red 7
        ",
    );
}

#[test]
fn d_fairy_4_whatever_the_owner_otherwise_gets() {
    check(
        "
        players red blue
        parts fairy
        | r3:B^+fairy/city@r2   b3:Ev+city   .           |
        | r2:E>+city            .            b2:E<+city  |
        | r1:U^                 D            b1:U^       |
        = red 1 blue 0
        red: C^ 0,1
        > city 5 tiles 1 pennant (2 each, red 1 blue 2): blue 12; fairy bonus (red on city@r2): red 3
        = red 4 blue 12
        ",
    );
}

#[test]
fn d_fairy_4_at_the_end_for_unfinished_features() {
    check(
        "
        players red blue
        parts fairy
        | b1:U^   D   r1:U^+road   r2:U^+fairy/road@r1 |
        end
        > open road 4 tiles: red 4; fairy bonus: red 3
        = red 7 blue 0
        ",
    );
}

#[test]
fn d_fairy_4_also_for_a_field_that_feeds_no_city() {
    check(
        "
        players red blue
        parts fairy
        | b1:U^   D   r1:U^+field.S   r2:U^+fairy/field.S@r1 |
        end
        > field 0 cities: nobody; fairy bonus: red 3
        = red 3 blue 0
        ",
    );
}

#[test]
fn d_fairy_4_with_the_older_field_scoring_after_the_cities() {
    check(
        "
        players red blue
        parts fairy
        rules classic
        | r1:Ev+field   .     .                     |
        | D             b1:U^ r2:U^+fairy/field@r1  |
        end
        > farmed city: red 4; fairy bonus: red 3
        = red 7 blue 0
        ",
    );
}

#[test]
fn d_fairy_4_not_for_another_feature() {
    check(
        "
        players red blue
        parts fairy
        | b1:A<+road   D   r1:U^+field.N   r2:U^+fairy/field.N@r1 |
        blue: A> 3,0
        > road 5 tiles: blue 5; no fairy bonus
        = fairy field.N@r1
        ",
    );
}

#[test]
fn d_fairy_4_on_tile_each_player_with_a_follower_there() {
    check(
        "
        players red blue
        parts fairy portal
        rules fairy=on-tile
        | D   r1:U^+road   b1:d08^+field.N@r1 |
        red: A< -1,0 fairy @r1
        > road 4 tiles: red 4; fairy bonus: red 3; red follower home from road@1,0: scored
        = red 7 blue 1                  # blue's turn began with her beside the farmer
        = fairy @r1
        ",
    );
}

#[test]
fn d_fairy_5_she_stays_when_her_follower_leaves_otherwise() {
    check(
        "
        players red blue
        parts fairy princess
        | r2:G>+fairy/city@r1 .     |
        | r1:G>+city          .     |
        | D                   b1:U^ |
        blue: d20< 0,3 evict city@r1
        > red follower home from city@0,1: evicted; fairy alone; turn red
        > no fairy turn
        = fairy @r1
        ",
    );
}
