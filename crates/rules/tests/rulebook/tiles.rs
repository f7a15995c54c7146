//! Laying tiles, and tiles with peculiarities.

use crate::script::check;

#[test]
fn b_tile_1_a_corner_is_not_enough() {
    check(
        "
        players red blue
        red: B^ 1,1 !NotAdjacent
        red: B^ 5,0 !NotAdjacent
        red: B^ 0,0 !CellTaken
        red: B^ 0,-1
        ",
    );
}

#[test]
fn b_tile_2_road_continues_road() {
    check(
        "
        players red blue
        red: U> 1,0 !EdgeMismatch       # a field would meet the road
        red: U^ 1,0
        ",
    );
}

#[test]
fn b_tile_2_city_continues_city_and_field_field() {
    check(
        "
        players red blue
        red: E^ 0,1 !EdgeMismatch       # a field would meet the city
        red: E^ 0,-1 !EdgeMismatch      # the city would meet a field
        red: E^ 1,0 !EdgeMismatch       # a field would meet the road
        red: Ev 0,1
        ",
    );
}

#[test]
fn b_tile_2_any_rotation_that_fits() {
    check(
        "
        players red blue
        draw E
        = places 0,1v 0,-1> 0,-1v 0,-1<
        ",
    );
}

#[test]
fn b_tile_2_every_touching_edge_must_match() {
    check(
        "
        players red blue
        | D       r1:V^ |
        | b1:U^   .     |
        red: U> 1,-1 !EdgeMismatch      # fits above, not at the left
        red: U^ 1,-1 !EdgeMismatch      # fits at the left, not above
        red: Uv 1,-1 !EdgeMismatch
        ",
    );
    check(
        "
        players red blue
        | D       r1:V^ |
        | b1:U^   r2:V> |
        = joined road@r1 road@b1 road@r2
        ",
    );
}

#[test]
fn b_tile_3_the_drawn_tile_is_shown_to_all() {
    check("players red blue\n draw X\n > drew X\n = hand X");
}

#[test]
fn b_tile_3_an_unfit_tile_is_replaced_by_another() {
    check(
        "
        players red blue
        red: Ev 0,1             # no city is open any more
        draw C
        > drew C; removed C; now draw main
        = turn blue
        = hand none
        blue: U^ 1,0
        ",
    );
}

#[test]
fn b_tile_3_when_nothing_left_fits_the_game_ends() {
    check(
        "
        players red blue
        spare none
        red: Ev 0,1 field
        draw C
        > removed C; field 1 city: red 3; now over NothingFits
        = red 3 blue 0
        = winners red
        ",
    );
    check(
        "
        players red blue
        rules unfit=return
        spare none
        red: Ev 0,1
        draw C
        > set aside C; now over NothingFits
        = aside C
        ",
    );
}

#[test]
fn t_tile_the_bridge_joins_no_roads_and_parts_four_fields() {
    check(
        "
        players red blue
        red: t24^ 1,0 ...
        = options road.N, road.E, field.nl, field.nr, field.sl, field.sr
        = apart road.N road.E
        = joined road.W road@0,0
        = apart field.nl field.nr field.sl field.sr
        ",
    );
}

#[test]
fn t_tile_one_road_ends_at_the_city_the_other_at_a_house() {
    check(
        "
        players red blue
        red: t23v -1,0 ...
        = options city, road.N, road.E, field.nl, field.nr, field.er
        = apart road.N road.E
        ",
    );
    check(
        "
        players red blue
        red: A> 1,0 road
        blue: t23v -1,0
        > road 3 tiles: red 3
        ",
    );
}

#[test]
fn t_tile_the_monastery_ends_three_roads() {
    check(
        "
        players red blue
        red: A< -1,0
        blue: t20^ 1,0 ...
        = options monastery, road.E, road.S, road.W, field.N, field.er, field.sr
        blue: road.W
        > road 3 tiles: blue 3
        ",
    );
}

#[test]
fn t_tile_three_cities_round_an_inner_field() {
    check(
        "
        players red blue
        red: t06^ 0,1 ...
        = options city.N, city.E, city.S, field.inner
        = apart city.N city.E city.S
        = joined city.N city.W
        = apart field.inner field.el@0,0
        red: field.inner
        end
        > field 1 city: red 3           # of its three cities, the southern one is complete
        ",
    );
}

#[test]
fn d_tile_monastery_in_the_city_offers_three_places() {
    check(
        "
        players red blue
        red: d13< 0,1 ...               # city on the west, north and south
        = options city, monastery, field
        ",
    );
}

#[test]
fn d_tile_monk_and_knights_do_not_hinder_each_other() {
    check(
        "
        players red blue
        red: G> 0,1 city
        blue: d13< 0,2 monastery
        = stands red city@0,1
        = stands blue monastery@0,2
        ",
    );
    check(
        "
        players red blue
        red: d13< 0,1 monastery
        blue: G> 0,2 city
        = stands blue city@0,2
        ",
    );
}

#[test]
fn d_tile_the_monastery_is_complete_while_its_city_is_open() {
    check(
        "
        players red blue
        | b3:B^  r3:B^            b4:B^ |
        | b2:G^  r1:d13v+monastery  r4:E< |
        | b1:U^  D                r2:U^ |
        > monastery 9 tiles: red 9
        = unfinished city@r1            # open at its western end
        = home red 7
        ",
    );
}

#[test]
fn d_tile_the_road_runs_on_under_the_city() {
    check(
        "
        players red blue
        red: V^ 1,0 road
        blue: d25^ 1,-1 ...
        = joined road@0,0 road@1,-1
        = options city, field.N, field.S
        = apart field.N field.S
        = joined field.N@1,0 field.sr@1,0       # both sides of the road, over the tunnel
        ",
    );
}
