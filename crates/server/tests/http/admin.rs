//! What whoever runs the server sees and does while it runs.
#![cfg(unix)]

use crate::common::{Client, TestServer, send, settings};
use crate::player::{Player, TABLE, begin};
use server::admin::SOCKET;
use std::os::unix::fs::PermissionsExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use wire::admin::{AdminAnswer, AdminRequest};
use wire::table::{FromServer, Stage};

/// One request over the socket in the folder of the data.
async fn raw(house: &TestServer, bytes: &[u8]) -> String {
    let mut stream = UnixStream::connect(house.folder.path().join(SOCKET)).await.unwrap();
    // A server that has heard enough may hang up.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    answer
}

pub async fn ask(house: &TestServer, request: AdminRequest) -> AdminAnswer {
    let answer = raw(house, (wire::write(&request) + "\n").as_bytes()).await;
    wire::read(answer.trim_end()).unwrap_or_else(|bad| panic!("{bad}: {answer}"))
}

async fn refusal(house: &TestServer, request: AdminRequest) -> String {
    match ask(house, request).await {
        AdminAnswer::Refused { message } => message,
        other => panic!("{other:?}"),
    }
}

pub async fn ban(house: &TestServer, whom: &str, seconds: Option<u64>) -> AdminAnswer {
    ask(house, AdminRequest::Ban { whom: whom.into(), reason: "shouting".into(), seconds }).await
}

/// The number of the only person who sits on a seat.
async fn person_at(house: &TestServer, game: &str, seat: usize) -> i64 {
    let AdminAnswer::Table(table) = ask(house, AdminRequest::Look { game: game.into() }).await else {
        panic!()
    };
    table.seats[seat].people[0]
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

/// Two people in the middle of a game.
async fn running_game(house: &TestServer) -> (Client, Client, String, Player, Player) {
    let (mut ann, mut bo) = (house.client(), house.client());
    let opened = ann.open(TABLE).await;
    bo.enter(&opened.sit).await;
    let mut first = Player::new(&ann, &opened.game, 1).await;
    let mut second = Player::new(&bo, &opened.game, 2).await;
    begin(&mut first, &mut second).await;
    tokio::join!(start(&mut first), start(&mut second));
    (ann, bo, opened.game, first, second)
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_can_open_the_socket_and_a_stale_one_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(SOCKET);
    // A server that was killed leaves its socket behind, and perhaps half of the way to it.
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    std::fs::create_dir(folder.path().join(".admin")).unwrap();
    let settings = settings(folder.path());
    let house = TestServer::at(folder, settings).await;
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!house.folder.path().join(".admin").exists());
    assert!(
        matches!(ask(&house, AdminRequest::Bans {}).await, AdminAnswer::Bans { bans } if bans.is_empty())
    );
    let folder = house.stop().await;
    assert!(!path.exists(), "it goes with the server");
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
    let settings = crate::common::settings(folder.path());
    let house = TestServer::at(folder, settings).await;
    assert!(!path.exists(), "others could put theirs in its place");
    assert_eq!(house.client().get("/healthz").await.status, 200, "the server runs all the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_request_is_answered_and_harms_nobody() {
    let house = TestServer::new().await;
    for bytes in
        [&b""[..], b"\n", b"{}\n", b"{\"ask\":\"dance\"}\n", b"[[[[", b"{\"ask\":\"list\",\"tables\":-1}\n"]
    {
        let answer = raw(&house, bytes).await;
        assert!(answer.contains("\"type\":\"refused\""), "{bytes:?}: {answer}");
    }
    assert!(raw(&house, b"\xff\xfe\n").await.is_empty(), "no text, no answer");
    let long = vec![b'x'; 1 << 20];
    let answer = raw(&house, &long).await;
    assert!(answer.is_empty() || answer.contains("at most 16384 bytes"), "{answer}");
    let name = "no".to_owned();
    assert!(refusal(&house, AdminRequest::Look { game: name.clone() }).await.contains("what follows /t/"));
    let nowhere = server::store::GameId::random().to_string();
    for request in
        [AdminRequest::Look { game: nowhere.clone() }, AdminRequest::Close { game: nowhere.clone() }]
    {
        assert_eq!(refusal(&house, request).await, format!("there is no table {nowhere}"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_sees_tables_sockets_and_who_sits_where() {
    let house = TestServer::new().await;
    let (_ann, _bo, game, _first, _second) = running_game(&house).await;
    let AdminAnswer::Overview(seen) = ask(&house, AdminRequest::List { tables: 5 }).await else { panic!() };
    assert_eq!((seen.stages, seen.in_memory, seen.sockets), (vec![("playing".into(), 1)], 1, 2));
    assert_eq!((seen.tables[0].game.as_str(), seen.tables[0].sockets), (game.as_str(), 2));
    assert_eq!((seen.addresses[0].address.as_str(), seen.addresses[0].sockets), ("127.0.0.1", 2));
    for name in ["the disk", "a table to be loaded", "an analysis"] {
        assert!(seen.queues.iter().any(|queue| queue.name == name), "{name}");
    }
    assert!(seen.database_bytes > 0);
    let AdminAnswer::Table(table) =
        ask(&house, AdminRequest::Look { game: format!("http://x/t/{game}") }).await
    else {
        panic!()
    };
    assert_eq!(
        (table.stage, table.creator, table.sockets.len()),
        (Stage::Playing, table.seats[0].people[0], 2)
    );
    assert_eq!(table.seats[1].name.as_deref(), Some("Bo"));
    assert_eq!(table.sockets[1].person, Some(table.seats[1].people[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_game_can_be_looked_at_and_no_more() {
    let house = TestServer::new().await;
    let (mut ann, _bo, game, mut first, _second) = running_game(&house).await;
    assert_eq!(
        ask(&house, AdminRequest::Close { game: game.clone() }).await,
        AdminAnswer::Closed { game: game.clone() }
    );
    while first.now.stage != Stage::Closed {
        first.hear().await;
    }
    assert!(
        ann.get(&format!("/api/tables/{game}/log"))
            .await
            .body
            .contains("\"type\":\"closed\",\"by_host\":true")
    );
    assert!(
        refusal(&house, AdminRequest::Close { game: game.clone() }).await.contains("over or closed already")
    );
    let act = r#"{"id":"late","version":99,"order":{"type":"resign","seat":1}}"#;
    assert_eq!(ann.post(&format!("/api/tables/{game}/commands"), act).await.status, 409);
    let folder = house.stop().await;
    let settings = settings(folder.path());
    let house = TestServer::at(folder, settings).await;
    let AdminAnswer::Table(table) = ask(&house, AdminRequest::Look { game }).await else { panic!() };
    assert_eq!(table.stage, Stage::Closed, "the log says so");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banned_person_is_shut_out_with_a_sentence_until_they_are_let_in_again() {
    let house = TestServer::new().await;
    let (mut ann, mut bo, game, _first, mut second) = running_game(&house).await;
    let person = person_at(&house, &game, 1).await;
    let AdminAnswer::Banned(banned) = ban(&house, &person.to_string(), None).await else { panic!() };
    assert_eq!((banned.whom, banned.until), (format!("person {person}"), None));
    let goodbye = second.socket.farewell().await;
    assert_eq!(goodbye, Some((1008, "banned".into())));
    let answer = bo.get("/api/me").await;
    let failure: wire::table::Failure = answer.read();
    assert_eq!(
        (answer.status, failure.code.as_str(), failure.words.as_deref()),
        (403, "banned", Some("shouting"))
    );
    assert!(bo.socket(&game).await.is_err());
    assert_eq!(ann.get("/api/me").await.status, 200, "nobody else is");
    let folder = house.stop().await;
    let settings = settings(folder.path());
    let house = TestServer::at(folder, settings).await;
    bo.address = house.address;
    assert_eq!(bo.get("/api/me").await.status, 403, "also after a restart");
    let whom = format!("person {person}");
    assert_eq!(
        ask(&house, AdminRequest::Unban { whom: whom.clone() }).await,
        AdminAnswer::Unbanned { whom: whom.clone() }
    );
    assert_eq!(bo.get("/api/me").await.status, 200);
    assert!(refusal(&house, AdminRequest::Unban { whom }).await.contains("is not shut out"));
    assert!(
        refusal(&house, AdminRequest::Ban { whom: "999".into(), reason: String::new(), seconds: None })
            .await
            .contains("there is no person 999")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banned_network_gets_the_page_that_says_so_and_nothing_else_until_its_time_is_up() {
    let time = server::time::Time::manual(1_700_000_000_000);
    let clock = time.clone();
    let house = TestServer::with(move |settings| {
        settings.behind_proxy = true;
        settings.time = time;
    })
    .await;
    let AdminAnswer::Banned(banned) = ban(&house, "203.0.113.77/24", Some(60)).await else { panic!() };
    assert_eq!((banned.whom.as_str(), banned.until), ("203.0.113.0/24", Some(1_700_000_060_000)));
    let from = |address: &str, path: &str, accept: &str| {
        let client = house.client();
        let mut headers = client.headers();
        headers.push(("X-Forwarded-For".into(), address.into()));
        headers.push(("Accept".into(), accept.into()));
        let (path, address) = (path.to_owned(), client.address);
        async move { send(address, "GET", &path, &headers, b"").await }
    };
    let answer = from("203.0.113.9", "/api/tables", "*/*").await;
    assert_eq!((answer.status, answer.code().as_str()), (403, "banned"));
    let page = from("203.0.113.9", "/", "text/html").await;
    assert!(page.status == 403 && page.body.contains("app.js"), "{page:?}");
    assert_eq!(from("203.0.113.9", "/healthz", "*/*").await.status, 200);
    let asset = page.body.split('"').find(|part| part.ends_with("/app.js")).unwrap().to_owned();
    assert_eq!(from("203.0.113.9", &asset, "*/*").await.status, 200);
    assert_eq!(from("203.0.114.9", "/api/tables", "*/*").await.status, 200);
    clock.advance(60_000);
    assert_eq!(from("203.0.113.9", "/api/tables", "*/*").await.status, 200);
    assert!(
        matches!(ask(&house, AdminRequest::Bans {}).await, AdminAnswer::Bans { bans } if bans.is_empty())
    );
    assert!(
        refusal(&house, AdminRequest::Ban { whom: "::/0".into(), reason: String::new(), seconds: None })
            .await
            .contains("a good part of the world")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_reaches_those_who_are_here_and_those_who_come_until_it_ends() {
    let time = server::time::Time::manual(1_700_000_000_000);
    let clock = time.clone();
    let house = TestServer::with(move |settings| settings.time = time).await;
    let mut ann = house.client();
    let opened = ann.open(TABLE).await;
    let (mut socket, ..) = ann.sit_by(&opened.game).await;
    let none = r#"{"notice":null}"#;
    assert_eq!(ann.get("/api/notice").await.body, none);
    let text = "Restart at\u{202e} 20:00".to_owned();
    let AdminAnswer::Notice { notice: Some(set) } =
        ask(&house, AdminRequest::Notice { text, seconds: 60 }).await
    else {
        panic!()
    };
    assert_eq!((set.text.as_str(), set.until), ("Restart at 20:00", 1_700_000_060_000));
    let FromServer::Notice(noticed) = socket.hear().await else { panic!() };
    assert_eq!(noticed.notice.unwrap().text, "Restart at 20:00");
    clock.advance(20_000);
    let shown = r#"{"notice":{"text":"Restart at 20:00","millis":40000}}"#;
    assert_eq!(ann.get("/api/notice").await.body, shown);
    let (mut later, ..) = ann.sit_by(&opened.game).await;
    assert!(matches!(later.hear().await, FromServer::Notice(noticed) if noticed.notice.is_some()));
    let folder = house.stop().await;
    let mut again = settings(folder.path());
    again.time = clock.clone();
    let house = TestServer::at(folder, again).await;
    ann.address = house.address;
    assert_eq!(ann.get("/api/notice").await.body, shown, "also after a restart");
    clock.advance(40_000);
    assert_eq!(ann.get("/api/notice").await.body, none);
    ask(&house, AdminRequest::Notice { text: "Hello".into(), seconds: 60 }).await;
    let (mut socket, ..) = ann.sit_by(&opened.game).await;
    socket.hear().await;
    assert_eq!(ask(&house, AdminRequest::Withdraw {}).await, AdminAnswer::Notice { notice: None });
    assert!(matches!(socket.hear().await, FromServer::Notice(noticed) if noticed.notice.is_none()));
    for (text, seconds) in
        [(String::new(), 60), ("x".repeat(301), 60), ("x".into(), 0), ("x".into(), u64::MAX)]
    {
        refusal(&house, AdminRequest::Notice { text, seconds }).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_table_is_gone_for_everybody_at_once() {
    let house = TestServer::new().await;
    let (mut ann, _bo, game, mut first, _second) = running_game(&house).await;
    let answer = ask(&house, AdminRequest::Delete { game: game.clone() }).await;
    assert_eq!(answer, AdminAnswer::Deleted { game: game.clone(), later: false });
    assert!(first.socket.farewell().await.is_some(), "a socket at a table that is gone");
    assert_eq!(ann.get(&format!("/api/tables/{game}")).await.status, 404);
    let again = refusal(&house, AdminRequest::Delete { game: game.clone() }).await;
    assert_eq!(again, format!("there is no table {game}"));
    let folder = house.stop().await;
    let settings = settings(folder.path());
    let house = TestServer::at(folder, settings).await;
    let AdminAnswer::Overview(seen) = ask(&house, AdminRequest::List { tables: 5 }).await else { panic!() };
    assert_eq!(seen.stages, Vec::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_person_is_nobody_and_the_game_stays() {
    let house = TestServer::new().await;
    let (mut ann, mut bo, game, mut first, _second) = running_game(&house).await;
    let said = "my telephone number is 555-0100";
    let say = wire::table::Order::Say { seat: 2.try_into().unwrap(), text: said.into() };
    let mut bos = Player::new(&bo, &game, 3).await;
    bos.order(say).await;
    bos.hear().await;
    let bos_number = person_at(&house, &game, 1).await;
    let AdminAnswer::Person(kept) = ask(&house, AdminRequest::Export { person: bos_number }).await else {
        panic!()
    };
    let words: Vec<_> = kept.words.iter().map(|word| (word.kind.as_str(), word.text.as_str())).collect();
    assert_eq!(words, [("name", "Bo"), ("chat", said)]);
    assert_eq!((kept.secrets, kept.tables.len(), kept.links.len()), (1, 1, 1));
    let erased = ask(&house, AdminRequest::Erase { person: bos_number }).await;
    assert_eq!(erased, AdminAnswer::Erased { person: bos_number, tables: 1, later: false });
    assert!(!is_in_the_log(house.folder.path(), said));
    // The others see it at once, and the game goes on.
    loop {
        let message = first.socket.hear().await;
        if let FromServer::Snapshot(shown) = message {
            assert_eq!((shown.seats[1].name.as_deref(), shown.now.stage), (Some(""), Stage::Playing));
            assert!(shown.said.iter().all(|(_, text)| text.is_empty()));
            break;
        }
    }
    assert_eq!(bo.get(&format!("/api/tables/{game}")).await.status, 404, "the cookie is good for nothing");
    let log = ann.get(&format!("/api/tables/{game}/log")).await;
    let log: wire::table::LogShown = log.read();
    assert_eq!(log.entries.iter().filter(|line| line.erased).count(), 2);
    // Whoever has the log is told the later entries, and which of the others to forget.
    let last = log.entries.len();
    for after in [0, 1, last - 3, last, last + 9] {
        let rest = ann.get(&format!("/api/tables/{game}/log?after={after}")).await;
        let rest: wire::table::LogShown = rest.read();
        let wanted = log.entries.iter().filter(|line| line.version > after as u64 || line.erased);
        assert!(rest.entries.iter().eq(wanted), "after {after}");
    }
    assert_eq!(ann.get(&format!("/api/tables/{game}/log?after=-1")).await.status, 400);
    let AdminAnswer::Person(kept) = ask(&house, AdminRequest::Export { person: bos_number }).await else {
        panic!()
    };
    assert_eq!((kept.secrets, kept.words.len(), kept.links.len()), (0, 0, 0));
    assert!(refusal(&house, AdminRequest::Erase { person: 999 }).await.contains("there is no person 999"));
    let folder = house.stop().await;
    for name in ["bastide.db", "bastide.db.heads"] {
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        assert!(!bytes.windows(said.len()).any(|text| text == said.as_bytes()), "{name} still has it");
    }
    let database = folder.path().join("bastide.db");
    let verified = server::store::sqlite::Sqlite::verify(&database, &Default::default(), |_, _| {}).unwrap();
    assert!(verified.is_whole(), "{verified:?}");
}

/// Whether the write-ahead log of a server's data holds these words.
fn is_in_the_log(folder: &std::path::Path, words: &str) -> bool {
    let log = std::fs::read(folder.join("bastide.db-wal")).unwrap();
    log.windows(words.len()).any(|text| text == words.as_bytes())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_erased_while_somebody_reads_the_database_leaves_the_log_when_they_have_ended() {
    let house = TestServer::new().await;
    let (_ann, bo, game, mut _first, _second) = running_game(&house).await;
    let said = "my telephone number is 555-0100";
    let mut bos = Player::new(&bo, &game, 3).await;
    let reader = rusqlite::Connection::open(house.folder.path().join("bastide.db")).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM games").unwrap();
    bos.order(wire::table::Order::Say { seat: 2.try_into().unwrap(), text: said.into() }).await;
    bos.hear().await;
    let person = person_at(&house, &game, 1).await;
    let erased = ask(&house, AdminRequest::Erase { person }).await;
    assert_eq!(erased, AdminAnswer::Erased { person, tables: 1, later: true });
    assert!(is_in_the_log(house.folder.path(), said));
    reader.execute_batch("COMMIT").unwrap();
    while is_in_the_log(house.folder.path(), said) {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}
