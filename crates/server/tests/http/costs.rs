//! What costs much counts as many requests.

use crate::common::{Client, TestServer};
use crate::player::TABLE;
use server::settings::Rate;
use server::time::Time;
use wire::table::{FromServer, ToServer};

async fn house(burst: f64) -> TestServer {
    TestServer::with(|settings| {
        settings.limits.requests = Rate { steady: 0.0, burst };
        settings.time = Time::manual(1_700_000_000_000);
    })
    .await
}

/// How often something is answered before there were too many requests.
async fn answered(client: &mut Client, path: &str) -> usize {
    for times in 0..1000 {
        let answer = client.get(path).await;
        if answer.status == 429 {
            assert_eq!(answer.code(), "too-many");
            return times;
        }
    }
    panic!("{path} is never refused")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_counts_as_several_requests() {
    let table = async || {
        let house = house(31.0).await;
        let mut ann = house.client();
        let game = ann.open(TABLE).await.game;
        (house, ann, format!("/api/tables/{game}"))
    };
    let (_house, mut ann, path) = table().await;
    assert!((28..=30).contains(&answered(&mut ann, &path).await));
    let (_house, mut ann, path) = table().await;
    let (pictures, other) = (answered(&mut ann, &format!("{path}/board.png")).await, path);
    assert!((5..=6).contains(&pictures), "{pictures}");
    assert!(answered(&mut ann, &other).await <= 5, "they all come from one allowance");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_answers_count_by_their_bytes() {
    let house = house(400.0).await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    for said in 1..=150 {
        // A table takes twenty lines a minute.
        house.time.advance(3_000);
        let text = "x".repeat(300);
        let order = format!(
            r#"{{"id":"{said}","version":{said},"order":{{"type":"say","seat":1,"text":"{text}"}}}}"#
        );
        assert_eq!(ann.post(&format!("/api/tables/{game}/commands"), &order).await.status, 200);
    }
    let logs = answered(&mut ann, &format!("/api/tables/{game}/log")).await;
    assert!((60..110).contains(&logs), "{logs} of some 60 KB; without counting bytes they would be 124");
}

#[tokio::test(flavor = "multi_thread")]
async fn previews_over_a_socket_count() {
    let house = house(8.0).await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    let (mut socket, ..) = ann.sit_by(&game).await;
    let mut last = String::new();
    for _ in 0..200 {
        socket.say(&ToServer::Preview { id: "p".into(), version: 1, actions: Vec::new() }).await;
        let FromServer::Rejected(why) = socket.hear().await else { continue };
        last = why.code;
        if last == "too-many" {
            break;
        }
    }
    assert_eq!(last, "too-many");
}
