//! Who came by a link, sat down, and was sent away.

use crate::common::{Client, TestServer};
use crate::player::{Player, TABLE, begin};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use wire::table::{BotMade, Opened};

const SIT: &str = r#"{"id":"sit","version":1,"order":{"type":"sit","seat":2,"name":"Eve"}}"#;
const AGAIN: &str = r#"{"id":"again","version":1,"order":{"type":"sit","seat":2,"name":"Eve"}}"#;
const STAND: &str = r#"{"id":"stand","version":1,"order":{"type":"stand","seat":2}}"#;

fn commands(game: &str) -> String {
    format!("/api/tables/{game}/commands")
}

/// Ann's table, where Eve sits.
async fn seated(house: &TestServer) -> (Opened, Client, Client) {
    let (mut ann, mut eve) = (house.client(), house.client());
    let opened = ann.open(TABLE).await;
    eve.enter(&opened.sit).await;
    assert_eq!(eve.post(&commands(&opened.game), SIT).await.status, 200);
    (opened, ann, eve)
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_sent_away_and_has_no_good_link_is_a_stranger() {
    let house = TestServer::new().await;
    let (opened, mut ann, mut eve) = seated(&house).await;
    let (path, links) = (commands(&opened.game), format!("/api/tables/{}/links", opened.game));
    assert_eq!(ann.post(&path, STAND).await.status, 200);
    let (mut socket, you, _) = eve.sit_by(&opened.game).await;
    assert!(!you.sit, "the link is good for looking on now");
    ann.ask("DELETE", &links, None).await;
    assert_eq!(socket.farewell().await, Some((1008, "revoked".into())));
    assert_eq!(eve.post(&path, AGAIN).await.code(), "no-such-table");
    assert_eq!(eve.get(&format!("/api/tables/{}", opened.game)).await.code(), "no-such-table");
    assert_eq!(eve.get("/api/me").await.read::<wire::table::Mine>().tables, []);
    assert_eq!(eve.post(&links, r#"{"purpose":{"type":"device"}}"#).await.code(), "no-such-table");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_sent_away_after_the_link_was_revoked_has_to_leave() {
    let house = TestServer::new().await;
    let (opened, mut ann, eve) = seated(&house).await;
    let (mut socket, ..) = eve.sit_by(&opened.game).await;
    ann.ask("DELETE", &format!("/api/tables/{}/links", opened.game), None).await;
    assert_eq!(ann.post(&commands(&opened.game), STAND).await.status, 200);
    assert_eq!(socket.farewell().await, Some((1008, "revoked".into())));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_sent_away_makes_no_rematch() {
    let house = TestServer::new().await;
    let (opened, mut ann, mut eve) = seated(&house).await;
    ann.post(&commands(&opened.game), STAND).await;
    let mut bo = house.client();
    bo.enter(&opened.sit).await;
    let (mut one, mut two) =
        (Player::new(&ann, &opened.game, 1).await, Player::new(&bo, &opened.game, 2).await);
    begin(&mut one, &mut two).await;
    tokio::join!(one.play(), two.play());
    let rematch = format!("/api/tables/{}/rematch", opened.game);
    assert_eq!(eve.post(&rematch, "").await.code(), "not-your-seat");
    assert_eq!(bo.post(&rematch, "").await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_was_sent_away_hears_no_more_of_the_table() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let [first, second] = [ann.open(TABLE).await.game, ann.open(TABLE).await.game];
    let bots = format!("/api/tables/{first}/bots");
    let token = ann.post(&bots, r#"{"seat":2,"name":"Bot"}"#).await.read::<BotMade>().token;
    let stream = tokio::net::TcpStream::connect(house.address).await.unwrap();
    let (read, mut write) = stream.into_split();
    let request = format!(
        "GET /api/stream HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\r\n",
        house.address
    );
    write.write_all(request.as_bytes()).await.unwrap();
    let mut lines = BufReader::new(read).lines();
    let say = |text: &str| {
        format!(r#"{{"id":"{text}","version":1,"order":{{"type":"say","seat":1,"text":"{text}"}}}}"#)
    };
    ann.post(&commands(&first), &say("welcome")).await;
    while !lines.next_line().await.unwrap().unwrap().contains("welcome") {}
    ann.post(&commands(&first), STAND).await;
    let mut bot = house.client();
    bot.token = Some(token);
    let made = ann.post(&format!("/api/tables/{second}/links"), r#"{"purpose":{"type":"sit"}}"#).await;
    bot.enter(&made.read::<wire::table::LinkMade>().secret).await;
    assert_eq!(bot.post(&commands(&second), SIT).await.status, 200);
    ann.post(&commands(&first), &say("secret")).await;
    ann.post(&commands(&second), &say("goodbye")).await;
    let mut heard = String::new();
    while !heard.contains("goodbye") {
        heard.push_str(&lines.next_line().await.unwrap().unwrap());
    }
    assert!(!heard.contains("secret"), "{heard}");
}
