//! A hall with tables on a real database.

use chance::{Stream, fair};
use server::fair_queue::Owner;
use server::hall::Hall;
use server::session::{Message, Watch};
use server::store::sqlite::{Options, Sqlite};
use server::store::{GameId, Hash, Store};
use server::thinkers::ThinkerConfig;
use server::time::Time;
use std::path::Path;
use std::time::Duration;
use table::Who;
use wire::table::{Command, Entry, FromServer, Order, Snapshot, Stage};

pub const SMALL: &str = r#""setup":{"bag":{"U":6,"V":6,"E":4}}"#;
pub const ANN_AND_THE_COMPUTER: &str =
    r#""seats":[{"type":"device","name":"Ann"},{"type":"computer","player":"greedy"}]"#;
pub const ANN_AND_BO: &str = r#""seats":[{"type":"device","name":"Ann"},{"type":"open"}]"#;
pub const COMPUTERS: &str =
    r#""seats":[{"type":"computer","player":"greedy"},{"type":"computer","player":"random"}]"#;

/// A hall with one table.
pub struct TestServer {
    pub hall: Hall,
    pub store: Store,
    pub time: Time,
    pub people: [Who; 2],
    pub game: GameId,
    pub orders: u32,
}

impl TestServer {
    pub async fn build(folder: &Path, table: &str, time: Time, config: ThinkerConfig) -> TestServer {
        let store = open(folder).await;
        let mut people = [Who::Computer; 2];
        for (n, who) in people.iter_mut().enumerate() {
            *who = Who::Person(store.add_person(Hash([n as u8; 32]), 0).await.unwrap().0);
        }
        let hall = Hall::with_thinkers(store.clone(), time.clone(), 1000, config);
        let mut house = TestServer { hall, store, time, people, game: GameId([7; 10]), orders: 0 };
        house.open(GameId([7; 10]), table).await;
        house
    }

    /// Makes a table and turns to it.
    pub async fn open(&mut self, game: GameId, table: &str) {
        let Who::Person(ann) = self.people[0] else { panic!("a person") };
        self.hall.open(game, [3; 32], wire::read(&format!("{{{table}}}")).unwrap(), ann).await.unwrap();
        self.game = game;
    }

    /// Somebody sits down on the second seat if it is open, and the game starts.
    pub async fn start(&mut self) {
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

    pub async fn order(&mut self, person: usize, order: Order) -> FromServer {
        self.orders += 1;
        let (who, version) = (self.people[person], self.snapshot().await.version);
        let command = Command { id: self.orders.to_string(), version, order };
        let message = |answer| Message::Do { who, command: command.clone(), answer };
        self.hall.ask(self.game, Owner::default(), message).await.unwrap()
    }

    pub async fn watch(&self) -> Watch {
        self.hall
            .ask(self.game, Owner::default(), |answer| Message::Watch {
                after: None,
                from: Owner::default(),
                answer,
            })
            .await
            .unwrap()
    }

    pub async fn snapshot(&self) -> Snapshot {
        first(&self.watch().await)
    }

    /// The table once it is as awaited.
    pub async fn until(&self, awaited: impl Fn(&Snapshot) -> bool) -> Snapshot {
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
    pub async fn awaits_a_person(&self) -> Snapshot {
        self.until(|table| match table.now.to_act {
            Some(wire::ToAct::Seat { seat }) => {
                table.seats[usize::from(u8::from(seat)) - 1].computer.is_none()
            }
            _ => true,
        })
        .await
    }

    /// A person does something legal once it is their turn; `None` when the game is over.
    pub async fn play(&mut self, random: &mut Stream) -> Option<FromServer> {
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

    pub async fn play_to_the_end(&mut self, random: &mut Stream) {
        while let Some(done) = self.play(random).await {
            assert!(matches!(done, FromServer::Done { .. }), "{done:?}");
        }
        assert_eq!(self.snapshot().await.now.stage, Stage::Over);
    }

    /// Waits until a table is over without looking on.
    pub async fn is_over(&self, game: GameId) {
        while self.store.game(game).unwrap().unwrap().index.stage != "over" {
            self.time.advance(100);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Who acted, in order.
    pub fn movers(&self) -> Vec<(u8, Option<i64>)> {
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
pub async fn open(folder: &Path) -> Store {
    loop {
        match Sqlite::open(&folder.join("bastide.db"), &Options::default()) {
            Ok(database) => return database.into(),
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

pub fn first(watch: &Watch) -> Snapshot {
    match wire::read(&watch.first[0]).unwrap() {
        FromServer::Snapshot(snapshot) => *snapshot,
        other => panic!("not a snapshot: {other:?}"),
    }
}

pub fn seat(number: u8) -> wire::Seat {
    number.try_into().unwrap()
}

pub fn is_to_act(table: &Snapshot, number: u8) -> bool {
    table.now.to_act == Some(wire::ToAct::Seat { seat: seat(number) })
}

/// Makes many tables, and their games begin.
pub async fn many(house: &mut TestServer, count: u16, table: &str) -> Vec<GameId> {
    let mut games = Vec::new();
    for n in 0..count {
        let [high, low] = n.to_be_bytes();
        house.open(GameId([1, 2, 3, 4, 5, 6, 7, 8, high, low]), table).await;
        house.start().await;
        games.push(house.game);
    }
    games
}
