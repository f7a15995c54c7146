//! The end of the game, final scoring, giving up.

use crate::script::check;
use rules::{Illegal, Input, Position, Seat, Setup};

#[test]
fn b_end_1_the_game_ends_after_the_turn_of_the_last_tile() {
    check(
        "
        players red blue
        spare none
        red: G> 0,1 city
        = phase draw main
        blue: Ev 0,2 field
        > blue follower to field@0,2; city 3 tiles: red 6; field 1 city: blue 3; now over NoTiles
        > no turn red
        = red 6 blue 3
        = acts nobody
        draw U !GameOver
        red: pass !GameOver
        end !GameOver
        ",
    );
}

#[test]
fn b_end_1_or_when_the_last_tile_could_not_be_placed() {
    check(
        "
        players red blue
        spare none
        red: Ev 0,1
        = turn blue
        draw C
        > removed C; now over NothingFits
        ",
    );
}

#[test]
fn b_end_1_a_turn_begins_while_a_tile_is_left() {
    check(
        "
        players red blue
        spare C
        red: Ev 0,1
        > turn blue; now draw main
        ",
    );
}

#[test]
fn b_end_2_an_unfinished_road_gives_one_a_tile() {
    check(
        "
        players red blue
        | b1:U^   D   r1:U^+road |
        end
        > open road 3 tiles: red 3
        = red 3 blue 0
        ",
    );
}

#[test]
fn b_end_2_an_unfinished_city_gives_one_a_tile_and_pennant() {
    check(
        "
        players red blue
        | b1:F>       |
        | r1:F>+city  |
        | D           |
        end
        > open city 3 tiles 2 pennants: red 5
        = red 5 blue 0
        ",
    );
}

#[test]
fn b_end_2_an_unfinished_monastery_gives_one_and_one_a_neighbour() {
    check(
        "
        players red blue
        | .       D                 r2:U^ |
        | b2:B^   r1:B^+monastery   .     |
        | .       b1:B^             .     |
        end
        > open monastery 5 tiles (1 each, red 1): red 5
        = red 5 blue 0
        ",
    );
}

#[test]
fn b_end_2_majority_as_ever() {
    // A city with a gap in the north.
    check(
        "
        players red blue
        | b3:B^        r4:G>+city  r3:B^       |
        | b2:E>+city   b4:C^       r2:E<+city  |
        | b1:U^        D           r1:U^       |
        end
        > open city 5 tiles 1 pennant (1 each, red 2 blue 1): red 6
        = red 6 blue 0
        ",
    );
}

#[test]
fn b_end_2_nobody_there_nothing_scored() {
    check(
        "
        players red blue
        red: L^ 1,0
        end
        > no open; no field
        = red 0 blue 0
        ",
    );
}

#[test]
fn b_end_2_figures_stay_on_the_board() {
    check("players red\n red: U^ 1,0 road\n end\n > no red follower home\n = stands red road@1,0");
}

#[test]
fn b_end_3_only_completed_cities_count() {
    check(
        "
        players red blue
        | r1:H^+field |                 # its northern city is open
        | D           |
        end
        > field 1 city: red 3
        = red 3 blue 0
        ",
    );
}

#[test]
fn b_end_3_a_city_counts_whatever_its_size() {
    check(
        "
        players red blue
        | b2:Ev           |
        | r2:G>           |
        | b1:G>           |
        | r1:G>+field.E   |
        | D               |
        end
        > field 1 city: red 3
        ",
    );
}

#[test]
fn b_end_3_a_city_counts_once_per_field() {
    // The field touches the same city with the walls of both its tiles.
    check(
        "
        players red blue
        | r1:Ev+field   r2:B^ |
        | D             b1:U^ |
        end
        > field 1 city: red 3
        = red 3 blue 0
        ",
    );
}

#[test]
fn b_end_3_a_field_may_touch_many_cities() {
    check(
        "
        players red blue
        | b1:Ev       |
        | r1:H^+field |
        | D           |
        end
        > field 2 cities: red 6
        = red 6 blue 0
        ",
    );
}

#[test]
fn b_end_3_a_city_may_feed_many_fields() {
    check(
        "
        players red blue
        | r1:Ev+field   .             |
        | D             b1:U^+field.N |
        end
        > field 1 city: blue 3; field 1 city: red 3
        = red 3 blue 3
        ",
    );
}

#[test]
fn b_end_3_a_field_without_cities_is_worth_nothing() {
    check(
        "
        players red blue
        red: U^ 1,0 field.S
        end
        > field 0 cities: nobody
        = red 0 blue 0
        ",
    );
}

#[test]
fn b_end_4_the_order_of_final_scoring() {
    check(
        "
        players red
        parts goods
        red: t15> 0,1
        red: Ev 0,2 field
        > red takes 1 wine
        red: U^ 1,0 road
        red: B^ 0,-1 monastery
        red: L^ 2,0 city
        end
        > open road 3 tiles: red 3; open city 1 tile: red 1; open monastery 3 tiles: red 3; field 1 city: red 3; wine: red 10; now over Agreed
        = red 20
        ",
    );
}

#[test]
fn b_end_4_most_points_win() {
    check(
        "
        players red blue yellow
        red: U^ 1,0 road
        blue: B^ 0,-1 monastery
        end
        = red 2 blue 3 yellow 0         # the monastery has two neighbours
        = winners blue
        ",
    );
}

#[test]
fn b_end_4_tied_winners_share() {
    check(
        "
        players red blue yellow
        red: L^ 1,0 city
        blue: L^ -1,0 city
        end
        = red 1 blue 1 yellow 0
        = winners red blue
        ",
    );
}

#[test]
fn b_retire_its_turns_are_skipped() {
    check(
        "
        players red blue yellow
        red: U^ 1,0
        retire yellow
        > yellow retired
        = turn blue
        blue: U^ 2,0
        = turn red
        retire yellow !AlreadyRetired
        ",
    );
}

#[test]
fn b_retire_before_the_draw_the_turn_ends() {
    check(
        "
        players red blue yellow
        retire red
        > red retired; turn blue; now draw main
        = turn blue
        ",
    );
}

#[test]
fn b_retire_a_tile_in_hand_goes_back_into_the_bag() {
    check(
        "
        players red blue yellow
        draw U
        retire red
        > red retired; put back U*1 from hand; turn blue
        = bag U B
        = hand none
        ",
    );
}

#[test]
fn b_retire_tiles_set_aside_go_back_as_well() {
    check(
        "
        players red blue yellow
        rules unfit=return
        red: Ev 0,1
        draw C
        = aside C
        retire blue
        > blue retired; put back C*1 from aside; turn yellow
        = bag B C
        ",
    );
}

#[test]
fn b_retire_a_tile_already_laid_is_scored() {
    check(
        "
        players red blue yellow
        red: U^ 1,0
        blue: G> 0,1 city
        yellow: Ev 0,2 ...
        retire yellow
        > yellow retired; city 3 tiles: blue 6; turn red
        = red 0 blue 6 yellow 0
        ",
    );
}

#[test]
fn b_retire_its_figures_occupy_and_score_but_it_cannot_win() {
    check(
        "
        players red blue yellow
        red: U^ 1,0 road
        blue: B^ 0,-1
        yellow: B^ 0,-2
        retire red
        blue: A< -1,0 road !Occupied
        blue: pass
        yellow: A> 2,0
        > road 4 tiles: red 4
        end
        = red 4 blue 0 yellow 0
        = winners blue yellow
        ",
    );
}

#[test]
fn b_retire_when_one_seat_is_left_the_game_ends() {
    check(
        "
        players red blue
        red: U^ 1,0 road
        draw U
        retire red
        > red retired; put back U*1 from hand; open road 2 tiles: red 2; now over Retired
        = red 2 blue 0
        = winners blue
        retire blue !GameOver
        ",
    );
}

#[test]
fn b_retire_a_laid_tile_is_scored_before_the_final_scoring() {
    check(
        "
        players red blue
        red: G> 0,1 city
        blue: Ev 0,2 ...
        retire red
        > red retired; city 3 tiles: red 6; now over Retired
        = red 6 blue 0
        ",
    );
}

#[test]
fn b_retire_alone_at_the_table() {
    check(
        "
        players red
        red: U^ 1,0 road
        retire red
        > open road 2 tiles: red 2; now over Retired
        = winners nobody
        ",
    );
}

#[test]
fn b_retire_only_seats_that_are_there() {
    let mut position = Position::new(&Setup::base(2)).expect("playable");
    let refusal = position.apply(Input::Retire(Seat(2)), &mut ());
    assert_eq!(refusal, Err(Illegal::NoSuchSeat { seat: Seat(2), seats: 2 }));
}

#[test]
fn b_endnow_before_a_draw() {
    check("players red blue\n red: U^ 1,0 road\n end\n > open road 2 tiles: red 2; now over Agreed");
}

#[test]
fn b_endnow_with_a_tile_in_hand() {
    check(
        "
        players red blue
        red: U^ 1,0 road
        draw V
        end
        > put back V*1 from hand; open road 2 tiles: red 2; now over Agreed
        = bag V B
        ",
    );
}

#[test]
fn b_endnow_a_laid_tile_is_scored_first() {
    check(
        "
        players red blue
        red: G> 0,1 city
        blue: Ev 0,2 ...
        end
        > city 3 tiles: red 6; now over Agreed
        = red 6 blue 0
        end !GameOver
        ",
    );
}
