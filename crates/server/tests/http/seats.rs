//! Nobody takes more seats than they can use, nobody comes back to where they were sent away from, and talk has its
//! pace. With as much at once as a server allows by default.

use crate::common::{Client, TestServer};
use server::settings::{Limits, Rate};
use wire::table::{Failure, FromServer, Rejection};

const OPEN: &str = r#"{"setup":{"seats":4},"public":true,"seats":[{"type":"device","name":"Host"}]}"#;

async fn house() -> TestServer {
    TestServer::with(|settings| {
        let Limits { sittings, lines, .. } = Limits::default();
        // Nothing comes in while the test runs, however long that takes.
        settings.limits.sittings = Rate { steady: 0.0, ..sittings };
        settings.limits.lines = Rate { steady: 0.0, ..lines };
    })
    .await
}

/// What came of an order: nothing, or the code of its refusal.
async fn order(client: &mut Client, game: &str, order: &str) -> Option<String> {
    static NUMBER: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let id = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let body = format!(r#"{{"id":"n{id}","version":1,"order":{order}}}"#);
    let answer = client.post(&format!("/api/tables/{game}/commands"), &body).await;
    if let Ok(failure) = wire::read::<Failure>(&answer.body) {
        assert!(!failure.message.is_empty());
        return Some(failure.code);
    }
    match answer.read() {
        FromServer::Done { .. } => None,
        FromServer::Rejected(Rejection { code, .. }) => Some(code),
        other => panic!("{other:?}"),
    }
}

fn sit(seat: usize, name: &str) -> String {
    format!(r#"{{"type":"sit","seat":{seat},"name":"{name}"}}"#)
}

fn stand(seat: usize) -> String {
    format!(r#"{{"type":"stand","seat":{seat}}}"#)
}

/// A visitor whom the server knows.
async fn visitor(house: &TestServer) -> Client {
    let mut client = house.client();
    client.open("{}").await;
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn one_visitor_holds_few_of_the_open_seats_and_their_address_not_all() {
    let house = house().await;
    let mut host = house.client();
    let mut games = Vec::new();
    for _ in 0..20 {
        games.push(host.open(OPEN).await.game);
    }
    let mut thief = visitor(&house).await;
    let mut taken = Vec::new();
    for game in &games {
        for seat in 2..=4 {
            match order(&mut thief, game, &sit(seat, &format!("Thief {seat}"))).await.as_deref() {
                None => taken.push((game, seat)),
                Some(code) => assert!(["seats-held", "too-many"].contains(&code), "{code}"),
            }
        }
    }
    assert_eq!(taken.len(), 6);
    let (game, seat) = taken[0];
    assert_eq!(order(&mut thief, game, &stand(seat)).await, None);
    let mut all = 5;
    for some in games[2..17].chunks(3) {
        let mut other = visitor(&house).await;
        for game in some {
            for seat in 3..=4 {
                let taken = order(&mut other, game, &sit(seat, &format!("Thief {seat}"))).await;
                all += usize::from(taken.is_none());
            }
        }
    }
    assert_eq!(all, 20, "that is for all from one address");
    // Whoever made a table is not counted there.
    assert_eq!(order(&mut host, &games[0], &sit(2, "Host again")).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_that_have_begun_hold_nobody_back() {
    let house = TestServer::new().await;
    let (mut ann, mut bo) = (house.client(), visitor(&house).await);
    for number in 0..20 {
        let table = r#"{"setup":{"bag":{"U":1}},"public":true,"seats":[{"type":"device","name":"Ann"}]}"#;
        let game = ann.open(table).await.game;
        assert_eq!(order(&mut bo, &game, &sit(2, "Bo")).await, None, "the seat number {number}");
        assert_eq!(order(&mut ann, &game, r#"{"type":"close"}"#).await, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_sent_away_does_not_sit_down_again() {
    let house = house().await;
    let (mut ann, mut eve) = (house.client(), house.client());
    let opened = ann.open(r#"{"seats":[{"type":"device","name":"Ann"}]}"#).await;
    eve.enter(&opened.sit).await;
    assert_eq!(order(&mut eve, &opened.game, &sit(2, "Eve")).await, None);
    assert_eq!(order(&mut ann, &opened.game, &stand(2)).await, None);
    assert_eq!(order(&mut eve, &opened.game, &sit(2, "Eve")).await.as_deref(), Some("sent-away"));
    let links = format!("/api/tables/{}/links", opened.game);
    let link: wire::table::LinkMade = ann.post(&links, r#"{"purpose":{"type":"sit"}}"#).await.read();
    eve.enter(&link.secret).await;
    assert_eq!(order(&mut eve, &opened.game, &sit(2, "Eve")).await.as_deref(), Some("sent-away"));
    let (_, you, _) = eve.sit_by(&opened.game).await;
    assert!(!you.sit);
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_nobody_else_from_the_address_of_who_was_sent_away_sits_down_there() {
    let house = TestServer::with(|settings| settings.behind_proxy = true).await;
    let from = |client: &Client, address: &str| {
        let mut headers = client.headers();
        headers.push(("X-Forwarded-For".into(), address.into()));
        headers.push(("Content-Type".into(), "application/json".into()));
        headers
    };
    let (mut ann, mut eve, mut mallory, mut bo) =
        (house.client(), visitor(&house).await, visitor(&house).await, visitor(&house).await);
    let game = ann.open(OPEN).await.game;
    let path = format!("/api/tables/{game}/commands");
    let ask = async |client: &mut Client, address: &str, id: &str, order: &str| {
        let body = format!(r#"{{"id":"{id}","version":1,"order":{order}}}"#);
        crate::common::send(house.address, "POST", &path, &from(client, address), body.as_bytes()).await
    };
    assert_eq!(ask(&mut eve, "192.0.2.7", "1", &sit(2, "Eve")).await.status, 200);
    assert_eq!(ask(&mut ann, "192.0.2.1", "2", &stand(2)).await.status, 200);
    let refused = ask(&mut mallory, "192.0.2.7", "3", &sit(2, "Mallory")).await;
    assert_eq!((refused.status, refused.code().as_str()), (403, "sent-away"));
    assert_eq!(ask(&mut bo, "192.0.2.8", "4", &sit(2, "Bo")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_talks_so_much_at_all_tables_together() {
    let house = house().await;
    let mut ann = house.client();
    let table = r#"{"seats":[{"type":"device","name":"Ann"}]}"#;
    let games = [ann.open(table).await.game, ann.open(table).await.game, ann.open(table).await.game];
    let mut said = 0;
    for number in 0..60 {
        let refused = order(&mut ann, &games[number % 3], r#"{"type":"say","seat":1,"text":"hello"}"#).await;
        said += usize::from(refused.is_none());
        assert!(refused.is_none_or(|code| code == "too-many"));
    }
    assert_eq!(said, 30);
}
