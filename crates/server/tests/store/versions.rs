//! Databases of every schema version there ever was. `fixtures/v1.db` was made by the program when its schema had
//! version 1, and `fixtures/v1.jsonl` is the export of that time; neither ever changes. After a change of the schema,
//! `UPDATE=1 cargo test -p server --test store versions` makes the pair of the new version.

use crate::common::{TempStore, begin, export, game, last};
use crate::import::fill;
use server::store::sqlite::OpenError;
use std::fs;
use std::path::{Path, PathBuf};
use wire::export::{ExportLine, ExportedGame};

/// The latest version.
const LATEST: i64 = 7;
/// The first one whose logs are chained.
const CHAINED: i64 = 5;

fn fixture(version: i64, ending: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/store/fixtures/v{version}.{ending}"))
}

fn make_fixture(version: i64) {
    let place = TempStore::new();
    let store = place.open();
    fill(&store);
    fs::write(fixture(version, "jsonl"), export(&store)).unwrap();
    drop(store);
    fs::copy(&place.path, fixture(version, "db")).unwrap();
}

/// An export as it was when its format was 1.
fn as_before_chains(exported: &str) -> String {
    let line = |text: &str| match wire::read(text).unwrap() {
        ExportLine::Bastide { .. } => wire::write(&ExportLine::Bastide { format: 1 }),
        ExportLine::Game(game) => wire::write(&ExportLine::Game(ExportedGame { head: None, ..game })),
        other => wire::write(&other),
    };
    exported.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn databases_of_all_versions_open_with_all_they_hold() {
    if std::env::var_os("UPDATE").is_some() && !fixture(LATEST, "db").exists() {
        make_fixture(LATEST);
    }
    for version in 1..=LATEST {
        let place = TempStore::new();
        fs::copy(fixture(version, "db"), &place.path).unwrap();
        let found = |place: &TempStore| -> i64 {
            place.connection().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
        };
        assert_eq!(found(&place), version);
        let store = place.open();
        assert_eq!(found(&place), LATEST);
        let kept = fs::read_to_string(fixture(version, "jsonl")).unwrap();
        let exported = export(&store);
        assert_eq!(if version < CHAINED { as_before_chains(&exported) } else { exported }, kept);
        assert_eq!(store.all_damage(), []);
        begin(&store, game(77), 3);
        drop(store);
        assert_eq!(last(&place.open(), game(77)), 3);
    }
}

#[test]
fn a_later_versions_database_is_left_alone() {
    let place = TempStore::new();
    begin(&place.open(), game(1), 2);
    place.connection().execute_batch(&format!("PRAGMA user_version = {}", LATEST + 1)).unwrap();
    let before = fs::read(&place.path).unwrap();
    assert_eq!(place.refusal(), OpenError::Newer { found: LATEST + 1, known: LATEST });
    assert!(fs::read(&place.path).unwrap() == before);
}
