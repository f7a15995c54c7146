//! Limits of connections, sockets and the disk, each with its answer.

use crate::common::{Client, TestServer, parse, raw, send};
use crate::large;
use crate::player::TABLE;
use server::settings::{Pace, Settings};
use server::time::Time;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use wire::RecordAsked;
use wire::table::{PROTOCOL, ToServer};

#[tokio::test(flavor = "multi_thread")]
async fn numbers_are_told_at_their_own_address_only_with_refusals_by_kind() {
    let house = TestServer::with(|settings| settings.behind_proxy = true).await;
    let mut ann = house.client();
    assert_eq!(ann.get("/metrics").await.status, 404, "players have no way to them");
    assert_eq!(ann.get("/api/tables?stage=nowhere").await.code(), "bad-query");
    assert_eq!(house.number("refusals_total{code=\"bad-query\"}").await, 1.0);
    assert!(house.number("database_bytes").await + house.number("wal_bytes").await > 0.0);
    assert!(house.number("writes_oldest_seconds").await >= 0.0);
    assert!(house.number("writes_waiting").await >= 0.0 && house.number("disk_free_bytes").await > 0.0);
    for queue in ["thoughts", "hints", "tellings", "files", "tries", "pictures", "loads", "analyses"] {
        assert_eq!(house.number(&format!("{queue}_oldest_seconds")).await, 0.0, "nobody waits");
    }
    assert_eq!((house.number("logs").await, house.number("unsent_bytes").await), (0.0, 0.0));
    if cfg!(target_os = "linux") {
        assert!(house.number("process_resident_bytes").await > 0.0);
        assert!(house.number("process_open_files").await > 0.0);
    }
    let elsewhere = server_at(&house, "/api/tables").await;
    assert_eq!(elsewhere.status, 404, "and there is nothing else there");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_number_that_is_watched_is_told() {
    let house = TestServer::new().await;
    let alerts = include_str!("../../../../deploy/alerts.yml");
    let names: Vec<&str> = alerts
        .split(|letter: char| !(letter.is_ascii_lowercase() || letter == '_'))
        .filter(|word| word.starts_with("bastide_"))
        .collect();
    assert!(names.len() > 10);
    // Refusals are told by code, and each code from the first of its kind on.
    assert_eq!(house.client().get("/api/tables?stage=nowhere").await.code(), "bad-query");
    let numbers = house.numbers().await;
    for name in names {
        let is_told = numbers
            .lines()
            .any(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '{'])));
        assert!(is_told, "{name} is not among the numbers: {numbers}");
    }
}

async fn server_at(house: &TestServer, path: &str) -> crate::common::Answer {
    crate::common::Client { address: house.metrics, ..house.client() }.get(path).await
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_so_many_connections_and_no_more() {
    let house = TestServer::with(|settings| settings.limits.connections_per_address = 2).await;
    let mut ann = house.client();
    let mut idle = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        stream.write_all(b"GET ").await.unwrap();
        idle.push(stream);
    }
    let answer = loop {
        let answer = ann.get("/healthz").await;
        // Whoever is turned away and does not ask at once hears nothing.
        if answer.status != 0 {
            break answer;
        }
    };
    assert_eq!((answer.status, answer.code().as_str()), (429, "too-many"));
    assert!(answer.headers.contains_key("retry-after"));
    drop(idle);
    nobody_is_connected(&house).await;
    let game = ann.open(TABLE).await.game;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        sockets.push(ann.sit_by(&game).await);
    }
    assert_eq!(ann.get("/healthz").await.status, 200, "sockets have a limit of their own");
}

/// Waits until the server has let go of all connections.
async fn nobody_is_connected(house: &TestServer) {
    while !house.numbers().await.contains("bastide_connections 0\n") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_the_answers_is_not_waited_for() {
    const ASKED: usize = 400;
    let house = TestServer::with(|settings| {
        settings.limits.reading = Pace { bytes: usize::MAX, window: Duration::from_millis(200) };
        settings.limits.connections_per_address = 1;
    })
    .await;
    let page = house.client().get("/").await.body;
    let hash = page.split("/assets/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let request = format!("GET /assets/{hash}/i18n/en.json HTTP/1.1\r\nHost: {}\r\n\r\n", house.address);
    nobody_is_connected(&house).await;
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    stream.write_all(request.repeat(ASKED).as_bytes()).await.unwrap();
    // There is room for another connection as soon as the server has let go of this one.
    while house.client().get("/healthz").await.status != 200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut heard = Vec::new();
    // The server may have cut the connection short.
    let _ = stream.read_to_end(&mut heard).await;
    let answers = heard.windows(15).filter(|part| part == b"HTTP/1.1 200 OK").count();
    assert!((1..ASKED).contains(&answers), "{answers}");
}

/// A connection of a client that has room for little.
pub async fn narrow(house: &TestServer) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(house.address).await.unwrap()
}

/// Reads a little at a time until the server ends it, and gives what came.
async fn read_slowly(mut stream: impl AsyncRead + Unpin) -> Vec<u8> {
    let (mut heard, mut piece) = (Vec::new(), [0; 256]);
    while let Ok(bytes @ 1..) = stream.read(&mut piece).await {
        heard.extend_from_slice(&piece[..bytes]);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    heard
}

/// A pace that nobody keeps who reads a little at a time.
fn brisk(settings: &mut Settings) {
    settings.limits.reading = Pace { bytes: 16 << 20, window: Duration::from_millis(300) };
    (settings.limits.messages.burst, settings.limits.messages.steady) = (1e6, 1e6);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_reads_a_little_at_a_time_is_cut_off_too() {
    let house = TestServer::with(brisk).await;
    let page = house.client().get("/").await.body;
    let hash = page.split("/assets/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let request = format!("GET /assets/{hash}/i18n/en.json HTTP/1.1\r\nHost: {}\r\n\r\n", house.address);
    let mut stream = narrow(&house).await;
    stream.write_all(request.repeat(400).as_bytes()).await.unwrap();
    let heard = read_slowly(stream).await;
    let answers = heard.windows(15).filter(|part| part == b"HTTP/1.1 200 OK").count();
    assert!((1..400).contains(&answers), "{answers}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_has_to_keep_the_pace_as_well() {
    let house = TestServer::with(brisk).await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    let mut stream = narrow(&house).await;
    let mut head =
        format!("GET /api/tables/{game}/socket HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n");
    head.push_str("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n");
    for (name, value) in ann.headers() {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
    let hello = wire::write(&ToServer::Hello { protocol: PROTOCOL, version: None });
    let (reader, mut writer) = stream.into_split();
    let says = tokio::spawn(async move {
        let _ = writer.write_all(&frame(&hello)).await;
        // Each is answered with why it is no message.
        while writer.write_all(&frame("{}")).await.is_ok() {}
    });
    assert!(read_slowly(reader).await.len() > 1000);
    says.await.unwrap();
}

/// A message of a client's that is not hidden by its mask.
fn frame(text: &str) -> Vec<u8> {
    [&[0x81, 0x80 | text.len() as u8, 0, 0, 0, 0][..], text.as_bytes()].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn pings_are_messages_too() {
    let house = TestServer::with(|settings| {
        (settings.limits.messages.burst, settings.limits.messages.steady) = (5.0, 0.0);
    })
    .await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    let (mut socket, ..) = ann.sit_by(&game).await;
    for _ in 0..6 {
        socket.send(Message::Ping(Default::default())).await;
    }
    assert_eq!(socket.farewell().await.unwrap().0, 1008);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_is_closed_with_the_code_for_what_was_wrong() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    let frame = |bytes: &[u8], code| Message::Frame(Frame::message(bytes.to_vec(), code, true));
    let wrong = [
        (Message::text("x".repeat(5000)), 1009),
        (frame(b"\xff\xfe", OpCode::Data(Data::Text)), 1007),
        (frame(b"x", OpCode::Data(Data::Reserved(3))), 1002),
        (Message::binary("x"), 1003),
    ];
    for (message, code) in wrong {
        let (mut talking, ..) = ann.sit_by(&game).await;
        talking.send(message.clone()).await;
        assert_eq!(talking.farewell().await.map(|(code, _)| code), Some(code), "{message:?}");
        let mut silent = ann.socket(&game).await.unwrap();
        silent.send(message.clone()).await;
        assert_eq!(silent.farewell().await.map(|(code, _)| code), Some(code), "{message:?} before hello");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_makes_too_much_is_told_when_there_is_more() {
    let house = TestServer::with(|settings| {
        (settings.limits.makings.burst, settings.limits.makings.steady) = (1.0, 1.0 / 80_000.0);
    })
    .await;
    let mut ann = house.client();
    ann.open(TABLE).await;
    let answer = ann.post("/api/tables", TABLE).await;
    let wait: u32 = answer.headers["retry-after"].parse().unwrap();
    assert_eq!(answer.status, 429);
    assert!((70_000..=80_000).contains(&wait), "{wait}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_of_many_pieces_arrives_whole() {
    let house = TestServer::with(|settings| settings.time = Time::manual(1_700_000_000_000)).await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    let path = format!("/api/tables/{game}");
    for said in 1..=150 {
        house.time.advance(3_000);
        let text = "x".repeat(300);
        let order = format!(
            r#"{{"id":"{said}","version":{said},"order":{{"type":"say","seat":1,"text":"{text}"}}}}"#
        );
        assert_eq!(ann.post(&format!("{path}/commands"), &order).await.status, 200);
    }
    let answer = ann.get(&format!("{path}/log")).await;
    assert_eq!(answer.headers.get("transfer-encoding").map(String::as_str), Some("chunked"));
    let log: wire::table::LogShown = answer.read();
    assert_eq!(log.game, game);
    assert!(log.entries.iter().map(|line| line.version).eq(1..=151));
}

/// Has four people say what is long in JSON at a table until its log is longer than what a connection keeps, and gives its path.
async fn long_log(house: &TestServer) -> (Client, String) {
    let mut ann = house.client();
    let seats = r#"{"type":"device","name":"Ann"},{"type":"open"},{"type":"open"},{"type":"open"}"#;
    let table = format!(r#"{{"setup":{{"seats":4,"bag":{{"U":4,"V":4}}}},"seats":[{seats}]}}"#);
    let opened = ann.open(&table).await;
    let path = format!("/api/tables/{}", opened.game);
    let mut people = vec![ann.clone()];
    for seat in 2..=4 {
        let mut guest = house.client();
        assert_eq!(guest.enter(&opened.sit).await.status, 200);
        let sit = format!(
            r#"{{"id":"sit","version":{},"order":{{"type":"sit","seat":{seat},"name":"Guest {seat}"}}}}"#,
            seat - 1
        );
        assert_eq!(guest.post(&format!("{path}/commands"), &sit).await.status, 200);
        people.push(guest);
    }
    let (text, mut version) = (r#"\""#.repeat(300), 4);
    for said in 1..=145 {
        // A table takes twenty lines a minute from each.
        house.time.advance(3_000);
        for (guest, seat) in people.iter_mut().zip(1..) {
            let order = format!(
                r#"{{"id":"{said}","version":{version},"order":{{"type":"say","seat":{seat},"text":"{text}"}}}}"#
            );
            let said = guest.post(&format!("{path}/commands"), &order).await;
            assert_eq!(said.status, 200, "{said:?}");
            version += 1;
        }
    }
    (ann, path)
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_logs_are_sent_to_an_address_at_once() {
    let house = TestServer::with(|settings| settings.time = Time::manual(1_700_000_000_000)).await;
    let (mut ann, path) = long_log(&house).await;
    let mut head = format!("GET {path}/log HTTP/1.1\r\n");
    for (name, value) in ann.headers() {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut unread = Vec::new();
    for _ in 0..16 {
        let mut stream = narrow(&house).await;
        stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
        assert_eq!(status(&mut stream).await, 200);
        unread.push(stream);
    }
    let refused = ann.get(&format!("{path}/log")).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "too-many"));
    assert_eq!(house.number("logs").await, 16.0);
    drop(unread);
    while ann.get(&format!("{path}/log")).await.status == 429 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The status of an answer of which nothing else was read.
pub async fn status(stream: &mut TcpStream) -> u16 {
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    std::str::from_utf8(&head[9..]).unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn long_answers_that_nobody_takes_in_are_few_for_each_network() {
    let house = TestServer::with(|settings| settings.behind_proxy = true).await;
    let body = wire::write(&RecordAsked { record: large::record() });
    let ask = async |address: &str| {
        let mut stream = narrow(&house).await;
        let host = house.address;
        let head = format!(
            "POST /api/records HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nX-Forwarded-For: {address}\r\n\
            Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        (status(&mut stream).await, stream)
    };
    let mut unread = Vec::new();
    let refused = loop {
        let (status, stream) = ask("10.0.0.1").await;
        if status != 200 {
            break status;
        }
        unread.push(stream);
        assert!(unread.len() < 200);
    };
    assert_eq!(refused, 429);
    let unsent = house.number("unsent_bytes").await;
    assert!(unsent > 1e6 && unsent <= f64::from(8 << 20), "{unsent}");
    assert_eq!(ask("10.0.0.2").await.0, 200, "another network has its own share");
    drop(unread);
    while ask("10.0.0.1").await.0 == 429 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let house = TestServer::with(|settings| settings.limits.patience = Duration::from_millis(200)).await;
    let host = house.address;
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n\
        Content-Length: 60000\r\n\r\n{{"
    );
    let answer = parse(&raw(host, head.as_bytes()).await);
    assert_eq!((answer.status, answer.code().as_str()), (408, "busy"));
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_have_no_bags_no_draw_orders_and_no_start_positions() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let seats = r#""seats":[{"type":"open"},{"type":"open"}]"#;
    let public = format!(r#"{{"setup":{{"seats":2,"bag":{{"D":3,"E":1}}}},{seats},"public":true}}"#);
    let arranged =
        format!(r#"{{"setup":{{"seats":2,"bag":{{"D":3,"E":1}},"arranged":["D","E","D","D"]}},{seats}}}"#);
    for table in [public, arranged] {
        let answer = ann.post("/api/tables", &table).await;
        assert_eq!(answer.status, 201, "{answer:?}");
    }
    for path in ["/api/tables", "/api/me"] {
        let list = ann.get(path).await.body;
        assert!(list.contains(r#""bag":{}"#) && !list.contains(r#""D""#), "{list}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_without_room_is_not_ready() {
    let house = TestServer::with(|settings| settings.store.max_pages = Some(80)).await;
    let mut ann = house.client();
    ann.open(TABLE).await;
    assert_eq!(ann.get("/readyz").await.status, 200);
    let refused = loop {
        let answer = ann.post("/api/tables", TABLE).await;
        if answer.status != 201 {
            break answer;
        }
    };
    assert!(refused.body.contains("\"store\""), "{refused:?}");
    // What was found out is told for a while.
    let ready = loop {
        let ready = ann.get("/readyz").await;
        if ready.status != 200 {
            break ready;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!((ready.status, ready.code().as_str()), (503, "store"));
    assert_eq!(ann.get("/healthz").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_odd_is_answered_like_everything_else() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    assert_eq!(ann.post("/api/qr", &"x".repeat(70_000)).await.code(), "too-large");
    assert_eq!(ann.post("/api/qr", &"x".repeat(500)).await.code(), "bad-link");
    for path in
        ["/assets/%ff/app.js", "/assets/x/%ff", "/assets/x/art/%ff", "/t/%ff/x", "/api/tables?stage=%ff"]
    {
        let answer = ann.get(path).await;
        assert!((400..500).contains(&answer.status) && !answer.code().is_empty(), "{path}: {answer:?}");
    }
    let early = r#"{"id":"1","version":7,"order":{"type":"say","seat":1,"text":"hello"}}"#;
    assert!(ann.post(&format!("/api/tables/{game}/commands"), early).await.body.contains("\"stale\""));
    let twice =
        format!("GET / HTTP/1.1\r\nHost: {0}\r\nHost: {0}\r\nConnection: close\r\n\r\n", house.address);
    let answer = crate::common::parse(&raw(house.address, twice.as_bytes()).await);
    assert!((400..500).contains(&answer.status), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_goes_astray_in_a_browser_gets_the_page() {
    let house = TestServer::new().await;
    let look = |path: &'static str, accept: &'static str, host: String| {
        let headers = [("Host".to_owned(), host), ("Accept".to_owned(), accept.to_owned())];
        async move { send(house.address, "GET", path, &headers, b"").await }
    };
    let here = house.address.to_string();
    let page = look("/nowhere", "text/html,*/*;q=0.8", here.clone()).await;
    assert_eq!((page.status, page.headers["content-type"].as_str()), (404, "text/html; charset=utf-8"));
    assert!(page.body.contains("<html"));
    assert_eq!(look("/nowhere", "*/*", here.clone()).await.code(), "not-found");
    assert_eq!(look("/api/nowhere", "text/html", here.clone()).await.code(), "not-found");
    let opener = "cross-origin-opener-policy";
    assert!(page.headers.contains_key(opener));
    let far = look("/", "text/html", "192.168.1.5:8484".into()).await;
    assert!(far.status == 200 && !far.headers.contains_key(opener), "browsers would complain of it");
}
