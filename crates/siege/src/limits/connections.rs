//! How many connections there may be, how long they may say nothing, and how slowly they may take things in.

use super::place::{Ground, Person, Place, closed, hello, preview, refused};
use crate::door::{Door, Route, UPGRADE};
use anyhow::{Context, Result, bail, ensure};
use futures_util::SinkExt;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// Descriptors that are not for sockets and connections.
const RESERVE: u64 = 160;
const SOCKETS: u64 = 20_000;
const CONNECTIONS: u64 = 10_000;
/// From one address.
const EACH: usize = 200;
/// How much later than it should a server may close a connection on a machine that has other things to do.
const LATE: Duration = Duration::from_secs(20);

/// A public table, so that anybody may look on.
const PUBLIC: &str = r#"{"public":true}"#;

/// How many sockets and connections there may be with as many descriptors as the system gives.
async fn expected(place: &Place) -> Result<(u64, u64)> {
    let room = place.number("process_most_files").await? - RESERVE;
    let (all, sockets) = (SOCKETS + CONNECTIONS, room * SOCKETS / (SOCKETS + CONNECTIONS));
    Ok(if room >= all { (SOCKETS, CONNECTIONS) } else { (sockets, room - sockets) })
}

/// What makes a socket of a connection, and says hello over it.
fn socket_text(route: Route, game: &str, cookie: &str) -> Vec<u8> {
    let head = route.head("GET", &format!("/api/tables/{game}/socket"), cookie) + UPGRADE + "\r\n";
    [head.as_bytes(), &frame(&hello())].concat()
}

/// A short message of a client's that is not hidden by its mask.
fn frame(text: &str) -> Vec<u8> {
    let length = text.len();
    let head = match u8::try_from(length) {
        Ok(length @ ..126) => vec![0x81, 0x80 | length],
        _ => vec![0x81, 0x80 | 126, (length >> 8) as u8, length as u8],
    };
    [&head[..], &[0; 4], text.as_bytes()].concat()
}

/// The status of an answer of which nothing else was read.
pub(super) async fn status(stream: &mut TcpStream) -> Result<u16> {
    let mut head = [0; 12];
    stream.read_exact(&mut head).await?;
    std::str::from_utf8(&head[9..])?.parse().context("no status")
}

/// Opens a socket, if there is room, and tells with which status it was answered.
async fn try_socket(route: Route, game: &str, cookie: &str) -> Result<(u16, TcpStream)> {
    let mut stream = route.connect().await?;
    stream.write_all(&socket_text(route, game, cookie)).await?;
    Ok((status(&mut stream).await?, stream))
}

pub(super) async fn sockets_of_one(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (host, opened) = place.host(1, PUBLIC).await?;
    let mut counts = Vec::new();
    for cookie in [host.cookie.as_str(), ""] {
        let mut held = Vec::new();
        loop {
            let (status, stream) = try_socket(host.route, &opened.game, cookie).await?;
            if status != 101 {
                break;
            }
            held.push(stream);
        }
        counts.push(held.len());
        let mut other = place.person(2).await?;
        ensure!(try_socket(other.route, &opened.game, "").await?.0 == 101, "another address has its own");
        let refusal = refusal(host.route, &opened.game).await?;
        refused(&refusal, 429, "too-many")?;
        drop(held);
        other.get("/healthz").await?;
        place.until("sockets", 0).await?;
        // So that the next ones are not too many requests.
        sleep(Duration::from_secs(4)).await;
    }
    ensure!(counts == [EACH; 2], "{counts:?} sockets");
    Ok(format!("{EACH}, of a person and of strangers"))
}

/// The answer to somebody who wants a socket and gets none.
async fn refusal(route: Route, game: &str) -> Result<crate::door::Answer> {
    let mut door = Door::open(route).await?;
    let head = route.head("GET", &format!("/api/tables/{game}/socket"), "");
    door.send(&(head + UPGRADE + "\r\n")).await?;
    door.answer().await
}

pub(super) async fn sockets_in_all(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (_, opened) = place.host(1, PUBLIC).await?;
    let (wanted, _) = expected(&place).await?;
    let (mut held, mut host) = (Vec::new(), 2);
    while (held.len() as u64) < wanted {
        let before = held.len();
        for _ in 0..EACH {
            match try_socket(place.route(host), &opened.game, "").await? {
                (101, stream) => held.push(stream),
                _ => break,
            }
        }
        host += 1;
        ensure!(held.len() > before || host < 4000, "{} sockets, not {wanted}", held.len());
    }
    ensure!(place.number("sockets").await? == wanted, "others were closed");
    refused(&refusal(place.route(host), &opened.game).await?, 503, "full")?;
    let files = place.number("process_most_files").await?;
    Ok(format!("{wanted} with {files} descriptors, from {host} addresses, then 503 full"))
}

/// A connection that begins to ask.
async fn idle(route: Route) -> Result<TcpStream> {
    let mut stream = route.connect().await?;
    stream.write_all(b"GET ").await?;
    Ok(stream)
}

pub(super) async fn connections_of_one(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let mut held = Vec::new();
    for _ in 0..EACH {
        held.push(idle(place.route(1)).await?);
    }
    place.until("connections", EACH as u64).await?;
    refused(&turned_away(place.route(1)).await?, 429, "too-many")?;
    ensure!(place.person(2).await?.get("/healthz").await?.status == 200, "another address has its own");
    drop(held);
    place.until("connections", 0).await?;
    ensure!(place.person(1).await?.get("/healthz").await?.status == 200, "there is room again");
    Ok(format!("{EACH}, then 429"))
}

/// The answer to somebody for whom there is no room. Whoever does not ask at once hears nothing, and tries again.
async fn turned_away(route: Route) -> Result<crate::door::Answer> {
    for _ in 0..100 {
        let asked = async { Door::open(route).await?.get("/", "").await };
        if let Ok(answer) = asked.await {
            return Ok(answer);
        }
    }
    bail!("nobody is told that there is no room")
}

pub(super) async fn connections_in_all(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (_, wanted) = expected(&place).await?;
    let (mut held, mut host) = (Vec::new(), 1);
    // Those for whom there is no room any more are told so, and closed.
    while (held.len() as u64) < wanted {
        let share = (EACH as u64).min((wanted - held.len() as u64).div_ceil(3)) as usize;
        for _ in 0..share {
            held.push(idle(place.route(host)).await?);
        }
        host += 1;
    }
    place.until("connections", wanted).await?;
    refused(&turned_away(place.route(host)).await?, 503, "full")?;
    let well = async { Door::open(place.route(host)).await?.get("/healthz", "").await };
    ensure!(well.await?.status == 200, "who watches over the server is answered");
    Ok(format!("{wanted} from {host} addresses, then 503 full; /healthz is answered"))
}

pub(super) async fn watchers(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let mut held = Vec::new();
    for _ in 0..16 {
        held.push(idle(place.house.metrics.into()).await?);
    }
    refused(&turned_away(place.house.metrics.into()).await?, 503, "full")?;
    held.pop();
    while turned_away(place.house.metrics.into()).await?.status == 503 {}
    Ok("16, then 503".into())
}

/// Waits until a connection ends, and tells what was said before and how long that took.
async fn end(mut stream: TcpStream, since: Instant) -> (String, Duration) {
    let mut said = Vec::new();
    // A connection that is reset has ended, too.
    let _ = stream.read_to_end(&mut said).await;
    (String::from_utf8_lossy(&said).into_owned(), since.elapsed())
}

fn took(time: Duration, wanted: Duration) -> Result<()> {
    ensure!((wanted..wanted + LATE).contains(&time), "after {time:?}, not {wanted:?}");
    Ok(())
}

pub(super) async fn headers_in_time(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let since = Instant::now();
    let mut begun = place.route(1).connect().await?;
    begun.write_all(b"GET /healthz HTTP/1.1\r\nHost: ").await?;
    let silent = place.route(1).connect().await?;
    let ((said, first), (_, second)) = tokio::join!(end(begun, since), end(silent, since));
    ensure!(!said.contains("200 OK"), "it was answered: {said}");
    took(first, Duration::from_secs(10))?;
    took(second, Duration::from_secs(10))?;
    Ok(format!("closed after {:.1} s and {:.1} s", first.as_secs_f64(), second.as_secs_f64()))
}

pub(super) async fn body_in_time(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (mut door, since) = (Door::open(place.route(1)).await?, Instant::now());
    let head = place.route(1).head("POST", "/api/tables", "");
    door.send(&format!("{head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{{")).await?;
    let answer = door.answer().await?;
    took(since.elapsed(), Duration::from_secs(20))?;
    refused(&answer, 408, "busy")?;
    Ok(format!("408 busy after {:.1} s", since.elapsed().as_secs_f64()))
}

pub(super) async fn silence(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (host, opened) = place.host(1, PUBLIC).await?;
    let (status, stream) = try_socket(host.route, &opened.game, &host.cookie).await?;
    ensure!(status == 101, "status {status}");
    let mut answering = host.socket(&opened.game).await?;
    let since = Instant::now();
    let answers = async { super::place::closed(&mut answering, 1000).await };
    let (said, time) = tokio::select! {
        ended = end(stream, since) => ended,
        closed = answers => bail!("who answers pings is closed, too: {closed:?}"),
    };
    took(time, Duration::from_secs(90))?;
    ensure!(said.contains("too slowly"), "no reason was given");
    ensure!(place.number("sockets").await? == 1, "who answers pings stays");
    Ok(format!("1008 after {:.1} s; who answers pings stays", time.as_secs_f64()))
}

/// A client that does not take in what it asked for, and one that takes in 256 bytes in nine seconds.
pub(super) async fn slow_readers(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let page = place.person(1).await?.get("/").await?.body;
    let folder = page.split("/assets/").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    let asked =
        |route: Route| route.request("GET", &format!("/assets/{folder}/i18n/en.json"), "", "").repeat(100);
    place.until("connections", 0).await?;
    let (mut streams, since) = (Vec::new(), Instant::now());
    for host in [2, 3] {
        let route = place.route(host);
        let mut stream = route.connect_narrowly().await?;
        stream.write_all(asked(route).as_bytes()).await?;
        streams.push(stream);
    }
    place.until("connections", 2).await?;
    let [slow, unread] = <[TcpStream; 2]>::try_from(streams).ok().context("two readers")?;
    let reading = async {
        let (mut slow, mut piece) = (slow, [0; 256]);
        while let Ok(1..) = slow.read(&mut piece).await {
            sleep(Duration::from_secs(9)).await;
        }
        bail!("a slow reader read everything")
    };
    tokio::select! {
        ended = place.until("connections", 0) => ended?,
        read = reading => read?,
    }
    let time = since.elapsed();
    took(time, Duration::from_secs(60))?;
    drop(unread);
    Ok(format!("both readers are cut off after {:.1} s", time.as_secs_f64()))
}

/// A socket whose client takes in nothing: questions are answered with their long ids until no more fits on the way.
pub(super) async fn unread_messages(ground: Ground) -> Result<String> {
    const ID: usize = 3900;
    let place = ground.open().await?;
    let (host, opened) = place.host(1, PUBLIC).await?;
    let mut stream = host.route.connect_narrowly().await?;
    stream.write_all(&socket_text(host.route, &opened.game, &host.cookie)).await?;
    let (mut reader, mut writer) = stream.into_split();
    let since = Instant::now();
    // The first fifty are what there is at once, the others come at the pace that is allowed. The way holds half a megabyte.
    for message in 0..150 {
        let sent = timeout(Duration::from_secs(1), writer.write_all(&frame(&preview("p".repeat(ID))))).await;
        if sent.is_err() {
            break;
        }
        if message > 50 {
            sleep(Duration::from_millis(52)).await;
        }
    }
    // The server has waited for some seconds, and waits for ten; then it has ten to say why it goes.
    sleep(Duration::from_secs(9)).await;
    let mut said = Vec::new();
    let _ = reader.read_to_end(&mut said).await;
    ensure!(
        String::from_utf8_lossy(&said).contains("takes in messages too slowly"),
        "{} bytes, and no reason",
        said.len()
    );
    ensure!(since.elapsed() > Duration::from_secs(10), "after {:?}", since.elapsed());
    place.until("sockets", 0).await?;
    Ok("1008 when a message was not taken in for 10 s".into())
}

pub(super) async fn message_bytes(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (host, opened) = place.host(1, "{}").await?;
    let mut socket = host.socket(&opened.game).await?;
    socket.send(Message::text("x".repeat(4096))).await?;
    loop {
        match super::place::heard(&mut socket).await? {
            Ok(text) if text.contains("rejected") => break,
            Ok(_) => {}
            Err(goodbye) => bail!("closed with {goodbye:?}"),
        }
    }
    socket.send(Message::text("x".repeat(4097))).await?;
    closed(&mut socket, 1009).await?;
    Ok("4096 bytes, then 1009".into())
}

pub(super) async fn streams(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (host, _) = place.host(1, "{}").await?;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(stream(&host).await?);
    }
    let mut fifth = Door::open(host.route).await?;
    refused(&fifth.get("/api/stream", &host.cookie).await?, 429, "too-many")?;
    held.pop();
    while stream(&host).await.is_err() {
        sleep(Duration::from_millis(50)).await;
    }
    Ok("4, then 429".into())
}

async fn stream(person: &Person) -> Result<TcpStream> {
    let mut stream = person.route.connect_narrowly().await?;
    stream.write_all(person.route.request("GET", "/api/stream", &person.cookie, "").as_bytes()).await?;
    let status = status(&mut stream).await?;
    ensure!(status == 200, "status {status}");
    Ok(stream)
}

pub(super) async fn unread_streams(ground: Ground) -> Result<String> {
    let (place, scene) = ground.played().await?;
    let person = place.known(1, &scene.busy.cookie).await?;
    let _unread = stream(&person).await?;
    let since = Instant::now();
    place.until("sockets", 1).await?;
    place.until("sockets", 0).await?;
    took(since.elapsed(), Duration::from_secs(10))?;
    Ok(format!("ended after {:.1} s", since.elapsed().as_secs_f64()))
}

pub(super) async fn admin_calls(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let path = place.data.join("admin.sock");
    let since = Instant::now();
    let mut held = Vec::new();
    for _ in 0..8 {
        held.push(tokio::net::UnixStream::connect(&path).await?);
    }
    let mut ninth = tokio::net::UnixStream::connect(&path).await?;
    ninth.write_all(b"{\"ask\":\"bans\"}\n").await?;
    let mut answer = String::new();
    ninth.read_to_string(&mut answer).await?;
    ensure!(answer.contains("bans"), "{answer}");
    took(since.elapsed(), Duration::from_secs(10))?;
    drop(held);
    Ok(format!("the ninth is answered after {:.1} s", since.elapsed().as_secs_f64()))
}
