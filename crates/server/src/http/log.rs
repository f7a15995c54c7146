//! A table's log, read and sent in pieces: however long it is, a request holds a few pieces of it.

use super::App;
use super::caller::{Caller, GamePath};
use super::code::Code;
use super::failed::Failed;
use crate::fair_queue::Owner;
use crate::hall::HallError;
use crate::limits::Pass;
use crate::personal;
use crate::session::LoadError;
use crate::store::{GameId, Store};
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use wire::table::{LogLine, Logged};

/// Bytes of entries that are read and parsed at once.
const PIECE: usize = 16 << 10;
/// Pieces that wait for a client to take them in.
const AHEAD: usize = 1;
/// How long to wait for a turn once more when there are too many others.
const PAUSE: Duration = Duration::from_millis(200);

/// `GET /api/tables/{game}/log?after=`
pub async fn log(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    Query(asked): Query<HashMap<String, String>>,
) -> Result<Response, Failed> {
    let after = after(&asked)?;
    caller.at(&app, game).await?;
    let pass = app.logs.enter(caller.address).map_err(|why| app.no_room(why, "logs at once"))?;
    let mut telling =
        Telling { app, game, owner: caller.owner(), address: caller.address, after, last: 0, _pass: pass };
    // What goes wrong at once is answered with a status; later the answer can only be broken off.
    let first = telling.next().await?;
    let (pieces, body) = mpsc::channel(AHEAD);
    tokio::spawn(async move {
        if let Err(error) = telling.tell(first, &pieces).await {
            // Whoever has gone does not hear it.
            let _ = pieces.send(Err(error)).await;
        }
    });
    let body = Body::from_stream(ReceiverStream::new(body));
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// The last version that the caller has; 0 for none.
fn after(asked: &HashMap<String, String>) -> Result<u64, Failed> {
    let wrong = || Failed::new(StatusCode::BAD_REQUEST, Code::BadQuery, "`after` is a version");
    asked.get("after").map_or(Ok(0), |after| after.parse().map_err(|_| wrong()))
}

/// A log that is being told.
struct Telling {
    app: App,
    game: GameId,
    owner: Owner,
    address: IpAddr,
    /// The last version that the caller has.
    after: u64,
    /// The version of the last entry that was read.
    last: u64,
    _pass: Pass,
}

/// Where a piece of an answer goes.
type Pieces = mpsc::Sender<Result<Bytes, io::Error>>;

impl Telling {
    /// The next entries as JSON, separated by commas; nothing at the end.
    async fn next(&mut self) -> Result<Option<String>, Failed> {
        loop {
            let (store, game, after, last) = (self.app.store.clone(), self.game, self.after, self.last);
            let read = move || piece(&store, game, after, last);
            let Some((text, last)) = self.app.telling.work(self.owner, read).await?? else {
                return Ok(None);
            };
            self.last = last;
            self.app.sent(self.address, text.len() as u64);
            if !text.is_empty() {
                return Ok(Some(text));
            }
        }
    }

    async fn tell(&mut self, first: Option<String>, pieces: &Pieces) -> io::Result<()> {
        let game = self.game;
        send(pieces, format!(r#"{{"game":"{game}","entries":["#) + &first.unwrap_or_default()).await?;
        loop {
            match self.next().await {
                Ok(Some(text)) => send(pieces, format!(",{text}")).await?,
                Ok(None) => return send(pieces, "]}".to_owned()).await,
                Err(failed) if failed.is_busy() && !pieces.is_closed() => tokio::time::sleep(PAUSE).await,
                Err(_) => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
    }
}

async fn send(pieces: &Pieces, text: String) -> io::Result<()> {
    pieces.send(Ok(Bytes::from(text))).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
}

/// Reads the entries after version `last`, a piece of them, and gives the version of the last one. Told are those after
/// version `after`, and of the older ones those in which words were erased: whoever has the others needs to know. The
/// reader is free again before anything is parsed.
fn piece(store: &Store, game: GameId, after: u64, last: u64) -> Result<Option<(String, u64)>, Failed> {
    let read = store.load_piece(game, last, PIECE)?;
    let Some(last) = read.last().map(|line| line.version) else { return Ok(None) };
    let unreadable = |_| Failed::from(HallError::Load(LoadError::Unreadable(game)));
    let line = |line: crate::store::Logged| {
        let erased = line.words.iter().any(|word| word.text.is_none());
        if line.version <= after && !erased {
            return Ok(None);
        }
        let Logged { entry, .. } = personal::whole(&line).map_err(unreadable)?;
        Ok(Some(wire::write(&LogLine { version: line.version, at: line.at, entry, erased })))
    };
    let lines = read.into_iter().filter_map(|read| line(read).transpose());
    let lines = lines.collect::<Result<Vec<String>, Failed>>()?;
    Ok(Some((lines.join(","), last)))
}
