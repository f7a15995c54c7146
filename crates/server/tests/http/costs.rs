//! What costs much counts as many requests.

use crate::common::{Client, TestServer};
use crate::large;
use crate::player::TABLE;
use server::settings::Rate;
use server::time::Time;
use wire::table::{Command, FromServer, Order, ToServer};

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

#[tokio::test(flavor = "multi_thread")]
async fn commands_over_a_socket_count() {
    let house = house(12.0).await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    let (mut socket, ..) = ann.sit_by(&game).await;
    for id in 1..60 {
        // There is nothing to resign from, so each of them is refused.
        let order = Order::Resign { seat: 1.try_into().unwrap() };
        socket.say(&ToServer::Do(Command { id: id.to_string(), version: 1, order })).await;
        let FromServer::Rejected(why) = socket.hear().await else { panic!("not refused") };
        if why.code == "too-many" {
            return;
        }
    }
    panic!("sixty commands are more than twelve requests");
}

#[tokio::test(flavor = "multi_thread")]
async fn snapshots_count_by_their_bytes() {
    let table = large::table();
    let each = 1.0 + table.len() as f64 / 65_536.0;
    let about = |count: usize, left: f64| (count as f64 - left / each).abs() < 6.0;
    let place = house(60.0).await;
    let mut ann = place.client();
    let game = ann.open(&table).await.game;
    let seen = answered(&mut ann, &format!("/api/tables/{game}")).await;
    assert!(about(seen, 58.0), "{seen} of {} bytes", table.len());

    let place = house(60.0).await;
    let mut ann = place.client();
    let game = ann.open(&table).await.game;
    for _ in 0..20 {
        ann.sit_by(&game).await;
    }
    let left = answered(&mut ann, "/api/me").await;
    assert!((left as f64 - (58.0 - 20.0 * each)).abs() < 6.0, "{left}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_head_asks_for_counts_like_get() {
    let house = house(60.0).await;
    let mut ann = house.client();
    let game = ann.open(&large::table()).await.game;
    let mut asked = 0;
    while ann.ask("HEAD", &format!("/api/tables/{game}"), None).await.status == 200 {
        asked += 1;
    }
    assert!(asked < 50, "{asked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_the_page_have_an_allowance_of_their_own() {
    let house = house(5.0).await;
    let mut ann = house.client();
    let page = ann.get("/").await.body;
    let hash = page.split("/assets/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let files = answered(&mut ann, &format!("/assets/{hash}/art/classic/D/0.svg")).await;
    assert!(files > 200, "{files}: a page with its board asks for hundreds");
    assert_eq!(ann.get("/api/me").await.status, 200, "other requests have theirs");
    let lost = house.client().get("/assets/x/nothing.js").await;
    assert_eq!(lost.code(), "too-many");
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_not_there_count_as_requests() {
    let house = house(2.5).await;
    let lost = answered(&mut house.client(), "/assets/x/nothing.js").await;
    assert!((40..=50).contains(&lost), "{lost}");
}
