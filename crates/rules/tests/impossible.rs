//! Positions that no game comes to are refused, with the reason.

use rules::notation::parse_position;

fn refused(line: &str, reason: &str) {
    let error = parse_position(line).expect_err(line).to_string();
    assert!(error.contains(reason), "{line}\n{error}");
}

#[test]
fn a_second_tile_must_have_been_earned() {
    refused(
        "seats=2 sets=base;traders tiles=D@0,0 turn=1 extra=earned phase=draw",
        "only when the first one lies",
    );
    refused("seats=2 sets=base;traders tiles=D@0,0 turn=1 extra=second phase=draw", "nobody can have earned");
}

#[test]
fn a_game_that_goes_on_has_players() {
    refused("seats=2 sets=base tiles=D@0,0 retired=2 turn=1 phase=draw", "too many have retired");
    refused("seats=3 sets=base tiles=D@0,0 turn=1 phase=over:retired", "did not end by retirement");
    refused("seats=2 sets=base tiles=D@0,0 turn=1 phase=over:no-tiles", "for want of tiles");
}

#[test]
fn the_dragon_comes_with_a_volcano() {
    let dragon = "seats=2 sets=base;dragon";
    refused(&format!("{dragon} tiles=D@0,0 dragon=0,0 turn=1 phase=draw"), "from the first volcano on");
    refused(&format!("{dragon} tiles=D@0,0;dragon-01@0,-1 turn=1 phase=draw"), "from the first volcano on");
    refused(&format!("{dragon} tiles=D@0,0;dragon-16@1,0 turn=1 phase=draw"), "only after the first volcano");
    refused(
        &format!("{dragon} tiles=D@0,0;dragon-01@0,-1 dragon=0,0 turn=1 phase=figure"),
        "has the dragon on it",
    );
    refused(
        &format!("{dragon} tiles=D@0,0;dragon-01@0,-1 dragon=0,-1 fairy=0,-1 turn=1 phase=draw"),
        "never on the same tile",
    );
}

#[test]
fn a_dragon_walk_goes_step_by_step() {
    let walk = "seats=2 sets=base;dragon tiles=D@0,0;dragon-01@0,-1;U@1,0;dragon-16@2,0 turn=1";
    refused(&format!("{walk} dragon=0,0 visited=0,0;0,-1;0,0 phase=dragon:4:1"), "no tile twice");
    refused(&format!("{walk} dragon=1,0 visited=0,-1;1,0 phase=dragon:5:2"), "to neighbouring tile");
    refused(&format!("{walk} dragon=0,0 visited=0,-1;0,0 phase=dragon:5:1"), "another seat's turn");
    let spared = format!("{walk} figures=1:thief:0,0:EW dragon=1,0 visited=0,-1;0,0;1,0 phase=dragon:4:1");
    refused(&spared, "the dragon has visited");
}

#[test]
fn the_river_comes_first() {
    let river = "seats=2 sets=base;river";
    refused(&format!("{river} tiles=river-01@0,0;E@0,1 turn=1 phase=draw:river"), "river tiles come before");
}

#[test]
fn unfit_tiles_are_where_the_knob_puts_them() {
    refused("seats=2 sets=base tiles=D@0,0 aside=V turn=1 phase=draw", "unfit = return");
    refused(
        "seats=2 sets=base knobs=unfit=return tiles=D@0,0 removed=V turn=1 phase=draw",
        "only river tiles",
    );
}

#[test]
fn figures_came_by_their_own_tiles() {
    let fresh = "seats=2 sets=base parts=pig tiles=D@0,0;U@1,0 figures=1:farmer:1,0:nl turn=1 phase=figure";
    refused(fresh, "before its figure step");
    refused("seats=2 sets=base tiles=D@0,0 figures=1:thief:0,0:EW turn=1 phase=draw", "without portals");
    let two = "seats=2 sets=base tiles=D@0,0;U@1,0 figures=1:thief:1,0:EW;2:farmer:1,0:nl turn=1 phase=draw";
    refused(two, "at most one figure");
    let shared = "seats=2 sets=base tiles=D@0,0;U@1,0;U@2,0 turn=1 phase=draw";
    refused(&format!("{shared} figures=1:thief:1,0:EW;2:thief:2,0:EW"), "another's already");
}

#[test]
fn nobody_has_more_goods_than_were_laid() {
    refused("seats=2 sets=base;traders tiles=D@0,0 goods=1-0-0;0-0-0 turn=1 phase=draw", "more goods");
}

#[test]
fn the_fairys_last_bonus_belongs_to_final_scoring() {
    let line = "seats=2 parts=fairy knobs=field=per-city bag=U*3 tiles=D@0,0;U@1,0;U@2,0 \
                figures=1:farmer:1,0:nl turn=1 phase=draw";
    let root = parse_position(line).unwrap();
    let draws = [rules::Kind::named("U").unwrap()];
    let rotations = rules::perft::Rotations::All;
    let tree = rules::perft::Tree { root: &root, draws: &draws, depth: 1, rotations };
    assert_eq!(tree.count()[0].points, 0, "points leave out final scoring");
}
