//! A game at any of its turns: as a picture, and as a place to try something else from.

use super::App;
use super::answer::ok;
use super::caller::{Body, Caller, Game};
use super::failed::Failed;
use crate::hall::HallError;
use crate::store::GameId;
use crate::table::{Line, Refusal};
use ::art::{BoardOptions, Table, Theme};
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::time::Duration;
use wire::table::TryAsked;

/// How long a request waits for its turn when many want pictures.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pixels of a picture's longer side, and of all of it.
const LONGEST: f64 = 4000.0;
const MOST: f64 = 6_000_000.0;

/// `POST /api/tables/{game}/try`
pub async fn go_on(
    State(app): State<App>,
    caller: Caller,
    Game(game): Game,
    Body(asked): Body<TryAsked>,
) -> Result<Response, Failed> {
    let (line, _) = line(&app, &caller, game, asked.at).await?;
    let tried = aside(&app, move || line.go_on(&asked)).await?.map_err(refused)?;
    Ok(ok(wire::write(&tried)))
}

/// `GET /api/tables/{game}/board.svg?at=&theme=&table=`
pub async fn svg(
    State(app): State<App>,
    caller: Caller,
    Game(game): Game,
    Query(asked): Query<HashMap<String, String>>,
) -> Result<Response, Failed> {
    let drawing = Drawing::read(&asked)?;
    let (line, names) = line(&app, &caller, game, drawing.at).await?;
    let svg = aside(&app, move || drawing.draw(&line, &names)).await?.map_err(refused)?;
    Ok(file(game, &drawing, "svg", "image/svg+xml", svg.into_bytes()))
}

/// `GET /api/tables/{game}/board.png?at=&theme=&table=`
pub async fn png(
    State(app): State<App>,
    caller: Caller,
    Game(game): Game,
    Query(asked): Query<HashMap<String, String>>,
) -> Result<Response, Failed> {
    let drawing = Drawing::read(&asked)?;
    let (line, names) = line(&app, &caller, game, drawing.at).await?;
    let drawn = move || drawing.draw(&line, &names).map(|svg| ::art::png(&svg, width(&svg)));
    let png = aside(&app, drawn).await?.map_err(refused)?;
    let png = png.map_err(|no| Failed::new(StatusCode::SERVICE_UNAVAILABLE, "busy", no))?;
    Ok(file(game, &drawing, "png", "image/png", png))
}

/// The game up to a turn, and what its seats are called.
async fn line(
    app: &App,
    caller: &Caller,
    game: GameId,
    at: Option<u32>,
) -> Result<(Line, Vec<String>), Failed> {
    caller.at(app, game).await?;
    let (line, names) = app.hall.look(game, move |table| (table.line(at), table.names())).await?;
    Ok((line.map_err(refused)?, names))
}

pub fn refused(refusal: Refusal) -> Failed {
    HallError::Refused(refusal).into()
}

/// Works something out on a thread of its own, a few at a time.
pub async fn aside<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failed> {
    let message = "the server has a lot to draw; try again in a moment";
    let busy = || Failed::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
    let turn = tokio::time::timeout(PATIENCE, app.drawing.clone().acquire_owned()).await;
    let turn = turn.map_err(|_| busy())?.map_err(|_| busy())?;
    let done = tokio::task::spawn_blocking(move || {
        let done = work();
        drop(turn);
        done
    });
    done.await.map_err(|_| busy())
}

/// How a board is to be drawn.
#[derive(Clone, Copy, Default)]
struct Drawing {
    at: Option<u32>,
    theme: Theme,
    table: Table,
}

impl Drawing {
    fn read(asked: &HashMap<String, String>) -> Result<Drawing, Failed> {
        let message = "`at` is a count, `theme` is classic or winter, `table` is light, dark or bare";
        let wrong = || Failed::new(StatusCode::BAD_REQUEST, "bad-query", message);
        let mut drawing = Drawing::default();
        if let Some(at) = asked.get("at") {
            drawing.at = Some(at.parse().map_err(|_| wrong())?);
        }
        if let Some(theme) = asked.get("theme") {
            drawing.theme = Theme::from_name(theme).ok_or_else(wrong)?;
        }
        drawing.table = match asked.get("table").map(String::as_str) {
            None | Some("light") => Table::Light,
            Some("dark") => Table::Dark,
            Some("bare") => Table::Bare,
            Some(_) => return Err(wrong()),
        };
        Ok(drawing)
    }

    fn draw(&self, line: &Line, names: &[String]) -> Result<String, Refusal> {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let options = BoardOptions { theme: self.theme, table: self.table, names: &names, scores: true };
        Ok(::art::board(&line.position()?.view(), &options))
    }
}

/// Half a pixel for each unit, and fewer where that would be too many.
fn width(svg: &str) -> u32 {
    let side = |name: &str| svg.split(name).nth(1)?.split('"').next()?.parse::<f64>().ok();
    let (wide, high) = (side(" width=\"").unwrap_or(2.0) / 2.0, side(" height=\"").unwrap_or(2.0) / 2.0);
    let smaller = (LONGEST / wide.max(high)).min((MOST / (wide * high)).sqrt()).min(1.0);
    ((wide * smaller) as u32).max(1)
}

fn file(game: GameId, drawing: &Drawing, ending: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let turn = drawing.at.map(|at| format!("-{at}")).unwrap_or_default();
    let name = format!("attachment; filename=\"{game}{turn}.{ending}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], bytes).into_response()
}
