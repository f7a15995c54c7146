//! What the greedy player, and the choice in play-outs, do where anyone can see what is right.

mod common;

use ai::strong::QuickPlayer;
use ai::{Greedy, Player};
use common::think;
use rules::notation::parse_position;
use rules::{Action, Cell, Extra, Figure, Position, Seat, Side, Spot};

/// The line it chooses in a position, and the position after it.
fn line(position: &str) -> (Vec<Action>, Position) {
    line_of(&mut Greedy, position)
}

/// The same for another player.
fn line_of(player: &mut dyn Player, position: &str) -> (Vec<Action>, Position) {
    let mut position = parse_position(position).unwrap();
    let line = think(player, &position, 1).best.line;
    line.iter().for_each(|action| position.play(*action, &mut ()).unwrap());
    (line, position)
}

fn knight(x: i16, y: i16) -> Action {
    Action::Deploy { figure: Figure::Follower, spot: Spot::new(Cell::new(x, y), 0) }
}

#[test]
fn it_claims_the_city_it_finishes() {
    let (line, after) = line("seats=2 sets=base tiles=D@0,0 hand=E turn=1 phase=place");
    assert_eq!((line[1], after.scores()[0]), (knight(0, 1), 4));
}

#[test]
fn it_gives_no_points_away() {
    let city = "seats=2 sets=base;dragon tiles=D@0,0;U@1,0;dragon-29@2,0/1 figures=2:knight:0,0:N \
                hand=E turn=1 phase=place";
    assert_eq!(line(city).1.scores()[1], 0);
}

#[test]
fn the_last_tile_finishes_the_own_city_and_farms_it() {
    let last = "seats=2 parts=portal bag=E;U;dragon-29 tiles=D@0,0;dragon-29@1,0/1;U@1,-1/1 \
                figures=1:knight:0,0:N hand=E turn=1 phase=place";
    assert_eq!(line(last).1.scores()[0], 4 + 3);
}

#[test]
fn at_the_very_end_every_follower_goes_where_points_are() {
    let (line, after) = line("seats=2 bag=U tiles=D@0,0 hand=U turn=1 phase=place");
    assert!(matches!(line[1], Action::Deploy { .. }));
    assert_eq!(after.scores()[0], 2);
}

const DRAGON: &str = "seats=2 parts=dragon bag=dragon-17;dragon-16;B*4;U*4 \
    figures=2:monk:1,-1;1:monk:1,1 dragon=1,0 visited=1,0";

#[test]
fn it_leads_the_dragon_to_others() {
    let players: [&mut dyn Player; 2] = [&mut Greedy, &mut QuickPlayer];
    for player in players {
        let mut step = |mover: u8, tiles: &str| {
            let walk = format!("tiles=D@0,0;{tiles};dragon-16@2,0 turn={mover} phase=dragon:6:{mover}");
            line_of(player, &format!("{DRAGON} {walk}")).0[0]
        };
        let [south, north] = [Side::South, Side::North].map(|side| Action::MoveDragon { side });
        assert_eq!(step(1, "U@-1,0;dragon-17@1,0;B@1,1;B@1,-1"), south);
        assert_eq!(step(2, "dragon-17@1,0;B@1,-1;B@1,1"), north);
    }
}

#[test]
fn it_sends_others_knights_home() {
    let city = "seats=2 sets=base;dragon tiles=D@0,0;U@1,0;E@1,1/3;dragon-11@0,1/2 \
                figures=2:knight:1,1:W turn=1 phase=figure";
    let evict = [Action::Evict { spot: Spot::new(Cell::new(1, 1), 0) }];
    assert_eq!(line(city).0, evict);
    assert_eq!(line_of(&mut QuickPlayer, city).0, evict);
}

#[test]
fn at_first_sight_it_extends_its_builders_road() {
    let road = "seats=2 sets=base;traders tiles=D@0,0;U@1,0;B@0,-1;U@2,0;B@1,-1 \
                figures=1:thief:1,0:EW;1:builder:2,0:EW;2:monk:0,-1 hand=U turn=1 phase=place";
    let (_, after) = line_of(&mut QuickPlayer, road);
    assert!(after.turn() == Seat(0) && after.extra() != Extra::No, "{:?}", after.phase());
}

#[test]
fn at_first_sight_it_takes_the_fairy_from_others() {
    let fairy = "seats=2 sets=base;dragon tiles=D@0,0;B@0,-1;B@1,-1;U@1,0;U@2,0;U@3,0 \
                 figures=1:monk:0,-1;2:monk:1,-1;1:thief:1,0:EW fairy=monk:1,-1 turn=1 phase=figure";
    let (line, _) = line_of(&mut QuickPlayer, fairy);
    assert!(matches!(line[..], [Action::MoveFairy { .. }]), "{line:?}");
}

#[test]
fn it_takes_a_second_tile() {
    let (line, _) = line(
        "seats=2 sets=base;traders knobs=extra-tile=may tiles=D@0,0;U@1,0;U@2,0;U@3,0;U@4,0;U@5,0 \
         figures=1:thief:1,0:EW;1:builder:3,0:EW turn=1 extra=earned phase=extra",
    );
    assert_eq!(line, [Action::TakeExtra]);
}

#[test]
fn through_a_portal_it_claims_the_best_that_is_free() {
    let (line, _) = line(
        "seats=2 sets=base;dragon tiles=D@0,0;E@0,-1/3;B@1,-1;U@1,0;V@2,0;U@-1,0;V@-2,0/3;dragon-29@0,-2/1 \
         turn=1 phase=figure",
    );
    assert_eq!(line, [Action::Deploy { figure: Figure::Follower, spot: Spot::new(Cell::new(1, -1), 0) }]);
}
