//! The thinkers by themselves, and with many tables.

use crate::house::{COMPUTERS, SMALL, TestServer, many};
use crate::players::{Sleepy, thinker_config};
use rules::{Position, Setup, ToAct};
use server::fair_queue::Owner;
use server::thinkers::{Question, ThinkerConfig, Thinkers, ThinkersBusy};
use server::time::Time;
use std::time::{Duration, Instant};

fn question() -> Question {
    let mut position = Position::new(&Setup::base(2)).unwrap();
    let kind = position.bag().next().unwrap().0;
    position.draw(kind, &mut ()).unwrap();
    Question {
        position,
        player: "any".into(),
        time: Duration::from_secs(1),
        since: Instant::now(),
        owner: Owner::away(1),
        is_watched: true,
    }
}

#[tokio::test]
async fn a_full_queue_is_busy_and_serves_in_the_order_of_asking() {
    let thinkers = Thinkers::start(ThinkerConfig { queue: 2, ..thinker_config(|| Sleepy) });
    let running = thinkers.think(question()).unwrap();
    while thinkers.waiting() > 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let [waiting, mut last] = [(); 2].map(|()| thinkers.think(question()).unwrap());
    assert_eq!(thinkers.think(question()).unwrap_err(), ThinkersBusy);
    assert_eq!(thinkers.waiting(), 2);
    drop(running);
    while thinkers.waiting() > 1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    drop(waiting);
    while thinkers.waiting() > 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let answer = tokio::time::timeout(Duration::ZERO, &mut last).await;
    assert!(answer.is_err(), "it thinks until nobody wants to know any more");
}

fn asked(owner: u8, is_watched: bool) -> Question {
    Question { owner: Owner::new([10, 0, 0, owner].into(), None), is_watched, ..question() }
}

/// Waits until as many questions wait for a thread.
async fn until_waiting(thinkers: &Thinkers, count: usize) {
    while thinkers.waiting() != count {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn tables_that_nobody_looks_at_make_room_and_come_last() {
    let thinkers = Thinkers::start(ThinkerConfig { queue: 3, ..thinker_config(|| Sleepy) });
    let running = thinkers.think(asked(1, true)).unwrap();
    until_waiting(&thinkers, 0).await;
    let unwatched = [(); 3].map(|()| thinkers.think(asked(2, false)).unwrap());
    assert!(!thinkers.are_awaited());
    assert_eq!(thinkers.think(asked(3, false)).map(drop), Ok(()), "another network's, for one of the three");
    let watched = thinkers.think(asked(2, true)).unwrap();
    assert!(thinkers.are_awaited());
    assert_eq!(thinkers.waiting(), 3);
    drop(running);
    while thinkers.are_awaited() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert!(thinkers.waiting() > 0, "those that nobody looks at still wait");
    drop((watched, unwatched));
}

#[tokio::test]
async fn who_floods_a_full_queue_makes_room_for_who_does_not() {
    let thinkers = Thinkers::start(ThinkerConfig { queue: 4, ..thinker_config(|| Sleepy) });
    let _running = thinkers.think(asked(1, true)).unwrap();
    until_waiting(&thinkers, 0).await;
    let mut flood: Vec<_> = (0..4).map(|_| thinkers.think(asked(2, true)).unwrap()).collect();
    assert_eq!(thinkers.think(asked(2, true)).map(drop), Err(ThinkersBusy));
    let _other = thinkers.think(asked(3, true)).unwrap();
    assert_eq!(thinkers.waiting(), 4);
    assert_eq!(flood.pop().unwrap().await, None, "the newest of the flood is told to ask again");
}

#[tokio::test]
async fn an_answer_is_the_rest_of_a_turn() {
    let thinkers = Thinkers::start(ThinkerConfig::default());
    let question = Question { player: "greedy".into(), ..question() };
    let line = thinkers.think(question.clone()).unwrap().await.unwrap();
    let mut after = question.position;
    line.iter().for_each(|action| after.play(*action, &mut ()).unwrap());
    assert_eq!(after.to_act(), ToAct::Chance);
}

#[tokio::test]
async fn tables_that_find_the_thinkers_busy_ask_again() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{COMPUTERS}");
    let config = ThinkerConfig { queue: 1, threads: 1, ..ThinkerConfig::default() };
    let mut house = TestServer::build(folder.path(), &table, Time::real(), config).await;
    for game in many(&mut house, 20, &table).await {
        house.is_over(game).await;
    }
}
