//! The computer asked about a game: a hint for one's own turn, and analyses of what was played. While a game runs the
//! hint is all there is.

use super::App;
use super::answer::ok;
use super::caller::{Body, Caller, GamePath};
use super::code::Code;
use super::failed::Failed;
use super::prefix::refused;
use super::record::parse;
use crate::analysts::{NotStudied, Told};
use crate::hall::HallError;
use crate::limits::Pass;
use axum::body::{self, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::convert::Infallible;
use std::time::Duration;
use table::{Refusal, Table, Transcript};
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;
use wire::table::Stage;
use wire::{Hint, HintAsked, RecordAsked};

/// Lines that wait for a page.
const WAITING: usize = 16;
/// A page that hears nothing for long gets an empty line, so that both know the other is there.
const QUIET: Duration = Duration::from_secs(7);

/// `POST /api/tables/{game}/hint`
pub async fn hint(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Body(asked): Body<HintAsked>,
) -> Result<Response, Failed> {
    let person = caller.known()?.0;
    caller.at(&app, game).await?;
    let seat = rules::Seat::from(asked.seat);
    let (position, version) = app
        .hall
        .look(game, caller.owner(), move |table| table.advised(seat, person))
        .await?
        .map_err(refused)?;
    app.check_unaided(&caller, &position).await?;
    // Nobody keeps the others from theirs by asking again and again.
    let _pass = app.hints.enter(caller.address).map_err(|_| busy())?;
    let advising = app.analysts.advise(position, caller.owner()).map_err(|_| busy())?;
    let advice = advising.await.ok_or_else(busy)?;
    // Told to everybody before it is told to who asked; for one decision once.
    match app.hall.note(game, caller.owner(), move |table| table.note_hint(seat, person, version)).await {
        Ok(_) | Err(HallError::Refused(Refusal::Already)) => {}
        Err(error) => return Err(error.into()),
    }
    let line = advice.line.into_iter().map(Into::into).collect();
    let (margin, chance) = (advice.margin, advice.chances[seat.index()]);
    Ok(ok(wire::write(&Hint { seat: asked.seat, version, line, margin, chance })))
}

/// `POST /api/tables/{game}/analysis`
pub async fn game(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
) -> Result<Response, Failed> {
    caller.at(&app, game).await?;
    let transcript = app.hall.look(game, caller.owner(), finished).await?.map_err(refused)?;
    let record = app.telling.work(caller.owner(), move || transcript.record()).await?;
    study(&app, &caller, record.ok_or_else(|| refused(Refusal::Frozen))?).await
}

/// What the record of a game that is over is written from.
fn finished(table: &Table) -> Result<Transcript, Refusal> {
    match (table.stage(), table.transcript()) {
        (Stage::Over, Some(transcript)) => Ok(transcript),
        (Stage::Frozen, _) => Err(Refusal::Frozen),
        _ => Err(Refusal::NotNow("a game is analysed when it is over")),
    }
}

/// `POST /api/records/analysis`
pub async fn record(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<RecordAsked>,
) -> Result<Response, Failed> {
    study(&app, &caller, asked.record).await
}

async fn study(app: &App, caller: &Caller, record: String) -> Result<Response, Failed> {
    let pass = app.studies.enter(caller.address).map_err(|_| busy())?;
    let (analysts, owner, again) = (app.analysts.clone(), caller.owner(), app.clone());
    let told = app.trying.work(caller.owner(), move || {
        let game = parse(&again, &record)?;
        analysts.study(&game, owner).map_err(|no| match no {
            NotStudied::Busy(_) => busy(),
            NotStudied::Record(bad) => super::record::bad(&bad),
        })
    });
    Ok(lines(app, told.await??, pass))
}

fn busy() -> Failed {
    let message = "the computer has too many games to look at; ask again in a moment";
    Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::AnalystsBusy, message)
}

/// What is told, as it comes.
fn lines(app: &App, told: watch::Receiver<Told>, pass: Pass) -> Response {
    let (sender, receiver) = mpsc::channel(WAITING);
    let mut closing = app.closing.clone();
    tokio::spawn(async move {
        tokio::select! {
            () = tell(told, &sender, pass) => {}
            // Whoever looked on has gone: the analysis ends with the last of them.
            () = sender.closed() => {}
            () = super::closed(&mut closing) => {}
        }
    });
    let body = body::Body::from_stream(ReceiverStream::new(receiver).map(Ok::<Bytes, Infallible>));
    ([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response()
}

async fn tell(mut told: watch::Receiver<Told>, lines: &mpsc::Sender<Bytes>, pass: Pass) {
    let mut sent = 0;
    loop {
        let (mut fresh, is_done) = {
            let told = told.borrow_and_update();
            (told.lines[sent..].to_vec(), told.is_done)
        };
        sent += fresh.len();
        let last = if is_done { fresh.pop() } else { None };
        for line in fresh {
            send(lines, &line).await;
        }
        if is_done {
            // Who hears the last line may ask for the next analysis at once.
            drop(pass);
            if let Some(line) = last {
                send(lines, &line).await;
            }
            return;
        }
        match tokio::time::timeout(QUIET, told.changed()).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return,
            Err(_) => send(lines, "\n").await,
        }
    }
}

async fn send(lines: &mpsc::Sender<Bytes>, line: &str) {
    // Whoever has gone is noticed by who called.
    let _ = lines.send(Bytes::copy_from_slice(line.as_bytes())).await;
}
