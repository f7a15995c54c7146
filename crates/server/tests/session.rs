//! Sessions step by step: time and disk go on only when told, and the disk fails when told.

use server::fair_queue::Owner;
use server::hall::Hall;
use server::session::{Message, Watch};
use server::store::sqlite::{InjectedFault, Options, Sqlite};
use server::store::{GameId, GameStore, Hash};
use server::time::Time;
use table::Who;
use tokio::sync::broadcast::Receiver;
use wire::table::{Command, Entry, FromServer, Order, Proposal, Update};

const GAME: GameId = GameId([7; 10]);
const SEATS: &str = r#""seats":[{"type":"device","name":"Ann"},{"type":"device","name":"Ann too"}]"#;

struct Room {
    database: Sqlite,
    hall: Hall,
    time: Time,
    ann: Who,
    bo: Who,
    folder: tempfile::TempDir,
}

fn open(folder: &tempfile::TempDir) -> Sqlite {
    let options = Options { manual: true, ..Options::default() };
    Sqlite::open(&folder.path().join("bastide.db"), &options).unwrap()
}

async fn settle() {
    for _ in 0..8 {
        tokio::task::yield_now().await;
    }
}

fn sit(name: &str) -> Order {
    Order::Sit { seat: 2.try_into().unwrap(), name: name.into() }
}

fn say(text: &str) -> Order {
    Order::Say { seat: 1.try_into().unwrap(), text: text.into() }
}

fn command(id: &str, version: u64, order: Order) -> Command {
    Command { id: id.into(), version, order }
}

fn code(answer: FromServer) -> String {
    match answer {
        FromServer::Rejected(rejection) => rejection.code,
        other => panic!("not refused: {other:?}"),
    }
}

fn next(updates: &mut Receiver<std::sync::Arc<str>>) -> Option<Update> {
    match wire::read(&updates.try_recv().ok()?).unwrap() {
        FromServer::Update(update) => Some(*update),
        other => panic!("not an update: {other:?}"),
    }
}

impl Room {
    async fn with(table: &str) -> Room {
        let folder = tempfile::tempdir().unwrap();
        let database = open(&folder);
        let person = |n: u8| {
            let person = database.add_person(Hash([n; 32]), 0);
            database.write(InjectedFault::Written).unwrap();
            Who::Person(person.wait().unwrap().0)
        };
        let (ann, bo, time) = (person(0), person(1), Time::manual(1000));
        let hall = Hall::new(database.clone().into(), time.clone(), 10);
        let room = Room { database, hall, time, ann, bo, folder };
        let (hall, table) = (room.hall.clone(), wire::read(table).unwrap());
        let Who::Person(person) = ann else { panic!("a person") };
        let opened = tokio::spawn(async move { hall.open(GAME, [3; 32], table, person).await });
        room.write(InjectedFault::Written).await;
        opened.await.unwrap().unwrap();
        room
    }

    async fn new() -> Room {
        Room::with(r#"{"setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]}"#).await
    }

    /// A room where Ann plays on two seats.
    async fn playing(more: &str) -> Room {
        let room = Room::with(&format!(r#"{{"setup":{{"bag":{{"U":6,"V":6}}}},{SEATS}{more}}}"#)).await;
        room.done(room.ann, command("start", 1, Order::Start {})).await;
        let digest = room.hall_snapshot().await.deal.unwrap().digest;
        let digest = chance::fair::from_hex(&digest).unwrap();
        let hash = chance::fair::to_hex(&chance::fair::commitment(&[1; 32], &digest));
        room.done(room.ann, command("commit", 2, Order::Commit { hash })).await;
        let secret = chance::fair::to_hex(&[1; 32]);
        room.done(room.ann, command("reveal", 3, Order::Reveal { secret })).await;
        room
    }

    async fn write(&self, fault: InjectedFault) -> usize {
        settle().await;
        let written = self.database.write(fault).unwrap();
        settle().await;
        written
    }

    async fn pass(&self, millis: u32) {
        self.time.advance(millis.into());
        tokio::time::advance(std::time::Duration::from_millis(millis.into())).await;
        settle().await;
    }

    async fn send_while(&self, fault: InjectedFault, who: Who, command: Command) -> FromServer {
        let hall = self.hall.clone();
        let sent = tokio::spawn(async move {
            hall.ask(GAME, Owner::default(), |answer| Message::Do { who, command: command.clone(), answer })
                .await
        });
        self.write(fault).await;
        while self.write(InjectedFault::Written).await > 0 {}
        assert!(sent.is_finished(), "everything was written, and there is no answer");
        sent.await.unwrap().unwrap()
    }

    async fn send(&self, who: Who, command: Command) -> FromServer {
        self.send_while(InjectedFault::Written, who, command).await
    }

    async fn done(&self, who: Who, command: Command) -> u64 {
        match self.send(who, command).await {
            FromServer::Done { version, .. } => version,
            other => panic!("not done: {other:?}"),
        }
    }

    async fn watch(&self) -> Watch {
        self.hall
            .ask(GAME, Owner::default(), |answer| Message::Watch {
                after: None,
                from: Owner::default(),
                answer,
            })
            .await
            .unwrap()
    }

    async fn hall_snapshot(&self) -> wire::table::Snapshot {
        match wire::read(&self.watch().await.first[0]).unwrap() {
            FromServer::Snapshot(snapshot) => *snapshot,
            other => panic!("not a snapshot: {other:?}"),
        }
    }

    async fn restart(self) -> Room {
        let Room { database, hall, time, ann, bo, folder } = self;
        drop((hall, database));
        // The table's task ends when nothing leads to it any more.
        settle().await;
        let database = open(&folder);
        let hall = Hall::new(database.clone().into(), time.clone(), 10);
        Room { database, hall, time, ann, bo, folder }
    }
}

#[tokio::test(start_paused = true)]
async fn a_refused_command_stays_refused() {
    let room = Room::new().await;
    room.done(room.ann, command("1", 1, sit("Ann again"))).await;
    let early = command("early", 2, sit("Bo"));
    assert_eq!(code(room.send(room.bo, early.clone()).await), "seat-taken");
    room.done(room.ann, command("2", 2, Order::Stand { seat: 2.try_into().unwrap() })).await;
    assert_eq!(code(room.send(room.bo, early).await), "seat-taken", "a copy of it comes late");
}

#[tokio::test(start_paused = true)]
async fn what_was_done_before_a_restart_is_not_done_again() {
    let room = Room::new().await;
    let hello = command("hello", 1, say("hello"));
    let version = room.done(room.ann, hello.clone()).await;
    let room = room.restart().await;
    assert_eq!(room.done(room.ann, hello).await, version, "the first answer comes again");
    assert_eq!(room.hall_snapshot().await.said.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_done_twice_however_late_the_copy_comes() {
    let room = Room::new().await;
    let hello = command("hello", 1, say("hello"));
    room.done(room.ann, hello.clone()).await;
    for n in 0..80 {
        room.pass(3_000).await;
        room.done(room.ann, command(&n.to_string(), 2 + n, say("more"))).await;
    }
    assert_eq!(code(room.send(room.ann, hello).await), "stale");
}

#[tokio::test(start_paused = true)]
async fn what_was_written_though_the_disk_failed_is_done_and_told() {
    let room = Room::new().await;
    let mut updates = room.watch().await.updates;
    let answer = room.send_while(InjectedFault::Untold, room.ann, command("1", 1, say("hello"))).await;
    assert!(matches!(answer, FromServer::Done { version: 2, .. }), "{answer:?}");
    assert_eq!(next(&mut updates).map(|update| update.version), Some(2));
    let answer = room.send_while(InjectedFault::Failed, room.ann, command("2", 2, say("hello"))).await;
    assert_eq!(code(answer), "store");
    assert!(next(&mut updates).is_none());
}

#[tokio::test(start_paused = true)]
async fn a_command_that_could_not_be_written_is_done_when_there_is_room_again() {
    let room = Room::new().await;
    let hello = command("hello", 1, say("hello"));
    let answer = room.send_while(InjectedFault::Failed, room.ann, hello.clone()).await;
    assert_eq!(code(answer), "store");
    assert_eq!(room.done(room.ann, hello.clone()).await, 2);
    assert_eq!(room.done(room.ann, hello).await, 2, "and once only");
}

#[tokio::test(start_paused = true)]
async fn nobody_knows_the_future() {
    let room = Room::new().await;
    assert_eq!(code(room.send(room.ann, command("hello", 2, say("hello"))).await), "stale");
    room.done(room.ann, command("hello again", 1, say("hello"))).await;
}

#[tokio::test(start_paused = true)]
async fn a_table_that_nobody_looks_at_leaves_memory() {
    let room = Room::new().await;
    let watch = room.watch().await;
    room.pass(120_000).await;
    assert_eq!(room.hall.len(), 1, "somebody looks on");
    drop(watch);
    room.pass(60_000).await;
    room.pass(60_000).await;
    assert_eq!(room.hall.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn what_is_overdue_waits_for_a_disk_that_fails_and_comes_then() {
    let room = Room::playing(r#","clock":{"type":"turn","seconds":10}"#).await;
    let mut updates = room.watch().await.updates;
    room.pass(10_000).await;
    assert_eq!(room.write(InjectedFault::Failed).await, 1);
    assert_eq!(room.write(InjectedFault::Failed).await, 0, "it does not try again at once");
    room.pass(1000).await;
    assert_eq!(room.write(InjectedFault::Written).await, 1, "but soon");
    assert!(matches!(next(&mut updates).unwrap().entry, Entry::Left { .. }));
}

#[tokio::test(start_paused = true)]
async fn the_secret_is_told_at_the_end_even_if_the_disk_failed_then() {
    let room = Room::playing("").await;
    let mut updates = room.watch().await.updates;
    let resign = command("resign", 5, Order::Resign { seat: 1.try_into().unwrap() });
    let hall = room.hall.clone();
    let who = room.ann;
    tokio::spawn(async move {
        hall.ask(GAME, Owner::default(), |answer| Message::Do { who, command: resign.clone(), answer }).await
    });
    assert_eq!(room.write(InjectedFault::Written).await, 1);
    assert!(matches!(next(&mut updates).unwrap().entry, Entry::Left { .. }));
    assert_eq!(room.write(InjectedFault::Failed).await, 1);
    room.pass(1000).await;
    assert_eq!(room.write(InjectedFault::Written).await, 1);
    assert!(matches!(next(&mut updates).unwrap().entry, Entry::Unsealed { .. }));
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_to_the_question_that_was_seen() {
    let room = Room::new().await;
    room.done(room.bo, command("sit", 1, sit("Bo"))).await;
    room.done(room.ann, command("start", 2, Order::Start {})).await;
    let digest = room.hall_snapshot().await.deal.unwrap().digest;
    let digest = chance::fair::from_hex(&digest).unwrap();
    for who in [room.ann, room.bo] {
        let hash = chance::fair::to_hex(&chance::fair::commitment(&[1; 32], &digest));
        room.done(who, command("commit", 3, Order::Commit { hash })).await;
    }
    for who in [room.ann, room.bo] {
        let secret = chance::fair::to_hex(&[1; 32]);
        room.done(who, command("reveal", 5, Order::Reveal { secret })).await;
    }
    let (one, two) = (1.try_into().unwrap(), 2.try_into().unwrap());
    let asked = |seat| Order::Ask { seat, proposal: Proposal::End {} };
    let seen = room.done(room.ann, command("ask", 8, asked(one))).await;
    room.pass(30_000).await;
    room.write(InjectedFault::Written).await;
    let other = room.done(room.bo, command("ask, too", 10, asked(two))).await;
    let yes = Order::Answer { seat: one, yes: true };
    assert_eq!(code(room.send(room.ann, command("yes", seen, yes.clone())).await), "stale");
    room.done(room.ann, command("yes to this", other, yes)).await;
}

#[tokio::test(start_paused = true)]
async fn whoever_meets_again_is_seated_when_the_new_table_is_there() {
    let room = Room::new().await;
    room.done(room.bo, command("sit", 1, sit("Bo"))).await;
    room.done(room.ann, command("start", 2, Order::Start {})).await;
    let digest = room.hall_snapshot().await.deal.unwrap().digest;
    let hash = chance::fair::commitment(&[1; 32], &chance::fair::from_hex(&digest).unwrap());
    for who in [room.ann, room.bo] {
        room.done(who, command("commit", 3, Order::Commit { hash: chance::fair::to_hex(&hash) })).await;
    }
    for who in [room.ann, room.bo] {
        let secret = chance::fair::to_hex(&[1; 32]);
        room.done(who, command("reveal", 5, Order::Reveal { secret })).await;
    }
    room.done(room.ann, command("resign", 8, Order::Resign { seat: 1.try_into().unwrap() })).await;
    let (hall, Who::Person(ann)) = (room.hall.clone(), room.ann) else { panic!("a person") };
    let again = GameId::after(GAME);
    let asked = tokio::spawn(async move { hall.rematch(GAME, Owner::default(), [4; 32], ann).await });
    assert_eq!(room.write(InjectedFault::Written).await, 1, "the new table is one order");
    assert_eq!(room.write(InjectedFault::Failed).await, 1, "the old table's note is another");
    assert!(asked.await.unwrap().is_err());
    let room = room.restart().await;
    let table = server::session::load(&room.database.clone().into(), again).unwrap();
    assert!(table.snapshot().seats.iter().all(|seat| seat.name.is_some()), "{:?}", table.snapshot().seats);
    assert_eq!(room.hall_snapshot().await.rematch, None);
    let hall = room.hall.clone();
    let asked = tokio::spawn(async move { hall.rematch(GAME, Owner::default(), [5; 32], ann).await });
    while room.write(InjectedFault::Written).await > 0 {}
    assert_eq!(asked.await.unwrap().unwrap(), again, "who asks again is led to the same table");
    assert_eq!(room.hall_snapshot().await.rematch, Some(again.to_string()));
}

#[tokio::test(start_paused = true)]
async fn those_who_only_look_on_take_no_room_from_those_who_play() {
    let room = Room::new().await;
    room.hall_snapshot().await;
    let ask = |who: Who, command: Command| {
        let hall = room.hall.clone();
        tokio::spawn(async move {
            let message = |answer| Message::Do { who, command: command.clone(), answer };
            hall.ask(GAME, Owner::default(), message).await
        })
    };
    let first = ask(room.ann, command("first", 1, say("hello")));
    settle().await;
    let strangers: Vec<_> = (0..200)
        .map(|n| {
            let (hall, from) = (room.hall.clone(), Owner::new([10, 0, 0, 1].into(), Some(1000 + n)));
            let watch = move |answer| Message::Watch { after: None, from, answer };
            tokio::spawn(async move { hall.ask(GAME, from, watch).await.map(drop) })
        })
        .collect();
    settle().await;
    let second = ask(room.ann, command("second", 1, say("are you there?")));
    settle().await;
    assert!(strangers.iter().filter(|stranger| stranger.is_finished()).count() > 100, "they find no room");
    assert!(!first.is_finished() && !second.is_finished(), "the disk is awaited");
    assert_eq!(room.hall.look(GAME, Owner::default(), |table| table.version()).await, Ok(1));
    while room.write(InjectedFault::Written).await > 0 {}
    for done in [first, second] {
        assert!(matches!(done.await.unwrap(), Ok(FromServer::Done { .. })));
    }
}
