//! The programs under `examples/`: a client that drives a game, and a player with a small referee.

mod common;

use common::{BASTIDE, Talk, project};
use rules::{Input, Position, Setup, TileSet, ToAct};
use std::process::Command;
use wire::Answer;

/// Python with this example, if there is Python.
fn example(name: &str) -> Option<Command> {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return None;
    }
    let mut command = Command::new("python3");
    command.arg(project().join("examples").join(name)).arg(BASTIDE);
    Some(command)
}

#[test]
fn the_examples_are_short() {
    for (name, most) in [("client.py", 60), ("player.py", 60), ("bot.py", 50)] {
        let text = std::fs::read_to_string(project().join("examples").join(name)).unwrap();
        assert!(text.lines().count() <= most, "{name}");
    }
}

#[test]
fn the_client_drives_a_whole_game() {
    let Some(mut client) = example("client.py") else { return };
    let setup = r#"{"seats":3,"sets":["base","river","traders","dragon"]}"#;
    let output = client.args([setup, "7"]).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{err}");
    assert!(out.lines().filter(|line| line.starts_with("seat 1 lays")).count() > 30, "{out}");
    assert!(out.contains("winner"), "{out}");
}

#[test]
fn what_the_client_cannot_do_is_told_in_a_sentence() {
    for (args, sentence) in [
        (&[r#"{"seats":7}"#][..], "bad-setup: a game has 1 to 6 seats, not 7"),
        (&["seats"], "Expecting value"),
        (&["{}", "seven"], "invalid literal for int()"),
    ] {
        let Some(mut client) = example("client.py") else { return };
        let output = client.args(args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(sentence), "{said}");
        assert!(!said.contains("Traceback"), "{said}");
    }
}

#[test]
fn an_engine_that_is_not_there_is_asked_for_in_a_sentence() {
    for name in ["client.py", "player.py"] {
        let Some(command) = example(name) else { return };
        let script = command.get_args().next().unwrap();
        let output = Command::new("python3").arg(script).arg("no-bastide").output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains("no-bastide is not found; say where it is: ") && said.contains(name), "{said}");
    }
}

#[test]
fn the_player_answers_whatever_it_is_told_and_goes_on() {
    let Some(mut command) = example("player.py") else { return };
    let mut player = Talk::with(&mut command);
    for (request, code) in [
        ("dance", "syntax"),
        ("[1]", "syntax"),
        (r#"{"id":1}"#, "shape"),
        (r#"{"cmd":"dance"}"#, "shape"),
        (r#"{"cmd":["go"]}"#, "shape"),
        (r#"{"cmd":"go"}"#, "no-game"),
        (r#"{"cmd":"position","setup":{"seats":7}}"#, "bad-setup"),
        (r#"{"cmd":"position","self":1}"#, "shape"),
    ] {
        let answer = player.ask(request);
        assert!(
            matches!(&answer, Answer::Error { code: found, .. } if found == code),
            "{request}: {answer:?}"
        );
    }
    player.say("");
    assert!(matches!(player.ask(r#"{"cmd":"position"}"#), Answer::State(_)));
    player.say(r#"{"id":3,"cmd":"go"}"#);
    let refused = player.hear().unwrap();
    assert!(
        refused.contains(r#""id": 3"#) && refused.contains("not-now"),
        "a tile is to be drawn: {refused}"
    );
    player.ask(r#"{"cmd":"position","inputs":[{"type":"draw","tile":"V"}]}"#);
    assert!(matches!(player.ask(r#"{"cmd":"go","nodes":"many"}"#), Answer::Error { .. }));
    assert!(matches!(player.ask(r#"{"cmd":"go","nodes":2}"#), Answer::Info(_)));
    assert!(matches!(player.answer(), Answer::Best { .. }));
    player.say(r#"{"cmd":"go","nodes":2,"infinite":true}"#);
    assert!(matches!(player.ask(r#"{"cmd":"stop"}"#), Answer::Info(_)));
    assert!(matches!(player.answer(), Answer::Best { .. }));
    assert!(matches!(player.answer(), Answer::Stopping { .. }));
    let Answer::Hello { players, .. } = player.ask(r#"{"cmd":"hello"}"#) else { panic!() };
    assert!(
        players.iter().all(|name| !ai::PLAYERS.contains(&name.as_str())),
        "a name of its own: {players:?}"
    );
    let (said, code) = player.leave();
    assert_eq!((said.len(), code), (1, Some(0)), "{said:?}");
}

/// Keeps the game, draws the tiles, and asks the player for seat 1; the other seats are played at random.
struct Referee {
    position: Position,
    setup: Setup,
    inputs: Vec<wire::Input>,
    stream: chance::Stream,
}

impl Referee {
    fn new(setup: Setup, seed: u64) -> Referee {
        let position = Position::new(&setup).unwrap();
        Referee { position, setup, inputs: Vec::new(), stream: chance::Stream::new(seed) }
    }

    fn play(&mut self, player: &mut Talk) {
        loop {
            match self.position.to_act() {
                ToAct::Over(_) => return,
                ToAct::Chance => {
                    let bag: Vec<_> = self.position.bag().map(|(kind, _)| kind).collect();
                    let kind = *self.stream.pick(&bag).unwrap();
                    self.feed(Input::Draw(kind));
                }
                ToAct::Seat(seat) if seat.0 == 0 => self.ask(player),
                ToAct::Seat(_) => {
                    let mut actions = Vec::new();
                    self.position.legal_actions(&mut actions);
                    let action = *self.stream.pick(&actions).unwrap();
                    self.feed(Input::Act(action));
                }
            }
        }
    }

    fn ask(&mut self, player: &mut Talk) {
        let setup = Some((&self.setup).into());
        let inputs = self.inputs.iter().copied().map(wire::Fed::Input).collect();
        let request = wire::Request::Position { setup, inputs, text: None, seed: 0 };
        assert!(matches!(player.ask(&wire::write(&request)), Answer::State(_)));
        player.say(r#"{"cmd":"go","nodes":40,"ms":5000}"#);
        let line = loop {
            match player.answer() {
                Answer::Info(_) => {}
                Answer::Best { line, value, candidates, .. } => {
                    assert_eq!(value.len(), usize::from(self.setup.seats));
                    assert_eq!(candidates[0].line, line);
                    break line;
                }
                other => panic!("{other:?}"),
            }
        };
        assert!(!line.is_empty());
        for input in line {
            self.feed(input.into());
        }
    }

    fn feed(&mut self, input: Input) {
        self.position.apply(input, &mut ()).unwrap();
        self.inputs.push(input.into());
    }
}

#[test]
fn the_player_plays_and_beats_chance() {
    let Some(mut command) = example("player.py") else { return };
    let mut player = Talk::with(&mut command);
    assert!(matches!(player.ask(r#"{"cmd":"hello","id":1}"#), Answer::Hello { protocol: 1, .. }));
    let mut referee = Referee::new(Setup::new(2, &[TileSet::Base, TileSet::Dragon]), 5);
    referee.play(&mut player);
    let scores = referee.position.scores();
    assert!(scores[0] > scores[1], "{scores:?}");
    assert!(matches!(player.ask(r#"{"cmd":"stop"}"#), Answer::Stopping { thinking: false }));
    assert!(matches!(player.ask(r#"{"cmd":"quit"}"#), Answer::Bye {}));
    assert_eq!(player.leave(), (vec![], Some(0)));
}

#[test]
fn our_own_player_satisfies_the_same_referee() {
    let mut referee = Referee::new(Setup::new(3, &TileSet::ALL), 8);
    referee.play(&mut Talk::script());
}

/// Plays in a terminal of this size, which Python makes, and gives the screen at each question.
const TERMINAL: &str = r#"
import fcntl, os, pty, select, struct, sys, termios
rows, columns = int(sys.argv[2]), int(sys.argv[3])
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.execv(sys.argv[1], [sys.argv[1], "play", "--seed", "3", "--computer", "0", "--colour", "never"])
said = b""
for typed, asked in [(b"", b"again: "), (b"\n", b"oard) "), (b"a\n", b"What next?"), (b"1\n", b"oard) ")]:
    os.write(terminal, typed)
    mark = len(said)
    while asked not in said[mark:].replace(b"\r\n", b""):
        more = os.read(terminal, 4096)
        if not more:
            sys.exit("ended")
        said += more
sys.stdout.write(said.decode())
"#;

#[cfg(unix)]
#[test]
fn the_board_stays_on_a_small_screen() {
    let Ok(output) = Command::new("python3").args(["-c", TERMINAL, BASTIDE, "12", "40"]).output() else {
        return eprintln!("skipped: there is no python3");
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let screens: Vec<&str> = said.split("\x1b[2J\x1b[H").skip(1).collect();
    assert!(screens.len() >= 4, "{said}");
    for screen in screens {
        let lines = |line: &str| line.chars().count().div_ceil(40).max(1);
        // What was typed is the last line's end.
        let used: usize = screen.trim_end().split("\r\n").map(lines).sum();
        assert!(used <= 12, "{used} lines: {screen}");
    }
    assert!(said.contains("What next?") && said.contains("Red 0, Blue 0"), "{said}");
}
