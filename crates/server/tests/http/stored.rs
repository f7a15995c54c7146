//! What strangers can make the server keep.

use crate::common::{Answer, Client, TestServer, send, settings};
use crate::player::{Player, begin, seat};
use server::settings::{Limits, Rate};
use wire::table::{FromServer, Order, Stage};

const BASE: &str = r#"{"seats":[{"type":"device","name":"Ann"}]}"#;
/// A game of 648 tiles.
const LARGE: &str = r#"{"setup":{"sets":{"base":9}},"seats":[{"type":"device","name":"Ann"}]}"#;
/// So small that a few tables fill it.
const QUOTA: u64 = 400_000;

/// Somebody new makes a table, from an address that a proxy tells.
async fn open_from(house: &TestServer, address: &str) -> Answer {
    let mut headers = house.client().headers();
    headers.push(("Content-Type".into(), "application/json".into()));
    headers.push(("X-Forwarded-For".into(), address.into()));
    send(house.address, "POST", "/api/tables", &headers, BASE.as_bytes()).await
}

async fn behind_proxy(limits: Limits) -> TestServer {
    TestServer::with(|settings| (settings.behind_proxy, settings.limits) = (true, limits)).await
}

/// How many tables were made before one was refused, and how that was said.
async fn until_refused(house: &TestServer, address: impl Fn(u32) -> String) -> (u32, Answer) {
    for made in 0..2000 {
        let answer = open_from(house, &address(made)).await;
        if answer.status != 201 {
            return (made, answer);
        }
    }
    panic!("nobody was refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_from_all_over_a_48_is_refused_and_nobody_else_is() {
    // Nothing comes back while the test runs, however long that takes.
    let makings = Rate { steady: 0.0, ..Limits::default().makings };
    let house = behind_proxy(Limits { makings, ..Limits::default() }).await;
    let burst = makings.burst as u32;
    let (made, refused) =
        until_refused(&house, |n| format!("2001:db8:bad:{:x}::1", ((n % 256) << 8) | (n / 256))).await;
    assert!(made >= 4 * burst, "{made}");
    assert_eq!((refused.status, refused.code().as_str()), (429, "too-many"));
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(open_from(&house, "2001:db8:bad:ffff::1").await.status, 429, "nobody of that network");
    let (made, _) = until_refused(&house, |n| format!("2001:db8:0:{:x}::1", n % 256)).await;
    assert!((2 * burst..4 * burst).contains(&made), "a /56: {made}");
    let (made, _) = until_refused(&house, |n| format!("192.0.2.7, 2001:db8:1::{n:x}")).await;
    assert!((burst..2 * burst).contains(&made), "a /64: {made}");
    for other in ["192.0.2.7", "2001:db8:2::1"] {
        assert_eq!(open_from(&house, other).await.status, 201, "{other}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_together_make_no_more_than_the_server_takes() {
    let limits = Limits { makings_in_all: Rate { steady: 0.0, burst: 5.0 }, ..Limits::default() };
    let house = behind_proxy(limits).await;
    let (made, refused) = until_refused(&house, |n| format!("192.0.2.{n}")).await;
    assert_eq!((made, refused.status, refused.code().as_str()), (5, 503, "busy"));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_makes_no_more_from_many_addresses() {
    let house = behind_proxy(Limits::default()).await;
    let mut ann = house.client();
    ann.open(BASE).await;
    let mut made = 1;
    let refused = loop {
        let mut headers = ann.headers();
        headers.push(("Content-Type".into(), "application/json".into()));
        headers.push(("X-Forwarded-For".into(), format!("192.0.2.{}", made % 250)));
        let answer = send(house.address, "POST", "/api/tables", &headers, BASE.as_bytes()).await;
        if answer.status != 201 {
            break answer;
        }
        made += 1;
        assert!(made < 1000, "nobody was refused");
    };
    assert_eq!(refused.status, 429);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_game_takes_more_of_what_one_may_have_kept_than_a_small_one() {
    let made = async |table: &str| {
        let house = behind_proxy(Limits::default()).await;
        let mut made = 0;
        while house.client().post("/api/tables", table).await.status == 201 {
            made += 1;
        }
        made
    };
    let (small, large) = (made(BASE).await, made(LARGE).await);
    assert!(large * 3 < small && large > 5, "{large} of 648 tiles, {small} of 72");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_said_too_much_can_still_play() {
    let house =
        TestServer::with(|settings| settings.limits.stored = Rate { steady: 0.0, burst: 15_000.0 }).await;
    let (mut ann, mut bo) = two(&house).await;
    assert_eq!(talk(&mut ann).await, "too-many");
    tokio::join!(ann.play(), bo.play());
}

#[tokio::test(flavor = "multi_thread")]
async fn at_the_quota_nothing_new_is_begun_and_games_go_on() {
    let house = TestServer::with(|settings| settings.disk.quota = QUOTA).await;
    let (mut ann, mut bo) = two(&house).await;
    let refused = fill(&house).await;
    assert_eq!((refused.status, refused.code().as_str()), (503, "quota"));
    assert!(
        refused.body.contains("games that have begun go on") && refused.headers.contains_key("retry-after")
    );
    assert_eq!(house.client().post("/api/bots", "").await.code(), "quota");
    assert_eq!(talk(&mut ann).await, "quota");
    tokio::join!(ann.play(), bo.play());
    assert_eq!(ann.now.stage, Stage::Over);
    let numbers = house.numbers().await;
    assert!(numbers.contains(&format!("bastide_disk_quota_bytes {QUOTA}")), "{numbers}");
    let used = numbers.lines().find_map(|line| line.strip_prefix("bastide_disk_used_bytes "));
    assert!(used.unwrap().parse::<u64>().unwrap() >= QUOTA, "{numbers}");
}

#[tokio::test(flavor = "multi_thread")]
async fn at_the_quota_nobody_new_comes_to_a_table_by_any_door() {
    let house = TestServer::with(|settings| settings.disk.quota = QUOTA).await;
    let [mut ann, mut bo, mut eve] = [(); 3].map(|()| house.client());
    let over = ann.open(crate::player::TABLE).await;
    bo.enter(&over.sit).await;
    let (mut one, mut two) = (Player::new(&ann, &over.game, 1).await, Player::new(&bo, &over.game, 2).await);
    begin(&mut one, &mut two).await;
    tokio::join!(one.play(), two.play());
    let waiting = ann.open(crate::player::TABLE).await;
    eve.open(BASE).await;
    fill(&house).await;
    let at = |what: &str| format!("/api/tables/{}/{what}", waiting.game);
    let bot = r#"{"seat":2,"name":"Robby"}"#;
    for answer in [
        eve.enter(&waiting.watch).await,
        house.client().enter(&waiting.watch).await,
        ann.post(&format!("/api/tables/{}/rematch", over.game), "").await,
        ann.post(&at("bots"), bot).await,
        ann.post(&at("links"), r#"{"purpose":{"type":"watch"}}"#).await,
    ] {
        assert_eq!((answer.status, answer.code().as_str()), (503, "quota"), "{answer:?}");
    }
    assert_eq!(bo.enter(&over.sit).await.status, 200, "who came by it before takes no room");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_by_a_link_is_noted_at_their_own_cost() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let opened = ann.open(BASE).await;
    let folder = house.stop().await;
    let mut settings = settings(folder.path());
    settings.limits.stored = Rate { steady: 0.0, burst: 1300.0 };
    let house = TestServer::at(folder, settings).await;
    let mut eve = house.client();
    assert_eq!(eve.enter(&opened.watch).await.status, 200, "a person and a guest");
    assert_eq!(eve.enter(&opened.watch).await.status, 200, "that is noted already");
    assert_eq!(eve.enter(&opened.sit).await.status, 200);
    ann.address = house.address;
    assert_eq!(ann.enter(&opened.sit).await.status, 200);
    assert_eq!(ann.enter(&opened.watch).await.code(), "too-many");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_has_a_hundred_links_of_a_kind() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let path = format!("/api/tables/{}/links", ann.open(BASE).await.game);
    let watch = r#"{"purpose":{"type":"watch"}}"#;
    for _ in 1..100 {
        assert_eq!(ann.post(&path, watch).await.status, 201);
    }
    let refused = ann.post(&path, watch).await;
    assert_eq!((refused.status, refused.code().as_str()), (409, "too-many-links"));
    assert_eq!(ann.post(&path, r#"{"purpose":{"type":"sit"}}"#).await.status, 201);
    assert_eq!(ann.ask("DELETE", &format!("{path}?purpose=watch"), None).await.status, 204);
    assert_eq!(ann.post(&path, watch).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_address_makes_in_a_day_is_bounded_too() {
    let limits = Limits { stored_daily: Rate { steady: 0.0, burst: 100_000.0 }, ..Limits::default() };
    let house = behind_proxy(limits).await;
    let (made, refused) = until_refused(&house, |_| "192.0.2.1".into()).await;
    assert_eq!((made, refused.status, refused.code().as_str()), (3, 429, "too-many"));
    assert_eq!(open_from(&house, "192.0.2.2").await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_quarter_of_the_disk_is_for_those_who_made_little_that_day() {
    let house = TestServer::new().await;
    house.client().open(BASE).await;
    let numbers = house.numbers().await;
    let used = numbers.lines().find_map(|line| line.strip_prefix("bastide_disk_used_bytes "));
    let used: u64 = used.unwrap().parse().unwrap();
    let folder = house.stop().await;
    let mut settings = settings(folder.path());
    settings.behind_proxy = true;
    settings.disk.quota = used / 10 * 12;
    settings.limits.stored_daily = Rate { steady: 0.0, burst: 100_000.0 };
    let house = TestServer::at(folder, settings).await;
    let (made, refused) = until_refused(&house, |_| "192.0.2.1".into()).await;
    assert_eq!((made, refused.status, refused.code().as_str()), (1, 503, "little-room"));
    assert!(refused.body.contains("those who made little today"), "{refused:?}");
    assert_eq!(open_from(&house, "192.0.2.2").await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn some_of_the_disk_stays_free() {
    let house = TestServer::with(|settings| settings.disk.reserve = Some(u64::MAX)).await;
    assert_eq!(house.client().post("/api/tables", BASE).await.code(), "quota");
}

/// Two people in the middle of a small game.
async fn two(house: &TestServer) -> (Player, Player) {
    let (mut ann, mut bo): (Client, Client) = (house.client(), house.client());
    let opened = ann.open(crate::player::TABLE).await;
    bo.enter(&opened.sit).await;
    let mut ann = Player::new(&ann, &opened.game, 1).await;
    let mut bo = Player::new(&bo, &opened.game, 2).await;
    begin(&mut ann, &mut bo).await;
    tokio::join!(start(&mut ann), start(&mut bo));
    (ann, bo)
}

/// Takes part in the deal.
async fn start(player: &mut Player) {
    while player.now.stage != Stage::Playing {
        if let Some(order) = player.wants() {
            player.order(order).await;
        }
        player.hear().await;
    }
}

/// Makes tables until there is no room.
async fn fill(house: &TestServer) -> Answer {
    loop {
        let answer = house.client().post("/api/tables", LARGE).await;
        if answer.status != 201 {
            return answer;
        }
    }
}

/// Says something until it is refused, and tells with which code.
async fn talk(player: &mut Player) -> String {
    loop {
        player.order(Order::Say { seat: seat(1), text: "x".repeat(300) }).await;
        loop {
            match player.socket.hear().await {
                FromServer::Rejected(why) => return why.code,
                FromServer::Done { .. } => break,
                FromServer::Update(update) => (player.version, player.now) = (update.version, update.now),
                _ => {}
            }
        }
    }
}
