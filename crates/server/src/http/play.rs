//! Commands and previews, one by one; the same as over a socket.

use super::App;
use super::answer::json;
use super::caller::{Body, Caller, GamePath};
use super::failed::Failed;
use super::seats;
use crate::session::{self, Message};
use crate::store::GameId;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use table::Who;
use wire::table::{Command, FromServer, Order, PreviewAsked};

/// Bytes that an entry of a log takes besides its order.
const ENTRY: usize = 200;

/// `POST /api/tables/{game}/commands`
pub async fn command(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Body(command): Body<Command>,
) -> Result<Response, Failed> {
    caller.known()?;
    caller.at(&app, game).await?;
    let answer = obey(&app, game, &caller, command).await?;
    let status = match answer {
        FromServer::Rejected(_) => StatusCode::CONFLICT,
        _ => StatusCode::OK,
    };
    Ok(json(status, wire::write(&answer)))
}

/// Takes a command of somebody to the table.
pub async fn obey(app: &App, game: GameId, caller: &Caller, command: Command) -> Result<FromServer, Failed> {
    let person = caller.known()?;
    let sits = matches!(command.order, Order::Sit { .. });
    let stands = matches!(command.order, Order::Stand { .. });
    keep(app, caller, &command.order)?;
    match command.order {
        Order::Sit { .. } => seats::check(app, game, caller, person).await?,
        Order::Say { .. } => caller.takes(&app.seating.lines, "lines of chat")?,
        _ => {}
    }
    let before = std::time::Instant::now();
    let message = |answer| Message::Do { who: Who::Person(person.0), command: command.clone(), answer };
    let answer = app.hall.ask(game, caller.owner(), message).await;
    if sits || stands {
        seats::recount(app, game, caller, stands).await;
    }
    let answer = answer?;
    app.metrics.answered(&answer, before.elapsed());
    let done = matches!(answer, FromServer::Done { .. });
    if sits && done {
        app.arrive(person, game);
    }
    if stands && done {
        app.check_guests(game);
    }
    Ok(answer)
}

/// Moves and what ends a game are never refused for what they take: there are no more of them than a game has. What can
/// be said again and again counts.
fn keep(app: &App, caller: &Caller, order: &Order) -> Result<(), Failed> {
    let bytes = || ENTRY + wire::write(order).len();
    match order {
        Order::Act { .. } | Order::Resign { .. } | Order::Answer { .. } | Order::ComeBack { .. } => Ok(()),
        Order::Commit { .. } | Order::Reveal { .. } | Order::Close {} => Ok(()),
        Order::Ask { .. } => caller.says(app, bytes()),
        Order::Sit { .. } | Order::Stand { .. } | Order::Give { .. } | Order::Drop { .. } => {
            caller.keeps(app, bytes())
        }
        Order::Start {} | Order::Say { .. } | Order::Mute { .. } => caller.keeps(app, bytes()),
    }
}

/// `POST /api/tables/{game}/preview`
pub async fn preview(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Body(asked): Body<PreviewAsked>,
) -> Result<Response, Failed> {
    caller.at(&app, game).await?;
    let actions = asked.actions;
    match app
        .hall
        .look(game, caller.owner(), |table| session::preview(table, String::new(), &actions))
        .await?
    {
        FromServer::Rejected(why) => Err(Failed::refused(&why)),
        answer => Ok(json(StatusCode::OK, wire::write(&answer))),
    }
}
