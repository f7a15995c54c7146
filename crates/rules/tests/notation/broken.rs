//! Broken texts: noticed where they break, never a panic, never a waste of time.

use crate::{judge, rich};
use chance::Stream;
use proptest::prelude::*;
use rules::notation::{Game, parse_position};

#[test]
fn a_line_cut_off_anywhere_is_noticed() {
    let (text, _) = rich();
    let game = Game::parse(&text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let turns = lines.iter().position(|line| line.is_empty()).unwrap() + 1;
    let (mut near, mut cuts) = (0, 0);
    for n in turns..lines.len() {
        for (cut, _) in lines[n].char_indices().step_by(5 + n % 4) {
            let mut broken = lines.clone();
            broken[n] = lines[n][..cut].trim_end();
            if broken[n] == lines[n] {
                continue;
            }
            let error = match judge(&broken.join("\n")) {
                Err(error) => error,
                // A segment may be named by any of its sides.
                Ok(read) if read == game => continue,
                Ok(_) => panic!("line {} cut to `{}` is legal", n + 1, broken[n]),
            };
            assert!(error.line >= n as u32, "line {} cut to `{}`: {error}", n + 1, broken[n]);
            near += u32::from(error.line <= n as u32 + 3);
            cuts += 1;
        }
    }
    // Where a turn may end anywhere, as before a retirement, the fault shows only later.
    assert!(near * 100 > cuts * 98, "only {near} of {cuts} faults are found where they are");
}

#[test]
fn a_missing_line_is_noticed() {
    let (text, _) = rich();
    let lines: Vec<&str> = text.lines().collect();
    for n in 0..lines.len() {
        let mut broken = lines.clone();
        let line = broken.remove(n);
        let free =
            line.is_empty() || ["Player", "Edition", "Knobs"].iter().any(|tag| line[1..].starts_with(tag));
        assert_eq!(judge(&broken.join("\n")).is_ok(), free, "{line}");
    }
}

#[test]
fn a_changed_character_is_mostly_noticed() {
    let (text, _) = rich();
    let mut stream = Stream::new(1);
    let spare: Vec<char> = "0123456789.,:;+-@/ ()[]{}\"\\NESWnlrVxż\n".chars().collect();
    let chars: Vec<char> = text.chars().collect();
    let mut refused = 0;
    for _ in 0..600 {
        let mut broken = chars.clone();
        let at = stream.below(broken.len() as u32) as usize;
        match stream.below(3) {
            0 => {
                broken.remove(at);
            }
            1 => broken.insert(at, *stream.pick(&spare).unwrap()),
            _ => broken[at] = *stream.pick(&spare).unwrap(),
        }
        let broken: String = broken.into_iter().collect();
        refused += u32::from(judge(&broken).is_err());
    }
    assert!(refused > 400, "only {refused} were refused");
}

#[test]
fn a_broken_position_is_refused_inside_its_line() {
    let (_, lines) = rich();
    let mut stream = Stream::new(2);
    let spare: Vec<char> = "0123456789.,:;=-@/ NESWnlrVxż\n".chars().collect();
    for line in lines.iter().step_by(3) {
        for _ in 0..20 {
            let mut broken: Vec<char> = line.chars().collect();
            let at = stream.below(broken.len() as u32) as usize;
            match stream.below(4) {
                0 => broken.truncate(at),
                1 => broken.insert(at, *stream.pick(&spare).unwrap()),
                2 => {
                    broken.remove(at);
                }
                _ => broken[at] = *stream.pick(&spare).unwrap(),
            }
            let broken: String = broken.into_iter().collect();
            laws::any_text_is_safe(&broken);
        }
    }
}

#[test]
fn line_ends_spaces_and_comments_do_not_matter() {
    let (text, _) = rich();
    let game = Game::parse(&text).unwrap();
    let windows = text.replace('\n', "  \r\n");
    let commented = text.replace('\n', " ; so it goes {(\n").replace(" (", "{two\nlines; [x]} (");
    let folded = text.replace(") ", ")\n\t");
    let old = commented.replace('\n', "\r");
    for odd in [windows, commented, folded, old, format!("\u{feff}{text}")] {
        assert_eq!(Game::parse(&odd).unwrap(), game);
    }
    let broken = text.replacen("1. 1:", "1. 7:", 1);
    let marks = |text: &str| Game::parse(text).map_err(|error| (error.line, error.column)).unwrap_err();
    for ends in ["\r", "\r\n"] {
        assert_eq!(marks(&broken.replace('\n', ends)), marks(&broken));
    }
}

#[test]
fn sizes_are_limited_and_time_is_not_wasted() {
    let header = "[Rules \"1\"][Seats \"2\"][Sets \"base\"] 1. 1: ";
    let huge = 9 << 20;
    let texts = [
        format!("{header}{}", "x".repeat(huge)),
        format!("{header}{}", "V ".repeat(huge / 2)),
        format!("{header}{}", "(held) ".repeat(huge / 7)),
        format!("{header}{}", "{} ".repeat(huge / 3)),
        format!("{header}V@1,0 {}", "retire 1 ".repeat(huge / 9)),
        format!("[Rules \"{}\"]", "1".repeat(huge)),
        "[".repeat(huge),
        format!("[Rules \"1\"]{}", (0..10_000).map(|n| format!("[A{n} \"\"]")).collect::<String>()),
        format!("seats=2 sets=base tiles={}", "D@0,0;".repeat(20_000)),
        format!("seats=2 sets=base tiles={}", "D@0,0;".repeat(5_000)),
        "=".repeat(60_000),
        " ".repeat(60_000),
    ];
    for text in texts {
        laws::any_text_is_safe(&text);
        assert!(Game::parse(&text).is_err());
        assert!(parse_position(&text).is_err());
    }
}

proptest! {
    #[test]
    fn no_text_like_a_record_panics(words in proptest::collection::vec(0..WORDS.len(), 0..60)) {
        let body: Vec<&str> = words.into_iter().map(|n| WORDS[n]).collect();
        let header = "[Rules \"1\"][Seats \"3\"][Sets \"base traders dragon\"]\n1. 1: ";
        let _ = judge(&format!("{header}{} unfinished draw 0-0-0", body.join(" ")));
        let _ = judge(&body.join(" "));
    }

    #[test]
    fn nonsense_in_good_form_is_kept_as_it_is(words in proptest::collection::vec(0..NONSENSE.len() + 2, 0..40)) {
        let mut body = String::new();
        let mut turn = 1;
        for n in words {
            match NONSENSE.get(n) {
                Some(words) => body += words,
                None => {
                    turn += 1;
                    body += &format!("V@{turn},0 pass {turn}. 2: ");
                }
            }
            body.push(' ');
        }
        let text = format!("[Rules \"7\"][Seats \"2\"][Sets \"base\"] 1. 1: U {body} unfinished draw 0-0");
        laws::any_text_is_safe(&text);
        prop_assert!(Game::parse(&text).is_ok(), "{}\n{text}", Game::parse(&text).unwrap_err());
    }

    #[test]
    fn no_text_like_a_position_panics(words in proptest::collection::vec(0..FIELDS.len(), 0..12)) {
        let fields: Vec<&str> = words.into_iter().map(|n| FIELDS[n]).collect();
        laws::any_text_is_safe(&fields.join(" "));
        laws::any_text_is_safe(&format!("seats=2 sets=base;traders;dragon tiles=D@0,0;V@0,-1 {}", fields.join(" ")));
    }
}

const WORDS: &[&str] = &[
    "2. 2:",
    "1+ 1:",
    "3. 3:",
    "...",
    "pass",
    "take",
    "V",
    "V@0,-1/1",
    "@0,-1",
    "dragon-05@0,1/2",
    "C",
    "knight",
    "thief",
    "monk",
    "farmer",
    "builder",
    "pig",
    "N",
    "EW",
    "nl",
    "inner",
    "0,0",
    "0,1",
    "-1000,1000",
    "fairy",
    "evict",
    "retire 1",
    "retire 2",
    "retire 3",
    "end",
    "dragon",
    "rest",
    "1N",
    "2S",
    "3E",
    "1W",
    "(held)",
    "(aside)",
    "(removed)",
    "(extra)",
    "(dragon 0,0)",
    "(home 1 knight 0,0 N)",
    "(fairy alone)",
    "(fairy 1+1)",
    "(city 0,0 N 1+4294967295)",
    "(takes 1 wine*65535)",
    "(back hand V)",
    "(back held V*65535)",
    "final wine 2+10",
    "final city 0,0 N",
    "(",
    ")",
    "[",
    "]",
    "result no-tiles 0-0-0 won nobody",
    "\"",
    "{",
    "}",
    ";",
];

/// Words that are in order wherever they stand, whatever the rules say to them.
const NONSENSE: &[&str] = &[
    "pass",
    "take",
    "V@0,-1/1",
    "C@0,-1 knight N",
    "knight 0,0 N",
    "evict knight 0,0 N",
    "fairy 0,0",
    "fairy thief 0,0 E",
    "retire 1",
    "retire 2 (extra)",
    "end",
    "dragon",
    "rest",
    "1N",
    "2S",
    "U (held)",
    "U (aside)",
    "V (removed)",
    "(extra)",
    "(dragon 0,0)",
    "(home 1 knight 0,0 N)",
    "(eaten 2 pig 0,0 sl)",
    "(fairy alone)",
    "(fairy 1+1)",
    "(city 0,0 N 1+4294967295)",
    "(takes 1 wine*65535)",
    "V (back hand V)",
    "(back held V*65535)",
    "final wine 2+10",
    "final city 0,0 N 1+1 2+2",
    "final fairy farmer 0,0 el +0",
];

const FIELDS: &[&str] = &[
    "seats=2",
    "seats=6",
    "sets=base",
    "sets=base*200",
    "sets=base;dragon;traders",
    "parts=none",
    "bag=",
    "bag=V*65535",
    "bag=V;V;V",
    "bag=river-01;river-02",
    "edition=classic",
    "knobs=field=per-city",
    "tiles=D@0,0",
    "tiles=D@0,0;D@0,0",
    "tiles=river-01@0,0",
    "tiles=V@999,999",
    "tiles=D@0,0;dragon-05@0,1/2",
    "figures=1:knight:0,0:N",
    "figures=1:builder:0,0:N;2:knight:0,0:N",
    "scores=1-2",
    "scores=4294967295-4294967295",
    "goods=1-2-3;0-0-65535",
    "retired=1",
    "retired=1;2",
    "dragon=0,1",
    "visited=0,0;0,1",
    "fairy=0,0",
    "fairy=knight:0,0:N",
    "left=",
    "left=V*3",
    "held=dragon-04",
    "aside=V*65535;V*65535",
    "removed=C",
    "hand=V",
    "turn=1",
    "turn=2",
    "extra=earned",
    "extra=second",
    "phase=draw",
    "phase=place",
    "phase=figure",
    "phase=dragon:6:1",
    "phase=dragon:255:2",
    "phase=extra",
    "phase=over:no-tiles",
];
