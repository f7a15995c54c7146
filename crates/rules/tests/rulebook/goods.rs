//! Trade goods.

use crate::script::check;

#[test]
fn t_goods_1_tokens_go_to_whoever_completes_the_city() {
    check(
        "
        players red blue
        parts goods
        | b1:Ev        |
        | r1:t15>+city |                # wine
        | D            |
        > city 3 tiles: red 6; red follower home from city@0,1: scored; blue takes 1 wine
        = red 6 blue 0
        = goods red
        = goods blue 1 wine
        ",
    );
}

#[test]
fn t_goods_1_a_token_for_each_symbol() {
    check(
        "
        players red blue
        parts goods
        | b2:Ev   |
        | r2:t17> |                     # grain
        | b1:t18> |                     # wine
        | r1:t15> |                     # wine
        | D       |
        > blue takes 2 wine; blue takes 1 grain
        = goods blue 2 wine 1 grain
        = goods red
        ",
    );
}

#[test]
fn t_goods_1_no_knight_is_needed() {
    check(
        "
        players red blue
        parts goods
        | b1:Ev   |
        | r1:t15> |
        | D       |
        > blue takes 1 wine; no city
        ",
    );
}

#[test]
fn t_goods_1_an_unfinished_city_gives_no_token() {
    check(
        "
        players red
        parts goods
        red: t15> 0,1 city
        end
        > open city 2 tiles: red 2; no wine
        = goods red
        ",
    );
}

#[test]
fn t_goods_1_without_the_part_symbols_mean_nothing() {
    check(
        "
        players red blue
        | b1:Ev        |
        | r1:t15>+city |
        | D            |
        > city 3 tiles: red 6; no blue takes
        = goods blue
        ",
    );
}

#[test]
fn t_goods_2_most_of_a_kind_scores_ten_at_the_end() {
    check(
        "
        players red blue
        parts goods
        | b1:Ev   |
        | r1:t15> |
        | D       |
        end
        > wine: blue 10; no grain; no cloth
        = red 0 blue 10
        ",
    );
}

#[test]
fn t_goods_2_tied_leaders_score_ten_each() {
    check(
        "
        players red blue
        parts goods
        | .        b1:Ev    .       .     |
        | .        r1:t15>  .       .     |
        | .        D        .       .     |
        | .        r2:E>    b2:t15^ r3:E< |
        = goods red 1 wine
        = goods blue 1 wine
        end
        > wine (red 1 blue 1): red 10 blue 10
        = red 10 blue 10
        ",
    );
}

#[test]
fn t_goods_2_a_kind_nobody_holds_scores_nothing() {
    check(
        "
        players red blue
        parts goods
        red: U^ 1,0
        end
        > no wine; no grain; no cloth
        = red 0 blue 0
        ",
    );
}

#[test]
fn t_bag_any_tile_in_the_bag_may_come_next() {
    check(
        "
        players red blue
        bag U V t07
        = bag U V t07
        draw W !NotInBag
        draw t07
        = bag U V
        ",
    );
    check("players red blue\n bag U V t07\n draw V\n = bag U t07");
}
