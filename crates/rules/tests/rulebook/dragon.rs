//! Volcanoes and the dragon.

use crate::script::check;

#[test]
fn d_volc_1_the_dragon_comes_to_the_volcano_at_once() {
    check(
        "
        players red blue
        parts dragon
        = dragon off
        red: d01^ 0,-1 ...
        > red laid d01^ 0,-1; dragon came 0,-1; now figure
        = dragon 0,-1
        ",
    );
}

#[test]
fn d_volc_1_from_wherever_it_is() {
    check(
        "
        players red blue
        parts dragon
        red: d01^ 0,-1
        blue: d17^ 1,0
        > dragon came 1,0; no dragon woke
        = dragon 1,0
        ",
    );
}

#[test]
fn d_volc_1_no_follower_on_it_in_this_turn() {
    check(
        "
        players red blue
        parts dragon
        red: d03^ 0,-1 road !Volcano
        red: field !Volcano
        = options none
        red: pass
        ",
    );
}

#[test]
fn d_volc_1_nor_a_builder_or_a_pig() {
    check(
        "
        players red blue
        parts dragon builder pig
        | D   r1:U^+road   b1:U^ |
        red: d17^ 3,0 builder road !Volcano
        = options none
        ",
    );
    check(
        "
        players red blue
        parts dragon builder pig
        | D   r1:U^+field.N   b1:U^ |
        red: d17^ 3,0 pig field.N !Volcano
        = options none
        ",
    );
}

#[test]
fn d_volc_1_the_fairy_may_be_moved() {
    check(
        "
        players red blue
        parts dragon fairy
        | D   r1:U^+road   b1:U^ |
        red: d17^ 3,0 ...
        = options fairy road@r1
        red: fairy road@r1
        = fairy road@r1
        ",
    );
}

#[test]
fn d_volc_1_completed_features_are_scored() {
    check(
        "
        players red blue
        parts dragon
        red: G> 0,1 city
        blue: d05v 0,2
        > dragon came 0,2; city 3 tiles: red 6
        = red 6 blue 0
        ",
    );
}

#[test]
fn d_volc_1_later_a_portal_reaches_it_if_the_dragon_is_gone() {
    check(
        "
        players red blue
        parts dragon portal
        | D       |
        | r1:d01^ |
        | b1:d01^ |
        red: d08^ 1,0 field@b1 !PortalDragon
        red: field@r1
        = stands red field@r1
        ",
    );
}

#[test]
fn d_volc_1_without_the_part_it_is_a_tile_like_any() {
    check(
        "
        players red blue
        red: d01^ 0,-1 field
        = dragon off
        = stands red field@0,-1
        ",
    );
}

#[test]
fn d_volc_2_dragon_tiles_wait_for_the_first_volcano() {
    check(
        "
        players red blue
        parts dragon
        bag d16 d16 d01 U
        draw d16
        > drew d16; held back d16; now draw main
        = held d16
        = hand none
        = turn red
        = bag d16 d01 U
        draw d16
        = held d16*2
        red: d01^ 0,-1 ...
        > dragon came 0,-1; put back d16*2 from held; now figure
        = held none
        = bag d16*2 U
        red: pass
        blue: d16^ 1,0
        > dragon woke
        ",
    );
}

#[test]
fn d_volc_2_they_go_back_before_the_bag_is_found_empty() {
    check(
        "
        players red blue
        parts dragon
        bag d16 d01
        draw d16
        red: d01^ 0,-1
        = turn blue
        = bag d16
        = phase draw main
        ",
    );
}

#[test]
fn d_volc_2_without_a_volcano_they_are_out_of_the_game() {
    check(
        "
        players red blue
        parts dragon
        bag d16 U
        draw d16
        red: U^ 1,0 road
        > open road 2 tiles: red 2; now over NoTiles
        = held d16
        ",
    );
    check(
        "
        players red blue
        parts dragon
        bag d16 U
        red: U^ 1,0 road
        draw d16
        > held back d16; open road 2 tiles: red 2; now over NothingFits
        ",
    );
}

#[test]
fn d_volc_2_a_dragon_tile_that_would_not_fit_waits_as_well() {
    check(
        "
        players red blue
        parts dragon
        red: Ev 0,1
        draw d13                        # needs an open city
        > held back d13; no removed
        ",
    );
}

#[test]
fn d_volc_2_without_the_part_nothing_waits() {
    check(
        "
        players red blue
        red: d16^ 1,0 road
        > no held back; no dragon
        = stands red road@1,0
        ",
    );
}

/// Three players; the dragon at 0,-1 with room for a walk round the south-east.
fn walk_of_three(rules: &str, walk: &str) {
    check(&format!(
        "
        players red blue yellow
        parts dragon
        rules {rules}
        | .       D        b1:U^   .        |
        | .       r1:d01^  y1:B^   .        |
        | y2:B^   r2:B^    b2:B^   .        |
        red: d16^ 2,0
        {walk}
        "
    ));
}

#[test]
fn d_move_1_six_steps_in_turn_order_from_the_active_player() {
    walk_of_three(
        "modern",
        "> red laid d16^ 2,0; dragon woke; now dragon 6 red
        = acts red
        walk red N, blue E, yellow S, red S, blue W, yellow W
        > dragon to 0,0 by red; dragon to 1,0 by blue; dragon to 1,-1 by yellow; dragon to 1,-2 by red; dragon to 0,-2 by blue; dragon to -1,-2 by yellow; dragon rested; turn blue
        = dragon -1,-2",
    );
}

#[test]
fn d_move_1_each_player_must_move_it() {
    walk_of_three(
        "modern",
        "walk red N
        = acts blue
        = turn red
        blue: pass !NotNow
        draw B !NotNow",
    );
}

#[test]
fn d_move_1_alone_at_the_table_six_steps_too() {
    check(
        "
        players red
        parts dragon
        | D        r2:U^   r4:U^   r6:U^ |
        | r1:d01^  r3:B^   r5:B^   r7:B^ |
        red: d16^ 4,0
        walk red N, red E, red S, red E, red N, red E
        > dragon rested; turn red
        = dragon 3,0
        ",
    );
}

/// Red's thief stands on the road that the dragon tile completes; the dragon can reach him.
fn road_completed_by_a_dragon_tile(rules: &str, then: &str) {
    check(&format!(
        "
        players red blue
        parts dragon
        rules {rules}
        | r1:A<+road   D         |
        | .            b1:d01^   |
        red: d06^ 1,0
        {then}
        "
    ));
}

#[test]
fn d_move_1_before_scoring() {
    road_completed_by_a_dragon_tile(
        "dragon-moves=before-scoring",
        "> dragon woke; no road
        walk red N, blue W
        > red follower home from road@-1,0: eaten; dragon rested; turn blue
        > no road
        = red 0 blue 0",
    );
}

#[test]
fn d_move_1_or_after_scoring() {
    road_completed_by_a_dragon_tile(
        "dragon-moves=after-scoring",
        "> road 3 tiles: red 3; red follower home from road@-1,0: scored; dragon woke
        walk red N, blue W
        > dragon rested; turn blue
        > no red follower
        = red 3 blue 0",
    );
}

#[test]
fn d_move_1_after_the_figure_step() {
    check(
        "
        players red blue
        parts dragon
        | D   r1:d17^ |
        blue: d16^ 2,0 field.N
        > blue follower to field.N@2,0; dragon woke; now dragon 6 blue
        ",
    );
}

#[test]
fn d_move_2_not_where_it_has_been_nor_where_it_started() {
    walk_of_three(
        "modern",
        "walk red N
        walk blue S !DragonVisited
        = options dragon E
        walk blue E, yellow W !DragonVisited",
    );
}

#[test]
fn d_move_2_not_onto_an_empty_cell() {
    walk_of_three(
        "modern",
        "walk red W !DragonEmpty
        = options dragon N, dragon E, dragon S",
    );
}

#[test]
fn d_move_2_without_a_way_the_walk_ends() {
    walk_of_three(
        "modern",
        "walk red N, blue E, yellow E
        > dragon to 2,0 by yellow; dragon rested; turn blue
        = dragon 2,0",
    );
}

#[test]
fn d_move_2_also_at_the_first_step() {
    check(
        "
        players red blue
        parts dragon fairy
        | D       r1:U^+road   r2:d17^+fairy/road@r1 |
        | b1:B^   .            .                     |
        blue: d16^ -1,0
        > dragon woke; dragon rested; turn red
        = dragon 2,0
        ",
    );
}

#[test]
fn d_move_3_everyone_on_a_tile_it_enters_goes_home() {
    check(
        "
        players red blue
        parts dragon portal
        | b1:d08^+field.S@r1   D   r1:U^+road   r2:d17^ |
        blue: d16^ 3,0
        walk blue W
        > dragon to 1,0 by blue; red follower home from road@1,0: eaten; blue follower home from field.sl@1,0: eaten
        = home red 7 blue 7
        ",
    );
}

#[test]
fn d_move_3_builders_and_pigs_as_well() {
    check(
        "
        players red blue
        parts dragon builder pig
        | D       r1:U^+road   r2:U^+builder/road   b2:d17^ |
        | b1:B^   .            .                    .       |
        red: d16^ 4,0
        walk red W
        > red builder home from road@2,0: eaten; no red follower
        = builders red 1
        = home red 6
        ",
    );
}

#[test]
fn d_move_3_the_follower_just_placed_as_well() {
    check(
        "
        players red blue
        parts dragon
        | D   r1:d17^ |
        blue: d16^ 2,0 field.N
        walk blue E
        > blue follower home from field.nl@2,0: eaten
        = home blue 7
        ",
    );
}

#[test]
fn d_move_3_a_volcano_eats_nobody() {
    check(
        "
        players red blue
        parts dragon
        | D   r1:U^+road   b1:d17^ |
        > no red follower home
        = stands red road@r1
        ",
    );
}

#[test]
fn b_retire_its_dragon_steps_are_skipped() {
    walk_of_three(
        "modern",
        "walk red N
        retire blue
        > blue retired; now dragon 5 yellow
        walk yellow E, red S, yellow S, red W, yellow W
        > dragon rested; turn yellow",
    );
}

#[test]
fn b_retire_of_the_active_player_leaves_the_walk_to_the_others() {
    walk_of_three(
        "modern",
        "retire red
        > red retired; now dragon 6 blue
        walk blue N, yellow E, blue S, yellow S, blue W, yellow W
        > dragon rested; turn blue",
    );
}

#[test]
fn b_endnow_ends_a_walk_and_scores_the_laid_tile() {
    road_completed_by_a_dragon_tile(
        "modern",
        "walk red N
        end
        > dragon rested; road 3 tiles: red 3; now over Agreed",
    );
}
