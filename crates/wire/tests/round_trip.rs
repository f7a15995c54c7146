//! Whatever is written can be read back, and reads as documented.

use rules::{Action, Ending, Event, FeatureKind, Input, Place, Side, Spot};
use rules::{
    Cell, Figure, Good, Kind, MAX_SEATS, Phase, Pile, Pool, Reason, RemovalReason, Rotation, Score, Seat,
};

const CELL: Cell = Cell::new(-3, 7);
const SPOT: Spot = Spot::new(CELL, 2);
const SEAT: Seat = Seat(1);

fn kind() -> Kind {
    Kind::named("river-07").unwrap()
}

fn inputs() -> Vec<(Input, &'static str)> {
    let rotation = Rotation::new(2);
    vec![
        (Input::Act(Action::Place { cell: CELL, rotation }), r#"{"type":"place","x":-3,"y":7,"rotation":2}"#),
        (
            Input::Act(Action::Deploy { figure: Figure::Pig, spot: SPOT }),
            r#"{"type":"deploy","figure":"pig","x":-3,"y":7,"segment":2}"#,
        ),
        (Input::Act(Action::Evict { spot: SPOT }), r#"{"type":"evict","x":-3,"y":7,"segment":2}"#),
        (
            Input::Act(Action::MoveFairy { cell: CELL, segment: Some(0) }),
            r#"{"type":"fairy","x":-3,"y":7,"segment":0}"#,
        ),
        (Input::Act(Action::MoveFairy { cell: CELL, segment: None }), r#"{"type":"fairy","x":-3,"y":7}"#),
        (Input::Act(Action::MoveDragon { side: Side::West }), r#"{"type":"dragon","side":"W"}"#),
        (Input::Act(Action::TakeExtra), r#"{"type":"take-extra"}"#),
        (Input::Act(Action::Pass), r#"{"type":"pass"}"#),
        (Input::Draw(kind()), r#"{"type":"draw","tile":"river-07"}"#),
        (Input::Retire(SEAT), r#"{"type":"retire","seat":2}"#),
        (Input::EndNow, r#"{"type":"end-now"}"#),
    ]
}

#[test]
fn inputs_read_as_documented() {
    for (input, text) in inputs() {
        assert_eq!(wire::write(&wire::Input::from(input)), text);
        let back: Input = wire::read::<wire::Input>(text).unwrap().into();
        assert_eq!(back, input);
    }
}

#[test]
fn only_actions_are_actions() {
    for (input, text) in inputs() {
        let action = Action::try_from(wire::read::<wire::Input>(text).unwrap());
        match input {
            Input::Act(wanted) => assert_eq!(action, Ok(wanted)),
            _ => assert_eq!(action, Err(wire::Bad::NotAnAction)),
        }
    }
}

#[test]
fn wrong_inputs_are_refused_with_the_reason() {
    let wrong = |text: &str, sentence: &str| {
        let bad = wire::read::<wire::Input>(text).unwrap_err().to_string();
        assert!(bad.contains(sentence), "{text}: {bad}");
    };
    wrong(r#"{"type":"pass","x":1}"#, "unknown field `x`");
    wrong(r#"{"type":"place","x":1,"y":0}"#, "missing field `rotation`");
    wrong(r#"{"type":"place","x":1,"y":0,"rotation":4}"#, "0, 1, 2 or 3");
    wrong(r#"{"type":"place","x":1,"y":40000,"rotation":0}"#, "40000");
    wrong(r#"{"type":"jump"}"#, "unknown value `jump`");
    wrong(r#"{"x":1}"#, "missing field `type`");
    wrong(r#"{"type":"retire","seat":0}"#, "counted from 1");
    wrong(r#"{"type":"draw","tile":"ZZ"}"#, "no tile `ZZ`");
}

fn per_seat<T: Copy + Default>(first: T, second: T) -> [T; MAX_SEATS] {
    let mut all = [T::default(); MAX_SEATS];
    (all[0], all[1]) = (first, second);
    all
}

fn reasons() -> Vec<Reason> {
    let followers = per_seat(2, 1);
    let pigs = per_seat(true, false);
    vec![
        Reason::Feature {
            kind: FeatureKind::City,
            spot: SPOT,
            complete: true,
            cells: vec![CELL, Cell::ORIGIN],
            pennants: 1,
            per_tile: 2,
            followers,
        },
        Reason::Field { spot: SPOT, cities: vec![SPOT], per_city: 3, followers, pigs },
        Reason::FarmedCity { city: SPOT, fields: vec![(SPOT, followers)], per_city: 4, pigs },
        Reason::FairyTurn { seat: SEAT },
        Reason::FairyBonus { seat: SEAT, spot: SPOT },
        Reason::Goods { good: Good::Cloth, tokens: per_seat(0, 3) },
    ]
}

fn phases() -> Vec<Phase> {
    let piles = [Pile::River, Pile::Lake, Pile::Main].map(|pile| Phase::Draw { pile });
    let ends = [Ending::NoTiles, Ending::NothingFits, Ending::Agreed, Ending::Retired].map(Phase::Over);
    let others = [Phase::Place, Phase::Figure, Phase::Extra, Phase::Dragon { steps: 6, mover: SEAT }];
    [&piles[..], &ends, &others].concat()
}

fn events() -> Vec<Event> {
    let (kind, seat, cell, spot, figure) = (kind(), SEAT, CELL, SPOT, Figure::Builder);
    let mut events = vec![
        Event::TurnBegan { seat },
        Event::Drew { kind },
        Event::HeldBack { kind },
        Event::Removed { kind },
        Event::SetAside { kind },
        Event::Placed { seat, kind, cell, rotation: Rotation::new(3) },
        Event::ExtraEarned { seat },
        Event::ExtraBegan { seat },
        Event::DragonCame { cell },
        Event::DragonWoke,
        Event::DragonMoved { seat, cell },
        Event::DragonRested,
        Event::Deployed { seat, figure, place: Place::Segment(spot) },
        Event::FairyMoved { seat, cell, segment: Some(1) },
        Event::FairyMoved { seat, cell, segment: None },
        Event::FairyAlone,
        Event::GoodsTaken { seat, good: Good::Wine, count: 2 },
        Event::Retired { seat },
    ];
    let pools = [Pool::Hand, Pool::Held, Pool::Aside];
    events.extend(pools.map(|from| Event::PutBack { kind, count: 2, from }));
    let leaves = [RemovalReason::Scored, RemovalReason::Eaten, RemovalReason::Evicted, RemovalReason::Alone];
    let place = Place::Segment(spot);
    events.extend(leaves.map(|why| Event::WentHome { seat, figure, place, why }));
    let score = |reason| Event::Scored(Score { reason, points: per_seat(10, 3) });
    events.extend(reasons().into_iter().map(score));
    events.extend(phases().into_iter().map(Event::Now));
    events
}

#[test]
fn events_come_back_as_they_were() {
    for event in events() {
        let text = wire::write(&wire::Event::new(&event, 2));
        let back: Event = wire::read::<wire::Event>(&text).unwrap().try_into().unwrap();
        assert_eq!(back, event, "{text}");
    }
}

#[test]
fn a_score_reads_as_documented() {
    let reason = reasons().remove(0);
    let text = wire::write(&wire::Event::new(&Event::Scored(Score { reason, points: per_seat(6, 0) }), 2));
    assert_eq!(
        text,
        concat!(
            r#"{"type":"scored","reason":{"type":"feature","kind":"city","spot":{"x":-3,"y":7,"segment":2},"#,
            r#""complete":true,"cells":[{"x":-3,"y":7},{"x":0,"y":0}],"pennants":1,"per_tile":2,"#,
            r#""followers":[2,1]},"points":[6,0]}"#
        )
    );
}

#[test]
fn a_list_for_more_seats_than_there_can_be_is_refused() {
    let text = r#"{"type":"scored","reason":{"type":"fairy-turn","seat":1},"points":[1,2,3,4,5,6,7]}"#;
    let event: Result<Event, _> = wire::read::<wire::Event>(text).unwrap().try_into();
    assert_eq!(event, Err(wire::Bad::SeatList(7)));
}

#[test]
fn the_catalogue_is_written_whole() {
    for tile in rules::Catalogue::shipped().tiles() {
        let text = wire::write(&wire::Tile::from(tile));
        let back: wire::Tile = wire::read(&text).unwrap();
        assert_eq!(back, wire::Tile::from(tile));
    }
    let d = Kind::named("D").unwrap().tile();
    let d = wire::write(&wire::Tile::from(d));
    assert!(
        d.starts_with(r#"{"tile":"D","set":"base","copies":4,"edges":["city","road","field","road"]"#),
        "{d}"
    );
    assert!(d.contains(r#""halves":["el","wr"],"touches":[0]"#), "{d}");
}

#[test]
fn requests_keep_their_id_even_if_they_are_wrong() {
    let wire::Asked { id, request, .. } = wire::read_request(r#"{"id":"a","cmd":"draw","tile":"Z"}"#);
    assert_eq!(wire::write(&id), r#""a""#);
    assert!(request.unwrap_err().to_string().contains("no tile `Z`"));
    let wire::Asked { id, request, .. } = wire::read_request(r#"{"id":[1],"cmd":"hello"}"#);
    assert!(id.is_none() && request.is_err());
    for wrong in
        ["", "7", "[]", "null", "{}", r#"{"cmd":7}"#, r#"{"cmd":"hello","x":1}"#, "{\"cmd\":\"hello\"} x"]
    {
        assert!(wire::read_request(wrong).request.is_err(), "{wrong}");
    }
    let deep = "[".repeat(100_000);
    for deep in [format!("{{\"cmd\":{deep}"), deep] {
        assert_eq!(wire::read_request(&deep).request.unwrap_err().code(), "syntax");
    }
}

#[test]
fn requests_and_replies_survive() {
    let requests = [
        r#"{"cmd":"hello"}"#,
        r#"{"cmd":"new","setup":{"seats":3},"seed":7}"#,
        r#"{"cmd":"position","setup":{},"inputs":[{"type":"draw","tile":"D"}]}"#,
        r#"{"cmd":"position","inputs":[{"type":"draw"},{"type":"pass"}],"seed":7}"#,
        r#"{"cmd":"clone","to":"b"}"#,
        r#"{"cmd":"forget"}"#,
        r#"{"cmd":"actions","distinct":false,"sides":true}"#,
        r#"{"cmd":"go","nodes":100,"infinite":true}"#,
        r#"{"cmd":"undo","inputs":2}"#,
    ];
    for text in requests {
        let request = wire::read_request(text).request.unwrap();
        assert_eq!(wire::write(&request), text);
    }
    let reply = r#"{"id":3,"type":"error","code":"not-now","message":"no","at":1}"#;
    assert_eq!(wire::write(&wire::read::<wire::Reply>(reply).unwrap()), reply);
}
