//! The attacks, each as a stranger with a script would make it.

use super::scene::{Place, Scene};
use super::tally::Tally;
use crate::door::{Answer, Client, Door, Route, cookie_name};
use crate::player::Player;
use anyhow::Result;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};
use wire::Seat;
use wire::table::{Opened, Order, Proposal, Snapshot};

/// Who breaks in a connection tries anew after this, so that a refused one is not a busy loop of the kernel's.
const AGAIN: Duration = Duration::from_millis(5);

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
pub enum Attack {
    /// The log of a large game, asked for again and again from four addresses, and chat as fast as sockets take it.
    Logs,
    /// Public tables that start from large positions, and the lobby asked for again and again from four addresses.
    Lobby,
    /// Tables with large positions from all over a /48 of IPv6, and chat at each of them.
    Storage,
    /// One visitor takes every open seat there is, again and again.
    Seats,
    /// One of two people has the other replaced.
    Votes,
    /// Tables of six of the strongest computers that nobody looks at, from eight addresses.
    Computers,
    /// Large pictures from one address.
    Pictures,
    /// Analyses from eight addresses.
    Analyses,
    /// Requests of all kinds from fifty addresses, well and badly formed.
    Requests,
    /// As many connections as can be had, from two hundred addresses, that say nothing.
    Descriptors,
    /// Readers of 256 bytes in nine seconds.
    SlowReaders,
}

/// Where attackers go.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Target {
    /// The server, or the sink.
    pub server: SocketAddr,
    /// Whether addresses are said by a proxy.
    pub proxied: bool,
    /// What is there.
    pub scene: Scene,
}

impl Target {
    /// The way of one client: machines of this network for the attack, and others for everybody else.
    pub fn route(&self, network: u8, host: u8) -> Route {
        let client = match self.proxied {
            true => Client::Forwarded(Ipv4Addr::new(10, 0, network, host).into()),
            false => Client::Own(Ipv4Addr::new(127, 0, network, host).into()),
        };
        Route { server: self.server, client }
    }

    /// An attacker's.
    fn attacker(&self, host: u8) -> Route {
        self.route(1, host)
    }
}

/// What attackers share.
#[derive(Clone)]
struct Gang {
    target: Arc<Target>,
    until: Instant,
    tally: Arc<Mutex<Tally>>,
    /// Connections that are held now.
    held: Arc<AtomicUsize>,
}

impl Attack {
    /// Whether the attackers come from addresses that this machine does not have.
    pub fn is_proxied(self) -> bool {
        self == Attack::Storage
    }

    /// Attacks for so long, and tells what was answered.
    pub async fn run(self, target: Target, time: Duration) -> Tally {
        let gang = Gang {
            target: Arc::new(target),
            until: Instant::now() + time,
            tally: Arc::default(),
            held: Arc::default(),
        };
        let mut crew = JoinSet::new();
        match self {
            Attack::Logs => gang.logs(&mut crew),
            Attack::Lobby => gang.lobby(&mut crew),
            Attack::Storage => gang.storage(&mut crew),
            Attack::Seats => gang.seats(&mut crew),
            Attack::Votes => gang.votes(&mut crew),
            Attack::Computers => gang.computers(&mut crew),
            Attack::Pictures => gang.pictures(&mut crew),
            Attack::Analyses => gang.analyses(&mut crew),
            Attack::Requests => gang.requests(&mut crew),
            Attack::Descriptors => gang.descriptors(&mut crew),
            Attack::SlowReaders => gang.slow_readers(&mut crew),
        }
        while crew.join_next().await.is_some() {}
        gang.tally.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Gang {
    fn tally(&self, write: impl FnOnce(&mut Tally)) {
        write(&mut self.tally.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Does something until time is up; an error is a closed connection.
    fn again<F: Future<Output = Result<()>> + Send>(
        &self,
        crew: &mut JoinSet<()>,
        mut once: impl FnMut() -> F + Send + 'static,
    ) {
        let gang = self.clone();
        crew.spawn(async move {
            while Instant::now() < gang.until {
                match timeout_at(gang.until, once()).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => {
                        gang.tally(|tally| tally.add("closed"));
                        sleep(AGAIN).await;
                    }
                    Err(_) => return,
                }
            }
        });
    }

    /// Asks for the same again and again over so many connections.
    fn flood(&self, crew: &mut JoinSet<()>, route: Route, connections: usize, request: Asked) {
        for _ in 0..connections {
            let (gang, request) = (self.clone(), request.clone());
            self.again(crew, move || {
                let (gang, request) = (gang.clone(), request.clone());
                async move {
                    let mut door = Door::open(route).await?;
                    loop {
                        let answer = request.send(&mut door).await?;
                        gang.tally(|tally| tally.count(&answer));
                    }
                }
            });
        }
    }

    fn logs(&self, crew: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.large.clone();
        let log = Asked::get(format!("/api/tables/{game}/log"), cookie);
        (1..=4).for_each(|host| self.flood(crew, self.target.attacker(host), 8, log.clone()));
        (5..=8).for_each(|host| self.chat(crew, self.target.attacker(host), host.into()));
    }

    /// Opens a table and says something as often as it can.
    fn chat(&self, crew: &mut JoinSet<()>, route: Route, seed: u64) {
        let gang = self.clone();
        self.again(crew, move || {
            let gang = gang.clone();
            async move {
                let mut door = Door::open(route).await?;
                let Some((game, cookie)) = gang.open_table(&mut door, "{}").await? else {
                    return Ok(());
                };
                let log = Asked::get(format!("/api/tables/{game}/log"), cookie.clone());
                let mut player = Player::new(route, &game, cookie, 1, seed)?;
                player.connect().await?;
                gang.shout(&mut player, &mut door, &log).await
            }
        });
    }

    async fn shout(&self, player: &mut Player, door: &mut Door, log: &Asked) -> Result<()> {
        for line in 0.. {
            while !player.is_free() {
                let message = player.hear().await?;
                player.take(message)?;
            }
            player.order(Order::Say { seat: seat(1), text: "x".repeat(300) }).await?;
            if line % 100 == 99 {
                let answer = log.send(door).await?;
                self.tally(|tally| tally.count(&answer));
            }
            // Twenty a second are what a socket takes.
            sleep(Duration::from_millis(51)).await;
        }
        Ok(())
    }

    /// A table's name and its maker's cookie, if the server opens one.
    async fn open_table(&self, door: &mut Door, table: &str) -> Result<Option<(String, String)>> {
        let answer = door.post("/api/tables", "", table).await?;
        self.tally(|tally| tally.count(&answer));
        let opened = answer.read::<Opened>().ok();
        Ok(opened.zip(answer.cookie).map(|(opened, cookie)| (opened.game, cookie)))
    }

    fn lobby(&self, crew: &mut JoinSet<()>) {
        for host in 1..=4 {
            let route = self.target.attacker(host);
            self.flood(crew, route, 4, Asked::get("/api/tables?limit=100".into(), String::new()));
            (0..13).for_each(|table| self.sit_at_crowded(crew, route, table));
        }
    }

    /// Opens a public table that starts from a large position, and stays there.
    fn sit_at_crowded(&self, crew: &mut JoinSet<()>, route: Route, seed: u64) {
        let gang = self.clone();
        self.again(crew, move || {
            let gang = gang.clone();
            async move {
                let mut door = Door::open(route).await?;
                let crowded = &gang.target.scene.crowded;
                let Some((game, cookie)) = gang.open_table(&mut door, crowded).await? else {
                    sleep(Duration::from_secs(1)).await;
                    return Ok(());
                };
                let mut player = Player::new(route, &game, cookie, 1, seed)?;
                player.connect().await?;
                loop {
                    let message = player.hear().await?;
                    player.take(message)?;
                }
            }
        });
    }

    fn storage(&self, crew: &mut JoinSet<()>) {
        let next = Arc::new(AtomicU64::new(0));
        for _ in 0..16 {
            let (gang, next) = (self.clone(), next.clone());
            self.again(crew, move || {
                let (gang, number) = (gang.clone(), next.fetch_add(1, Ordering::Relaxed));
                async move {
                    let client = Client::Forwarded(somewhere_in_a_48(number));
                    let route = Route { server: gang.target.server, client };
                    let mut door = Door::open(route).await?;
                    let Some((game, cookie)) = gang.open_table(&mut door, &gang.target.scene.crowded).await?
                    else {
                        return Ok(());
                    };
                    gang.write_much(&mut door, &game, &cookie).await
                }
            });
        }
    }

    /// Says things at a table by requests.
    async fn write_much(&self, door: &mut Door, game: &str, cookie: &str) -> Result<()> {
        for line in 0..20 {
            let order = Order::Say { seat: seat(1), text: "x".repeat(300) };
            let answer = Asked::command(game, cookie, line + 1, &order).send(door).await?;
            self.tally(|tally| tally.count(&answer));
            if answer.status >= 400 {
                break;
            }
        }
        Ok(())
    }

    fn seats(&self, crew: &mut JoinSet<()>) {
        let (gang, route) = (self.clone(), self.target.attacker(1));
        self.again(crew, move || {
            let gang = gang.clone();
            async move {
                let mut door = Door::open(route).await?;
                // Whoever opens a table is somebody.
                let mut cookie = String::new();
                loop {
                    if let Some((_, known)) = gang.open_table(&mut door, "{}").await? {
                        cookie = known;
                    }
                    for place in &gang.target.scene.open {
                        gang.take_seats(&mut door, &place.game, &cookie).await?;
                    }
                }
            }
        });
        self.flood(crew, route, 4, Asked::get("/api/tables".into(), String::new()));
    }

    async fn take_seats(&self, door: &mut Door, game: &str, cookie: &str) -> Result<()> {
        let answer = door.get(&format!("/api/tables/{game}"), cookie).await?;
        self.tally(|tally| tally.count(&answer));
        let Ok(snapshot) = answer.read::<Snapshot>() else { return Ok(()) };
        let mut version = snapshot.version;
        for number in 2..=4 {
            let order = Order::Sit { seat: seat(number), name: format!("Thief {number}") };
            let answer = Asked::command(game, cookie, version, &order).send(door).await?;
            self.tally(|tally| tally.count(&answer));
            if answer.status == 200 {
                version += 1;
                self.tally(|tally| tally.seats += 1);
            }
        }
        Ok(())
    }

    fn votes(&self, crew: &mut JoinSet<()>) {
        let (gang, route) = (self.clone(), self.target.attacker(1));
        let Place { game, cookie } = self.target.scene.letters.clone();
        self.again(crew, move || {
            let (gang, game, cookie) = (gang.clone(), game.clone(), cookie.clone());
            async move {
                let mut door = Door::open(route).await?;
                loop {
                    let answer = door.get(&format!("/api/tables/{game}"), &cookie).await?;
                    gang.tally(|tally| tally.count(&answer));
                    let version = answer.read::<Snapshot>().map_or(0, |snapshot| snapshot.version);
                    let order = Order::Ask { seat: seat(2), proposal: Proposal::Replace { seat: seat(1) } };
                    let answer = Asked::command(&game, &cookie, version, &order).send(&mut door).await?;
                    gang.tally(|tally| tally.count(&answer));
                }
            }
        });
    }

    fn computers(&self, crew: &mut JoinSet<()>) {
        let seats = [r#"{"type":"computer","player":"level-5"}"#; 6].join(",");
        let table = format!(r#"{{"setup":{{"seats":6}},"seats":[{seats}]}}"#);
        for host in 1..=8 {
            let (gang, route, table) = (self.clone(), self.target.attacker(host), table.clone());
            self.again(crew, move || {
                let (gang, table) = (gang.clone(), table.clone());
                async move {
                    let mut door = Door::open(route).await?;
                    loop {
                        let Some((game, cookie)) = gang.open_table(&mut door, &table).await? else {
                            sleep(AGAIN).await;
                            continue;
                        };
                        let start = Asked::command(&game, &cookie, 1, &Order::Start {});
                        let answer = start.send(&mut door).await?;
                        gang.tally(|tally| tally.count(&answer));
                    }
                }
            });
        }
    }

    fn pictures(&self, crew: &mut JoinSet<()>) {
        let Place { game, cookie } = self.target.scene.large.clone();
        let picture = Asked::get(format!("/api/tables/{game}/board.png"), cookie);
        self.flood(crew, self.target.attacker(1), 100, picture);
    }

    fn analyses(&self, crew: &mut JoinSet<()>) {
        let record = serde_json::json!({ "record": self.target.scene.record }).to_string();
        let asked = Asked::post("/api/records/analysis".into(), String::new(), record);
        (1..=8).for_each(|host| self.flood(crew, self.target.attacker(host), 12, asked.clone()));
    }

    fn requests(&self, crew: &mut JoinSet<()>) {
        let long = format!("/api/tables?before={}", "a".repeat(60_000));
        let paths = ["/", "/api/tables", "/api/me", "/api/tables/none", "/api/openapi.json", &long];
        let get = paths.iter().map(|path| Asked::get((*path).to_owned(), "b".repeat(43)));
        let posts = ["", "{", "{}", r#"{"setup":{"seats":99}}"#]
            .map(|body| Asked::post("/api/enter".into(), String::new(), body.into()));
        let all: Vec<Asked> = get.chain(posts).collect();
        for host in 1..=50 {
            let request = all[usize::from(host) % all.len()].clone();
            self.flood(crew, self.target.attacker(host), 2, request);
        }
    }

    fn descriptors(&self, crew: &mut JoinSet<()>) {
        for host in 1..=200 {
            self.hold(crew, self.target.attacker(host), 210, Patience::Silent);
        }
    }

    fn slow_readers(&self, crew: &mut JoinSet<()>) {
        for host in 1..=20 {
            self.hold(crew, self.target.attacker(host), 190, Patience::Slow);
        }
    }

    /// Holds so many connections for as long as the server lets it.
    fn hold(&self, crew: &mut JoinSet<()>, route: Route, connections: usize, patience: Patience) {
        let (game, cookie) = (&self.target.scene.large.game, &self.target.scene.large.cookie);
        let text = match patience {
            Patience::Silent => "GET / HTTP/1.1\r\n".to_owned(),
            Patience::Slow => format!(
                "GET /api/tables/{game}/log HTTP/1.1\r\nHost: {}\r\nCookie: {}={cookie}\r\n\r\n",
                route.server,
                cookie_name(route.server)
            ),
        };
        for _ in 0..connections {
            let (gang, text) = (self.clone(), text.clone());
            self.again(crew, move || {
                let (gang, text) = (gang.clone(), text.clone());
                async move {
                    let mut stream = route.connect().await?;
                    stream.write_all(text.as_bytes()).await?;
                    let _held = Held::new(&gang);
                    let mut piece = [0; 256];
                    while stream.read(&mut piece).await? > 0 {
                        sleep(Duration::from_secs(9)).await;
                    }
                    anyhow::bail!("the server closed the connection")
                }
            });
        }
    }
}

/// How a connection is held.
#[derive(Clone, Copy)]
enum Patience {
    /// A request is begun and never ended.
    Silent,
    /// An answer is read very slowly.
    Slow,
}

/// One connection that is held.
struct Held(Arc<AtomicUsize>);

impl Held {
    fn new(gang: &Gang) -> Held {
        let held = gang.held.fetch_add(1, Ordering::Relaxed) + 1;
        gang.tally(|tally| tally.held = tally.held.max(held));
        Held(gang.held.clone())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A request that is sent again and again.
#[derive(Clone, Debug)]
struct Asked {
    path: String,
    cookie: String,
    /// Nothing for what is only looked at.
    body: Option<String>,
}

impl Asked {
    fn get(path: String, cookie: String) -> Asked {
        Asked { path, cookie, body: None }
    }

    fn post(path: String, cookie: String, body: String) -> Asked {
        Asked { path, cookie, body: Some(body) }
    }

    fn command(game: &str, cookie: &str, version: u64, order: &Order) -> Asked {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let id = format!("s{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let command = wire::table::Command { id, version, order: order.clone() };
        Asked::post(format!("/api/tables/{game}/commands"), cookie.into(), wire::write(&command))
    }

    async fn send(&self, door: &mut Door) -> Result<Answer> {
        match &self.body {
            Some(body) => door.post(&self.path, &self.cookie, body).await,
            None => door.get(&self.path, &self.cookie).await,
        }
    }
}

/// Another /64 each time, all of one /48.
fn somewhere_in_a_48(number: u64) -> IpAddr {
    let network = Ipv6Addr::new(0x2001, 0xdb8, 0xbad, 0, 0, 0, 0, 1).to_bits();
    IpAddr::V6(Ipv6Addr::from_bits(network | u128::from(number % 65_536) << 64))
}

fn seat(number: u8) -> Seat {
    number.try_into().expect("there are six seats")
}
