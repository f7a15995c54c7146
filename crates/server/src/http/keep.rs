//! Games that somebody wants to keep.

use super::App;
use super::answer::ok;
use super::caller::{Body, Caller, GamePath};
use super::code::Code;
use super::failed::Failed;
use crate::store::{GameId, PersonId};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use wire::table::{KeepAsked, Kept};

/// Bytes that it takes to keep a game.
const NOTE: usize = 100;

/// `GET /api/tables/{game}/keep`
pub async fn ask(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
) -> Result<Response, Failed> {
    caller.at(&app, game).await?;
    Ok(ok(wire::write(&kept(&app, game, caller.person).await?)))
}

/// `POST /api/tables/{game}/keep`
pub async fn set(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Body(asked): Body<KeepAsked>,
) -> Result<Response, Failed> {
    let person = caller.known()?;
    caller.at(&app, game).await?;
    if asked.keep {
        let row = app.store.blocking(move |store| store.game(game)).await?;
        let row = row.ok_or_else(Failed::no_such_table)?;
        if !row.index.people.contains(&person) {
            let message = "only who took part in a game can keep it";
            return Err(Failed::new(StatusCode::FORBIDDEN, Code::NotYourSeat, message));
        }
        if row.index.stage != "over" {
            let message = "a game is kept when it is over; until then it stays while somebody plays it";
            return Err(Failed::new(StatusCode::CONFLICT, Code::NotNow, message));
        }
        // Also where there is no room for more: that is when games go.
        caller.says(&app, NOTE)?;
        app.store.keep(game, person, app.limits.kept).await?;
    } else {
        app.store.let_go(game, person).await?;
    }
    Ok(ok(wire::write(&kept(&app, game, Some(person)).await?)))
}

async fn kept(app: &App, game: GameId, person: Option<PersonId>) -> Result<Kept, Failed> {
    let since = app.retention.keepers(app.time.now());
    let read = move |store: &crate::store::Store| Ok((store.kept(game, person, since)?, store.game(game)?));
    let ((by_anybody, kept), row) = app.store.blocking(read).await?;
    let row = row.filter(|_| !by_anybody);
    let until = row.and_then(|row| app.retention.end(&row.index.summary, row.updated));
    Ok(Kept { kept, until })
}
