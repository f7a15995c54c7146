//! The computer's seats, on a real database: they play by themselves, whatever happens around them.

use ai::{Info, Limits, Player, Stop, Thought};
use chance::{Stream, fair};
use rules::{Position, Setup, ToAct};
use server::hall::Hall;
use server::session::{Message, Watch};
use server::store::{GameId, Hash, Options, Store};
use server::table::Who;
use server::thinkers::{Busy, Crew, Question, Thinkers};
use server::time::Time;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wire::table::{Command, Entry, FromServer, Order, Proposal, Snapshot, Stage};

const SMALL: &str = r#""setup":{"bag":{"U":6,"V":6,"E":4}}"#;
const ANN_AND_THE_COMPUTER: &str =
    r#""seats":[{"type":"device","name":"Ann"},{"type":"computer","player":"greedy"}]"#;
const ANN_AND_BO: &str = r#""seats":[{"type":"device","name":"Ann"},{"type":"open"}]"#;
const COMPUTERS: &str =
    r#""seats":[{"type":"computer","player":"greedy"},{"type":"computer","player":"random"}]"#;

/// A player that thinks until it is told to stop.
struct Sleepy;

impl Player for Sleepy {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        while !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        ai::Random.think(position, limits, stop, info)
    }
}

/// A player that panics.
struct Nervous;

impl Player for Nervous {
    fn think(&mut self, _: &Position, _: &Limits, _: &Stop, _: &mut dyn FnMut(Info)) -> Thought {
        panic!("this is too much for me");
    }
}

/// A player that wants to do everything twice.
struct Greater;

impl Player for Greater {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        let mut thought = ai::Random.think(position, limits, stop, info);
        thought.best.line = thought.best.line.repeat(2);
        thought
    }
}

/// One thread on which the same player thinks for all.
fn crew<P: Player + Send + 'static>(player: fn() -> P) -> Crew {
    Crew { threads: 1, queue: 10, players: Arc::new(move |_| Some(Box::new(player()))) }
}

/// A hall with one table.
struct House {
    hall: Hall,
    store: Store,
    time: Time,
    people: [Who; 2],
    game: GameId,
    orders: u32,
}

impl House {
    async fn build(folder: &Path, table: &str, time: Time, crew: Crew) -> House {
        let store = open(folder).await;
        let mut people = [Who::Computer; 2];
        for (n, who) in people.iter_mut().enumerate() {
            *who = Who::Person(store.add_person(Hash([n as u8; 32])).await.unwrap().0);
        }
        let hall = Hall::with_crew(store.clone(), time.clone(), 1000, crew);
        let mut house = House { hall, store, time, people, game: GameId([7; 10]), orders: 0 };
        house.open(GameId([7; 10]), table).await;
        house
    }

    /// Makes a table and turns to it.
    async fn open(&mut self, game: GameId, table: &str) {
        let Who::Person(ann) = self.people[0] else { panic!("a person") };
        self.hall.open(game, [3; 32], wire::read(&format!("{{{table}}}")).unwrap(), ann).await.unwrap();
        self.game = game;
    }

    /// Somebody sits down on the second seat if it is open, and the game starts.
    async fn start(&mut self) {
        let mut devices = vec![0];
        if self.snapshot().await.seats[1].name.is_none() {
            let sat = self.order(1, Order::Sit { seat: seat(2), name: "Bo".into() }).await;
            assert!(matches!(sat, FromServer::Done { .. }), "{sat:?}");
            devices.push(1);
        }
        let Watch { mut updates, .. } = self.watch().await;
        self.order(0, Order::Start {}).await;
        let dealing = updates.recv().await.unwrap();
        let FromServer::Update(update) = wire::read(&dealing).unwrap() else { panic!("{dealing}") };
        let Entry::Dealing { digest, .. } = update.entry else { panic!("{dealing}") };
        let digest = fair::from_hex(&digest).unwrap();
        if self.snapshot().await.now.stage == Stage::Committing {
            for person in &devices {
                let hash = fair::to_hex(&fair::commitment(&[*person as u8; 32], &digest));
                self.order(*person, Order::Commit { hash }).await;
            }
            for person in devices {
                self.order(person, Order::Reveal { secret: fair::to_hex(&[person as u8; 32]) }).await;
            }
        }
    }

    async fn order(&mut self, person: usize, order: Order) -> FromServer {
        self.orders += 1;
        let (who, version) = (self.people[person], self.snapshot().await.version);
        let command = Command { id: self.orders.to_string(), version, order };
        let message = |answer| Message::Do { who, command: command.clone(), answer };
        self.hall.ask(self.game, message).await.unwrap()
    }

    async fn watch(&self) -> Watch {
        self.hall.ask(self.game, |answer| Message::Watch { after: None, answer }).await.unwrap()
    }

    async fn snapshot(&self) -> Snapshot {
        first(&self.watch().await)
    }

    /// The table once it is as awaited.
    async fn until(&self, awaited: impl Fn(&Snapshot) -> bool) -> Snapshot {
        loop {
            let mut watch = self.watch().await;
            let snapshot = first(&watch);
            if awaited(&snapshot) {
                return snapshot;
            }
            let _ = watch.updates.recv().await;
        }
    }

    /// The table once a person is to act, or once the game is over.
    async fn awaits_a_person(&self) -> Snapshot {
        self.until(|table| match table.now.to_act {
            Some(wire::ToAct::Seat { seat }) => {
                table.seats[usize::from(u8::from(seat)) - 1].computer.is_none()
            }
            _ => true,
        })
        .await
    }

    /// A person does something legal once it is their turn; `None` when the game is over.
    async fn play(&mut self, random: &mut Stream) -> Option<FromServer> {
        let now = self.awaits_a_person().await.now;
        let Some(wire::ToAct::Seat { seat }) = now.to_act else { return None };
        let action = match random.pick(&now.places) {
            Some((x, y, rotations)) => {
                let quarters = (0..4).find(|quarters| rotations >> quarters & 1 != 0).unwrap();
                wire::Input::Place { x: *x, y: *y, rotation: quarters.try_into().unwrap() }
            }
            None => *random.pick(&now.actions).unwrap(),
        };
        let person = usize::from(u8::from(seat)) - 1;
        Some(self.order(person, Order::Act { seat, actions: vec![action] }).await)
    }

    async fn play_to_the_end(&mut self, random: &mut Stream) {
        while let Some(done) = self.play(random).await {
            assert!(matches!(done, FromServer::Done { .. }), "{done:?}");
        }
        assert_eq!(self.snapshot().await.now.stage, Stage::Over);
    }

    /// Waits until a table is over without looking on.
    async fn is_over(&self, game: GameId) {
        while self.store.game(game).unwrap().unwrap().index.stage != "over" {
            self.time.advance(100);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Who acted, in order.
    fn movers(&self) -> Vec<(u8, Option<i64>)> {
        let log = self.store.load(self.game, 0).unwrap();
        let logged = log.iter().map(|line| wire::read::<wire::table::Logged>(&line.entry).unwrap());
        let mover = |logged: wire::table::Logged| match logged.entry {
            Entry::Played { seat, .. } => Some((seat.into(), logged.person)),
            _ => None,
        };
        logged.filter_map(mover).collect()
    }
}

/// The database, once nobody else has it.
async fn open(folder: &Path) -> Store {
    loop {
        match Store::open(&folder.join("bastide.db"), &Options::default()) {
            Ok(store) => return store,
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

fn first(watch: &Watch) -> Snapshot {
    match wire::read(&watch.first[0]).unwrap() {
        FromServer::Snapshot(snapshot) => *snapshot,
        other => panic!("not a snapshot: {other:?}"),
    }
}

fn seat(number: u8) -> wire::Seat {
    number.try_into().unwrap()
}

fn is_to_act(table: &Snapshot, number: u8) -> bool {
    table.now.to_act == Some(wire::ToAct::Seat { seat: seat(number) })
}

#[tokio::test]
async fn a_person_against_the_computer_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{ANN_AND_THE_COMPUTER}");
    let mut house = House::build(folder.path(), &table, Time::by_hand(1000), Crew::default()).await;
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
    let mut house = House::build(folder.path(), &table, Time::by_hand(1000), Crew::default()).await;
    house.start().await;
    house.play_to_the_end(&mut Stream::new(1)).await;
}

#[tokio::test]
async fn a_table_of_computers_plays_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{COMPUTERS}");
    let mut house = House::build(folder.path(), &table, Time::by_hand(1000), Crew::default()).await;
    house.start().await;
    house.is_over(house.game).await;
}

#[tokio::test]
async fn the_computer_goes_slowly_for_those_who_look_on() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{COMPUTERS}");
    let time = Time::by_hand(1000);
    let mut house = House::build(folder.path(), &table, time.clone(), Crew::default()).await;
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
    let mut house = House::build(folder.path(), &table, Time::by_hand(1000), crew(|| Sleepy)).await;
    house.start().await;
    let mut random = Stream::new(4);
    while is_to_act(&house.snapshot().await, 1) {
        house.play(&mut random).await;
    }
    let (before, people, game, orders) = (house.snapshot().await, house.people, house.game, house.orders);
    drop(house);
    let (store, time) = (open(folder.path()).await, Time::by_hand(2000));
    assert_eq!(store.for_the_computer(10).unwrap(), [game]);
    let hall = Hall::new(store.clone(), time.clone(), 100);
    let schedule = tokio::spawn(hall.clone().schedule());
    while store.game(game).unwrap().unwrap().version == before.version {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    schedule.abort();
    let mut house = House { hall, store, time, people, game, orders };
    house.play_to_the_end(&mut random).await;
}

#[tokio::test]
async fn the_computer_lets_turns_be_taken_back_even_while_it_thinks() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{ANN_AND_THE_COMPUTER}");
    for crew in [Crew::default(), crew(|| Sleepy)] {
        let folder = tempfile::tempdir_in(folder.path()).unwrap();
        let mut house = House::build(folder.path(), &table, Time::by_hand(1000), crew).await;
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
    let table = format!("{SMALL},{ANN_AND_BO}");
    let mut house = House::build(folder.path(), &table, Time::by_hand(1000), Crew::default()).await;
    house.start().await;
    let mut random = Stream::new(5);
    house.order(0, Order::Ask { seat: seat(1), proposal: Proposal::Replace { seat: seat(2) } }).await;
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
    let table = format!("{SMALL},{ANN_AND_BO}");
    let mut house = House::build(folder.path(), &table, Time::by_hand(1000), crew(|| Sleepy)).await;
    house.start().await;
    let mut random = Stream::new(6);
    while is_to_act(&house.snapshot().await, 1) {
        house.play(&mut random).await;
    }
    house.order(0, Order::Ask { seat: seat(1), proposal: Proposal::Replace { seat: seat(2) } }).await;
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
    let mut house = House::build(folder.path(), &table, Time::by_hand(1000), Crew::default()).await;
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
    for crew in [crew(|| Nervous), crew(|| Greater), Crew { players: Arc::new(|_| None), ..Crew::default() }]
    {
        let folder = tempfile::tempdir().unwrap();
        let table = format!("{SMALL},{COMPUTERS}");
        let mut house = House::build(folder.path(), &table, Time::by_hand(1000), crew).await;
        house.start().await;
        house.is_over(house.game).await;
    }
}

#[tokio::test]
async fn a_table_stays_in_memory_while_it_waits_for_the_computer() {
    let folder = tempfile::tempdir().unwrap();
    let table = format!("{SMALL},{ANN_AND_THE_COMPUTER}");
    let mut house = House::build(folder.path(), &table, Time::by_hand(1000), crew(|| Sleepy)).await;
    house.start().await;
    tokio::time::pause();
    let hours = || tokio::time::sleep(Duration::from_secs(10_000));
    hours().await;
    assert_eq!(house.hall.len(), 0, "nobody is there, and Ann takes her time");
    let mut random = Stream::new(8);
    while is_to_act(&house.snapshot().await, 1) {
        house.play(&mut random).await;
    }
    hours().await;
    assert_eq!(house.hall.len(), 1);
}

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

/// Tables of computers, all begun.
async fn many(house: &mut House, count: u16, table: &str) -> Vec<GameId> {
    let mut games = Vec::new();
    for n in 0..count {
        let [high, low] = n.to_be_bytes();
        house.open(GameId([1, 2, 3, 4, 5, 6, 7, 8, high, low]), table).await;
        house.start().await;
        games.push(house.game);
    }
    games
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

/// A player that takes all the time it is given.
struct Thorough;

impl Player for Thorough {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        info: &mut dyn FnMut(Info),
    ) -> Thought {
        let began = Instant::now();
        while limits.time.is_some_and(|time| began.elapsed() < time) && !stop.is_stopped() {
            std::hint::spin_loop();
        }
        ai::Random.think(position, limits, stop, info)
    }
}

/// Run by hand: `cargo test -p server --test computer -- --ignored --nocapture`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn five_hundred_games_wait_for_the_computer() {
    let thorough = Crew { players: Arc::new(|_| Some(Box::new(Thorough))), ..Crew::default() };
    for (name, crew) in [("greedy", Crew::default()), ("one that takes its time", thorough)] {
        let folder = tempfile::tempdir().unwrap();
        let seats = COMPUTERS.replace("random", "greedy");
        let table = format!(r#""setup":{{"bag":{{"U":10,"V":10,"E":10,"N":10}}}},{seats}"#);
        let mut house = House::build(folder.path(), &table, Time::Real, crew).await;
        let began = Instant::now();
        let games = many(&mut house, 500, &table).await;
        let mut waits = Vec::new();
        for game in games {
            house.is_over(game).await;
            let log = house.store.load(game, 0).unwrap();
            let moves = log.windows(2).filter(|pair| pair[1].entry.contains(r#""type":"played""#));
            waits.extend(moves.map(|pair| pair[1].at - pair[0].at));
        }
        waits.sort_unstable();
        let (most, all) = (waits.len() * 99 / 100, began.elapsed());
        println!("{name}: {} moves of 500 games in {all:?}", waits.len());
        println!(
            "waits in ms: half {}, 99 % {}, all {:?}",
            waits[waits.len() / 2],
            waits[most],
            waits.last()
        );
    }
}
