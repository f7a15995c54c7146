//! The worked examples of the printed rules, base game and River: numbered as in `docs/rules.md`.

use crate::script::check;

#[test]
fn example_001_two_tile_city_claimed_and_finished_in_one_turn_classic() {
    check("players red\n rules classic\n red: Ev 0,1 city\n = red 2\n = home red 7");
}

#[test]
fn example_002_cities_joined_by_one_tile() {
    check(
        "
        players red blue
        | r3:E>   r2:G^+city   b3:Rv   b2:E<+city |
        | .       r1:U^        D       b1:U^      |
        > city 5 tiles: red 10 blue 10
        = red 10 blue 10
        ",
    );
}

#[test]
fn example_003_monastery_with_eight_neighbours() {
    check(
        "
        players red blue
        | r2:V<   D                 b1:V^+road |
        | r3:U>   r1:B^+monastery   b2:U>      |
        | r4:Vv   b4:U^             b3:V>      |
        > road 8 tiles: blue 8; monastery 9 tiles: red 9
        = red 9 blue 8
        ",
    );
}

#[test]
fn example_004_road_claimed_and_finished_in_one_turn() {
    check(
        "
        players blue red
        | r1:W^+road.E   D   b1:W^ |
        = red 3 blue 0
        = home red 7
        ",
    );
}

#[test]
fn example_005_roads_of_four_and_of_three_tiles() {
    check(
        "
        players red
        | r3:W^   r1:U^+road   D   r2:W^ |
        > road 4 tiles: red 4
        = red 4
        ",
    );
    check(
        "
        players red
        | r1:A<+road   D   r2:T> |
        > road 3 tiles: red 3
        = red 3
        ",
    );
}

#[test]
fn example_006_city_of_three_tiles_with_a_pennant_and_of_four_without() {
    check(
        "
        players red
        | r2:E>   r1:M<+city |          # M has the pennant
        | .       D          |
        > city 3 tiles 1 pennant: red 8
        = red 8
        ",
    );
    check(
        "
        players red
        | r3:Ev      |
        | r2:G>      |
        | r1:G>+city |
        | D          |
        > city 4 tiles: red 8
        = red 8
        ",
    );
}

#[test]
fn example_007_two_tile_city_claimed_and_finished_in_one_turn() {
    for edition in ["modern", "2007"] {
        check(&format!("players red\n rules {edition}\n red: Ev 0,1 city\n = red 4\n = home red 7"));
    }
}

#[test]
fn example_008_from_48_over_50_to_51() {
    // Eleven tiles with a pennant between the start tile and an end: (13 + 11) * 2.
    let column: String = (2..=11).map(|y| format!("red: F> 0,{y}\n")).collect();
    check(&format!(
        "
        players red
        red: F> 0,1 city
        {column}
        red: Ev 0,12
        = red 48
        red: A> 1,0
        red: A< -1,0 road
        > road 3 tiles: red 3
        = red 51
        "
    ));
}

#[test]
fn example_009_unfinished_road_and_monastery() {
    check(
        "
        players red yellow
        | r2:U^   D                 r1:U^+road |
        | .       y1:B^+monastery   .          |
        | .       y2:B^             .          |
        end
        > open road 3 tiles: red 3; open monastery 5 tiles: yellow 5
        = red 3 yellow 5
        ",
    );
}

/// Blue's small city and the big one where green has two knights and black one, both unfinished.
fn unfinished_cities(tile: char, expected: &str) {
    check(&format!(
        "
        players blue green black
        | .            b4:{tile}>    .           |
        | k2:B^        g3:G>+city    .           |
        | g2:E>+city   k3:C^         k1:E<+city  |
        | g1:U^        D             b1:U^       |
        | .            b2:E>+city    b3:{tile}^  |
        end
        {expected}
        "
    ));
}

#[test]
fn example_010_unfinished_cities() {
    // F has a pennant, G has none: so the numbers of the newer and of the older book.
    unfinished_cities('F', "= blue 3 green 8 black 0");
    unfinished_cities('G', "= blue 2 green 7 black 0");
}

#[test]
fn example_011_field_with_a_finished_and_an_unfinished_city_classic() {
    check(
        "
        players blue
        rules classic
        | b1:H^+field |
        | D           |
        end
        = blue 4
        ",
    );
}

#[test]
fn example_012_field_with_two_finished_cities() {
    for edition in ["classic", "2007"] {
        check(&format!(
            "
            players blue
            rules {edition}
            | b2:Ev       |
            | b1:H^+field |
            | D           |
            end
            = blue 8
            "
        ));
    }
}

#[test]
fn example_013_most_farmers_over_all_fields_of_a_city_classic() {
    check(
        "
        players blue red
        rules classic
        | r1:Ev+field     .             |
        | b1:G>+field.E   .             |
        | D               b2:U^+field.N |
        = apart field@r1 field.E@b1 field.N@b2
        end
        = blue 4 red 0
        ",
    );
}

#[test]
fn example_014_small_city_tied_big_cities_blue_alone_classic() {
    check(
        "
        players blue red
        rules classic
        | .               r2:Ev         .       .       .     |
        | .               b2:G>         .       .       .     |
        | .               b1:H^+field   b3:E>   r3:G^   b4:E< |
        | r1:U^+field.N   D             .       .       .     |
        end
        > farmed city: blue 4 red 4; farmed city: blue 4; farmed city: blue 4
        = blue 12 red 4
        ",
    );
}

/// Blue's field with two finished cities, red's with a finished and an unfinished one.
fn fields_of_two_players(edition: &str, expected: &str) {
    check(&format!(
        "
        players blue red
        rules {edition}
        | b2:Ev         .     |
        | b1:H^+field   .     |
        | D             .     |
        | r1:Ev+field   b3:E> |
        | r2:E^         .     |
        end
        {expected}
        "
    ));
}

#[test]
fn example_015_fields_of_two_players_one_city_unfinished() {
    fields_of_two_players("2007", "= blue 8 red 4");
    fields_of_two_players("modern", "= blue 6 red 3");
}

/// A big field with two of red's farmers and some of yellow's at cities A (the start tile's) and B (above it),
/// a small one with blue's farmer at city A.
fn big_and_small_field(edition: &str, second_yellow: &str, expected: &str) {
    check(&format!(
        "
        players red yellow blue
        rules {edition}
        | .               b2:Ev         r3:A^           y3:A^           b3:A^               |
        | .               r1:H^+field   y1:U>+field.E   r2:U>+field.E   y2:U>{second_yellow} |
        | b1:U^+field.N   D             .               .               .                   |
        = apart field@r1 field.N@b1
        = joined field@r1 field.E@y1 field.E@r2 field.E@y2
        end
        {expected}
        "
    ));
}

#[test]
fn example_016_red_has_most_farmers_at_both_cities_2007() {
    big_and_small_field("2007", "", "= red 8 yellow 0 blue 0");
}

#[test]
fn example_017_red_and_yellow_tied_at_both_cities_2007() {
    big_and_small_field("2007", "+field.E", "= red 8 yellow 8 blue 0");
}

/// Field 1 (north of the row of cities A and B) blue; field 2 (south, with C) red and blue; field 3 (east,
/// four cities) yellow twice and black. The start tile's city is unfinished.
fn three_fields(edition: &str, expected: &str) {
    check(&format!(
        "
        players blue red yellow black
        rules {edition}
        | .           k5:B^           b6:B^          .      .      .              y3:Ev  k4:Ev  r5:A^          y5:A^         |
        | D           b1:wH>+field.N  y1:wH<         k1:wH> r2:wH< y2:W>+field.E  k2:H^  r3:H^  k3:U>+field.E  y4:U>+field.E |
        | r1:Ev+field b4:A<           b2:U^+field.S  .      .      .              r4:E^  b5:E^  .              .             |
        | b3:E^       .               .              .      .      .              .      .      .              .             |
        = apart field.N@b1 field@r1 field.E@y2
        = joined field@r1 field.S@b2
        = joined field.E@y2 field.E@k3 field.E@y4
        end
        {expected}
        "
    ));
}

#[test]
fn example_018_three_fields_2007() {
    three_fields("2007", "= blue 12 red 4 yellow 16 black 0");
}

#[test]
fn example_019_two_fields_of_one_player() {
    check(
        "
        players blue
        | b2:Ev         .             |
        | b1:H^+field   .             |
        | D             b3:U^+field.N |
        end
        > field 1 city: blue 3; field 2 cities: blue 6
        = blue 9
        ",
    );
}

#[test]
fn example_020_red_has_the_majority_of_the_big_field() {
    big_and_small_field("modern", "", "= red 6 yellow 0 blue 3");
}

#[test]
fn example_021_red_and_yellow_tied_on_the_big_field() {
    big_and_small_field("modern", "+field.E", "= red 6 yellow 6 blue 3");
}

#[test]
fn example_022_three_fields() {
    three_fields(
        "modern",
        "> field 3 cities: blue 9 red 9; field 2 cities: blue 6; field 4 cities: yellow 12
        = blue 15 red 9 yellow 12 black 0",
    );
}

#[test]
fn example_023_farmers_on_diagonal_tiles_come_to_share_a_field() {
    check(
        "
        players blue red
        | b1:Ev+field   .             |
        | D             r1:U^+field.N |
        = apart field@b1 field.N@r1
        blue: B^ 1,1
        = joined field@b1 field.N@r1
        = stands blue field@b1
        = stands red field.N@r1
        ",
    );
}

#[test]
fn example_024_three_fields_with_a_farmer_each_joined_by_one_tile() {
    check(
        "
        players red blue yellow
        | .       .       r1:Ev+field   .               y2:Ev+field |
        | b2:U^   r2:U^   D             b1:U^+field.N   y1:L^       |
        = apart field@r1 field.N@b1 field@y2
        red: B^ 1,1 ...
        = joined field@r1 field.N@b1 field@y2
        = options monastery
        red: field !Occupied
        ",
    );
}

#[test]
fn example_025_in_an_occupied_city_only_a_farmer() {
    check(
        "
        players red blue
        red: G> 0,1 city
        blue: Ev 0,2 ...
        = options field
        ",
    );
}

#[test]
fn example_025_knight_thief_or_farmer_on_the_small_field() {
    check(
        "
        players blue red
        blue: U^ -1,0 field.N
        red: J> 1,0 ...
        = options city, road, field.sr
        ",
    );
}

#[test]
fn example_025_on_an_occupied_road_monk_or_farmer() {
    check(
        "
        players red blue
        red: U^ 1,0 road
        blue: A> 2,0 ...
        = options monastery, field
        ",
    );
}

#[test]
fn example_025_in_an_occupied_city_thief_or_farmer() {
    check(
        "
        players red blue
        red: G> 0,1 city
        blue: Kv 0,2 ...
        = options road, field.nl, field.nr
        ",
    );
}
