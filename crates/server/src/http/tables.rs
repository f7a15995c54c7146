//! Tables: made, looked at, kept, played once more.

use super::answer::{made, ok};
use super::caller::{Body, Caller, GamePath};
use super::code::Code;
use super::failed::Failed;
use super::{App, links};
use crate::hall::HallError;
use crate::running::BoardShape;
use crate::store::{GameId, Purpose};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use table::Table;
use wire::table::{NewTable, Opened, Rematched};

/// `POST /api/tables`
pub async fn open(
    State(app): State<App>,
    caller: Caller,
    Body(table): Body<NewTable>,
) -> Result<Response, Failed> {
    caller.makes(&app)?;
    let table = checked(&app, &caller, table).await?;
    let known = caller.introduced(&app).await?;
    let game = GameId::random();
    let bytes = app.hall.open(game, chance::secret(), table, known.person.0).await?;
    caller.has_made(&app, bytes);
    let sit = links::add(&app, game, Purpose::Sit).await?;
    let watch = links::add(&app, game, Purpose::Watch).await?;
    app.arrive(known.person, game);
    let opened = Opened { game: game.to_string(), sit, watch };
    Ok(known.answer(made(wire::write(&opened))))
}

/// A table that can be opened. What it starts from is worked out here, aside; from then on it is at hand.
async fn checked(app: &App, caller: &Caller, table: NewTable) -> Result<NewTable, Failed> {
    let again = app.clone();
    let check = move || {
        let first = Table::first_position(&table).map_err(HallError::from)?;
        // The computer plays and gives hints from there.
        if table.setup.start.is_some() {
            again.check_board(&BoardShape::of(&first))?;
        }
        Ok(table)
    };
    app.telling.work(caller.owner(), check).await?
}

/// `GET /api/tables/{game}`
pub async fn snapshot(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
) -> Result<Response, Failed> {
    caller.at(&app, game).await?;
    let table = app.hall.look(game, caller.owner(), Table::clone).await?;
    Ok(ok(app.telling.work(caller.owner(), move || wire::write(&table.snapshot())).await?))
}

/// `GET /api/tables/{game}/record`
pub async fn record(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
) -> Result<Response, Failed> {
    caller.at(&app, game).await?;
    let transcript = app.hall.look(game, caller.owner(), |table| table.transcript()).await?;
    let write = move || transcript.and_then(|transcript| transcript.record());
    let record = app.telling.work(caller.owner(), write).await?;
    let none =
        || Failed::new(StatusCode::CONFLICT, Code::NotNow, "the game has not begun; there is no record yet");
    let file = format!("attachment; filename=\"{game}.txt\"");
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, file)];
    Ok((headers, record.ok_or_else(none)?).into_response())
}

/// `POST /api/tables/{game}/rematch`
pub async fn rematch(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
) -> Result<Response, Failed> {
    let person = caller.known()?;
    caller.at(&app, game).await?;
    caller.makes(&app)?;
    let again = app.hall.rematch(game, caller.owner(), chance::secret(), person.0).await?;
    caller.has_made(&app, app.hall.look(again, caller.owner(), |table| table.likely_bytes()).await?);
    for person in app.hall.look(again, caller.owner(), |table| table.people().collect::<Vec<_>>()).await? {
        app.arrive(crate::store::PersonId(person), again);
    }
    Ok(made(wire::write(&Rematched { game: again.to_string() })))
}
