//! A table whose log is damaged: it can be looked at as far as it can be read, and the others go on.

use crate::common::{TestServer, settings};
use crate::player::{Player, TABLE};
use wire::table::{LogShown, Order, Snapshot, Stage};

fn sqlite(folder: &tempfile::TempDir, order: &str) {
    let db = rusqlite::Connection::open(folder.path().join("bastide.db")).unwrap();
    db.execute_batch(order).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_table_is_frozen_and_readable_and_the_others_go_on() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let (first, second) = (ann.open(TABLE).await, ann.open(TABLE).await);
    for game in [&first.game, &second.game] {
        let mut player = Player::new(&ann, game, 1).await;
        for n in 0..5 {
            player.order(Order::Say { seat: 1.try_into().unwrap(), text: format!("line {n}") }).await;
            player.hear().await;
        }
    }
    let folder = house.stop().await;
    sqlite(&folder, "UPDATE words SET text = 'never said' WHERE version = 4 AND game = 1");
    let settings = settings(folder.path());
    let house = TestServer::at(folder, settings).await;
    let mut ann = crate::common::Client { address: house.address, ..ann };
    let log: LogShown = ann.get(&format!("/api/tables/{}/log", first.game)).await.read();
    assert_eq!(log.entries.len(), 3, "{log:?}");
    let shown: Snapshot = ann.get(&format!("/api/tables/{}", first.game)).await.read();
    assert_eq!((shown.now.stage, shown.version, shown.said.len()), (Stage::Frozen, 3, 2));
    let say = r#"{"id":"x","version":3,"order":{"type":"say","seat":1,"text":"still there?"}}"#;
    let refused = ann.post(&format!("/api/tables/{}/commands", first.game), say).await;
    assert!(refused.status == 409 && refused.body.contains(r#""code":"frozen""#), "{refused:?}");
    let shown: Snapshot = ann.get(&format!("/api/tables/{}", second.game)).await.read();
    assert_eq!((shown.now.stage, shown.said.len()), (Stage::Gathering, 5));
    let answer = ann.post(&format!("/api/tables/{}/commands", second.game), say).await;
    assert_eq!(answer.status, 200, "{answer:?}");
}
