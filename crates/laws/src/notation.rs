//! Laws of the notation: what is written is read back, and no text is dangerous.

use crate::Choices;
use crate::game::choose;
use rules::Position;
use rules::notation::{Game, Recorder, parse_action, parse_position, write_action, write_position};

/// Records the game that the bytes choose: its text gives the same game, its facts alone show the same
/// positions, and every position and action comes back from its words.
pub fn reads_back(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let setup = choices.setup();
    let mut position = Position::new(&setup).expect("the choices make playable setups");
    let mut recorder = Recorder::new(&position);
    let mut views = Vec::new();
    while let Some(input) = choose(&mut choices, &position) {
        let mut events = Vec::new();
        position.apply(input, &mut events).expect("legal");
        recorder.record(input, &events);
        views.push(position.view());
        if choices.once_in(16) {
            line_comes_back(&position);
        }
    }
    line_comes_back(&position);
    let text = recorder.game().to_string();
    let game = Game::parse_checked(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(&game, recorder.game(), "a record read back is the same game");
    assert_eq!(game.to_string(), text, "and is written the same");
    let mut views = views.iter();
    game.watch(|view, _| assert_eq!(Some(view), views.next(), "the facts show the game\n{text}"))
        .expect("sound");
}

fn line_comes_back(position: &Position) {
    let line = write_position(position);
    let back = parse_position(&line).unwrap_or_else(|error| panic!("{error}\n{line}"));
    assert_eq!(&back, position, "{line}");
    assert_eq!(back.view(), position.view(), "tiles come back in their order\n{line}");
    assert_eq!(write_position(&back), line);
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    for action in actions {
        let words = write_action(position, action);
        assert_eq!(parse_action(position, &words), Ok(action), "{words}");
    }
}

/// Reading any text as a record and as a position ends with a game or with an error inside the text.
pub fn any_text_is_safe(text: &str) {
    if let Err(error) = Game::parse_checked(text) {
        let lines = text.replace("\r\n", "\n");
        let line = lines.split(['\n', '\r']).nth(error.line as usize - 1).expect("the line is there");
        assert!((1..=line.chars().count() as u32 + 1).contains(&error.column), "{error}\n{text}");
    }
    if let Ok(game) = Game::parse(text) {
        let again = Game::parse(&game.to_string()).unwrap_or_else(|error| panic!("{error}\n{text}\n{game}"));
        assert_eq!(again, game, "writing loses nothing\n{text}");
        let _ = game.watch(|_, _| {});
    }
    if let Err(error) = parse_position(text) {
        assert!((1..=text.chars().count() as u32 + 1).contains(&error.column), "{error}\n{text}");
    }
}
