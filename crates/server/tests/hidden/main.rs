//! Nothing that a client can get and nothing that the server logs or counts tells a tile that is not drawn yet: with
//! another order of these tiles the same bytes come, the published hashes apart. A process of its own, because what
//! is logged is the process's.

#[path = "../http/common.rs"]
#[allow(dead_code, reason = "other tests need more of it")]
mod common;
#[path = "../http/player.rs"]
#[allow(dead_code, reason = "other tests need more of it")]
mod player;

use chance::{Game, fair};
use common::{Client, TestServer};
use player::{Player, begin};
use rules::Input;
use server::store::sqlite::{Options, Sqlite};
use server::store::{GameId, Hash, Store};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;
use tracing_subscriber::filter::LevelFilter;
use wire::table::{FromServer, Order, Stage};

/// Few tiles, so that two orders which begin alike are soon found.
const TABLE: &str =
    r#"{"hints":true,"setup":{"bag":{"U":3,"V":3,"W":2}},"seats":[{"type":"device","name":"Ann"}]}"#;
/// So many draws are alike.
const ALIKE: usize = 4;
const GAME: GameId = GameId([5; 10]);

/// What a server's secret leads to, everybody else's being known: the order of all draws if every tile is laid.
fn order(secret: &fair::Bytes, digest: &fair::Bytes) -> Vec<String> {
    let people = [1, 2].map(|seed| fair::digest(&format!("secret {seed}")));
    let seed = fair::seed(secret, &people, digest);
    let setup: wire::table::NewTable = wire::read(TABLE).unwrap();
    let setup = rules::Setup::try_from(setup.setup).unwrap();
    let mut game = Game::new(&setup, seed).unwrap();
    let mut order = Vec::new();
    while let Some(kind) = game.draw(&mut ()) {
        order.push(kind.name().to_owned());
        let mut legal = Vec::new();
        for _ in 0..2 {
            game.position().legal_actions(&mut legal);
            game.apply(Input::Act(*legal.last().unwrap()), &mut ()).unwrap();
        }
    }
    order
}

/// Two secrets of the server whose decks begin alike and go on differently.
fn two_secrets(digest: &fair::Bytes) -> [fair::Bytes; 2] {
    let mut seen: BTreeMap<Vec<String>, (fair::Bytes, Vec<String>)> = BTreeMap::new();
    for n in 0.. {
        let secret = fair::digest(&format!("server {n}"));
        let order = order(&secret, digest);
        match seen.get(&order[..ALIKE]) {
            Some((other, rest)) if *rest != order => return [*other, secret],
            Some(_) => {}
            None => {
                seen.insert(order[..ALIKE].to_vec(), (secret, order));
            }
        }
    }
    unreachable!("there are only so many beginnings")
}

/// A house with a table whose secret is known.
async fn house(secret: fair::Bytes) -> (TestServer, Client, Client) {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = crate::common::settings(folder.path());
    settings.time = server::time::Time::manual(1_000_000);
    // By nodes alone, so that the same thought comes of the same position.
    settings.limits.effort.hint = std::time::Duration::from_secs(3600);
    settings.limits.effort.hint_nodes = 300;
    let database = Sqlite::open(&folder.path().join("bastide.db"), &Options::default()).unwrap();
    let store = Store::from(database);
    let cookies = ["a", "b"].map(|letter| letter.repeat(32));
    let mut people = Vec::new();
    for cookie in &cookies {
        people.push(store.add_person(Hash(fair::digest(cookie)), 0).await.unwrap());
    }
    let hall = server::hall::Hall::new(store.clone(), settings.time.clone(), 10);
    let public = TABLE.replacen('{', r#"{"public":true,"#, 1);
    hall.open(GAME, secret, wire::read(&public).unwrap(), people[0].0).await.unwrap();
    drop((hall, store));
    // The store is free as soon as its last holder lets go.
    while Sqlite::open(&folder.path().join("bastide.db"), &Options::default()).is_err() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let house = TestServer::at(folder, settings).await;
    let [ann, bo] = cookies.map(|cookie| Client { cookie: Some(cookie), ..house.client() });
    (house, ann, bo)
}

/// What the process has logged, as text.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOG.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What was logged, each line once and in any order: tasks do not wait for each other. What differs from one start to
/// the next is left out.
fn logged(house: &TestServer) -> Vec<String> {
    let text = String::from_utf8(std::mem::take(&mut *LOG.lock().unwrap())).unwrap();
    let folder = house.folder.path().display().to_string();
    let text = text.replace(&folder, "FOLDER").replace(&house.address.to_string(), "ADDRESS");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort();
    lines.dedup();
    lines
}

/// Everything two clients can get of a game until a certain draw: over sockets and over HTTP, with failures; and what
/// was logged meanwhile.
async fn everything(secret: fair::Bytes) -> String {
    LOG.lock().unwrap().clear();
    let (house, mut ann, mut bo) = house(secret).await;
    let game = GAME.to_string();
    let (mut one, mut two) = (Player::new(&ann, &game, 1).await, Player::new(&bo, &game, 2).await);
    begin(&mut one, &mut two).await;
    tokio::join!(one.hear(), two.hear());
    let mut seen = Vec::new();
    let mut laid = 0;
    while laid < 2 * ALIKE - 1 {
        // One after the other, so that the same happens in the same order.
        let wanted = match one.wants() {
            Some(order) => Some((&mut one, order)),
            None => two.wants().map(|order| (&mut two, order)),
        };
        if let Some((player, order)) = wanted {
            laid += usize::from(matches!(order, Order::Act { .. }));
            player.order(order).await;
        }
        tokio::join!(one.hear(), two.hear());
        assert_ne!(one.now.stage, Stage::Over);
    }
    for (seat, client) in [(1, &mut ann), (2, &mut bo)] {
        seen.push(
            client.post(&format!("/api/tables/{game}/hint"), &format!(r#"{{"seat":{seat}}}"#)).await.body,
        );
        seen.push(client.ask("POST", &format!("/api/tables/{game}/analysis"), None).await.body);
    }
    assert_eq!(seen.iter().filter(|text| text.starts_with(r#"{"seat":"#)).count(), 1, "{seen:?}");
    for client in [&mut ann, &mut bo, &mut house.client()] {
        for path in ["", "/log", "/record"] {
            seen.push(client.get(&format!("/api/tables/{game}{path}")).await.body);
        }
        for path in ["/api/me", "/api/tables?stage=playing"] {
            seen.push(client.get(path).await.body);
        }
        let preview = r#"{"version":1,"actions":[{"type":"place","x":50,"y":0,"rotation":0}]}"#;
        seen.push(client.post(&format!("/api/tables/{game}/preview"), preview).await.body);
        seen.push(client.post(&format!("/api/tables/{game}/commands"), "{}").await.body);
    }
    // That a command was done comes before or after its update; it has the client's own id and a version in it.
    let told = one.texts.iter().chain(&two.texts);
    let told = told.filter(|message| !matches!(message, FromServer::Done { .. }));
    seen.extend(told.map(wire::write));
    // Something goes wrong, so that there is something to log.
    let other = rusqlite::Connection::open(house.folder.path().join("bastide.db")).unwrap();
    other.execute_batch("DROP TABLE alive").unwrap();
    seen.push(house.client().get("/readyz").await.body);
    while !String::from_utf8_lossy(&LOG.lock().unwrap()).contains("the sign of life") {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let lines = logged(&house);
    assert!(lines.iter().any(|line| line.contains("the server listens")), "{lines:?}");
    seen.extend(lines);
    seen.join("\n")
}

/// Without what is published on purpose or takes time.
fn without_hashes(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("bastide_command_seconds"));
    let mut text = lines.collect::<Vec<_>>().join("\n");
    while let Some(at) = text.find("\"server\":\"") {
        let from = at + "\"server\":\"".len();
        text.replace_range(at..from + 64, "\"the server's hash");
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_bytes_come_with_another_order_of_the_undrawn_tiles() {
    let log = tracing_subscriber::fmt().with_ansi(false).without_time().with_writer(|| Log);
    log.with_max_level(LevelFilter::TRACE).init();
    // The digest does not depend on the secret, so one game tells it.
    let (house, ann, bo) = house([1; 32]).await;
    let game = GAME.to_string();
    let (mut one, mut two) = (Player::new(&ann, &game, 1).await, Player::new(&bo, &game, 2).await);
    begin(&mut one, &mut two).await;
    one.hear().await;
    let digest = one.digest.unwrap();
    drop(house);
    let secrets = two_secrets(&digest);
    assert_ne!(order(&secrets[0], &digest), order(&secrets[1], &digest));
    let [first, second] = [everything(secrets[0]).await, everything(secrets[1]).await];
    assert!(first.contains("\"type\":\"drawn\"") || first.contains("\"type\":\"draw\""), "tiles were drawn");
    assert_ne!(first, second, "the published hashes differ");
    assert_eq!(without_hashes(&first), without_hashes(&second));
}
