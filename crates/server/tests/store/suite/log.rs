//! Appending and loading.

use super::Place;
use crate::common::{SECRET, begin, entry, game, last, text};
use server::store::{Append, GameId, Index, Logged, MAX_TEXT, StoreError};

fn conflict(game: GameId, version: u64, last: u64) -> Result<(), StoreError> {
    Err(StoreError::Conflict { game, version, last })
}

pub fn entries_come_back_in_their_order(place: &dyn Place) {
    let store = place.open();
    for number in 0..3 {
        begin(&store, game(number), 20);
    }
    let logged = |version| {
        let (at, entry) = (1000 + version as i64, text(game(1), version));
        Logged { version, at, entry, words: Vec::new() }
    };
    assert_eq!(store.load(game(1), 0).unwrap(), (1..=20).map(logged).collect::<Vec<_>>());
    assert_eq!(store.load(game(1), 17).unwrap(), (18..=20).map(logged).collect::<Vec<_>>());
    assert_eq!(store.load(game(1), 20).unwrap(), []);
    assert_eq!(store.load(game(1), u64::MAX).unwrap(), []);
    assert_eq!(store.load(game(9), 0).unwrap(), []);
}

pub fn only_the_next_version_is_taken(place: &dyn Place) {
    let store = place.open();
    begin(&store, game(1), 3);
    for version in [0, 1, 3, 5, u64::MAX] {
        assert_eq!(store.append(entry(game(1), version)).wait(), conflict(game(1), version, 3));
    }
    assert_eq!(last(&store, game(1)), 3);
    store.append(entry(game(1), 4)).wait().unwrap();
    assert_eq!(last(&store, game(1)), 4);
}

pub fn a_game_is_created_once_and_before_anything_else(place: &dyn Place) {
    let store = place.open();
    assert_eq!(store.append(entry(game(1), 1)).wait(), Err(StoreError::UnknownGame(game(1))));
    assert_eq!(store.create(SECRET, entry(game(1), 2)).wait(), conflict(game(1), 2, 0));
    begin(&store, game(1), 2);
    assert_eq!(store.create(SECRET, entry(game(1), 1)).wait(), Err(StoreError::GameExists(game(1))));
    assert_eq!(last(&store, game(1)), 2);
}

pub fn entries_that_belong_together_are_all_stored_or_none(place: &dyn Place) {
    let store = place.open();
    let more = |versions: [u64; 2]| versions.map(|version| entry(game(1), version)).to_vec();
    let created = store.create_with(SECRET, entry(game(1), 1), more([2, 4])).wait();
    assert_eq!(created, conflict(game(1), 4, 2));
    assert_eq!(store.game(game(1)).unwrap(), None);
    store.create_with(SECRET, entry(game(1), 1), more([2, 3])).wait().unwrap();
    assert_eq!(last(&store, game(1)), 3);
}

pub fn what_is_known_of_a_game_can_be_said_anew_without_an_entry(place: &dyn Place) {
    let store = place.open();
    begin(&store, game(1), 3);
    let index = Index { stage: "frozen".into(), ..entry(game(1), 3).index };
    assert_eq!(store.mark(game(1), 2, index.clone()).wait(), conflict(game(1), 2, 3));
    store.mark(game(1), 3, index.clone()).wait().unwrap();
    assert_eq!(store.game(game(1)).unwrap().unwrap().index, index);
    assert_eq!(last(&store, game(1)), 3);
    assert_eq!(store.mark(game(2), 1, index).wait(), Err(StoreError::UnknownGame(game(2))));
}

pub fn the_row_of_a_game_tells_what_the_last_entry_said(place: &dyn Place) {
    let store = place.open();
    assert_eq!(store.game(game(1)).unwrap(), None);
    begin(&store, game(1), 1);
    let index = Index {
        stage: "over".into(),
        public: true,
        title: "«Tisch»\n\"\0'".into(),
        due: Some(-5),
        computer: true,
        people: Vec::new(),
        summary: String::new(),
    };
    let second = Append { at: 7777, index: index.clone(), ..entry(game(1), 2) };
    store.append(second).wait().unwrap();
    let row = store.game(game(1)).unwrap().unwrap();
    assert_eq!((row.version, row.created, row.updated, row.secret), (2, 1001, 7777, SECRET));
    assert_eq!(row.index, index);
}

pub fn any_text_is_kept_up_to_its_limit(place: &dyn Place) {
    let store = place.open();
    begin(&store, game(1), 1);
    let texts = ["".into(), "\0a\0".into(), "żółć 🐉 \u{2028}\r\n".into(), "x".repeat(MAX_TEXT)];
    for (version, text) in (2..).zip(&texts) {
        let append = Append { entry: String::clone(text), ..entry(game(1), version) };
        store.append(append).wait().unwrap();
        assert!(store.load(game(1), version - 1).unwrap()[0].entry == *text);
    }
    let long = || "x".repeat(MAX_TEXT + 1);
    let next = entry(game(1), 6);
    for append in [
        Append { entry: long(), ..next.clone() },
        Append { index: Index { stage: long(), ..Index::default() }, ..next.clone() },
        Append { index: Index { title: long(), ..Index::default() }, ..next.clone() },
        Append { index: Index { summary: long(), ..Index::default() }, ..next.clone() },
    ] {
        assert_eq!(store.append(append).wait(), Err(StoreError::TooLong(MAX_TEXT + 1)));
    }
    store.append(next).wait().unwrap();
}

pub fn everything_ordered_is_written_when_the_last_handle_goes(place: &dyn Place) {
    let store = place.open();
    begin(&store, game(1), 1);
    for version in 2..=500 {
        drop(store.clone().append(entry(game(1), version)));
    }
    drop(store);
    assert_eq!(last(&place.open(), game(1)), 500);
}

pub fn a_task_can_await_and_a_thread_that_runs_tasks_can_wait(place: &dyn Place) {
    let store = place.open();
    begin(&store, game(1), 1);
    let task = async {
        // More than a task's share of polls.
        for version in 2..=400 {
            let pending = store.append(entry(game(1), version));
            if version % 2 == 0 { pending.await } else { pending.wait() }.unwrap();
        }
    };
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(task);
    assert_eq!(last(&store, game(1)), 400);
}

#[test]
fn names_of_games_are_written_and_read() {
    for number in 0..200 {
        let name = game(number).to_string();
        assert_eq!(name.len(), 16);
        assert!(name.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit()));
        assert_eq!(name.parse(), Ok(game(number)));
    }
    for wrong in
        ["", "000000000000000", "00000000000000000", "000000000000000i", "000000000000000A", "0000000000000é"]
    {
        assert!(wrong.parse::<GameId>().is_err(), "{wrong}");
    }
}
