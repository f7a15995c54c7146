//! Records and positions of real games: every set, part, knob and number of seats.

use chance::{Deck, Stream};
use proptest::prelude::*;
use rules::notation::{Game, Recorder, games, parse_position, write_position};
use rules::{Action, Event, Input, Kind, Knobs, Parts, Position, Seat, Setup, TileSet, ToAct};

/// A setup of which anything may be asked.
fn any_setup(stream: &mut Stream) -> Setup {
    let mut setup = Setup::new(1 + stream.below(6) as u8, &[]);
    if stream.below(5) == 0 {
        let kinds: Vec<Kind> = (0..150).filter_map(Kind::from_index).collect();
        let once = |kind: &Kind| kind.tile().set != TileSet::River;
        let bag = (0..1 + stream.below(30)).filter_map(|_| stream.pick(&kinds).copied().filter(once));
        setup.bag = Some(bag.map(|kind| (kind, 1)).chain(Kind::named("V").map(|v| (v, 2))).collect());
    } else {
        setup.sets = std::array::from_fn(|n| u8::from(n == 0 || stream.below(2) == 0));
        setup.sets[0] += u8::from(stream.below(10) == 0);
    }
    setup.parts = Parts::of_sets(if setup.bag.is_some() { [1; 5] } else { setup.sets });
    for part in Parts::NAMES {
        if stream.below(8) == 0 {
            setup.parts.set(part, false);
        }
    }
    for knob in Knobs::NAMES {
        let values = Knobs::values(knob).unwrap();
        if stream.below(3) == 0 {
            setup.knobs.set(knob, stream.pick(&values).unwrap()).unwrap();
        }
    }
    setup
}

/// The next input of a random game: what the rules ask for and, in a wild one, now and then an end.
fn any_input(position: &Position, deck: &Deck, stream: &mut Stream, wild: bool) -> Option<Input> {
    let mut actions = Vec::new();
    let input = match position.to_act() {
        ToAct::Over(_) => return None,
        ToAct::Chance => Input::Draw(deck.next(position)?),
        ToAct::Seat(_) => {
            position.legal_actions(&mut actions);
            // Figures that stay make richer boards than players who pass.
            if actions.len() > 1 && stream.below(4) > 0 {
                actions.retain(|action| *action != Action::Pass);
            }
            Input::Act(*stream.pick(&actions)?)
        }
    };
    let seat = Seat(stream.below(u32::from(position.setup().seats)) as u8);
    if wild && stream.below(150) == 0 && !position.view().retired[seat.index()] {
        return Some(Input::Retire(seat));
    }
    Some(if wild && stream.below(1500) == 0 { Input::EndNow } else { input })
}

/// Plays a random game; `see` is shown every input with what came of it.
fn play(
    mut position: Position,
    stream: &mut Stream,
    mut see: impl FnMut(&Position, Input, &[Event]),
) -> Position {
    let mut deck = Deck::from_number(stream.bits(), &position);
    let wild = stream.below(3) == 0;
    let mut events = Vec::new();
    while let Some(input) = any_input(&position, &deck, stream, wild) {
        events.clear();
        position.apply(input, &mut events).unwrap();
        events.iter().for_each(|event| deck.observe(event));
        see(&position, input, &events);
    }
    position
}

fn recorded(position: Position, stream: &mut Stream) -> (Game, Position) {
    let mut recorder = Recorder::new(&position);
    let end = play(position, stream, |_, input, events| recorder.record(input, events));
    (recorder.finish(), end)
}

#[test]
fn a_record_read_back_is_the_same_game() {
    for seed in 0..120 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        let (game, end) = recorded(Position::new(&setup).unwrap(), &mut stream);
        let text = game.to_string();
        let read = Game::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read, game, "seed {seed}\n{text}");
        assert_eq!(read.to_string(), text);
        let outcome = read.check().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(outcome, game.outcome);
        assert_eq!(read.replay(|_, _, _| {}).unwrap(), end);
        assert_eq!(game.check(), Ok(outcome));
    }
}

#[test]
fn the_facts_alone_show_every_position() {
    for seed in 1000..1060 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        let (game, _) = recorded(Position::new(&setup).unwrap(), &mut stream);
        let mut views = Vec::new();
        game.replay(|position, _, _| views.push(position.view())).unwrap();
        let mut shown = Vec::new();
        game.watch(|view, _| shown.push(view.clone())).unwrap();
        assert_eq!(views.len(), shown.len());
        for (n, (view, shown)) in views.iter().zip(&shown).enumerate() {
            assert_eq!(view, shown, "seed {seed}, step {n}\n{game}");
        }
    }
}

#[test]
fn every_reachable_position_reads_back() {
    for seed in 2000..2040 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        play(Position::new(&setup).unwrap(), &mut stream, |position, _, _| {
            let line = write_position(position);
            let read = parse_position(&line).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{line}"));
            assert_eq!(read, *position, "seed {seed}\n{line}");
            assert_eq!(read.view(), position.view(), "seed {seed}\n{line}");
            assert_eq!(read.key(), position.key());
            assert_eq!(write_position(&read), line);
        });
    }
}

#[test]
fn a_game_can_go_on_from_any_position_and_be_recorded() {
    for seed in 3000..3060 {
        let mut stream = Stream::new(seed);
        let setup = any_setup(&mut stream);
        let mut positions = Vec::new();
        play(Position::new(&setup).unwrap(), &mut stream, |position, _, _| positions.push(position.clone()));
        let middle = stream.pick(&positions).unwrap();
        let (game, end) = recorded(middle.clone(), &mut stream);
        let text = game.to_string();
        let read = Game::parse(&text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read, game, "seed {seed}\n{text}");
        read.check().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(read.replay(|_, _, _| {}).unwrap(), end);
        let shown = read.watch(|_, _| {}).unwrap();
        assert_eq!(shown, end.view());
    }
}

#[test]
fn every_beginning_of_a_game_is_a_record() {
    let mut stream = Stream::new(5);
    let setup = Setup::new(3, &TileSet::ALL);
    let position = Position::new(&setup).unwrap();
    let mut recorder = Recorder::new(&position);
    let mut texts = vec![recorder.game().to_string()];
    play(position, &mut stream, |_, input, events| {
        recorder.record(input, events);
        texts.push(recorder.game().to_string());
    });
    for text in &texts {
        let game = Game::parse(text).unwrap();
        assert_eq!(game.to_string(), *text);
        game.check().unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    let all: Vec<Game> = games(&texts.join("\n")).map(Result::unwrap).collect();
    assert_eq!(all.len(), texts.len());
}

/// A short game with everything a record can hold, and the lines of its positions.
fn rich() -> (String, Vec<String>) {
    let mut setup = Setup::new(3, &TileSet::ALL);
    for (knob, value) in [("unfit", "return"), ("extra-tile", "may"), ("princess", "must")] {
        setup.knobs.set(knob, value).unwrap();
    }
    let mut stream = Stream::new(80);
    let position = Position::new(&setup).unwrap();
    let mut recorder = Recorder::new(&position);
    recorder.tags().set("Player1", "Bo \"the Monk\" Żółć").unwrap();
    let mut lines = Vec::new();
    play(position, &mut stream, |position, input, events| {
        recorder.record(input, events);
        lines.push(write_position(position));
    });
    (recorder.game().to_string(), lines)
}

/// Reads and checks; an error must point into the text.
fn judge(text: &str) -> Result<Game, rules::notation::RecordError> {
    let judged = Game::parse_checked(text);
    if let Ok(game) = Game::parse(text) {
        let _ = game.watch(|_, _| {});
    }
    if let Err(error) = &judged {
        let lines: Vec<&str> = text.split('\n').collect();
        let line = lines.get(error.line as usize - 1).unwrap_or_else(|| panic!("{error} is below\n{text}"));
        let width = line.chars().count() as u32;
        assert!((1..=width + 1).contains(&error.column), "{error} is beside\n{line}");
    }
    judged
}

#[test]
fn a_line_cut_off_anywhere_is_noticed() {
    let (text, _) = rich();
    let game = Game::parse(&text).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let turns = lines.iter().position(|line| line.is_empty()).unwrap() + 1;
    let (mut near, mut cuts) = (0, 0);
    for n in turns..lines.len() {
        for (cut, _) in lines[n].char_indices().step_by(3 + n % 4) {
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
    for _ in 0..1500 {
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
    assert!(refused > 1000, "only {refused} were refused");
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
            if let Err(error) = parse_position(&broken) {
                let width = broken.chars().count() as u32;
                assert!((1..=width + 1).contains(&error.column), "{error}\n{broken}");
            }
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
    for odd in [windows, commented, folded, format!("\u{feff}{text}")] {
        assert_eq!(Game::parse(&odd).unwrap(), game);
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = judge(&text);
        let _ = parse_position(&text);
    }

    #[test]
    fn no_text_like_a_record_panics(words in proptest::collection::vec(0..WORDS.len(), 0..60)) {
        let body: Vec<&str> = words.into_iter().map(|n| WORDS[n]).collect();
        let header = "[Rules \"1\"][Seats \"3\"][Sets \"base traders dragon\"]\n1. 1: ";
        let _ = judge(&format!("{header}{} unfinished draw 0-0-0", body.join(" ")));
        let _ = judge(&body.join(" "));
    }

    #[test]
    fn no_text_like_a_position_panics(words in proptest::collection::vec(0..FIELDS.len(), 0..12)) {
        let fields: Vec<&str> = words.into_iter().map(|n| FIELDS[n]).collect();
        let _ = parse_position(&fields.join(" "));
        let _ = parse_position(&format!("seats=2 sets=base;traders;dragon tiles=D@0,0;V@0,-1 {}", fields.join(" ")));
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

/// The examples of `docs/notation.md` in blocks of this language.
fn examples(language: &str) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/notation.md");
    let page = std::fs::read_to_string(path).unwrap();
    let fence = format!("```{language}\n");
    let blocks = page.split(&fence).skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_examples_of_the_manual_are_true() {
    let records = examples("record");
    assert_eq!(records.len(), 3);
    for record in records {
        let game = Game::parse_checked(&record).unwrap_or_else(|error| panic!("{error}\n{record}"));
        assert_eq!(game.to_string(), record);
    }
    let positions = examples("position");
    assert_eq!(positions.len(), 3);
    for line in positions {
        let position = parse_position(&line).unwrap_or_else(|error| panic!("{error}\n{line}"));
        assert_eq!(write_position(&position), line.trim_end());
    }
}

#[test]
fn the_errors_of_the_manual_are_true() {
    let record = &examples("record")[0];
    let changes = [
        ("(road 0,-3 N 2+3)", "(road 0,-3 N 2+4)"),
        ("2. 2: B@", "2. 2: Y@"),
        ("E@-2,-1/2 knight S", "E@-2,-1/2 knight N"),
    ];
    let position = "seats=2 sets=base tiles=D@0,0;V@1,0/2 turn=1 phase=figure";
    let errors = changes.map(|(old, new)| judge(&record.replace(old, new)).unwrap_err().to_string());
    let shown = examples("text").concat();
    for error in errors.into_iter().chain([parse_position(position).unwrap_err().to_string()]) {
        assert!(shown.contains(&error), "the manual does not show: {error}");
    }
}
