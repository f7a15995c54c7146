//! Tables through the hall, on a real database: orders, updates, coming back, restarting.

use chance::{Stream, fair};
use server::fair_queue::Owner;
use server::hall::Hall;
use server::session::Message;
use server::store::{GameId, Hash, Options, Store};
use server::table::Who;
use server::time::Time;
use std::sync::Arc;
use wire::table::{Command, Entry, FromServer, Order, Snapshot, Stage, Update};

struct TestServer {
    hall: Hall,
    people: [Who; 2],
    game: GameId,
    orders: u32,
}

impl TestServer {
    async fn build(folder: &std::path::Path) -> TestServer {
        let store = Store::open(&folder.join("bastide.db"), &Options::default()).unwrap();
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
        self.hall.ask(self.game, message).await.unwrap()
    }

    async fn order(&mut self, person: usize, order: Order) -> FromServer {
        self.orders += 1;
        let version = self.snapshot().await.version;
        self.send(person, Command { id: self.orders.to_string(), version, order }).await
    }

    async fn watch(&self, after: Option<u64>) -> server::session::Watch {
        self.hall
            .ask(self.game, |answer| Message::Watch { after, from: Owner::default(), answer })
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
        match Store::open(&folder.path().join("bastide.db"), &Options::default()) {
            Ok(store) => break store,
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
        }
    };
    let hall = Hall::new(store, Time::manual(2000), 100);
    let mut house = TestServer { hall, people, game, orders };
    assert_eq!(house.snapshot().await, before);
    while house.play(&mut random).await.is_some() {}
    assert_eq!(house.snapshot().await.now.stage, Stage::Over);
}
