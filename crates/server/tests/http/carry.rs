//! Everything out of one server and into another.

use crate::common::TestServer;
use crate::player::TABLE;
use server::carry::import_all;
use server::store::sqlite::{Options, Sqlite};

#[tokio::test(flavor = "multi_thread")]
async fn what_no_table_could_have_written_is_not_imported() {
    let house = TestServer::new().await;
    let mut ann = house.client();
    let game = ann.open(TABLE).await.game;
    let hello = r#"{"id":"1","version":1,"order":{"type":"say","seat":1,"text":"hello"}}"#;
    ann.post(&format!("/api/tables/{game}/commands"), hello).await;
    let folder = house.stop().await;
    let mut export = Vec::new();
    let database = Sqlite::open(&folder.path().join("bastide.db"), &Options::default()).unwrap();
    database.export_all(&mut export).unwrap();
    let export = String::from_utf8(export).unwrap();
    let import = |text: &str| {
        let place = tempfile::tempdir().unwrap();
        import_all(&place.path().join("bastide.db"), &Options::default(), text.as_bytes())
            .map_err(|error| error.to_string())
    };
    assert_eq!(import(&export), Ok(export.lines().count() as u64));
    let line = |part: &str| 1 + export.lines().position(|line| line.contains(part)).unwrap();
    for (part, other, wrong) in [
        (r#"\"type\":\"opened\""#, r#"\"type\":\"shut\""#, "this entry cannot be read"),
        (r#"\"type\":\"said\""#, r#"\"type\":\"sung\""#, "this entry cannot be read"),
        (r#"\"entry\":{\"type\":\"said\""#, r#"\"entry\":{{\"type\":\"said\""#, "this entry cannot be read"),
        (r#"\"stage\":\"gathering\""#, r#"\"stage\":\"dancing\""#, "what lists are to show"),
    ] {
        let said = import(&export.replacen(part, other, 1)).unwrap_err();
        assert!(said.starts_with(&format!("line {}: {wrong}", line(part))), "{said}");
    }
    let second = export.lines().nth(line(r#"\"said\""#) - 1).unwrap();
    let first = second.replace(r#""version":2"#, r#""version":1"#);
    let opened = export.lines().nth(line(r#"\"opened\""#) - 1).unwrap();
    let said = import(&export.replace(opened, &first)).unwrap_err();
    assert!(said.contains("the first entry of a game must say"), "{said}");
}
