//! One table: its state is the fold of its log, and every decision is made here, without a clock, a store or
//! a socket in sight.
//!
//! An order comes in with who sent it and the time. [`Table::decide`] says what is to be logged and which table comes
//! of it, or why not; once that is durable, the next table takes the place of this one. Loading a table is applying its
//! log: [`Table::apply`] plays each entry again, and freezes the table if the rules of today would not have written it.

mod absence;
mod act;
mod apply;
mod ask;
mod chat;
mod clock;
mod deal;
mod device;
mod done;
mod first;
mod gather;
mod guest;
mod hint;
mod host;
mod names;
mod play;
mod prefix;
mod receipt;
mod record;
mod refusal;
mod rematch;
mod show;
mod verify;

pub use act::MAX_ACTIONS;
pub use device::Seated;
pub use gather::{BadTable, clean};
pub use prefix::GamePrefix;
pub use receipt::{Mine, NotMine};
pub use record::Transcript;
pub use refusal::Refusal;
pub use verify::{CalledOff, Fair, Unfair};

use clock::Clocks;
use deal::Deal;
use device::Device;
use done::Done;
use play::Play;
use std::collections::VecDeque;
use std::sync::Arc;
use wire::table::{Entry, Logged, NewTable, Order, Proposal, SeatPlan, Stage};

/// Milliseconds since 1970.
pub type Millis = i64;

/// Lines of chat that are kept at hand.
const CHAT_LINES: usize = 100;

/// Who sends an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person, by the store's number.
    Person(i64),
    /// The computer, for a seat it plays.
    Computer,
}

/// What an order does, or what happens without one.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The entry for the log.
    pub logged: Logged,
    /// The table with it.
    pub next: Table,
}

impl Step {
    /// The same as the doing of a command, so that it is known if it comes again.
    pub fn with_id(mut self, id: String) -> Step {
        self.logged.id = Some(id);
        self.next.done.note(&self.logged, self.next.version);
        self
    }
}

/// A table as its log leaves it.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    version: u64,
    at: Millis,
    asked_for: Arc<NewTable>,
    setup: Arc<rules::Setup>,
    chairs: Vec<Chair>,
    /// Whether seats were taken away since the table was made.
    is_smaller: bool,
    /// The people at the table; a device is its place in this list.
    devices: Vec<Device>,
    /// How often somebody, or the computer, took a seat.
    taken: u32,
    /// People who go on with the seats of a device.
    others: Vec<(i64, u32)>,
    creator: i64,
    stage: Stage,
    /// The server's part of the deal, never shown before the end.
    secret: [u8; 32],
    deal: Deal,
    play: Option<Play>,
    clocks: Clocks,
    question: Option<Question>,
    said: VecDeque<(rules::Seat, Arc<str>)>,
    /// Bytes of all lines of chat.
    said_bytes: usize,
    /// How often somebody was given the word back.
    unmuted: u32,
    done: Done,
    /// The last version that changed the game.
    played: u64,
    /// What that was when somebody got the last hint.
    hinted: u64,
    /// The table where the same people meet again.
    rematch: Option<String>,
    /// How often a turn was taken back.
    taken_back: u32,
}

#[derive(Clone, PartialEq, Debug)]
struct Chair {
    plan: SeatPlan,
    name: Option<String>,
    device: Option<u32>,
    /// The computer's player that plays it in place of its owner, or of somebody who never came.
    stand_in: Option<String>,
}

impl Chair {
    fn is_taken(&self) -> bool {
        self.name.is_some()
    }

    /// Which of the computer's players plays the seat now.
    fn computer(&self) -> Option<&str> {
        match &self.plan {
            SeatPlan::Computer { player } => Some(player),
            _ => self.stand_in.as_deref(),
        }
    }
}

/// Who plays for people who have left.
const STAND_IN: &str = "greedy";

/// A question that waits for answers.
#[derive(Clone, PartialEq, Debug)]
struct Question {
    seat: rules::Seat,
    proposal: Proposal,
    agreed: Vec<rules::Seat>,
    /// Until when whoever is to be replaced may object, though all others have agreed.
    objection: Millis,
    due: Millis,
    /// The version that asked it.
    version: u64,
}

impl Table {
    /// The version: how many entries the log has.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Where the table stands.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The position of the game, once it has begun.
    pub fn position(&self) -> Option<&rules::Position> {
        self.play.as_ref().map(|play| play.game.position())
    }

    /// The last version that changed the game.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// When the next thing is overdue, if anything is.
    pub fn due(&self) -> Option<Millis> {
        if self.stage == Stage::Frozen {
            return None;
        }
        let question = self.question.as_ref().map(|question| self.question_due(question));
        let clock = match self.stage {
            Stage::Committing | Stage::Revealing => Some(self.deal.due),
            Stage::Playing => self.clocks.due(self.person_to_act()),
            _ => None,
        };
        [question, clock].into_iter().flatten().min()
    }

    /// The seat and the player, if the computer is to move.
    pub fn computer_to_move(&self) -> Option<(rules::Seat, &str)> {
        let seat = self.seat_to_act()?;
        self.chairs[seat.index()].computer().map(|player| (seat, player))
    }

    /// The people at the table: first those of the devices, then those who go on with the seats of one. Whoever has no
    /// seat any more is not among them; the creator stands in that place, so that it still tells the device.
    pub fn people(&self) -> impl Iterator<Item = i64> {
        let devices = self.devices.iter().zip(0..).map(|(device, number)| (device.person, number));
        let all = devices.chain(self.others.iter().copied());
        all.map(|(person, device)| if self.is_here(device) { person } else { self.creator })
    }

    /// Whether somebody of a device has a seat or made the table.
    fn is_here(&self, device: u32) -> bool {
        device == 0 || self.chairs.iter().any(|chair| chair.device == Some(device))
    }

    /// Whether any seat that is still in the game is played by a person.
    pub fn is_played_by_people(&self) -> bool {
        self.seats().any(|seat| self.chairs[seat.index()].computer().is_none() && !self.is_retired(seat))
    }

    fn seats(&self) -> impl Iterator<Item = rules::Seat> + use<> {
        (0..self.chairs.len() as u8).map(rules::Seat)
    }

    fn is_retired(&self, seat: rules::Seat) -> bool {
        self.play.as_ref().is_some_and(|play| play.game.position().standing().retired[seat.index()])
    }

    /// The seat to act if a person plays it: the computer's time does not run.
    fn person_to_act(&self) -> Option<rules::Seat> {
        self.seat_to_act().filter(|seat| self.chairs[seat.index()].computer().is_none())
    }

    fn seat_to_act(&self) -> Option<rules::Seat> {
        match (self.stage, self.play.as_ref()?.game.position().to_act()) {
            (Stage::Playing, rules::ToAct::Seat(seat)) => Some(seat),
            _ => None,
        }
    }

    /// What an order would do, at a time; nothing changes.
    pub fn decide(&self, order: &Order, who: Who, now: Millis) -> Result<Step, Refusal> {
        if self.stage == Stage::Frozen {
            return Err(Refusal::Frozen);
        }
        let entry = match order {
            Order::Sit { seat, name } => self.sit((*seat).into(), name, who)?,
            Order::Stand { seat } => self.stand((*seat).into(), who)?,
            Order::Give { seat, player } => self.give((*seat).into(), player, who)?,
            Order::Drop { seat } => self.drop_seat((*seat).into(), who)?,
            Order::Close {} => self.close(who)?,
            Order::Start {} => self.start(who)?,
            Order::Commit { hash } => self.commit(hash, who)?,
            Order::Reveal { secret } => self.reveal(secret, who)?,
            Order::Act { seat, actions } => return self.act((*seat).into(), actions, who, now),
            Order::Resign { seat } => return self.resign((*seat).into(), who, now),
            Order::Ask { seat, proposal } => self.ask((*seat).into(), *proposal, who, now)?,
            Order::Answer { seat, yes } => self.answer((*seat).into(), *yes, who)?,
            Order::ComeBack { seat } => self.come_back((*seat).into(), who, now)?,
            Order::Say { seat, text } => self.say((*seat).into(), text, who, now)?,
            Order::Mute { seat, muted } => self.mute((*seat).into(), *muted, who)?,
        };
        Ok(self.step(entry.by(who.person()), now))
    }

    /// What has to happen without anyone's order: a deadline has passed, all have agreed, a deal is complete.
    pub fn overdue(&self, now: Millis) -> Option<Step> {
        if self.stage == Stage::Frozen {
            return None;
        }
        let step = self.deal_step(now).or_else(|| self.settle(now)).or_else(|| self.time_out(now));
        step.or_else(|| self.unseal().map(|entry| self.noted(entry, now)))
    }

    /// The step that an entry makes which plays nothing.
    pub fn step(&self, logged: Logged, now: Millis) -> Step {
        let mut next = self.clone();
        next.apply(&logged, now);
        Step { logged, next }
    }

    /// The same of an entry that is nobody's doing.
    fn noted(&self, entry: Entry, now: Millis) -> Step {
        self.step(entry.by(None), now)
    }

    /// The seat must be the sender's: the person's own, or the computer's.
    fn own(&self, seat: rules::Seat, who: Who) -> Result<&Chair, Refusal> {
        let chair = self.chairs.get(seat.index()).ok_or(Refusal::NoSuchSeat)?;
        let own = match who {
            Who::Computer => chair.computer().is_some(),
            Who::Person(person) => self.device_of(person).is_some_and(|device| chair.device == Some(device)),
        };
        if own { Ok(chair) } else { Err(Refusal::NotYourSeat) }
    }

    fn device_of(&self, person: i64) -> Option<u32> {
        let first = self.devices.iter().position(|known| known.person == person).map(|device| device as u32);
        let other = || self.others.iter().find(|(known, _)| *known == person).map(|(_, device)| *device);
        first.or_else(other)
    }
}
