//! The script protocol: what the page says, whole games, and anything that could come down a pipe.

mod common;

use common::{Talk, project, run, run_bytes};
use wire::{Answer, Input, ToAct};

#[test]
fn the_page_tells_the_truth() {
    let page = std::fs::read_to_string(project().join("docs/script.md")).unwrap();
    let blocks = page.split("```").skip(1).step_by(2).filter(|block| block.contains("\n> "));
    let mut lines = 0;
    for block in blocks {
        let mut talk = Talk::script();
        for line in block.lines() {
            if let Some(request) = line.strip_prefix("> ") {
                talk.say(request);
            } else if let Some(wanted) = line.strip_prefix("< ") {
                let answer = talk.hear().unwrap();
                let (start, whole) = wanted.strip_suffix('…').map_or((wanted, true), |start| (start, false));
                assert!(answer.starts_with(start), "{wanted}\n{answer}");
                assert!(!whole || answer == wanted, "{wanted}\n{answer}");
                lines += 1;
            }
        }
        assert_eq!(talk.leave(), (vec![], Some(0)));
    }
    assert!(lines > 20);
}

/// The page's words in backticks.
fn names_on_the_page() -> std::collections::BTreeSet<String> {
    let page = std::fs::read_to_string(project().join("docs/script.md")).unwrap();
    page.replace("```", "").split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The names of fields and the types in a text of JSON.
fn names_in(json: &str) -> Vec<String> {
    let words: Vec<&str> = json.split('"').collect();
    let fields = (1..words.len() - 1).step_by(2).filter(|n| words[n + 1].starts_with(':'));
    let types = (3..words.len()).step_by(2).filter(|n| words[n - 2] == "type" && words[n - 1] == ":");
    fields.chain(types).map(|n| words[n].to_owned()).collect()
}

#[test]
fn the_page_names_every_event_field_and_error() {
    let page = names_on_the_page();
    let known = |name: &str, json: &str| assert!(page.contains(name), "{name} in {json}");
    for setup in [
        r#"{"seats":3,"sets":["base","river","traders","dragon"],"edition":"classic"}"#,
        r#"{"seats":2,"sets":["base","traders","dragon"]}"#,
    ] {
        let mut talk = Talk::script();
        talk.ask(&format!(r#"{{"cmd":"new","seed":9,"setup":{setup}}}"#));
        while let Some(events) = step(&mut talk) {
            for json in events.iter().map(wire::write) {
                names_in(&json).iter().for_each(|name| known(name, &json));
            }
        }
        for request in ["features", "standing", "fits", "turns", "notation", "state"] {
            let json = wire::write(&talk.ask(&format!(r#"{{"cmd":"{request}"}}"#)));
            let tiles = |name: &String| rules::Kind::named(name).is_none();
            names_in(&json).iter().filter(|name| tiles(name)).for_each(|name| known(name, &json));
        }
    }
    // What is found while a line is read is answered as a wrong shape.
    let told = |code: &&str| !["bad-rotation", "not-an-action"].contains(code);
    for code in rules::Illegal::codes().chain(wire::Bad::codes()).filter(told) {
        known(code, "the error codes");
    }
}

fn error_code(answer: Answer) -> String {
    match answer {
        Answer::Error { code, .. } => code,
        other => panic!("no error: {other:?}"),
    }
}

fn actions(talk: &mut Talk) -> Vec<Input> {
    match talk.ask(r#"{"cmd":"actions"}"#) {
        Answer::Actions { actions, .. } => actions,
        other => panic!("{other:?}"),
    }
}

/// Draws, or takes some action; `None` when the game is over.
fn step(talk: &mut Talk) -> Option<Vec<wire::Event>> {
    let Answer::State(state) = talk.ask(r#"{"cmd":"state"}"#) else { panic!("no state") };
    let answer = match state.to_act {
        ToAct::Over { .. } => return None,
        ToAct::Chance {} => talk.ask(r#"{"cmd":"draw"}"#),
        ToAct::Seat { .. } => {
            let actions = actions(talk);
            let choice = actions[(7 * state.inputs) % actions.len()];
            talk.ask(&format!(r#"{{"cmd":"apply","inputs":[{}]}}"#, wire::write(&choice)))
        }
    };
    match answer {
        Answer::Applied { events, .. } => Some(events),
        other => panic!("{other:?}"),
    }
}

fn view(talk: &mut Talk) -> rules::View {
    match talk.ask(r#"{"cmd":"view"}"#) {
        Answer::View { view } => view.try_into().unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn whole_games_over_the_pipe_fold_to_their_views() {
    for setup in [
        r#"{}"#,
        r#"{"seats":4,"sets":["base","river","winter","traders","dragon"],"edition":"classic"}"#,
        r#"{"seats":3,"sets":["base","dragon"],"knobs":{"fairy":"on-tile","princess":"must"}}"#,
        r#"{"seats":2,"sets":["base","traders"],"knobs":{"extra-tile":"may"}}"#,
        r#"{"seats":1,"bag":{"D":3,"dragon-01":1,"dragon-04":2}}"#,
    ] {
        let mut talk = Talk::script();
        talk.ask(&format!(r#"{{"cmd":"new","seed":9,"setup":{setup}}}"#));
        let mut folded = view(&mut talk);
        while let Some(events) = step(&mut talk) {
            events.into_iter().for_each(|event| folded.apply(&event.try_into().unwrap()));
        }
        assert_eq!(folded, view(&mut talk), "{setup}");
        let Answer::Notation { position, record } = talk.ask(r#"{"cmd":"notation"}"#) else {
            panic!("no notation")
        };
        assert_eq!(rules::notation::Game::parse(&record).unwrap().check().map(|_| ()), Ok(()));
        assert!(rules::notation::parse_position(&position).is_ok(), "{position}");
        assert_eq!(talk.leave(), (vec![], Some(0)));
    }
}

#[test]
fn a_position_as_text_goes_on_as_the_game_does() {
    let mut talk = Talk::script();
    talk.ask(r#"{"cmd":"new","setup":{"sets":["base","river","dragon"],"seats":3},"seed":4}"#);
    for _ in 0..100 {
        step(&mut talk).unwrap();
    }
    let Answer::Notation { position, .. } = talk.ask(r#"{"cmd":"notation"}"#) else { panic!("no notation") };
    let Answer::State(before) = talk.ask(r#"{"cmd":"state"}"#) else { panic!("no state") };
    let request = wire::Request::Position { setup: None, inputs: vec![], text: Some(position), seed: 0 };
    let Answer::State(after) = talk.ask(&wire::write(&request)) else { panic!("no state") };
    assert_eq!(wire::State { inputs: 0, ..before }, after);
}

#[test]
fn taking_back_gives_the_same_game_and_the_same_tiles() {
    let mut talk = Talk::script();
    let start = talk.ask(r#"{"cmd":"new","seed":5}"#);
    let first = talk.ask(r#"{"cmd":"draw"}"#);
    assert_eq!(talk.ask(r#"{"cmd":"undo"}"#), start);
    assert_eq!(talk.ask(r#"{"cmd":"draw"}"#), first);
    assert_eq!(error_code(talk.ask(r#"{"cmd":"undo","inputs":2}"#)), "too-many");
}

#[test]
fn inputs_are_taken_all_or_none() {
    let mut talk = Talk::script();
    let start = talk.ask(r#"{"cmd":"new"}"#);
    let inputs =
        r#"[{"type":"draw","tile":"U"},{"type":"place","x":1,"y":0,"rotation":0},{"type":"take-extra"}]"#;
    let answer = talk.ask(&format!(r#"{{"cmd":"apply","inputs":{inputs}}}"#));
    assert!(matches!(answer, Answer::Error { at: Some(2), .. }), "{answer:?}");
    assert_eq!(talk.ask(r#"{"cmd":"state"}"#), start);
    let answer = talk.ask(&format!(r#"{{"cmd":"position","inputs":{inputs}}}"#));
    assert!(matches!(answer, Answer::Error { at: Some(2), .. }), "{answer:?}");
    assert_eq!(talk.ask(r#"{"cmd":"state"}"#), start);
}

#[test]
fn a_refused_game_leaves_the_old_one() {
    let mut talk = Talk::script();
    let start = talk.ask(r#"{"cmd":"new"}"#);
    for (request, code) in [
        (r#"{"cmd":"new","setup":{"seats":9}}"#, "bad-setup"),
        (r#"{"cmd":"new","setup":{"bag":{}}}"#, "bad-setup"),
        (r#"{"cmd":"new","setup":{"sets":["moon"]}}"#, "unknown-set"),
        (r#"{"cmd":"new","setup":{"knobs":{"moon":"on"}}}"#, "unknown-knob"),
        (r#"{"cmd":"position","text":"nonsense"}"#, "bad-position"),
        (r#"{"cmd":"position","text":"seats=2","setup":{}}"#, "shape"),
        (r#"{"cmd":"go"}"#, "not-now"),
        (r#"{"cmd":"go","player":"grandmaster"}"#, "not-now"),
        (r#"{"cmd":"draw","tile":"river-03"}"#, "not-in-bag"),
        (r#"{"cmd":"feature","x":32767,"y":-32768,"segment":255}"#, "no-segment"),
        (r#"{"cmd":"apply","inputs":[{"type":"retire","seat":6}]}"#, "no-such-seat"),
    ] {
        assert_eq!(error_code(talk.ask(request)), code, "{request}");
    }
    assert_eq!(talk.ask(r#"{"cmd":"state"}"#), start);
    talk.ask(r#"{"cmd":"draw"}"#);
    assert_eq!(error_code(talk.ask(r#"{"cmd":"draw"}"#)), "not-now");
    assert_eq!(error_code(talk.ask(r#"{"cmd":"go","player":"grandmaster"}"#)), "unknown-player");
}

#[test]
fn an_answer_kept_back_comes_when_the_input_ends() {
    let run = run(&["script"], "{\"cmd\":\"new\"}\n{\"cmd\":\"draw\"}\n{\"cmd\":\"go\",\"infinite\":true}\n");
    assert_eq!(run.code, Some(0));
    assert!(run.out.lines().last().unwrap().contains(r#""type":"best""#), "{}", run.out);
}

#[test]
fn quit_ends_even_a_thinking_player() {
    let mut talk = Talk::script();
    talk.ask(r#"{"cmd":"new"}"#);
    talk.ask(r#"{"cmd":"draw"}"#);
    talk.say(r#"{"cmd":"go","infinite":true}"#);
    assert!(matches!(talk.answer(), Answer::Info(_)));
    talk.say(r#"{"cmd":"quit"}"#);
    assert!(matches!(talk.answer(), Answer::Bye {}));
}

#[test]
fn the_same_go_has_the_same_best() {
    let best = || {
        let mut talk = Talk::script();
        talk.ask(r#"{"cmd":"new"}"#);
        talk.ask(r#"{"cmd":"draw"}"#);
        talk.say(r#"{"cmd":"go","nodes":100,"seed":3,"threads":2}"#);
        talk.answer();
        let Answer::Best { line, value, nodes, .. } = talk.answer() else { panic!("no best") };
        (line, value, nodes)
    };
    assert_eq!(best(), best());
}

#[test]
fn a_player_thinks_on_a_bounded_number_of_threads() {
    let mut talk = Talk::script();
    talk.ask(r#"{"cmd":"new"}"#);
    talk.ask(r#"{"cmd":"draw"}"#);
    for threads in [0, 257, 65_535] {
        let answer = talk.ask(&format!(r#"{{"cmd":"go","player":"strong","threads":{threads}}}"#));
        let Answer::Error { code, message, .. } = answer else { panic!("{answer:?}") };
        assert_eq!((code.as_str(), message.as_str()), ("shape", "`threads` is from 1 to 256"));
    }
}

#[test]
fn every_line_of_rubbish_has_one_answer() {
    let mut stream = chance::Stream::new(11);
    let good = [
        r#"{"cmd":"new","setup":{"seats":3,"sets":["base","dragon"]},"seed":7}"#,
        r#"{"cmd":"draw"}"#,
        r#"{"cmd":"apply","inputs":[{"type":"place","x":0,"y":1,"rotation":2}]}"#,
        r#"{"cmd":"position","text":"seats=2 sets=base tiles=D@0,0 turn=1 phase=draw"}"#,
        r#"{"cmd":"feature","x":0,"y":0,"segment":0}"#,
        r#"{"cmd":"events","since":99999999999}"#,
        r#"{"cmd":"undo","inputs":1}"#,
        r#"{"cmd":"actions","distinct":true}"#,
        r#"{"cmd":"fits"}"#,
        r#"{"cmd":"notation"}"#,
    ];
    let mut bytes = Vec::new();
    let mut lines = 0;
    for _ in 0..3000 {
        let mut line = stream.pick(&good).unwrap().as_bytes().to_vec();
        for _ in 0..stream.below(4) {
            let at = stream.below(line.len() as u32) as usize;
            match stream.below(3) {
                0 => line[at] = (stream.bits() as u8).max(b'\n' + 1),
                1 => drop(line.remove(at)),
                _ => line.insert(at, b"\"{}[]:,-0912e"[stream.below(13) as usize]),
            }
        }
        bytes.extend_from_slice(&line);
        bytes.push(b'\n');
        lines += 1;
    }
    bytes.extend(vec![b'['; 3 << 20]);
    bytes.extend_from_slice(b"\n{\"cmd\":\"hello\"}");
    let run = run_bytes(&["script"], &bytes);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(run.out.lines().count(), lines + 2);
    assert!(run.out.lines().all(|line| wire::read::<wire::Reply>(line).is_ok()));
    assert!(run.out.lines().last().unwrap().contains("hello"));
}

#[test]
fn a_position_draws_by_its_seed() {
    let drawn = |request: &str| {
        let mut talk = Talk::script();
        assert!(matches!(talk.ask(request), Answer::State(_)));
        wire::write(&talk.ask(r#"{"cmd":"draw"}"#))
    };
    let text = "seats=2 sets=base tiles=D@0,0 turn=1 phase=draw";
    let by_seed = |seed: u64| drawn(&format!(r#"{{"cmd":"position","text":"{text}","seed":{seed}}}"#));
    let seeds: std::collections::BTreeSet<String> = (0..20).map(by_seed).collect();
    assert!(seeds.len() > 3, "{seeds:?}");
    assert_eq!(by_seed(0), drawn(&format!(r#"{{"cmd":"position","text":"{text}"}}"#)));
    assert_eq!(by_seed(7), drawn(r#"{"cmd":"new","seed":7}"#));
    assert_eq!(by_seed(7), drawn(r#"{"cmd":"position","setup":{},"seed":7}"#));
}

/// Whose state an answer tells, without its type.
fn state(answer: Answer) -> wire::State {
    match answer {
        Answer::State(state) | Answer::Applied { state: wire::StateNow::State(state), .. } => state,
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_process_holds_several_games_and_copies_them() {
    let mut talk = Talk::script();
    let nameless = state(talk.ask(r#"{"cmd":"new","seed":1}"#));
    let start = state(talk.ask(r#"{"cmd":"new","game":"a","setup":{"seats":3},"seed":2}"#));
    assert_eq!(start.scores.len(), 3);
    let copy = state(talk.ask(r#"{"cmd":"clone","game":"a","to":"b"}"#));
    assert_eq!(copy, start);
    let drawn = state(talk.ask(r#"{"cmd":"draw","game":"b"}"#));
    assert_eq!(state(talk.ask(r#"{"cmd":"state","game":"a"}"#)), start, "the copy went on alone");
    assert_eq!(state(talk.ask(r#"{"cmd":"state"}"#)), nameless);
    assert_eq!(state(talk.ask(r#"{"cmd":"draw","game":"a"}"#)), drawn, "with the same deck");
    assert_eq!(state(talk.ask(r#"{"cmd":"undo","game":"b"}"#)), start, "and with its past");
    assert_eq!(talk.ask(r#"{"cmd":"forget","game":"b"}"#), Answer::Ok {});
    assert_eq!(error_code(talk.ask(r#"{"cmd":"state","game":"b"}"#)), "no-game");
    assert_eq!(error_code(talk.ask(r#"{"cmd":"forget","game":"b"}"#)), "no-game");
    assert_eq!(error_code(talk.ask(r#"{"cmd":"clone","game":"b","to":"a"}"#)), "no-game");
    let long = "x".repeat(65);
    for request in [
        r#"{"cmd":"new","game":7}"#.to_owned(),
        r#"{"cmd":"new","game":null}"#.to_owned(),
        format!(r#"{{"cmd":"new","game":"{long}"}}"#),
        format!(r#"{{"cmd":"clone","to":"{long}"}}"#),
    ] {
        assert_eq!(error_code(talk.ask(&request)), "shape", "{request}");
    }
    assert_eq!(state(talk.ask(r#"{"cmd":"clone","to":""}"#)), nameless, "a copy in its own place");
}

#[test]
fn games_are_bounded_in_number() {
    let mut talk = Talk::script();
    talk.ask(r#"{"cmd":"new","setup":{"bag":{"U":1}}}"#);
    for game in 1..1000 {
        state(talk.ask(&format!(r#"{{"cmd":"clone","to":"{game}"}}"#)));
    }
    assert_eq!(error_code(talk.ask(r#"{"cmd":"clone","to":"one more"}"#)), "too-many-games");
    assert_eq!(error_code(talk.ask(r#"{"cmd":"new","game":"one more"}"#)), "too-many-games");
    state(talk.ask(r#"{"cmd":"new","game":"7"}"#));
    assert_eq!(talk.ask(r#"{"cmd":"forget","game":"8"}"#), Answer::Ok {});
    state(talk.ask(r#"{"cmd":"new","game":"one more"}"#));
}

#[test]
fn only_the_game_that_is_thought_about_must_stay() {
    let mut talk = Talk::script();
    for game in ["a", "b"] {
        talk.ask(&format!(r#"{{"cmd":"position","game":"{game}","inputs":[{{"type":"draw"}}]}}"#));
    }
    talk.say(r#"{"cmd":"go","game":"a","infinite":true}"#);
    assert!(matches!(talk.answer(), Answer::Info(_)));
    state(talk.ask(r#"{"cmd":"undo","game":"b"}"#));
    for request in [
        r#"{"cmd":"undo","game":"a"}"#,
        r#"{"cmd":"new","game":"a"}"#,
        r#"{"cmd":"forget","game":"a"}"#,
        r#"{"cmd":"clone","game":"b","to":"a"}"#,
        r#"{"cmd":"go","game":"b"}"#,
    ] {
        assert_eq!(error_code(talk.ask(request)), "thinking", "{request}");
    }
    state(talk.ask(r#"{"cmd":"clone","game":"a","to":"c"}"#));
    assert_eq!(talk.ask(r#"{"cmd":"stop"}"#), Answer::Stopping { thinking: true });
    assert!(matches!(talk.answer(), Answer::Best { .. }));
}

#[test]
fn a_draw_may_be_one_of_several_inputs() {
    let mut talk = Talk::script();
    talk.ask(r#"{"cmd":"new","seed":3,"setup":{"bag":{"U":3}}}"#);
    let turn = r#"{"type":"draw"},{"type":"place","x":1,"y":0,"rotation":0},{"type":"pass"},{"type":"draw"}"#;
    let after = state(talk.ask(&format!(r#"{{"cmd":"apply","inputs":[{turn}]}}"#)));
    assert_eq!((after.inputs, after.hand.is_some()), (4, true));
    let twice = r#"{"cmd":"apply","inputs":[{"type":"draw"}]}"#;
    let answer = talk.ask(twice);
    assert!(matches!(&answer, Answer::Error { code, at: Some(0), .. } if code == "not-now"), "{answer:?}");
    let end = r#"{"type":"end-now"},{"type":"draw"}"#;
    let over = format!(r#"{{"cmd":"position","setup":{{"bag":{{"U":3}}}},"inputs":[{turn},{end}]}}"#);
    let answer = talk.ask(&over);
    assert!(matches!(&answer, Answer::Error { code, at: Some(5), .. } if code == "game-over"), "{answer:?}");
    assert_eq!(state(talk.ask(r#"{"cmd":"state"}"#)), after);
    let wrong = talk.ask(r#"{"cmd":"apply","inputs":[{"type":"draw","x":1}]}"#);
    assert_eq!(error_code(wrong), "shape");
}

#[test]
fn a_state_is_the_same_object_wherever_it_stands() {
    let mut talk = Talk::script();
    talk.ask(r#"{"cmd":"new"}"#);
    talk.say(r#"{"cmd":"draw"}"#);
    let drawn = talk.hear().unwrap();
    talk.say(r#"{"cmd":"state"}"#);
    let state = talk.hear().unwrap();
    assert!(drawn.ends_with(&format!(r#""state":{state}}}"#)), "{drawn}\n{state}");
}

#[test]
fn actions_say_where_their_segments_lie_on_the_table() {
    let mut talk = Talk::script();
    let rotation = 2;
    let inputs = r#"[{"type":"draw","tile":"V"},{"type":"place","x":-1,"y":0,"rotation":2}]"#;
    state(talk.ask(&format!(r#"{{"cmd":"position","inputs":{inputs}}}"#)));
    let Answer::Actions { actions, segments: None } = talk.ask(r#"{"cmd":"actions"}"#) else { panic!() };
    let Answer::Actions { actions: same, segments: Some(segments) } =
        talk.ask(r#"{"cmd":"actions","sides":true}"#)
    else {
        panic!()
    };
    assert_eq!((&same, segments.len()), (&actions, actions.len()));
    let tile = rules::Kind::named("V").unwrap().tile();
    for (action, segment) in actions.iter().zip(segments) {
        let Input::Deploy { segment: number, .. } = action else {
            assert!(segment.is_none());
            continue;
        };
        let (printed, laid) = (&tile.segments[usize::from(*number)], segment.unwrap());
        let turned = printed.sides.turned(rules::Rotation::new(rotation));
        let sides: Vec<wire::Side> = turned.iter().map(wire::Side::from).collect();
        assert_eq!((laid.kind, laid.sides), (printed.kind.into(), sides));
        assert_eq!(laid.halves.is_empty(), printed.halves.0 == 0);
    }
}

#[test]
fn turns_say_where_their_figures_would_stand() {
    let mut talk = Talk::script();
    talk.ask(r#"{"cmd":"position","inputs":[{"type":"draw","tile":"V"}]}"#);
    let Answer::Turns { turns, segments: Some(segments) } = talk.ask(r#"{"cmd":"turns","sides":true}"#)
    else {
        panic!()
    };
    let roads = turns.iter().zip(&segments).filter_map(|(turn, segment)| {
        let Input::Place { rotation, .. } = turn.place else { panic!() };
        let road = segment.as_ref().filter(|segment| segment.kind == wire::FeatureKind::Road)?;
        Some((u8::from(rotation), road.sides.clone()))
    });
    let roads: std::collections::BTreeMap<_, _> = roads.collect();
    // Printed from south to west.
    use wire::Side::{East, North, South, West};
    let wanted = [[South, West], [North, West], [North, East], [East, South]];
    for (rotation, sides) in roads {
        assert_eq!(sides, wanted[usize::from(rotation)], "{rotation}");
    }
    assert_eq!(turns.iter().filter(|turn| turn.then == Input::Pass {}).count(), {
        segments.iter().filter(|segment| segment.is_none()).count()
    });
}

#[test]
fn spring_and_lake_are_marked() {
    let Answer::Tiles { tiles } = Talk::script().ask(r#"{"cmd":"tiles"}"#) else { panic!() };
    let with = |mark: wire::Mark| {
        tiles.iter().filter(move |tile| tile.mark == Some(mark)).map(|tile| tile.tile.as_str())
    };
    assert_eq!(with(wire::Mark::Spring).collect::<Vec<_>>(), [rules::SPRING]);
    assert_eq!(with(wire::Mark::Lake).collect::<Vec<_>>(), [rules::LAKE]);
    assert_eq!(with(wire::Mark::Portal).count(), 6);
}
