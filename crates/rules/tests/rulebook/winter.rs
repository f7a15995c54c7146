//! The Winter Edition.

use crate::script::check;
use rules::{Kind, Knobs, Tile};

#[test]
fn w_1_twelve_tiles_join_the_base_game() {
    check(
        "
        players red blue
        sets base winter
        = lies D^ 0,0
        = bag A2 B4 C1 D3 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1 wA wB wC wD wE wF wG wH wI wJ wK wL
        ",
    );
}

#[test]
fn w_1_the_animal_tiles_follow_the_base_rules() {
    check(
        "
        players red blue
        red: wF^ 1,0 ...                    # a monastery that ends two roads
        = options road.E, road.W, monastery, field.N, field.S
        red: road.W
        blue: wK< -1,0                      # a village ends the road
        > road 3 tiles: red 3
        ",
    );
}

#[test]
fn w_1_two_curves_on_one_tile_are_two_roads() {
    check(
        "
        players red blue
        red: wI^ 1,0 ...
        = options road.N, road.E, field.nl, field.nr, field.er
        = joined road.N road.W road@0,0
        = apart road.W road.E
        = joined field.nr field.sr          # the middle field runs from corner to corner
        ",
    );
}

#[test]
fn w_2_the_look_is_no_rule() {
    let plays_like = |winter: &str, base: &str| {
        let printed = |name| {
            let tile: &Tile = Kind::named(name).expect("a tile of the catalogue").tile();
            let parts: Vec<_> =
                tile.segments.iter().map(|s| (s.kind, s.sides, s.halves, s.pennants)).collect();
            (tile.edges, parts)
        };
        printed(winter) == printed(base)
    };
    assert!(plays_like("winter-A", "W"));
    assert!(plays_like("winter-D", "A"));
    assert!(plays_like("winter-G", "J"));
    assert!(!Knobs::NAMES.iter().any(|name| ["theme", "look", "winter"].contains(name)));
}
