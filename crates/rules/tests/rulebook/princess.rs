//! The princess.

use crate::script::{BUILDER_IN_CITY, check, check_on};

#[test]
fn d_prin_1_she_may_send_a_knight_of_the_city_home() {
    check(
        "
        players red blue
        parts princess
        red: G> 0,1 city
        blue: d20< 0,2 ...
        = options field, evict city@0,1
        blue: evict city@0,1
        > red follower home from city@0,1: evicted; turn red
        = home red 7 blue 7
        = free city@0,1
        ",
    );
}

#[test]
fn d_prin_1_also_an_own_one_and_any_of_several() {
    check(
        "
        players red blue
        parts princess
        | D            r1:Lv+city |
        | b1:E>+city   .          |
        red: d11^ 1,-1 ...
        = options field, evict city@r1, evict city@b1
        red: evict city@r1
        > red follower home from city@r1: evicted
        = stands blue city@b1
        ",
    );
}

#[test]
fn d_prin_1_without_knights_there_is_nobody_to_send() {
    check(
        "
        players red blue
        parts princess
        red: d20< 0,1 ...
        = options city, field
        red: evict city@0,1 !NoKnight
        red: evict city@0,0 !NoKnight
        ",
    );
}

#[test]
fn d_prin_1_only_knights_of_her_own_city() {
    check(
        "
        players red blue
        parts princess
        red: G> 0,1 city
        blue: d10^ 0,2 evict city@0,1 !NoKnight     # she lives in the northern city
        = options city.N, field.W, field.inner
        ",
    );
    check(
        "
        players red blue
        parts princess
        | r2:G>                    |
        | r1:G>+city    .          |
        | D             b1:U^+road |
        blue: d20< 0,3 evict road@b1 !NoKnight
        ",
    );
}

#[test]
fn d_prin_1_may_leaves_the_choice() {
    check(
        "
        players red blue
        parts princess
        red: G> 0,1 city
        blue: d20< 0,2 pass
        = stands red city@0,1
        ",
    );
}

#[test]
fn d_prin_1_must_does_not() {
    check(
        "
        players red blue
        parts princess
        rules princess=must
        red: G> 0,1 city
        blue: d20< 0,2 pass !MustEvict
        blue: field !MustEvict
        = options evict city@0,1
        blue: evict city@0,1
        red: U^ 1,0
        ",
    );
    check(
        "
        players red blue
        parts princess
        rules princess=must
        red: d20< 0,1 city              # nobody is there yet
        = stands red city@0,1
        ",
    );
}

#[test]
fn d_prin_1_she_comes_before_scoring() {
    check(
        "
        players red blue
        parts princess
        red: G> 0,1 city
        blue: d09v 0,2 evict city@0,1
        > red follower home from city@0,1: evicted; no city
        = complete city@0,1
        = red 0 blue 0
        ",
    );
    check(
        "
        players red blue
        parts princess
        red: G> 0,1 city
        blue: d09v 0,2
        > city 3 tiles: red 6
        ",
    );
}

#[test]
fn d_prin_1_without_the_part_she_does_nothing() {
    check(
        "
        players red blue
        red: G> 0,1 city
        blue: d20< 0,2 evict city@0,1 !PartOff
        = options field
        ",
    );
}

#[test]
fn d_prin_2_having_sent_one_home_no_figure_and_no_fairy() {
    check(
        "
        players red blue
        parts princess fairy
        | r1:G>+city   .          |
        | D            b1:U^+road |
        red: U^ 2,0
        blue: d20< 0,2 ...
        = options field, evict city@r1, fairy road@b1
        blue: evict city@r1
        > turn red
        = turn red
        blue: field !NotNow
        blue: fairy road@b1 !NotNow
        ",
    );
}

#[test]
fn d_prin_2_otherwise_the_step_is_normal() {
    check(
        "
        players red blue
        parts princess
        red: G> 0,1 city
        blue: d20< 0,2 field
        = stands blue field@0,2
        = stands red city@0,1
        ",
    );
}

#[test]
fn d_prin_3_a_builder_left_alone_goes_home_too() {
    check_on(
        BUILDER_IN_CITY,
        "
        players red blue
        parts princess builder
        blue: d20< 0,3 evict city@r1
        > red follower home from city@0,1: evicted; red builder home from city@0,2: alone; turn red
        = builders red 1
        ",
    );
}
