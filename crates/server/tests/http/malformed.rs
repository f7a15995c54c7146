//! Whatever is sent, the server answers with an error and goes on.

use crate::common::{TestServer, parse, raw};
use crate::player::TABLE;
use chance::Stream;
use wire::table::{FromServer, PROTOCOL, ToServer};

/// What is wrong in many ways.
fn nonsense() -> Vec<String> {
    let deep = "[".repeat(30_000);
    let mut texts: Vec<String> = [
        "",
        " ",
        "null",
        "0",
        "[]",
        "{}",
        "\"\"",
        "{",
        "{\"setup\":",
        "{\"setup\":null}",
        "\u{0}",
        "NaN",
        "1e999999",
        "{\"id\":1,\"version\":-1,\"order\":{\"type\":\"start\"}}",
        "{\"id\":\"x\",\"version\":99999999999999999999999999,\"order\":{\"type\":\"start\"}}",
        "{\"id\":\"x\",\"version\":1,\"order\":{\"type\":\"fly\"}}",
        "{\"id\":\"x\",\"version\":1,\"order\":{\"type\":\"sit\",\"seat\":0,\"name\":\"\"}}",
        "{\"id\":\"x\",\"version\":1,\"order\":{\"type\":\"act\",\"seat\":6,\"actions\":[]}}",
        "{\"setup\":{\"bag\":{\"U\":4294967296}}}",
        "{\"setup\":{\"seats\":7}}",
        "{\"setup\":{\"bag\":{}}}",
        "{\"setup\":{\"knobs\":{\"farmers\":\"maybe\"}}}",
        "{\"seats\":[{\"type\":\"computer\",\"player\":\"nobody\"}]}",
        "{\"purpose\":{\"type\":\"device\",\"seat\":1}}",
        "{\"secret\":\"\u{202e}\"}",
        "{\"seat\":1,\"name\":7}",
        "{\"clock\":{\"type\":\"turn\",\"seconds\":0}}",
        "{\"type\":\"hello\"}",
        "{\"type\":\"do\"}",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.push(deep.clone());
    texts.push(format!("{{\"setup\":{deep}"));
    texts.push(format!("{{\"title\":\"{}\"}}", "x".repeat(60_000)));
    texts
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_over_http_gets_a_typed_error() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    let under = ["commands", "preview", "links", "bots"].map(|name| format!("/api/tables/{game}/{name}"));
    let paths = ["/api/tables".to_owned(), "/api/enter".to_owned()].into_iter().chain(under);
    for path in paths {
        for text in nonsense() {
            let answer = ann.post(&path, &text).await;
            // Some nonsense is a table with defaults.
            let table = path == "/api/tables" && answer.status == 201;
            assert!(table || (400..500).contains(&answer.status), "{path} {text:.80}: {answer:?}");
            assert!(table || answer.body.contains("\"code\":\""), "{answer:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sizes_kinds_methods_and_addresses_are_checked() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    ann.open(TABLE).await;
    assert_eq!(ann.post("/api/tables", &"x".repeat(70_000)).await.code(), "too-large");
    let answer = crate::common::send(house.address, "POST", "/api/tables", &ann.headers(), b"{}").await;
    assert_eq!((answer.status, answer.code().as_str()), (415, "not-json"));
    assert_eq!(ann.ask("PUT", "/api/tables", Some("{}")).await.code(), "wrong-method");
    assert_eq!(ann.get("/nowhere").await.code(), "not-found");
    for game in ["x", "0000000000000000", "ZZZZZZZZZZZZZZZZ", "%00", "..%2f..", "ilouilouilouilou"] {
        assert_eq!(ann.get(&format!("/api/tables/{game}")).await.code(), "no-such-table", "{game}");
    }
    assert_eq!(ann.get("/api/tables?before=x").await.code(), "bad-query");
    assert_eq!(ann.get("/assets/other/app.js").await.code(), "other-version");
}

#[tokio::test(flavor = "multi_thread")]
async fn random_bytes_are_no_requests() {
    let house = TestServer::new().await;
    let mut random = Stream::new(7);
    for _ in 0..200 {
        let length = random.below(300) as usize;
        let mut bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        if random.below(2) == 0 {
            bytes.splice(0..0, *b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n");
        }
        bytes.extend_from_slice(b"\r\n\r\n");
        let status = parse(&raw(house.address, &bytes).await).status;
        assert!(status < 500, "{status} for {bytes:?}");
    }
    assert_eq!(house.client().get("/healthz").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_over_a_socket_gets_an_error_or_the_end() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    for text in nonsense().into_iter().filter(|text| text.len() < 4000) {
        let (mut socket, ..) = ann.sit_by(&game).await;
        socket.say_text(&text).await;
        let FromServer::Rejected(rejection) = socket.hear().await else { panic!("{text} was accepted") };
        assert!(!rejection.code.is_empty());
    }
    let (mut socket, ..) = ann.sit_by(&game).await;
    socket.say_text(&"x".repeat(5000)).await;
    assert!(socket.try_hear().await.is_none(), "too long a message ends the talk");
    let mut socket = ann.socket(&game).await.unwrap();
    socket.say(&ToServer::Hello { protocol: PROTOCOL + 1, version: None }).await;
    let FromServer::Rejected(rejection) = socket.hear().await else { panic!("refused") };
    assert_eq!(rejection.code, "protocol");
    assert!(socket.try_hear().await.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_limit_has_its_answer() {
    let house = TestServer::with(|settings| {
        let limits = &mut settings.limits;
        (limits.makings.burst, limits.makings.steady) = (3.0, 0.0);
        (limits.messages.burst, limits.messages.steady) = (5.0, 0.0);
        limits.sockets_per_address = 2;
        (limits.requests.burst, limits.requests.steady) = (30.0, 0.0);
    })
    .await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    ann.open(TABLE).await;
    ann.open(TABLE).await;
    let answer = ann.post("/api/tables", TABLE).await;
    assert_eq!((answer.status, answer.code().as_str()), (429, "too-many"));
    assert!(answer.headers.contains_key("retry-after"));
    let (mut socket, ..) = ann.sit_by(&game).await;
    let _second = ann.sit_by(&game).await;
    assert!(ann.socket(&game).await.is_err(), "two from one address");
    for _ in 0..6 {
        socket.say_text("{}").await;
    }
    assert_eq!(socket.farewell().await.unwrap().0, 1008);
    let mut refused = 0;
    for _ in 0..40 {
        refused += u32::from(ann.get("/healthz").await.status == 429);
    }
    assert!(refused > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_never_comes_holds_no_connection() {
    let house =
        TestServer::with(|settings| settings.limits.patience = std::time::Duration::from_millis(200)).await;
    let host = house.address;
    let head = format!("POST /api/tables HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n");
    let half = format!("{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{");
    let answer = parse(&raw(house.address, half.as_bytes()).await);
    assert_eq!((answer.status, answer.code().as_str()), (408, "busy"));
}
