//! Links and tokens: made, revoked, followed.

use super::App;
use super::answer::{made, ok};
use super::caller::{Body, Caller, GamePath, Known};
use super::code::Code;
use super::failed::Failed;
use crate::hall::HallError;
use crate::people::{self, new_secret};
use crate::session::Message;
use crate::store::{GameId, Link, PersonId, Purpose, Store};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use table::{Refusal, Who};
use wire::table::{
    BotAsked, BotMade, Command, Entered, EnteredFor, Entering, FromServer, LinkAsked, LinkMade, LinkPurpose,
    Order,
};

/// How long a link to another device is good.
const DEVICE_MILLIS: i64 = 10 * 60 * 1000;

/// Bytes that it takes to note that somebody came by a link.
const GUEST: usize = 150;

/// A new link; gives its secret.
pub async fn add(app: &App, game: GameId, purpose: Purpose) -> Result<String, Failed> {
    let secret = new_secret();
    let link = Link { game, purpose, made: app.time.now() };
    app.store.add_link(people::hash(&secret), link).await?;
    Ok(secret)
}

/// `POST /api/tables/{game}/links`
pub async fn make(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Body(asked): Body<LinkAsked>,
) -> Result<Response, Failed> {
    let person = caller.known()?;
    let rights = caller.at(&app, game).await?;
    let purpose = match asked.purpose {
        LinkPurpose::Sit {} | LinkPurpose::Watch {} if !rights.creator => return Err(Failed::not_yours()),
        LinkPurpose::Sit {} => Purpose::Sit,
        LinkPurpose::Watch {} => Purpose::Watch,
        LinkPurpose::Device {} => own_device(&app, game, &caller, person).await?,
    };
    caller.makes(&app)?;
    let secret = add(&app, game, purpose).await?;
    Ok(made(wire::write(&LinkMade { secret })))
}

async fn own_device(app: &App, game: GameId, caller: &Caller, person: PersonId) -> Result<Purpose, Failed> {
    let inside = app.hall.look(game, caller.owner(), move |table| table.has(person.0)).await?;
    let refused =
        Failed::new(StatusCode::FORBIDDEN, Code::NotYourSeat, "only who sits at a table can go on elsewhere");
    if inside { Ok(Purpose::Device(person)) } else { Err(refused) }
}

/// `DELETE /api/tables/{game}/links?purpose=`
pub async fn revoke(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Query(asked): Query<HashMap<String, String>>,
) -> Result<Response, Failed> {
    caller.known()?;
    if !caller.at(&app, game).await?.creator {
        return Err(Failed::not_yours());
    }
    let purpose = match asked.get("purpose").map(String::as_str) {
        None => None,
        Some("sit") => Some(Purpose::Sit),
        Some("watch") => Some(Purpose::Watch),
        Some(_) => {
            let message = "`purpose` is sit or watch; without it all links are revoked";
            return Err(Failed::new(StatusCode::BAD_REQUEST, Code::BadQuery, message));
        }
    };
    if app.store.revoke_links(game, purpose).await? > 0 {
        app.check_guests(game);
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// `POST /api/enter`
pub async fn enter(
    State(app): State<App>,
    caller: Caller,
    Body(entering): Body<Entering>,
) -> Result<Response, Failed> {
    let hash = people::hash(&entering.secret);
    let person = caller.person;
    let found = move |store: &Store| {
        let is_guest = person.map(|person| store.is_guest(&hash, person)).transpose()?;
        Ok((store.link(&hash)?, is_guest))
    };
    let (link, is_guest) = app.store.blocking(found).await?;
    let link = link.ok_or_else(Failed::no_such_link)?;
    match is_guest {
        None => caller.makes(&app)?,
        Some(false) => caller.keeps(&app, GUEST)?,
        Some(true) => {}
    }
    let known = caller.introduced(&app).await?;
    let purpose = match link.purpose {
        Purpose::Sit => EnteredFor::Sit,
        Purpose::Watch => EnteredFor::Watch,
        Purpose::Device(owner) => return continue_here(&app, &caller, known, hash, (link, owner)).await,
    };
    if is_guest != Some(true) {
        app.store.welcome(hash, known.person).await?;
    }
    Ok(entered(known, link.game, purpose))
}

fn entered(known: Known, game: GameId, purpose: EnteredFor) -> Response {
    known.answer(ok(wire::write(&Entered { game: game.to_string(), purpose })))
}

/// A link to another device is good once, and not for long.
async fn continue_here(
    app: &App,
    caller: &Caller,
    known: Known,
    hash: crate::store::Hash,
    (link, owner): (Link, PersonId),
) -> Result<Response, Failed> {
    if known.person == owner {
        // The link waits for the other device.
        return Err(HallError::Refused(Refusal::AtTheTable).into());
    }
    let taken = app.store.take_link(hash).await?;
    if taken.is_none() || app.time.now() - link.made > DEVICE_MILLIS {
        return Err(Failed::no_such_link());
    }
    let person = known.person;
    app.hall.note(link.game, caller.owner(), move |table| table.continue_as(person.0, owner.0)).await?;
    app.arrive(person, link.game);
    Ok(entered(known, link.game, EnteredFor::Device))
}

/// `POST /api/bots`
pub async fn make_bot(State(app): State<App>, caller: Caller) -> Result<Response, Failed> {
    caller.makes(&app)?;
    let (_, token) = people::add(&app.store, app.time.now()).await?;
    Ok(made(wire::write(&BotMade { token })))
}

/// `POST /api/tables/{game}/bots`
pub async fn seat_bot(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Body(asked): Body<BotAsked>,
) -> Result<Response, Failed> {
    caller.known()?;
    if !caller.at(&app, game).await?.creator {
        return Err(Failed::not_yours());
    }
    caller.makes(&app)?;
    let (person, token) = people::add(&app.store, app.time.now()).await?;
    let order = Order::Sit { seat: asked.seat, name: asked.name };
    let command = Command { id: "bot".into(), version: 0, order };
    let message = |answer| Message::Do { who: Who::Person(person.0), command: command.clone(), answer };
    match app.hall.ask(game, caller.owner(), message).await? {
        FromServer::Rejected(why) => Err(Failed::refused(&why)),
        _ => {
            app.arrive(person, game);
            Ok(made(wire::write(&BotMade { token })))
        }
    }
}
