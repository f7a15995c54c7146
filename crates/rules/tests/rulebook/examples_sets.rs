//! The worked examples of the printed rules, expansions: numbered as in `docs/rules.md`. "You" is red.

use crate::script::check;

#[test]
fn example_026_goods_for_who_closes_the_city() {
    check(
        "
        players blue red
        parts goods
        | r2:Ev        |
        | b2:t17>      |
        | r1:t17>      |
        | b1:t15>+city |
        | D            |
        > city 5 tiles: blue 10; red takes 1 wine; red takes 2 grain
        = blue 10 red 0
        = goods red 1 wine 2 grain
        ",
    );
}

#[test]
fn example_027_goods_at_the_end() {
    check(
        "
        players red blue
        parts goods
        | r3:Ev   .        .        .       .     |
        | r2:t17> .        .        .       .     |
        | r1:t15> .        .        .       .     |
        | D       .        .        .       .     |
        | b1:E>   b2:t15^  b3:t17^  r4:t03^ b4:E< |
        = goods red 1 wine 1 grain
        = goods blue 1 wine 1 grain 1 cloth
        end
        > wine: red 10 blue 10; grain: red 10 blue 10; cloth: blue 10
        = red 20 blue 30
        ",
    );
}

#[test]
fn example_028_a_builders_double_turn() {
    check(
        "
        players red blue
        parts builder
        blue: pass !NotNow
        red: U^ 1,0 road                # turn 1: the thief
        blue: A< -1,0
        red: U^ 2,0 builder road        # turn 2: the builder
        blue: B^ 0,-1
        red: L^ 3,0 city                # turn 3, first tile: the road is closed, a knight placed
        > red follower to city@3,0; road 5 tiles: red 5; red builder home from road@2,0: scored
        = builders red 1
        = home red 6
        red: G> 3,1 builder city        # turn 3, second tile: the builder placed anew
        = stands red builder city@3,1
        = turn blue
        ",
    );
}

#[test]
fn example_029_a_field_with_majority_and_pig() {
    check(
        "
        players red blue
        parts pig
        | .       r2:Ev+field   b3:B^           |
        | .       r1:H^+field   r3:B^+pig/field |
        | b2:U^   D             b1:U^+field.N   |
        end
        > field 2 cities: red 8
        = red 8 blue 0
        ",
    );
}

#[test]
fn example_030_the_dragon_with_four_players() {
    check(
        "
        players red blue yellow green
        parts dragon
        | b2:B^   .                 .            |
        | g1:U^   D                 r1:U^+road   |
        | r2:B^   b1:B^+monastery   y1:d01^      |
        | y2:B^   g2:B^             .            |
        red: d16^ 2,0
        walk red N, blue W, yellow S
        > red follower home from road@r1: eaten; blue follower home from monastery@b1: eaten
        walk green E !DragonVisited     # it started there
        walk green W, red N, blue N
        > dragon to -1,1 by blue; dragon rested
        = home red 7 blue 7
        ",
    );
}

#[test]
fn example_031_the_fairy_leaves_the_dragon_one_way() {
    check(
        "
        players red blue
        parts dragon fairy
        | D                 b1:U^                      |
        | r1:B^+monastery   r2:d01^+fairy/monastery@r1 |
        blue: d16^ 2,0
        = options dragon N
        walk blue W !DragonFairy
        walk blue N
        ",
    );
}

#[test]
fn example_032_the_princess_removes_a_knight() {
    check(
        "
        players blue red
        parts princess
        blue: G> 0,1 city
        red: d20< 0,2 evict city@0,1
        > blue follower home from city@0,1: evicted; turn blue
        = home blue 7 red 7
        red: field !NotNow
        ",
    );
}

#[test]
fn example_033_through_a_portal_to_a_free_city_far_away() {
    check(
        "
        players red blue
        parts portal
        | D       b2:U^   .     |
        | r1:B^   b1:B^   r2:E> |
        red: d08^ -1,0 city@r2
        = stands red city@r2
        ",
    );
}

#[test]
fn example_034_a_shared_city_with_the_fairy() {
    check(
        "
        players red blue
        parts fairy
        | r3:B^+fairy/city@r2   .     .           |
        | r2:E>+city            b3:Rv b2:E<+city  |
        | r1:U^                 D     b1:U^       |
        > city 4 tiles: red 8 blue 8; fairy bonus: red 3
        = blue 8 red 11
        ",
    );
}
