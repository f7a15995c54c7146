//! Programs that play: `examples/bot.py`, and what their stream tells.

use crate::common::{Client, TestServer};
use crate::player::{Player, TABLE};
use std::process::{Child, Command};
use wire::table::{BotMade, Order, Snapshot, Stage};

fn bot(house: &TestServer, token: &str) -> Child {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    let url = format!("http://{}", house.address);
    Command::new("python3").args([script, &url, token]).spawn().expect("python3 runs the example")
}

async fn token(client: &mut Client, game: &str, seat: u8) -> String {
    let asked = format!(r#"{{"seat":{seat},"name":"Bot {seat}"}}"#);
    client.post(&format!("/api/tables/{game}/bots"), &asked).await.read::<BotMade>().token
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_of_fifty_lines_plays_a_whole_game_against_a_person() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    let token = token(&mut ann, &game, 2).await;
    let mut bot = bot(&house, &token);
    let mut player = Player::new(&ann, &game, 1).await;
    player.order(Order::Start {}).await;
    player.hear().await;
    player.play().await;
    let status = tokio::task::spawn_blocking(move || bot.wait().unwrap()).await.unwrap();
    assert!(status.success());
    let snapshot: Snapshot = ann.get(&format!("/api/tables/{game}")).await.read();
    assert_eq!(snapshot.now.stage, Stage::Over);
    assert_eq!(snapshot.seats[1].name.as_deref(), Some("Bot 2"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_with_a_token_of_its_own_joins_by_link() {
    let house = TestServer::new().await;
    let (mut ann, mut program) = (house.client(), house.client());
    let opened = ann.open(TABLE).await;
    program.token = Some(program.post("/api/bots", "").await.read::<BotMade>().token);
    assert_eq!(program.enter(&opened.sit).await.status, 200);
    let sit = r#"{"id":"1","version":1,"order":{"type":"sit","seat":2,"name":"Robot"}}"#;
    let sat = program.post(&format!("/api/tables/{}/commands", opened.game), sit).await;
    assert_eq!(sat.status, 200, "{sat:?}");
    let again = token_refused(&mut ann, &opened.game).await;
    assert_eq!(again, "seat-taken");
}

async fn token_refused(client: &mut Client, game: &str) -> String {
    client.post(&format!("/api/tables/{game}/bots"), r#"{"seat":2,"name":"Bot"}"#).await.code()
}
