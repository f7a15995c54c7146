//! Questions about a game: features, what fits where, the score sheet, how it began.

use super::App;
use super::answer::ok;
use super::caller::{Caller, GamePath};
use super::code::Code;
use super::failed::Failed;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use rules::{Cell, Position, Spot};
use std::collections::HashMap;
use wire::{CellFits, Feature, Standing, View};

/// Answers a question about the position of a game that has begun.
async fn answer(
    app: App,
    caller: Caller,
    GamePath(game): GamePath,
    question: impl FnOnce(&Position) -> Option<String> + Send + 'static,
) -> Result<Response, Failed> {
    caller.at(&app, game).await?;
    let position = app.hall.look(game, caller.owner(), |table| table.position().cloned()).await?;
    let message = "the game has not begun; there is nothing to see yet";
    let position = position.ok_or_else(|| Failed::new(StatusCode::CONFLICT, Code::NotNow, message))?;
    let found = app.telling.work(caller.owner(), move || question(&position)).await?;
    let message = "there is no such segment on the board";
    Ok(ok(found.ok_or_else(|| Failed::new(StatusCode::NOT_FOUND, Code::NoSuchSpot, message))?))
}

/// `GET /api/tables/{game}/start`: what could be seen before the first tile was drawn.
pub async fn start(State(app): State<App>, caller: Caller, game: GamePath) -> Result<Response, Failed> {
    let first =
        |position: &Position| Some(wire::write(&View::from(&Position::new(position.setup()).ok()?.view())));
    answer(app, caller, game, first).await
}

/// `GET /api/tables/{game}/standing`: the score sheet, with the points if the game ended now.
pub async fn standing(State(app): State<App>, caller: Caller, game: GamePath) -> Result<Response, Failed> {
    answer(app, caller, game, |position| Some(wire::write(&Standing::from(&position.standing())))).await
}

/// `GET /api/tables/{game}/feature?x=&y=&segment=`
pub async fn feature(
    State(app): State<App>,
    caller: Caller,
    game: GamePath,
    Query(asked): Query<HashMap<String, String>>,
) -> Result<Response, Failed> {
    let spot = spot(&asked).ok_or_else(|| {
        let message = "`x`, `y` and `segment` are numbers that name a segment of a laid tile";
        Failed::new(StatusCode::BAD_REQUEST, Code::BadQuery, message)
    })?;
    let found = move |position: &Position| {
        let feature = position.feature(spot)?;
        Some(wire::write(&Feature::new(position, &feature)))
    };
    answer(app, caller, game, found).await
}

fn spot(asked: &HashMap<String, String>) -> Option<Spot> {
    let [x, y] = ["x", "y"].map(|name| asked.get(name).and_then(|text| text.parse::<i16>().ok()));
    Some(Spot::new(Cell::new(x?, y?), asked.get("segment")?.parse().ok()?))
}

/// `GET /api/tables/{game}/features`: all that are claimed.
pub async fn features(State(app): State<App>, caller: Caller, game: GamePath) -> Result<Response, Failed> {
    let claimed = |position: &Position| {
        let all: Vec<Feature> =
            position.claimed_features().map(|feature| Feature::new(position, &feature)).collect();
        Some(wire::write(&all))
    };
    answer(app, caller, game, claimed).await
}

/// `GET /api/tables/{game}/fits`: every open cell and what still fits there.
pub async fn fits(State(app): State<App>, caller: Caller, game: GamePath) -> Result<Response, Failed> {
    let cells = |position: &Position| {
        let mut cells: Vec<Cell> = position.open_cells().collect();
        cells.sort_unstable();
        let all: Vec<CellFits> = cells.into_iter().map(|cell| CellFits::new(position, cell)).collect();
        Some(wire::write(&all))
    };
    answer(app, caller, game, cells).await
}
