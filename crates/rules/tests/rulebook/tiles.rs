//! Laying tiles.

use crate::script::check;

#[test]
fn b_tile_1_a_corner_is_not_enough() {
    check(
        "
        players red blue
        red: U^ 1,1 !NotAdjacent
        red: U^ 0,0 !CellTaken
        red: U^ 1,0
    ",
    );
}
