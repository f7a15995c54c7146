//! The thinkers by themselves, and with many tables.

use crate::house::{COMPUTERS, House, SMALL, many};
use crate::players::{Sleepy, crew};
use rules::{Position, Setup, ToAct};
use server::thinkers::{Busy, Crew, Question, Thinkers};
use server::time::Time;
use std::time::{Duration, Instant};

fn question() -> Question {
    let mut position = Position::new(&Setup::base(2)).unwrap();
    let kind = position.bag().next().unwrap().0;
    position.draw(kind, &mut ()).unwrap();
    Question { position, player: "any".into(), time: Duration::from_secs(1), since: Instant::now() }
}

#[tokio::test]
async fn a_full_queue_is_busy_and_serves_in_the_order_of_asking() {
    let thinkers = Thinkers::start(Crew { queue: 2, ..crew(|| Sleepy) });
    let running = thinkers.think(question()).unwrap();
    while thinkers.waiting() > 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let [waiting, mut last] = [(); 2].map(|()| thinkers.think(question()).unwrap());
    assert_eq!(thinkers.think(question()).unwrap_err(), Busy);
    assert_eq!(thinkers.waiting(), 2);
    drop(running);
    while thinkers.waiting() > 1 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    drop(waiting);
    while thinkers.waiting() > 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let answer = tokio::time::timeout(Duration::from_millis(10), &mut last).await;
    assert!(answer.is_err(), "it is thinking");
}

#[tokio::test]
async fn an_answer_is_the_rest_of_a_turn() {
    let thinkers = Thinkers::start(Crew::default());
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
    let crew = Crew { queue: 1, threads: 1, ..Crew::default() };
    let mut house = House::build(folder.path(), &table, Time::Real, crew).await;
    for game in many(&mut house, 20, &table).await {
        house.is_over(game).await;
    }
}
