//! What attackers share: where they go, until when, what they were told; and the ways in which most of them go about it.

use super::attack::{Attack, Target};
use super::tally::Tally;
use crate::door::{Answer, Door, Route};
use anyhow::Result;
use std::future::Future;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};
use wire::Seat;
use wire::table::{Opened, Order};

/// Who breaks in a connection tries anew after this, so that a refused one is not a busy loop of the kernel's.
const AGAIN: Duration = Duration::from_millis(5);
/// Whoever was refused a connection that is to be held waits this long.
const REFUSED: Duration = Duration::from_millis(200);
/// Where only a few attackers come, each waits this long: the machine has other things to do.
const DISCOURAGED: Duration = Duration::from_millis(50);
/// Between two readings of somebody who reads slowly.
const SLOWLY: Duration = Duration::from_secs(9);
/// Room for the head of an answer, and for all of a refusal.
const HEAD: usize = 2048;

/// Attackers who are at it.
pub struct Attackers {
    gang: Gang,
    attackers: JoinSet<()>,
}

impl Attackers {
    /// Sets them on until then.
    pub fn begin(attack: Attack, target: Target, until: Instant) -> Attackers {
        let gang = Gang { target: Arc::new(target), until, tally: Arc::default(), held: Arc::default() };
        let mut attackers = JoinSet::new();
        attack.begin(&gang, &mut attackers);
        Attackers { gang, attackers }
    }

    /// What they were told by now.
    pub fn told(&self) -> Tally {
        self.gang.tally.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until their time is up.
    pub async fn end(mut self) -> Tally {
        while self.attackers.join_next().await.is_some() {}
        self.told()
    }
}

/// One of them.
#[derive(Clone)]
pub(super) struct Gang {
    pub(super) target: Arc<Target>,
    until: Instant,
    tally: Arc<Mutex<Tally>>,
    /// Connections that are held now.
    held: Arc<AtomicUsize>,
}

impl Gang {
    pub(super) fn tally(&self, write: impl FnOnce(&mut Tally)) {
        write(&mut self.tally.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// How long somebody waits who got nothing.
    pub(super) fn pause(&self) -> Duration {
        if self.target.share > 1 { DISCOURAGED } else { AGAIN }
    }

    /// Of so many as a whole gang has, those of this one.
    pub(super) fn of(&self, many: usize) -> usize {
        many.div_ceil(self.target.share)
    }

    /// The hosts of so many.
    pub(super) fn hosts(&self, many: usize) -> impl Iterator<Item = u8> + use<> {
        (1..=255).take(self.of(many))
    }

    /// Does something until time is up; an error is a closed connection.
    pub(super) fn again<F: Future<Output = Result<()>> + Send>(
        &self,
        attackers: &mut JoinSet<()>,
        mut once: impl FnMut(Gang) -> F + Send + 'static,
    ) {
        let gang = self.clone();
        attackers.spawn(async move {
            while Instant::now() < gang.until {
                match timeout_at(gang.until, once(gang.clone())).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => {
                        gang.tally(|tally| tally.add("closed"));
                        sleep(gang.pause()).await;
                    }
                    Err(_) => return,
                }
            }
        });
    }

    /// Asks for the same things again and again over so many connections.
    pub(super) fn flood(
        &self,
        attackers: &mut JoinSet<()>,
        route: Route,
        connections: usize,
        requests: Vec<Asked>,
    ) {
        for first in 0..connections {
            let requests = requests.clone();
            self.again(attackers, move |gang| {
                let requests = requests.clone();
                async move {
                    let mut door = Door::open(route).await?;
                    for request in requests.iter().cycle().skip(first) {
                        gang.send(&mut door, request).await?;
                    }
                    Ok(())
                }
            });
        }
    }

    /// Asks for something and counts the answer.
    pub(super) async fn send(&self, door: &mut Door, request: &Asked) -> Result<Answer> {
        let answer = match &request.body {
            Some(body) => door.post(&request.path, &request.cookie, body).await?,
            None => door.get(&request.path, &request.cookie).await?,
        };
        self.tally(|tally| tally.count(&answer));
        if [429, 503].contains(&answer.status) && self.target.share > 1 {
            sleep(self.pause()).await;
        }
        Ok(answer)
    }

    /// A table's name and its maker's cookie, if the server opens one.
    pub(super) async fn open_table(&self, door: &mut Door, table: &str) -> Result<Option<(String, String)>> {
        let opening = Asked::post("/api/tables".into(), String::new(), table.into());
        let answer = self.send(door, &opening).await?;
        let opened = answer.read::<Opened>().ok();
        Ok(opened.zip(answer.cookie).map(|(opened, cookie)| (opened.game, cookie)))
    }

    /// Asks for something over so many connections, and takes the answers in as slowly as it can.
    pub(super) fn hold(&self, attackers: &mut JoinSet<()>, route: Route, connections: usize, text: String) {
        for _ in 0..connections {
            let text = text.clone();
            self.again(attackers, move |gang| {
                let text = text.clone();
                async move {
                    let mut stream = route.connect().await?;
                    stream.write_all(text.as_bytes()).await?;
                    let held = Held::new(&gang);
                    let mut head = vec![0; HEAD];
                    let count = stream.read(&mut head).await?;
                    let answer = answer(&head[..count]);
                    if let Some(answer) = &answer {
                        gang.tally(|tally| tally.count(answer));
                    }
                    if answer.is_some_and(|answer| answer.status >= 400) {
                        drop((stream, held));
                        sleep(REFUSED).await;
                        return Ok(());
                    }
                    let mut piece = [0; 256];
                    while stream.read(&mut piece).await? > 0 {
                        sleep(SLOWLY).await;
                    }
                    anyhow::bail!("the server closed the connection")
                }
            });
        }
    }

    /// A request as it goes over the wire, for those who do not wait for its answer.
    pub(super) fn text(&self, route: Route, path: &str, cookie: &str, more: &str) -> String {
        route.head("GET", path, cookie) + more + "\r\n"
    }
}

/// The beginning of an answer: all of it, if it is a refusal.
fn answer(head: &[u8]) -> Option<Answer> {
    let text = String::from_utf8_lossy(head);
    let status = text.split(' ').nth(1)?.parse().ok()?;
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Some(Answer { status, body: body.to_owned(), ..Answer::default() })
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
pub(super) struct Asked {
    path: String,
    cookie: String,
    /// Nothing for what is only looked at.
    body: Option<String>,
}

impl Asked {
    pub(super) fn get(path: String, cookie: String) -> Asked {
        Asked { path, cookie, body: None }
    }

    pub(super) fn post(path: String, cookie: String, body: String) -> Asked {
        Asked { path, cookie, body: Some(body) }
    }

    pub(super) fn command(game: &str, cookie: &str, version: u64, order: &Order) -> Asked {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let id = format!("s{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let command = wire::table::Command { id, version, order: order.clone() };
        Asked::post(format!("/api/tables/{game}/commands"), cookie.into(), wire::write(&command))
    }
}

pub(super) fn seat(number: u8) -> Seat {
    number.try_into().expect("there are six seats")
}
