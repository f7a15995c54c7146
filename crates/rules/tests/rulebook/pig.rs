//! The pig.

use crate::script::check;

#[test]
fn t_pig_1_on_a_field_with_an_own_farmer() {
    check(
        "
        players red blue
        parts pig
        red: U^ 1,0 pig field.N !NeedsFollower
        red: field.N
        blue: U^ 2,0 pig field.N !NeedsFollower         # the farmer is red's
        blue: pass
        red: U^ 3,0 ...
        = options road, field.S, pig field.N
        red: pig road !WrongFeature
        red: pig field.S !NeedsFollower
        red: pig field.N
        = stands red pig field.N@3,0
        = pigs red 0 blue 1
        = home red 6
        ",
    );
}

#[test]
fn t_pig_1_each_player_has_one() {
    check(
        "
        players red blue
        parts pig
        | D   r1:U^+field.N   b1:U^   r2:U^+pig/field.N   b2:U^ |
        red: U^ 5,0 pig field.N !NoneInSupply
        ",
    );
}

#[test]
fn t_pig_1_without_the_part_there_is_none() {
    check(
        "
        players red blue
        | D   r1:U^+field.N   b1:U^ |
        red: U^ 3,0 pig field.N !PartOff
        ",
    );
}

#[test]
fn t_pig_2_it_stays_until_the_end() {
    check(
        "
        players red blue
        parts pig
        | D   r1:U^+field.N   b1:U^   r2:U^+pig/field.N |
        end
        > no red pig home
        = stands red pig field.N@r2
        ",
    );
}

#[test]
fn t_pig_2_the_dragon_eats_it() {
    check(
        "
        players red blue
        parts pig dragon
        | D             .                 |
        | r1:B^+field   b1:d01^           |
        | .             r2:B^+pig/field   |
        blue: d04v 2,-1
        walk blue S
        > red pig home from field@1,-2: eaten
        = pigs red 1
        = home red 6
        ",
    );
}

#[test]
fn t_pig_2_without_an_own_farmer_it_goes_home() {
    check(
        "
        players red blue
        parts pig dragon
        | D             .               |
        | r1:B^+field   r2:B^+pig/field |
        | b1:d01^       .               |
        blue: d04v 0,-3
        walk blue N
        > red follower home from field@0,-1: eaten; red pig home from field@1,-1: alone
        = pigs red 1
        = home red 7
        ",
    );
}

#[test]
fn t_pig_3_each_city_earns_its_owner_one_point_more() {
    check(
        "
        players red blue
        parts pig
        | b1:Ev         .               |
        | r1:H^+field   r2:B^+pig/field |
        | D             .               |
        end
        > field 2 cities (3 each, red 1, pig red): red 8
        = red 8 blue 0
        ",
    );
}

#[test]
fn t_pig_3_ties_included_and_only_for_its_owner() {
    check(
        "
        players red blue
        parts pig
        | r2:Ev         .               .     |
        | r1:H^+field   r3:B^+pig/field .     |
        | D             b1:U^+field.N   b2:U^ |
        end
        > field 2 cities (3 each, red 1 blue 1, pig red): red 8 blue 6
        = red 8 blue 6
        ",
    );
}

#[test]
fn t_pig_3_it_does_not_count_for_the_majority() {
    check(
        "
        players red blue
        parts pig
        | .       b2:Ev+field   b3:B^           |
        | .       r1:H^+field   r3:B^+pig/field |
        | r2:U^   D             b1:U^+field.N   |
        end
        > field 2 cities (3 each, red 1 blue 2): blue 6
        = red 0 blue 6
        ",
    );
}

/// A city with three fields: red alone on two, red with the pig outnumbered by blue on the third.
fn outnumbered_pig(knob: &str, expected: &str) {
    check(&format!(
        "
        players red blue
        parts pig
        rules field={knob}
        | r3:U^+field.N   r4:A>+pig/field |
        | b2:U^+field.N   b3:A>           |
        | b1:Ev+field     .               |
        | r1:G>+field.E   .               |
        | D               r2:U^+field.N   |
        = apart field.E@r1 field.N@r2 field@b1
        = joined field@b1 field.N@b2 field.N@r3
        end
        {expected}
        "
    ));
}

#[test]
fn t_pig_3_nothing_without_the_majority_on_its_field() {
    outnumbered_pig("per-field", "= red 6 blue 3");
}

#[test]
fn t_pig_4_per_city_the_pigs_field_need_not_be_won() {
    outnumbered_pig(
        "per-city",
        "> farmed city (4, red 1 and red 1 and red 1 blue 2, pig red): red 5\n = red 5 blue 0",
    );
}

#[test]
fn t_pig_4_per_field_once_the_pigs_field_must_be_one_of_those_won() {
    outnumbered_pig(
        "per-field-once",
        "> farmed city (3, red 1 and red 1 and red 1 blue 2): red 3 blue 3\n = red 3 blue 3",
    );
}

#[test]
fn t_pig_4_per_city_the_point_is_earned_once_for_each_city() {
    check(
        "
        players red blue
        parts pig
        rules classic
        | b1:Ev         .               |
        | r1:H^+field   r2:B^+pig/field |
        | D             .               |
        end
        > farmed city (4, red 1, pig red): red 5; farmed city (4, red 1, pig red): red 5
        = red 10 blue 0
        ",
    );
}

#[test]
fn t_pig_4_per_field_once_one_of_several_fields_holds_the_pig() {
    check(
        "
        players red blue
        parts pig
        rules field=per-field-once
        | b1:U^+field.N   r3:A>+pig/field .     |
        | r1:Ev+field     .               .     |
        | D               r2:U^+field.N   b2:U^ |
        end
        > farmed city (3, red 1 and red 1 blue 1, pig red): red 4 blue 3
        = red 4 blue 3
        ",
    );
}
