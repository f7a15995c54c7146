//! Nobody is helped with a game that runs without hints, by none of the ways on which the server thinks for somebody.

use crate::common::{Answer, Client, TestServer, settings};
use crate::player::Player;
use rules::Position;
use rules::notation::{Game, Recorder};
use wire::table::{Entry, LogShown, Order, Snapshot, Stage, TryAsked};
use wire::{Input, RecordAsked, RecordTry};

const SETUP: &str = r#""setup":{"bag":{"U":4,"V":4,"E":4,"D":8}}"#;
const DEVICE: &str = r#""seats":[{"type":"device","name":"Ann"},{"type":"device","name":"Bo"}]"#;

fn table(more: &str) -> String {
    format!("{{{SETUP},{DEVICE}{more}}}")
}

/// A game that runs, with so many tiles on the table.
async fn running(house: &TestServer, table: &str, tiles: usize) -> (String, Client, Player) {
    let mut ann = house.client();
    let game = ann.open(table).await.game;
    let mut player = Player::new(&ann, &game, 3).await;
    player.order(Order::Start {}).await;
    loop {
        // Whoever looks between two messages sees what the last one told.
        if player.now.stage == Stage::Playing && laid(&mut ann, &game).await >= tiles {
            return (game, ann, player);
        }
        if let Some(order) = player.wants() {
            player.order(order).await;
        }
        player.hear().await;
    }
}

async fn laid(client: &mut Client, game: &str) -> usize {
    let snapshot: Snapshot = client.get(&format!("/api/tables/{game}")).await.read();
    snapshot.view.map_or(0, |view| view.tiles.len())
}

async fn record(client: &mut Client, game: &str) -> String {
    client.get(&format!("/api/tables/{game}/record")).await.body
}

async fn show(client: &mut Client, path: &str, record: &str) -> Answer {
    client.post(path, &wire::write(&RecordAsked { record: record.to_owned() })).await
}

const WAYS: [&str; 3] = ["/api/records", "/api/records/try", "/api/records/analysis"];

#[tokio::test(flavor = "multi_thread")]
async fn a_record_of_a_running_game_is_refused_until_it_is_over() {
    let house = TestServer::new().await;
    let (game, mut ann, mut player) = running(&house, &table(""), 12).await;
    let now = record(&mut ann, &game).await;
    let mut eve = house.client();
    for path in WAYS {
        let answer = show(&mut eve, path, &now).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "running-game"), "{path}");
    }
    // Two turns ago is no better, and what comes after it may be invented.
    let before = laid(&mut ann, &game).await;
    while laid(&mut ann, &game).await < before + 2 {
        match player.wants() {
            Some(order) => player.order(order).await,
            None => player.hear().await,
        }
        player.hear().await;
    }
    assert_eq!(show(&mut eve, WAYS[2], &now).await.code(), "running-game");
    player.play().await;
    for path in WAYS {
        let answer = show(&mut eve, path, &now).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_tried_may_not_lead_there() {
    let house = TestServer::new().await;
    let (game, mut ann, _player) = running(&house, &table(""), 12).await;
    let log: LogShown = ann.get(&format!("/api/tables/{game}/log")).await.read();
    let inputs: Vec<Input> = log
        .entries
        .into_iter()
        .filter_map(|line| match line.entry {
            Entry::Began { inputs, .. } | Entry::Played { inputs, .. } => Some(inputs),
            _ => None,
        })
        .flatten()
        .collect();
    let setup = Game::parse(&record(&mut ann, &game).await).unwrap().setup;
    let empty = Recorder::new(&Position::new(&setup).unwrap()).game().to_string();
    let mut eve = house.client();
    for (inputs, code) in [(&inputs[..10], None), (&inputs[..], Some("running-game"))] {
        let asked = TryAsked { inputs: inputs.to_vec(), ..TryAsked::default() };
        let answer = eve.post(WAYS[1], &wire::write(&RecordTry { record: empty.clone(), asked })).await;
        assert_eq!((answer.status != 200).then(|| answer.code()).as_deref(), code, "{answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_with_hints_and_arranged_ones_may_be_looked_at() {
    let house = TestServer::new().await;
    let tiles: Vec<String> = "UVEDDUVEDDUVEDDUVEDD".chars().map(|tile| format!("\"{tile}\"")).collect();
    let arranged = table("").replace("}},", &format!("}},\"arranged\":[{}]}},", tiles.join(",")));
    for table in [table(r#","hints":true"#), arranged] {
        let (game, mut ann, _player) = running(&house, &table, 12).await;
        let now = record(&mut ann, &game).await;
        assert_eq!(show(&mut ann, WAYS[2], &now).await.status, 200, "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_the_computer_nor_a_hint_goes_on_from_there() {
    let house = TestServer::new().await;
    let (game, mut ann, _player) = running(&house, &table(""), 12).await;
    let snapshot: Snapshot = ann.get(&format!("/api/tables/{game}")).await.read();
    let start = wire::write(&snapshot.view.unwrap());
    let from_there =
        format!(r#"{{"setup":{{"start":{start},"bag":{{"U":4,"V":4,"E":4,"D":8}}}},{DEVICE},"hints":true}}"#);
    let answer = house.client().post("/api/tables", &from_there).await;
    assert_eq!((answer.status, answer.code().as_str()), (403, "running-game"), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_protected_after_a_restart_before_anybody_looks_at_it() {
    let house = TestServer::new().await;
    let (game, mut ann, player) = running(&house, &table(""), 12).await;
    let now = record(&mut ann, &game).await;
    drop(player);
    let folder = house.stop().await;
    let again = settings(folder.path());
    let house = TestServer::at(folder, again).await;
    let mut eve = house.client();
    let answer = loop {
        // Until the server knows its games it says that it does not.
        let answer = show(&mut eve, WAYS[2], &now).await;
        if answer.code() != "busy" {
            break answer;
        }
    };
    assert_eq!((answer.status, answer.code().as_str()), (403, "running-game"));
}
