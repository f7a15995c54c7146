//! What flows at a table, over a WebSocket.

use super::caller::{Caller, GamePath, Rights};
use super::code::Code;
use super::failed::Failed;
use super::play::obey;
use super::{App, Signal};
use crate::allowance::Bucket;
use crate::limits::Pass;
use crate::session::{self, Message as Mail, Watch};
use crate::store::{GameId, PersonId};
use crate::visitors::Visit;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::StatusCode;
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use table::Table;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::{Instant, timeout};
use wire::table::{Command, FromServer, Order, PROTOCOL, ToServer};

/// How long a client may take to say hello, and to take in a message.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a client has to read why it is sent away.
const LAST_WORD: Duration = Duration::from_millis(500);
/// Bytes that are read from a socket at once: most commands are shorter. Ten thousand sockets have as many times this.
const READ_BUFFER: usize = 512;
/// Bytes that may wait to be written to one: a snapshot of the longest game and more.
const WRITE_BUFFER: usize = 4 << 20;

/// How many requests a command or a preview over a socket counts as.
const MESSAGE: f64 = 0.2;
/// A snapshot is in memory so often while it is sent.
const COPIES: usize = 3;
/// Whether somebody may still look on is asked at most once in so long.
const CHECKS: Duration = Duration::from_secs(1);

/// `GET /api/tables/{game}/socket`
pub async fn open(
    State(app): State<App>,
    caller: Caller,
    GamePath(game): GamePath,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failed> {
    let rights = caller.at(&app, game).await?;
    let upgrade = upgrade.map_err(|error| Failed::new(error.status(), Code::NotASocket, error))?;
    let pass = app.sockets.enter(caller.address).map_err(|why| app.turned_away(why))?;
    let bytes = app.limits.message_bytes;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER)
        .max_message_size(bytes)
        .max_frame_size(bytes);
    let entry = app.visitors.enter(caller.visitor(Some(game)));
    let mut client = Client { app, game, caller, rights, _pass: pass, entry };
    Ok(upgrade.on_upgrade(|mut socket| async move { client.serve(&mut socket).await }))
}

struct Client {
    app: App,
    game: GameId,
    caller: Caller,
    rights: Rights,
    _pass: Pass,
    entry: Visit,
}

/// What is told at a table.
type Updates = broadcast::Receiver<Arc<str>>;

/// Why a socket is closed, for the client and for whoever reads its console.
type Goodbye = (u16, &'static str);

const BROKEN: Goodbye = (close_code::PROTOCOL, "this is no message of the protocol");
const NOT_TEXT: Goodbye = (close_code::UNSUPPORTED, "messages are text");
const SLOW: Goodbye = (close_code::POLICY, "the client takes in messages too slowly");
const GONE: Goodbye = (close_code::NORMAL, "goodbye");
const RESTART: Goodbye = (close_code::RESTART, "the server is about to stop; come back in a moment");
const BANNED: Goodbye = (close_code::POLICY, "banned");
const AGAIN: Goodbye = (close_code::AGAIN, "the table cannot be reached; come back in a moment");

impl Client {
    async fn serve(&mut self, socket: &mut WebSocket) {
        let (code, reason) = self.talk(socket).await;
        let frame = CloseFrame { code, reason: reason.into() };
        // Whoever is gone does not hear it.
        let told = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await;
        // A connection that is closed before all was read is reset, and what was said last is lost with it.
        let at_fault = ![close_code::NORMAL, close_code::RESTART, close_code::AGAIN].contains(&code);
        if at_fault && matches!(told, Ok(Ok(()))) {
            tokio::time::sleep(LAST_WORD).await;
        }
    }

    async fn talk(&mut self, socket: &mut WebSocket) -> Goodbye {
        let after = match Box::pin(self.hello(socket)).await {
            Ok(after) => after,
            Err(goodbye) => return goodbye,
        };
        match Box::pin(self.watch(socket, after)).await {
            Ok(updates) => self.flow(socket, updates).await,
            Err(goodbye) => goodbye,
        }
    }

    /// The first message must say which protocol the client speaks.
    async fn hello(&mut self, socket: &mut WebSocket) -> Result<Option<u64>, Goodbye> {
        let text = match timeout(PATIENCE, socket.recv()).await {
            Ok(Some(Ok(Message::Text(text)))) => text,
            Ok(Some(Err(error))) => return Err(broken(error)),
            Ok(Some(Ok(Message::Binary(_)))) => return Err(NOT_TEXT),
            Ok(None) => return Err(GONE),
            Ok(_) | Err(_) => return Err(BROKEN),
        };
        match wire::read(&text) {
            Ok(ToServer::Hello { protocol: PROTOCOL, version }) => Ok(version),
            Ok(ToServer::Hello { .. }) => {
                let message = format!("this server speaks protocol {PROTOCOL}; load the page again");
                self.refuse(socket, Code::Protocol.code(), &message).await?;
                Err((close_code::PROTOCOL, "another protocol"))
            }
            Ok(_) => Err((close_code::PROTOCOL, "say hello first")),
            Err(bad) => {
                self.refuse(socket, bad.code(), &bad.to_string()).await?;
                Err(BROKEN)
            }
        }
    }

    async fn refuse(&self, socket: &mut WebSocket, code: &'static str, message: &str) -> Result<(), Goodbye> {
        let failed = Failed::with(StatusCode::BAD_REQUEST, code, message);
        send(socket, &failed.rejection(String::new(), 0)).await
    }

    /// Tells who the client is and what it missed; gives what is to come.
    async fn watch(&self, socket: &mut WebSocket, after: Option<u64>) -> Result<Updates, Goodbye> {
        self.introduce(socket).await?;
        let from = self.caller.owner();
        let watch = self
            .app
            .hall
            .ask(self.game, self.caller.owner(), |answer| Mail::Watch { after, from, answer })
            .await;
        let Watch { first, updates } = watch.map_err(|_| AGAIN)?;
        self.app.sent(self.caller.address, first.iter().map(|text| text.len() as u64).sum());
        for text in &first {
            let bytes = COPIES * text.len();
            let _hold = self.app.unsent.hold(self.caller.address, bytes).map_err(|_| AGAIN)?;
            send_text(socket, text).await?;
        }
        let noticed = self.app.noticed();
        if noticed.notice.is_some() {
            send(socket, &FromServer::Notice(noticed)).await?;
        }
        Ok(updates)
    }

    async fn introduce(&self, socket: &mut WebSocket) -> Result<(), Goodbye> {
        let person = self.caller.person.map(|PersonId(person)| person);
        let (sit, now) = (self.rights.sit, self.app.time.now());
        let you = self
            .app
            .hall
            .look(self.game, self.caller.owner(), move |table| table.you(person, sit, now))
            .await;
        send(socket, &FromServer::You(you.map_err(|_| AGAIN)?)).await
    }

    async fn flow(&mut self, socket: &mut WebSocket, mut updates: Updates) -> Goodbye {
        let (mut closing, mut signals) = (self.app.closing.clone(), self.app.signals.subscribe());
        let mut bucket = Bucket::new(self.app.limits.messages);
        let silence = self.app.limits.silence;
        let mut heard = Instant::now();
        let mut next_check = heard;
        let mut ping = tokio::time::interval(silence / 3);
        loop {
            let step = tokio::select! {
                message = socket.recv() => {
                    heard = Instant::now();
                    // Boxed, so that a socket where nothing is said is small.
                    Box::pin(self.hear(socket, message, &mut bucket)).await
                }
                update = updates.recv() => match update {
                    Ok(text) => send_text(socket, &text).await,
                    // It missed some, or the table was loaded anew: it starts again from what is true now.
                    Err(RecvError::Lagged(_) | RecvError::Closed) => match Box::pin(self.watch(socket, None)).await {
                        Ok(again) => {
                            updates = again;
                            Ok(())
                        }
                        Err(goodbye) => Err(goodbye),
                    },
                },
                _ = ping.tick() => {
                    if heard.elapsed() > silence { Err(SLOW) } else { put(socket, Message::Ping(Default::default())).await }
                }
                signal = signals.recv() => Box::pin(self.heed(socket, signal.ok())).await,
                () = self.entry.check(next_check) => {
                    next_check = Instant::now() + CHECKS;
                    Box::pin(self.check_rights(socket)).await
                }
                () = super::closed(&mut closing) => {
                    let _ = send(socket, &FromServer::Closing {}).await;
                    Err(RESTART)
                }
            };
            if let Err(goodbye) = step {
                return goodbye;
            }
        }
    }

    /// Looks at what has changed, or at everything if that is not known.
    async fn heed(&mut self, socket: &mut WebSocket, signal: Option<Signal>) -> Result<(), Goodbye> {
        self.caller.check_ban(&self.app).map_err(|_| BANNED)?;
        if matches!(signal, Some(Signal::Time)) {
            self.introduce(socket).await?;
        }
        if matches!(signal, None | Some(Signal::Notice)) {
            send(socket, &FromServer::Notice(self.app.noticed())).await?;
        }
        Ok(())
    }

    /// A link was revoked or a seat was left: whoever has neither any more may not stay.
    async fn check_rights(&mut self, socket: &mut WebSocket) -> Result<(), Goodbye> {
        let rights =
            self.caller.at(&self.app, self.game).await.map_err(|_| (close_code::POLICY, "revoked"))?;
        if std::mem::replace(&mut self.rights, rights) == rights {
            Ok(())
        } else {
            self.introduce(socket).await
        }
    }

    async fn hear(
        &mut self,
        socket: &mut WebSocket,
        message: Option<Result<Message, axum::Error>>,
        bucket: &mut Bucket,
    ) -> Result<(), Goodbye> {
        match message {
            None | Some(Ok(Message::Close(_))) => Err(GONE),
            Some(Err(error)) => Err(broken(error)),
            // Pings count, too: each is read and answered.
            Some(Ok(_)) if !bucket.take() => Err((close_code::POLICY, "too many messages; send fewer")),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
            Some(Ok(Message::Binary(_))) => Err(NOT_TEXT),
            Some(Ok(Message::Text(text))) => match wire::read(&text) {
                Ok(said) => self.answer(socket, said).await,
                Err(bad) => self.refuse(socket, bad.code(), &bad.to_string()).await,
            },
        }
    }

    async fn answer(&mut self, socket: &mut WebSocket, said: ToServer) -> Result<(), Goodbye> {
        let (ToServer::Preview { id, version, .. } | ToServer::Do(Command { id, version, .. })) = &said
        else {
            return Err((close_code::PROTOCOL, "hello was said already"));
        };
        if let Err(used_up) = self.app.requests.take(self.caller.address, None, MESSAGE) {
            return send(socket, &Failed::used_up("requests", used_up).rejection(id.clone(), *version)).await;
        }
        match said {
            ToServer::Hello { .. } => Ok(()),
            ToServer::Preview { id, version: _, actions } => {
                let preview = |table: &Table| session::preview(table, id.clone(), &actions);
                let answer = self.app.hall.look(self.game, self.caller.owner(), preview).await;
                let answer = answer.unwrap_or_else(|error| Failed::from(error).rejection(id.clone(), 0));
                send(socket, &answer).await
            }
            ToServer::Do(command) => {
                let (id, version) = (command.id.clone(), command.version);
                let sits = matches!(command.order, Order::Sit { .. });
                let answer = obey(&self.app, self.game, &self.caller, command).await;
                let answer = answer.unwrap_or_else(|failed| failed.rejection(id, version));
                send(socket, &answer).await?;
                if sits { self.introduce(socket).await } else { Ok(()) }
            }
        }
    }
}

/// What was wrong with a message that could not be read.
fn broken(error: axum::Error) -> Goodbye {
    match error.into_inner().downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Capacity(_)) => (close_code::SIZE, "a message was too long"),
        Some(tungstenite::Error::Utf8(_)) => (close_code::INVALID, "a message was no text"),
        Some(tungstenite::Error::Protocol(_)) => BROKEN,
        _ => GONE,
    }
}

async fn send(socket: &mut WebSocket, message: &FromServer) -> Result<(), Goodbye> {
    send_text(socket, &Arc::from(wire::write(message))).await
}

async fn send_text(socket: &mut WebSocket, text: &Arc<str>) -> Result<(), Goodbye> {
    put(socket, Message::text(&**text)).await
}

async fn put(socket: &mut WebSocket, message: Message) -> Result<(), Goodbye> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(GONE),
        Err(_) => Err(SLOW),
    }
}
