//! The order of things in one placement, all sets together.

use crate::script::check;

#[test]
fn order_the_fairys_point_comes_before_the_draw() {
    check(
        "
        players red blue
        parts fairy
        | b1:U^   D   r1:U^+road   r2:U^+fairy/road@r1 |
        blue: U^ -2,0
        > turn red; fairy turn: red 1; now draw main
        ",
    );
}

#[test]
fn order_unfit_and_dragon_tiles_are_drawn_over_and_over() {
    check(
        "
        players red blue
        rules classic
        parts dragon
        bag E C d16 U B
        red: Ev 0,1
        draw C
        > set aside C; now draw main
        draw d16
        > held back d16; now draw main
        blue: U^ 1,0 ...
        > blue laid U^ 1,0; put back C*1 from aside; now figure
        = held d16
        = bag C B
        ",
    );
}

#[test]
fn order_laying_a_tile_puts_back_calls_the_dragon_and_earns_the_second_tile() {
    check(
        "
        players red blue
        rules classic
        parts dragon builder
        bag U2 E C d16 d17 B2
        | b1:Ev   .            .                  |
        | D       r1:U^+road   r2:U^+builder/road |
        blue: B^ 0,-1
        draw C
        draw d16
        red: d17^ 3,0 ...
        > red laid d17^ 3,0; put back C*1 from aside; dragon came 3,0; put back d16*1 from held; red earned a second tile; now figure
        ",
    );
}

#[test]
fn order_the_figure_step_is_exactly_one_of_all() {
    check(
        "
        players red blue
        parts builder pig fairy
        | D   r1:U^+road   b1:U^   r2:U^+field.N   b2:U^ |
        red: U^ 5,0 ...
        = options field.S, builder road, pig field.N, fairy road@r1, fairy field.N@r2
        red: pig field.N
        red: builder road@5,0 !NotNow
        = turn blue
        ",
    );
}

#[test]
fn order_dragon_then_scoring_then_goods_then_the_second_tile() {
    check(
        "
        players red blue
        parts goods builder dragon fairy
        | .       r2:G>+builder/city  .       .                    |
        | .       r1:t15>+city        .       .                    |
        | b3:U^   D                   b2:U^   r3:U^+fairy/city@r1  |
        | .       b1:d01^             .       .                    |
        = red 1 blue 0
        red: d04v 0,3
        > red laid d04v 0,3; red earned a second tile; dragon woke
        walk red N, blue E, red E
        > dragon rested; city 4 tiles: red 8; fairy bonus: red 3; red follower home from city@r1: scored; fairy alone; red builder home from city@r2: scored; red takes 1 wine; red began the second tile; now draw main
        = red 12 blue 0
        = turn red
        ",
    );
}

#[test]
fn order_completed_features_follow_the_tiles_segments_then_monasteries() {
    check(
        "
        players red blue
        | r2:V<   D                 b1:V^+road |
        | r3:U>   r1:B^+monastery   b2:U>      |
        | r4:Vv   .                 b3:V>      |
        blue: U^ 0,-2
        > road 8 tiles: blue 8; blue follower home from road@b1: scored; monastery 9 tiles: red 9; red follower home from monastery@r1: scored; turn red
        ",
    );
}
