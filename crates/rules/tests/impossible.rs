//! Positions that no game comes to are refused, with the reason.

use rules::notation::parse_position;

fn refused(line: &str, reason: &str) {
    let Err(error) = parse_position(line) else { panic!("accepted: {line}") };
    let error = error.to_string();
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
fn a_second_tile_needs_a_builder_that_can_have_been_there() {
    let road = "seats=2 sets=base;traders tiles=D@0,0;U@1,0;U@2,0;U@3,0";
    refused(&format!("{road} turn=1 extra=second phase=draw"), "nobody can have earned");
    let long = "seats=2 sets=base;traders tiles=D@0,0;U@1,0;U@2,0;U@3,0;U@4,0";
    let builder = "figures=1:thief:1,0:EW;1:builder:3,0:EW";
    parse_position(&format!("{long};U@5,0 {builder} turn=1 extra=earned phase=figure")).unwrap();
    refused(&format!("{long};U@5,0 {builder} turn=1 phase=figure"), "and then always");
    refused(
        &format!("{long};U@5,0 figures=1:thief:1,0:EW turn=1 extra=earned phase=figure"),
        "extends the own",
    );
    parse_position(&format!("{long};U@5,0 {builder} turn=1 extra=second phase=draw")).unwrap();
    refused(&format!("{long};E@1,1 {builder} turn=1 extra=second phase=draw"), "extends the own");
}

#[test]
fn turns_go_round() {
    let base = "seats=2 sets=base";
    refused(&format!("{base} tiles=D@0,0 turn=2 phase=draw"), "another seat's turn");
    refused(&format!("{base} tiles=D@0,0;V@1,0 turn=1 phase=draw"), "another seat's turn");
    refused(&format!("{base} tiles=D@0,0;U@1,0 turn=2 phase=figure"), "another seat's turn");
    let agreed = "seats=3 sets=base tiles=D@0,0;U@1,0;U@2,0;U@3,0;U@4,0 phase=over:agreed";
    parse_position(&format!("{agreed} turn=1")).unwrap();
    parse_position(&format!("{agreed} turn=2")).unwrap();
    refused(&format!("{agreed} turn=3"), "another seat's turn");
    let builders = "seats=2 sets=base;traders tiles=D@0,0;U@1,0;U@2,0;U@3,0;U@4,0";
    refused(&format!("{builders} turn=2 phase=draw"), "another seat's turn");
    // After two turns each, a builder may have earned seat 1 a second tile.
    parse_position(&format!("{builders};U@5,0 turn=2 phase=draw")).unwrap();
    parse_position(&format!("{builders};U@5,0;U@6,0 turn=2 phase=draw")).unwrap();
    parse_position("seats=3 sets=base tiles=D@0,0 retired=1 turn=2 phase=draw").unwrap();
}

#[test]
fn a_seat_has_no_more_figures_than_tiles() {
    let portals = "seats=2 sets=base;dragon parts=portal";
    let far = "tiles=D@0,0;dragon-29@1,0/1;U@-1,0 turn=1 phase=draw";
    parse_position(&format!("{portals} {far} figures=1:knight:0,0:N;2:thief:-1,0:EW")).unwrap();
    refused(&format!("{portals} {far} figures=1:knight:0,0:N;1:thief:-1,0:EW"), "laid tiles");
    refused(
        "seats=2 sets=base tiles=D@0,0;U@1,0 figures=2:thief:1,0:EW turn=2 phase=draw",
        "another seat laid",
    );
}

#[test]
fn points_come_from_what_is_complete() {
    refused("seats=2 sets=base tiles=D@0,0 scores=500-0 turn=1 phase=draw", "can have given");
    let city = "seats=2 sets=base tiles=D@0,0;E@0,1/2 turn=2 phase=draw";
    parse_position(&format!("{city} scores=4-0")).unwrap();
    refused(&format!("{city} scores=5-0"), "can have given");
    let fairy = "seats=2 sets=base parts=fairy tiles=D@0,0;E@0,1/2 turn=2 phase=draw";
    parse_position(&format!("{fairy} scores=5-0")).unwrap();
}

#[test]
fn what_was_scored_holds_nobody() {
    let city = "seats=2 sets=base tiles=D@0,0;E@0,1/2 figures=1:knight:0,1:S turn=2 phase=draw";
    refused(city, "the city is complete, and its figures went home");
}

#[test]
fn every_contradiction_names_a_field_of_the_line() {
    let Err(error) = parse_position("seats=2 sets=base tiles=D@0,0 turn=2 phase=draw") else { panic!() };
    assert_eq!(error.column, 36, "{error}");
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
    let long = "seats=2 sets=base;dragon tiles=D@0,0;dragon-01@0,-1;U@1,0;U@2,0;U@3,0;dragon-16@4,0 turn=1";
    let spared =
        format!("{long} figures=2:thief:1,0:EW dragon=2,0 visited=0,-1;0,0;1,0;2,0 phase=dragon:3:2");
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

#[test]
fn a_tile_is_out_of_the_game_only_if_it_fits_nowhere() {
    refused("seats=2 sets=base tiles=D@0,0 removed=U*8 turn=1 phase=draw", "fits on the table");
    refused("seats=2 sets=base edition=classic tiles=D@0,0 aside=U*8 turn=1 phase=draw", "fits on the table");
    let river = "seats=2 sets=base;river edition=classic tiles=river-01@0,0";
    refused(&format!("{river} aside=river-07 turn=1 phase=draw:river"), "never set aside");
    refused("seats=2 sets=base;dragon tiles=D@0,0 removed=dragon-04 turn=1 phase=draw", "held back");
}

#[test]
fn a_game_ends_only_as_games_do() {
    refused("seats=2 bag=U tiles=D@0,0 removed=U turn=1 phase=over:no-tiles", "fits on the table");
    refused("seats=2 bag=U tiles=D@0,0 removed=U turn=1 phase=over:nothing-fits", "fits on the table");
    parse_position("seats=2 bag=C tiles=D@0,0;C@0,1 turn=1 phase=over:no-tiles").unwrap();
    refused("seats=3 sets=base tiles=D@0,0 retired=1;2;3 turn=1 phase=over:retired", "by retirement");
    refused("seats=2 sets=base tiles=D@0,0 retired=1;2 turn=1 phase=over:agreed", "too many have retired");
}

#[test]
fn dragon_fairy_pig_and_goods_come_in_their_time() {
    let dragon = "seats=2 sets=base;dragon tiles=D@0,0";
    refused(&format!("{dragon};dragon-01@0,-1 dragon=0,0 turn=2 phase=draw"), "stands on a volcano");
    refused(&format!("{dragon} fairy=0,0 turn=1 phase=draw"), "moved the fairy yet");
    refused(
        "seats=2 sets=base;dragon;traders tiles=D@0,0;dragon-29@1,0/1 figures=1:farmer:1,0:nl;1:pig:0,0:el turn=2 phase=draw",
        "nobody laid the start tile",
    );
    refused(
        "seats=2 sets=base;traders tiles=D@0,0;traders-02@0,1/3 goods=1-0-0;0-0-0 turn=2 phase=draw",
        "complete cities",
    );
}
