//! Completed roads, cities and monasteries.

use crate::script::check;

#[test]
fn b_score_1_a_road_between_crossings() {
    check(
        "
        players red blue
        | r2:W^   b1:U^   D   r1:W^+road.W |
        > road 4 tiles (1 each, red 1): red 4
        = red 4 blue 0
        = home red 7
        ",
    );
}

#[test]
fn b_score_1_a_road_between_monastery_and_city() {
    check(
        "
        players red blue
        | r1:A<+road   D   b1:T> |
        > road 3 tiles: red 3
        ",
    );
}

#[test]
fn b_score_1_a_road_between_villages() {
    check(
        "
        players red blue
        | r1:wK<+road   D   b1:wK> |
        > road 3 tiles: red 3
        ",
    );
}

#[test]
fn b_score_1_a_crossing_ends_each_of_its_roads() {
    check(
        "
        players red blue
        | r1:A<+road   D   b1:X^ |
        > road 3 tiles: red 3
        = apart road.N@b1 road.E@b1 road.S@b1 road.W@b1
        ",
    );
}

#[test]
fn b_score_1_a_closed_loop() {
    check(
        "
        players red blue
        | D            .     |
        | r1:V<+road   b1:V^ |
        | b2:Vv        r2:V> |
        > road 4 tiles: red 4
        ",
    );
}

#[test]
fn b_score_1_an_open_end_is_not_complete() {
    check(
        "
        players red blue
        | r1:A<+road   D   b1:U^ |
        > no road
        = unfinished road@r1
        = home red 6
        ",
    );
}

#[test]
fn b_score_1_a_tile_crossed_twice_counts_once() {
    check(
        "
        players red blue
        | b2:V<   r2:V^    .   .          |
        | b1:Vv   r1:t24^  D   r3:A>+road |
        | .       b3:Av    .   .          |
        > road 7 tiles: red 7
        ",
    );
}

#[test]
fn b_score_1_both_ends_on_one_crossing() {
    check(
        "
        players red blue
        | D               .     |
        | r1:W^+road.E    b1:V^ |
        | r2:Vv           b2:V> |
        > road 4 tiles: red 4
        = joined road.E@r1 road.S@r1
        = apart road.E@r1 road.W@r1
        ",
    );
}

#[test]
fn b_score_2_two_points_a_tile_and_two_a_pennant() {
    check(
        "
        players red blue
        | b1:Ev       |
        | r1:F>+city  |
        | D           |
        > city 3 tiles 1 pennant: red 8
        = red 8 blue 0
        = home red 7
        ",
    );
}

#[test]
fn b_score_2_a_gap_in_the_wall_leaves_it_open() {
    check(
        "
        players red blue
        | b1:Ev       |
        | r1:R<+city  |                 # open to the west
        | D           |
        = unfinished city@r1
        = red 0
        ",
    );
}

#[test]
fn b_score_2_a_tile_counts_once_for_two_of_its_segments() {
    check(
        "
        players red blue
        | D            .     |
        | r1:Nv+city   b1:N< |
        | r2:N>        b2:I^ |
        > city 4 tiles: red 8
        ",
    );
}

#[test]
fn b_score_2_an_enclosed_empty_cell_does_not_matter() {
    check(
        "
        players red blue
        | .       D            .     |
        | b1:Nv   r1:G^+city   r2:N< |
        | b2:G>   .            r3:G> |
        | b3:N>   r4:G^        b4:N^ |
        > city 8 tiles: red 16
        ",
    );
}

#[test]
fn b_score_3_a_monastery_with_eight_neighbours() {
    check(
        "
        players red blue
        | b2:U^   D                  r2:U^ |
        | b3:B^   r1:B^+monastery    r3:B^ |
        | b4:B^   b1:B^              r4:B^ |
        > monastery 9 tiles (1 each, red 1): red 9
        = red 9 blue 0
        = home red 7
        ",
    );
}

#[test]
fn b_score_3_seven_neighbours_are_not_enough() {
    check(
        "
        players red blue
        | b2:U^   D                  r2:U^ |
        | b3:B^   r1:B^+monastery    r3:B^ |
        | .       b1:B^              r4:B^ |
        > no monastery
        = unfinished monastery@r1
        ",
    );
}

#[test]
fn b_score_3_laid_into_the_last_gap_it_is_complete_at_once() {
    check(
        "
        players red blue
        | b1:U^   D       r1:U^ |
        | b2:B^   .       r2:B^ |
        | b3:B^   r4:B^   r3:B^ |
        blue: B^ 0,-1 monastery
        > monastery 9 tiles: blue 9
        ",
    );
}

#[test]
fn b_score_3_two_monasteries_by_one_tile() {
    check(
        "
        players red blue
        | r2:U^   D                 b2:U^             r3:U^ |
        | b3:B^   r1:B^+monastery   b1:B^+monastery   r4:B^ |
        | b4:B^   .                 r5:B^             b5:B^ |
        red: B^ 0,-2
        > monastery 9 tiles: red 9; monastery 9 tiles: blue 9
        = red 9 blue 9
        ",
    );
}

#[test]
fn b_score_4_the_majority_takes_all() {
    check(
        "
        players red blue
        | b3:B^        r4:Ev+city  r3:B^       |
        | b2:E>+city   b4:C^       r2:E<+city  |
        | b1:U^        D           r1:U^       |
        > city 5 tiles 1 pennant (2 each, red 2 blue 1): red 12
        = red 12 blue 0
        = home red 7 blue 7
        ",
    );
}

#[test]
fn b_score_4_tied_players_each_take_all() {
    check(
        "
        players red blue
        | r2:E>+city   r3:Rv   b2:E<+city  |
        | r1:U^        D       b1:U^       |
        > city 4 tiles (2 each, red 1 blue 1): red 8 blue 8
        = red 8 blue 8
        ",
    );
}

#[test]
fn b_score_4_nobody_there_nothing_scored() {
    check(
        "
        players red blue
        red: Ev 0,1
        > no city
        = complete city@0,1
        = red 0 blue 0
        ",
    );
}

#[test]
fn b_score_5_one_tile_completes_features_of_several_players() {
    check(
        "
        players red blue
        | r2:V<   .   .          |
        | b1:Vv   D   r1:A>+road |
        blue: Lv 0,1 city
        > city 2 tiles: blue 4; road 5 tiles: red 5
        = red 5 blue 4
        = home red 7 blue 7
        ",
    );
}

#[test]
fn b_score_6_followers_come_home_too_late_for_this_tile() {
    check(
        "
        players red
        red: A> 1,0 road
        red: B^ 0,-1 monastery
        red: B^ 0,-2 monastery
        red: B^ 0,-3 monastery
        red: B^ 0,-4 monastery
        red: B^ 0,-5 monastery
        red: B^ 0,-6 monastery
        = home red 0
        red: A< -1,0 monastery !NoneInSupply
        red: pass
        > road 3 tiles: red 3; red follower home from road@1,0: scored
        = home red 1
        red: B^ 0,-7 monastery
        = home red 0
        ",
    );
}

#[test]
fn b_score_6_only_those_on_the_completed_feature_come_home() {
    check(
        "
        players red blue
        red: U^ 1,0 field.N
        blue: U^ 2,0 road
        red: A< -1,0 monastery
        blue: A> 3,0
        > road 5 tiles: blue 5; no red follower home
        = home red 5 blue 7
        ",
    );
}

#[test]
fn b_score_7_scores_run_past_fifty() {
    // Twelve tiles with a pennant between the start tile and an end: (14 + 12) * 2.
    check(
        "
        players red
        red: F> 0,1 city
        red: F> 0,2
        red: F> 0,3
        red: F> 0,4
        red: F> 0,5
        red: F> 0,6
        red: F> 0,7
        red: F> 0,8
        red: F> 0,9
        red: F> 0,10
        red: F> 0,11
        red: F> 0,12
        red: Ev 0,13
        > city 14 tiles 12 pennants: red 52
        = red 52
        ",
    );
}
