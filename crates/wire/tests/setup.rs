//! Setups as people write them: defaults, round trips, and what is refused.

use rules::{Edition, FieldScoring, Kind, Sets, TileSet, TinyCity};
use wire::Bad;

fn setup(text: &str) -> Result<rules::Setup, Bad> {
    wire::read::<wire::Setup>(text)?.try_into()
}

fn round_trip(setup: &rules::Setup) {
    let text = wire::write(&wire::Setup::from(setup));
    let back: rules::Setup = wire::read::<wire::Setup>(&text).unwrap().try_into().unwrap();
    assert_eq!(&back, setup, "{text}");
}

#[test]
fn nothing_said_is_the_modern_base_game_for_two() {
    assert_eq!(setup("{}").unwrap(), rules::Setup::base(2));
}

#[test]
fn everything_said() {
    let text = r#"{"seats":3,"sets":{"base":1,"traders":2},"edition":"classic","knobs":{"tiny":"full"},
                   "parts":{"pig":false},"arranged":["U","V"]}"#;
    let setup = setup(text).unwrap();
    assert_eq!(setup.seats, 3);
    assert_eq!(setup.sets, Sets::from([(TileSet::Base, 1), (TileSet::Traders, 2)]));
    assert_eq!(setup.knobs.field, FieldScoring::PerCity);
    assert_eq!(setup.knobs.tiny, TinyCity::Full);
    assert!(setup.parts.goods && setup.parts.builder && !setup.parts.pig && !setup.parts.dragon);
    assert_eq!(setup.arranged, Some(vec![Kind::named("U").unwrap(), Kind::named("V").unwrap()]));
    round_trip(&setup);
}

#[test]
fn a_set_named_twice_in_a_list_is_there_twice() {
    let sets = setup(r#"{"sets":["base","river","base"]}"#).unwrap().sets;
    assert_eq!(sets, Sets::from([(TileSet::Base, 2), (TileSet::River, 1)]));
}

#[test]
fn an_own_bag_replaces_the_sets_and_brings_the_parts_of_its_tiles() {
    let own = setup(r#"{"seats":1,"bag":{"dragon-01":1,"D":3}}"#).unwrap();
    assert_eq!(own.sets, Sets::NONE);
    assert!(own.parts.dragon && own.parts.fairy && !own.parts.goods);
    assert_eq!(own.bag, Some(vec![(Kind::named("D").unwrap(), 3), (Kind::named("dragon-01").unwrap(), 1)]));
    round_trip(&own);
}

#[test]
fn no_tile_of_a_kind_brings_no_part() {
    let own = setup(r#"{"bag":{"dragon-01":0,"D":3}}"#).unwrap();
    assert_eq!(own.parts, rules::Parts::NONE);
    round_trip(&own.with_bag(vec![(Kind::named("D").unwrap(), 3)]));
}

#[test]
fn two_figures_on_one_spot_are_refused() {
    let view = wire::View::from(&rules::Position::new(&rules::Setup::base(2)).unwrap().view());
    let figure = r#"{"seat":1,"figure":"follower","x":0,"y":0,"segment":0}"#;
    let figures = format!(r#""figures":[{figure},{}]"#, figure.replace("\"seat\":1", "\"seat\":2"));
    let text = format!(r#"{{"start":{}}}"#, wire::write(&view).replace(r#""figures":[]"#, &figures));
    let bad = rules::Position::new(&setup(&text).unwrap()).unwrap_err();
    assert!(
        bad.to_string().contains("seat 2's follower cannot stand on segment 0 of the tile at 0,0"),
        "{bad}"
    );
}

#[test]
fn a_setup_says_how_many_of_a_figure_a_seat_has() {
    let many = setup(r#"{"sets":["base","traders"],"supply":{"follower":8,"pig":0}}"#).unwrap();
    assert_eq!(many.supply, [Some(8), None, Some(0)]);
    round_trip(&many);
}

#[test]
fn every_edition_and_knob_survives() {
    for edition in Edition::ALL {
        for name in rules::Knobs::NAMES {
            for value in rules::Knobs::values(name).unwrap() {
                let mut setup = rules::Setup::new(4, &TileSet::ALL);
                setup.knobs = edition.knobs();
                setup.knobs.set(name, value).unwrap();
                round_trip(&setup);
            }
        }
    }
}

#[test]
fn every_part_survives() {
    for name in rules::Parts::NAMES {
        for on in [false, true] {
            let mut setup = rules::Setup::new(4, &TileSet::ALL);
            setup.parts.set(name, on);
            round_trip(&setup);
            let mut setup = rules::Setup::base(2);
            setup.parts.set(name, on);
            round_trip(&setup);
        }
    }
}

#[test]
fn only_what_differs_from_the_edition_is_written() {
    let setup = rules::Setup::base(2).with_knobs(Edition::Classic.knobs());
    let text = wire::write(&wire::Setup::from(&setup));
    assert_eq!(text, r#"{"seats":2,"sets":{"base":1},"edition":"classic"}"#);
}

#[test]
fn what_is_wrong_is_named() {
    let wrong = |text: &str, code: &str, sentence: &str| {
        let bad = setup(text).unwrap_err();
        assert_eq!(bad.code(), code, "{bad}");
        assert!(bad.to_string().contains(sentence), "{bad}");
    };
    wrong("{", "syntax", "not JSON");
    wrong(r#"{"sets":["moon"]}"#, "unknown-set", "base, winter, river, traders, dragon");
    wrong(r#"{"edition":"1066"}"#, "unknown-edition", "classic, 2007, modern");
    wrong(r#"{"knobs":{"cow":"on"}}"#, "unknown-knob", "no knob `cow`");
    wrong(r#"{"knobs":{"tiny":"huge"}}"#, "unknown-knob", "full, half");
    wrong(r#"{"parts":{"cow":true}}"#, "unknown-part", "goods, builder, pig");
    wrong(r#"{"supply":{"cow":1}}"#, "unknown-figure", "follower, builder, pig");
    wrong(r#"{"supply":{"pig":256}}"#, "shape", "256");
    wrong(r#"{"bag":{"Z":1}}"#, "unknown-tile", "no tile `Z`");
    wrong(r#"{"arranged":["Z"]}"#, "unknown-tile", "no tile `Z`");
    wrong(r#"{"bag":{"D":-1}}"#, "shape", "-1");
    wrong(r#"{"seats":"two"}"#, "shape", "string");
    wrong(r#"{"sets":7}"#, "shape", "a list such as");
    wrong(r#"{"player":2}"#, "shape", "unknown field `player`");
    wrong(r#"{"sets":{"base":200,"river":300}}"#, "shape", "a list such as");
    wrong(r#"{"sets":{"base":2,"base":1}}"#, "shape", "`base` is given twice");
    wrong(r#"{"knobs":{"tiny":"full","tiny":"half"}}"#, "shape", "`tiny` is given twice");
    wrong("[2,null,null]", "shape", "expected an object, found a list");
}
