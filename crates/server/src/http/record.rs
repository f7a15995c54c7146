//! Records of games that somebody brings along: read, shown, and tried otherwise. Nothing is kept of them.

use super::App;
use super::answer::ok;
use super::caller::{Body, Caller};
use super::code::Code;
use super::failed::Failed;
use super::prefix::refused;
use crate::running::BoardShape;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use rules::notation::{Game, RecordError, games};
use rules::{Input, Position, Seat, ToAct};
use table::GamePrefix;
use wire::table::TryAsked;
use wire::{RecordAsked, RecordMove, RecordRead, RecordTry, View};

/// `POST /api/records`
pub async fn read(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<RecordAsked>,
) -> Result<Response, Failed> {
    let again = app.clone();
    let read = move || show(&parse(&again, &asked.record)?).map(|read| wire::write(&read));
    Ok(ok(app.trying.work(caller.owner(), read).await??))
}

/// `POST /api/records/try`
pub async fn go_on(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<RecordTry>,
) -> Result<Response, Failed> {
    let again = app.clone();
    let tried = app.trying.work(caller.owner(), move || {
        let game = parse(&again, &asked.record)?;
        let inputs: Vec<Input> = game.inputs().collect();
        let line = GamePrefix::new(&game.setup, &inputs, asked.asked.at).map_err(refused)?;
        again.check_board(&BoardShape::of(&line.followed(&asked.asked).map_err(refused)?))?;
        line.go_on(&asked.asked).map(|tried| wire::write(&tried)).map_err(refused)
    });
    Ok(ok(tried.await??))
}

/// The first game of a text. It must be one by the rules of today, with the facts that the text states, and show no game
/// with which nobody is to be helped.
pub fn parse(app: &App, text: &str) -> Result<Game, Failed> {
    let game = games(text).next().ok_or_else(|| {
        let message = "there is no game in this text; open a file that a table or `bastide simulate` wrote";
        Failed::new(StatusCode::UNPROCESSABLE_ENTITY, Code::NoRecord, message)
    })?;
    let game = game.map_err(|error| bad(&error))?;
    game.check().map_err(|error| bad(&error))?;
    let end = game.replay(|_, _, _| {}).map_err(|error| bad(&error))?;
    app.check_board(&BoardShape::of(&end))?;
    Ok(game)
}

/// A text that is no record of a game.
pub fn bad(error: &RecordError) -> Failed {
    Failed::new(StatusCode::UNPROCESSABLE_ENTITY, Code::BadRecord, error)
}

fn show(game: &Game) -> Result<RecordRead, Failed> {
    let inputs: Vec<Input> = game.inputs().collect();
    let moves = moves(game)?;
    let line = GamePrefix::new(&game.setup, &inputs, None).map_err(refused)?;
    let end = line.go_on(&TryAsked::default()).map_err(refused)?;
    let first = GamePrefix::new(&game.setup, &[], None).and_then(|line| line.position()).map_err(refused)?;
    Ok(RecordRead {
        setup: (&game.setup).into(),
        names: (0..game.setup.seats).map(|seat| game.player(Seat(seat)).map(str::to_owned)).collect(),
        start: View::from(&first.view()),
        moves,
        now: end.now,
        taken_back: game.taken_back(),
    })
}

/// What was done, as the log of a table would tell it: what a seat does up to the next decision, and what is drawn then.
fn moves(game: &Game) -> Result<Vec<RecordMove>, Failed> {
    let mut moves: Vec<RecordMove> = Vec::new();
    let mut acting = Position::new(&game.setup).ok().and_then(|position| seat_of(&position));
    let read = game.replay(|position, input, events| {
        let seat = match input {
            Input::Act(_) => acting,
            Input::Retire(seat) => Some(seat),
            Input::Draw(_) | Input::EndNow => None,
        };
        let seat = seat.map(wire::Seat::from);
        let goes_on = |last: &RecordMove| match input {
            Input::Draw(_) => true,
            Input::Act(_) => {
                last.seat == seat && !matches!(last.inputs.last(), Some(wire::Input::Draw { .. }))
            }
            Input::Retire(_) | Input::EndNow => false,
        };
        if !moves.last().is_some_and(goes_on) {
            moves.push(RecordMove { seat, inputs: Vec::new(), events: Vec::new() });
        }
        if let Some(last) = moves.last_mut() {
            last.inputs.push(input.into());
            last.events.extend(events.iter().map(|event| wire::Event::new(event, game.setup.seats)));
        }
        acting = seat_of(position);
    });
    read.map_err(|error| bad(&error))?;
    Ok(moves)
}

fn seat_of(position: &Position) -> Option<Seat> {
    match position.to_act() {
        ToAct::Seat(seat) => Some(seat),
        ToAct::Chance | ToAct::Over(_) => None,
    }
}
