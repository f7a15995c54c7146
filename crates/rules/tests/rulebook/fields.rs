//! Fields and farmers during the game.

use crate::script::check;

#[test]
fn b_field_1_roads_bound_fields() {
    check(
        "
        players red blue
        red: U^ 1,0
        = joined field.N field.el@0,0
        = joined field.S field.S@0,0
        = apart field.N field.S
        ",
    );
}

#[test]
fn b_field_1_a_field_runs_round_the_end_of_a_road() {
    check(
        "
        players red blue
        | D   r1:U^   b1:A> |
        = joined field.N@r1 field.S@r1 field@b1
        ",
    );
}

#[test]
fn b_field_1_cities_bound_fields() {
    check(
        "
        players red blue
        red: Ev 0,1
        = apart field@0,1 field.el@0,0 field.S@0,0
        ",
    );
    check(
        "
        players red blue
        red: G^ 0,-1                    # a city from west to east
        = joined field.N field.S@0,0
        = apart field.N field.S
        ",
    );
}

#[test]
fn b_field_1_fields_meeting_at_a_corner_are_not_connected() {
    check(
        "
        players red blue
        | r1:Ev+field   .             |
        | D             b1:U^+field.N |
        = apart field@r1 field.N@b1
        ",
    );
}

#[test]
fn b_field_1_cities_meeting_at_a_corner_are_not_connected() {
    check(
        "
        players red blue
        red: Iv 0,1                     # two cities that meet in a corner of the tile
        = apart city.S city.E
        = complete city.S
        = unfinished city.E
        ",
    );
    check(
        "
        players red blue
        | r1:Ev   b1:Ev |
        | D       .     |
        = apart city@r1 city@b1
        = complete city@r1
        = unfinished city@b1
        ",
    );
}

#[test]
fn b_field_1_a_tile_joins_fields() {
    check(
        "
        players red blue
        | r1:Ev+field   r2:B^         |
        | D             b1:U^+field.N |
        = joined field@r1 field.N@b1 field@r2
        ",
    );
}

#[test]
fn b_field_1_a_field_may_be_cut_at_a_corner_between_open_edges() {
    check(
        "
        players red blue
        red: t12v 0,1                   # city in the south and east, road in the west
        = apart field.wl field.wr field.N
        ",
    );
}

#[test]
fn b_field_2_farmers_never_score_during_the_game() {
    check(
        "
        players red blue
        red: G> 0,1 field.E
        blue: Ev 0,2
        > no field
        = complete city@0,2
        = red 0 blue 0
        = stands red field.E@0,1
        = home red 6
        ",
    );
}

#[test]
fn b_field_2_farmers_stay_to_the_end() {
    check(
        "
        players red blue
        red: Ev 0,1 field
        blue: U^ 1,0
        end
        > field 1 city: red 3; no red follower home
        = stands red field@0,1
        = home red 6
        ",
    );
}
