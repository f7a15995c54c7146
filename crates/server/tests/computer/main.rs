//! The computer's seats, on a real database: they play by themselves, whatever happens around them.

mod house;
mod players;
mod pool;

use ai::PlayerError;
use chance::Stream;
use house::{ANN_AND_BO, ANN_AND_THE_COMPUTER, COMPUTERS, SMALL, TestServer, is_to_act, open, seat};
use players::{Greater, Nervous, Sleepy, thinker_config};
use server::hall::Hall;
use server::session::Watch;
use server::store::{Append, Logged};
use server::thinkers::ThinkerConfig;
use server::time::Time;
use std::sync::Arc;
use std::time::Duration;
use wire::table::{Entry, FromServer, Order, Proposal, Stage};

#[tokio::test]
async fn a_person_against_the_computer_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{ANN_AND_THE_COMPUTER}");
    let mut house =
        TestServer::build(folder.path(), &table, Time::manual(1000), ThinkerConfig::default()).await;
    house.start().await;
    house.play_to_the_end(&mut Stream::new(1)).await;
    let movers = house.movers();
    assert!(movers.iter().all(|(seat, person)| (*seat == 2) == person.is_none()), "{movers:?}");
    assert!(movers.iter().filter(|(seat, _)| *seat == 2).count() >= 8);
}

#[tokio::test]
async fn every_set_with_its_dragon_is_played_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let setup = r#""setup":{"seats":3,"sets":{"base":1,"river":1,"traders":1,"dragon":1}}"#;
    let seats = r#""seats":[{"type":"device","name":"Ann"},{"type":"computer","player":"greedy"},
        {"type":"computer","player":"random"}]"#;
    let table = format!("{setup},{seats}");
    let mut house =
        TestServer::build(folder.path(), &table, Time::manual(1000), ThinkerConfig::default()).await;
    house.start().await;
    house.play_to_the_end(&mut Stream::new(1)).await;
    let log = house.store.load(house.game, 0).unwrap();
    let walks = |line: &str| line.contains(r#""type":"dragon","#) && !line.contains(r#""person":"#);
    assert!(log.iter().any(|line| walks(&line.entry)), "the computer has led the dragon");
}

#[tokio::test]
async fn a_table_of_computers_plays_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{COMPUTERS}");
    let mut house =
        TestServer::build(folder.path(), &table, Time::manual(1000), ThinkerConfig::default()).await;
    house.start().await;
    house.is_over(house.game).await;
}

#[tokio::test]
async fn the_computer_goes_slowly_for_those_who_look_on() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{COMPUTERS}");
    let time = Time::manual(1000);
    let mut house = TestServer::build(folder.path(), &table, time.clone(), ThinkerConfig::default()).await;
    let Watch { mut updates, .. } = house.watch().await;
    house.start().await;
    let mut times = Vec::new();
    while house.snapshot().await.now.stage != Stage::Over {
        while let Ok(text) = updates.try_recv() {
            let FromServer::Update(update) = wire::read(&text).unwrap() else { panic!("{text}") };
            if matches!(update.entry, Entry::Played { .. }) {
                times.push(update.at);
            }
        }
        time.advance(10);
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] == 0 || pair[1] - pair[0] >= 300), "{times:?}");
}

#[tokio::test]
async fn after_a_restart_the_computer_moves_without_being_asked() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{ANN_AND_THE_COMPUTER}");
    let mut house =
        TestServer::build(folder.path(), &table, Time::manual(1000), thinker_config(|| Sleepy)).await;
    house.start().await;
    let mut random = Stream::new(4);
    while is_to_act(&house.snapshot().await, 1) {
        house.play(&mut random).await;
    }
    let (before, people, game, orders) = (house.snapshot().await, house.people, house.game, house.orders);
    drop(house);
    let (store, time) = (open(folder.path()).await, Time::manual(2000));
    assert_eq!(store.for_the_computer(10).unwrap(), [game]);
    let hall = Hall::new(store.clone(), time.clone(), 100);
    let schedule = tokio::spawn(hall.clone().schedule());
    while store.game(game).unwrap().unwrap().version == before.version {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    schedule.abort();
    let mut house = TestServer { hall, store, time, people, game, orders };
    house.play_to_the_end(&mut random).await;
}

#[tokio::test]
async fn a_game_that_the_rules_have_frozen_is_woken_once_and_then_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{COMPUTERS}");
    let mut house =
        TestServer::build(folder.path(), &table, Time::manual(1000), thinker_config(|| Sleepy)).await;
    house.start().await;
    let game = house.game;
    drop(house);
    let store = open(folder.path()).await;
    let (mut log, row) = (store.load(game, 0).unwrap(), store.game(game).unwrap().unwrap());
    let last = log.last_mut().unwrap();
    let mut logged: wire::table::Logged = wire::read(&last.entry).unwrap();
    let Entry::Began { events, .. } = &mut logged.entry else { panic!("{logged:?}") };
    // As if the rules of then had seen less happen.
    events.pop();
    last.entry = wire::write(&logged);
    assert!(store.delete(game).await.unwrap());
    let appends = log.into_iter().map(|Logged { version, at, entry, words }| Append {
        game,
        version,
        at,
        entry,
        words,
        index: row.index.clone(),
    });
    let mut appends: Vec<Append> = appends.collect();
    let first = appends.remove(0);
    store.create_with(row.secret, first, appends).await.unwrap();
    assert_eq!(store.for_the_computer(10).unwrap(), [game]);
    let hall = Hall::new(store.clone(), Time::manual(2000), 100);
    let schedule = tokio::spawn(hall.clone().schedule());
    while !store.for_the_computer(10).unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    schedule.abort();
    let row = store.game(game).unwrap().unwrap();
    assert_eq!((row.index.stage.as_str(), row.index.due), ("frozen", None));
}

#[tokio::test]
async fn the_computer_lets_turns_be_taken_back_even_while_it_thinks() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{ANN_AND_THE_COMPUTER}");
    for config in [ThinkerConfig::default(), thinker_config(|| Sleepy)] {
        let folder = tempfile::tempdir_in(folder.path()).unwrap();
        let mut house = TestServer::build(folder.path(), &table, Time::manual(1000), config).await;
        house.start().await;
        let before = house.awaits_a_person().await;
        let mut random = Stream::new(4);
        while is_to_act(&house.snapshot().await, 1) && house.snapshot().await.version < before.version + 2 {
            house.play(&mut random).await;
        }
        house.order(0, Order::Ask { seat: seat(1), proposal: Proposal::TakeBack {} }).await;
        let after = house.snapshot().await;
        assert!(is_to_act(&after, 1));
        assert_eq!(after.view, before.view, "the same tile is in the hand again");
    }
}

#[tokio::test]
async fn a_seat_is_played_by_the_computer_until_its_owner_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!(r#"{SMALL},{ANN_AND_BO},"absence":60"#);
    let mut house =
        TestServer::build(folder.path(), &table, Time::manual(1000), ThinkerConfig::default()).await;
    house.start().await;
    let mut random = Stream::new(5);
    while is_to_act(&house.snapshot().await, 1) {
        house.play(&mut random).await;
    }
    house.time.advance(60_000);
    house.order(0, Order::Ask { seat: seat(1), proposal: Proposal::Replace { seat: seat(2) } }).await;
    house.order(1, Order::Answer { seat: seat(2), yes: true }).await;
    for _ in 0..6 {
        house.play(&mut random).await;
    }
    assert!(house.movers().contains(&(2, None)));
    let back = house.order(1, Order::ComeBack { seat: seat(2) }).await;
    assert!(matches!(back, FromServer::Done { .. }), "{back:?}");
    let before = house.movers().len();
    house.play_to_the_end(&mut random).await;
    assert!(house.movers()[before..].iter().all(|(_, person)| person.is_some()));
}

#[tokio::test]
async fn who_comes_back_while_the_computer_thinks_decides() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!(r#"{SMALL},{ANN_AND_BO},"absence":60"#);
    let mut house =
        TestServer::build(folder.path(), &table, Time::manual(1000), thinker_config(|| Sleepy)).await;
    house.start().await;
    let mut random = Stream::new(6);
    while is_to_act(&house.snapshot().await, 1) {
        house.play(&mut random).await;
    }
    house.time.advance(60_000);
    house.order(0, Order::Ask { seat: seat(1), proposal: Proposal::Replace { seat: seat(2) } }).await;
    house.order(1, Order::Answer { seat: seat(2), yes: true }).await;
    assert_eq!(house.store.for_the_computer(10).unwrap(), [house.game]);
    house.order(1, Order::ComeBack { seat: seat(2) }).await;
    house.play_to_the_end(&mut random).await;
    assert!(house.movers().iter().all(|(_, person)| person.is_some()));
}

#[tokio::test]
async fn the_computer_goes_on_for_whoever_has_no_time_left() {
    let folder = tempfile::tempdir().unwrap();
    let clock = r#""clock":{"type":"turn","seconds":10},"out_of_time":"computer""#;
    let table = format!("{SMALL},{ANN_AND_BO},{clock}");
    let mut house =
        TestServer::build(folder.path(), &table, Time::manual(1000), ThinkerConfig::default()).await;
    house.start().await;
    let mut random = Stream::new(7);
    let away = house.snapshot().await;
    house.time.advance(10_000);
    house.until(|table| table.version > away.version + 1).await;
    house.play_to_the_end(&mut random).await;
    let movers = house.movers();
    assert!(movers.iter().all(|(seat, person)| (*seat == 1) == person.is_none()), "{movers:?}");
}

#[tokio::test]
async fn a_player_that_fails_is_replaced_by_one_that_does_not() {
    for config in [
        thinker_config(|| Nervous),
        thinker_config(|| Greater),
        ThinkerConfig {
            players: Arc::new(|name| Err(PlayerError::Unknown(name.to_owned()))),
            ..ThinkerConfig::default()
        },
    ] {
        let folder = tempfile::tempdir().unwrap();
        let table = format!("{SMALL},{COMPUTERS}");
        let mut house = TestServer::build(folder.path(), &table, Time::manual(1000), config).await;
        house.start().await;
        house.is_over(house.game).await;
    }
}

#[tokio::test]
async fn a_table_stays_in_memory_while_it_waits_for_the_computer() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{ANN_AND_THE_COMPUTER}");
    let mut house =
        TestServer::build(folder.path(), &table, Time::manual(1000), thinker_config(|| Sleepy)).await;
    house.start().await;
    // Only while nothing happens: a clock that jumps does not wait for the store's threads.
    let hours = async || {
        tokio::time::pause();
        tokio::time::sleep(Duration::from_secs(10_000)).await;
        tokio::time::resume();
    };
    hours().await;
    assert_eq!(house.hall.len(), 0, "nobody is there, and Ann takes her time");
    let mut random = Stream::new(8);
    while is_to_act(&house.snapshot().await, 1) {
        house.play(&mut random).await;
    }
    hours().await;
    assert_eq!(house.hall.len(), 1);
}
