//! Nobody gets where they don't belong: every route, with every wrong key.

use crate::common::{Client, TestServer};
use crate::player::TABLE;

/// Who knocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Knocker {
    /// Without a key.
    Nobody,
    /// With a key that was never given out.
    Wrong,
    /// A player of another table.
    Stranger,
    /// Who may look on.
    Spectator,
    /// Who came by a link that was revoked.
    Revoked,
    /// The other player.
    Other,
}

use Knocker::*;

const ALL: [Knocker; 6] = [Nobody, Wrong, Stranger, Spectator, Revoked, Other];

/// A route, what is sent there, and who may get in.
struct Door {
    method: &'static str,
    path: &'static str,
    body: Option<&'static str>,
    open: &'static [Knocker],
}

const fn door(
    method: &'static str,
    path: &'static str,
    body: Option<&'static str>,
    open: &'static [Knocker],
) -> Door {
    Door { method, path, body, open }
}

const LOOK: &[Knocker] = &[Spectator, Other];
const EVERYBODY: &[Knocker] = &ALL;
/// Everybody but a token that was never given out.
const ANYBODY: &[Knocker] = &[Nobody, Stranger, Spectator, Revoked, Other];

/// A game of nobody here.
const RECORD: &str = r#"{"record":"[Rules \"1\"]\n[Seats \"2\"]\n[Sets \"base\"]\n\n1. 1: U@1,0 pass\n2. 2: U\nunfinished place 0-0\n"}"#;

/// Every route. What is open to everybody tells nothing of the table: the page, lists of public tables, a new table.
const DOORS: &[Door] = &[
    door("GET", "/", None, EVERYBODY),
    door("GET", "/new", None, EVERYBODY),
    door("GET", "/join", None, EVERYBODY),
    door("GET", "/help", None, EVERYBODY),
    door("GET", "/record", None, EVERYBODY),
    door("GET", "/t/{game}", None, EVERYBODY),
    door("GET", "/assets/{hash}/{*path}", None, &[]),
    door("GET", "/assets/{hash}/art/{*path}", None, &[]),
    door("GET", "/api/notice", None, EVERYBODY),
    door("GET", "/privacy", None, EVERYBODY),
    door("GET", "/api/privacy", None, ANYBODY),
    door("GET", "/api/openapi.json", None, EVERYBODY),
    door("GET", "/healthz", None, EVERYBODY),
    door("GET", "/readyz", None, EVERYBODY),
    door("POST", "/api/qr", Some("link"), EVERYBODY),
    door("POST", "/api/tables", Some(TABLE), ANYBODY),
    door("GET", "/api/tables", None, ANYBODY),
    door("GET", "/api/me", None, ANYBODY),
    door("POST", "/api/bots", Some(""), ANYBODY),
    door("GET", "/api/tables/{game}", None, LOOK),
    door("GET", "/api/tables/{game}/log", None, LOOK),
    door("GET", "/api/tables/{game}/keep", None, LOOK),
    // A game is kept when it is over.
    door("POST", "/api/tables/{game}/keep", Some(r#"{"keep":true}"#), &[]),
    door("POST", "/api/tables/{game}/keep", Some(r#"{"keep":false}"#), LOOK),
    // There is nothing to see before the game begins.
    door("GET", "/api/tables/{game}/record", None, &[]),
    door("GET", "/api/tables/{game}/start", None, &[]),
    door("GET", "/api/tables/{game}/standing", None, &[]),
    door("GET", "/api/tables/{game}/feature", None, &[]),
    door("GET", "/api/tables/{game}/features", None, &[]),
    door("GET", "/api/tables/{game}/fits", None, &[]),
    door("GET", "/api/tables/{game}/board.svg", None, &[]),
    door("GET", "/api/tables/{game}/board.png", None, &[]),
    door("POST", "/api/tables/{game}/try", Some("{}"), &[]),
    door("POST", "/api/tables/{game}/hint", Some(r#"{"seat":1}"#), &[]),
    door("POST", "/api/tables/{game}/hint", Some(r#"{"seat":2}"#), &[]),
    door("POST", "/api/tables/{game}/analysis", None, &[]),
    door("POST", "/api/records", Some(RECORD), ANYBODY),
    door("POST", "/api/records/try", Some(RECORD), ANYBODY),
    door("POST", "/api/records/analysis", Some(RECORD), ANYBODY),
    door("GET", "/api/tables/{game}/socket", None, &[]),
    door(
        "POST",
        "/api/tables/{game}/commands",
        Some(r#"{"id":"x","version":1,"order":{"type":"say","seat":1,"text":"hello"}}"#),
        &[],
    ),
    door(
        "POST",
        "/api/tables/{game}/commands",
        Some(r#"{"id":"x","version":1,"order":{"type":"resign","seat":1}}"#),
        &[],
    ),
    door(
        "POST",
        "/api/tables/{game}/commands",
        Some(r#"{"id":"x","version":1,"order":{"type":"start"}}"#),
        &[],
    ),
    door(
        "POST",
        "/api/tables/{game}/commands",
        Some(r#"{"id":"x","version":1,"order":{"type":"close"}}"#),
        &[],
    ),
    door(
        "POST",
        "/api/tables/{game}/commands",
        Some(r#"{"id":"x","version":1,"order":{"type":"sit","seat":1,"name":"Eve"}}"#),
        &[],
    ),
    door("POST", "/api/tables/{game}/preview", Some(r#"{"version":1,"actions":[{"type":"pass"}]}"#), &[]),
    door("POST", "/api/tables/{game}/links", Some(r#"{"purpose":{"type":"sit"}}"#), &[]),
    door("POST", "/api/tables/{game}/links", Some(r#"{"purpose":{"type":"watch"}}"#), &[]),
    door("POST", "/api/tables/{game}/links", Some(r#"{"purpose":{"type":"device"}}"#), &[Other]),
    door("DELETE", "/api/tables/{game}/links", None, &[]),
    door("POST", "/api/tables/{game}/bots", Some(r#"{"seat":1,"name":"Eve"}"#), &[]),
    door("POST", "/api/tables/{game}/rematch", Some(""), &[]),
    door("POST", "/api/enter", Some(r#"{"secret":"0123456789abcdef0123456789abcdef"}"#), &[]),
    door("GET", "/api/stream", None, &[]),
];

/// Streams never end, so only whether they begin is looked at.
const ENDLESS: &str = "/api/stream";

/// A table of two, and everybody who might knock.
struct Street {
    house: TestServer,
    game: String,
    clients: Vec<(Knocker, Client)>,
}

impl Street {
    async fn build() -> Street {
        let house = TestServer::new().await;
        let mut ann = house.client();
        let opened = ann.open(TABLE).await;
        let [mut stranger, mut spectator, mut revoked, mut other] = [0; 4].map(|_| house.client());
        stranger.open(TABLE).await;
        let (sit, watch) = (&opened.sit, &opened.watch);
        assert_eq!(revoked.enter(watch).await.status, 200);
        assert_eq!(revoked.enter(sit).await.status, 200);
        let path = format!("/api/tables/{}/links", opened.game);
        assert_eq!(ann.ask("DELETE", &path, None).await.status, 204);
        let new = |kind: &str| format!(r#"{{"purpose":{{"type":"{kind}"}}}}"#);
        let watch: wire::table::LinkMade = ann.post(&path, &new("watch")).await.read();
        let sit: wire::table::LinkMade = ann.post(&path, &new("sit")).await.read();
        assert_eq!(spectator.enter(&watch.secret).await.status, 200);
        assert_eq!(other.enter(&sit.secret).await.status, 200);
        let order = r#"{"id":"1","version":1,"order":{"type":"sit","seat":2,"name":"Bo"}}"#;
        let sat = other.post(&format!("/api/tables/{}/commands", opened.game), order).await;
        assert_eq!(sat.status, 200, "{sat:?}");
        let mut wrong = house.client();
        wrong.token = Some("0123456789abcdef0123456789abcdef".into());
        let nobody = house.client();
        let clients = vec![
            (Nobody, nobody),
            (Wrong, wrong),
            (Stranger, stranger),
            (Spectator, spectator),
            (Revoked, revoked),
            (Other, other),
        ];
        Street { house, game: opened.game, clients }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_door_is_closed_to_whoever_does_not_belong_there() {
    let street = Street::build().await;
    for (knocker, client) in &street.clients {
        for door in DOORS.iter().filter(|door| door.path != ENDLESS) {
            let path = door.path.replace("{game}", &street.game);
            let answer = client.clone().ask(door.method, &path, door.body).await;
            let inside = (200..300).contains(&answer.status);
            assert_eq!(
                inside,
                door.open.contains(knocker),
                "{knocker:?} at {} {path} with {:?}: {answer:?}",
                door.method,
                door.body
            );
            assert!(answer.status < 500, "{answer:?}");
        }
    }
    let mut nobody = street.house.client();
    assert_eq!(nobody.get(ENDLESS).await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_open_for_those_who_may_look_only() {
    let street = Street::build().await;
    for (knocker, client) in &street.clients {
        let inside = client.socket(&street.game).await.is_ok();
        assert_eq!(inside, LOOK.contains(knocker), "{knocker:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_whose_link_is_revoked_has_to_leave() {
    let house = TestServer::new().await;
    let (mut ann, mut guest) = (house.client(), house.client());
    let opened = ann.open(TABLE).await;
    guest.enter(&opened.watch).await;
    let (mut socket, you, _) = guest.sit_by(&opened.game).await;
    assert!(!you.sit && you.device.is_none());
    ann.ask("DELETE", &format!("/api/tables/{}/links?purpose=watch", opened.game), None).await;
    assert_eq!(socket.farewell().await, Some((1008, "revoked".into())));
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_pages_and_foreign_names_are_refused() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    let change = |name: &str, value: &str| {
        let mut headers = ann.headers();
        headers.retain(|(known, _)| known != name);
        if !value.is_empty() {
            headers.push((name.into(), value.into()));
        }
        headers.push(("Content-Type".into(), "application/json".into()));
        headers
    };
    let post = |headers: Vec<(String, String)>| {
        let path = format!("/api/tables/{game}/rematch");
        async move { crate::common::send(house.address, "POST", &path, &headers, b"").await }
    };
    for origin in ["http://evil.example", "null", "", "https://127.0.0.1"] {
        let answer = post(change("Origin", origin)).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "origin"), "{origin}");
    }
    let answer = post(change("Host", "evil.example")).await;
    assert_eq!((answer.status, answer.code().as_str()), (421, "host"));
    assert_eq!(post(ann.headers()).await.code(), "not-now", "and its own page is heard");
}

/// The routes as the source has them: a new one must be put into the table above.
#[test]
fn the_table_of_doors_is_complete() {
    let source = include_str!("../../src/http/mod.rs");
    let routes: Vec<(&str, &str)> = source.lines().filter_map(route).flatten().collect();
    assert!(routes.len() > 20);
    for (method, path) in &routes {
        assert!(
            DOORS.iter().any(|door| door.method == *method && door.path == *path),
            "{method} {path} is not in the table"
        );
    }
    for door in DOORS {
        assert!(routes.contains(&(door.method, door.path)), "{} {} is no route", door.method, door.path);
    }
}

fn route(line: &str) -> Option<Vec<(&'static str, &str)>> {
    let (path, handlers) = line.trim().strip_prefix(".route(\"")?.split_once('"')?;
    let methods =
        [("get(", "GET"), ("post(", "POST"), ("delete(", "DELETE"), ("put(", "PUT"), ("patch(", "PATCH")];
    Some(methods.iter().filter(|(word, _)| handlers.contains(word)).map(|(_, name)| (*name, path)).collect())
}
