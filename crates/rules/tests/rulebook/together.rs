//! Rules of several sets meeting on one board.

use crate::script::{BUILDER_ON_ROAD, check, check_on};

#[test]
fn t_build_2_a_dragon_tile_as_second_tile_makes_the_dragon_walk() {
    check(
        "
        players red blue
        parts builder dragon
        | D        r1:U^+road   r2:U^+builder/road |
        | b1:B^    .            .                  |
        | b2:d01^  .            .                  |
        red: U^ 3,0
        red: d16^ 4,0
        > dragon woke; now dragon 6 red
        = second begun
        walk red N, blue N, red E
        > red follower home from road@r1: eaten; red builder home from road@r2: alone
        walk blue E, red E, blue E
        > dragon rested; turn blue
        ",
    );
}

#[test]
fn t_build_2_a_tile_at_the_far_end_extends_as_well() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts builder
        red: U^ -1,0
        > red earned a second tile
        ",
    );
}

#[test]
fn t_build_2_a_field_beside_the_builders_road_does_not_extend_it() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts builder
        red: B^ 2,1
        > no red earned
        = turn blue
        ",
    );
}

#[test]
fn t_build_2_a_volcano_as_second_tile_is_a_volcano() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts builder dragon
        red: U^ 3,0
        red: d17^ 4,0 road !Volcano
        red: pass
        > turn blue; no red began
        = dragon 4,0
        ",
    );
}

#[test]
fn t_build_2_after_a_walk_that_follows_scoring() {
    check(
        "
        players red blue
        parts builder dragon
        rules dragon-moves=after-scoring
        | b1:A<   D         r1:U^+road   r2:U^+builder/road |
        | .       b2:d01^   .            .                  |
        red: d06^ 3,0
        > red earned a second tile; road 5 tiles: red 5; red builder home from road@r2: scored; dragon woke
        walk red N, blue W
        > dragon rested; red began the second tile
        = turn red
        ",
    );
}

#[test]
fn t_goods_1_two_cities_completed_by_one_tile() {
    check(
        "
        players red blue
        parts goods
        | b3:Ev     .     |
        | r3:t15>   b2:B^ |
        | .         r2:B^ |
        | r1:t15>   b1:B^ |
        | D         .     |
        red: H^ 0,2
        > red takes 1 wine; red takes 1 wine
        = goods red 2 wine
        ",
    );
}

#[test]
fn e_nofarm_no_farmer_through_a_portal() {
    check(
        "
        players red blue
        parts portal
        rules farmers=off
        red: d08^ 1,0 field.S@0,0 !NoFarmers
        = options road.E, road.S, road.W, city@0,0, road@0,0
        ",
    );
}

#[test]
fn e_unfit_return_a_tile_put_back_keeps_the_game_going() {
    check(
        "
        players red blue
        rules unfit=return
        bag E C U
        red: Ev 0,1
        draw C
        blue: U^ 1,0
        > turn red; now draw main
        = bag C
        draw C
        > set aside C; now over NothingFits
        ",
    );
}

#[test]
fn d_prin_1_must_leaves_no_other_choice() {
    check(
        "
        players red blue
        parts princess fairy
        rules princess=must
        | r1:G>+city   .          |
        | D            b1:U^+road |
        red: U^ 2,0
        blue: d20< 0,2 fairy road@b1 !MustEvict
        = options evict city@r1
        ",
    );
}

#[test]
fn d_fairy_1_on_tile_the_tile_is_free_of_the_follower_it_was_for() {
    check(
        "
        players red blue
        parts fairy
        rules fairy=on-tile
        | b1:A<   D   r1:U^+road   r2:U^+fairy/@r1 |
        blue: A> 3,0
        > road 5 tiles: red 5; fairy bonus (red on road@r1): red 3; red follower home from road@r1: scored; turn red
        > no fairy alone; no fairy turn
        = fairy @r1
        ",
    );
}

#[test]
fn d_fairy_2_on_tile_builders_do_not_count() {
    check(
        "
        players red blue
        parts fairy builder portal
        rules fairy=on-tile
        | D       r1:U^+road   r2:d08^+builder/road.W |
        | b1:B^   .            .                      |
        blue: B^ 0,-2 ...
        blue: fairy @r2 !NoFollowerThere
        blue: pass
        red: B^ 0,-3 fairy @r2 !NoFollowerThere
        = option fairy @r1
        ",
    );
}

#[test]
fn d_fairy_4_on_tile_two_players_on_one_feature() {
    check(
        "
        players red blue
        parts fairy portal
        rules fairy=on-tile
        | b1:d08^+field.S@r1   D   r1:U^+field.N   r2:A>+fairy/@r1 |
        = joined field.N@r1 field.S@r1
        end
        > field 0 cities (3 each, red 1 blue 1): nobody; fairy bonus (red on field.N@r1): red 3; fairy bonus (blue on field.S@r1): blue 3
        = red 3 blue 4                  # blue's last turn began with her
        ",
    );
}

#[test]
fn d_fairy_5_a_new_follower_on_the_same_spot_is_not_beside_her() {
    check(
        "
        players red blue
        parts fairy princess portal
        | r2:G>+fairy/city@r1 .     |
        | r1:G>+city          .     |
        | D                   b1:U^ |
        blue: d20< 0,3 evict city@r1
        red: d08^ 2,0 city@r1
        = stands red city@r1
        = fairy @r1
        blue: U^ -1,0
        > turn red; no fairy turn
        red: U^ -2,0 fairy city@r1
        = fairy city@r1
        ",
    );
}

#[test]
fn d_fairy_3_on_tile_keeps_the_dragon_away_too() {
    check(
        "
        players red blue
        parts fairy dragon
        rules fairy=on-tile
        | D                 b1:U^            |
        | r1:B^+monastery   r2:d01^+fairy/@r1 |
        blue: d16^ 2,0
        walk blue W !DragonFairy
        = options dragon N
        ",
    );
}

#[test]
fn b_retire_tile_in_hand_and_tiles_aside_all_go_back() {
    check(
        "
        players red blue yellow
        rules unfit=return
        bag E C U B
        red: Ev 0,1
        draw C
        draw U
        retire blue
        > blue retired; turn yellow
        = bag C U B
        = aside none
        = hand none
        ",
    );
}

#[test]
fn b_retire_in_the_figure_step_of_a_dragon_tile() {
    check(
        "
        players red blue yellow
        parts dragon
        | y1:U^   D        b1:U^ |
        | .       r1:d01^  .     |
        red: d16^ 2,0 ...
        retire red
        > red retired; dragon woke; now dragon 6 blue
        walk blue N, yellow W
        > dragon rested; turn blue
        ",
    );
}

#[test]
fn b_retire_the_princess_lets_go_who_gives_up() {
    check(
        "
        players red blue yellow
        parts princess
        rules princess=must
        red: G> 0,1 city
        blue: d20< 0,2 ...
        retire blue
        > blue retired; turn yellow
        = stands red city@0,1
        ",
    );
}

#[test]
fn b_retire_the_fairy_still_rewards_the_follower() {
    check(
        "
        players red blue yellow
        parts fairy
        | b1:A<   D       r1:U^+road   r2:U^+fairy/road@r1 |
        | .       y1:B^   .            .                   |
        retire red
        blue: B^ 0,-2
        yellow: A> 3,0
        > road 5 tiles: red 5; fairy bonus: red 3
        > turn blue; no fairy turn
        = red 8 blue 0 yellow 0
        ",
    );
}

#[test]
fn b_retire_two_of_three_end_the_game() {
    check(
        "
        players red blue yellow
        red: U^ 1,0 road
        retire yellow
        = phase draw main
        retire blue
        > open road 2 tiles: red 2; now over Retired
        = winners red
        ",
    );
}

#[test]
fn b_endnow_in_a_walk_after_scoring_scores_nothing_twice() {
    check(
        "
        players red blue
        parts dragon
        rules dragon-moves=after-scoring
        | r1:A<+road   D         |
        | .            b1:d01^   |
        red: d06^ 1,0
        > road 3 tiles: red 3; dragon woke
        end
        > dragon rested; now over Agreed
        > no road
        = red 3 blue 0
        ",
    );
}

#[test]
fn b_endnow_while_asked_about_the_second_tile() {
    check_on(
        BUILDER_ON_ROAD,
        "
        players red blue
        parts builder
        rules extra-tile=may
        red: U^ 3,0
        = phase extra
        end
        > open road 4 tiles: red 4; now over Agreed
        ",
    );
}

#[test]
fn r_3_all_curves_are_curves() {
    check(
        "
        players red blue
        red: r09^ 1,0                       # from the west to the south: to the right
        blue: r08v 1,-1 !RiverTurn
        blue: r08< 1,-1
        ",
    );
}
