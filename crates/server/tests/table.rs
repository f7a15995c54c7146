//! A table from its making to its end, without a store or a socket.

use chance::{Stream, fair};
use server::table::{Refusal, Table, Who};
use wire::table::{Entry, Logged, NewTable, Order, Proposal, Stage};

const ANN: Who = Who::Person(11);
const BO: Who = Who::Person(22);

/// A table with its log and a time that only goes on when told.
struct Desk {
    table: Table,
    log: Vec<(Logged, i64)>,
    now: i64,
    secrets: [[u8; 32]; 2],
}

impl Desk {
    fn open(json: &str) -> Desk {
        let new: NewTable = wire::read(json).unwrap();
        let first = Table::open(new, 11).unwrap();
        let table = Table::begin(&first, 0, [7; 32]).unwrap();
        Desk { table, log: vec![(first, 0)], now: 0, secrets: [[1; 32], [2; 32]] }
    }

    fn log(&mut self, logged: Logged) {
        self.table.apply(&logged, self.now);
        self.log.push((logged, self.now));
        while let Some(more) = self.table.overdue(self.now) {
            self.table.apply(&more, self.now);
            self.log.push((more, self.now));
        }
        self.check_log();
    }

    /// Loading the log gives the same table.
    fn check_log(&self) {
        let (first, at) = &self.log[0];
        let mut loaded = Table::begin(first, *at, [7; 32]).unwrap();
        for (logged, at) in &self.log[1..] {
            let text = wire::write(logged);
            loaded.apply(&wire::read(&text).unwrap(), *at);
        }
        assert_eq!(loaded.snapshot(), self.table.snapshot());
        assert_ne!(loaded.stage(), Stage::Frozen);
    }

    fn order(&mut self, who: Who, order: &str) -> Result<(), Refusal> {
        let order: Order = wire::read(order).unwrap();
        let logged = self.table.decide(&order, who, self.now)?;
        self.log(logged);
        Ok(())
    }

    fn wait(&mut self, millis: i64) {
        self.now += millis;
        if let Some(logged) = self.table.overdue(self.now) {
            self.log(logged);
        }
    }

    fn digest(&self) -> [u8; 32] {
        let digest = self.log.iter().rev().find_map(|(logged, _)| match &logged.entry {
            Entry::Dealing { digest, .. } => fair::from_hex(digest),
            _ => None,
        });
        digest.unwrap()
    }

    fn deal(&mut self, people: &[Who]) {
        let digest = self.digest();
        for (n, who) in people.iter().enumerate() {
            let hash = fair::to_hex(&fair::commitment(&self.secrets[n], &digest));
            self.order(*who, &format!(r#"{{"type":"commit","hash":"{hash}"}}"#)).unwrap();
        }
        for (n, who) in people.iter().enumerate() {
            let secret = fair::to_hex(&self.secrets[n]);
            self.order(*who, &format!(r#"{{"type":"reveal","secret":"{secret}"}}"#)).unwrap();
        }
    }

    fn started() -> Desk {
        Desk::started_with(
            r#"{"setup":{"bag":{"U":6,"V":6,"E":4}},"seats":[{"type":"device","name":"Ann"}]}"#,
        )
    }

    fn started_with(json: &str) -> Desk {
        let mut desk = Desk::open(json);
        desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
        desk.order(ANN, r#"{"type":"start"}"#).unwrap();
        desk.deal(&[ANN, BO]);
        assert_eq!(desk.table.stage(), Stage::Playing);
        desk
    }

    /// Somebody does something legal for the seat to act.
    fn act(&mut self, who: Who, random: &mut Stream) -> Result<(), Refusal> {
        let position = self.table.position().unwrap();
        let rules::ToAct::Seat(seat) = position.to_act() else { panic!("a seat is to act") };
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let actions = vec![(*random.pick(&actions).unwrap()).into()];
        self.order(who, &wire::write(&Order::Act { seat: seat.into(), actions }))
    }

    /// The seat to act plays its first legal action.
    fn play(&mut self, random: &mut Stream) {
        let position = self.table.position().unwrap();
        let rules::ToAct::Seat(seat) = position.to_act() else { panic!("a seat is to act") };
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let action = wire::write(&wire::Input::from(*random.pick(&actions).unwrap()));
        let who = [ANN, BO][seat.index()];
        let order = format!(r#"{{"type":"act","seat":{},"actions":[{action}]}}"#, seat.0 + 1);
        let other = [BO, ANN][seat.index()];
        assert_eq!(self.order(other, &order), Err(Refusal::NotYourSeat));
        self.order(who, &order).unwrap();
    }

    fn last(&self) -> &Entry {
        &self.log.last().unwrap().0.entry
    }
}

#[test]
fn a_game_from_the_first_seat_to_the_last_secret() {
    let mut desk = Desk::started();
    let mut random = Stream::new(1);
    while desk.table.stage() == Stage::Playing {
        desk.play(&mut random);
    }
    assert_eq!(desk.table.stage(), Stage::Over);
    assert!(matches!(desk.last(), Entry::Unsealed { secret } if *secret == fair::to_hex(&[7; 32])));
    assert!(matches!(desk.order(ANN, r#"{"type":"resign","seat":1}"#), Err(Refusal::NotNow(_))));
}

#[test]
fn seats_are_taken_once_and_by_their_owners_only() {
    let mut desk = Desk::open(r#"{"seats":[{"type":"device","name":"Ann"}]}"#);
    assert_eq!(desk.order(BO, r#"{"type":"sit","seat":1,"name":"Bo"}"#), Err(Refusal::SeatTaken));
    assert_eq!(desk.order(BO, r#"{"type":"sit","seat":3,"name":"Bo"}"#), Err(Refusal::NoSuchSeat));
    assert_eq!(desk.order(BO, r#"{"type":"sit","seat":2,"name":"   "}"#), Err(Refusal::BadName));
    assert_eq!(desk.order(ANN, r#"{"type":"start"}"#), Err(Refusal::SeatsFree));
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    assert_eq!(desk.order(BO, r#"{"type":"start"}"#), Err(Refusal::NotCreator));
    desk.order(BO, r#"{"type":"stand","seat":2}"#).unwrap();
    assert_eq!(desk.table.snapshot().seats[1].name, None);
}

#[test]
fn whoever_made_the_table_may_send_others_away_before_the_start() {
    let mut desk = Desk::open(r#"{"setup":{"seats":3},"seats":[{"type":"device","name":"Ann"}]}"#);
    let (first, second) = (r#"{"type":"stand","seat":1}"#, r#"{"type":"stand","seat":2}"#);
    assert_eq!(desk.order(ANN, second), Err(Refusal::Already), "nobody sits there");
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    assert_eq!(desk.order(Who::Person(33), second), Err(Refusal::NotYourSeat));
    assert_eq!(desk.order(BO, first), Err(Refusal::NotYourSeat));
    assert!(matches!(desk.order(ANN, first), Err(Refusal::NotNow(_))), "it was given out");
    desk.order(ANN, second).unwrap();
    assert_eq!(desk.table.snapshot().seats[1].name, None);
    assert_eq!(desk.order(ANN, r#"{"type":"stand","seat":4}"#), Err(Refusal::NoSuchSeat));
}

#[test]
fn a_seat_that_nobody_takes_can_be_given_to_the_computer_and_freed_again() {
    let mut desk = Desk::open(r#"{"setup":{"seats":3},"seats":[{"type":"device","name":"Ann"}]}"#);
    let (second, third) =
        (r#"{"type":"give","seat":2,"player":"greedy"}"#, r#"{"type":"give","seat":3,"player":"greedy"}"#);
    assert_eq!(desk.order(BO, second), Err(Refusal::NotCreator));
    let nobody = Err(Refusal::UnknownPlayer("nobody".to_owned()));
    assert_eq!(desk.order(ANN, r#"{"type":"give","seat":2,"player":"nobody"}"#), nobody);
    assert_eq!(desk.order(ANN, r#"{"type":"give","seat":1,"player":"greedy"}"#), Err(Refusal::SeatTaken));
    desk.order(ANN, second).unwrap();
    assert_eq!(desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#), Err(Refusal::SeatTaken));
    desk.order(ANN, r#"{"type":"stand","seat":2}"#).unwrap();
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    desk.order(ANN, third).unwrap();
    assert_eq!(desk.table.snapshot().seats[2].computer.as_deref(), Some("greedy"));
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN, BO]);
    assert_eq!(desk.table.stage(), Stage::Playing);
    assert!(matches!(desk.order(ANN, third), Err(Refusal::NotNow(_))), "the game has started");
}

#[test]
fn a_table_can_do_without_a_seat_that_nobody_takes() {
    let clock = r#""clock":{"type":"turn","seconds":60}"#;
    let open = format!(
        r#"{{"setup":{{"seats":4}},"seats":[{{"type":"device","name":"Ann"}}],"chat":true,{clock}}}"#
    );
    let mut desk = Desk::open(&open);
    desk.order(BO, r#"{"type":"sit","seat":3,"name":"Bo"}"#).unwrap();
    desk.order(BO, r#"{"type":"say","seat":3,"text":"hello"}"#).unwrap();
    assert_eq!(desk.order(BO, r#"{"type":"drop","seat":2}"#), Err(Refusal::NotCreator));
    assert_eq!(desk.order(ANN, r#"{"type":"drop","seat":3}"#), Err(Refusal::SeatTaken));
    desk.order(ANN, r#"{"type":"drop","seat":4}"#).unwrap();
    desk.order(ANN, r#"{"type":"drop","seat":2}"#).unwrap();
    let known = desk.table.snapshot();
    assert_eq!(
        known.seats.iter().map(|seat| seat.name.as_deref()).collect::<Vec<_>>(),
        [Some("Ann"), Some("Bo")]
    );
    assert_eq!((known.table.setup.seats, known.table.seats.len()), (Some(2), 2));
    assert_eq!(known.said, [(2.try_into().unwrap(), "hello".to_owned())], "who moved up said it");
    assert_eq!(known.now.clocks.len(), 2);
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN, BO]);
    assert_eq!(desk.table.position().unwrap().setup().seats, 2);
    assert_eq!(desk.order(ANN, r#"{"type":"drop","seat":2}"#), Err(Refusal::NotNow("the game has started")));
}

#[test]
fn the_only_seat_cannot_be_taken_away() {
    let mut desk = Desk::open(r#"{"setup":{"seats":1}}"#);
    assert!(matches!(desk.order(ANN, r#"{"type":"drop","seat":1}"#), Err(Refusal::NotNow(_))));
}

#[test]
fn who_does_not_reveal_is_named_and_the_start_is_called_off() {
    let mut desk = Desk::open(r#"{"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    let digest = desk.digest();
    for (n, who) in [ANN, BO].into_iter().enumerate() {
        let hash = fair::to_hex(&fair::commitment(&desk.secrets[n], &digest));
        desk.order(who, &format!(r#"{{"type":"commit","hash":"{hash}"}}"#)).unwrap();
    }
    let wrong = fair::to_hex(&[9; 32]);
    assert_eq!(
        desk.order(BO, &format!(r#"{{"type":"reveal","secret":"{wrong}"}}"#)),
        Err(Refusal::BadSecret)
    );
    let right = fair::to_hex(&desk.secrets[0]);
    desk.order(ANN, &format!(r#"{{"type":"reveal","secret":"{right}"}}"#)).unwrap();
    desk.wait(29_999);
    assert_eq!(desk.table.stage(), Stage::Revealing);
    desk.wait(1);
    assert_eq!(desk.last(), &Entry::CalledOff { devices: vec![1] });
    assert_eq!(desk.table.stage(), Stage::Gathering);
    // Ann's secret is known by now: the next deal is another one, for which everybody needs a new one.
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    assert_ne!(desk.digest(), digest);
}

#[test]
fn a_turn_is_taken_back_if_the_other_agrees_and_the_same_tiles_come_again() {
    let mut desk = Desk::started();
    let mut random = Stream::new(2);
    for _ in 0..8 {
        desk.play(&mut random);
    }
    let before = desk.table.position().unwrap().clone();
    let hand = before.hand();
    desk.play(&mut random);
    desk.play(&mut random);
    let seat = before.turn();
    let (who, other) = if seat.0 == 0 { (ANN, BO) } else { (BO, ANN) };
    let ask = wire::write(&Order::Ask { seat: seat.into(), proposal: Proposal::TakeBack {} });
    desk.order(who, &ask).unwrap();
    assert_eq!(desk.order(who, &ask), Err(Refusal::Busy));
    let second = rules::Seat(1 - seat.0);
    desk.order(other, &wire::write(&Order::Answer { seat: second.into(), yes: true })).unwrap();
    assert!(matches!(desk.last(), Entry::TookBack { .. }));
    assert_eq!(desk.table.position().unwrap(), &before);
    assert_eq!(desk.table.position().unwrap().hand(), hand);
}

#[test]
fn a_question_lapses() {
    let mut desk = Desk::started();
    desk.order(ANN, r#"{"type":"ask","seat":1,"proposal":{"type":"end"}}"#).unwrap();
    desk.wait(30_000);
    assert_eq!(desk.last(), &Entry::Lapsed {});
    desk.order(ANN, r#"{"type":"ask","seat":1,"proposal":{"type":"end"}}"#).unwrap();
    desk.order(BO, r#"{"type":"answer","seat":2,"yes":true}"#).unwrap();
    assert_eq!(desk.table.stage(), Stage::Over);
}

#[test]
fn a_seat_whose_time_is_up_retires_or_is_played_by_the_computer() {
    let clock = r#""clock":{"type":"turn","seconds":10}"#;
    let seats = r#""setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]"#;
    let mut desk = Desk::started_with(&format!("{{{seats},{clock}}}"));
    desk.wait(9_999);
    assert_eq!(desk.table.stage(), Stage::Playing);
    desk.wait(1);
    assert_eq!(desk.table.stage(), Stage::Over);
    let mut desk = Desk::started_with(&format!(r#"{{{seats},{clock},"out_of_time":"computer"}}"#));
    desk.wait(10_000);
    assert!(desk.table.computer_to_move().is_some());
    let back = r#"{"type":"come-back","seat":1}"#;
    assert!(matches!(desk.order(ANN, back), Err(Refusal::NotNow(_))), "this decision is lost");
    assert!(matches!(desk.act(ANN, &mut Stream::new(1)), Err(Refusal::NotNow(_))));
    desk.act(Who::Computer, &mut Stream::new(1)).unwrap();
    desk.order(ANN, back).unwrap();
    assert_eq!(desk.table.computer_to_move(), None);
}

#[test]
fn the_time_of_the_computer_does_not_run() {
    let clock = r#""clock":{"type":"game","seconds":100,"increment":2},"out_of_time":"computer""#;
    let seats = r#""setup":{"seats":3,"bag":{"U":9,"V":9}},"seats":[
        {"type":"device","name":"Ann"},{"type":"open"},{"type":"computer","player":"greedy"}]"#;
    let mut desk = Desk::started_with(&format!("{{{seats},{clock}}}"));
    let random = &mut Stream::new(5);
    desk.wait(99_000);
    desk.act(ANN, random).unwrap();
    desk.wait(1_000);
    assert_eq!(desk.table.computer_to_move(), Some((rules::Seat(0), "greedy")), "Ann's time is up");
    assert_eq!(desk.table.due(), None);
    desk.wait(1_000_000);
    let clocks = |desk: &Desk| desk.table.snapshot().now.clocks;
    while desk.table.position().unwrap().turn().0 == 0 {
        desk.act(Who::Computer, random).unwrap();
    }
    assert_eq!(clocks(&desk), [2_000, 100_000, 100_000], "its turn brought the increment");
    desk.wait(10_000);
    desk.order(ANN, r#"{"type":"come-back","seat":1}"#).unwrap();
    assert_eq!(clocks(&desk), [2_000, 90_000, 100_000], "Bo was thinking all the time");
    while desk.table.position().unwrap().turn().0 == 1 {
        desk.act(BO, random).unwrap();
    }
    desk.wait(50_000);
    desk.act(Who::Computer, random).unwrap();
    assert_eq!(clocks(&desk)[2], 100_000);
}

#[test]
fn a_log_that_the_rules_would_not_write_freezes_the_table() {
    let mut desk = Desk::started();
    desk.play(&mut Stream::new(3));
    let (mut logged, at) = desk.log.pop().unwrap();
    if let Entry::Played { events, .. } = &mut logged.entry {
        events.pop();
    }
    let (first, _) = &desk.log[0];
    let mut loaded = Table::begin(first, 0, [7; 32]).unwrap();
    for (logged, at) in &desk.log[1..] {
        loaded.apply(logged, *at);
    }
    loaded.apply(&logged, at);
    assert_eq!(loaded.stage(), Stage::Frozen);
    let order: Order = wire::read(r#"{"type":"resign","seat":1}"#).unwrap();
    assert_eq!(loaded.decide(&order, ANN, at), Err(Refusal::Frozen));
}

#[test]
fn one_turn_is_taken_back_not_the_whole_game() {
    let mut desk =
        Desk::open(r#"{"setup":{"seats":1,"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN]);
    let place = |desk: &mut Desk| {
        let mut actions = Vec::new();
        desk.table.position().unwrap().legal_actions(&mut actions);
        let place = wire::write(&wire::Input::from(actions[0]));
        let order = format!(r#"{{"type":"act","seat":1,"actions":[{place},{{"type":"pass"}}]}}"#);
        desk.order(ANN, &order).unwrap();
    };
    place(&mut desk);
    place(&mut desk);
    let before = desk.table.position().unwrap().clone();
    place(&mut desk);
    desk.order(ANN, r#"{"type":"ask","seat":1,"proposal":{"type":"take-back"}}"#).unwrap();
    assert_eq!(desk.table.position().unwrap(), &before);
}

#[test]
fn the_dragons_steps_are_part_of_the_turn_that_is_taken_back() {
    let mut desk = Desk::started_with(
        r#"{"setup":{"sets":["base","dragon"]},"seats":[{"type":"device","name":"Ann"}]}"#,
    );
    let mut random = Stream::new(5);
    let (mut before, mut walked) = (desk.table.position().unwrap().clone(), false);
    loop {
        let position = desk.table.position().unwrap();
        match position.phase() {
            rules::Phase::Place if walked => break,
            rules::Phase::Place => before = position.clone(),
            rules::Phase::Dragon { .. } => walked = true,
            rules::Phase::Over(_) => panic!("the dragon never walked"),
            _ => {}
        }
        desk.play(&mut random);
    }
    let (who, other) = if before.turn().0 == 0 { (ANN, BO) } else { (BO, ANN) };
    let ask = Order::Ask { seat: before.turn().into(), proposal: Proposal::TakeBack {} };
    desk.order(who, &wire::write(&ask)).unwrap();
    let yes = Order::Answer { seat: rules::Seat(1 - before.turn().0).into(), yes: true };
    desk.order(other, &wire::write(&yes)).unwrap();
    assert_eq!(desk.table.position().unwrap(), &before);
}

#[test]
fn nothing_is_due_while_the_computer_thinks() {
    let seats = r#""setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]"#;
    let clock = r#""clock":{"type":"turn","seconds":10},"out_of_time":"computer""#;
    let mut desk = Desk::started_with(&format!("{{{seats},{clock}}}"));
    assert_eq!(desk.table.due(), Some(10_000));
    desk.wait(10_000);
    assert!(desk.table.computer_to_move().is_some());
    assert_eq!(desk.table.due(), None);
}

#[test]
fn the_clock_goes_on_while_another_seat_is_replaced() {
    let seats = r#""setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]"#;
    let mut desk = Desk::started_with(&format!(r#"{{{seats},"clock":{{"type":"turn","seconds":60}}}}"#));
    desk.wait(20_000);
    let due = desk.table.due();
    desk.order(ANN, r#"{"type":"ask","seat":1,"proposal":{"type":"replace","seat":2}}"#).unwrap();
    desk.order(BO, r#"{"type":"answer","seat":2,"yes":true}"#).unwrap();
    assert!(matches!(desk.last(), Entry::Replaced { computer: Some(player), .. } if player == "greedy"));
    assert_eq!(desk.table.due(), due);
}

#[test]
fn whoever_is_to_be_replaced_may_object_but_need_not_answer() {
    let table = r#"{"setup":{"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]}"#;
    let ask = r#"{"type":"ask","seat":1,"proposal":{"type":"replace","seat":2}}"#;
    let mut desk = Desk::started_with(table);
    desk.order(ANN, ask).unwrap();
    desk.wait(29_000);
    desk.order(BO, r#"{"type":"answer","seat":2,"yes":false}"#).unwrap();
    desk.wait(10_000);
    assert!(
        desk.table.computer_to_move().is_none() && matches!(desk.last(), Entry::Answered { yes: false, .. })
    );
    desk.order(ANN, ask).unwrap();
    desk.wait(30_000);
    assert!(matches!(desk.last(), Entry::Replaced { computer: Some(_), .. }));
}

#[test]
fn who_goes_on_elsewhere_does_all_that_the_owner_does() {
    const ELSEWHERE: Who = Who::Person(33);
    let mut desk =
        Desk::open(r#"{"setup":{"seats":3,"bag":{"U":6,"V":6}},"seats":[{"type":"device","name":"Ann"}]}"#);
    desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
    let continued = desk.table.continue_as(33, 22).unwrap();
    desk.log(continued);
    desk.order(ELSEWHERE, r#"{"type":"sit","seat":3,"name":"Bo too"}"#).unwrap();
    assert_eq!(desk.table.seats_of(22), desk.table.seats_of(33));
    desk.order(ANN, r#"{"type":"start"}"#).unwrap();
    desk.deal(&[ANN, ELSEWHERE]);
    for (who, seat) in [(ELSEWHERE, 2), (ANN, 1)] {
        desk.order(who, &format!(r#"{{"type":"resign","seat":{seat}}}"#)).unwrap();
    }
    assert_eq!(desk.table.stage(), Stage::Over);
    let again = desk.table.meet_again(33).unwrap();
    let mut table = Table::begin(&again[0], 0, [7; 32]).unwrap();
    again[1..].iter().for_each(|logged| table.apply(logged, 0));
    assert_eq!((table.stage(), table.version()), (Stage::Gathering, again.len() as u64));
    assert!(table.is_creator(22) && table.has(33) && table.has(11), "everybody is there once more");
    assert_eq!([22, 33, 11].map(|person| table.seats_of(person).len()), [2, 2, 1]);
}
