//! Servers of their own for a check, with the limits that a server has by default, and people at addresses of their own.

use super::COUNTED;
use crate::door::{Answer, Client, Door, Route};
use crate::house::{ServerConfig, ServerProcess};
use crate::socket::{self, Socket};
use crate::strangers::scene::Scene;
use crate::system;
use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use std::collections::HashMap;
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use wire::table::{FromServer, Opened, Order, PROTOCOL, Rejection, Snapshot, ToServer};

/// How often a number of the server's is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Where a check has its servers.
#[derive(Clone)]
pub(super) struct Ground {
    program: PathBuf,
    folder: PathBuf,
    /// The folder of games that were played before, and what is in it.
    played: Rc<tokio::sync::OnceCell<(PathBuf, Scene)>>,
}

impl Ground {
    pub fn new(program: &Path, folder: &Path) -> Ground {
        Ground { program: program.to_owned(), folder: folder.to_owned(), played: Rc::default() }
    }

    /// The ground of another check, with the same games.
    pub fn next(&self, name: &str) -> Ground {
        Ground { folder: self.folder.join(name), ..self.clone() }
    }

    /// A server with the default limits.
    pub async fn open(&self) -> Result<Place> {
        self.with(&[]).await
    }

    /// The same behind a proxy, so that people come from any address.
    pub async fn proxied(&self) -> Result<Place> {
        self.with(&["--behind-proxy"]).await
    }

    /// The same with an option that is no limit.
    pub async fn with(&self, options: &[&str]) -> Result<Place> {
        std::fs::create_dir_all(&self.folder)?;
        let data = tempfile::tempdir_in(&self.folder)?.keep();
        self.at(&data, options).await
    }

    /// A server that has large games, and what they are.
    pub async fn played(&self) -> Result<(Place, Scene)> {
        let make = async || {
            let data = self.folder.with_file_name("played");
            let mut plan = ServerConfig::new(&self.program, &data);
            let scene = Scene::make(&mut plan, crate::strangers::scene::Size::LARGE).await?;
            Ok::<_, anyhow::Error>((data, scene))
        };
        let (played, scene) = self.played.get_or_try_init(make).await?;
        std::fs::create_dir_all(&self.folder)?;
        let data = tempfile::tempdir_in(&self.folder)?.keep();
        Scene::copy(played, &data)?;
        let (place, record) = (self.at(&data, &[]).await?, &scene.short_record);
        // After its start the server looks first which games run.
        let body = serde_json::json!({ "record": record }).to_string();
        while place.person(u16::MAX - 1).await?.post("/api/records", &body).await?.status == 503 {
            sleep(LOOK).await;
        }
        Ok((place, scene.clone()))
    }

    async fn at(&self, data: &Path, options: &[&str]) -> Result<Place> {
        let mut plan = ServerConfig::new(&self.program, data);
        plan.has_limits = true;
        plan.options.extend(options.iter().copied().map(str::to_owned));
        let house = plan.start().await?;
        house.ready().await?;
        Ok(Place { house, data: data.to_owned() })
    }
}

pub(super) struct Place {
    pub house: ServerProcess,
    pub data: PathBuf,
}

impl Place {
    /// The way from one of this machine's addresses. The first numbers of a network are those of other campaigns.
    pub fn route(&self, host: u16) -> Route {
        let [high, low] = (host + 1).to_be_bytes();
        Route { server: self.house.address, client: Client::Own(Ipv4Addr::new(127, 9, high, low).into()) }
    }

    /// The way from an address that a proxy vouches for.
    pub fn behind(&self, address: &str) -> Result<Route> {
        let address: IpAddr = address.parse()?;
        Ok(Route { server: self.house.address, client: Client::Forwarded(address) })
    }

    /// Somebody whom the server does not know, at one of this machine's addresses.
    pub async fn person(&self, host: u16) -> Result<Person> {
        Person::at(self.route(host)).await
    }

    /// Somebody whom the server knows.
    pub async fn known(&self, host: u16, cookie: &str) -> Result<Person> {
        Ok(Person { cookie: cookie.to_owned(), ..self.person(host).await? })
    }

    /// Somebody with a table.
    pub async fn host(&self, host: u16, table: &str) -> Result<(Person, Opened)> {
        let mut person = self.person(host).await?;
        let opened = person.open(table).await?;
        Ok((person, opened))
    }

    /// One of the server's numbers.
    pub async fn number(&self, name: &str) -> Result<u64> {
        let text = Door::open(self.house.metrics).await?.get("/metrics", "").await?.body;
        let name = format!("bastide_{name} ");
        let value = text.lines().find_map(|line| line.strip_prefix(&name));
        value.with_context(|| format!("the server does not tell {name}"))?.parse().context("no number")
    }

    /// Waits until one of the server's numbers is this.
    pub async fn until(&self, name: &str, wanted: u64) -> Result<()> {
        while self.number(name).await? != wanted {
            sleep(LOOK).await;
        }
        Ok(())
    }

    /// Does something while the process is paused, so that the server hears of all of it at the same moment.
    pub async fn at_once<T>(&self, doing: impl Future<Output = Result<T>>) -> Result<T> {
        system::pause(self.house.pid()?, true)?;
        let done = doing.await;
        system::pause(self.house.pid()?, false)?;
        done
    }
}

/// Somebody with a connection and perhaps a cookie.
pub(super) struct Person {
    pub route: Route,
    pub cookie: String,
    door: Door,
    orders: u32,
    /// How far a table has come, as far as they know.
    seen: HashMap<String, u64>,
}

impl Person {
    pub async fn at(route: Route) -> Result<Person> {
        Ok(Person {
            route,
            cookie: String::new(),
            door: Door::open(route).await?,
            orders: 0,
            seen: HashMap::new(),
        })
    }

    /// The same person somewhere else.
    pub async fn moves(&mut self, route: Route) -> Result<()> {
        (self.route, self.door) = (route, Door::open(route).await?);
        Ok(())
    }

    pub async fn get(&mut self, path: &str) -> Result<Answer> {
        self.door.get(path, &self.cookie).await
    }

    pub async fn post(&mut self, path: &str, body: &str) -> Result<Answer> {
        let answer = self.door.post(path, &self.cookie, body).await?;
        if let Some(cookie) = &answer.cookie {
            self.cookie.clone_from(cookie);
        }
        Ok(answer)
    }

    /// Looks at a table, and knows how far it has come.
    pub async fn look(&mut self, game: &str) -> Result<()> {
        let shown: Snapshot = self.get(&format!("/api/tables/{game}")).await?.read()?;
        self.seen.insert(game.to_owned(), shown.version);
        Ok(())
    }

    /// Makes something of which only the number counts: a person.
    pub async fn make(&mut self) -> Result<Answer> {
        self.post("/api/bots", "").await
    }

    pub async fn open(&mut self, table: &str) -> Result<Opened> {
        self.post("/api/tables", table).await?.read()
    }

    /// Comes by a link.
    pub async fn enter(&mut self, secret: &str) -> Result<Answer> {
        self.post("/api/enter", &format!(r#"{{"secret":"{secret}"}}"#)).await
    }

    /// What comes of an order.
    pub async fn order(&mut self, game: &str, order: Order) -> Result<Answer> {
        loop {
            self.orders += 1;
            let version = self.seen.get(game).copied().unwrap_or(1);
            let command =
                wire::table::Command { id: format!("n{}", self.orders), version, order: order.clone() };
            let answer = self.post(&format!("/api/tables/{game}/commands"), &wire::write(&command)).await?;
            let version = match wire::read(&answer.body) {
                Ok(FromServer::Done { version, .. }) => version,
                Ok(FromServer::Rejected(Rejection { version, code, .. })) if code == "stale" => version,
                _ => return Ok(answer),
            };
            self.seen.insert(game.to_owned(), version);
            if answer.status == 200 {
                return Ok(answer);
            }
        }
    }

    pub async fn sit(&mut self, game: &str, number: u8, name: &str) -> Result<Answer> {
        self.order(game, Order::Sit { seat: seat(number), name: name.to_owned() }).await
    }

    pub async fn stand(&mut self, game: &str, number: u8) -> Result<Answer> {
        self.order(game, Order::Stand { seat: seat(number) }).await
    }

    pub async fn say(&mut self, game: &str, number: u8, text: &str) -> Result<Answer> {
        self.order(game, Order::Say { seat: seat(number), text: text.to_owned() }).await
    }

    /// A socket at a table that has said hello.
    pub async fn socket(&self, game: &str) -> Result<Socket> {
        let mut socket = socket::open(self.route, game, &self.cookie).await?;
        socket.send(Message::text(hello())).await?;
        Ok(socket)
    }
}

/// The first message over a socket.
pub(super) fn hello() -> String {
    wire::write(&ToServer::Hello { protocol: PROTOCOL, version: None })
}

/// A question over a socket that changes nothing and is refused: there is no game yet.
pub(super) fn preview(id: String) -> String {
    wire::write(&ToServer::Preview { id, version: 1, actions: Vec::new() })
}

/// The next text over a socket, or why it was closed.
pub(super) async fn heard(socket: &mut Socket) -> Result<Result<String, (u16, String)>> {
    loop {
        match socket.next().await.context("the socket ended without a word")?? {
            Message::Text(text) => return Ok(Ok(text.to_string())),
            Message::Close(Some(frame)) => return Ok(Err((frame.code.into(), frame.reason.to_string()))),
            Message::Close(None) => bail!("the socket was closed without a code"),
            _ => {}
        }
    }
}

/// Waits until a socket is closed with this code and a reason.
pub(super) async fn closed(socket: &mut Socket, wanted: u16) -> Result<()> {
    loop {
        if let Err((code, reason)) = heard(socket).await? {
            ensure!(code == wanted && !reason.is_empty(), "closed with {code}: {reason}");
            return Ok(());
        }
    }
}

pub(super) fn seat(number: u8) -> wire::Seat {
    number.try_into().expect("there are six seats")
}

/// What a refusal says, over HTTP or at a table.
#[derive(Deserialize)]
struct Said {
    code: String,
    message: String,
}

/// Whether something was refused as the docs say: with a sentence, and with the time to wait where waiting helps.
pub(super) fn refused(answer: &Answer, status: u16, code: &str) -> Result<()> {
    let Answer { status: found, body, retry_after, .. } = answer;
    let said: Said = serde_json::from_str(body).with_context(|| format!("{found}: {body:.300}"))?;
    ensure!((*found, said.code.as_str()) == (status, code), "{found}: {body:.300}");
    ensure!(said.message.split(' ').count() > 3, "{found} {code} has no sentence");
    ensure!(![429, 503].contains(&status) || retry_after.is_some(), "{found} {code} has no Retry-After");
    Ok(())
}

pub(super) fn done(answer: &Answer) -> Result<()> {
    ensure!(answer.status / 100 == 2, "{}: {:.300}", answer.status, answer.body);
    Ok(())
}

/// How often something is done until it is refused for a while, as the docs say.
pub(super) async fn until_refused(
    refusal: (u16, &str),
    mut ask: impl AsyncFnMut() -> Result<Answer>,
) -> Result<usize> {
    until_not_heard(refusal, async || {
        let answer = ask().await?;
        if ![429, 503].contains(&answer.status) {
            done(&answer)?;
        }
        Ok(answer)
    })
    .await
}

/// The same of something that is wrong anyway, and that counts all the same.
pub(super) async fn until_not_heard(
    (status, code): (u16, &str),
    mut ask: impl AsyncFnMut() -> Result<Answer>,
) -> Result<usize> {
    for count in 0..COUNTED {
        let answer = ask().await?;
        if [429, 503].contains(&answer.status) {
            refused(&answer, status, code)?;
            return Ok(count);
        }
    }
    bail!("{COUNTED} were not refused")
}

/// A rate whose allowance was full when something began.
#[derive(Clone, Copy)]
pub(super) struct Filled {
    /// At once.
    pub burst: f64,
    /// A second.
    pub steady: f64,
    pub since: Instant,
}

impl Filled {
    pub fn now(burst: f64, steady: f64) -> Filled {
        Filled { burst, steady, since: Instant::now() }
    }

    /// Whether so many that cost so much are as many as there were at once, and no more than came in the meantime.
    pub fn gave(&self, count: usize, cost: f64) -> Result<()> {
        let come = self.since.elapsed().as_secs_f64() * self.steady;
        let (least, most) = (self.burst / cost, (self.burst + come) / cost + 1.0);
        ensure!(
            (least.floor()..=most).contains(&(count as f64)),
            "{count} were allowed, not {least:.0} to {most:.0}"
        );
        Ok(())
    }
}
