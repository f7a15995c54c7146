//! All tables of a bot in one stream: lines of JSON, each with its game.

use super::caller::Caller;
use super::failed::Failed;
use super::{App, Signal};
use crate::limits::Pass;
use crate::session::{Message as Mail, Watch};
use crate::store::{GameId, Page, PersonId};
use crate::visitors::Visit;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::SelectAll;
use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_stream::wrappers::{BroadcastStream, ReceiverStream};

/// Lines that wait for a bot.
const WAITING: usize = 256;
/// A bot that hears nothing for long gets an empty line, so that both know the other is there.
const QUIET: Duration = Duration::from_secs(7);
/// Tables that are followed at once.
const TABLES: u32 = 200;

/// `GET /api/stream`
pub async fn open(State(app): State<App>, caller: Caller) -> Result<Response, Failed> {
    let person = caller.known()?;
    let pass = app.sockets.enter(caller.address).map_err(|why| app.turned_away(why))?;
    let page = Page { limit: TABLES, before: None };
    let arrivals = app.arrivals.subscribe();
    let tables = app.store.blocking(move |store| store.games_of(person, page)).await?;
    let over = |stage: &str| ["over", "closed", "frozen"].contains(&stage);
    let games =
        tables.into_iter().filter(|table| !over(&table.index.stage)).map(|table| table.game).collect();
    let (lines, body) = mpsc::channel(WAITING);
    let entry = app.visitors.enter(caller.visitor(None));
    let follower = Follower {
        app,
        caller,
        person,
        lines,
        followed: HashMap::new(),
        updates: SelectAll::new(),
        streams: 0,
        _pass: pass,
        _entry: entry,
    };
    tokio::spawn(follower.run(games, arrivals));
    let body = Body::from_stream(ReceiverStream::new(body).map(Ok::<Bytes, Infallible>));
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body).into_response())
}

type Updates = Pin<Box<dyn futures_util::Stream<Item = (GameId, u64, Option<Arc<str>>)> + Send>>;

struct Follower {
    app: App,
    caller: Caller,
    person: PersonId,
    lines: mpsc::Sender<Bytes>,
    /// The tables, each with the number of the stream that tells of it: what an older one tells is not passed on.
    followed: HashMap<GameId, u64>,
    updates: SelectAll<Updates>,
    /// How many there were.
    streams: u64,
    _pass: Pass,
    _entry: Visit,
}

/// The bot has gone, or does not read.
struct Gone;

impl Follower {
    async fn run(
        mut self,
        games: Vec<GameId>,
        arrivals: tokio::sync::broadcast::Receiver<(PersonId, GameId)>,
    ) {
        // Whoever has gone needs no farewell.
        let _ = self.follow_all(games, arrivals).await;
    }

    async fn follow_all(
        &mut self,
        games: Vec<GameId>,
        mut arrivals: tokio::sync::broadcast::Receiver<(PersonId, GameId)>,
    ) -> Result<(), Gone> {
        for game in games {
            self.follow(game).await?;
        }
        let (mut closing, mut signals) = (self.app.closing.clone(), self.app.signals.subscribe());
        loop {
            tokio::select! {
                Some((game, number, text)) = self.updates.next() => match text {
                    _ if self.followed.get(&game) != Some(&number) => {}
                    Some(text) => self.say(game, &text)?,
                    // It missed some, or the table was loaded anew.
                    None => self.follow_again(game).await?,
                },
                signal = signals.recv() => {
                    self.caller.check_ban(&self.app).map_err(|_| Gone)?;
                    match signal {
                        Ok(Signal::Guests(game)) => self.check_rights(game).await,
                        Ok(Signal::Bans | Signal::Notice) => {}
                        Ok(Signal::Time) => for game in self.followed.keys().copied().collect::<Vec<_>>() {
                            self.introduce(game).await?;
                        },
                        Err(_) => for game in self.followed.keys().copied().collect::<Vec<_>>() {
                            self.check_rights(game).await;
                        },
                    }
                }
                arrival = arrivals.recv() => match arrival {
                    Ok((person, game)) if person == self.person => self.follow(game).await?,
                    _ => {}
                },
                () = tokio::time::sleep(QUIET) => self.line(Bytes::from_static(b"\n"))?,
                () = super::closed(&mut closing) => return Ok(()),
            }
        }
    }

    async fn follow(&mut self, game: GameId) -> Result<(), Gone> {
        if self.followed.contains_key(&game) { Ok(()) } else { self.follow_again(game).await }
    }

    /// A link was revoked or a seat was left: whoever has neither any more hears no more of the table.
    async fn check_rights(&mut self, game: GameId) {
        if self.followed.contains_key(&game) && self.caller.at(&self.app, game).await.is_err() {
            self.followed.remove(&game);
        }
    }

    /// Who the bot is at a table, with the game time; whether the table could be asked.
    async fn introduce(&mut self, game: GameId) -> Result<bool, Gone> {
        let (person, now) = (Some(self.person.0), self.app.time.now());
        match self.app.hall.look(game, self.caller.owner(), move |table| table.you(person, true, now)).await {
            Ok(you) => self.say(game, &wire::write(&wire::table::FromServer::You(you))).map(|()| true),
            Err(_) => Ok(false),
        }
    }

    async fn follow_again(&mut self, game: GameId) -> Result<(), Gone> {
        let from = self.caller.owner();
        let watch = self
            .app
            .hall
            .ask(game, self.caller.owner(), |answer| Mail::Watch { after: None, from, answer })
            .await;
        let Ok(Watch { first, updates }) = watch else {
            self.followed.remove(&game);
            return Ok(());
        };
        if !self.introduce(game).await? {
            self.followed.remove(&game);
            return Ok(());
        }
        self.streams += 1;
        let number = self.streams;
        self.followed.insert(game, number);
        for text in &first {
            self.say(game, text)?;
        }
        let updates = BroadcastStream::new(updates).map(move |update| (game, number, update.ok()));
        // The end of a stream is news, too: the table has left memory.
        let end = futures_util::stream::iter([(game, number, None)]);
        self.updates.push(Box::pin(updates.chain(end)));
        Ok(())
    }

    fn say(&self, game: GameId, message: &str) -> Result<(), Gone> {
        self.line(format!("{{\"game\":\"{game}\",\"message\":{message}}}\n").into())
    }

    /// A bot that does not read its lines is cut off; it can come back.
    fn line(&self, line: Bytes) -> Result<(), Gone> {
        self.lines.try_send(line).map_err(|_| Gone)
    }
}
