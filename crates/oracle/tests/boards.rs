//! The oracle on boards counted by hand.

use oracle::Oracle;
use rules::{
    Action, Cell, Edition, Ending, Event, Figure, Input, Kind, Phase, Piece, Place, Reason, RemovalReason,
    Rotation, Seat, Setup, Side, Spot,
};

/// A game with an own bag, played tile by tile in any order one likes.
struct FreeBoard {
    oracle: Oracle,
}

impl FreeBoard {
    fn new(seats: u8, bag: &str) -> FreeBoard {
        FreeBoard::with(seats, bag, |_| {})
    }

    fn with(seats: u8, bag: &str, change: impl Fn(&mut Setup)) -> FreeBoard {
        let kinds = bag.split_whitespace().map(|name| (kind(name), 1));
        let tally: rules::Tally = kinds.collect();
        let mut setup = Setup::base(seats).with_bag(tally.iter().collect());
        setup.parts = Setup::new(seats, &rules::TileSet::ALL).parts;
        change(&mut setup);
        FreeBoard { oracle: Oracle::new(&setup) }
    }

    fn draw(&mut self, name: &str) -> Vec<Event> {
        self.oracle.apply(Input::Draw(kind(name)))
    }

    fn act(&mut self, action: Action) -> Vec<Event> {
        assert!(self.oracle.legal().contains(&action), "{action:?} not among {:?}", self.oracle.legal());
        self.oracle.apply(Input::Act(action))
    }

    /// Draws and lays a tile.
    fn lay(&mut self, name: &str, x: i16, y: i16, quarters: u8) -> Vec<Event> {
        self.draw(name);
        self.act(Action::Place { cell: Cell::new(x, y), rotation: Rotation::new(quarters) })
    }

    fn follower(&mut self, x: i16, y: i16, segment: u8) -> Vec<Event> {
        self.act(Action::Deploy { figure: Figure::Follower, spot: spot(x, y, segment) })
    }

    fn pass(&mut self) -> Vec<Event> {
        self.act(Action::Pass)
    }

    fn scores(&self) -> Vec<u32> {
        let view = self.oracle.view();
        view.scores[..usize::from(view.seats)].to_vec()
    }
}

fn kind(name: &str) -> Kind {
    Kind::named(name).expect("a tile of the catalogue")
}

fn spot(x: i16, y: i16, segment: u8) -> Spot {
    Spot::new(Cell::new(x, y), segment)
}

#[test]
fn a_city_claimed_and_closed_in_one_turn() {
    for (edition, points) in [(Edition::Classic, 2), (Edition::Y2007, 4), (Edition::Modern, 4)] {
        let mut table = FreeBoard::with(2, "E B", |setup| setup.knobs = edition.knobs());
        table.lay("E", 0, 1, 2);
        let events = table.follower(0, 1, 0);
        assert_eq!(table.scores(), [points, 0]);
        assert_eq!(events.len(), 5, "{events:?}");
        assert_eq!(events.last(), Some(&Event::Now(Phase::Draw { pile: rules::Pile::Main })));
        assert_eq!(table.oracle.view().supply[0][0], 7);
    }
}

#[test]
fn a_road_runs_through_the_start_tile() {
    let mut table = FreeBoard::new(2, "W A");
    table.lay("W", 1, 0, 0);
    table.follower(1, 0, 2);
    table.lay("A", -1, 0, 3);
    let events = table.pass();
    assert_eq!(table.scores(), [3, 0]);
    let Event::Scored(score) = &events[0] else { panic!("{events:?}") };
    let cells = vec![Cell::new(-1, 0), Cell::new(0, 0), Cell::new(1, 0)];
    assert!(matches!(&score.reason, Reason::Feature { cells: found, complete: true, .. } if *found == cells));
    assert_eq!(table.oracle.phase(), Phase::Over(Ending::NoTiles));
    assert_eq!(table.oracle.winners(), [Seat(0)]);
}

#[test]
fn a_field_reaches_under_the_road_and_feeds_on_a_city() {
    let mut table = FreeBoard::new(2, "E E");
    table.lay("E", 0, 1, 2);
    table.follower(0, 1, 1);
    table.lay("E", 1, 1, 0);
    table.pass();
    // The farmer north of the city touches it; the start tile's northern strip would too.
    assert_eq!(table.scores(), [3, 0]);
    let field = table.oracle.feature(spot(0, 1, 1)).expect("a field");
    assert!(field.spots.contains(&spot(1, 1, 1)));
    assert!(!field.spots.contains(&spot(0, 0, 2)));
}

#[test]
fn a_monastery_counts_the_tiles_around_it() {
    let mut table = FreeBoard::new(2, "B");
    table.lay("B", 0, -1, 1);
    table.follower(0, -1, 0);
    assert_eq!(table.scores(), [2, 0]);
}

#[test]
fn the_dragon_eats_and_the_builder_leaves_alone() {
    let mut table = FreeBoard::new(2, "U U dragon-01 dragon-16 B");
    table.lay("U", 1, 0, 0);
    table.follower(1, 0, 0);
    table.lay("dragon-01", 0, -1, 0);
    assert!(table.oracle.legal().iter().all(|action| matches!(action, Action::Pass)));
    table.pass();
    table.lay("U", 2, 0, 0);
    table.act(Action::Deploy { figure: Figure::Builder, spot: spot(2, 0, 0) });
    table.lay("dragon-16", -1, 0, 0);
    let events = table.pass();
    assert_eq!(events, [Event::DragonWoke, Event::Now(Phase::Dragon { steps: 6, mover: Seat(1) })]);
    table.act(Action::MoveDragon { side: Side::North });
    let events = table.act(Action::MoveDragon { side: Side::East });
    let home = |figure, spot, why| {
        let place = Place::Segment(spot);
        Event::WentHome { seat: Seat(0), figure, place, why }
    };
    assert_eq!(
        events[1..],
        [
            home(Figure::Follower, spot(1, 0, 0), RemovalReason::Eaten),
            home(Figure::Builder, spot(2, 0, 0), RemovalReason::Alone),
            Event::Now(Phase::Dragon { steps: 4, mover: Seat(1) }),
        ]
    );
    let events = table.act(Action::MoveDragon { side: Side::East });
    assert_eq!(events[1], Event::DragonRested);
}

#[test]
fn dragon_tiles_wait_for_a_volcano() {
    let mut table = FreeBoard::new(2, "dragon-16 dragon-01 B");
    let events = table.draw("dragon-16");
    assert_eq!(events[1], Event::HeldBack { kind: kind("dragon-16") });
    let events = table.lay("dragon-01", 0, -1, 0);
    assert_eq!(events[1], Event::DragonCame { cell: Cell::new(0, -1) });
    assert_eq!(table.oracle.bag().get(kind("dragon-16")), 1);
}

#[test]
fn an_extended_builder_earns_a_second_tile() {
    let mut table = FreeBoard::new(1, "U U U B");
    table.lay("U", 1, 0, 0);
    table.follower(1, 0, 0);
    table.lay("U", 2, 0, 0);
    table.act(Action::Deploy { figure: Figure::Builder, spot: spot(2, 0, 0) });
    let events = table.lay("U", 3, 0, 0);
    assert_eq!(events[1], Event::ExtraEarned { seat: Seat(0) });
    let events = table.pass();
    assert_eq!(events[0], Event::ExtraBegan { seat: Seat(0) });
    table.lay("B", 0, -1, 0);
    table.pass();
    assert_eq!(table.scores(), [4]);
}

#[test]
fn the_princess_sends_a_knight_home_and_the_fairy_stays() {
    let mut table = FreeBoard::new(2, "R E U dragon-20");
    table.lay("R", 0, 1, 2);
    table.follower(0, 1, 0);
    table.lay("E", 1, 1, 3);
    table.pass();
    table.lay("U", 1, 0, 0);
    table.act(Action::MoveFairy { cell: Cell::new(0, 1), segment: Some(0) });
    table.lay("dragon-20", -1, 1, 1);
    let events = table.act(Action::Evict { spot: spot(0, 1, 0) });
    assert_eq!(events[1], Event::FairyAlone);
    assert_eq!(events[2..], [Event::Now(Phase::Over(Ending::NoTiles))]);
    assert_eq!(table.oracle.view().fairy.map(|fairy| fairy.cell), Some(Cell::new(0, 1)));
}

#[test]
fn the_last_retirement_ends_the_game_and_scores_what_was_laid() {
    let mut table = FreeBoard::new(2, "E B");
    table.lay("E", 0, 1, 2);
    table.follower(0, 1, 0);
    table.lay("B", 0, -1, 0);
    table.oracle.apply(Input::Retire(Seat(0)));
    assert_eq!(table.oracle.phase(), Phase::Over(Ending::Retired));
    assert_eq!(table.scores(), [4, 0]);
    assert_eq!(table.oracle.winners(), [Seat(1)]);
}

#[test]
fn three_ways_to_score_fields() {
    for (field, points) in [("per-field", [6, 3]), ("per-field-once", [3, 3]), ("per-city", [4, 0])] {
        let mut table = FreeBoard::with(2, "G G F N", |setup| {
            setup.knobs.set("field", field).expect("a value of the knob");
        });
        table.oracle = two_fields_at_one_city(table.oracle);
        assert_eq!(table.oracle.projected()[..2], points, "{field}");
    }
}

/// A city between two fields: Red 1 in one of them, Red 1 and Blue 1 in the other.
fn two_fields_at_one_city(start: Oracle) -> Oracle {
    let mut view = start.view();
    let mut lay = |name: &str, x, y, quarters| {
        let (cell, rotation) = (Cell::new(x, y), Rotation::new(quarters));
        view.tiles.push(rules::Laid { cell, kind: kind(name), rotation });
    };
    lay("G", 0, 1, 1);
    lay("E", 0, 2, 2);
    lay("B", 1, 1, 0);
    for (at, seat) in [(spot(0, 1, 2), Seat(0)), (spot(1, 1, 1), Seat(1)), (spot(0, 1, 1), Seat(0))] {
        view.put_piece(Piece { place: Place::Segment(at), seat, figure: Figure::Follower });
    }
    let setup = start.setup().clone().with_start(view);
    Oracle::new(&setup)
}

#[test]
fn the_river_may_not_turn_twice_the_same_way() {
    let mut table = FreeBoard::new(1, "river-10 river-10 river-02 B");
    table.lay("river-10", 1, 0, 0);
    table.pass();
    table.draw("river-10");
    // The first curve turned right, southwards; the second must turn left, eastwards.
    let place = Action::Place { cell: Cell::new(1, -1), rotation: Rotation::new(2) };
    assert_eq!(table.oracle.legal().into_iter().collect::<Vec<_>>(), [place]);
}
