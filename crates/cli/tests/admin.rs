//! `bastide admin` and `bastide health` with a real server.
#![cfg(unix)]

mod common;

use common::{BASTIDE, bad, good};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server with its data in a folder of its own.
struct Server {
    child: Child,
    address: String,
    folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(BASTIDE)
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--data"])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit_once("http://").unwrap().1.to_owned();
        Server { child, address, folder }
    }

    fn data(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }

    fn admin(&self, words: &[&str]) -> String {
        good(&[&["admin", "--data", self.data()], words].concat())
    }

    fn refused(&self, words: &[&str]) -> String {
        bad(&[&["admin", "--data", self.data()], words].concat())
    }

    /// Makes a table and gives its name.
    fn table(&self) -> String {
        let body = r#"{"title":"Evening club","seats":[{"type":"device","name":"Ann"}],"public":true}"#;
        let request = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {1}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, rest) = answer.split_once("\"game\":\"").unwrap_or_else(|| panic!("{answer}"));
        rest.split('"').next().unwrap().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_host_sees_bans_tells_and_closes() {
    let server = Server::start();
    let game = server.table();
    let list = server.admin(&["list"]);
    assert!(list.starts_with("Tables: 1 gathering; "), "{list}");
    let look = server.admin(&["look", &game]);
    assert!(
        look.contains("“Evening club”: waiting for players, public")
            && look.contains("Seat 1: Ann, person 1"),
        "{look}"
    );
    assert_eq!(server.admin(&["bans"]), "Nobody is shut out.\n");
    let ban = server.admin(&["ban", "203.0.113.0/24", "--for", "7d", "--reason", "shouting"]);
    assert!(ban.starts_with("Shut out: 203.0.113.0/24, since ") && ban.ends_with(": shouting\n"), "{ban}");
    assert!(server.admin(&["ban", "1"]).contains("person 1"), "a person by number");
    assert_eq!(server.admin(&["bans"]).lines().count(), 2);
    assert_eq!(server.admin(&["unban", "person 1"]), "person 1 may come in again.\n");
    let notice = server.admin(&["notice", "Restart at 20:00", "--for", "30m"]);
    assert!(
        notice.starts_with("Everybody is told until ") && notice.ends_with(": Restart at 20:00\n"),
        "{notice}"
    );
    assert!(server.admin(&["list"]).contains("Restart at 20:00"));
    assert_eq!(server.admin(&["notice", "--withdraw"]), "Nothing is told any more.\n");
    assert!(server.admin(&["close", &game]).contains("is closed"));
    let json = server.admin(&["--json", "look", &game]);
    let answer: wire::admin::AdminAnswer = wire::read(json.trim_end()).unwrap();
    assert!(
        matches!(answer, wire::admin::AdminAnswer::Table(table) if table.stage == wire::table::Stage::Closed)
    );
}

#[test]
fn wrong_use_is_answered_with_what_would_be_right() {
    let server = Server::start();
    let game = server.table();
    server.admin(&["close", &game]);
    for (words, says) in [
        (&["look", "nowhere"][..], "what follows /t/ in its address"),
        (&["look", "aaaaaaaaaaaaaaaa"], "there is no table aaaaaaaaaaaaaaaa"),
        (&["close", &game], "over or closed already"),
        (&["ban", "everybody"], "write one like 192.0.2.7"),
        (&["ban", "0.0.0.0/0"], "a good part of the world"),
        (&["ban", "4711"], "there is no person 4711"),
        (&["ban", "192.0.2.7", "--for", "ever"], "write a time such as 90s, 30m, 12h or 7d"),
        (&["unban", "192.0.2.7"], "192.0.2.7 is not shut out"),
        (&["notice", ""], "1 to 300 characters"),
        (&["notice"], "<TEXT>"),
        (&["notice", "Hello", "--withdraw"], "cannot be used with"),
        (&[], "Usage: bastide admin"),
    ] {
        let said = server.refused(words);
        assert!(said.contains(says), "{words:?}: {said}");
    }
    for words in [&["admin", "--help"][..], &["admin", "ban", "--help"], &["admin", "notice", "--help"]] {
        assert!(good(words).contains("Usage: bastide admin"));
    }
}

#[test]
fn what_is_taken_away_for_good_is_taken_away_only_if_that_is_meant() {
    let server = Server::start();
    let game = server.table();
    for words in [&["delete", &game][..], &["erase", "1"]] {
        assert!(server.refused(words).contains("this can't be undone; --force does it without asking"));
    }
    let kept = server.admin(&["export", "1"]);
    assert!(kept.contains(&game) && kept.contains("Ann"), "{kept}");
    let json = server.admin(&["--json", "export", "1"]);
    assert!(matches!(wire::read(json.trim_end()).unwrap(), wire::admin::AdminAnswer::Person(_)));
    let erased = server.admin(&["erase", "1", "--force"]);
    assert_eq!(erased, "Person 1 is nobody in particular any more; something was erased at 1 table.\n");
    assert!(!server.admin(&["export", "1"]).contains("Ann"));
    assert!(server.admin(&["look", &game]).contains("waiting for players"), "the table stays");
    let deleted = server.admin(&["delete", &game, "--force"]);
    assert_eq!(deleted, format!("Table {game} is gone for good.\n"));
    assert!(server.refused(&["look", &game]).contains(&format!("there is no table {game}")));
    assert!(server.refused(&["delete", &game, "--force"]).contains("there is no table"));
}

#[test]
fn data_are_verified_copied_and_exported_beside_a_server() {
    let server = Server::start();
    let game = server.table();
    let place = |name: &str| server.folder.path().join(name).to_str().unwrap().to_owned();
    let verified = good(&["verify-data", "--data", server.data()]);
    assert_eq!(verified, "1 table with 1 entry looked at, all as they were written.\n");
    good(&["backup", &place("copy"), "--data", server.data()]);
    let (exported, other) = (place("all.jsonl"), place("other"));
    good(&["export-all", &exported, "--data", server.data()]);
    assert!(std::fs::read_to_string(&exported).unwrap().contains(&game));
    good(&["restore", &place("copy"), "--data", &other]);
    assert_eq!(good(&["verify-data", "--data", &other]), verified);
    std::fs::remove_file(format!("{other}/bastide.db.heads")).unwrap();
    let found = common::run(&["verify-data", "--data", &other], "");
    assert_eq!(found.code, Some(1));
    assert!(found.out.contains("The record of heads is missing"), "{found:?}");
}

#[test]
fn without_a_server_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |data: &Path| bad(&["admin", "--data", data.to_str().unwrap(), "list"]);
    assert!(ask(folder.path()).contains("no server is running with its data in"));
    assert!(ask(&folder.path().join("nowhere")).contains("no server is running with its data in"));
    let socket = folder.path().join("admin.sock");
    drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
    assert!(ask(folder.path()).contains("others may open it"), "a stranger's, or one that is open to others");
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(&socket, std::fs::Permissions::from_mode(0o600)).unwrap();
    assert!(
        ask(folder.path()).contains("no server is running with its data in"),
        "left by one that was killed"
    );
    std::fs::remove_file(&socket).unwrap();
    std::fs::write(&socket, "text").unwrap();
    assert!(ask(folder.path()).contains("is not the socket of a server"));
}

#[test]
fn health_asks_the_server_itself() {
    let server = Server::start();
    assert_eq!(good(&["health", "--listen", &server.address]), "ready\n");
    let port = server.address.rsplit_once(':').unwrap().1;
    assert_eq!(
        good(&["health", "--listen", &format!("0.0.0.0:{port}")]),
        "ready\n",
        "as the server was told"
    );
    let address = server.address.clone();
    drop(server);
    assert!(bad(&["health", "--listen", &address]).contains("does not answer"));
}

/// A table that was made long ago, as an earlier version exported it.
const OLD: &str = r##"{"type":"bastide","format":1}
{"type":"person","person":1,"secrets":[]}
{"type":"game","game":"aaaaaaaaaaaaaaaa","secret":"0000000000000000000000000000000000000000000000000000000000000000","stage":"gathering","public":false,"title":"","due":null,"computer":false,"people":[1],"summary":"{\"stage\":\"gathering\",\"setup\":{},\"clock\":{\"type\":\"none\"},\"seats\":[{\"name\":null,\"device\":null,\"computer\":null},{\"name\":null,\"device\":null,\"computer\":null}],\"to_act\":null,\"scores\":null,\"tiles_left\":null}"}
{"type":"entry","version":1,"at":1000,"entry":"{\"entry\":{\"type\":\"opened\",\"table\":{\"setup\":{},\"seats\":[],\"clock\":{\"type\":\"none\"},\"out_of_time\":\"retire\",\"absence\":259200,\"take_backs\":true,\"hints\":false,\"chat\":true,\"public\":false,\"title\":\"\"}},\"person\":1}"}
{"type":"end","lines":4}
"##;

#[test]
fn tidy_says_what_would_go_and_deletes_it_beside_a_server_and_without_one() {
    let server = Server::start();
    server.table();
    let tidy = |data: &str, more: &[&str]| good(&[&["tidy", "--data", data], more].concat());
    let told = tidy(server.data(), &["--dry-run"]);
    assert!(told.starts_with("Tables at which no game began, after 7 days: 0 (0.0 MB)\n"), "{told}");
    assert!(told.ends_with("Nothing was deleted.\n"), "{told}");
    assert!(tidy(server.data(), &[]).ends_with("games that somebody looks at stay.\n"));
    let old = tempfile::tempdir().unwrap();
    let data = old.path().to_str().unwrap();
    let export = server.folder.path().join("all.jsonl");
    std::fs::write(&export, OLD).unwrap();
    good(&["import-all", export.to_str().unwrap(), "--data", data]);
    assert!(tidy(data, &["--dry-run", "--keep-unstarted", "0"]).contains("began, kept for ever: 0 "));
    for _ in 0..2 {
        let json = tidy(data, &["--dry-run", "--json"]);
        assert!(json.contains(r#"{"kind":"unstarted","days":7,"count":1,"bytes":"#), "{json}");
    }
    let told = tidy(data, &[]);
    assert!(told.contains("after 7 days: 1 (") && told.ends_with("All of that was deleted.\n"), "{told}");
    assert!(tidy(data, &["--dry-run"]).contains("after 7 days: 0 ("));
    assert!(bad(&["tidy", "--data", "/nowhere"]).contains("there is no database"));
    assert!(bad(&["tidy", "--data", data, "--keep-games", "-1"]).contains("write a whole number"));
}
