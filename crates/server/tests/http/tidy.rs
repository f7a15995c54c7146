//! How long things are kept.
#![cfg(unix)]

use crate::admin::ask;
use crate::common::{Answer, Client, TestServer, settings};
use crate::player::{Player, TABLE, begin};
use server::time::Time;
use tempfile::TempDir;
use wire::admin::{AdminAnswer, AdminRequest, RetentionKind};
use wire::table::{Kept, Lists, Mine, Order, Stage};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
const AGAINST_COMPUTER: &str = r#"{"setup":{"bag":{"U":4,"V":4}},"seats":[{"type":"device","name":"Ann"},
    {"type":"computer","player":"greedy"}]}"#;
const COMPUTERS: &str = r#"{"setup":{"bag":{"U":2,"V":2}},"seats":[{"type":"computer","player":"greedy"},
    {"type":"computer","player":"greedy"}]}"#;

/// A server whose clock stands.
async fn house(folder: TempDir, now: i64, kept: usize) -> TestServer {
    let mut settings = settings(folder.path());
    settings.time = Time::manual(now);
    settings.limits.kept = kept;
    TestServer::at(folder, settings).await
}

async fn new_house() -> TestServer {
    house(tempfile::tempdir().unwrap(), 1_700_000_000_000, 1).await
}

/// The same server later; no table is in memory.
async fn later(old: TestServer, days: i64) -> TestServer {
    let now = old.time.now() + days * DAY;
    house(old.stop().await, now, 1).await
}

/// How many there are of each kind that are to go.
async fn tidy(house: &TestServer, dry_run: bool) -> Vec<(RetentionKind, u64)> {
    let AdminAnswer::Tidied { going, .. } = ask(house, AdminRequest::Tidy { dry_run }).await else {
        panic!()
    };
    assert!(
        going.iter().all(|going| going.bytes > 0 || going.count == 0 || going.kind == RetentionKind::People)
    );
    going.iter().filter(|going| going.count > 0).map(|going| (going.kind, going.count)).collect()
}

/// Has the server delete what is to go, and waits until that is done.
async fn tidied(house: &TestServer) {
    tidy(house, false).await;
    while !tidy(house, true).await.iter().all(|(kind, _)| *kind == RetentionKind::People) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

async fn two(house: &TestServer, ann: &mut Client) -> (String, Player, Player) {
    let mut bo = house.client();
    let opened = ann.open(TABLE).await;
    bo.enter(&opened.sit).await;
    let mut players = (Player::new(ann, &opened.game, 1).await, Player::new(&bo, &opened.game, 2).await);
    begin(&mut players.0, &mut players.1).await;
    (opened.game, players.0, players.1)
}

/// A game of two that is over.
async fn finished(house: &TestServer, ann: &mut Client) -> String {
    let (game, mut one, mut two) = two(house, ann).await;
    tokio::join!(one.play(), two.play());
    game
}

/// A game with the computer, in the middle or played by it alone.
async fn started(house: &TestServer, ann: &mut Client, table: &str, stage: Stage) -> String {
    let time = house.time.clone();
    // The computer takes its time, so the clock must go.
    let clock = tokio::spawn(async move {
        loop {
            time.advance(100);
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    });
    let game = ann.open(table).await.game;
    let mut player = Player::new(ann, &game, 3).await;
    player.order(Order::Start {}).await;
    while player.now.stage != stage {
        if let Some(order) = player.wants() {
            player.order(order).await;
        }
        player.hear().await;
    }
    clock.abort();
    game
}

async fn keep(client: &mut Client, game: &str, keep: bool) -> Answer {
    client.post(&format!("/api/tables/{game}/keep"), &format!(r#"{{"keep":{keep}}}"#)).await
}

async fn status(client: &mut Client, game: &str) -> u16 {
    client.get(&format!("/api/tables/{game}")).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_needs_goes_when_its_time_has_come_and_what_is_kept_or_in_use_stays() {
    let house = new_house().await;
    let mut ann = house.client();
    let unstarted = ann.open(TABLE).await.game;
    let alone = started(&house, &mut ann, AGAINST_COMPUTER, Stage::Playing).await;
    let computers = started(&house, &mut ann, COMPUTERS, Stage::Over).await;
    let (kept, old, seen) = (
        finished(&house, &mut ann).await,
        finished(&house, &mut ann).await,
        finished(&house, &mut ann).await,
    );
    assert_eq!(keep(&mut ann, &kept, true).await.status, 200);
    let house = later(house, 6).await;
    assert_eq!(tidy(&house, true).await, []);
    let house = later(house, 2).await;
    assert_eq!(tidy(&house, true).await, [(RetentionKind::Unstarted, 1), (RetentionKind::Computers, 1)]);
    tidied(&house).await;
    ann.address = house.address;
    assert_eq!((status(&mut ann, &unstarted).await, status(&mut ann, &computers).await), (404, 404));
    let house = later(house, 23).await;
    assert_eq!(tidy(&house, true).await, [(RetentionKind::Alone, 1)]);
    let house = later(house, 340).await;
    assert_eq!(tidy(&house, true).await, [(RetentionKind::Alone, 1), (RetentionKind::Games, 2)]);
    ann.address = house.address;
    let _socket = ann.sit_by(&seen).await;
    tidy(&house, false).await;
    while tidy(&house, true).await != [(RetentionKind::Games, 1)] {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let found = [
        status(&mut ann, &alone).await,
        status(&mut ann, &old).await,
        status(&mut ann, &seen).await,
        status(&mut ann, &kept).await,
    ];
    assert_eq!(found, [404, 404, 200, 200]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_took_part_in_a_game_can_keep_it() {
    let house = new_house().await;
    let mut ann = house.client();
    let (running, ..) = two(&house, &mut ann).await;
    let game = finished(&house, &mut ann).await;
    let path = format!("/api/tables/{game}/keep");
    let asked: Kept = ann.get(&path).await.read();
    assert_eq!(asked, Kept { kept: false, until: Some(house.time.now() + 365 * DAY) });
    assert_eq!(keep(&mut ann, &running, true).await.code(), "not-now");
    let mut eve = house.client();
    assert_eq!(keep(&mut eve, &game, true).await.status, 401);
    eve.open(TABLE).await;
    assert_eq!(keep(&mut eve, &game, true).await.status, 404);
    let asked: Kept = keep(&mut ann, &game, true).await.read();
    assert_eq!(asked, Kept { kept: true, until: None });
    let mine: Mine = ann.get("/api/me").await.read();
    let kept: Vec<_> = mine.tables.iter().filter(|table| table.kept).map(|table| &table.game).collect();
    assert_eq!(kept, [&game]);
    let other = finished(&house, &mut ann).await;
    let refused = keep(&mut ann, &other, true).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "keeps-too-many"));
    let asked: Kept = keep(&mut ann, &game, false).await.read();
    assert!(!asked.kept && asked.until.is_some());
    assert_eq!(keep(&mut ann, &other, true).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_have_nothing_and_do_not_come_are_forgotten() {
    let house = new_house().await;
    let (mut ann, mut bo) = (house.client(), house.client());
    let game = finished(&house, &mut ann).await;
    keep(&mut ann, &game, true).await;
    bo.open(TABLE).await;
    house.client().open(TABLE).await;
    let house = later(house, 300).await;
    for client in [&mut ann, &mut bo] {
        client.address = house.address;
        assert_eq!(client.get("/api/me").await.status, 200, "seen once more");
    }
    let house = later(house, 101).await;
    tidied(&house).await;
    // The guest of the game that is kept has a seat there, one was seen lately, one is the newest.
    assert_eq!(tidy(&house, true).await, []);
    let house = later(house, 400).await;
    assert_eq!(
        tidy(&house, true).await,
        [(RetentionKind::Games, 1), (RetentionKind::People, 1)],
        "whoever kept it is gone, too"
    );
    tidied(&house).await;
    ann.address = house.address;
    assert_eq!(status(&mut ann, &game).await, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_table_leaves_the_lobby_when_nobody_is_there_and_comes_back_with_them() {
    let house = new_house().await;
    let (mut ann, mut eve) = (house.client(), house.client());
    let game = ann.open(&TABLE.replacen('{', r#"{"public":true,"#, 1)).await.game;
    let listed = async || house.client().get("/api/tables").await.read::<Lists>().tables.len();
    house.time.advance(15 * MINUTE);
    assert_eq!(listed().await, 1);
    house.time.advance(1);
    assert_eq!(listed().await, 0);
    assert_eq!(status(&mut eve, &game).await, 200);
    assert_eq!(listed().await, 0, "a stranger does not bring it back");
    assert_eq!(status(&mut ann, &game).await, 200);
    while listed().await == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}
