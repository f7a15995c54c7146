//! What may be done at tables: seats, names, chat, links, devices.

use super::place::{Filled, Ground, Person, Place, done, refused, seat, until_refused};
use crate::door::Answer;
use crate::pair::Pair;
use anyhow::{Context, Result, ensure};
use chance::fair;
use std::time::Duration;
use tokio::time::sleep;
use wire::table::{LinkMade, Order, Proposal, Snapshot};

const TOO_MANY: (u16, &str) = (429, "too-many");
/// Somebody's table with open seats for anybody.
const OPEN: &str = r#"{"setup":{"seats":4},"public":true,"seats":[{"type":"device","name":"Host"}]}"#;
const OWN: &str = r#"{"seats":[{"type":"device","name":"Ann"}]}"#;
/// A game that is over in no time, for somebody alone.
const TINY: &str = r#"{"setup":{"seats":1,"bag":{"U":2}},"seats":[{"type":"device","name":"Ann"}]}"#;
/// Somebody asks so often before they go somewhere else, so that requests are never too many.
const REQUESTS: u32 = 90;

/// Somebody who does a lot, and for that is at one address after the other.
struct Wanderer<'a> {
    place: &'a Place,
    person: Person,
    host: u16,
    asked: u32,
}

impl<'a> Wanderer<'a> {
    fn new(place: &'a Place, person: Person, host: u16) -> Wanderer<'a> {
        Wanderer { place, person, host, asked: 0 }
    }

    async fn order(&mut self, game: &str, order: Order) -> Result<Answer> {
        self.asked += 1;
        if self.asked.is_multiple_of(REQUESTS) {
            self.host += 1;
            self.person.moves(self.place.route(self.host)).await?;
        }
        self.person.order(game, order).await
    }
}

/// A visitor whom the server knows.
async fn visitor(place: &Place, host: u16) -> Result<Person> {
    Ok(place.host(host, "{}").await?.0)
}

pub(super) async fn seats_held(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let mut games = Vec::new();
    let mut host = place.person(1).await?;
    for _ in 0..7 {
        games.push(host.open(OPEN).await?.game);
    }
    let seats: Vec<(&String, u8)> =
        games.iter().flat_map(|game| (2..=4).map(move |number| (game, number))).collect();
    let (mut counts, mut of_all) = (Vec::new(), 0);
    for name in ["Thief", "Robber", "Rogue", "Rascal"] {
        let (mut thief, before) = (visitor(&place, 2).await?, of_all);
        let refusal = loop {
            let (game, number) = seats[of_all];
            let answer = thief.sit(game, number, &format!("{name} {number}")).await?;
            if answer.status != 200 {
                break answer;
            }
            of_all += 1;
        };
        refused(&refusal, 429, "seats-held")?;
        counts.push(of_all - before);
    }
    ensure!(counts[0] == 6 && of_all == 20, "{counts:?} seats");
    let free = games.last().context("there are tables")?;
    done(&host.sit(free, 4, "Host again").await?).context("whoever made a table is not counted there")?;
    Ok(format!("{counts:?} seats of four people at one address"))
}

pub(super) async fn sittings(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (_, opened) = place.host(1, OPEN).await?;
    let filled = Filled::now(12.0, 0.1);
    let mut of_one = None;
    let (all, mut count) = (Filled::now(60.0, 0.5), 0);
    for number in 1..=6 {
        let mut person = visitor(&place, 2).await?;
        person.look(&opened.game).await?;
        let own = until_refused(TOO_MANY, async || {
            let answer = person.sit(&opened.game, 2, &format!("Guest {number}")).await?;
            if answer.status == 200 {
                done(&person.stand(&opened.game, 2).await?)?;
            }
            Ok(answer)
        });
        let own = own.await?;
        of_one = of_one.or(Some(own));
        count += own;
    }
    filled.gave(of_one.unwrap_or_default(), 1.0)?;
    all.gave(count, 1.0)?;
    Ok(format!("{} of a person, {count} of an address", of_one.unwrap_or_default()))
}

pub(super) async fn restless(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (host, opened) = place.host(1, "{}").await?;
    // Whoever made the table may sit down as fast as they like.
    let (mut host, mut count) = (Wanderer::new(&place, host, 1), 0);
    let refusal = loop {
        let answer = host.order(&opened.game, Order::Sit { seat: seat(1), name: "Ann".into() }).await?;
        if answer.status != 200 {
            break answer;
        }
        count += 1;
        done(&host.order(&opened.game, Order::Stand { seat: seat(1) }).await?)?;
    };
    refused(&refusal, 409, "restless")?;
    ensure!(count == 100, "{count} times");
    Ok(format!("{count} times, then restless"))
}

pub(super) async fn crowded(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (host, opened) = place.host(1, OWN).await?;
    let (mut host, mut count) = (Wanderer::new(&place, host, 1), 0);
    let refusal = loop {
        let give = Order::Give { seat: seat(2), player: "greedy".into() };
        let answer = host.order(&opened.game, give).await?;
        if answer.status != 200 {
            break answer;
        }
        count += 1;
        done(&host.order(&opened.game, Order::Stand { seat: seat(2) }).await?)?;
    };
    refused(&refusal, 409, "crowded")?;
    ensure!(count == 500, "{count} times");
    Ok("500 times, then crowded".into())
}

pub(super) async fn words(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (mut host, opened) = place.host(1, OPEN).await?;
    let (mut guest, game) = (visitor(&place, 2).await?, &opened.game);
    let sat = |answer: Answer| done(&answer);
    sat(guest.sit(game, 2, &"ä".repeat(40)).await?)?;
    refused(&guest.sit(game, 3, &"ä".repeat(41)).await?, 409, "bad-name")?;
    refused(&guest.sit(game, 3, " ").await?, 409, "bad-name")?;
    refused(&guest.sit(game, 3, "HOST").await?, 409, "same-name")?;
    refused(&guest.sit(game, 3, "Grand Master").await?, 409, "computers-name")?;
    let title = |length: usize| format!(r#"{{"title":"{}"}}"#, "x".repeat(length));
    done(&host.post("/api/tables", &title(40)).await?)?;
    refused(&host.post("/api/tables", &title(41)).await?, 422, "bad-title")?;
    done(&guest.say(game, 2, &"ä".repeat(300)).await?)?;
    refused(&guest.say(game, 2, &"ä".repeat(301)).await?, 409, "bad-line")?;
    let command = |length: usize| {
        format!(
            r#"{{"id":"{}","version":1,"order":{{"type":"say","seat":2,"text":"hello"}}}}"#,
            "i".repeat(length)
        )
    };
    let path = format!("/api/tables/{game}/commands");
    done(&guest.post(&path, &command(64)).await?)?;
    refused(&guest.post(&path, &command(65)).await?, 409, "long-id")?;
    done(&guest.post("/api/qr", &"q".repeat(400)).await?)?;
    refused(&guest.post("/api/qr", &"q".repeat(401)).await?, 400, "bad-link")?;
    Ok("40, 40, 300 characters, 64 and 400 bytes; one more is refused".into())
}

pub(super) async fn setups(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let mut person = place.person(1).await?;
    let clock = |seconds: u32, increment: u32| {
        format!(r#"{{"clock":{{"type":"game","seconds":{seconds},"increment":{increment}}}}}"#)
    };
    let month = 30 * 24 * 3600;
    for (good, bad, code) in [
        (r#"{"setup":{"seats":6}}"#.to_owned(), r#"{"setup":{"seats":7}}"#.to_owned(), "unplayable"),
        (r#"{"setup":{"seats":1}}"#.into(), r#"{"setup":{"seats":0}}"#.into(), "unplayable"),
        (r#"{"setup":{"bag":{"U":999}}}"#.into(), r#"{"setup":{"bag":{"U":1000}}}"#.into(), "unplayable"),
        (clock(5, 3600), clock(4, 0), "clock"),
        (clock(month, 0), clock(month + 1, 0), "clock"),
        (clock(60, 3600), clock(60, 3601), "clock"),
        (r#"{"absence":60}"#.into(), r#"{"absence":59}"#.into(), "absence"),
        (format!(r#"{{"absence":{month}}}"#), format!(r#"{{"absence":{}}}"#, month + 1), "absence"),
    ] {
        done(&person.post("/api/tables", &good).await?).with_context(|| good.clone())?;
        refused(&person.post("/api/tables", &bad).await?, 422, code).with_context(|| bad.clone())?;
    }
    Ok("what is just allowed, and a little more that is not, of each".into())
}

pub(super) async fn chat(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (host, opened) = place.host(1, OWN).await?;
    let mut host = host;
    let mut lines = 0;
    let refusal = loop {
        let answer = host.say(&opened.game, 1, "hello").await?;
        if answer.status != 200 {
            break answer;
        }
        lines += 1;
        ensure!(lines < 25, "no line was too much");
    };
    refused(&refusal, 409, "too-talkative")?;
    ensure!((20..=21).contains(&lines), "{lines} lines");
    // At all tables together, and of all at one address.
    let (of_one, all) = (Filled::now(30.0, 1.0 / 3.0), Filled::now(150.0, 5.0 / 3.0));
    let (mut first, mut count) = (None, 0);
    for _ in 0..6 {
        let (mut person, one) = place.host(2, OWN).await?;
        let games = [one.game, person.open(OWN).await?.game];
        let mut said = 0;
        let own = until_refused(TOO_MANY, async || {
            said += 1;
            person.say(&games[said % 2], 1, "hello").await
        });
        let own = own.await?;
        first = first.or(Some(own));
        count += own;
    }
    of_one.gave(first.unwrap_or_default(), 1.0)?;
    all.gave(count, 1.0)?;
    Ok(format!("{lines} at a table, {} of a person, {count} of an address", first.unwrap_or_default()))
}

/// A device's part of a table's chat, at the pace that is allowed.
pub(super) async fn chat_full(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (mut host, opened) = place.host(1, OWN).await?;
    let (mut lines, line) = (0, "🏰".repeat(300));
    let refusal = loop {
        let answer = host.say(&opened.game, 1, &line).await?;
        let is_fast = answer.body.contains("too-talkative") || answer.status == 429;
        match answer.status {
            200 => lines += 1,
            _ if is_fast => sleep(Duration::from_millis(500)).await,
            _ => break answer,
        }
    };
    refused(&refusal, 409, "chat-full")?;
    ensure!(lines == (64 << 10) / (line.len() + 128), "{lines} lines");
    Ok(format!("{lines} lines of {} bytes, then chat-full", line.len()))
}

pub(super) async fn muting(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (host, opened) = place.host(1, OPEN).await?;
    done(&visitor(&place, 2).await?.sit(&opened.game, 2, "Bo").await?)?;
    let (mut host, mut count) = (Wanderer::new(&place, host, 2), 0);
    let refusal = loop {
        done(&host.order(&opened.game, Order::Mute { seat: seat(2), muted: true }).await?)?;
        let answer = host.order(&opened.game, Order::Mute { seat: seat(2), muted: false }).await?;
        if answer.status != 200 {
            break answer;
        }
        count += 1;
    };
    refused(&refusal, 409, "not-now")?;
    ensure!(count == 50, "{count} times");
    Ok("50 times, then not-now".into())
}

/// A link of one's own for another device.
async fn device_link(person: &mut Person, game: &str) -> Result<String> {
    let made = person.post(&format!("/api/tables/{game}/links"), r#"{"purpose":{"type":"device"}}"#).await?;
    Ok(made.read::<LinkMade>()?.secret)
}

/// Each goes on with the seat of the one before, so that nobody makes too many links.
pub(super) async fn devices(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (mut host, opened) = place.host(1, OWN).await?;
    let path = format!("/api/tables/{}", opened.game);
    let (mut first, mut count) = (None, 0);
    let (mut person, mut number) = (place.person(2).await?, 2);
    let mut secret = device_link(&mut host, &opened.game).await?;
    let refusal = loop {
        let answer = person.enter(&secret).await?;
        if answer.status != 200 {
            break answer;
        }
        count += 1;
        if let Some(first) = &mut first {
            let first: &mut Person = first;
            let wanted = if count <= 32 { 200 } else { 404 };
            if count == 32 || count == 33 {
                let status = first.get(&path).await?.status;
                ensure!(status == wanted, "with {count} others the first has {status}");
            }
        }
        secret = device_link(&mut person, &opened.game).await?;
        number += 1;
        let before = std::mem::replace(&mut person, place.person(number).await?);
        first = first.or(Some(before));
    };
    refused(&refusal, 409, "too-many-devices")?;
    ensure!(count == 100, "{count} devices");
    done(&host.get(&path).await?)?;
    Ok("32 at once, 100 over time, then too-many-devices".into())
}

/// Links of a table of each kind. They are also things that one makes, so they take some minutes.
pub(super) async fn links(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    // A table has one of the first two kinds from its beginning.
    let [sit, watch, device] = [(1, "sit", 99), (2, "watch", 99), (3, "device", 100)]
        .map(|(host, kind, more)| links_of(&place, host, kind, more));
    tokio::try_join!(sit, watch, device)?;
    Ok("100 to sit down, to look on and to another device, then too-many-links".into())
}

async fn links_of(place: &Place, host: u16, kind: &str, more: usize) -> Result<()> {
    let (mut person, opened) = place.host(host, OWN).await?;
    let path = format!("/api/tables/{}/links", opened.game);
    let body = format!(r#"{{"purpose":{{"type":"{kind}"}}}}"#);
    let mut made = 0;
    let refusal = loop {
        let answer = person.post(&path, &body).await?;
        match answer.status {
            201 => made += 1,
            429 => sleep(Duration::from_secs(answer.retry_after.unwrap_or(1))).await,
            _ => break answer,
        }
    };
    refused(&refusal, 409, "too-many-links")?;
    ensure!(made == more, "{made} links to {kind}");
    Ok(())
}

/// The lobby has so many tables on a page.
pub(super) async fn pages(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let mut host = place.person(1).await?;
    for _ in 0..51 {
        host.open(r#"{"public":true}"#).await?;
    }
    let first: wire::table::Lists = host.get("/api/tables").await?.read()?;
    let before = first.next.context("there is another page")?;
    let second: wire::table::Lists = host.get(&format!("/api/tables?before={before}")).await?.read()?;
    ensure!((first.tables.len(), second.tables.len()) == (50, 1), "pages of other lengths");
    Ok("50, and the one that was left on the next page".into())
}

/// A person keeps games that others made and left to them, each from an address of its own.
pub(super) async fn kept(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let (keeper, _) = place.host(1, "{}").await?;
    let (mut keeper, mut count) = (Wanderer::new(&place, keeper, 2000), 0);
    let refusal = loop {
        let (mut maker, opened) = place.host(10 + count, TINY).await?;
        let secret = device_link(&mut maker, &opened.game).await?;
        keeper.asked += 2;
        if count.is_multiple_of(40) {
            keeper.person.moves(place.route(2000 + count)).await?;
        }
        done(&keeper.person.enter(&secret).await?)?;
        finish(&mut maker, &opened.game).await?;
        let keep =
            keeper.person.post(&format!("/api/tables/{}/keep", opened.game), r#"{"keep":true}"#).await?;
        if keep.status != 200 {
            break keep;
        }
        count += 1;
    };
    refused(&refusal, 409, "keeps-too-many")?;
    ensure!(count == 100, "{count} games");
    Ok("100, then keeps-too-many".into())
}

/// Starts a game of one person and gives up.
async fn finish(person: &mut Person, game: &str) -> Result<()> {
    done(&person.order(game, Order::Start {}).await?)?;
    let shown: Snapshot = person.get(&format!("/api/tables/{game}")).await?.read()?;
    let digest = shown.deal.and_then(|deal| fair::from_hex(&deal.digest)).context("a deal began")?;
    let secret = [7; 32];
    let hash = fair::to_hex(&fair::commitment(&secret, &digest));
    for order in [
        Order::Commit { hash },
        Order::Reveal { secret: fair::to_hex(&secret) },
        Order::Resign { seat: seat(1) },
    ] {
        done(&person.order(game, order).await?)?;
    }
    Ok(())
}

/// The same question, asked again at once.
pub(super) async fn questions(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let mut pair = Pair::begun(place.route(1), OWN, 1).await?;
    let [ann, bo] = &mut pair.players;
    let mut asker = place.known(1, &ann.cookie).await?;
    let mut other = place.known(1, &bo.cookie).await?;
    ann.leave();
    bo.leave();
    let ask = || Order::Ask { seat: seat(1), proposal: Proposal::End {} };
    done(&asker.order(&pair.game, ask()).await?)?;
    done(&other.order(&pair.game, Order::Answer { seat: seat(2), yes: false }).await?)?;
    refused(&asker.order(&pair.game, ask()).await?, 409, "too-soon")?;
    Ok("once, then too-soon".into())
}
