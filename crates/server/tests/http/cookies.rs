//! Cookies: browsers keep those of all servers of a host together, whatever their ports.

use crate::common::{Answer, TestServer, parse, raw, settings};
use crate::player::TABLE;
use std::collections::BTreeMap;
use std::net::SocketAddr;

/// What a browser keeps for one host.
#[derive(Clone, Default)]
struct Browser {
    jar: BTreeMap<String, String>,
}

impl Browser {
    async fn ask(&mut self, server: SocketAddr, head: &str, body: &str) -> Answer {
        let cookies: Vec<String> = self.jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let text = format!(
            "{head} HTTP/1.1\r\nConnection: close\r\nHost: {server}\r\nOrigin: http://{server}\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            cookies.join("; "),
            body.len()
        );
        let answer = raw(server, text.as_bytes()).await;
        let (answer, text) = (parse(&answer), String::from_utf8_lossy(&answer).into_owned());
        for line in text.lines().filter_map(|line| line.strip_prefix("set-cookie: ")) {
            let (name, rest) = line.split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            match line.contains("Max-Age=0") {
                true => self.jar.remove(name),
                false => self.jar.insert(name.to_owned(), value.to_owned()),
            };
        }
        answer
    }

    async fn open(&mut self, house: &TestServer) {
        assert_eq!(self.ask(house.address, "POST /api/tables", TABLE).await.status, 201);
    }

    /// How many tables are one's own.
    async fn own(&mut self, server: SocketAddr) -> usize {
        self.ask(server, "GET /api/me", "").await.read::<wire::table::Mine>().tables.len()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_on_one_host_keep_their_people_apart() {
    let (one, other) = (TestServer::new().await, TestServer::new().await);
    let mut ann = Browser::default();
    ann.open(&one).await;
    ann.open(&other).await;
    ann.open(&other).await;
    assert_eq!((ann.own(one.address).await, ann.own(other.address).await), (1, 2));
    assert_eq!(ann.jar.len(), 2, "{:?}", ann.jar);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_without_a_port_is_replaced_by_the_server_that_knows_it() {
    let (one, other) = (TestServer::new().await, TestServer::new().await);
    let mut ann = Browser::default();
    ann.open(&one).await;
    let name = format!("bastide-{}", one.address.port());
    let secret = ann.jar.remove(&name).unwrap();
    ann.jar.insert("bastide".into(), secret.clone());
    assert_eq!(ann.own(other.address).await, 0);
    assert_eq!(ann.jar.keys().collect::<Vec<_>>(), ["bastide"], "whoever does not know it leaves it alone");
    assert_eq!(ann.own(one.address).await, 1);
    assert_eq!(ann.jar, BTreeMap::from([(name, secret)]));
    assert_eq!(ann.own(one.address).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_loses_a_seat_when_servers_move_to_other_ports() {
    let (one, other) = (TestServer::new().await, TestServer::new().await);
    let mut ann = Browser::default();
    ann.open(&one).await;
    ann.open(&other).await;
    ann.open(&other).await;
    let (first, second) = (one.address.port(), other.address.port());
    let (one, other) = (one.stop().await, other.stop().await);
    let (one, other) = (at(one, second).await, at(other, first).await);
    let before = ann.jar.clone();
    assert_eq!((ann.own(one.address).await, ann.own(other.address).await), (1, 2));
    assert_eq!(ann.jar, before, "a name that is another server's is left to it");
    let one = at(one.stop().await, 0).await;
    assert_eq!(ann.own(one.address).await, 1);
    assert!(ann.jar.contains_key(&format!("bastide-{}", one.address.port())));
}

/// A server at a port, with the data of one that has stopped.
async fn at(folder: tempfile::TempDir, port: u16) -> TestServer {
    let mut settings = settings(folder.path());
    settings.listen.set_port(port);
    TestServer::at(folder, settings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn under_tls_only_cookies_that_are_bound_to_the_host_are_read() {
    let house =
        TestServer::with(|settings| settings.public_url = Some("https://games.example.org".into())).await;
    let ask = |cookie: String| {
        let text = format!(
            "POST /api/tables HTTP/1.1\r\nConnection: close\r\nHost: games.example.org\r\nContent-Length: {}\r\n\
             Origin: https://games.example.org\r\nContent-Type: application/json\r\nCookie: {cookie}\r\n\r\n{TABLE}",
            TABLE.len()
        );
        let address = house.address;
        async move { parse(&raw(address, text.as_bytes()).await).headers.get("set-cookie").cloned() }
    };
    let cookie = ask(String::new()).await.unwrap();
    assert!(cookie.starts_with("__Host-bastide-443=") && cookie.ends_with("; Secure"), "{cookie}");
    let secret = cookie.split(['=', ';']).nth(1).unwrap();
    assert_eq!(ask(format!("__Host-bastide-443={secret}")).await, None, "known");
    let old = ask(format!("__Host-bastide={secret}")).await.unwrap();
    assert!(old.starts_with("__Host-bastide=;"), "known, and the old one is taken away: {old}");
    for planted in ["bastide", "bastide-443", "__Secure-bastide-443"] {
        let other = ask(format!("{planted}={secret}")).await.unwrap();
        assert!(!other.contains(secret), "{planted} may be of anybody on the way");
    }
}
