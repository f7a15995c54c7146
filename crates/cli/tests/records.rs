//! Games written down, read again, judged and shown.

mod common;

use common::{bad, fresh, good, run, scratch};
use std::path::Path;

#[test]
fn simulated_games_can_be_recorded_checked_and_replayed() {
    let file = fresh("recorded.txt");
    let name = file.to_str().unwrap();
    let game = ["--sets", "base,river*2,winter,traders,dragon", "--seats", "4", "--edition", "classic"];
    good(&[&["simulate", "40", "--record", name], &game[..]].concat());
    let first = std::fs::read_to_string(&file).unwrap();
    assert_eq!(good(&["check", name]), format!("{name}: 40 games, all legal\n"));
    good(&[&["simulate", "40", "--force", "--record", name, "--threads", "3"], &game[..]].concat());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), first, "the order is that of the games");
    let told = good(&["replay", name, "--game", "40"]);
    assert!(told.contains("Red ") && told.contains("lays"), "{told}");
}

#[test]
fn a_record_says_who_played_and_what_it_follows_from() {
    let file = fresh("played.txt");
    let name = file.to_str().unwrap();
    good(&["simulate", "2", "--seed", "11", "--player", "greedy,random", "--record", name, "--bag", "U*2"]);
    let text = std::fs::read_to_string(&file).unwrap();
    for tag in [r#"[Player1 "greedy"]"#, r#"[Player2 "random"]"#, r#"[Seed "11"]"#] {
        assert_eq!(text.matches(tag).count(), 2, "{text}");
    }
    assert!(text.contains(r#"[Game "1"]"#) && text.contains(r#"[Game "2"]"#), "{text}");
}

#[test]
fn nothing_is_written_over_without_being_told_so() {
    let (games, picture, sheet) = (fresh("kept.txt"), scratch("kept.svg"), scratch("kept-sheet.svg"));
    let name = games.to_str().unwrap();
    let simulate = ["simulate", "1", "--bag", "U*2", "--record", name];
    good(&simulate);
    let before = std::fs::read_to_string(&games).unwrap();
    let again = ["simulate", "1", "--seed", "5", "--bag", "E*2", "--record", name];
    assert!(bad(&again).contains("is there already and was left as it is; --force writes over it"));
    assert_eq!(std::fs::read_to_string(&games).unwrap(), before);
    good(&[&again[..], &["--force"]].concat());
    assert_ne!(std::fs::read_to_string(&games).unwrap(), before);
    for (file, command) in [(picture, &["render", name, "-o"][..]), (sheet, &["tiles", "D", "--sheet"])] {
        std::fs::write(&file, "kept").unwrap();
        let command = [command, &[file.to_str().unwrap()]].concat();
        assert!(bad(&command).contains("--force writes over it"));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
        good(&[&command[..], &["--force"]].concat());
    }
}

/// A short record that says it was played under other rules, with a road of three tiles worth 7.
fn foreign(name: &str) -> std::path::PathBuf {
    let file = scratch(name);
    let text = "[Rules \"2\"]\n[Player1 \"Ann\"]\n[Seats \"2\"]\n[Bag \"E U W\"]\n\n\
         1. 1: W@1,0 thief W\n2. 2: U@-1,0\n3. 1: E@0,1/2 knight S (city 0,0 N 1+4) (home 1 knight 0,1 S)\n\
         final road -1,0 EW 1+7\nresult no-tiles 11-0 won 1\n";
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_game_of_other_rules_is_told_in_words_from_its_record() {
    let file = foreign("other-rules.txt");
    let name = file.to_str().unwrap();
    let told = good(&["replay", name]);
    let version = "Played under rules version 2, which this program does not know; \
                   version 1 would not allow it, so it is told as its record states it.";
    for sentence in [
        version,
        "Drawn: W.",
        "Red lays W at 1,0.",
        "Red puts a thief on the road at 1,0.",
        "Red +4: city at 0,0.",
        "Red's knight at 0,1 comes home.",
        "Red +7: road at -1,0.",
        "The last tile has been laid: the game is over.",
        "  3. Red 11, Blue 0",
        "Red wins.",
    ] {
        assert!(told.contains(sentence), "{sentence}: {told}");
    }
    assert!(!told.contains('{'), "no JSON: {told}");
}

#[test]
fn a_game_of_other_rules_is_told_as_json_from_its_record() {
    let file = foreign("other-rules-as-json.txt");
    let text = good(&["replay", file.to_str().unwrap(), "--json", "--legal"]);
    let lines: Vec<wire::ReplayLine> = text.lines().map(|line| wire::read(line).unwrap()).collect();
    let wire::ReplayLine::Game { rules: 2, refused: Some(why), .. } = &lines[0] else { panic!("{text}") };
    assert!(why.contains("rules version 2, this is 1"), "{why}");
    let wire::ReplayLine::Told { number: 2, told, .. } = &lines[2] else { panic!("{text}") };
    assert_eq!(told, &["Red lays W at 1,0."]);
    let Some(wire::ReplayLine::Outcome { scores, winners, .. }) = lines.last() else { panic!("{text}") };
    assert_eq!((scores.as_slice(), winners.len()), (&[11, 0][..], 1));
}

#[test]
fn a_version_that_nobody_knows_is_said_clearly() {
    let file = fresh("newer.txt");
    let name = file.to_str().unwrap();
    good(&["simulate", "1", "--record", name]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(good(&["replay", name, "--json"]).starts_with(r#"{"type":"game","rules":1,"tags""#));
    std::fs::write(&file, text.replace("[Rules \"1\"]", "[Rules \"2\"]")).unwrap();
    let said = bad(&["check", name]);
    assert!(said.contains("game 1: it was played under rules version 2, which this program"), "{said}");
    let told = good(&["replay", name]);
    let same =
        "rules version 2, which this program does not know; by those of version 1 it is the same game.";
    assert!(told.contains(same), "{told}");
}

#[test]
fn a_replay_as_json_has_every_event_and_the_scores() {
    let file = fresh("json.txt");
    let name = file.to_str().unwrap();
    good(&["simulate", "2", "--record", name, "--bag", "D*3,U*2,traders-01", "--seats", "3"]);
    let text = good(&["replay", name, "--json", "--legal"]);
    let lines: Vec<wire::ReplayLine> = text.lines().map(|line| wire::read(line).unwrap()).collect();
    let games = lines.iter().filter(|line| matches!(line, wire::ReplayLine::Game { .. })).count();
    assert_eq!(games, 2);
    let mut scores = vec![0; 3];
    for line in &lines {
        match line {
            wire::ReplayLine::Game { .. } => scores = vec![0; 3],
            wire::ReplayLine::Step { input, legal, events, scores: after, .. } => {
                for event in events {
                    if let wire::Event::Scored { points, .. } = event {
                        scores.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
                    }
                }
                assert_eq!(&scores, after);
                let legal = legal.as_ref().unwrap();
                assert!(matches!(input, wire::Input::Draw { .. }) || legal.contains(input));
            }
            wire::ReplayLine::Told { .. } | wire::ReplayLine::Outcome { .. } => panic!("{line:?}"),
            wire::ReplayLine::End { standing } => {
                assert!(standing.seats.iter().map(|seat| seat.score).eq(scores.iter().copied()));
            }
        }
    }
    assert!(!good(&["replay", name, "--json", "--game", "2"]).contains("legal"));
}

#[test]
fn a_wrong_record_is_pointed_at_and_not_overwritten() {
    let file = fresh("broken.txt");
    let name = file.to_str().unwrap();
    good(&["simulate", "2", "--record", name]);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("result ", "result x", 2)).unwrap();
    let run = run(&["check", name], "");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains(&format!("{name}:")) && run.err.contains("game 1"), "{}", run.err);
    assert!(bad(&["replay", name]).contains("line "));
    std::fs::write(&file, "").unwrap();
    assert!(bad(&["replay", name]).contains("no game in it"));
    let before = "kept";
    std::fs::write(&file, before).unwrap();
    bad(&["simulate", "2", "--record", name, "--seats", "9"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn a_record_before_a_broken_one_can_be_shown() {
    let file = fresh("second-broken.txt");
    let name = file.to_str().unwrap();
    good(&["simulate", "3", "--record", name]);
    let text = std::fs::read_to_string(&file).unwrap();
    let third = text.rfind("[Rules").unwrap();
    std::fs::write(&file, format!("{}[{}", &text[..third], &text[third..])).unwrap();
    assert_eq!(good(&["replay", name]), good(&["replay", name, "--game", "1"]));
    good(&["replay", name, "--game", "2", "--json"]);
    assert!(bad(&["replay", name, "--game", "3"]).contains("line "));
    let all = run(&["replay", name, "--json"], "");
    assert_eq!((all.code, all.out.matches(r#""type":"end""#).count()), (Some(2), 2), "what is right is told");
    assert!(all.err.contains("line "), "{}", all.err);
    assert!(bad(&["replay", name, "--game", "0"]).contains("invalid value"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_with_the_file() {
    let text = bad(&["simulate", "20", "--record", "/dev/full"]);
    assert!(text.contains("cannot write /dev/full"), "{text}");
}

#[test]
fn a_wrong_game_does_not_hide_the_others() {
    let file = fresh("some-wrong.txt");
    let name = file.to_str().unwrap();
    good(&["simulate", "6", "--bag", "U*3,E*2", "--record", name]);
    let text = std::fs::read_to_string(&file).unwrap();
    let mut records: Vec<String> = text.split("[Rules").skip(1).map(|text| format!("[Rules{text}")).collect();
    // Cannot be read; cut off; not what the rules yield.
    records[1] = records[1].replacen("[Seats \"2\"]", "[Seats \"two\"]", 1);
    records[2] = records[2][..records[2].find("result").unwrap()].to_owned();
    records[4] = records[4].replacen("result no-tiles ", "result no-tiles 9", 1);
    std::fs::write(&file, records.concat()).unwrap();
    let run = run(&["check", name], "");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    let seen: Vec<&str> = run.err.lines().filter_map(|line| line.split_once(": game ")?.1.get(..2)).collect();
    assert_eq!(seen, ["2:", "3:", "5:"], "{}", run.err);
    assert!(run.err.ends_with(&format!("error: {name}: 3 of 6 games are not right\n")), "{}", run.err);
    let wrong_line = 1
        + records[..4].concat().lines().count()
        + records[4].lines().position(|line| line.starts_with("result")).unwrap();
    assert!(run.err.contains(&format!("{name}:{wrong_line}:")), "{wrong_line}: {}", run.err);
}

#[test]
fn a_file_that_cannot_be_read_is_told_once() {
    let said = bad(&["check", "/nowhere/games.txt"]);
    assert!(said.starts_with("error: cannot open /nowhere/games.txt") && said.lines().count() == 1, "{said}");
}

#[test]
fn one_wrong_file_does_not_hide_the_others() {
    let (right, wrong) = (fresh("right.txt"), scratch("missing.txt"));
    good(&["simulate", "1", "--record", right.to_str().unwrap()]);
    let run = run(&["check", wrong.to_str().unwrap(), right.to_str().unwrap()], "");
    assert_eq!(run.code, Some(2));
    assert!(run.out.contains("right.txt: 1 game, all legal"), "{run:?}");
    assert!(run.err.contains("missing.txt") && run.err.contains("1 of 2 files are not right"), "{run:?}");
}

#[test]
fn records_and_setups_come_from_a_pipe_too() {
    let file = fresh("pipe.txt");
    good(&["simulate", "1", "--record", file.to_str().unwrap()]);
    let text = std::fs::read_to_string(&file).unwrap();
    let run = run(&["check", "-"], &text);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "-: 1 game, all legal\n"));
}

#[test]
fn a_record_that_states_what_did_not_happen_is_told_with_a_warning() {
    let file = fresh("doubtful.txt");
    let name = file.to_str().unwrap();
    good(&["simulate", "1", "--record", name, "--bag", "U*3,V*2"]);
    let text = std::fs::read_to_string(&file).unwrap();
    let at = text.find("result").unwrap();
    std::fs::write(&file, format!("{}result no-tiles 95-11 won 1\n", &text[..at])).unwrap();
    for command in [&["replay", name][..], &["replay", name, "--json"], &["analyse", name, "--nodes", "10"]] {
        let run = run(command, "");
        assert_eq!(run.code, Some(0), "{command:?}: {}", run.err);
        assert!(
            run.err.contains("but the record has `result no-tiles 95-11 won 1`"),
            "{command:?}: {}",
            run.err
        );
    }
}

#[test]
fn a_verdict_is_the_same_if_nobody_reads_it() {
    let (good_file, bad_file) = (fresh("sound.txt"), fresh("unsound.txt"));
    good(&["simulate", "1", "--record", good_file.to_str().unwrap()]);
    std::fs::write(&bad_file, "[Rules \"1\"]").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bastide"));
    command.args([Path::new("check"), &good_file, &bad_file]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command.stdout(writer).stderr(std::process::Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// The lines of `check --json`, and its exit code.
fn checked(words: &[&str]) -> (Vec<wire::CheckLine>, Option<i32>) {
    let run = run(&[&["check", "--json"], words].concat(), "");
    (run.out.lines().map(|line| wire::read(line).unwrap()).collect(), run.code)
}

#[test]
fn a_check_as_json_says_what_is_right_and_what_is_wrong() {
    use wire::CheckLine::{Failed, Games, Wrong};
    let [right, wrong, missing] = ["json-right.txt", "json-wrong.txt", "json-missing.txt"].map(fresh);
    let [right, wrong, missing] = [&right, &wrong, &missing].map(|file| file.to_str().unwrap());
    good(&["simulate", "5", "--bag", "U*3,E*2", "--record", right]);
    let text = std::fs::read_to_string(right).unwrap();
    let second = text[1..].find("[Rules").unwrap() + 1;
    let broken = text[second..].replacen("result no-tiles ", "result no-tiles 9", 1);
    std::fs::write(wrong, format!("{}{broken}", &text[..second])).unwrap();
    let (lines, code) = checked(&[right, wrong, missing]);
    assert_eq!(code, Some(2));
    let file = |file: &str| file.to_owned();
    assert_eq!(lines[0], Games { file: file(right), games: 5, wrong: 0, older: 0, taken_back: 0 });
    let Wrong { game: 2, line: Some(line), column: Some(1), message, .. } = &lines[1] else {
        panic!("{lines:?}")
    };
    assert!(
        std::fs::read_to_string(wrong)
            .unwrap()
            .lines()
            .nth(*line as usize - 1)
            .unwrap()
            .starts_with("result")
    );
    assert!(message.contains("but the record has"), "{message}");
    assert_eq!(lines[2], Games { file: file(wrong), games: 5, wrong: 1, older: 0, taken_back: 0 });
    assert!(matches!(&lines[3], Failed { message, .. } if message.contains("cannot open")), "{lines:?}");
    assert_eq!((lines.len(), checked(&[right]).1), (4, Some(0)));
}

#[test]
fn a_log_that_cannot_be_read_is_a_line_of_json_too() {
    let (lines, code) = checked(&["--fair", "/nowhere/log.json"]);
    assert!(matches!(&lines[..], [wire::CheckLine::Failed { .. }]) && code == Some(2), "{lines:?}");
}

#[test]
fn a_file_that_is_larger_than_what_is_at_hand_of_it_is_read_to_its_end() {
    let file = fresh("large.txt");
    let name = file.to_str().unwrap();
    good(&["simulate", "1", "--sets", "base,dragon", "--record", name]);
    let game = std::fs::read_to_string(&file).unwrap();
    // Characters of several bytes wherever the file is divided.
    let comment = format!("{{{}}}\n", "ąę—".repeat(500)).repeat(900);
    let games = 20;
    let text = format!("\u{feff}{}", format!("{comment}{game}").repeat(games));
    std::fs::write(&file, &text).unwrap();
    let last = good(&["replay", name, "--game", &games.to_string()]);
    assert_eq!(last, good(&["replay", name]));
    let most = bad(&["replay", name, "--game", &(games + 1).to_string()]);
    assert!(most.contains(&format!("has games 1 to {games}, not {}", games + 1)), "{most}");
    // A fault far down is told with its line.
    let lines = text.lines().count();
    std::fs::write(&file, format!("{text}\n[Rules \"1\"]\nnonsense\n")).unwrap();
    let said = bad(&["check", name]);
    assert!(said.contains(&format!("{name}:{}:1: game {}: ", lines + 3, games + 1)), "{lines}: {said}");
}

#[test]
fn a_file_that_is_no_text_in_its_middle_is_told_so_with_the_line() {
    let file = fresh("not-text.txt");
    let name = file.to_str().unwrap();
    good(&["simulate", "1", "--bag", "U*2", "--record", name]);
    let mut bytes = std::fs::read(&file).unwrap();
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
    bytes.extend(b"\n; \xff\n");
    std::fs::write(&file, bytes).unwrap();
    let wanted = format!("is no text: line {} is not in UTF-8", lines + 2);
    for command in [&["check", name][..], &["replay", name]] {
        let said = bad(command);
        assert!(said.contains(&wanted), "{said}");
    }
}

#[test]
fn an_endless_comment_is_no_reason_to_read_the_whole_file() {
    let file = fresh("comment.txt");
    std::fs::write(&file, format!("{{{}", "x".repeat(30 << 20))).unwrap();
    let said = bad(&["replay", file.to_str().unwrap()]);
    assert!(said.contains("line 1, column 1: a record has at most 8388608 bytes"), "{said}");
}
