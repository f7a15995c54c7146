//! What comes before the body of a request: its address and its headers.

use crate::common::{Answer, TestServer, parse, raw};

async fn say(house: &TestServer, head: &str) -> Answer {
    let text = format!("{head}Connection: close\r\n\r\n");
    parse(&raw(house.address, text.as_bytes()).await)
}

fn told(answer: &Answer) -> (u16, String) {
    (answer.status, answer.code())
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_are_few_and_short_and_a_refusal_says_so() {
    let house = TestServer::new().await;
    let host = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n", house.address);
    let fields = |count: usize, length: usize| -> String {
        (0..count).map(|n| format!("X-{n}: {}\r\n", "a".repeat(length))).collect()
    };
    assert_eq!(say(&house, &format!("{host}{}", fields(40, 300))).await.status, 200);
    // The last three hyper refuses by itself, as it does more than a hundred fields.
    for (count, length) in
        [(70, 1), (20, 1000), (1, 17_000), (101, 1), (500, 1000), (1, 70_000), (1, 500_000)]
    {
        let answer = say(&house, &format!("{host}{}", fields(count, length))).await;
        assert_eq!(told(&answer), (431, "long-headers".into()), "{count} of {length}");
    }
    let cookies = format!("{host}Cookie: {}\r\n", "a=b; ".repeat(2000));
    assert_eq!(say(&house, &cookies).await.status, 200);
    assert_eq!(told(&say(&house, &cookies.replace("a=b", "abc=def")).await).0, 431);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_of_a_head_is_kept_than_one_may_have() {
    let house = TestServer::new().await;
    let unfinished = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\nX: {}", house.address, "a".repeat(30_000));
    let answer = parse(&raw(house.address, unfinished.as_bytes()).await);
    assert_eq!(told(&answer), (431, "long-headers".into()), "it is not waited for the rest");
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_are_short() {
    let house = TestServer::new().await;
    // What is longer than a head may be hyper refuses by itself.
    for (length, status) in [(3000, 200), (5000, 414), (20_000, 414), (60_000, 431), (65_600, 431)] {
        for path in ["/healthz?", "/healthz?a=b&"] {
            let query = "x".repeat(length);
            let answer =
                say(&house, &format!("GET {path}{query} HTTP/1.1\r\nHost: {}\r\n", house.address)).await;
            assert_eq!(answer.status, status, "{length}");
            match status {
                414 => assert_eq!(answer.code(), "long-address"),
                431 => assert_eq!(answer.code(), "long-headers"),
                _ => {}
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_with_a_foreign_host_is_not_ours() {
    let house = TestServer::new().await;
    let here = house.address;
    let ask = |line: String, host: String| {
        let house = &house;
        async move { say(house, &format!("{line}\r\nHost: {host}\r\n")).await }
    };
    assert_eq!(ask(format!("GET http://{here}/healthz HTTP/1.1"), here.to_string()).await.status, 200);
    for line in [
        "GET http://evil.example/ HTTP/1.1".to_owned(),
        "GET http://evil.example/healthz HTTP/1.1".to_owned(),
        format!("GET http://{here}@evil.example/ HTTP/1.1"),
        "GET http://localhost:1/ HTTP/1.1".to_owned(),
        format!("GET https://{here}/ HTTP/1.1"),
        "CONNECT evil.example:80 HTTP/1.1".to_owned(),
    ] {
        assert_eq!(told(&ask(line.clone(), here.to_string()).await), (421, "host".into()), "{line}");
    }
    let other = ask(format!("GET http://{here}/ HTTP/1.1"), "evil.example".into()).await;
    assert_eq!(told(&other), (421, "host".into()));
    let none = parse(&raw(here, b"GET /healthz HTTP/1.0\r\n\r\n").await);
    assert_eq!(told(&none), (421, "host".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_answered_with_a_sentence() {
    let house = TestServer::new().await;
    let post = format!("POST /api/tables HTTP/1.1\r\nHost: {}\r\n", house.address);
    for text in [
        "GET / HTTP/3.7\r\n\r\n".to_owned(),
        "\u{16}\u{3}\u{1} a handshake of TLS\r\n\r\n".to_owned(),
        "GE T / HTTP/1.1\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nHost localhost\r\n\r\n".to_owned(),
        format!("{post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        format!("{post}Content-Length: -1\r\n\r\n"),
        format!("{post}Transfer-Encoding: gzip\r\n\r\n"),
    ] {
        let answer = parse(&raw(house.address, text.as_bytes()).await);
        assert_eq!(told(&answer), (400, "bad-request".into()), "{text}");
    }
}
