//! Placing followers.

use crate::script::check;

#[test]
fn b_fig_1_at_most_one_figure_a_turn() {
    check(
        "
        players red blue
        red: Lv 1,0 city
        red: road.N@1,0 !NotNow
        = turn blue
        = home red 6
        ",
    );
}

#[test]
fn b_fig_1_only_on_the_tile_just_placed() {
    check(
        "
        players red blue
        red: U^ 1,0 city@0,0 !NotThatTile
        red: road@0,0 !NotThatTile
        red: segment.0@5,5 !NoTile
        red: segment.7 !NoSegment
        red: road
        ",
    );
}

#[test]
fn b_fig_1_one_figure_less_in_the_own_supply() {
    check(
        "
        players red blue
        red: U^ 1,0 road
        = home red 6 blue 7
        blue: Ev 0,1 field
        = home red 6 blue 6
        ",
    );
}

#[test]
fn b_fig_2_thief_monk_and_farmer() {
    check(
        "
        players red blue
        red: A> 1,0 ...
        = options road, monastery, field
        red: monastery
        = stands red monastery@1,0
        ",
    );
}

#[test]
fn b_fig_2_knight_thieves_and_farmers() {
    check(
        "
        players red blue
        red: Lv 1,0 ...
        = options city, road.N, road.E, road.W, field.nl, field.nr, field.er
        ",
    );
}

#[test]
fn b_fig_3_not_on_a_feature_that_is_occupied_over_any_distance() {
    check(
        "
        players red blue
        red: U^ 1,0 road
        blue: U^ -1,0
        red: U^ 2,0
        blue: U^ -2,0 road !Occupied        # red's thief is three tiles away
        = options field.N, field.S
        ",
    );
}

#[test]
fn b_fig_3_an_own_follower_occupies_as_well() {
    check(
        "
        players red blue
        red: U^ 1,0 field.N
        blue: U^ 2,0
        red: U^ 3,0 field.N !Occupied
        = options road, field.S
        ",
    );
}

#[test]
fn b_fig_3_judged_after_the_tile_lies() {
    // Alone, the new city segment is free; as laid it meets blue's knight on its other edge.
    check(
        "
        players blue red
        | D             b1:Lv+city |
        | r1:E>         .          |
        blue: U^ -1,0
        red: N^ 1,-1 city !Occupied
        = options field
        ",
    );
}

#[test]
fn b_fig_4_joined_later_a_feature_holds_several_followers() {
    check(
        "
        players red blue
        | D             b1:Lv+city |
        | r1:E>+city    r2:N^      |
        > city 3 tiles: red 6 blue 6
        = red 6 blue 6
        ",
    );
}

#[test]
fn b_fig_5_without_followers_tiles_are_still_placed() {
    check(
        "
        players red
        red: B^ 0,-1 monastery
        red: B^ 0,-2 monastery
        red: B^ 0,-3 monastery
        red: B^ 0,-4 monastery
        red: B^ 0,-5 monastery
        red: B^ 0,-6 monastery
        red: B^ 0,-7 monastery
        = home red 0
        red: B^ 0,-8 monastery !NoneInSupply
        = options none
        red: pass
        red: U^ 1,0
        = home red 0
        ",
    );
}

#[test]
fn b_fig_5_nobody_takes_a_follower_back() {
    check(
        "
        players red blue
        red: U^ 1,0 road
        blue: U^ 2,0
        red: U^ 3,0
        blue: U^ 4,0
        = stands red road@1,0
        = home red 6
        ",
    );
}

#[test]
fn b_fig_6_on_a_segment_this_very_tile_completes() {
    check(
        "
        players red blue
        red: Ev 0,1 city
        > red follower to city@0,1; city 2 tiles: red 4; red follower home from city@0,1: scored
        = red 4 blue 0
        = home red 7
        ",
    );
}

#[test]
fn b_fig_6_provided_it_is_free() {
    check(
        "
        players red blue
        red: G> 0,1 city
        blue: Ev 0,2 city !Occupied
        blue: field
        > city 3 tiles: red 6
        ",
    );
}
