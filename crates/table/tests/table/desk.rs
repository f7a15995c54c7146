//! A table with its log and a time that only goes on when told.

use chance::{Stream, fair};
use table::{Refusal, Step, Table, Who};
use wire::table::{Entry, FromServer, LogLine, LogShown, Logged, NewTable, Order, Stage, WrittenEntry};

pub const ANN: Who = Who::Person(11);
pub const BO: Who = Who::Person(22);

/// A table with its log and a time that only goes on when told.
pub struct Desk {
    pub table: Table,
    pub log: Vec<(Logged, i64)>,
    pub now: i64,
    pub secrets: Vec<[u8; 32]>,
}

impl Desk {
    pub fn open(json: &str) -> Desk {
        let new: NewTable = wire::read(json).unwrap();
        let first = Table::open(new, 11).unwrap();
        let table = Table::begin(&first, 0, [7; 32]).unwrap();
        Desk { table, log: vec![(first, 0)], now: 0, secrets: vec![[1; 32], [2; 32]] }
    }

    pub fn log(&mut self, logged: Logged) {
        self.take(self.table.step(logged, self.now));
    }

    /// A step, and what is overdue after it. Each gives the table that comes of applying its entry.
    pub fn take(&mut self, step: Step) {
        let mut step = Some(step);
        while let Some(Step { logged, next }) = step {
            let mut applied = self.table.clone();
            applied.apply(&logged, self.now);
            assert_eq!(next, applied, "{logged:?}");
            let told = next.update(&WrittenEntry::new(&logged.entry));
            assert_eq!(wire::write(&wire::read::<FromServer>(&told).unwrap()), told);
            self.table = next;
            self.log.push((logged, self.now));
            step = self.table.overdue(self.now);
        }
        // Each check plays the whole log again.
        if self.log.len() < 100 || self.log.len().is_multiple_of(100) {
            self.check_log();
        }
    }

    /// Loading the log gives the same table.
    pub fn check_log(&self) {
        let (first, at) = &self.log[0];
        let mut loaded = Table::begin(first, *at, [7; 32]).unwrap();
        for (logged, at) in &self.log[1..] {
            let text = wire::write(logged);
            loaded.apply(&wire::read(&text).unwrap(), *at);
        }
        assert_eq!(loaded, self.table);
        assert_ne!(loaded.stage(), Stage::Frozen);
    }

    pub fn order(&mut self, who: Who, order: &str) -> Result<(), Refusal> {
        let order: Order = wire::read(order).unwrap();
        let step = self.table.decide(&order, who, self.now)?;
        self.take(step.with_id(self.log.len().to_string()));
        Ok(())
    }

    pub fn wait(&mut self, millis: i64) {
        self.now += millis;
        if let Some(step) = self.table.overdue(self.now) {
            self.take(step);
        }
    }

    pub fn digest(&self) -> [u8; 32] {
        let digest = self.log.iter().rev().find_map(|(logged, _)| match &logged.entry {
            Entry::Dealing { digest, .. } => fair::from_hex(digest),
            _ => None,
        });
        digest.unwrap()
    }

    pub fn deal(&mut self, people: &[Who]) {
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

    pub fn started() -> Desk {
        Desk::started_with(
            r#"{"setup":{"bag":{"U":6,"V":6,"E":4}},"seats":[{"type":"device","name":"Ann"}]}"#,
        )
    }

    pub fn started_with(json: &str) -> Desk {
        let mut desk = Desk::open(json);
        desk.order(BO, r#"{"type":"sit","seat":2,"name":"Bo"}"#).unwrap();
        desk.order(ANN, r#"{"type":"start"}"#).unwrap();
        desk.deal(&[ANN, BO]);
        assert_eq!(desk.table.stage(), Stage::Playing);
        desk
    }

    /// Somebody does something legal for the seat to act.
    pub fn act(&mut self, who: Who, random: &mut Stream) -> Result<(), Refusal> {
        let position = self.table.position().unwrap();
        let rules::ToAct::Seat(seat) = position.to_act() else { panic!("a seat is to act") };
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let actions = vec![(*random.pick(&actions).unwrap()).into()];
        self.order(who, &wire::write(&Order::Act { seat: seat.into(), actions }))
    }

    /// The seat to act plays its first legal action.
    pub fn play(&mut self, random: &mut Stream) {
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

    /// The log as everyone can see it.
    pub fn shown(&self) -> LogShown {
        let lines = self.log.iter().zip(1..);
        let entries = lines.map(|((logged, at), version)| LogLine {
            version,
            at: *at,
            entry: logged.entry.clone(),
            erased: false,
        });
        LogShown { game: "game".into(), entries: entries.collect() }
    }

    pub fn last(&self) -> &Entry {
        &self.log.last().unwrap().0.entry
    }
}
