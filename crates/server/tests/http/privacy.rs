//! The privacy page says what is true of this server.

use crate::common::TestServer;
use crate::player::TABLE;
use server::privacy::HostWords;
use wire::table::Privacy;

const DAY: u32 = 24 * 3600;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_tells_its_host_s_words_and_what_it_knows_of_the_asker() {
    let said =
        HostWords { text: Some("Backups: <b>a week</b>.".into()), contact: Some("ann@example.org".into()) };
    let house = TestServer::with(|settings| {
        settings.host_words = said;
        settings.behind_proxy = true;
    })
    .await;
    let mut ann = house.client();
    let stranger = ann.get("/api/privacy").await;
    assert!(!stranger.headers.contains_key("set-cookie"), "asking makes nobody known");
    let told: Privacy = stranger.read();
    assert_eq!(told.words.as_deref(), Some("Backups: <b>a week</b>."));
    assert_eq!(
        (told.contact.as_deref(), told.person, told.behind_proxy),
        (Some("ann@example.org"), None, true)
    );
    let opened = ann.post("/api/tables", TABLE).await;
    let lasts = format!("Max-Age={};", told.cookie_days * DAY);
    assert!(opened.headers["set-cookie"].contains(&lasts), "{opened:?}");
    let mut bo = house.client();
    bo.open(TABLE).await;
    let [ann, bo] = [ann.get("/api/privacy").await, bo.get("/api/privacy").await]
        .map(|told| told.read::<Privacy>().person);
    assert!(ann.is_some() && bo.is_some() && ann != bo);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_who_says_nothing_is_not_made_to_say_anything() {
    let house = TestServer::new().await;
    let told: Privacy = house.client().get("/api/privacy").await.read();
    assert_eq!((told.words, told.contact, told.behind_proxy), (None, None, false));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_shut_out_can_still_read_how_to_reach_the_host() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    ann.open(TABLE).await;
    let person = ann.get("/api/privacy").await.read::<Privacy>().person.unwrap();
    crate::admin::ban(&house, &person.to_string(), None).await;
    assert_eq!(ann.get("/api/me").await.code(), "banned");
    assert_eq!(ann.get("/api/privacy").await.read::<Privacy>().person, Some(person));
    crate::admin::ban(&house, "127.0.0.1", None).await;
    assert_eq!(ann.get("/api/notice").await.code(), "banned");
    assert_eq!(ann.get("/api/privacy").await.status, 200);
}
