//! Matches: the same tiles for everyone, resumed where they ended, also against programs.

mod common;

use common::{bad, good};

/// A match with two players that need no time.
fn arena(words: &[&str]) -> wire::ArenaReport {
    wire::read_back(&good(&[&["arena"], words, &["--json"]].concat())).unwrap()
}

#[test]
fn everyone_has_every_seat_on_the_same_tiles() {
    let report = arena(&["quick", "quick", "--games", "6"]);
    assert_eq!((report.rounds, report.games), (3, 6));
    assert_eq!(report.results[0].margin.value, 0.0, "what one seat wins with it, the other wins with it");
    let report = arena(&["greedy1", "random", "--games", "5", "--seats", "3"]);
    assert_eq!((report.rounds, report.games, report.results.len()), (2, 6, 3));
    assert_eq!(report.results[0].wins, 6);
}

#[test]
fn a_match_goes_on_where_it_ended_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let file = file.to_str().unwrap();
    arena(&["greedy1", "random", "--games", "2", "--results", file]);
    // As if the program had been killed while it wrote.
    let whole = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, format!("{whole}{{\"type\":\"rou")).unwrap();
    let resumed = arena(&["greedy1", "random", "--games", "6", "--results", file, "--threads", "2"]);
    let at_once = arena(&["greedy1", "random", "--games", "6"]);
    assert_eq!(resumed.results[0].margin, at_once.results[0].margin);
    assert!(std::fs::read_to_string(file).unwrap().starts_with(&whole));
    let err = bad(&["arena", "random", "greedy1", "--results", file]);
    assert!(err.contains("another match"), "{err}");
}

#[test]
fn a_file_of_results_that_was_cut_or_changed_is_not_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let file = file.to_str().unwrap();
    let words = ["greedy1", "random", "--games", "2", "--results", file];
    arena(&words);
    let whole = std::fs::read_to_string(file).unwrap();
    let (head, round) = whole.split_at(whole.find('\n').unwrap() + 1);
    for cut in [&whole[..head.len() - 1], &whole[..9], &whole[..whole.len() - 1]] {
        std::fs::write(file, cut).unwrap();
        arena(&words);
        let again = std::fs::read_to_string(file).unwrap();
        assert!(again.starts_with(head) && again.lines().count() == 2, "{again}");
    }
    let points = round.find("\"points\":[").unwrap() + "\"points\":[".len();
    let short = format!("{}{}", &round[..points], &round[round[points..].find(']').unwrap() + points..]);
    let ms = round.find("\"ms\":[").unwrap() + "\"ms\":[".len();
    let long = format!("{}1.8e22{}", &round[..ms], &round[round[ms..].find(',').unwrap() + ms..]);
    for (text, wanted) in [
        (format!("{head}{long}"), "line 2: 18000000000000000000000 ms is no time"),
        (round.to_owned(), "another match"),
        ("notes without a line end".to_owned(), "is no file of results"),
        (format!("{head}{round}{head}"), "another match"),
        (format!("{head}{round}{round}"), "line 3: round 0 is there twice"),
        (format!("{head}{short}"), "line 2: a game without a number for each of 2 players"),
        (format!("{head}\n"), "line 2"),
    ] {
        std::fs::write(file, &text).unwrap();
        let err = bad(&[&["arena"], &words[..]].concat());
        assert!(err.contains(wanted), "{text}: {err}");
        assert_eq!(std::fs::read_to_string(file).unwrap(), text, "what is not understood is left alone");
    }
}

#[test]
fn a_file_of_results_is_kept_by_one_arena_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let name = file.to_str().unwrap();
    let other = std::fs::File::create(&file).unwrap();
    other.lock().unwrap();
    let words = ["arena", "greedy1", "random", "--games", "2", "--results", name];
    let err = bad(&words);
    assert!(err.contains("another arena writes to"), "{err}");
    drop(other);
    good(&words);
    let err = bad(&["arena", "greedy1", "random", "--results", folder.path().to_str().unwrap()]);
    assert!(err.contains("is no file that could keep results"), "{err}");
}

#[test]
fn the_second_of_two_names_takes_all_other_seats_of_any_setup() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("three.json");
    std::fs::write(&file, wire::write(&wire::Setup::from(&rules::Setup::base(3)))).unwrap();
    let report = arena(&["greedy1", "random", "--games", "3", "--setup", file.to_str().unwrap()]);
    assert_eq!(
        (report.games, report.contest.players),
        (3, ["greedy1", "random", "random"].map(str::to_owned).to_vec())
    );
}

#[test]
fn a_match_that_is_decided_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let words =
        ["greedy1", "random", "--games", "4000", "--sprt", "0,100", "--results", file.to_str().unwrap()];
    let (first, again) = (arena(&words), arena(&words));
    assert_eq!((first.games, first.test), (again.games, again.test));
}

#[test]
fn a_program_takes_part_and_a_clear_match_ends_early() {
    let program = format!("program:{} script", env!("CARGO_BIN_EXE_bastide"));
    let report = arena(&["random", &program, "--games", "2", "--nodes", "20"]);
    assert_eq!(report.results[1].wins, 2);
    let report = arena(&["greedy1", "random", "--games", "4000", "--sprt", "0,100"]);
    let verdict = report.test.map(|test| test.verdict);
    assert!(report.games < 200 && verdict == Some(wire::ArenaVerdict::Better), "{}", report.games);
}

#[test]
fn mistakes_are_named() {
    for (words, wanted) in [
        (&["arena", "strong@fast", "random"][..], "no limit"),
        (&["arena", "nobody", "random"], "no player `nobody`"),
        (&["arena", "random", "random", "random", "--seats", "2"], "name two, or one for each seat"),
        (&["arena", "random", "random", "--sprt", "5"], "no test"),
        (&["arena", "random", "random", "--sprt", "0,x,30"], "no test"),
        (&["arena", "random", "random", "--sprt", "0,inf"], "no test"),
        (&["arena", "random", "random", "--seats", "4", "--sprt", "0,30"], "--sprt is about two players"),
        (&["arena", "random", "program:no-such-program"], "cannot start"),
        (&["arena", "random", "random", "--seats", "1"], "seats"),
        (
            &["arena", "random@-5", "random"],
            "`-5` in `random@-5` is no limit; write strong@100ms or strong@5000\n",
        ),
        (&["arena", "random", "random", "--games", "0"], "write a whole number from 1 on"),
        (&["arena", "random", "random", "--threads", "0"], "write a whole number from 1 to 256"),
        (&["arena", "random", "random", "--think-threads", "0"], "write a whole number from 1 to 256"),
        (&["arena", "random", "random", "--seed", "-1"], "write a whole number from 0 on, such as 7"),
        (&["arena", "random", "random", "--time", "-1"], "write a whole number from 0 on, such as 7"),
        (&["arena", "random", "random", "--nodes", "-1"], "write a whole number from 0 on, such as 7"),
    ] {
        let err = bad(words);
        assert!(err.contains(wanted), "{words:?}: {err}");
    }
}

/// A program that does these commands of the shell, as a player.
#[cfg(unix)]
fn shell(name: &str, commands: &str) -> String {
    let file = common::fresh(&format!("{name}.sh"));
    std::fs::write(&file, commands).unwrap();
    format!("program:sh {}", file.display())
}

#[cfg(unix)]
const HELLO: &str =
    r#"read l; echo '{"type":"hello","name":"x","version":"1","protocol":1,"players":[]}'; read l; "#;

/// What a program answers to `position`.
#[cfg(unix)]
fn state() -> String {
    let mut script = common::Talk::script();
    script.say(r#"{"cmd":"position","inputs":[{"type":"draw","tile":"E"}]}"#);
    let answer = script.hear().unwrap();
    script.leave();
    format!("{HELLO} echo '{answer}'; read l; ")
}

/// The sentence of a match that a program spoils.
#[cfg(unix)]
fn spoiled(program: &str) -> String {
    let err = bad(&["arena", program, "random", "--games", "2", "--time", "50"]);
    assert_eq!(err.lines().count(), 1, "one sentence: {err}");
    err
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_answer_is_not_waited_for() {
    let state = state();
    let info = r#"{"type":"info","nodes":1,"ms":1,"line":[],"value":[0.0,0.0]}"#;
    let silent = [
        ("mute", "exec sleep 3600".to_owned(), "did not answer `hello` within 10 seconds"),
        ("slow", format!("{state} exec sleep 3600"), "did not answer `go` within 50ms, nor `stop` within 5"),
        ("flood", format!("{state} exec yes '{info}'"), "did not answer `go` within 50ms, nor `stop`"),
    ];
    std::thread::scope(|scope| {
        for (name, commands, wanted) in &silent {
            scope.spawn(move || {
                let err = spoiled(&shell(name, commands));
                assert!(err.contains(wanted) && err.contains(&format!("{name}.sh")), "{err}");
            });
        }
    });
}

#[cfg(unix)]
#[test]
fn a_program_that_answers_nonsense_is_told_so_in_one_sentence() {
    let state = state();
    let best = |line: &str| {
        format!(
            r#"{state} echo '{{"type":"best","line":{line},"value":[0,0],"candidates":[],"nodes":1,"ms":1}}'"#
        )
    };
    let hello = r#"read l; echo '{"type":"hello","name":"x","version":"1","protocol":99,"players":[]}'"#;
    let far = best(r#"[{"type":"place","x":9,"y":9,"rotation":0}]"#);
    for (name, commands, wanted) in [
        ("future", hello.to_owned(), "speaks version 99 of the script protocol"),
        ("deaf", HELLO.to_owned(), "ended before it answered `position`"),
        ("gone", "exit 0".to_owned(), "ended before it"),
        (
            "short",
            format!("{HELLO} echo '{{\"type\":\"state\"}}'"),
            "`position` an answer that cannot be read, {",
        ),
        (
            "other",
            format!("{HELLO} echo '{{\"type\":\"bye\"}}'"),
            "gave `position` the wrong answer, {\"type\":\"bye\"}",
        ),
        (
            "other-id",
            format!("{HELLO} echo '{{\"id\":7,\"type\":\"bye\"}}'"),
            "an answer that cannot be read, {\"id\":7,\"type\":\"bye\"}: no request had an id",
        ),
        (
            "far",
            far,
            "action 1 of its line, {\"type\":\"place\",\"x\":9,\"y\":9,\"rotation\":0}, is illegal: ",
        ),
        (
            "draws",
            best(r#"[{"type":"draw","tile":"E"}]"#),
            "action 1 of its line, {\"type\":\"draw\",\"tile\":\"E\"}, is none",
        ),
        ("idle", best("[]"), "its line has no actions"),
    ] {
        let err = spoiled(&shell(name, &commands));
        assert!(err.contains(wanted) && err.contains(&format!("{name}.sh")), "{name}: {err}");
    }
}

#[test]
fn names_of_any_length_leave_the_table_straight() {
    let program = format!("program:{} script", env!("CARGO_BIN_EXE_bastide"));
    let text = good(&["arena", "random", &program, "--games", "2", "--nodes", "1", "--bag", "U*4"]);
    assert!(text.starts_with("2 games in 1 round, each with a deck of its own\n"), "{text}");
    let percent = |line: &str| line.chars().position(|letter| letter == '%');
    let columns: Vec<_> = text.lines().skip(2).take(2).map(percent).collect();
    assert!(columns[0].is_some() && columns[0] == columns[1], "{text}");
}

#[test]
fn intervals_are_told_from_end_to_end_and_agree() {
    let words = ["arena", "greedy1", "random", "--games", "12"];
    let text = good(&words);
    assert!(text.contains(" 100.0 % (50.0 to 100.0) "), "{text}");
    assert!(text.contains("without bound, 95 % between +0 and +∞") && !text.contains('±'), "{text}");
    let report = arena(&words[1..]);
    let wire::Interval { value, low, high } = report.results[0].margin;
    assert!(text.contains(&format!(" {value:+.1} ({low:+.1} to {high:+.1}) ")), "{text}");
    assert_eq!((report.results[0].share.low, report.results[0].share.high), (0.5, 1.0));
}

#[test]
fn a_test_says_what_it_accepted_and_by_which_numbers() {
    let level = ["arena", "random", "random", "--games", "400", "--sprt", "0,100"];
    let text = good(&level);
    let said = text.lines().last().unwrap();
    assert!(said.starts_with("The test says: not better (Elo 0 rather than 100; LLR -"), "{said}");
    assert!(said.ends_with(", bounds -2.94 and 2.94, either verdict wrong 5 % of the time)"), "{said}");
    let json = good(&[&level[..], &["--json"]].concat());
    assert!(json.contains("\"verdict\": \"not-better\""), "{json}");
    let text = good(&["arena", "random", "random", "--games", "2", "--sprt", "0,30"]);
    assert!(text.contains("The test says: undecided (Elo 0 or 30; LLR "), "{text}");
    let text = good(&["arena", "greedy1", "random", "--games", "400", "--sprt", "0,100"]);
    assert!(text.contains("The test says: better (Elo 100 rather than 0; LLR "), "{text}");
}

#[test]
fn equal_players_make_choices_of_their_own() {
    let report = arena(&["random", "random", "--games", "200"]);
    let margin = report.results[0].margin;
    assert!(margin.low < margin.high && margin.low <= 0.0 && margin.high >= 0.0, "{margin:?}");
    let share = report.results[0].share;
    assert!(share.low < 0.5 && share.high > 0.5, "{share:?}");
}

#[cfg(unix)]
#[test]
fn a_bare_acknowledgement_of_a_position_is_enough() {
    // Passes, which is no legal answer to a tile in hand: so it was asked for one.
    let best = r#"{"type":"best","line":[{"type":"pass"}],"value":[0,0],"candidates":[],"nodes":1,"ms":1}"#;
    let commands = format!("{HELLO} echo '{{\"type\":\"ok\"}}'; read l; echo '{best}'; read l");
    let err = spoiled(&shell("terse", &commands));
    assert!(err.contains("action 1 of its line, {\"type\":\"pass\"}, is illegal"), "{err}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_what_it_came_to() {
    use std::process::{Command, Stdio};
    let program = format!("program:{} script", common::BASTIDE);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let words = ["arena", "random", &program, "--nodes", "1", "--games", "100000", "--results"];
    let mut command = Command::new(common::BASTIDE);
    command.args(words).arg(&file).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    while std::fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 3 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert_eq!(output.status.code(), Some(130), "{out}{err}");
    assert!(out.contains(" rounds, each with a deck of its own") && out.contains("wins"), "{out}");
    assert!(
        err.starts_with("interrupted after ") && err.contains(" of 50000 rounds; the same command"),
        "{err}"
    );
    assert_eq!(err.lines().count(), 1, "{err}");
}
