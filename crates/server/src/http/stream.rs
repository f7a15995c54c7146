//! All tables of a bot in one stream: lines of JSON, each with its game.

use super::caller::Caller;
use super::failed::Failed;
use super::{App, BotNews, Signal};
use crate::limits::{NoRoom, Pass};
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
use tokio::sync::{broadcast, mpsc};
use tokio_stream::wrappers::{BroadcastStream, ReceiverStream};

/// Lines that wait for a bot. More than that it has to take in before it is told more.
const WAITING: usize = 2;
/// How long a bot may take to take in a line.
const PATIENCE: Duration = Duration::from_secs(10);
/// Streams of one person at once.
const STREAMS: usize = 4;
/// A bot that hears nothing for long gets an empty line, so that both know the other is there.
const QUIET: Duration = Duration::from_secs(7);
/// Tables that are followed at once.
const TABLES: u32 = 200;

/// `GET /api/stream`
pub async fn open(State(app): State<App>, caller: Caller) -> Result<Response, Failed> {
    let person = caller.known()?;
    let pass = app.sockets.enter(caller.address).map_err(|why| app.turned_away(why))?;
    let too_many = || Failed::crowded(NoRoom::OfYours, "streams");
    let entry = app.visitors.enter_stream(caller.visitor(None), STREAMS).ok_or_else(too_many)?;
    let page = Page { limit: TABLES, before: None };
    let news = app.bot_news.subscribe();
    let tables = app.store.blocking(move |store| store.games_of(person, page)).await?;
    let over = |stage: &str| ["over", "closed", "frozen"].contains(&stage);
    let games =
        tables.into_iter().filter(|table| !over(&table.index.stage)).map(|table| table.game).collect();
    let (lines, body) = mpsc::channel(WAITING);
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
    tokio::spawn(follower.run(games, news));
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
    async fn run(mut self, games: Vec<GameId>, news: broadcast::Receiver<BotNews>) {
        let (mut closing, lines) = (self.app.closing.clone(), self.lines.clone());
        tokio::select! {
            // Whoever has gone needs no farewell.
            _ = self.follow_all(games, news) => {}
            () = lines.closed() => {}
            () = super::closed(&mut closing) => {}
        }
    }

    async fn follow_all(
        &mut self,
        games: Vec<GameId>,
        mut news: broadcast::Receiver<BotNews>,
    ) -> Result<(), Gone> {
        let mut signals = self.app.signals.subscribe();
        for game in games {
            self.follow(game).await?;
        }
        loop {
            tokio::select! {
                Some((game, number, text)) = self.updates.next() => match text {
                    _ if self.followed.get(&game) != Some(&number) => {}
                    Some(text) => self.say(game, &text).await?,
                    // It missed some, or the table was loaded anew.
                    None => self.follow_again(game).await?,
                },
                signal = signals.recv() => {
                    self.caller.check_ban(&self.app).map_err(|_| Gone)?;
                    match signal {
                        Ok(Signal::Bans | Signal::Notice) => {}
                        Ok(Signal::Time) => for game in self.followed.keys().copied().collect::<Vec<_>>() {
                            self.introduce(game).await?;
                        },
                        Err(_) => self.check_all_rights().await,
                    }
                }
                news = news.recv() => match news {
                    Ok(BotNews::Arrived(person, game)) if person == self.person => self.follow(game).await?,
                    Ok(BotNews::Arrived(..)) => {}
                    Ok(BotNews::Check(game)) => self.check_rights(game).await,
                    Err(_) => self.check_all_rights().await,
                },
                () = tokio::time::sleep(QUIET) => self.line(Bytes::from_static(b"\n")).await?,
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

    async fn check_all_rights(&mut self) {
        for game in self.followed.keys().copied().collect::<Vec<_>>() {
            self.check_rights(game).await;
        }
    }

    /// Who the bot is at a table, with the game time; whether the table could be asked.
    async fn introduce(&mut self, game: GameId) -> Result<bool, Gone> {
        let (person, now) = (Some(self.person.0), self.app.time.now());
        match self.app.hall.look(game, self.caller.owner(), move |table| table.you(person, true, now)).await {
            Ok(you) => self.say(game, &wire::write(&wire::table::FromServer::You(you))).await.map(|()| true),
            Err(_) => Ok(false),
        }
    }

    /// A snapshot counts as a request. A bot with many tables gets them as fast as it may ask for them.
    async fn take_turn(&mut self) {
        while let Err(used_up) = self.app.requests.take(self.caller.address, None, 1.0) {
            tokio::time::sleep(used_up.wait).await;
        }
    }

    async fn follow_again(&mut self, game: GameId) -> Result<(), Gone> {
        self.take_turn().await;
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
        for text in first {
            self.say(game, &text).await?;
        }
        let updates = BroadcastStream::new(updates).map(move |update| (game, number, update.ok()));
        // The end of a stream is news, too: the table has left memory.
        let end = futures_util::stream::iter([(game, number, None)]);
        self.updates.push(Box::pin(updates.chain(end)));
        Ok(())
    }

    async fn say(&mut self, game: GameId, message: &str) -> Result<(), Gone> {
        self.line(format!("{{\"game\":\"{game}\",\"message\":{message}}}\n").into()).await
    }

    /// A bot that does not read its lines is cut off; it can come back.
    async fn line(&mut self, line: Bytes) -> Result<(), Gone> {
        let address = self.caller.address;
        self.app.sent(address, line.len() as u64);
        let line = self.app.unsent.keep(address, line).map_err(|_| Gone)?;
        self.lines.send_timeout(line, PATIENCE).await.map_err(|_| Gone)
    }
}
