//! Damage is noticed, told, and does not spread.

use crate::common::{TempStore, begin, entry, export, game, hash, last, options, text, word};
use crate::crash::acknowledge_and_kill;
use server::store::sqlite::{OpenError, RecordState, Sqlite, Verified, Wish};
use server::store::{Append, Damage, Flaw, ImportError, Index, PersonId, Store, StoreError};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

fn verify(place: &TempStore) -> Verified {
    Sqlite::verify(&place.path, &options(), |_, _| {}).unwrap()
}

fn record(place: &TempStore) -> PathBuf {
    place.path.with_extension("db.heads")
}

fn damage(number: u64, readable: u64, known: u64, flaw: Flaw) -> Damage {
    Damage { game: game(number), readable, known, flaw }
}

/// Three games of five entries, with words in the third.
fn some_games(place: &TempStore) -> PersonId {
    let store = place.open();
    (0..3).for_each(|number| begin(&store, game(number), 4));
    let ann = store.add_person(hash(1), 0).wait().unwrap();
    let words = vec![word(0, ann), word(3, ann)];
    for number in 0..3 {
        store.append(Append { words: words.clone(), ..entry(game(number), 5) }).wait().unwrap();
    }
    ann
}

/// Only game 1 is hurt, everything else goes on.
fn only_one_is_hurt(place: &TempStore, found: Damage) {
    let verified = verify(place);
    assert_eq!((verified.hurt, verified.games), (vec![found], 3));
    let store = place.open();
    let piece = store.load_piece(game(1), 0, 1 << 20);
    assert_eq!(piece.map(|read| read.len() as u64), Ok(found.readable));
    assert_eq!(store.all_damage(), [found]);
    for number in [0, 2] {
        assert_eq!(last(&store, game(number)), 5);
        store.append(entry(game(number), 6)).wait().unwrap();
    }
    for version in 1..8 {
        let refused = store.append(entry(game(1), version)).wait();
        assert_eq!(refused, Err(StoreError::Damaged(found)));
    }
    drop(store);
    assert_eq!(verify(place).hurt, [found], "it is still known after another start");
}

#[test]
fn what_is_changed_in_a_log_is_found_and_everything_else_goes_on() {
    let changes = [
        ("UPDATE log SET entry = replace(entry, 'version 3', 'version 2') WHERE version = 3", 2),
        ("UPDATE log SET at = at + 1 WHERE version = 2", 1),
        ("UPDATE log SET head = zeroblob(32) WHERE version = 1", 0),
        ("UPDATE log SET head = x'00' WHERE version = 4", 3),
        ("UPDATE log SET entry = CAST(x'ff00fe' AS TEXT) WHERE version = 5", 4),
        ("UPDATE log SET version = 9 WHERE version = 3", 2),
        ("DELETE FROM log WHERE version = 2", 1),
        ("UPDATE words SET text = 'Bob' WHERE place = 3", 4),
        ("UPDATE words SET salt = zeroblob(32) WHERE place = 0", 4),
        ("UPDATE words SET hash = zeroblob(32) WHERE place = 0", 4),
        ("UPDATE words SET kind = 'chat' WHERE place = 0", 4),
        ("UPDATE words SET place = 1 WHERE place = 0", 4),
        ("UPDATE words SET text = NULL WHERE place = 0", 4),
        ("DELETE FROM words WHERE place = 3", 4),
    ];
    for (change, readable) in changes {
        let place = TempStore::new();
        some_games(&place);
        let one = format!("game = (SELECT number FROM games WHERE id = x'{}')", hex(&game(1).0));
        place.connection().execute_batch(&format!("PRAGMA foreign_keys = OFF; {change} AND {one}")).unwrap();
        println!("{change}");
        let known = if change.contains("version = 9") { 9 } else { 5 };
        only_one_is_hurt(&place, damage(1, readable, known, Flaw::Changed));
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a database looks like whose last transactions SQLite has dropped.
fn roll_back(place: &TempStore, number: u64, version: u64) {
    let id = hex(&game(number).0);
    place
        .connection()
        .execute_batch(&format!(
            "PRAGMA foreign_keys = OFF; CREATE TEMP TABLE t AS SELECT number AS n FROM games WHERE id = x'{id}';
             DELETE FROM words WHERE game IN t AND version > {version};
             DELETE FROM log WHERE game IN t AND version > {version};
             DELETE FROM games WHERE number IN t AND {version} = 0;
             UPDATE games SET version = {version}, head = (SELECT head FROM log WHERE game IN t AND version = {version})
             WHERE number IN t;"
        ))
        .unwrap();
}

#[test]
fn a_log_that_has_lost_its_end_is_not_taken_for_a_shorter_one() {
    let place = TempStore::new();
    some_games(&place);
    roll_back(&place, 1, 3);
    only_one_is_hurt(&place, damage(1, 3, 5, Flaw::Short));
}

#[test]
fn another_log_in_the_place_of_one_is_noticed() {
    let (place, other) = (TempStore::new(), TempStore::new());
    some_games(&place);
    roll_back(&place, 1, 3);
    // The same game went on differently on a copy.
    fs::remove_file(record(&place)).unwrap();
    let heads = {
        some_games(&other);
        fs::read(record(&other)).unwrap()
    };
    let store = place.open();
    store.append(entry(game(1), 4)).wait().unwrap();
    store.append(Append { at: 7, ..entry(game(1), 5) }).wait().unwrap();
    drop(store);
    fs::write(record(&place), heads).unwrap();
    let replaced = verify(&place).hurt;
    assert!(replaced.contains(&damage(1, 5, 5, Flaw::Replaced)), "{replaced:?}");
}

#[test]
fn a_game_that_vanished_is_told_until_it_is_deleted() {
    let place = TempStore::new();
    some_games(&place);
    roll_back(&place, 1, 0);
    let gone = damage(1, 0, 5, Flaw::Gone);
    assert_eq!(verify(&place).hurt, [gone]);
    for _ in 0..2 {
        assert_eq!(place.open().all_damage(), [gone]);
    }
    let store = place.open();
    assert_eq!(store.load(game(1), 0), Ok(Vec::new()));
    delete(&store, 1);
    assert_eq!(store.all_damage(), []);
    drop(store);
    assert!(verify(&place).is_whole());
    assert_eq!(place.open().all_damage(), []);
}

fn delete(store: &Store, number: u64) -> bool {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(store.delete(game(number))).unwrap()
}

#[test]
fn a_deleted_game_is_gone_and_not_missed() {
    let place = TempStore::new();
    some_games(&place);
    let store = place.open();
    assert!(delete(&store, 1) && !delete(&store, 1));
    assert_eq!(store.game(game(1)), Ok(None));
    assert!(!export(&store).contains(&game(1).to_string()));
    drop(store);
    let verified = verify(&place);
    assert!(verified.is_whole() && verified.games == 2, "{verified:?}");
    // Its name may even be given again.
    begin(&place.open(), game(1), 2);
    assert!(verify(&place).is_whole());
}

#[test]
fn erased_words_leave_the_chain_whole() {
    let place = TempStore::new();
    let ann = some_games(&place);
    let store = place.open();
    assert_eq!(store.words_of(ann).unwrap().len(), 6);
    assert_eq!(store.games_with_words_of(ann).unwrap(), [game(0), game(1), game(2)]);
    let index = Index { stage: "over".into(), ..Index::default() };
    store.erase(game(1), ann, index.clone()).wait().unwrap();
    assert_eq!(store.words_of(ann).unwrap().len(), 4);
    let words = &store.load(game(1), 4).unwrap()[0].words;
    assert!(words.len() == 2 && words.iter().all(|word| word.text.is_none()));
    assert_eq!(store.game(game(1)).unwrap().unwrap().index, index);
    drop(store);
    assert!(verify(&place).is_whole());
    let store = place.open();
    store.append(entry(game(1), 6)).wait().unwrap();
    assert_eq!(store.erase(game(9), ann, Index::default()).wait(), Err(StoreError::UnknownGame(game(9))));
}

#[test]
fn flipped_bits_in_the_write_ahead_log_are_told_with_every_game_they_cost() {
    let mut told = 0;
    for part in 1..8 {
        let place = TempStore::new();
        let mut acknowledged = BTreeMap::new();
        acknowledge_and_kill(&place, 400, &mut acknowledged);
        let wal = place.path.with_extension("db-wal");
        let mut bytes = fs::read(&wal).unwrap();
        let middle = bytes.len() * part / 8;
        bytes[middle] ^= 0x10;
        fs::write(&wal, bytes).unwrap();
        match Sqlite::open(&place.path, &options()) {
            Ok(store) => {
                let store = Store::from(store);
                for (game, version) in acknowledged {
                    let there = store.load_piece(game, 0, usize::MAX).map_or(0, |log| log.len()) as u64;
                    let damage = store.damage(game);
                    let is_told =
                        damage.is_some_and(|damage| damage.known >= version && damage.readable == there);
                    assert!(there >= version || is_told, "{version} acknowledged, {there} there, {damage:?}");
                    told += usize::from(is_told);
                }
            }
            // With the first pages of the log the whole database is gone.
            Err(error) => assert!(matches!(error, OpenError::Store(StoreError::Corrupt(_))), "{error}"),
        }
    }
    assert!(told > 0);
}

#[test]
fn a_database_that_is_gone_is_not_taken_for_a_new_one() {
    let place = TempStore::new();
    some_games(&place);
    fs::remove_file(&place.path).unwrap();
    let gone = place.open().all_damage();
    assert!(gone.len() == 3 && gone.iter().all(|damage| damage.flaw == Flaw::Gone), "{gone:?}");
}

#[test]
fn a_record_that_says_too_little_is_no_damage() {
    let place = TempStore::new();
    some_games(&place);
    let (data, whole) = (fs::read(&place.path).unwrap(), fs::read(record(&place)).unwrap());
    // A power cut takes its end, in the middle of a record.
    for length in (64..whole.len()).step_by(50) {
        fs::write(&place.path, &data).unwrap();
        fs::write(record(&place), &whole[..length]).unwrap();
        let verified = verify(&place);
        assert!(verified.is_whole(), "{length}: {verified:?}");
        let store = place.open();
        assert_eq!((store.all_damage(), store.sqlite.record_state()), (Vec::new(), RecordState::Whole));
        drop(store);
        // A start brings it up to date.
        roll_back(&place, 1, 4);
        assert_eq!(verify(&place).hurt, [damage(1, 4, 5, Flaw::Short)], "{length}");
    }
}

#[test]
fn a_record_that_is_missing_or_spoiled_is_told_once_and_written_anew() {
    let place = TempStore::new();
    some_games(&place);
    let whole = fs::read(record(&place)).unwrap();
    let mut flipped = whole.clone();
    flipped[64 + 20] ^= 1;
    for (bytes, state) in [
        (None, RecordState::Missing),
        (Some(flipped), RecordState::Spoiled(1)),
        (Some(b"what people say".repeat(30)), RecordState::Spoiled(7)),
        (Some(Vec::new()), RecordState::Spoiled(1)),
    ] {
        match &bytes {
            None => fs::remove_file(record(&place)).unwrap(),
            Some(bytes) => fs::write(record(&place), bytes).unwrap(),
        }
        assert_eq!((verify(&place).record, verify(&place).hurt), (state, Vec::new()));
        let store = place.open();
        assert_eq!((store.sqlite.record_state(), store.all_damage()), (state, Vec::new()));
        drop(store);
        assert!(verify(&place).is_whole());
    }
    roll_back(&place, 2, 1);
    assert_eq!(verify(&place).hurt, [damage(2, 1, 5, Flaw::Short)]);
}

#[test]
fn an_older_backup_that_is_restored_is_no_damage() {
    let place = TempStore::new();
    some_games(&place);
    let copied = place.folder.path().join("copy");
    Sqlite::backup(&place.path, &options(), &copied, Wish::default(), |_| {}).unwrap();
    let store = place.open();
    store.append(entry(game(1), 6)).wait().unwrap();
    begin(&store, game(7), 3);
    drop(store);
    let wish = Wish { force: true, damaged: false };
    Sqlite::restore(&place.path, &options(), &copied, wish, |_| {}).unwrap();
    let verified = verify(&place);
    assert!(verified.is_whole() && verified.games == 3, "{verified:?}");
    assert_eq!(last(&place.open(), game(1)), 5);
}

#[test]
fn no_backup_is_made_of_hurt_tables_unless_that_is_wanted() {
    let place = TempStore::new();
    some_games(&place);
    roll_back(&place, 1, 2);
    let copied = place.folder.path().join("copy");
    let first = damage(1, 2, 5, Flaw::Short);
    let refused = Sqlite::backup(&place.path, &options(), &copied, Wish::default(), |_| {});
    assert_eq!(refused, Err(OpenError::Hurt { first, more: 0 }));
    assert!(!copied.exists());
    let wish = Wish { damaged: true, ..Wish::default() };
    Sqlite::backup(&place.path, &options(), &copied, wish, |_| {}).unwrap();
    assert!(copied.exists());
}

#[test]
fn an_export_holds_what_can_be_read_and_its_import_stays_frozen_there() {
    let (place, other) = (TempStore::new(), TempStore::new());
    some_games(&place);
    place
        .connection()
        .execute("UPDATE log SET entry = entry || '!' WHERE game = 2 AND version = 4", [])
        .unwrap();
    roll_back(&place, 2, 3);
    let mut text = Vec::new();
    let hurt = Sqlite::export_beside(&place.path, &options(), &mut text).unwrap().hurt;
    let found = [damage(1, 3, 5, Flaw::Changed), damage(2, 3, 5, Flaw::Short)];
    assert_eq!(hurt, found);
    Sqlite::import_all(&other.path, &options(), &text[..], |_| Ok(())).unwrap();
    let store = other.open();
    let mut frozen = store.all_damage();
    frozen.sort_by_key(|damage| damage.game != game(1));
    assert_eq!(frozen, [damage(1, 3, 5, Flaw::Short), damage(2, 3, 5, Flaw::Short)]);
    assert_eq!(last(&store, game(0)), 5);
    assert_eq!(store.load_piece(game(1), 0, 1 << 20).unwrap().len(), 3);
}

#[test]
fn a_long_record_is_shortened() {
    let place = TempStore::new();
    let bytes = some_games_with_a_long_record(&place);
    let store = place.open();
    assert!(fs::metadata(record(&place)).unwrap().len() < 1000, "of {bytes}");
    assert_eq!(store.all_damage(), []);
    drop(store);
    roll_back(&place, 1, 4);
    assert_eq!(verify(&place).hurt, [damage(1, 4, 5, Flaw::Short)]);
}

/// The same records over and over again, as many moves would write them.
fn some_games_with_a_long_record(place: &TempStore) -> usize {
    some_games(place);
    let record = record(place);
    let whole = fs::read(&record).unwrap();
    let mut long = whole.clone();
    while long.len() < 5 << 20 {
        long.extend_from_slice(&whole[64..]);
    }
    fs::write(&record, &long).unwrap();
    long.len()
}

#[test]
fn words_are_taken_out_of_older_databases_and_exports() {
    let (place, other) = (TempStore::new(), TempStore::new());
    let fixture = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/fixtures/v4.db");
    fs::copy(fixture, &place.path).unwrap();
    let said = r#"{"entry":{"type":"said","seat":1,"text":"Hëllo \"you\""},"person":2,"id":"x"}"#;
    let db = place.connection();
    let known: (i64, u64) = db
        .query_row("SELECT number, version FROM games LIMIT 1", [], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    db.execute("INSERT INTO log VALUES (?1, ?2, 7, ?3)", (known.0, known.1 + 1, said)).unwrap();
    db.execute("UPDATE games SET version = version + 1 WHERE number = ?1", [known.0]).unwrap();
    drop(db);
    let store = place.open();
    let words = store.words_of(PersonId(2)).unwrap();
    assert_eq!((words[0].kind.as_str(), words[0].text.as_str()), ("chat", "Hëllo \"you\""));
    let line = store.load(words[0].game, known.1).unwrap().remove(0);
    assert!(!line.entry.contains("llo") && wire::write(&server::personal::whole(&line).unwrap()) == said);
    let now = export(&store);
    drop(store);
    assert!(verify(&place).is_whole());
    // The same as an export of that time.
    let old: String = now.lines().map(|line| as_format_1(line, said)).collect();
    Sqlite::import_all(&other.path, &options(), old.as_bytes(), |_| Ok(())).unwrap();
    assert_eq!(other.open().words_of(PersonId(2)).unwrap(), words);
    // A newer one must not have them inside.
    let inside = now.replace(&wire::write(&line.entry), &wire::write(&said));
    let refused = Sqlite::import_all(&TempStore::new().path, &options(), inside.as_bytes(), |_| Ok(()));
    assert!(matches!(refused, Err(OpenError::Import(ImportError::Line { .. }))), "{refused:?}");
}

fn as_format_1(line: &str, said: &str) -> String {
    use wire::export::{ExportLine, ExportedGame};
    let line = match wire::read(line).unwrap() {
        ExportLine::Bastide { .. } => ExportLine::Bastide { format: 1 },
        ExportLine::Game(game) => ExportLine::Game(ExportedGame { head: None, ..game }),
        ExportLine::Entry { version, at, words, .. } if !words.is_empty() => {
            ExportLine::Entry { version, at, entry: said.to_owned(), words: Vec::new() }
        }
        other => other,
    };
    wire::write(&line) + "\n"
}

#[test]
fn an_export_that_was_changed_is_refused() {
    let (place, other) = (TempStore::new(), TempStore::new());
    some_games(&place);
    let sound = export(&place.open());
    let written = text(game(1), 2);
    for changed in [
        sound.replace(&written, "something else"),
        sound.replace("Żaneta", "Zaneta"),
        sound.replace(r#""place":3"#, r#""place":0"#),
    ] {
        assert_ne!(changed, sound);
        let refused = Sqlite::import_all(&other.path, &options(), changed.as_bytes(), |_| Ok(()));
        assert!(matches!(refused, Err(OpenError::Import(ImportError::Line { .. }))), "{refused:?}");
    }
}
