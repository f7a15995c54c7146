//! What may come with one request: its address, its headers, its body.

use super::place::{Ground, Place, done, refused};
use crate::door::{Answer, Door};
use anyhow::{Result, ensure};
use tokio::io::AsyncReadExt;

const HEADERS: usize = 16 << 10;
const ADDRESS: usize = 4 << 10;
/// What a head may have besides.
const REST: usize = 4 << 10;
const BODY: usize = 64 << 10;

/// What is said to this, as it is.
async fn say(place: &Place, text: &str) -> Result<Answer> {
    let mut door = Door::open(place.route(1)).await?;
    door.send(text).await?;
    door.answer().await
}

pub(super) async fn sizes(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let address = place.house.address;
    // The host's header has 4 and its value's bytes, and so on.
    let host = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\n");
    let rest = HEADERS - "host".len() - address.to_string().len() - "x".len();
    let with = |length: usize| format!("{host}X: {}\r\n\r\n", "a".repeat(length));
    done(&say(&place, &with(rest)).await?)?;
    refused(&say(&place, &with(rest + 1)).await?, 431, "long-headers")?;
    let fields = |count: usize| {
        let more: String = (1..count).map(|n| format!("X-{n}: a\r\n")).collect();
        format!("{host}{more}\r\n")
    };
    done(&say(&place, &fields(64)).await?)?;
    refused(&say(&place, &fields(65)).await?, 431, "long-headers")?;
    let query = |length: usize| {
        let query = "a".repeat(length - "/healthz?".len());
        format!("GET /healthz?{query} HTTP/1.1\r\nHost: {address}\r\n\r\n")
    };
    done(&say(&place, &query(ADDRESS)).await?)?;
    refused(&say(&place, &query(ADDRESS + 1)).await?, 414, "long-address")?;
    Ok("16 KiB and 64 fields, an address of 4 KiB; a byte or a field more is refused".into())
}

/// A head that is not finished is not waited for once it is too long.
pub(super) async fn unfinished(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let head = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\nX: ", place.house.address);
    let mut door = Door::open(place.route(1)).await?;
    door.send(&(head + &"a".repeat(HEADERS + ADDRESS + REST))).await?;
    refused(&door.answer().await?, 431, "long-headers")?;
    Ok("431 at once after 24 KiB".into())
}

pub(super) async fn bodies(ground: Ground) -> Result<String> {
    let place = ground.open().await?;
    let mut person = place.person(1).await?;
    let padded = |text: &str, length: usize| format!("{text}{}", " ".repeat(length - text.len()));
    done(&person.post("/api/tables", &padded("{}", BODY)).await?)?;
    refused(&person.post("/api/tables", &padded("{}", BODY + 1)).await?, 413, "too-large")?;
    let mut person = place.person(1).await?;
    let record = padded(r#"{"record":""}"#, BODY);
    refused(&person.post("/api/records", &record).await?, 422, "no-record")?;
    refused(&person.post("/api/records", &(record + " ")).await?, 413, "too-large")?;
    Ok("64 KiB, then 413; the same of a record".into())
}

/// How large a picture of a large board is.
pub(super) async fn pictures(ground: Ground) -> Result<String> {
    let (place, scene) = ground.played().await?;
    let route = place.route(1);
    let mut stream = route.connect().await?;
    let path = format!("/api/tables/{}/board.png", scene.large.game);
    let request = route.request("GET", &path, &scene.large.cookie, "");
    tokio::io::AsyncWriteExt::write_all(&mut stream, request.as_bytes()).await?;
    // After `IHDR` come width and height.
    let (mut said, mut piece) = (Vec::new(), [0; 1024]);
    let at = loop {
        let count = stream.read(&mut piece).await?;
        ensure!(count > 0, "the picture does not come");
        said.extend_from_slice(&piece[..count]);
        match said.windows(4).position(|four| four == b"IHDR") {
            Some(at) if said.len() >= at + 12 => break at + 4,
            _ => {}
        }
    };
    let number = |at: usize| u32::from_be_bytes([said[at], said[at + 1], said[at + 2], said[at + 3]]);
    let (width, height) = (number(at), number(at + 4));
    ensure!(width.max(height) <= 4000, "{width} by {height} pixels");
    ensure!(u64::from(width) * u64::from(height) <= 6_000_000, "{width} by {height} pixels");
    Ok(format!("{width} by {height} pixels"))
}
