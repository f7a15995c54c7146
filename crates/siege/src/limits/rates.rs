//! What there is so much of in a while: requests, files, messages, things made and kept.

use super::place::{
    Filled, Ground, Person, Place, closed, done, heard, preview, refused, until_not_heard, until_refused,
};
use anyhow::{Result, ensure};
use futures_util::SinkExt;
use tokio_tungstenite::tungstenite::Message;

/// Bytes of an answer that count as a request.
const SENT: f64 = 65_536.0;
const TOO_MANY: (u16, &str) = (429, "too-many");
/// How many requests one counts as, by the end of its address.
const COSTS: [(f64, &[&str]); 4] = [
    (10.0, &["/analysis"]),
    (5.0, &["/board.png", "/hint", "/links", "/api/stream"]),
    (3.0, &["/board.svg", "/api/records"]),
    (2.0, &["/api/tables", "/features", "/fits", "/try", "/log"]),
];
/// What may be asked for at once, and in a second.
const REQUESTS: (f64, f64) = (200.0, 50.0);
/// A table of the largest game, of which 3 MB are six.
const LARGEST: &str = r#"{"setup":{"bag":{"U":999}},"seats":[{"type":"device","name":"Ann"}]}"#;

/// So many from all over a network of IPv6, each from another /64 of it.
async fn from_all_over(
    place: &Place,
    network: &str,
    burst: f64,
    steady: f64,
    make: impl AsyncFn(&mut Person) -> Result<crate::door::Answer>,
) -> Result<usize> {
    let filled = Filled::now(burst, steady);
    let mut number = 0;
    let count = until_refused(TOO_MANY, async || {
        number += 1;
        let mut person = Person::at(place.behind(&format!("{network}{:02x}::1", number % 256))?).await?;
        make(&mut person).await
    });
    let count = count.await?;
    filled.gave(count, 1.0)?;
    Ok(count)
}

pub(super) async fn requests(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let mut person = place.person(1).await?;
    let filled = Filled::now(REQUESTS.0, REQUESTS.1);
    let count = until_refused(TOO_MANY, async || person.get("/healthz").await).await?;
    filled.gave(count, 1.0 + 3.0 / SENT)?;
    done(&place.person(2).await?.get("/healthz").await?)?;
    let mut host = 2;
    for (cost, endings) in COSTS {
        for ending in endings {
            host += 1;
            let path = if ending.starts_with("/api") {
                (*ending).to_owned()
            } else {
                format!("/api/tables/none{ending}")
            };
            let mut person = place.person(host).await?;
            let filled = Filled::now(REQUESTS.0, REQUESTS.1);
            let mut bytes = 0;
            let count = until_not_heard(TOO_MANY, async || {
                let answer = person.get(&path).await?;
                bytes = bytes.max(answer.body.len());
                Ok(answer)
            });
            filled.gave(count.await?, cost + bytes as f64 / SENT)?;
        }
    }
    long_answers(&place).await?;
    Ok(format!("{count} at once; each of {host} kinds counts as many"))
}

/// Each 64 KiB of an answer count as a request more.
async fn long_answers(place: &Place) -> Result<()> {
    let mut person = place.person(100).await?;
    let filled = Filled::now(REQUESTS.0, REQUESTS.1);
    let mut bytes = 0;
    let count = until_refused(TOO_MANY, async || {
        let answer = person.get("/api/openapi.json").await?;
        bytes = bytes.max(answer.body.len());
        Ok(answer)
    });
    let count = count.await?;
    ensure!(bytes > 40_000, "{bytes} bytes are not much");
    filled.gave(count, 1.0 + bytes as f64 / SENT)
}

pub(super) async fn networks(ground: Ground) -> Result<String> {
    let place = ground.proxied().await?;
    let ask = async |person: &mut Person| person.get("/healthz").await;
    let (burst, steady) = REQUESTS;
    let small = from_all_over(&place, "2001:db8:1:", 2.0 * burst, 2.0 * steady, ask).await?;
    let of_site = Filled::now(4.0 * burst, 4.0 * steady);
    let large = from_all_over(&place, "2001:db8:2:1", 2.0 * burst, 2.0 * steady, ask).await?;
    let site = from_all_over(&place, "2001:db8:2:2", 2.0 * burst, 2.0 * steady, ask).await?;
    // The next /56 of the same /48 finds what came in since.
    let mut other = Person::at(place.behind("2001:db8:2:3::1")?).await?;
    let third = until_refused(TOO_MANY, async || other.get("/healthz").await).await?;
    of_site.gave(large + site + third, 1.0)?;
    Ok(format!("{small} requests of a /56, {} of a /48", large + site + third))
}

/// Commands and previews over sockets count as a fifth of a request.
pub(super) async fn over_sockets(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let filled = Filled::now(REQUESTS.0, REQUESTS.1);
    let (person, opened) = place.host(1, "{}").await?;
    // What opening the table counted as.
    let (mut sockets, mut before) = (Vec::new(), 2.0);
    for _ in 0..20 {
        let mut socket = person.socket(&opened.game).await?;
        let [you, snapshot] = [heard(&mut socket).await?, heard(&mut socket).await?];
        before += 1.0 + snapshot.map_or(0, |text| text.len()) as f64 / SENT;
        ensure!(you.is_ok(), "the socket was closed");
        sockets.push(socket);
    }
    let (mut count, mut is_refused) = (0u32, false);
    while !is_refused {
        // All at once, so that they come faster than they are allowed.
        for socket in &mut sockets {
            socket.send(Message::text(preview("p".into()))).await?;
        }
        for socket in &mut sockets {
            let Ok(said) = heard(socket).await? else { anyhow::bail!("a socket was closed before") };
            let is_too_much = said.contains("\"too-many\"");
            is_refused |= is_too_much;
            count += u32::from(!is_too_much);
        }
    }
    filled.gave((before + f64::from(count) * 0.2) as usize, 1.0)?;
    Ok(format!("{count} previews over 20 sockets"))
}

pub(super) async fn messages(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (person, opened) = place.host(1, "{}").await?;
    let mut socket = person.socket(&opened.game).await?;
    let filled = Filled::now(60.0, 20.0);
    let (_you, _snapshot) = (heard(&mut socket).await?, heard(&mut socket).await?);
    for _ in 0..200 {
        // The server may have heard enough.
        let _ = socket.send(Message::text("{}")).await;
    }
    let mut answered = 0;
    let (code, reason) = loop {
        match heard(&mut socket).await? {
            Ok(_) => answered += 1,
            Err(goodbye) => break goodbye,
        }
    };
    ensure!(code == 1008 && reason.contains("too many"), "closed with {code}: {reason}");
    // The client has answered a ping, too.
    filled.gave(answered + 1, 1.0)?;
    let mut socket = person.socket(&opened.game).await?;
    for _ in 0..200 {
        let _ = socket.send(Message::Ping(Default::default())).await;
    }
    closed(&mut socket, 1008).await?;
    Ok(format!("{answered} at once, then 1008; pings count, too"))
}

pub(super) async fn files(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let page = place.person(1).await?.get("/").await?.body;
    let folder =
        page.split("/assets/").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default().to_owned();
    let mut counts = Vec::new();
    for (host, path, cost) in
        [(2, format!("/assets/{folder}/i18n/en.json"), 0.1), (3, "/assets/none/none.js".to_owned(), 1.1)]
    {
        let mut person = place.person(host).await?;
        let filled = Filled::now(4000.0, 50.0);
        let mut bytes = 0;
        let count = until_not_heard(TOO_MANY, async || {
            let answer = person.get(&path).await?;
            bytes = bytes.max(answer.body.len());
            Ok(answer)
        });
        let count = count.await?;
        filled.gave(count, cost + bytes as f64 / SENT)?;
        counts.push(format!("{count} of {bytes} bytes"));
    }
    Ok(counts.join(", "))
}

pub(super) async fn makings(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (burst, steady) = (60.0, 0.2);
    let mut stranger = place.person(1).await?;
    let filled = Filled::now(burst, steady);
    let count = until_refused(TOO_MANY, async || stranger.make().await).await?;
    filled.gave(count, 1.0)?;
    let waits = stranger.make().await?.retry_after;
    ensure!(waits.is_some_and(|seconds| (1..=5).contains(&seconds)), "one more after {waits:?} s");
    // The same person from many addresses.
    let filled = Filled::now(burst, steady);
    let (mut known, _) = place.host(2, "{}").await?;
    let mut host = 2;
    let of_one = until_refused(TOO_MANY, async || {
        host += 1;
        known.moves(place.route(host)).await?;
        known.make().await
    });
    filled.gave(of_one.await? + 1, 1.0)?;
    let place = ground.proxied().await?;
    let make = async |person: &mut Person| person.make().await;
    let small = from_all_over(&place, "2001:db8:1:", 2.0 * burst, 2.0 * steady, make).await?;
    Ok(format!("{count} of an address and of a person, {small} of a /56"))
}

pub(super) async fn makings_in_all(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let filled = Filled::now(1500.0, 5.0);
    let mut flood = 0;
    for host in 1..=25 {
        let mut person = place.person(host).await?;
        flood += until_refused_or_busy(&mut person, Person::make).await?;
    }
    filled.gave(flood, 1.0)?;
    // The last quarter is for newcomers, who have had less than fifteen things.
    let all = Filled { burst: 2000.0, ..filled };
    let mut newcomers = 0;
    for host in 100..140 {
        let mut person = place.person(host).await?;
        let own = until_refused_or_busy(&mut person, Person::make).await?;
        newcomers += own;
    }
    refused(&place.person(100).await?.make().await?, 503, "busy")?;
    all.gave(flood + newcomers, 1.0)?;
    Ok(format!("{flood} of a flood and {newcomers} of newcomers, then 503 busy"))
}

/// How much somebody gets until they have enough, or all together have.
async fn until_refused_or_busy(
    person: &mut Person,
    make: impl AsyncFn(&mut Person) -> Result<crate::door::Answer>,
) -> Result<usize> {
    for count in 0..1000 {
        let answer = make(person).await?;
        match answer.status {
            429 => return refused(&answer, 429, "too-many").map(|()| count),
            503 => return refused(&answer, 503, "busy").map(|()| count),
            _ => done(&answer)?,
        }
    }
    anyhow::bail!("a thousand were not refused")
}

pub(super) async fn stored(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let mut person = place.person(1).await?;
    let open = async |person: &mut Person| person.post("/api/tables", LARGEST).await;
    // A table counts with the half megabyte that its game is likely to become, and the last one may go beyond.
    let count = until_refused(TOO_MANY, async || open(&mut person).await).await?;
    ensure!((6..=7).contains(&count), "{count} games of half a megabyte in 3 MB");
    refused(&person.make().await?, 429, "too-many")?;
    done(&open(&mut place.person(2).await?).await?)?;
    let place = ground.open().await?;
    let (filled, mut tables) = (Filled::now(75e6, 500e6 / 3600.0), 0);
    for host in 1..=25 {
        tables += until_refused_or_busy(&mut place.person(host).await?, open).await?;
    }
    // 75 MB of 100, and what came in the meantime.
    filled.gave(tables, 0.5e6)?;
    let newcomer = until_refused_or_busy(&mut place.person(26).await?, open).await?;
    ensure!((1..=3).contains(&newcomer), "a newcomer made {newcomer}");
    refused(&place.person(26).await?.make().await?, 503, "busy")?;
    done(&open(&mut place.person(100).await?).await?)?;
    Ok(format!("{count} games of half a megabyte of one address, {tables} of many, then newcomers only"))
}
