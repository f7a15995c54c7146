//! The builder.

use crate::script::{BUILDER_IN_CITY, BUILDER_ON_ROAD, check, check_on};

#[test]
fn t_build_1_on_a_road_with_an_own_follower() {
    check(
        "
        players red blue
        parts builder
        red: U^ 1,0 builder road !NeedsFollower
        red: road
        blue: U^ -1,0 builder road !NeedsFollower       # the thief is red's
        blue: pass
        red: U^ 2,0 ...
        = options field.N, field.S, builder road
        red: builder road
        = stands red builder road@2,0
        = builders red 0 blue 1
        = home red 6
        ",
    );
}

#[test]
fn t_build_1_in_a_city_with_an_own_follower() {
    check(
        "
        players red blue
        parts builder
        | r2:G>+builder/city  |
        | r1:G>+city          |
        | D             b1:U^ |
        = stands red builder city@r2
        ",
    );
}

#[test]
fn t_build_1_never_on_field_or_monastery() {
    check(
        "
        players red blue
        parts builder
        red: A> 1,0 field
        blue: B^ 0,-1
        red: Av 1,1 builder field !WrongFeature
        red: builder monastery !WrongFeature
        ",
    );
}

#[test]
fn t_build_1_not_on_what_this_tile_completed() {
    check(
        "
        players red blue
        parts builder
        | b1:U^   D   r1:A>+road |
        red: A< -2,0 builder road !BuilderOnComplete
        = options monastery, field
        ",
    );
}

#[test]
fn t_build_1_only_on_the_tile_just_placed() {
    check(
        "
        players red blue
        parts builder
        | b1:U^   D   r1:U^+road |
        red: U^ 2,0 builder road@1,0 !NotThatTile
        red: builder road@-1,0 !NotThatTile
        ",
    );
}

#[test]
fn t_build_1_each_player_has_one() {
    check(
        "
        players red blue
        parts builder
        | b1:U^   D   r1:U^+road   r2:U^+builder/road |
        blue: B^ 0,-1
        red: U^ 3,0 builder road !NoneInSupply
        ",
    );
}

#[test]
fn t_build_1_without_the_part_there_is_none() {
    check(
        "
        players red blue
        | b1:U^   D   r1:U^+road |
        red: U^ 2,0 builder road !PartOff
        = options field.N, field.S
        ",
    );
}

#[test]
fn t_build_2_extending_the_builders_road_gives_a_second_tile() {
    check(
        "
        players red blue
        parts builder
        | D       r1:U^+road   r2:U^+builder/road |
        | b1:B^   .            .                  |
        > no red earned                 # the builder was not there before
        blue: B^ 0,-2
        red: U^ 3,0 ...
        > red laid U^ 3,0; red earned a second tile; now figure
        = second earned
        red: field.N
        > red began the second tile; now draw main
        = turn red
        = second begun
        red: B^ 0,-3 monastery
        > red follower to monastery@0,-3; turn blue
        = second no
        = stands red builder road@r2    # it stays while the road is open
        ",
    );
}

#[test]
fn t_build_2_extending_the_builders_city_as_well() {
    check_on(
        BUILDER_IN_CITY,
        "
        players red blue
        parts builder
        blue: U^ 2,0
        red: G> 0,3
        > red earned a second tile; red began the second tile
        ",
    );
}

#[test]
fn t_build_2_both_tiles_are_full_placements() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts builder
        red: L^ 3,0 city
        > red follower to city@3,0; red began the second tile
        red: Ev 3,1
        > city 2 tiles: red 4; red follower home from city@3,0: scored; turn blue
        ",
    );
}

#[test]
fn t_build_2_only_the_own_tile_and_the_own_builder() {
    check(
        "
        players red blue
        parts builder
        | D       r1:U^+road   r2:U^+builder/road |
        | b1:B^   .            .                  |
        blue: U^ 3,0                    # extends red's road
        > no blue earned; no red earned
        = turn red
        red: B^ 0,-2                    # does not extend it
        > no red earned
        = turn blue
        ",
    );
}

#[test]
fn t_build_2_also_when_the_tile_completed_the_feature() {
    check(
        "
        players red blue
        parts builder
        | b1:A<   D   r1:U^+road   r2:U^+builder/road |
        blue: B^ 0,-1
        red: A> 3,0
        > red earned a second tile; road 5 tiles: red 5; red follower home from road@1,0: scored; red builder home from road@2,0: scored; red began the second tile
        = builders red 1
        = turn red
        ",
    );
}

#[test]
fn t_build_2_also_when_the_dragon_ate_the_builder_meanwhile() {
    check(
        "
        players red blue
        parts builder dragon
        | D        r1:U^+road   r2:U^+builder/road |
        | b1:d01^  b2:B^        .                  |
        red: d16^ 3,0
        > red earned a second tile; dragon woke
        walk red E, blue N, red E
        > red follower home from road@1,0: eaten; red builder home from road@2,0: alone; dragon to 2,0 by red
        walk blue E
        > dragon rested; red began the second tile
        = second begun
        ",
    );
}

#[test]
fn t_build_2_also_when_the_princess_sent_the_last_knight_home() {
    check_on(
        BUILDER_IN_CITY,
        "
        players red blue
        parts builder princess
        blue: U^ 2,0
        red: d20< 0,3 evict city@0,1
        > red earned a second tile; red follower home from city@0,1: evicted; red builder home from city@0,2: alone; red began the second tile
        = builders red 1
        ",
    );
}

#[test]
fn t_build_2_a_volcano_does_not_forfeit_it() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts builder dragon
        red: d17^ 3,0
        > dragon came 3,0; red earned a second tile; red began the second tile
        ",
    );
}

/// Red has just extended the builder's road under `extra-tile=may`.
fn asked(answer: &str) {
    check(&format!(
        "
        players red blue
        parts builder
        rules extra-tile=may
        | D       r1:U^+road   r2:U^+builder/road |
        | b1:B^   .            .                  |
        blue: B^ 0,-2
        red: U^ 3,0
        = phase extra
        = acts red
        = options take
        {answer}
        "
    ));
}

#[test]
fn t_build_2_may_the_second_tile_can_be_taken() {
    asked("red: take\n > red began the second tile; now draw main\n = turn red");
}

#[test]
fn t_build_2_may_the_second_tile_can_be_declined() {
    asked("red: decline\n > turn blue; no red began\n = turn blue");
}

#[test]
fn t_build_3_the_second_tile_gives_no_third() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts builder
        red: U^ 3,0
        red: U^ 4,0
        > no red earned; no red began
        = turn blue
        blue: B^ 0,-3
        red: U^ 5,0                     # the next turn gives one again
        > red earned a second tile
        ",
    );
}

#[test]
fn t_build_4_a_builder_does_not_count_for_the_majority() {
    check(
        "
        players red blue
        parts builder
        | D           b1:Lv+city         |
        | r1:E>+city  r2:R^+builder/city |
        blue: E< 2,-1
        > city 4 tiles (2 each, red 1 blue 1): red 8 blue 8; red builder home from city@1,-1: scored
        = red 8 blue 8
        = builders red 1 blue 1
        ",
    );
}

#[test]
fn t_build_4_without_an_own_follower_it_goes_home() {
    check_on(
        BUILDER_IN_CITY,
        "
        players red blue
        parts builder princess
        blue: d20< 0,3 evict city@0,1
        > red follower home from city@0,1: evicted; red builder home from city@0,2: alone
        = builders red 1
        = home red 7
        ",
    );
}

#[test]
fn t_build_4_it_stays_while_another_own_follower_is_left() {
    check(
        "
        players red blue
        parts builder princess
        | b1:U^   D            r1:Lv+city           b2:U^ |
        | .       r2:E>+city   r3:R^+builder/city   .     |
        blue: d20< 2,-1 evict city@0,-1
        > red follower home from city@0,-1: evicted; no red builder
        = stands red builder city@1,-1
        ",
    );
}

#[test]
fn t_build_5_builders_of_several_players_on_one_feature() {
    check(
        "
        players red blue
        parts builder
        | D           b1:Lv+city         .                   |
        | r1:E>+city  r2:R^+builder/city b2:G^+builder/city  |
        = stands red builder city@r2
        = stands blue builder city@b2
        red: G^ 3,-1
        > red earned a second tile
        red: U^ -1,0
        blue: G^ 4,-1
        > blue earned a second tile
        ",
    );
}

#[test]
fn t_build_5_a_builder_does_not_occupy_by_itself() {
    // Its follower does: with the follower gone, the builder is gone too and the city is free.
    check_on(
        BUILDER_IN_CITY,
        "
        players red blue
        parts builder princess
        blue: d20< 0,3 evict city@0,1
        red: G^ -1,3 city
        = stands red city@-1,3
        ",
    );
}

#[test]
fn t_build_6_back_home_it_may_be_placed_with_the_second_tile() {
    check(
        "
        players red blue
        parts builder
        | b1:A<   D   r1:U^+road   r2:U^+builder/road |
        blue: B^ 0,-1
        red: L^ 3,0 city
        = builders red 1
        red: G> 3,1 builder city
        = stands red builder city@3,1
        = turn blue
        ",
    );
}

#[test]
fn t_build_6_with_an_empty_bag_there_is_no_second_tile() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts builder
        spare none
        red: U^ 3,0
        > red earned a second tile; open road 4 tiles: red 4; now over NoTiles
        > no red began
        ",
    );
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts builder
        rules extra-tile=may
        spare none
        red: U^ 3,0
        > now over NoTiles
        ",
    );
}

#[test]
fn b_retire_with_a_second_tile_earned() {
    check(
        "
        players red blue yellow
        parts builder
        | D       r1:U^+road   r2:U^+builder/road |
        | b1:B^   .            .                  |
        | y1:B^   .            .                  |
        blue: B^ 0,-3
        yellow: B^ 0,-4
        red: U^ 3,0 ...
        retire red
        > red retired; turn blue
        > no red began
        = turn blue
        ",
    );
    check(
        "
        players red blue yellow
        parts builder
        rules extra-tile=may
        | D       r1:U^+road   r2:U^+builder/road |
        | b1:B^   .            .                  |
        | y1:B^   .            .                  |
        blue: B^ 0,-3
        yellow: B^ 0,-4
        red: U^ 3,0
        = phase extra
        retire red
        > red retired; turn blue
        ",
    );
}
