//! One client: it follows a table over a socket, takes part in the deal, and acts at random. It loses nothing when the
//! connection breaks: it comes back with the last version seen and says again what was not answered.

use crate::door::Route;
use crate::socket::{self, Socket};
use anyhow::{Context, Result, bail, ensure};
use chance::{Stream, fair};
use futures_util::{SinkExt, StreamExt};
use std::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use wire::table::{
    Command, Entry, FromServer, Now, Order, PROTOCOL, Rejection, Snapshot, Stage, ToServer, Update,
};
use wire::{Input, Rotation, Seat, ToAct};

/// A client at a table.
pub struct Player {
    route: Route,
    game: String,
    /// The secret by which the server knows the person.
    pub cookie: String,
    seat: Seat,
    socket: Option<Socket>,
    /// The last version seen.
    pub version: u64,
    /// What the table waits for.
    pub now: Option<Now>,
    guest_sat: bool,
    digest: Option<fair::Bytes>,
    secret: fair::Bytes,
    random: Stream,
    orders: u32,
    committed: bool,
    revealed: bool,
    /// The version of the last command that was done; before that is seen, nothing more is said.
    done: u64,
    /// What was said and not answered yet, and when.
    pub waiting: Option<(Command, Instant)>,
}

/// What a client heard.
#[derive(Clone, PartialEq, Debug)]
pub enum News {
    /// One more version.
    Update(u64, Entry),
    Snapshot,
    /// Its command was done and has this version.
    Done(Command, u64),
    /// Its command was refused.
    Refused(Command, Rejection),
    /// Who it is, or that the server is about to stop.
    Other,
}

impl Player {
    /// The person with this cookie, on the first or second seat of a table.
    pub fn new(route: impl Into<Route>, game: &str, cookie: String, seat: u8, seed: u64) -> Result<Player> {
        Ok(Player {
            route: route.into(),
            game: game.to_owned(),
            cookie,
            seat: seat.try_into().ok().context("seats are counted from 1")?,
            socket: None,
            version: 0,
            now: None,
            guest_sat: false,
            digest: None,
            secret: fair::digest(&format!("secret {seed} {seat}")),
            random: Stream::new(seed * 2 + u64::from(seat)),
            orders: 0,
            committed: false,
            revealed: false,
            done: 0,
            waiting: None,
        })
    }

    /// Connects, and says again what was not answered.
    pub async fn connect(&mut self) -> Result<()> {
        self.socket = Some(socket::open(self.route, &self.game, &self.cookie).await?);
        let version = self.now.as_ref().map(|_| self.version);
        self.say(&ToServer::Hello { protocol: PROTOCOL, version }).await?;
        match &self.waiting {
            Some((command, _)) => self.say(&ToServer::Do(command.clone())).await,
            None => Ok(()),
        }
    }

    async fn say(&mut self, message: &ToServer) -> Result<()> {
        let socket = self.socket.as_mut().context("there is no connection")?;
        let said = socket.send(Message::text(wire::write(message))).await;
        if said.is_err() {
            self.leave();
        }
        Ok(said?)
    }

    /// The next message. May be dropped and called anew.
    pub async fn hear(&mut self) -> Result<FromServer> {
        let heard = self.listen().await;
        if heard.is_err() {
            self.leave();
        }
        heard
    }

    async fn listen(&mut self) -> Result<FromServer> {
        let socket = self.socket.as_mut().context("there is no connection")?;
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(wire::read_back(&text)?),
                Some(Ok(Message::Close(frame))) => bail!("the server closed the socket: {frame:?}"),
                Some(Ok(_)) => {}
                Some(Err(error)) => bail!("the socket broke: {error}"),
                None => bail!("the socket ended"),
            }
        }
    }

    /// Leaves without a word.
    pub fn leave(&mut self) {
        self.socket = None;
    }

    /// Whether there is a connection, as far as is known.
    pub fn is_connected(&self) -> bool {
        self.socket.is_some()
    }

    /// Takes in a message.
    pub fn take(&mut self, message: FromServer) -> Result<News> {
        match message {
            FromServer::Update(update) => self.update(*update),
            FromServer::Snapshot(snapshot) => {
                self.look(*snapshot);
                Ok(News::Snapshot)
            }
            FromServer::Done { id, version } => {
                self.done = version;
                Ok(News::Done(self.answered(&id)?, version))
            }
            FromServer::Rejected(why) => Ok(News::Refused(self.answered(&why.id)?, why)),
            FromServer::You(_)
            | FromServer::Notice(_)
            | FromServer::Closing {}
            | FromServer::Previewed { .. } => Ok(News::Other),
        }
    }

    fn answered(&mut self, id: &str) -> Result<Command> {
        let (command, _) = self.waiting.take().with_context(|| format!("an answer to nothing: {id}"))?;
        ensure!(command.id == id, "an answer to {id} instead of {}", command.id);
        Ok(command)
    }

    fn update(&mut self, update: Update) -> Result<News> {
        let Update { version, entry, now, .. } = update;
        ensure!(version == self.version + 1, "version {version} came after {}", self.version);
        match &entry {
            Entry::Dealing { digest, .. } => self.digest = fair::from_hex(digest),
            Entry::Sat { .. } => self.guest_sat = true,
            _ => {}
        }
        (self.version, self.now) = (version, Some(now));
        Ok(News::Update(version, entry))
    }

    fn look(&mut self, snapshot: Snapshot) {
        let Snapshot { version, now, seats, deal, .. } = snapshot;
        self.guest_sat = seats.iter().all(|seat| seat.name.is_some());
        self.digest = deal.and_then(|deal| fair::from_hex(&deal.digest));
        (self.version, self.now) = (version, Some(now));
    }

    /// Where the table stands, as far as it is known.
    pub fn stage(&self) -> Option<Stage> {
        self.now.as_ref().map(|now| now.stage)
    }

    /// Whether everything said was answered and seen.
    pub fn is_free(&self) -> bool {
        self.waiting.is_none() && self.version >= self.done
    }

    /// What there is to say besides actions: sitting down, starting, the two rounds of the deal.
    pub fn duty(&self) -> Option<Order> {
        if !self.is_free() {
            return None;
        }
        let guest = u8::from(self.seat) == 2;
        match self.stage()? {
            Stage::Gathering if guest && !self.guest_sat => {
                Some(Order::Sit { seat: self.seat, name: "Ben".into() })
            }
            Stage::Gathering if !guest && self.guest_sat => Some(Order::Start {}),
            Stage::Committing if !self.committed => {
                let hash = fair::to_hex(&fair::commitment(&self.secret, &self.digest?));
                Some(Order::Commit { hash })
            }
            Stage::Revealing if !self.revealed => Some(Order::Reveal { secret: fair::to_hex(&self.secret) }),
            _ => None,
        }
    }

    /// A random legal action, if this client is to act.
    pub fn action(&mut self) -> Option<Order> {
        let now = self.now.as_ref().filter(|_| self.is_free())?;
        if now.to_act != Some(ToAct::Seat { seat: self.seat }) || now.stage != Stage::Playing {
            return None;
        }
        Some(Order::Act { seat: self.seat, actions: vec![any_action(now, &mut self.random)?] })
    }

    /// Sends an order; the answer comes like everything else.
    pub async fn order(&mut self, order: Order) -> Result<()> {
        self.orders += 1;
        self.committed |= matches!(order, Order::Commit { .. });
        self.revealed |= matches!(order, Order::Reveal { .. });
        let id = format!("{}-{}", u8::from(self.seat), self.orders);
        let command = Command { id, version: self.version, order };
        self.waiting = Some((command.clone(), Instant::now()));
        self.say(&ToServer::Do(command)).await
    }
}

fn any_action(now: &Now, random: &mut Stream) -> Option<Input> {
    match random.pick(&now.places) {
        Some((x, y, rotations)) => {
            let quarters = (0..4).find(|quarters| rotations >> quarters & 1 != 0)?;
            let rotation: Rotation = quarters.try_into().ok()?;
            Some(Input::Place { x: *x, y: *y, rotation })
        }
        None => random.pick(&now.actions).copied(),
    }
}
