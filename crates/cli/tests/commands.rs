//! The commands, used as they should be.

mod common;

use common::{bad, fresh, good, run, scratch};

#[test]
fn without_a_command_it_serves() {
    let mut alone = std::process::Command::new(env!("CARGO_BIN_EXE_bastide"));
    // A folder that cannot be made, so that it says what it is about to do, and ends.
    let output =
        alone.env("BASTIDE_DATA", "/dev/null/games").env("BASTIDE_LISTEN", "127.0.0.1:0").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("/dev/null/games can't be made"), "{said}");
}

#[test]
fn switches_can_be_said_by_the_environment_in_the_usual_words() {
    for (word, understood) in
        [("1", true), ("yes", true), ("on", true), ("true", true), ("0", true), ("perhaps", false)]
    {
        let mut serve = std::process::Command::new(env!("CARGO_BIN_EXE_bastide"));
        serve.args(["serve", "--public-url", "nonsense", "--data", "/dev/null/games"]);
        let output = ["NO_BROWSER", "LOG_JSON", "BEHIND_PROXY"]
            .iter()
            .fold(&mut serve, |serve, name| serve.env(format!("BASTIDE_{name}"), word))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.contains("is no address for a server"), understood, "{word}: {said}");
        assert_eq!(said.contains("write true or false"), !understood, "{word}: {said}");
    }
}

#[test]
fn an_export_is_never_written_over_a_file() {
    let file = fresh("there.jsonl");
    std::fs::write(&file, "mine").unwrap();
    let data = scratch("exported");
    std::fs::create_dir_all(&data).unwrap();
    let (file, data) = (file.to_str().unwrap(), data.to_str().unwrap());
    let empty = fresh("empty.jsonl");
    std::fs::write(&empty, "{\"type\":\"bastide\",\"format\":1}\n{\"type\":\"end\",\"lines\":1}\n").unwrap();
    good(&["import-all", empty.to_str().unwrap(), "--data", data]);
    let said = bad(&["export-all", file, "--data", data]);
    assert!(said.contains("is there already; choose another name"), "{said}");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
}

#[test]
fn a_backup_is_made_and_put_back_by_a_command_each() {
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let (data, new, copy, empty) = (path("data"), path("new/data"), path("copy"), path("empty.jsonl"));
    let said = bad(&["backup", &copy, "--data", &data]);
    assert!(said.contains("there is no database at"), "{said}");
    std::fs::write(&empty, "{\"type\":\"bastide\",\"format\":1}\n{\"type\":\"end\",\"lines\":1}\n").unwrap();
    good(&["import-all", &empty, "--data", &data]);
    let said = good(&["backup", &copy, "--data", &data]);
    assert!(said.contains("copied and checked"), "{said}");
    let said = bad(&["backup", &copy, "--data", &data]);
    assert!(said.contains("--force writes over it"), "{said}");
    good(&["backup", &copy, "--data", &data, "--force"]);
    bad(&["restore", &empty, "--data", &new]);
    assert!(!place.path().join("new").exists());
    let said = good(&["restore", &copy, "--data", &new]);
    assert!(said.contains("checked and restored"), "{said}");
    let said = bad(&["restore", &copy, "--data", &new]);
    assert!(said.contains("--force puts the copy in its place"), "{said}");
    good(&["restore", &copy, "--data", &new, "--force"]);
}

#[test]
fn a_refused_import_leaves_nothing() {
    let place = tempfile::tempdir().unwrap();
    let (folder, file) = (place.path().join("new/data"), place.path().join("export.jsonl"));
    let (data, name) = (folder.to_str().unwrap(), file.to_str().unwrap());
    let head = "{\"type\":\"bastide\",\"format\":1}\n";
    for text in ["", "no export\n", head] {
        std::fs::write(&file, text).unwrap();
        bad(&["import-all", name, "--data", data]);
        assert!(!place.path().join("new").exists(), "{text:?}");
    }
    bad(&["import-all", "/nowhere/export.jsonl", "--data", data]);
    bad(&["import-all", "/dev/null", "--data", data]);
    assert!(!place.path().join("new").exists());
    // A folder that was there stays, and so does a database.
    std::fs::create_dir_all(&folder).unwrap();
    bad(&["import-all", name, "--data", data]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    let empty = place.path().join("empty.jsonl");
    std::fs::write(&empty, format!("{head}{{\"type\":\"end\",\"lines\":1}}\n")).unwrap();
    good(&["import-all", empty.to_str().unwrap(), "--data", data]);
    let kept = std::fs::read(folder.join("bastide.db")).unwrap();
    bad(&["import-all", name, "--data", data]);
    assert!(std::fs::read(folder.join("bastide.db")).unwrap() == kept);
}

#[test]
fn looking_on_with_no_keyboard_shows_a_whole_game() {
    let run = run(&["watch"], "");
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("lays") && run.out.contains("wins"), "{}", run.out);
    assert!(!run.out.contains('\x1b'), "no colours in a pipe");
}

#[test]
fn help_teaches_with_examples() {
    assert!(good(&["--help"]).contains("bastide simulate 10000"));
    for command in ["play", "watch", "simulate", "replay", "render", "check", "perft", "tiles", "completions"]
    {
        let text = good(&[command, "--help"]);
        assert!(text.contains("Examples:") && text.contains(&format!("bastide {command}")), "{text}");
    }
    assert!(good(&["script", "--help"]).contains("docs/script.md"));
}

/// Paragraphs of help are one line each in the source, so that a terminal breaks them once and where it must.
#[test]
fn help_is_wrapped_once() {
    const WIDTH: usize = 100;
    let commands = [
        "serve",
        "play",
        "watch",
        "simulate",
        "arena",
        "replay",
        "analyse",
        "render",
        "check",
        "perft",
        "tiles",
        "script",
        "backup",
        "restore",
        "export-all",
        "import-all",
    ];
    for command in commands {
        let text = good(&[command, "--help"]);
        let lines: Vec<&str> = text.lines().collect();
        for pair in
            lines.windows(2).filter(|pair| pair.iter().all(|line| line.starts_with(char::is_alphabetic)))
        {
            let next = pair[1].split(' ').next().unwrap_or_default();
            assert!(pair[0].len() + 1 + next.len() > WIDTH, "{command}: `{}` is broken early", pair[0]);
        }
        let example = |line: &&&str| line.starts_with("  bastide ");
        assert!(lines.iter().filter(example).all(|line| line.len() <= 80), "{text}");
    }
}

#[test]
fn short_help_lists_sets_parts_and_players_and_long_help_every_knob() {
    let short = good(&["simulate", "-h"]);
    for name in rules::TileSet::ALL.map(rules::TileSet::name).iter().chain(rules::Parts::NAMES) {
        assert!(short.contains(name), "{name}: {short}");
    }
    assert!(ai::PLAYERS.iter().all(|name| short.contains(name)), "{short}");
    for command in ["play", "simulate"] {
        let long = good(&[command, "--help"]);
        for knob in rules::Knobs::NAMES {
            let line = format!("{knob:<17} {}", rules::Knobs::values(knob).unwrap().join(", "));
            assert!(long.contains(&line), "{line}: {long}");
        }
    }
}

#[test]
fn a_watched_game_follows_from_its_seed() {
    let watch =
        |seed| good(&["watch", "--seed", seed, "--sets", "base,river,traders,dragon", "--seats", "3"]);
    assert_eq!(watch("5"), watch("5"));
    assert_ne!(watch("5"), watch("6"));
}

#[test]
fn colours_can_be_had_in_a_pipe() {
    assert!(good(&["tiles", "D", "--colour", "always"]).contains("\x1b[0;38;5;"));
}

#[test]
fn simulated_games_do_not_depend_on_the_threads() {
    let numbers = |threads| {
        let text = good(&["simulate", "60", "--seed", "3", "--threads", threads, "--detail", "--json"]);
        let report: wire::Simulation = wire::read(&text).unwrap();
        wire::Simulation { seconds: 0.0, threads: 0, ..report }
    };
    assert_eq!(numbers("1"), numbers("4"));
}

#[test]
fn simulated_games_are_those_of_random_play() {
    let report: wire::Simulation = wire::read(&good(&["simulate", "3000", "--detail", "--json"])).unwrap();
    let near = |mean: wire::Mean, wanted: f64| (mean.mean - wanted).abs() < wanted * 0.015;
    assert!(near(report.score, 19.4), "{report:?}");
    assert!(near(report.placements, 32.65), "{report:?}");
    assert!(near(report.distinct_placements.unwrap(), 27.3), "{report:?}");
    assert!(near(report.turns.unwrap(), 47.9), "{report:?}");
    assert!(near(report.distinct_turns.unwrap(), 40.35), "{report:?}");
}

#[test]
fn players_are_chosen_by_name_for_all_seats_or_for_each() {
    let report = |extra: &[&str]| -> wire::Simulation {
        let args = [&["simulate", "4", "--json", "--sets", "base,river"], extra].concat();
        let report: wire::Simulation = wire::read(&good(&args)).unwrap();
        wire::Simulation { seconds: 0.0, threads: 0, ..report }
    };
    let names = |report: &wire::Simulation| -> Vec<String> {
        report.seats.iter().map(|seat| seat.player.clone()).collect()
    };
    assert_eq!(names(&report(&[])), ["random", "random"]);
    assert_eq!(names(&report(&["--player", "greedy", "--seats", "3"])), ["greedy"; 3]);
    let mixed = report(&["--player", "random,greedy"]);
    assert_eq!((names(&mixed), mixed.seats[1].wins), (vec!["random".to_owned(), "greedy".to_owned()], 4));
    assert_eq!(report(&["--player", "random,greedy", "--threads", "3"]), mixed);
    let watch = |player| good(&["watch", "--seed", "3", "--bag", "U*3,E*3", "--player", player]);
    assert_ne!(watch("greedy"), watch("random"));
}

#[test]
fn perft_counts_both_ways_and_divides() {
    let text = good(&["perft", "--draws", "EJDRNHAVUW", "--depth", "3"]);
    let counts: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(counts, ["12", "456", "19145"]);
    let perft = |extra: &[&str]| -> wire::Perft {
        let args = [&["perft", "--draws", "U,V", "--depth", "2", "--json", "--divide"], extra].concat();
        wire::read(&good(&args)).unwrap()
    };
    let (all, distinct) = (perft(&[]), perft(&["--distinct"]));
    assert_eq!((all.depths[0].nodes, distinct.depths[0].nodes), (24, 12));
    let sum: u64 = all.divide.unwrap().iter().map(|branch| branch.nodes).sum();
    assert_eq!(sum, all.depths[1].nodes);
}

#[test]
fn perft_divides_in_the_words_of_records() {
    let text = good(&["perft", "--draws", "EJ", "--depth", "2", "--divide"]);
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(head, ["nodes", "points", "first", "choices"]);
    assert!(text.lines().any(|line| line.ends_with("  E@0,1/2 knight S")), "{text}");
    assert!(text.lines().any(|line| line.ends_with("  E@0,1/2 farmer nl")), "{text}");
    assert!(text.lines().any(|line| line.ends_with("  E@0,1/2 pass")), "{text}");
}

#[test]
fn perft_says_where_the_draws_run_out() {
    let text = good(&["perft", "--draws", "EJ", "--depth", "4", "--divide"]);
    assert!(text.ends_with("The draws ran out: there is none for depth 3.\n"), "{text}");
    assert!(!text.lines().any(|line| line.trim_start().starts_with("0 ")), "{text}");
    let json = |draws: &str| -> wire::Perft {
        wire::read(&good(&["perft", "--draws", draws, "--depth", "2", "--json"])).unwrap()
    };
    assert_eq!((json("E").ran_out, json("EJ").ran_out), (Some(2), None));
    let sentence = bad(&["perft", "--draws", "river-03"]);
    assert!(
        sentence.contains("none of the draws river-03") && sentence.contains("can be drawn A, B, C"),
        "{sentence}"
    );
}

#[test]
fn perft_draws_the_arranged_order() {
    let arranged = good(&["perft", "--arranged", "EJ", "--depth", "2"]);
    assert_eq!(arranged, good(&["perft", "--draws", "EJ", "--depth", "2"]));
    assert!(bad(&["perft", "--draws", "E", "--arranged", "J"]).contains("cannot be used with"));
}

#[test]
fn the_examples_of_perft_do_what_they_say() {
    let help = good(&["perft", "--help"]);
    let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  bastide ")).collect();
    assert_eq!(examples.len(), 3, "{help}");
    for example in examples {
        let text = good(&example.split(' ').collect::<Vec<_>>());
        assert!(!text.contains("ran out"), "{example}: {text}");
    }
}

#[test]
fn tiles_are_shown_and_listed() {
    let text = good(&["tiles", "D"]);
    assert!(text.starts_with(".########.  D (base, 4 pieces)\n..........  0 city N\n"), "{text}");
    assert!(text.contains("field el wr, at city 0\n"), "{text}");
    assert_eq!(good(&["tiles", "D", "E", "D"]), good(&["tiles", "D", "E"]), "each once");
    assert!(good(&["tiles", "dragon-24", "traders-16", "F"]).contains("field "));
    assert_eq!(good(&["tiles", "--json"]).lines().count(), 24 + 12 + 10 + 24 + 29);
    let names: Vec<String> = good(&["tiles", "--json", "--set", "base"])
        .lines()
        .map(|line| wire::read::<wire::Tile>(line).unwrap().tile)
        .collect();
    assert!(names.is_sorted() && names[..2] == ["A", "B"], "{names:?}");
    assert_eq!(good(&["tiles", "--json", "--set", "river"]).lines().count(), 10);
}

#[test]
fn a_setup_comes_from_a_file_and_flags_change_it() {
    let file = scratch("setup.json");
    std::fs::write(&file, r#"{"seats":3,"sets":["base","traders"],"parts":{"pig":false}}"#).unwrap();
    let name = file.to_str().unwrap();
    let args = ["simulate", "2", "--json", "--setup", name, "--seats", "4", "--knob", "tiny=half"];
    let report: wire::Simulation = wire::read(&good(&args)).unwrap();
    let setup = wire::write(&report.setup);
    assert_eq!(
        setup,
        r#"{"seats":4,"sets":{"base":1,"traders":1},"edition":"modern","knobs":{"tiny":"half"},"parts":{"pig":false}}"#
    );
}

#[test]
fn a_game_goes_on_from_a_position() {
    let line = "seats=2 bag=E;U tiles=D@0,0;E@0,1/2 hand=U scores=4-0 turn=2 phase=place";
    let text = good(&["watch", "--seed", "1", "--position", line]);
    assert!(text.starts_with("Blue lays U"), "{text}");
    let text = good(&["perft", "--position", line, "--draws", "U", "--depth", "1", "--json"]);
    let perft: wire::Perft = wire::read(&text).unwrap();
    assert_eq!(perft.depths[0].points, 4 * perft.depths[0].nodes);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let script = format!("{} watch --sets 'base*5' --seats 2 | head -n 1", common::BASTIDE);
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_wrong_command_line_is_explained() {
    let wrong = |args: &[&str], sentence: &str| {
        let text = bad(args);
        assert!(text.contains(sentence), "{args:?}: {text}");
    };
    wrong(&["dance"], "unrecognized subcommand");
    wrong(&["render", "games.txt", "--width", "100", "-o", "it.svg"], "--width is for a PNG");
    for games in ["none", "0", "-5"] {
        wrong(
            &["simulate", games],
            &format!("invalid value '{games}' for '[GAMES]': write a whole number from 1 on, such as 7"),
        );
    }
    wrong(&["serve", "--listen", "8484"], "write an address and a port, such as 0.0.0.0:8484");
    wrong(&["serve", "--privacy-text", "/nonexist"], "/nonexist can't be read");
    wrong(&["serve", "--contact", ""], "a contact has 1 to 200 characters on one line");
    wrong(&["serve", "--max-games", "many"], "write a whole number");
    wrong(&["simulate", "1", "--threads", "0"], "write a whole number from 1 to 256");
    for seats in ["7", "0", "-1", "two"] {
        wrong(&["simulate", "1", "--seats", seats], "write a whole number from 1 to 6");
    }
    wrong(&["simulate", "1", "--sets", "base,moon"], "the sets are base, winter");
    wrong(&["simulate", "1", "--sets", "base*x"], "`base*x`: several are written 'base*2'");
    wrong(
        &["simulate", "1", "--sets", "base,river:3"],
        "`river:3`: several are written 'river*3', in quotes",
    );
    wrong(&["simulate", "1", "--sets", "base*300"], "at most 1000 tiles");
    wrong(&["simulate", "1", "--sets", "base*14"], "at most 1000 tiles");
    wrong(&["simulate", "1", "--sets", "base*0"], "no tile to draw");
    wrong(&["simulate", "1", "--edition", "1066"], "classic, 2007, modern");
    wrong(&["simulate", "1", "--knob", "tiny"], "NAME=VALUE");
    wrong(&["simulate", "1", "--knob", "tiny=huge"], "full, half");
    wrong(&["simulate", "1", "--knob", "cow=on"], "no knob `cow`");
    wrong(&["simulate", "1", "--supply", "pig"], "FIGURE=N");
    wrong(&["simulate", "1", "--supply", "cow=1"], "no figure `cow`");
    wrong(&["simulate", "1", "--supply", "follower=16"], "at most 15");
    wrong(&["simulate", "1", "--without", "cow"], "goods, builder, pig");
    wrong(&["simulate", "1", "--bag", "Z*1"], "no tile `Z`");
    wrong(&["simulate", "1", "--bag", "D=3"], "several are written 'D*3'");
    wrong(&["simulate", "1", "--bag", "d"], "no tile `d`; write `D`");
    wrong(&["perft", "--draws", "ejd"], "no tile `e`; write `E`");
    wrong(&["simulate", "1", "--bag", "D", "--sets", "base"], "cannot be used with");
    wrong(&["simulate", "1", "--arranged", "CC"], "more often");
    wrong(&["simulate", "1", "--setup", "/nowhere/x.json"], "cannot open /nowhere/x.json");
    wrong(&["simulate", "1", "--position", "seats=2 sets=base tiles=Z@0,0"], "no tile `Z`");
    wrong(&["simulate", "1", "--position", "seats=2", "--seats", "2"], "cannot be used with");
    wrong(&["perft", "--draws", "E1"], "no tile `1`");
    wrong(&["perft"], "--draws");
    wrong(&["render", "x", "-o", "x.svg", "--turn", "-1"], "write a whole number from 0 on, such as 7");
    wrong(&["render", "x", "-o", ".svg"], ".svg is an ending without a name; write board.svg");
    wrong(&["completions"], "<SHELL>");
    wrong(&["completions", "csh"], "bash, elvish, fish, powershell, zsh");
    wrong(&["render", "x", "-o", "-", "--width", "100"], "--width is for a PNG");
    wrong(&["check", "--mine", "receipt.json", "x"], "--fair");
    wrong(&["arena", "random", "random", "--results", "-"], "`-` is no file");
    wrong(&["serve", "--log", "foo"], "write one of off, error, warn, info, debug, trace");
    wrong(&["serve", "--max-games", "0"], "write a whole number from 1 on");
    wrong(&["serve", "--max-sockets", "-1"], "write a whole number from 1 on");
    wrong(&["serve", "--web-dir", "/nonexist"], "there is no /nonexist/index.html");
    for star in ["star:99:5", "star:0:5", "star:3:0", "star:3:100", "star:3"] {
        wrong(&["arena", star, "random"], "a depth of 1 to 9 and a probing factor of 1 to 99");
    }
    wrong(&["simulate", "1", "--player", "mcts:0"], "mcts:500 is 1 to 1000000 iterations");
    wrong(&["arena", "mcts:1000001", "random"], "1 to 1000000 iterations");
    wrong(&["perft", "--draws", ""], "name the tiles in the order they are drawn, such as --draws EJDRNH");
    wrong(&["perft", "--draws", "E", "--depth", "0"], "write a whole number from 1 to 100");
    wrong(&["tiles", "Q9"], "no tile `Q9`");
    wrong(&["tiles", "--set", "moon"], "no set `moon`");
    wrong(&["tiles", "--set", "river", "river-03", "D"], "D is in the set base, not in river");
    wrong(&["replay", "/nowhere/x.txt"], "cannot open");
    wrong(&["replay", "x", "--legal"], "--json");
    wrong(&["check"], "FILE");
    let players = "there is no player `oracle`; the players are ";
    wrong(&["simulate", "1", "--player", "greedy,oracle"], players);
    wrong(&["watch", "--player", "oracle"], players);
    wrong(&["play", "--computer", "0", "--player", "oracle"], players);
    wrong(&["watch", "--player", "greedy,greedy,greedy"], "3 players were named for 2 seats");
    wrong(&["play", "--computer", "3"], "cannot take 3 of 2 seats");
}

#[test]
fn a_wrong_setup_file_is_explained() {
    let file = scratch("wrong.json");
    std::fs::write(&file, r#"{"seats":3,"players":3}"#).unwrap();
    let text = bad(&["simulate", "1", "--setup", file.to_str().unwrap()]);
    assert!(text.contains("wrong.json") && text.contains("unknown field `players`"), "{text}");
    std::fs::write(&file, "\u{feff}{\"seats\":3}").unwrap();
    good(&["simulate", "1", "--setup", file.to_str().unwrap()]);
}

/// The name of a file that is not there and that tests may write.
fn path(name: &str) -> String {
    fresh(name).to_str().unwrap().to_owned()
}

#[test]
fn a_recorded_game_is_drawn_at_any_turn() {
    let [games, svg, png] = ["drawn.txt", "board.svg", "board.png"].map(path);
    good(&["simulate", "1", "--bag", "U*4,E*3,B", "--record", &games]);
    good(&["render", &games, "-o", &svg]);
    let last = std::fs::read_to_string(&svg).unwrap();
    assert!(last.starts_with("<svg") && last.ends_with("</svg>"));
    good(&["render", &games, "--turn", "0", "--theme", "winter", "--plain", "--force", "-o", &svg]);
    let start = std::fs::read_to_string(&svg).unwrap();
    assert!(start.matches("<svg").count() == 2 && start.len() < last.len(), "the start tile alone");
    good(&["render", &games, "--table", "dark", "--width", "300", "-o", &png]);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn what_cannot_be_drawn_says_why() {
    let games = path("undrawn.txt");
    good(&["simulate", "1", "--bag", "U*4", "--record", &games]);
    assert!(bad(&["render", &games, "-o", "board.jpg"]).contains("must end in .svg or .png"));
    assert!(bad(&["render", &games, "--turn", "9", "-o", "board.svg"]).contains("turns 0 to 4, not 9"));
    assert!(bad(&["render", &games, "--game", "2", "-o", "board.svg"]).contains("games 1 to 1, not 2"));
    assert!(bad(&["render", "/nowhere/games.txt", "-o", "board.svg"]).contains("cannot open"));
    assert!(bad(&["render", &games, "-o", "/nowhere/board.svg"]).contains("cannot write"));
    assert!(bad(&["render", &games, "--theme", "summer", "-o", "board.svg"]).contains("classic"));
}

#[test]
fn tiles_are_drawn_on_a_sheet_with_their_names() {
    let sheet = path("sheet.svg");
    good(&["tiles", "--set", "river", "--sheet", &sheet, "--theme", "winter"]);
    let text = std::fs::read_to_string(&sheet).unwrap();
    assert!(text.contains(">river-10<") && !text.contains(">D<"));
    assert!(bad(&["tiles", "--sheet", "sheet.bmp"]).contains("must end in .svg or .png"));
}

#[test]
fn a_foreign_record_does_not_steer_the_terminal() {
    let file = scratch("steering.txt");
    let text = "[Rules \"1\"][Event \"E\\u{1b}[31m\"][Player1 \"A\\u{1b}[2J\\u{202e}\\n\\u{0}\"][Seats \"2\"][Bag \"U V\"]\n\
                1. 1: U@1,0 thief EW\n2. 2:\nunfinished draw 0-0\n";
    std::fs::write(&file, text).unwrap();
    let said = good(&["replay", file.to_str().unwrap()]);
    assert!(
        said.contains("Red: A\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}") && said.contains("Event: E\u{fffd}[31m"),
        "{said}"
    );
}

/// What the binary says into a pipe that is closed after its first line: the line, the exit code, what is complained of.
fn first_line(args: &[&str], input: &str) -> (String, Option<i32>, String) {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut command = Command::new(common::BASTIDE);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let mut line = String::new();
    BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    (line, output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn who_reads_only_the_first_line_is_not_bothered() {
    let games = path("many.txt");
    good(&["simulate", "60", "--record", &games]);
    let script = "{\"cmd\":\"new\"}\n{\"cmd\":\"view\"}\n".repeat(400);
    for (args, input) in [
        (&["--help"][..], ""),
        (&["help", "serve"], ""),
        (&["tiles"], ""),
        (&["tiles", "--json"], ""),
        (&["tiles", "--sheet", "-"], ""),
        (&["replay", &games], ""),
        (&["replay", &games, "--json", "--legal"], ""),
        (&["check", "--json", &games], ""),
        (&["render", &games, "-o", "-"], ""),
        (&["simulate", "300", "--record", "-"], ""),
        (&["perft", "--draws", "EJD", "--depth", "2", "--divide"], ""),
        (&["watch", "--seed", "1"], ""),
        (&["completions", "bash"], ""),
        (&["completions", "zsh"], ""),
        (&["play", "--seed", "1"], "legend\n"),
        (&["script"], &script),
    ] {
        let (line, code, said) = first_line(args, input);
        assert!(!line.is_empty(), "{args:?}");
        assert_eq!((code, said.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = good(&["completions", shell]);
        for word in ["simulate", "import-all", "completions", "think-threads"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    let bash = path("completions.bash");
    std::fs::write(&bash, good(&["completions", "bash"])).unwrap();
    let asked = format!(
        "source '{bash}'; COMP_WORDS=(bastide sim); COMP_CWORD=1; _bastide bastide sim bastide; echo \"${{COMPREPLY[*]}}\""
    );
    match std::process::Command::new("bash").args(["-c", &asked]).output() {
        Err(_) => eprintln!("skipped: there is no bash"),
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout), "simulate\n", "{output:?}"),
    }
}

#[test]
fn records_go_to_standard_output_where_that_is_asked_for() {
    let file = path("same.txt");
    let words = ["simulate", "40", "--bag", "U*3,E*2", "--threads", "2", "--record"];
    good(&[&words[..], &[&file]].concat());
    let piped = run(&[&words[..], &["-"]].concat(), "");
    assert_eq!(piped.code, Some(0), "{piped:?}");
    assert_eq!(piped.out, std::fs::read_to_string(&file).unwrap(), "records and nothing else");
    assert!(piped.err.contains("score of a seat"), "{}", piped.err);
    let checked = run(&["check", "-"], &piped.out);
    assert_eq!((checked.code, checked.out.as_str()), (Some(0), "-: 40 games, all legal\n"));
}

#[test]
fn pictures_go_to_standard_output_where_that_is_asked_for() {
    let [games, svg] = ["piped.txt", "piped.svg"].map(path);
    good(&["simulate", "1", "--bag", "U*4", "--record", &games]);
    good(&["render", &games, "-o", &svg]);
    assert_eq!(good(&["render", &games, "-o", "-"]), std::fs::read_to_string(&svg).unwrap());
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn a_slow_speed_is_a_number_too() {
    let text = good(&["simulate", "1", "--player", "mcts:60", "--threads", "1"]);
    let speed = text.lines().find(|line| line.starts_with("speed")).unwrap();
    let number: f64 = speed.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(number > 0.0, "{speed}");
}
