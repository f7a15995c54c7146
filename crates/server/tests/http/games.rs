//! Whole games over sockets.

use crate::common::{Client, TestServer};
use crate::player::{Player, TABLE, begin, seat};
use server::time::Time;
use wire::table::{
    Entered, EnteredFor, FromServer, Lists, LogShown, Mine, Order, Rematched, Snapshot, Stage,
};

/// Two people at a table, by link, ready to start.
async fn two(house: &TestServer, table: &str) -> (String, Client, Client) {
    let (mut ann, mut bo) = (house.client(), house.client());
    let opened = ann.open(table).await;
    let entered: Entered = bo.enter(&opened.sit).await.read();
    assert_eq!((entered.game.as_str(), entered.purpose), (opened.game.as_str(), EnteredFor::Sit));
    (opened.game, ann, bo)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_by_link_play_a_whole_game() {
    let house = TestServer::new().await;
    let (game, mut ann, bo) = two(&house, TABLE).await;
    let mut players = [Player::new(&ann, &game, 1).await, Player::new(&bo, &game, 2).await];
    let [one, two] = &mut players;
    assert_eq!((one.device, two.device), (Some(0), None));
    begin(one, two).await;
    tokio::join!(one.play(), two.play());
    assert_eq!(two.device, Some(1), "who sits down learns which device it is");
    let snapshot: Snapshot = ann.get(&format!("/api/tables/{game}")).await.read();
    assert_eq!(snapshot.now.stage, Stage::Over);
    let record = ann.get(&format!("/api/tables/{game}/record")).await;
    let read = rules::notation::Game::parse_checked(&record.body).unwrap();
    assert_eq!(read.player(rules::Seat(1)), Some("Bo"));
    let log: LogShown = ann.get(&format!("/api/tables/{game}/log")).await.read();
    assert_eq!(log.entries.len() as u64, snapshot.version);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_the_computer_and_the_same_people_meet_again() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let table = r#"{"setup":{"bag":{"U":4,"V":4}},"seats":[{"type":"device","name":"Ann"},
        {"type":"computer","player":"greedy"}]}"#;
    let game = ann.open(table).await.game;
    let mut player = Player::new(&ann, &game, 3).await;
    player.order(Order::Start {}).await;
    player.hear().await;
    player.play().await;
    let again: Rematched = ann.post(&format!("/api/tables/{game}/rematch"), "").await.read();
    let once_more: Rematched = ann.post(&format!("/api/tables/{game}/rematch"), "").await.read();
    assert_eq!(again, once_more);
    let seats = Player::new(&ann, &again.game, 4).await.seats;
    assert_eq!(seats, [None, Some(0)], "everyone sits one seat further");
    let mine: Mine = ann.get("/api/me").await.read();
    assert_eq!(mine.tables.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_shows_public_tables_only_and_anyone_may_sit_there() {
    let house = TestServer::new().await;
    let (mut ann, mut bo) = (house.client(), house.client());
    ann.open(TABLE).await;
    let public = TABLE.replacen('{', r#"{"public":true,"title":"Friday","#, 1);
    let game = ann.open(&public).await.game;
    let lobby: Lists = bo.get("/api/tables?stage=gathering").await.read();
    assert_eq!(
        lobby.tables.iter().map(|table| (&*table.game, &*table.title)).collect::<Vec<_>>(),
        [(&*game, "Friday")]
    );
    let command = r#"{"id":"1","version":1,"order":{"type":"sit","seat":2,"name":"Bo"}}"#;
    assert_eq!(bo.post(&format!("/api/tables/{game}/commands"), command).await.status, 401);
    bo.post("/api/enter", r#"{"secret":"none"}"#).await;
    let mut known = house.client();
    known.open(TABLE).await;
    let done = known.post(&format!("/api/tables/{game}/commands"), command).await;
    assert_eq!(done.status, 200, "{done:?}");
    assert_eq!(bo.get("/api/tables?stage=none").await.code(), "bad-query");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_goes_on_on_another_device() {
    let house = TestServer::new().await;
    let (mut ann, mut phone, mut other) = (house.client(), house.client(), house.client());
    let game = ann.open(TABLE).await.game;
    let made = ann.post(&format!("/api/tables/{game}/links"), r#"{"purpose":{"type":"device"}}"#).await;
    let secret = made.read::<wire::table::LinkMade>().secret;
    assert_eq!(ann.enter(&secret).await.status, 409, "it leads elsewhere, and is still good");
    let entered: Entered = phone.enter(&secret).await.read();
    assert_eq!(entered.purpose, EnteredFor::Device);
    let (_, you, _) = phone.sit_by(&game).await;
    assert_eq!(you.device, Some(0));
    let mine: Mine = phone.get("/api/me").await.read();
    assert_eq!(mine.tables[0].mine, [seat(1)]);
    assert_eq!(other.enter(&secret).await.code(), "no-such-link", "it is good once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_tells_the_clients_and_they_go_on_after_it() {
    let house = TestServer::new().await;
    let (game, ann, bo) = two(&house, TABLE).await;
    let mut players = [Player::new(&ann, &game, 5).await, Player::new(&bo, &game, 6).await];
    let [one, two] = &mut players;
    begin(one, two).await;
    one.hear().await;
    let version = one.version;
    let folder = house.stop().await;
    let mut heard = Vec::new();
    while let Some(message) = one.socket.try_hear().await {
        heard.push(message);
    }
    assert!(heard.contains(&FromServer::Closing {}), "{heard:?}");
    let settings = crate::common::settings(folder.path());
    let house = TestServer::at(folder, settings).await;
    let (ann, bo) = (Client { address: house.address, ..ann }, Client { address: house.address, ..bo });
    let (mut one, mut two) = (Player::new(&ann, &game, 15).await, Player::new(&bo, &game, 16).await);
    assert!(one.version >= version);
    tokio::join!(one.play(), two.play());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_runs_out_by_the_game_time() {
    let house = TestServer::with(|settings| settings.time = Time::manual(1_000_000)).await;
    let table = TABLE.replacen('{', r#"{"clock":{"type":"turn","seconds":60},"#, 1);
    let (game, ann, bo) = two(&house, &table).await;
    let mut players = [Player::new(&ann, &game, 7).await, Player::new(&bo, &game, 8).await];
    let [one, two] = &mut players;
    begin(one, two).await;
    while one.now.stage != Stage::Playing {
        for player in [&mut *one, &mut *two] {
            if let Some(order) = player.wants() {
                player.order(order).await;
            }
        }
        tokio::join!(one.hear(), two.hear());
    }
    house.time.advance(61_000);
    while two.now.stage != Stage::Over {
        two.hear().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_can_be_checked_after_the_game_and_a_changed_one_is_found() {
    use table::{Table, Unfair};
    use wire::table::Entry;
    let house = TestServer::new().await;
    let (game, mut ann, bo) = two(&house, TABLE).await;
    let (mut one, mut two) = (Player::new(&ann, &game, 9).await, Player::new(&bo, &game, 10).await);
    begin(&mut one, &mut two).await;
    while one.now.stage != Stage::Playing {
        for player in [&mut one, &mut two] {
            if let Some(order) = player.wants() {
                player.order(order).await;
            }
        }
        tokio::join!(one.hear(), two.hear());
    }
    let path = format!("/api/tables/{game}/log");
    let early: LogShown = ann.get(&path).await.read();
    assert_eq!(Table::verify(&early.entries), Err(Unfair::Sealed));
    tokio::join!(one.play(), two.play());
    let answer = ann.get(&path).await;
    assert_eq!(answer.headers.get("transfer-encoding").map(String::as_str), Some("chunked"));
    let log: LogShown = answer.read();
    let fair = Table::verify(&log.entries).unwrap();
    assert_eq!((fair.devices, fair.draws), (2, 10));
    let change = |change: &dyn Fn(&mut Entry) -> bool| {
        let mut log = log.clone();
        assert!(log.entries.iter_mut().any(|line| change(&mut line.entry)));
        Table::verify(&log.entries).unwrap_err()
    };
    let early = |bend: &dyn Fn(&mut Vec<wire::table::LogLine>)| {
        let mut log = log.clone();
        bend(&mut log.entries);
        matches!(Table::verify(&log.entries), Err(Unfair::Early(_)))
    };
    assert!(early(&|entries| {
        let committed =
            entries.iter().rposition(|line| matches!(line.entry, Entry::Committed { .. })).unwrap();
        let revealed = entries.iter().position(|line| matches!(line.entry, Entry::Revealed { .. })).unwrap();
        entries.swap(committed, revealed);
    }));
    let part = |entry: &Entry| match entry {
        Entry::Committed { device, .. } | Entry::Revealed { device, .. } => Some(*device),
        _ => None,
    };
    assert!(early(&|entries| entries.retain(|line| part(&line.entry) != Some(1))));
    let other = "ab".repeat(32);
    let device = change(&|entry| match entry {
        Entry::Revealed { secret, .. } => {
            *secret = other.clone();
            true
        }
        _ => false,
    });
    assert!(matches!(device, Unfair::Device(_)), "{device}");
    let server = change(&|entry| match entry {
        Entry::Unsealed { secret } => {
            *secret = other.clone();
            true
        }
        _ => false,
    });
    assert!(matches!(server, Unfair::Server(_)), "{server}");
}
