//! A game at any of its turns: tried otherwise, and drawn.

use crate::common::{Client, TestServer};
use crate::player::Player;
use wire::table::{LogShown, Order, Snapshot, Tried};

/// A finished game of one device.
async fn played(house: &TestServer) -> (String, Client) {
    let mut ann = house.client();
    let table = r#"{"setup":{"bag":{"U":3,"V":3}},"seats":[{"type":"device","name":"Ann <&>"},
        {"type":"device","name":"Bo"}]}"#;
    let game = ann.open(table).await.game;
    let mut player = Player::new(&ann, &game, 5).await;
    player.order(Order::Start {}).await;
    player.play().await;
    (game, ann)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_inputs_of_a_game_lead_where_it_went_and_others_elsewhere() {
    let house = TestServer::new().await;
    let (game, mut ann) = played(&house).await;
    let path = format!("/api/tables/{game}/try");
    let log: LogShown = ann.get(&format!("/api/tables/{game}/log")).await.read();
    let snapshot: Snapshot = ann.get(&format!("/api/tables/{game}")).await.read();
    let all: Vec<String> = log
        .entries
        .iter()
        .filter_map(|line| match &line.entry {
            wire::table::Entry::Began { inputs, .. } | wire::table::Entry::Played { inputs, .. } => {
                Some(inputs.iter().map(wire::write).collect::<Vec<_>>())
            }
            _ => None,
        })
        .flatten()
        .collect();
    let body = format!(r#"{{"at":0,"inputs":[{}]}}"#, all.join(","));
    let again: Tried = ann.post(&path, &body).await.read();
    assert_eq!(Some(&again.view), snapshot.view.as_ref());
    assert_eq!(again.events.len(), all.len());
    let end: Tried = ann.post(&path, "{}").await.read();
    assert_eq!(end.view, again.view);

    let first: Tried = ann.post(&path, r#"{"at":0,"survey":true}"#).await.read();
    assert_eq!((first.bag.len(), first.view.hand, first.survey.unwrap().fits.len()), (2, None, 4));
    for tile in ["U", "V"] {
        let body = format!(
            r#"{{"at":0,"inputs":[{{"type":"draw","tile":"{tile}"}}],"spot":{{"x":0,"y":0,"segment":0}}}}"#
        );
        let tried: Tried = ann.post(&path, &body).await.read();
        assert_eq!(tried.view.hand.map(|kind| wire::write(&kind)), Some(format!("\"{tile}\"")));
        assert!(!tried.now.places.is_empty());
        assert_eq!(tried.feature.map(|feature| feature.kind), Some(wire::FeatureKind::City));
    }
    let after: Snapshot = ann.get(&format!("/api/tables/{game}")).await.read();
    assert_eq!(after, snapshot, "nothing was changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_refused() {
    let house = TestServer::new().await;
    let (game, mut ann) = played(&house).await;
    let path = format!("/api/tables/{game}/try");
    for (body, code) in [
        (r#"{"at":1000}"#, "no-such-turn"),
        (r#"{"at":0,"inputs":[{"type":"draw","tile":"C"}]}"#, "not-in-bag"),
        (r#"{"at":0,"inputs":[{"type":"pass"}]}"#, "not-now"),
        (r#"{"inputs":[{"type":"draw","tile":"U"}]}"#, "game-over"),
        (r#"{"turn":3}"#, "bad-json"),
    ] {
        assert_eq!(ann.post(&path, body).await.code(), code, "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_behind_pictures() {
    let house = TestServer::new().await;
    let (game, ann) = played(&house).await;
    let pictures: Vec<_> = (0..24)
        .map(|_| {
            let (mut ann, path) = (ann.clone(), format!("/api/tables/{game}/board.png"));
            tokio::spawn(async move { ann.get(&path).await })
        })
        .collect();
    for _ in 0..5 {
        let tried = ann.clone().post(&format!("/api/tables/{game}/try"), "{}").await;
        assert_eq!(tried.status, 200, "{tried:?}");
    }
    for picture in pictures {
        let answer = picture.await.unwrap();
        let busy = answer.status == 503 && answer.headers.contains_key("retry-after");
        assert!(busy || answer.status == 200, "{answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_drawn_at_any_turn() {
    let house = TestServer::new().await;
    let (game, mut ann) = played(&house).await;
    let path = format!("/api/tables/{game}/board");
    let tiles = |svg: &str| svg.matches("viewBox=\"0 0 200 200\"").count();
    let whole = ann.get(&format!("{path}.svg")).await;
    assert_eq!(whole.headers["content-type"], "image/svg+xml");
    assert!(whole.headers["content-disposition"].ends_with(&format!("\"{game}.svg\"")));
    assert!(whole.body.contains("Ann &lt;&amp;&gt;"), "a name is text");
    let start = ann.get(&format!("{path}.svg?at=0&theme=winter&table=dark")).await;
    assert_eq!(tiles(&whole.body) - tiles(&start.body), 6);
    let png = ann.get(&format!("{path}.png?at=0")).await;
    assert_eq!((png.status, png.headers["content-type"].as_str()), (200, "image/png"));
    assert!(png.body.contains("PNG") && png.body.contains("IHDR"));
    for (query, code) in
        [("at=99", "no-such-turn"), ("at=x", "bad-query"), ("theme=x", "bad-query"), ("table=x", "bad-query")]
    {
        assert_eq!(ann.get(&format!("{path}.svg?{query}")).await.code(), code, "{query}");
    }
}
