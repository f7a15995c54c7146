//! A game at any of its turns: as a picture, and as a place to try something else from.

use super::App;
use super::answer::ok;
use super::caller::{Body, Caller, GamePath};
use super::code::Code;
use super::failed::Failed;
use crate::hall::HallError;
use crate::store::GameId;
use ::art::{Background, BoardOptions, Theme};
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use table::{GamePrefix, Refusal};
use wire::table::TryAsked;

/// Pixels of a picture's longer side, and of all of it.
const LONGEST: u32 = 4000;
const MOST: u64 = 6_000_000;

/// `POST /api/tables/{game}/try`
pub async fn go_on(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Body(asked): Body<TryAsked>,
) -> Result<Response, Failed> {
    let (prefix, _) = prefix(&app, &caller, game, asked.at).await?;
    let tried = move || prefix.go_on(&asked).map(|tried| wire::write(&tried));
    Ok(ok(app.trying.work(caller.owner(), tried).await?.map_err(refused)?))
}

/// `GET /api/tables/{game}/board.svg?at=&theme=&table=`
pub async fn svg(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Query(asked): Query<HashMap<String, String>>,
) -> Result<Response, Failed> {
    let drawing = Drawing::read(&asked)?;
    let (prefix, names) = prefix(&app, &caller, game, drawing.at).await?;
    let draw = move || Ok(::art::board(&prefix.position()?.view(), &drawing.options(&by_seat(&names))));
    let svg = app.drawing.work(caller.owner(), draw).await?.map_err(refused)?;
    Ok(file(game, &drawing, "svg", "image/svg+xml", svg.into_bytes()))
}

/// `GET /api/tables/{game}/board.png?at=&theme=&table=`
pub async fn png(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Query(asked): Query<HashMap<String, String>>,
) -> Result<Response, Failed> {
    let drawing = Drawing::read(&asked)?;
    let (prefix, names) = prefix(&app, &caller, game, drawing.at).await?;
    let draw = move || {
        let (view, names) = (prefix.position()?.view(), by_seat(&names));
        Ok(::art::board_png(&view, &drawing.options(&names), LONGEST, MOST))
    };
    let png = app.drawing.work(caller.owner(), draw).await?.map_err(refused)?;
    let png = png.map_err(|no| Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Busy, no))?;
    Ok(file(game, &drawing, "png", "image/png", png))
}

/// The game up to a turn, and what its seats are called.
async fn prefix(
    app: &App,
    caller: &Caller,
    game: GameId,
    at: Option<u32>,
) -> Result<(GamePrefix, Vec<String>), Failed> {
    caller.at(app, game).await?;
    let (prefix, names) =
        app.hall.look(game, caller.owner(), move |table| (table.prefix(at), table.names())).await?;
    Ok((prefix.map_err(refused)?, names))
}

pub fn refused(refusal: Refusal) -> Failed {
    HallError::Refused(refusal).into()
}

fn by_seat(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

/// How a board is to be drawn.
#[derive(Clone, Copy, Default)]
struct Drawing {
    at: Option<u32>,
    /// What the page calls that place; the file is named after it.
    turn: Option<u32>,
    theme: Theme,
    table: Background,
}

impl Drawing {
    fn read(asked: &HashMap<String, String>) -> Result<Drawing, Failed> {
        let message =
            "`at` and `move` are counts, `theme` is classic or winter, `table` is light, dark or bare";
        let wrong = || Failed::new(StatusCode::BAD_REQUEST, Code::BadQuery, message);
        let mut drawing = Drawing::default();
        if let Some(at) = asked.get("at") {
            drawing.at = Some(at.parse().map_err(|_| wrong())?);
        }
        if let Some(turn) = asked.get("move") {
            drawing.turn = Some(turn.parse().map_err(|_| wrong())?);
        }
        if let Some(theme) = asked.get("theme") {
            drawing.theme = Theme::from_name(theme).ok_or_else(wrong)?;
        }
        drawing.table = match asked.get("table").map(String::as_str) {
            None | Some("light") => Background::Light,
            Some("dark") => Background::Dark,
            Some("bare") => Background::Bare,
            Some(_) => return Err(wrong()),
        };
        Ok(drawing)
    }

    fn options<'a>(&self, names: &'a [&'a str]) -> BoardOptions<'a> {
        BoardOptions { theme: self.theme, table: self.table, names, scores: true }
    }
}

fn file(game: GameId, drawing: &Drawing, ending: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let named = drawing.turn.map(|turn| format!("-move-{turn}"));
    let turn = named.or(drawing.at.map(|at| format!("-{at}"))).unwrap_or_default();
    let name = format!("attachment; filename=\"{game}{turn}.{ending}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], bytes).into_response()
}
