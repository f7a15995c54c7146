//! Bots that follow their tables: they get everything, as fast as they take it in and no faster.

use crate::common::{Client, TestServer};
use crate::large;
use crate::limits::{narrow, status};
use crate::player::TABLE;
use server::settings::Rate;
use std::collections::HashSet;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// More bytes than may wait for one bot, and fewer than its tables have.
const FEW: f64 = 400_000.0;

/// Between two looks at the same thing.
const PAUSE: Duration = Duration::from_millis(20);

/// Asks for the stream of somebody's tables.
async fn open(house: &TestServer, client: &Client) -> TcpStream {
    let mut stream = narrow(house).await;
    let mut head = "GET /api/stream HTTP/1.1\r\n".to_owned();
    for (name, value) in client.headers() {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
    stream
}

/// The tables of the next snapshots.
async fn snapshots(stream: &mut BufReader<TcpStream>, count: usize) -> HashSet<String> {
    let (mut games, mut line) = (HashSet::new(), String::new());
    while games.len() < count {
        line.clear();
        assert_ne!(stream.read_line(&mut line).await.unwrap(), 0, "the stream ended");
        if line.contains(r#""type":"snapshot""#) {
            games.insert(line.split('"').nth(3).unwrap().to_owned());
        }
    }
    games
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_reads_late_gets_all_its_tables_and_little_waits_for_it() {
    const TABLES: usize = 40;
    let house = TestServer::new().await;
    let (mut ann, table) = (house.client(), large::table());
    let mut games = HashSet::new();
    for _ in 0..TABLES {
        games.insert(ann.open(&table).await.game);
    }
    let stream = open(&house, &ann).await;
    while house.number("unsent_bytes").await == 0.0 {
        tokio::time::sleep(PAUSE).await;
    }
    for _ in 0..20 {
        let unsent = house.number("unsent_bytes").await;
        assert!(unsent < FEW && TABLES as f64 * table.len() as f64 > 2.0 * FEW, "{unsent}");
    }
    let mut stream = BufReader::new(stream);
    assert_eq!(snapshots(&mut stream, TABLES).await, games);
    drop(stream);
    while house.number("unsent_bytes").await > 0.0 {
        tokio::time::sleep(PAUSE).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_has_four_streams() {
    let house = TestServer::new().await;
    let (mut ann, mut bo) = (house.client(), house.client());
    ann.open(TABLE).await;
    bo.open(TABLE).await;
    let mut streams = Vec::new();
    for _ in 0..4 {
        let mut stream = open(&house, &ann).await;
        assert_eq!(status(&mut stream).await, 200);
        streams.push(stream);
    }
    let refused = ann.get("/api/stream").await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "too-many"));
    assert_eq!(status(&mut open(&house, &bo).await).await, 200, "another person has their own");
    streams.pop();
    while status(&mut open(&house, &ann).await).await == 429 {
        tokio::time::sleep(PAUSE).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_stream_tells_counts() {
    let house =
        TestServer::with(|settings| settings.limits.requests = Rate { steady: 0.0, burst: 60.0 }).await;
    let mut ann = house.client();
    for _ in 0..8 {
        ann.open(TABLE).await;
    }
    let mut stream = BufReader::new(open(&house, &ann).await);
    assert_eq!(snapshots(&mut stream, 8).await.len(), 8);
    let mut asked = 0;
    while ann.get("/api/me").await.status == 200 {
        asked += 1;
    }
    assert!((25..=31).contains(&asked), "{asked}: 16 for the tables, 5 for the stream, 8 for its snapshots");
}
