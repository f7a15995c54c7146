//! Magic portals.

use crate::script::check;

#[test]
fn d_port_1_a_follower_may_go_to_any_placed_tile() {
    check(
        "
        players red blue
        parts portal
        red: d08^ 1,0 ...
        = options road.E, road.S, road.W, field.N, field.er, field.wl, city@0,0, road@0,0, field.el@0,0, field.S@0,0
        red: city@0,0
        = stands red city@0,0
        = home red 6
        ",
    );
}

#[test]
fn d_port_1_not_to_an_occupied_feature() {
    check(
        "
        players red blue
        parts portal
        | D   r1:U^+road   b1:U^ |
        red: d08^ 3,0 road@b1 !Occupied
        red: road.W !Occupied
        red: road.E
        ",
    );
}

#[test]
fn d_port_1_not_to_a_completed_feature() {
    check(
        "
        players red blue
        parts portal
        red: Ev 0,1
        blue: d08^ 1,0 city@0,1 !PortalComplete
        blue: field@0,1
        ",
    );
}

#[test]
fn d_port_1_except_on_the_fresh_tile_itself() {
    check(
        "
        players red blue
        parts portal
        red: d27v 0,1 city@0,0 !PortalComplete
        red: city
        > city 2 tiles: red 4
        ",
    );
}

#[test]
fn d_port_1_not_to_a_monastery_this_tile_completed() {
    check(
        "
        players red blue
        parts portal
        | b2:U^   D       .     |
        | b3:B^   r1:B^   r3:Av |
        | r2:B^   b1:B^   r4:B^ |
        blue: d08^ 1,0 monastery@r1 !PortalComplete
        blue: monastery@r3
        ",
    );
}

#[test]
fn d_port_1_not_to_the_dragons_tile() {
    check(
        "
        players red blue
        parts portal dragon
        | D       |
        | r1:d01^ |
        blue: d08^ 1,0 field@r1 !PortalDragon
        blue: field.S@0,0
        ",
    );
}

#[test]
fn d_port_1_only_with_a_portal() {
    check(
        "
        players red blue
        parts portal
        red: U^ 1,0 city@0,0 !NotThatTile
        ",
    );
}

#[test]
fn d_port_1_without_the_part_it_leads_nowhere() {
    check(
        "
        players red blue
        red: d08^ 1,0 city@0,0 !NotThatTile
        red: road.E
        ",
    );
}

#[test]
fn d_port_2_builders_cannot_use_it() {
    check(
        "
        players red blue
        parts portal builder
        | r1:G>+city   .     |
        | D            b1:U^ |
        red: d08^ 2,0 builder city@r1 !NotThatTile
        red: pass
        ",
    );
}

#[test]
fn d_port_2_pigs_cannot_use_it() {
    check(
        "
        players red blue
        parts portal pig
        | D   r1:U^+field.S   b1:U^ |
        red: d08^ 3,0 pig field.S@b1 !NotThatTile
        ",
    );
}

#[test]
fn d_port_2_on_the_portal_tile_they_are_placed_as_ever() {
    check(
        "
        players red blue
        parts portal builder pig
        | D   r1:U^+road   b1:U^ |
        red: d08^ 3,0 builder road.W
        = stands red builder road.W@3,0
        ",
    );
    check(
        "
        players red blue
        parts portal builder pig
        | D   r1:U^+field.N   b1:U^ |
        red: d08^ 3,0 pig field.N
        = stands red pig field.N@3,0
        ",
    );
}
