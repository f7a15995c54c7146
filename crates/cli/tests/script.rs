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
    let illegal = include_str!("../../wire/src/illegal.rs");
    let bad = include_str!("../../wire/src/error.rs").split("mod tests").next().unwrap();
    let codes = illegal.lines().chain(bad.lines()).filter_map(|line| line.split_once("=> \""));
    // What is found while a line is read is answered as a wrong shape.
    let told = |code: &&str| !["bad-rotation", "not-an-action"].contains(code);
    for code in codes.filter_map(|(_, rest)| rest.strip_suffix("\",")).filter(told) {
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
        Answer::Actions { actions } => actions,
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
    let request = wire::Request::Position { setup: None, inputs: vec![], text: Some(position) };
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
