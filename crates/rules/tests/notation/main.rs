//! Records and positions: of real games under every setup, broken ones, and those of the manual.

mod broken;
mod faults;
mod games;
mod manual;

use chance::Stream;
use laws::Choices;
use rules::notation::{Game, RecordError, Recorder, write_position};
use rules::{Action, Event, Input, Position, Seat, Setup, TileSet, ToAct};

/// A setup of which anything may be asked.
fn any_setup(stream: &mut Stream) -> Setup {
    let bytes: Vec<u8> = (0..40).flat_map(|_| stream.bits().to_le_bytes()).collect();
    Choices::new(&bytes).setup()
}

/// The next input of a random game: what the rules ask for and, in a wild one, now and then an end.
fn any_input(game: &chance::Game, stream: &mut Stream, wild: bool) -> Option<Input> {
    let position = game.position();
    let mut actions = Vec::new();
    let input = match position.to_act() {
        ToAct::Over(_) => return None,
        ToAct::Chance => Input::Draw(game.next_draw()?),
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
    position: Position,
    stream: &mut Stream,
    mut see: impl FnMut(&Position, Input, &[Event]),
) -> Position {
    let mut game = chance::Game::at(position, stream.bits());
    let wild = stream.below(3) == 0;
    let mut events = Vec::new();
    while let Some(input) = any_input(&game, stream, wild) {
        events.clear();
        game.apply(input, &mut events).unwrap();
        see(game.position(), input, &events);
    }
    game.position().clone()
}

fn recorded(position: Position, stream: &mut Stream) -> (Game, Position) {
    let mut recorder = Recorder::new(&position);
    let end = play(position, stream, |_, input, events| recorder.record(input, events));
    (recorder.finish(), end)
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
fn judge(text: &str) -> Result<Game, RecordError> {
    laws::any_text_is_safe(text);
    Game::parse_checked(text)
}
