//! Tables through the hall, on a real database: orders, updates, coming back, restarting.

mod memory;

use chance::{Stream, fair};
use server::fair_queue::Owner;
use server::hall::{Hall, HallError};
use server::session::Message;
use server::store::sqlite::{Options, Sqlite};
use server::store::{GameId, GameStore, Hash, Store};
use server::time::Time;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use table::Who;
use tokio::sync::broadcast::error::RecvError;
use wire::table::{Command, Entry, FromServer, Order, Snapshot, Stage, Update};

struct TestServer {
    hall: Hall,
    people: [Who; 2],
    game: GameId,
    orders: u32,
}

impl TestServer {
    async fn build(folder: &std::path::Path) -> TestServer {
        let database = Sqlite::open(&folder.join("bastide.db"), &Options::default()).unwrap();
        TestServer::over(database.into()).await
    }

    async fn over(store: Store) -> TestServer {
        let mut people = [Who::Computer; 2];
        for (n, who) in people.iter_mut().enumerate() {
            *who = Who::Person(store.add_person(Hash([n as u8; 32]), 0).await.unwrap().0);
        }
        let hall = Hall::new(store, Time::manual(1000), 100);
        let game = GameId([7; 10]);
        let table = r#"{"setup":{"bag":{"U":6,"V":6,"E":4}},"seats":[{"type":"device","name":"Ann"}]}"#;
        let Who::Person(ann) = people[0] else { panic!("a person") };
        hall.open(game, [3; 32], wire::read(table).unwrap(), ann).await.unwrap();
        TestServer { hall, people, game, orders: 0 }
    }

    async fn send(&mut self, person: usize, command: Command) -> FromServer {
        let who = self.people[person];
        let message = |answer| Message::Do { who, command: command.clone(), answer };
        self.hall.ask(self.game, Owner::default(), message).await.unwrap()
    }

    async fn order(&mut self, person: usize, order: Order) -> FromServer {
        self.orders += 1;
        let version = self.snapshot().await.version;
        self.send(person, Command { id: self.orders.to_string(), version, order }).await
    }

    async fn watch(&self, after: Option<u64>) -> server::session::Watch {
        self.hall
            .ask(self.game, Owner::default(), |answer| Message::Watch {
                after,
                from: Owner::default(),
                answer,
            })
            .await
            .unwrap()
    }

    async fn snapshot(&self) -> Snapshot {
        let watch = self.watch(None).await;
        match wire::read(&watch.first[0]).unwrap() {
            FromServer::Snapshot(snapshot) => *snapshot,
            other => panic!("not a snapshot: {other:?}"),
        }
    }

    async fn start(&mut self) {
        let seat: wire::Seat = 2.try_into().unwrap();
        let done = self.order(1, Order::Sit { seat, name: "Bo".into() }).await;
        assert!(matches!(done, FromServer::Done { version: 2, .. }), "{done:?}");
        let mut updates = self.watch(None).await.updates;
        self.order(0, Order::Start {}).await;
        let dealing = updates.recv().await.unwrap();
        let Entry::Dealing { digest, .. } = update(&dealing).entry else { panic!("{dealing}") };
        let digest = fair::from_hex(&digest).unwrap();
        for person in 0..2 {
            let hash = fair::to_hex(&fair::commitment(&[person as u8; 32], &digest));
            self.order(person, Order::Commit { hash }).await;
        }
        for person in 0..2 {
            self.order(person, Order::Reveal { secret: fair::to_hex(&[person as u8; 32]) }).await;
        }
        assert_eq!(self.snapshot().await.now.stage, Stage::Playing);
    }

    /// The seat to act does something legal; `None` once the game is over.
    async fn play(&mut self, random: &mut Stream) -> Option<Command> {
        let Snapshot { version, now, .. } = self.snapshot().await;
        let Some(wire::ToAct::Seat { seat }) = now.to_act else { return None };
        let action = match random.pick(&now.places) {
            Some((x, y, rotations)) => {
                let quarters = (0..4).find(|quarters| rotations >> quarters & 1 != 0).unwrap();
                let rotation: wire::Rotation = quarters.try_into().unwrap();
                wire::Input::Place { x: *x, y: *y, rotation }
            }
            None => *random.pick(&now.actions).unwrap(),
        };
        self.orders += 1;
        let order = Order::Act { seat, actions: vec![action] };
        let command = Command { id: self.orders.to_string(), version, order };
        let done = self.send(usize::from(u8::from(seat)) - 1, command.clone()).await;
        assert!(matches!(done, FromServer::Done { .. }), "{done:?}");
        Some(command)
    }
}

fn update(text: &Arc<str>) -> Update {
    match wire::read(text).unwrap() {
        FromServer::Update(update) => *update,
        other => panic!("not an update: {other:?}"),
    }
}

#[tokio::test]
async fn a_whole_game_and_a_watcher_who_sees_every_version() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = TestServer::build(folder.path()).await;
    house.start().await;
    let mut random = Stream::new(1);
    let mut seen = house.snapshot().await.version;
    let mut updates = house.watch(Some(seen)).await.updates;
    while house.play(&mut random).await.is_some() {
        while let Ok(text) = updates.try_recv() {
            seen += 1;
            assert_eq!(update(&text).version, seen, "no version is left out");
        }
    }
    let last = house.snapshot().await;
    assert_eq!((last.now.stage, last.version), (Stage::Over, seen));
}

#[tokio::test]
async fn a_command_sent_twice_is_done_once_and_a_stale_one_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = TestServer::build(folder.path()).await;
    house.start().await;
    let mut random = Stream::new(2);
    let first = house.play(&mut random).await.unwrap();
    let version = house.snapshot().await.version;
    let again = house.send(0, first.clone()).await;
    assert!(matches!(again, FromServer::Done { .. }), "the first answer comes again");
    assert_eq!(house.snapshot().await.version, version, "nothing was done twice");
    let stale = Command { id: "stale".into(), ..first };
    let FromServer::Rejected(rejection) = house.send(0, stale).await else { panic!("refused") };
    assert_eq!(rejection.code, "stale");
}

#[tokio::test]
async fn who_lags_behind_by_more_than_32_updates_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = TestServer::build(folder.path()).await;
    let seat: wire::Seat = 2.try_into().unwrap();
    let mut updates = house.watch(None).await.updates;
    for _ in 0..16 {
        house.order(1, Order::Sit { seat, name: "Bo".into() }).await;
        house.order(1, Order::Stand { seat }).await;
    }
    let mut last = house.watch(None).await.updates;
    house.order(1, Order::Sit { seat, name: "Bo".into() }).await;
    assert_eq!(updates.recv().await, Err(RecvError::Lagged(1)), "and starts again from a snapshot");
    assert_eq!(update(&last.recv().await.unwrap()).version, 34);
}

#[tokio::test]
async fn whoever_comes_back_gets_what_was_missed() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = TestServer::build(folder.path()).await;
    house.start().await;
    let mut random = Stream::new(3);
    let before = house.snapshot().await.version;
    for _ in 0..6 {
        house.play(&mut random).await;
    }
    let missed = house.watch(Some(before)).await.first;
    assert_eq!(
        missed.iter().map(|text| update(text).version).collect::<Vec<_>>(),
        (before + 1..=before + 6).collect::<Vec<_>>()
    );
    assert!(house.watch(Some(9999)).await.first[0].contains(r#""type":"snapshot""#));
}

#[tokio::test]
async fn a_restarted_server_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = TestServer::build(folder.path()).await;
    house.start().await;
    let mut random = Stream::new(4);
    for _ in 0..10 {
        house.play(&mut random).await;
    }
    let (before, people, game, orders) = (house.snapshot().await, house.people, house.game, house.orders);
    drop(house);
    // The tables' tasks end when nothing leads to them; then the database is free.
    let store = loop {
        match Sqlite::open(&folder.path().join("bastide.db"), &Options::default()) {
            Ok(database) => break database.into(),
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
        }
    };
    let hall = Hall::new(store, Time::manual(2000), 100);
    let mut house = TestServer { hall, people, game, orders };
    assert_eq!(house.snapshot().await, before);
    while house.play(&mut random).await.is_some() {}
    assert_eq!(house.snapshot().await.now.stage, Stage::Over);
}

#[tokio::test]
async fn two_servers_on_one_store_play_one_game() {
    let memory = memory::Memory::default();
    let mut house = TestServer::over(memory.clone().into()).await;
    house.start().await;
    let mut other = Hall::new(memory.clone().into(), Time::manual(1000), 100);
    let look =
        async |hall: &Hall| hall.look(GameId([7; 10]), Owner::default(), |table| table.version()).await;
    let mut seen = look(&other).await.unwrap();
    let mut updates = watch(&other, house.game, Owner::default()).await.unwrap().updates;
    for hall in [&house.hall, &other] {
        tokio::spawn(hall.clone().follow(memory.subscribe().unwrap()));
    }
    let mut random = Stream::new(5);
    while house.play(&mut random).await.is_some() {
        let last = look(&house.hall).await.unwrap();
        while look(&other).await != Ok(last) {
            tokio::task::yield_now().await;
        }
        while let Ok(text) = updates.try_recv() {
            seen += 1;
            assert_eq!(update(&text).version, seen, "no version is left out");
        }
        // Whoever moves next does so at the other server.
        std::mem::swap(&mut house.hall, &mut other);
    }
    assert_eq!((look(&other).await, memory.game(house.game).unwrap().unwrap().version), (Ok(seen), seen));
}

/// A hall over a store with one reader, and so many tables of which none is in memory.
async fn tables(
    folder: &std::path::Path,
    hall: impl FnOnce(Store) -> Hall,
    many: u8,
) -> (Hall, Sqlite, Vec<GameId>) {
    let options = Options { readers: 1, ..Options::default() };
    let database = Sqlite::open(&folder.join("bastide.db"), &options).unwrap();
    let store = Store::from(database.clone());
    let ann = store.add_person(Hash([1; 32]), 0).await.unwrap().0;
    let hall = hall(store);
    let games: Vec<GameId> = (0..many).map(|n| GameId([n; 10])).collect();
    for game in &games {
        let table = r#"{"seats":[{"type":"device","name":"Ann"}]}"#;
        hall.open(*game, [3; 32], wire::read(table).unwrap(), ann).await.unwrap();
    }
    (hall, database, games)
}

fn at(n: u8) -> Owner {
    Owner::new([10, 0, 0, n].into(), None)
}

async fn look(hall: &Hall, game: GameId, owner: Owner) -> Result<u64, HallError> {
    hall.look(game, owner, |table| table.version()).await
}

/// Somebody looks on until it is dropped.
async fn watch(hall: &Hall, game: GameId, from: Owner) -> Result<server::session::Watch, HallError> {
    hall.ask(game, from, |answer| Message::Watch { after: None, from, answer }).await
}

#[tokio::test]
async fn a_table_that_nobody_looks_at_makes_room_for_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let (hall, _, games) = tables(folder.path(), |store| Hall::new(store, Time::manual(1000), 2), 3).await;
    for game in &games {
        assert_eq!(look(&hall, *game, Owner::default()).await, Ok(1));
    }
    let first = watch(&hall, games[0], Owner::default()).await.unwrap();
    let _second = watch(&hall, games[1], Owner::default()).await.unwrap();
    assert_eq!(look(&hall, games[2], Owner::default()).await, Err(HallError::Full));
    assert_eq!(look(&hall, games[1], Owner::default()).await, Ok(1));
    drop(first);
    assert_eq!(look(&hall, games[2], Owner::default()).await, Ok(1));
}

#[tokio::test]
async fn one_network_does_not_fill_the_memory_with_tables() {
    let folder = tempfile::tempdir().unwrap();
    let hall = |store| Hall::new(store, Time::manual(1000), 1000).with_memory(3_000_000);
    let (hall, _, games) = tables(folder.path(), hall, 150).await;
    let mut watched = Vec::new();
    let mut loaded = Vec::new();
    for network in 0..3 {
        // Those that others look at already can be looked at, too.
        for game in &games {
            match watch(&hall, *game, at(network)).await {
                Ok(watch) => watched.push(watch),
                Err(error) => assert_eq!(error, HallError::Full),
            }
        }
        loaded.push(hall.len());
    }
    assert!(loaded[0] < 50, "of about a hundred: {loaded:?}");
    assert!(loaded[0] < loaded[1] && loaded[1] < loaded[2] && loaded[2] < 100, "{loaded:?}");
    assert_eq!(look(&hall, games[149], at(9)).await, Ok(1), "a newcomer finds room");
}

/// Takes in what is written only when it is told to.
struct Slow(Sender<()>, Receiver<()>);

impl std::io::Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let _ = self.0.send(());
        let _ = self.1.recv();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_flood_of_tables_to_be_loaded_makes_room_for_somebody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let hall = |store| Hall::new(store, Time::manual(1000), 100);
    let (hall, database, games) = tables(folder.path(), hall, 1).await;
    let ((tell, told), (end, ended)) = (channel(), channel());
    let reader = std::thread::spawn(move || database.export_all(Slow(tell, ended)).unwrap());
    told.recv().unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    // Nothing can be read now. None of these tables is there, which is found out only when it is their turn.
    let ask = |game, owner| {
        let (hall, asked) = (hall.clone(), asked.clone());
        tokio::spawn(async move {
            asked.fetch_add(1, Ordering::Relaxed);
            look(&hall, game, owner).await
        })
    };
    let flood: Vec<_> = (0..2000u16)
        .map(|n| {
            let [high, low] = n.to_be_bytes();
            ask(GameId([high, low, 7, 7, 7, 7, 7, 7, 7, 7]), at(1))
        })
        .collect();
    let others = [2, 2, 3].map(|n| ask(games[0], at(n)));
    while asked.load(Ordering::Relaxed) < 2003 {
        tokio::task::yield_now().await;
    }
    drop(end);
    for other in others {
        assert_eq!(other.await.unwrap(), Ok(1));
    }
    let mut refused = 0;
    for one in flood {
        refused += usize::from(one.await.unwrap() == Err(HallError::Busy));
    }
    assert!(refused >= 2000 - 1022, "{refused}");
    reader.join().unwrap();
}
