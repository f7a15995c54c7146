//! Lists of tables: the lobby, and one's own.

use super::App;
use super::answer::ok;
use super::caller::Caller;
use super::code::Code;
use super::failed::Failed;
use crate::store::{self, GameId, Millis, Page, PersonId, Store, StoreError};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use std::collections::{HashMap, HashSet};
use wire::table::{Listed, Lists, Mine, Summary};

/// Tables on a page.
const PAGE: u32 = 50;

/// `GET /api/tables?stage=&before=`
pub async fn lobby(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<HashMap<String, String>>,
) -> Result<Response, Failed> {
    let stage = asked.get("stage").map_or("gathering", String::as_str).to_owned();
    if !["gathering", "playing", "over"].contains(&stage.as_str()) {
        let message = "`stage` is gathering, playing or over";
        return Err(Failed::new(StatusCode::BAD_REQUEST, Code::BadQuery, message));
    }
    let before = asked.get("before").map(|text| text.parse()).transpose();
    let before = before.map_err(|error| Failed::new(StatusCode::BAD_REQUEST, Code::BadQuery, error))?;
    let page = Page { limit: PAGE, before };
    // Where nobody is, nobody needs to go; games that are over are there to be looked at.
    let since = (stage != "over").then(|| app.time.now() - app.limits.lobby.as_millis() as Millis);
    let listed = app.store.blocking(move |store| store.public_games(&stage, since, page)).await?;
    let next = listed.last().filter(|_| listed.len() == PAGE as usize).map(|last| last.game.to_string());
    let write = move || wire::write(&Lists { tables: all_shown(listed, caller.person), next });
    Ok(ok(app.telling.work(caller.owner(), write).await?))
}

/// `GET /api/me`
pub async fn mine(State(app): State<App>, caller: Caller) -> Result<Response, Failed> {
    let (listed, kept) = match caller.person {
        Some(person) => app.store.blocking(move |store| all_of(store, person)).await?,
        None => Default::default(),
    };
    let write = move || {
        let mut tables = all_shown(listed, caller.person);
        tables.iter_mut().for_each(|table| table.kept = kept.contains(&table.game));
        wire::write(&Mine { tables })
    };
    Ok(ok(app.telling.work(caller.owner(), write).await?))
}

/// The latest games of a person and those they keep, and which those are.
fn all_of(store: &Store, person: PersonId) -> Result<(Vec<store::Listed>, HashSet<String>), StoreError> {
    let mut listed = store.games_of(person, Page { limit: 4 * PAGE, before: None })?;
    let kept = store.kept_by(person)?;
    let names = kept.iter().map(|kept| kept.game.to_string()).collect();
    let known: HashSet<GameId> = listed.iter().map(|listed| listed.game).collect();
    listed.extend(kept.into_iter().filter(|kept| !known.contains(&kept.game)));
    Ok((listed, names))
}

fn all_shown(listed: Vec<store::Listed>, person: Option<PersonId>) -> Vec<Listed> {
    listed.into_iter().filter_map(|listed| shown(listed, person)).collect()
}

/// A table as lists show it; nothing if this version of the program cannot read what was kept.
fn shown(listed: store::Listed, person: Option<PersonId>) -> Option<Listed> {
    let mut summary: Summary = wire::read_back(&listed.index.summary).ok()?;
    // What an earlier version of the program kept may have the whole setup in it.
    summary.setup = summary.setup.outline();
    let device = person.and_then(|person| device(&listed.index.people, &summary.others, person));
    let own = summary.seats.iter().zip(1u8..).filter(|(seat, _)| device.is_some() && seat.device == device);
    Some(Listed {
        game: listed.game.to_string(),
        title: listed.index.title,
        version: listed.version,
        updated: listed.updated,
        mine: own.filter_map(|(_, number)| number.try_into().ok()).collect(),
        summary,
        kept: false,
    })
}

/// First come the people of the devices, then those who go on with the seats of one.
fn device(people: &[PersonId], others: &[u32], person: PersonId) -> Option<u32> {
    let place = people.iter().position(|known| *known == person)?;
    let devices = people.len().checked_sub(others.len())?;
    if place < devices { u32::try_from(place).ok() } else { others.get(place - devices).copied() }
}
