//! What takes long and waits in queues, and what is held until it is taken in.

use super::connections::status;
use super::place::{Ground, Person, Place, heard, refused};
use crate::door::{Door, Route};
use crate::strangers::scene;
use anyhow::{Result, ensure};
use futures_util::future::join_all;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use wire::table::Order;

/// Against the computer, with hints.
const AIDED: &str =
    r#"{"hints":true,"seats":[{"type":"device","name":"Eve"},{"type":"computer","player":"greedy"}]}"#;

/// What somebody asks for.
struct Asked {
    path: String,
    cookie: String,
    body: Option<String>,
}

impl Asked {
    fn get(place: &scene::Place, rest: &str) -> Asked {
        Asked { path: format!("/api/tables/{}{rest}", place.game), cookie: place.cookie.clone(), body: None }
    }

    fn text(&self, route: Route) -> String {
        let method = if self.body.is_some() { "POST" } else { "GET" };
        route.request(method, &self.path, &self.cookie, self.body.as_deref().unwrap_or_default())
    }
}

/// Has the server hear so many of the same question at once, from so many addresses, and tells how many were answered.
/// All others must have been refused as the docs say.
async fn crowd(place: &Place, asked: &Asked, hosts: u16, each: usize) -> Result<usize> {
    let mut doors = Vec::new();
    for host in 0..hosts {
        for _ in 0..each {
            doors.push((Door::open(place.route(100 + host)).await?, place.route(100 + host)));
        }
    }
    let sending = async {
        for (door, route) in &mut doors {
            door.send(&asked.text(*route)).await?;
        }
        Ok(())
    };
    place.at_once(sending).await?;
    let mut answered = 0;
    for (door, _) in &mut doors {
        let answer = door.answer().await?;
        match answer.status {
            200 => answered += 1,
            _ => refused(&answer, 503, "busy")?,
        }
    }
    Ok(answered)
}

/// So many work and so many wait; of the others at least some are refused.
fn held(answered: usize, room: usize, of: usize) -> Result<String> {
    ensure!((room..of).contains(&answered), "{answered} of {of} were answered; there is room for {room}");
    Ok(format!("{answered} of {of} at once"))
}

pub(super) async fn lines(ground: Ground) -> Result<String> {
    let (place, scene) = ground.played().await?;
    let path = format!("/api/tables/{}/try", scene.large.game);
    let asked = Asked { path, cookie: scene.large.cookie.clone(), body: Some("{}".into()) };
    held(crowd(&place, &asked, 4, 60).await?, 64, 240)
}

pub(super) async fn tellings(ground: Ground) -> Result<String> {
    let (place, scene) = ground.played().await?;
    let asked = Asked::get(&scene.large, "/record");
    held(crowd(&place, &asked, 4, 60).await?, 128, 240)
}

pub(super) async fn drawings(ground: Ground) -> Result<String> {
    let (place, scene) = ground.played().await?;
    let asked = Asked::get(&scene.letters, "/board.svg");
    held(crowd(&place, &asked, 4, 40).await?, 64, 160)
}

/// A connection over which something was asked for of which nothing is taken in, if it was not refused.
async fn unread(route: Route, asked: &Asked) -> Result<(u16, TcpStream)> {
    let mut stream = route.connect_narrowly().await?;
    stream.write_all(asked.text(route).as_bytes()).await?;
    Ok((status(&mut stream).await?, stream))
}

async fn answer(route: Route, asked: &Asked) -> Result<crate::door::Answer> {
    let mut door = Door::open(route).await?;
    door.send(&asked.text(route)).await?;
    door.answer().await
}

/// Logs that are being sent.
pub(super) async fn logs(ground: Ground) -> Result<String> {
    let (place, scene) = ground.played().await?;
    let asked = Asked::get(&scene.large, "/log");
    let (mut held, mut host) = (Vec::new(), 1);
    let mut of_one = Vec::new();
    while held.len() < 256 {
        let before = held.len();
        while let (200, stream) = unread(place.route(host), &asked).await? {
            held.push(stream);
        }
        of_one.push(held.len() - before);
        ensure!(host < 100, "{} logs", held.len());
        if host == 1 {
            refused(&answer(place.route(1), &asked).await?, 429, "too-many")?;
        }
        host += 1;
    }
    ensure!(of_one[0] == 16 && place.number("logs").await? == 256, "{of_one:?} logs");
    refused(&answer(place.route(host), &asked).await?, 503, "full")?;
    Ok(format!("16 to an address, 256 to {} addresses", of_one.len()))
}

/// Long answers that nobody takes in.
pub(super) async fn unsent(ground: Ground) -> Result<String> {
    const EACH: u64 = 8 << 20;
    const ALL: u64 = 64 << 20;
    let (place, scene) = ground.played().await?;
    let large = answer(place.route(1), &Asked::get(&scene.large, "/record")).await?.body;
    let body = Some(serde_json::json!({ "record": large }).to_string());
    let asked = Asked { path: "/api/records".into(), cookie: String::new(), body };
    let mut held = Vec::new();
    while let (200, stream) = unread(place.route(1), &asked).await? {
        held.push(stream);
    }
    let one = place.number("unsent_bytes").await?;
    ensure!((EACH / 2..=EACH).contains(&one), "{one} bytes of one network");
    refused(&answer(place.route(1), &asked).await?, 429, "too-many")?;
    for host in 2..30 {
        while let (200, stream) = unread(place.route(host), &asked).await? {
            held.push(stream);
        }
    }
    let all = place.number("unsent_bytes").await?;
    ensure!((ALL / 4 * 3..=ALL).contains(&all), "{all} bytes in all");
    let refusal = answer(place.route(30), &asked).await?;
    refused(&refusal, 503, "full")?;
    Ok(format!("{one} bytes of a network, {all} in all"))
}

/// Somebody whose turn it is at a table with hints.
async fn aided(place: &Place, host: u16) -> Result<(Person, String)> {
    let (person, opened) = place.host(host, AIDED).await?;
    let mut player = crate::player::Player::new(person.route, &opened.game, person.cookie.clone(), 1, 1)?;
    player.connect().await?;
    while player
        .now
        .as_ref()
        .is_none_or(|now| now.to_act != Some(wire::ToAct::Seat { seat: super::place::seat(1) }))
    {
        let message = player.hear().await?;
        player.take(message)?;
        let is_new = player.stage() == Some(wire::table::Stage::Gathering) && player.is_free();
        if let Some(order) = is_new.then_some(Order::Start {}).or_else(|| player.duty()) {
            player.order(order).await?;
        }
    }
    Ok((person, format!("/api/tables/{}/hint", opened.game)))
}

pub(super) async fn hints(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let mut asking = Vec::new();
    for host in 1..=12 {
        let (person, path) = aided(&place, host).await?;
        let asked = Asked { path, cookie: person.cookie, body: Some(r#"{"seat":1}"#.into()) };
        for _ in 0..if host == 1 { 5 } else { 4 } {
            asking.push((Door::open(person.route).await?, asked.text(person.route), host));
        }
    }
    let sending = async {
        for (door, text, _) in &mut asking {
            door.send(text).await?;
        }
        Ok(())
    };
    place.at_once(sending).await?;
    let mut told = BTreeMap::<u16, usize>::new();
    for (door, _, host) in &mut asking {
        let answer = door.answer().await?;
        match answer.status {
            200 => *told.entry(*host).or_default() += 1,
            _ => refused(&answer, 503, "analysts-busy")?,
        }
    }
    let (all, first) = (told.values().sum::<usize>(), told.get(&1).copied().unwrap_or_default());
    ensure!(first <= 4, "{first} hints to one address");
    ensure!((32..49).contains(&all), "{all} hints");
    Ok(format!("{all} of 49 at once, {first} of 5 of one address"))
}

/// Games that are analysed, and analyses that are looked at from an address.
pub(super) async fn analyses(ground: Ground) -> Result<String> {
    let (place, scene) = ground.played().await?;
    let asked = |number: usize| Asked {
        path: "/api/records/analysis".into(),
        cookie: String::new(),
        // Each is another game.
        body: Some(
            serde_json::json!({ "record": format!("[Round \"{number}\"]\n{}", scene.record) }).to_string(),
        ),
    };
    let (mut looking, mut number) = (Vec::new(), 0);
    for host in 1..=8 {
        for _ in 0..8 {
            number += 1;
            let route = place.route(host);
            let mut stream = route.connect().await?;
            stream.write_all(asked(number).text(route).as_bytes()).await?;
            ensure!(status(&mut stream).await? == 200, "analysis {number} is refused");
            looking.push(stream);
        }
        let mut ninth = Door::open(place.route(host)).await?;
        refused(
            &ninth.post("/api/records/analysis", "", asked(1).body.as_deref().unwrap_or_default()).await?,
            503,
            "analysts-busy",
        )?;
    }
    ensure!(place.number("analyses").await? == 64, "{} analyses", place.number("analyses").await?);
    let route = place.route(9);
    let mut newcomer = route.connect().await?;
    newcomer.write_all(asked(100).text(route).as_bytes()).await?;
    ensure!(status(&mut newcomer).await? == 200, "a newcomer is refused");
    ensure!(place.number("analyses").await? == 64, "there are more");
    // One of those who had the most is told so at the end of what was told.
    for stream in &mut looking {
        let (mut said, mut piece) = (Vec::new(), vec![0; 64 << 10]);
        while let Ok(Ok(count @ 1..)) = timeout(Duration::from_millis(20), stream.read(&mut piece)).await {
            said.extend_from_slice(&piece[..count]);
        }
        if String::from_utf8_lossy(&said).contains("analysts-busy") {
            return Ok(
                "8 of an address, 64 in all; a newcomer takes the place of one of those who have the most"
                    .into(),
            );
        }
    }
    anyhow::bail!("nobody made room for the newcomer")
}

/// Messages that wait for one table, while each commit takes two seconds: of those who belong to it, and of all others.
pub(super) async fn mailbox(ground: Ground) -> Result<String> {
    let place = ground.with(&["--slow-commits=2000"]).await?;
    let table = r#"{"setup":{"seats":6},"public":true,"seats":[{"type":"device","name":"Ann"}]}"#;
    let (host, opened) = place.host(1, table).await?;
    let mut people = vec![host];
    for number in 2..=5 {
        let (mut guest, _) = place.host(u16::from(number), "{}").await?;
        super::place::done(&guest.sit(&opened.game, number, &format!("Guest {number}x")).await?)?;
        people.push(guest);
    }
    let path = format!("/api/tables/{}/commands", opened.game);
    let mut doors = Vec::new();
    for (person, number) in people.iter().zip(1..) {
        for line in 0..20 {
            let order = Order::Say { seat: super::place::seat(number), text: "hello".into() };
            let command = wire::table::Command { id: format!("l{line}"), version: 1, order };
            let body = Some(wire::write(&command));
            let asked = Asked { path: path.clone(), cookie: person.cookie.clone(), body };
            doors.push((Door::open(person.route).await?, asked.text(person.route)));
        }
    }
    let sending = async {
        for (door, text) in &mut doors {
            door.send(text).await?;
        }
        Ok(())
    };
    place.at_once(sending).await?;
    // Who is refused is so at once; the others wait for the disk.
    let answers = doors.iter_mut().map(|(door, _)| timeout(Duration::from_secs(3), door.answer()));
    let mut waiting = 0;
    for answer in join_all(answers).await {
        match answer.ok().transpose()? {
            Some(answer) if answer.status != 200 => refused(&answer, 503, "busy")?,
            _ => waiting += 1,
        }
    }
    ensure!((64..=66).contains(&waiting), "{waiting} messages of members wait");
    // The others have room of their own.
    let mut sockets = Vec::new();
    for host in 0..70 {
        sockets.push(stranger(&place, 100 + host, &opened.game).await?);
    }
    let words = sockets.iter_mut().map(|socket| timeout(Duration::from_secs(3), last_word(socket)));
    let mut sent_away = 0;
    for said in join_all(words).await {
        let Ok(said) = said else { continue };
        let (code, reason) = said?;
        ensure!(code == 1013 && !reason.is_empty(), "closed with {code}: {reason}");
        sent_away += 1;
    }
    ensure!(sent_away == 6, "{sent_away} of 70 strangers were sent away");
    Ok("64 of members and 64 of strangers, then 503 or 1013".into())
}

async fn stranger(place: &Place, host: u16, game: &str) -> Result<crate::socket::Socket> {
    place.person(host).await?.socket(game).await
}

/// Why a socket was closed.
async fn last_word(socket: &mut crate::socket::Socket) -> Result<(u16, String)> {
    loop {
        if let Err(goodbye) = heard(socket).await? {
            return Ok(goodbye);
        }
    }
}

/// How many decisions of the computer's may wait.
pub(super) async fn thoughts(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let (room, wanted) = (place.number("thoughts_room").await?, 1000 * cores.saturating_sub(1).max(1) as u64);
    ensure!(room == wanted, "{room} decisions, not {wanted}");
    Ok(format!("{room}, as the server tells; `siege load --computers` fills it"))
}
