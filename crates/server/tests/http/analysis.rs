//! Hints, analyses of finished games and of records: who may have them, when, and how many.

use crate::common::{Answer, Client, TestServer, raw};
use crate::player::{Player, begin, seat};
use rules::notation::{Game, Recorder};
use rules::{Position, Setup};
use server::analysts::{Analysts, AnalystsBusy, NotStudied};
use server::fair_queue::Owner;
use server::settings::Limits;
use server::thinkers::{Question, ThinkerConfig, Thinkers};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::table::{Entry, LogShown, Order, Snapshot, Stage, Tried};
use wire::{Analysed, Hint, Input, RecordRead};

/// One person against the computer, which thinks about nothing.
const ALONE: &str = r#"{"setup":{"bag":{"U":3,"V":3,"E":2}},"seats":[{"type":"device","name":"Ann"},
    {"type":"computer","player":"random"}]}"#;
/// Two people who have agreed to hints.
const HINTS: &str =
    r#"{"setup":{"bag":{"U":3,"V":3}},"hints":true,"seats":[{"type":"device","name":"Ann"}]}"#;
/// Two people on one device.
const DEVICE: &str = r#"{"setup":{"bag":{"U":3,"V":3}},"seats":[{"type":"device","name":"Ann"},
    {"type":"device","name":"Bo"}]}"#;

async fn hint(client: &mut Client, game: &str, seat: u8) -> Answer {
    client.post(&format!("/api/tables/{game}/hint"), &format!(r#"{{"seat":{seat}}}"#)).await
}

async fn hinted(client: &mut Client, game: &str) -> usize {
    let log: LogShown = client.get(&format!("/api/tables/{game}/log")).await.read();
    log.entries.iter().filter(|line| matches!(line.entry, Entry::Hinted { .. })).count()
}

/// A running game of somebody's, at a turn of their own.
async fn started(house: &TestServer, table: &str) -> (String, Client, Player) {
    let mut ann = house.client();
    let game = ann.open(table).await.game;
    let mut player = Player::new(&ann, &game, 3).await;
    player.order(Order::Start {}).await;
    while player.now.stage != Stage::Playing || player.now.places.is_empty() {
        match player.wants().filter(|order| !matches!(order, Order::Act { .. })) {
            Some(order) => player.order(order).await,
            None => player.hear().await,
        }
    }
    (game, ann, player)
}

/// A finished game of one device.
async fn played(house: &TestServer) -> (String, Client) {
    let (game, ann, mut player) = started(house, DEVICE).await;
    player.play().await;
    (game, ann)
}

/// The lines of an analysis.
fn lines(answer: &Answer) -> Vec<Analysed> {
    assert_eq!(answer.status, 200, "{answer:?}");
    let json = answer.body.lines().filter(|line| line.starts_with('{'));
    json.map(|line| wire::read(line).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_plays_against_the_computer_gets_hints_that_can_be_played() {
    let house = TestServer::new().await;
    let (game, mut ann, mut player) = started(&house, ALONE).await;
    let snapshot: Snapshot = ann.get(&format!("/api/tables/{game}")).await.read();
    assert_eq!(snapshot.table.hints, Some(true));
    let told: Hint = hint(&mut ann, &game, 1).await.read();
    assert!(matches!(told.line[0], Input::Place { .. }) && told.line.len() == 2, "{told:?}");
    assert!((0.0..=1.0).contains(&told.chance));
    assert_eq!(hint(&mut ann, &game, 1).await.status, 200);
    assert_eq!(hinted(&mut ann, &game).await, 1, "for one decision it is told once");
    player.order(Order::Act { seat: seat(1), actions: told.line }).await;
    while !player.texts.iter().any(|text| matches!(text, wire::table::FromServer::Done { .. })) {
        player.hear().await;
    }
    player.hear().await;
    assert_eq!(hint(&mut ann, &game, 2).await.code(), "not-your-seat");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_others_know_of_a_hint_and_nobody_gets_one_out_of_turn() {
    let house = TestServer::new().await;
    let (mut ann, mut bo, mut eve) = (house.client(), house.client(), house.client());
    let opened = ann.open(HINTS).await;
    let game = opened.game;
    bo.enter(&opened.sit).await;
    eve.enter(&opened.watch).await;
    assert_eq!(hint(&mut ann, &game, 1).await.code(), "not-now");
    let (mut one, mut two) = (Player::new(&ann, &game, 1).await, Player::new(&bo, &game, 2).await);
    begin(&mut one, &mut two).await;
    while one.now.places.is_empty() {
        for player in [&mut one, &mut two] {
            if let Some(order) = player.wants().filter(|order| !matches!(order, Order::Act { .. })) {
                player.order(order).await;
            }
        }
        tokio::join!(one.hear(), two.hear());
    }
    assert_eq!(hint(&mut bo, &game, 2).await.code(), "not-your-turn");
    assert_eq!(hint(&mut bo, &game, 1).await.code(), "not-your-seat");
    assert_eq!(hint(&mut eve, &game, 1).await.code(), "not-your-seat");
    assert_eq!(hint(&mut house.client(), &game, 1).await.code(), "nobody");
    assert_eq!(hinted(&mut bo, &game).await, 0, "who is refused has not been advised");
    assert_eq!(hint(&mut ann, &game, 1).await.status, 200);
    assert_eq!(hinted(&mut bo, &game).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_keeps_the_others_from_their_hints() {
    let house = TestServer::with(|settings| settings.limits.effort.hint = Duration::from_secs(2)).await;
    let whole = ALONE.replace(r#""bag":{"U":3,"V":3,"E":2}"#, r#""sets":["base"]"#);
    let (game, ann, _) = started(&house, &whole).await;
    let (mut told, mut refused) = (0, 0);
    // Until some have waited at the same time.
    while refused == 0 {
        let all = (0..8).map(|_| {
            let (mut ann, game) = (ann.clone(), game.clone());
            tokio::spawn(async move { hint(&mut ann, &game, 1).await.status })
        });
        for answer in all.collect::<Vec<_>>() {
            match answer.await.unwrap() {
                200 => told += 1,
                503 => refused += 1,
                status => panic!("{status}"),
            }
        }
    }
    assert!(told >= 4, "{told} told, {refused} refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_among_themselves_have_no_hints_unless_they_want_them() {
    let house = TestServer::new().await;
    let (game, mut ann, _) = started(&house, DEVICE).await;
    assert_eq!(hint(&mut ann, &game, 1).await.code(), "switched-off");
    let without = ALONE.replacen('{', r#"{"hints":false,"#, 1);
    let (game, mut ann, _) = started(&house, &without).await;
    assert_eq!(hint(&mut ann, &game, 1).await.code(), "switched-off");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_is_analysed_turn_by_turn_and_only_then() {
    let house = TestServer::new().await;
    let (game, mut ann, mut player) = started(&house, DEVICE).await;
    let path = format!("/api/tables/{game}/analysis");
    assert_eq!(ann.ask("POST", &path, None).await.code(), "not-now", "a running game is nobody's to analyse");
    player.play().await;
    assert_eq!(house.client().ask("POST", &path, None).await.code(), "no-such-table");
    let first = lines(&ann.ask("POST", &path, None).await);
    let turns: Vec<_> = first
        .iter()
        .filter_map(|line| match line {
            Analysed::Turn(turn) => Some(turn),
            _ => None,
        })
        .collect();
    assert!(matches!(first[0], Analysed::Began { inputs } if inputs > 12), "{:?}", first[0]);
    assert_eq!((turns.len(), first.len()), (6, 8));
    for turn in &turns {
        assert!(turn.loss >= 0.0 && !turn.candidates.is_empty() && turn.candidates.len() <= 3);
        assert!((turn.chances.iter().sum::<f64>() - 1.0).abs() < 1e-6);
    }
    let Some(Analysed::Done { seats, decisive }) = first.last() else { panic!("{first:?}") };
    assert_eq!((seats.len(), decisive.len()), (2, 3));
    assert_eq!(lines(&ann.ask("POST", &path, None).await), first, "what is known is told again");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_is_analysed_than_there_is_room_for_and_nothing_for_who_has_gone() {
    let house = TestServer::with(|settings| {
        settings.limits.analyses_per_address = 1;
        settings.limits.effort.game = Duration::from_secs(3600);
        settings.limits.messages.burst = 1e6;
    })
    .await;
    // Long enough not to end while it is looked at.
    let (game, mut ann, mut player) = started(&house, &DEVICE.replace(r#""U":3,"V":3"#, r#""U":150"#)).await;
    player.play().await;
    let path = format!("/api/tables/{game}/analysis");
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let headers: String = ann.headers().iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let request = format!("POST {path} HTTP/1.1\r\n{headers}Content-Length: 0\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    assert!(first_words(&mut stream).await.contains("200 OK"));
    assert_eq!(under_way(&house).await, 1);
    let second = ann.ask("POST", &path, None).await;
    assert_eq!((second.status, second.code().as_str()), (503, "analysts-busy"));
    drop(stream);
    while under_way(&house).await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    assert!(first_words(&mut stream).await.contains("200 OK"), "and there is room again");
}

async fn first_words(stream: &mut TcpStream) -> String {
    let mut seen = vec![0; 1 << 14];
    let count = stream.read(&mut seen).await.unwrap();
    String::from_utf8_lossy(&seen[..count]).into_owned()
}

async fn under_way(house: &TestServer) -> u32 {
    let text = house.numbers().await;
    let line = text.lines().find(|line| line.starts_with("bastide_analyses ")).unwrap();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_read_tried_and_analysed_by_anybody() {
    let house = TestServer::new().await;
    let (game, mut ann) = played(&house).await;
    let record = ann.get(&format!("/api/tables/{game}/record")).await.body;
    let snapshot: Snapshot = ann.get(&format!("/api/tables/{game}")).await.read();
    let text = wire::write(&record);
    let mut anybody = house.client();
    let read: RecordRead = anybody.post("/api/records", &format!(r#"{{"record":{text}}}"#)).await.read();
    assert_eq!(read.names, [Some("Ann".to_owned()), Some("Bo".to_owned())]);
    assert_eq!((read.now.stage, read.moves.len()), (Stage::Over, 7), "the first draw, then six turns");
    assert_eq!(read.moves[0].seat, None);
    assert_eq!(read.moves[2].seat, Some(seat(2)));
    let body = format!(r#"{{"record":{text},"asked":{{"survey":true}}}}"#);
    let tried: Tried = anybody.post("/api/records/try", &body).await.read();
    assert_eq!(Some(tried.view), snapshot.view);
    let answer = anybody.post("/api/records/analysis", &format!(r#"{{"record":{text}}}"#)).await;
    assert!(matches!(lines(&answer).last(), Some(Analysed::Done { .. })));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_record_is_told_with_its_place() {
    let house = TestServer::new().await;
    let mut anybody = house.client();
    for path in ["/api/records", "/api/records/try", "/api/records/analysis"] {
        let none = anybody.post(path, r#"{"record":"\n\n"}"#).await;
        assert_eq!((none.status, none.code().as_str()), (422, "no-record"), "{path}");
        let bad = anybody.post(path, r#"{"record":"[Seats \"2\"]\n\n1. 1: Q@9,9 pass"}"#).await;
        assert_eq!((bad.status, bad.code().as_str()), (422, "bad-record"), "{path}");
        assert!(bad.body.contains("line 3, column"), "{bad:?}");
    }
    let long = format!(r#"{{"record":"{}"}}"#, "x".repeat(70_000));
    assert_eq!(anybody.post("/api/records", &long).await.status, 413);
    let text = raw(house.address, b"POST /api/records HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(String::from_utf8_lossy(&text).contains("403"), "it must come from the page");
}

/// Players that think until they are let go.
fn held(latch: Arc<Mutex<()>>) -> ThinkerConfig {
    struct Held(Arc<Mutex<()>>);
    impl ai::Player for Held {
        fn think(
            &mut self,
            position: &Position,
            limits: &ai::Limits,
            stop: &ai::Stop,
            info: &mut dyn FnMut(ai::Info),
        ) -> ai::Thought {
            let _held = self.0.lock().unwrap();
            ai::Random.think(position, limits, stop, info)
        }
    }
    ThinkerConfig { threads: 1, queue: 10, players: Arc::new(move |_| Ok(Box::new(Held(latch.clone())))) }
}

/// So many roads, laid somewhere.
fn roads(count: u16) -> Game {
    let road = rules::Kind::named("U").unwrap();
    let setup = Setup::base(2).with_bag(vec![(road, count)]);
    let mut position = Position::new(&setup).unwrap();
    let mut recorder = Recorder::new(&position);
    loop {
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        let input = match position.to_act() {
            rules::ToAct::Seat(_) => rules::Input::Act(legal[0]),
            rules::ToAct::Chance => rules::Input::Draw(road),
            rules::ToAct::Over(_) => return recorder.game().clone(),
        };
        let mut events = Vec::new();
        position.apply(input, &mut events).unwrap();
        recorder.record(input, &events);
    }
}

/// A game with a tile to lay.
fn to_place() -> Position {
    let mut position = Position::new(&Setup::base(2)).unwrap();
    position.apply(rules::Input::Draw(rules::Kind::named("U").unwrap()), &mut ()).unwrap();
    position
}

#[test]
fn an_analysis_waits_while_moves_of_the_computer_do() {
    let latch = Arc::new(Mutex::new(()));
    let held_back = latch.lock().unwrap();
    let thinkers = Thinkers::start(held(latch.clone()));
    let position = to_place();
    let question = || Question {
        position: position.clone(),
        player: "held".into(),
        time: Duration::from_millis(1),
        since: Instant::now(),
        owner: Owner::default(),
        is_watched: true,
    };
    // One is thought about, the other waits.
    let asked = [thinkers.think(question()).unwrap(), thinkers.think(question()).unwrap()];
    while thinkers.waiting() != 1 {
        std::thread::yield_now();
    }
    let mut limits = Limits::default();
    limits.effort.hint = Duration::from_millis(1);
    let analysts = Analysts::start(thinkers.clone(), &limits);
    let told = analysts.study(&roads(2), Owner::default()).unwrap();
    // Between so many hints an analysis would have had its turn.
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for _ in 0..20 {
        runtime.block_on(analysts.advise(position.clone(), Owner::default()).unwrap()).unwrap();
    }
    assert_eq!(told.borrow().lines.len(), 1, "nothing is judged while somebody waits for a move");
    drop(held_back);
    while !told.borrow().is_done {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(asked);
}

#[test]
fn a_full_pool_says_so() {
    let thinkers = Thinkers::start(ThinkerConfig { threads: 0, ..ThinkerConfig::default() });
    let mut limits = Limits { analyses: 1, ..Limits::default() };
    limits.effort.hint = Duration::from_secs(3600);
    let analysts = Analysts::start(thinkers, &limits);
    let position = to_place();
    let mut waiting = Vec::new();
    let full = (0..1000).find_map(|_| match analysts.advise(position.clone(), Owner::default()) {
        Ok(advising) => {
            waiting.push(advising);
            None
        }
        Err(busy) => Some(busy),
    });
    assert_eq!(full, Some(AnalystsBusy));
    let first = analysts.study(&roads(2), Owner::default()).unwrap();
    assert!(analysts.study(&roads(2), Owner::default()).is_ok(), "who comes later looks on");
    let mut other = roads(2);
    other.tags.set("Player1", "Eve").unwrap();
    assert_eq!(analysts.study(&other, Owner::default()).err(), Some(NotStudied::Busy(AnalystsBusy)));
    drop((waiting, first));
    assert!(analysts.study(&other, Owner::default()).is_ok(), "who has gone leaves room");
    assert!(analysts.advise(position, Owner::default()).is_ok());
}

#[test]
fn who_holds_the_most_analyses_makes_room_for_another_network() {
    let thinkers = Thinkers::start(ThinkerConfig { threads: 0, ..ThinkerConfig::default() });
    let mut limits = Limits { analyses: 4, ..Limits::default() };
    // The one analyst is busy with a hint, so that all analyses wait.
    limits.effort.hint = Duration::from_secs(3600);
    limits.effort.hint_nodes = u64::MAX;
    let analysts = Analysts::start(thinkers, &limits);
    let _busy = analysts.advise(to_place(), Owner::default()).unwrap();
    let named = |name: String| {
        let mut game = roads(2);
        game.tags.set("Player1", &name).unwrap();
        game
    };
    let owner = |n: u8| Owner::new([10, 0, 0, n].into(), None);
    let study = |name: &str, n| analysts.study(&named(name.into()), owner(n));
    let flood: Vec<_> = ["a", "b", "c", "d"].map(|name| study(name, 1).unwrap()).into();
    assert_eq!(study("e", 1).err(), Some(NotStudied::Busy(AnalystsBusy)));
    let other = study("f", 2).unwrap();
    assert!(!other.borrow().is_done);
    let given_up: Vec<bool> = flood.iter().map(|told| told.borrow().is_done).collect();
    assert_eq!(given_up, [false, false, false, true], "the newest of the flood");
    assert!(flood[3].borrow().lines.last().unwrap().contains("analysts-busy"));
    assert_eq!(analysts.under_way(), 4);
    let (waiting, oldest) = analysts.studies_waiting();
    assert!(waiting == 4 && oldest.is_some());
}

#[test]
fn hints_do_not_keep_an_analysis_from_going_on() {
    let thinkers = Thinkers::start(ThinkerConfig { threads: 0, ..ThinkerConfig::default() });
    let mut limits = Limits::default();
    limits.effort.hint = Duration::from_millis(20);
    let analysts = Analysts::start(thinkers, &limits);
    let (position, mut waiting) = (to_place(), Vec::new());
    let told = analysts.study(&roads(2), Owner::default()).unwrap();
    // Somebody always waits for a hint.
    while !told.borrow().is_done {
        waiting.extend(analysts.advise(position.clone(), Owner::default()));
    }
}

#[test]
fn a_game_that_is_looked_at_again_at_once_is_one_analysis() {
    let thinkers = Thinkers::start(ThinkerConfig { threads: 0, ..ThinkerConfig::default() });
    let analysts = Analysts::start(thinkers, &Limits::default());
    let game = roads(60);
    let first = analysts.study(&game, Owner::default()).unwrap();
    while first.borrow().lines.len() < 3 {
        std::thread::yield_now();
    }
    // A turn is being judged now.
    drop(first);
    let mut told = analysts.study(&game, Owner::default()).unwrap();
    while told.borrow_and_update().lines.len() < 4 {
        std::thread::yield_now();
    }
    assert!(!told.borrow().is_done);
    assert_eq!(analysts.under_way(), 1, "what was left does not take along what came after it");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_is_kept_before_its_last_line_is_told() {
    let thinkers = Thinkers::start(ThinkerConfig { threads: 0, ..ThinkerConfig::default() });
    let mut limits = Limits::default();
    limits.effort.game = Duration::ZERO;
    let analysts = Analysts::start(thinkers, &limits);
    for n in 0..30 {
        let mut game = roads(1);
        game.tags.set("Round", &n.to_string()).unwrap();
        let mut told = analysts.study(&game, Owner::default()).unwrap();
        let first = told.wait_for(|told| told.is_done).await.unwrap().lines.clone();
        // Nobody looks on any more, so the analysis that is under way would be let go.
        drop(told);
        let again = analysts.study(&game, Owner::default()).unwrap();
        assert_eq!(again.borrow().lines, first, "analysis {n}");
    }
}
