//! The computer's seats: what they do comes from the thinkers and goes the way of every order.

use super::Session;
use crate::fair_queue::Owner;
use crate::thinkers::{Question, Thinkers, Thinking};
use crate::time::Time;
use rules::{Action, Seat};
use std::time::{Duration, Instant};
use table::{MAX_ACTIONS, Millis, Who};
use wire::table::Order;

/// How long the computer may think for a turn.
const TIME: Duration = Duration::from_secs(1);

/// How long the computer waits with a move when nobody plays and somebody looks on, in game time.
const PAUSE: Millis = 300;

/// How long a table waits when the thinkers are busy, in game time.
const BUSY: Millis = 50;

/// After so long a table asks ten times as often, so that whoever came before is served before.
const EAGER: Duration = Duration::from_secs(1);

/// How long a table waits when a move could not be thought of or written, in game time.
const FAILED: Millis = 1000;

/// The computer at a table.
pub(super) struct Computer {
    thinkers: Thinkers,
    /// Who it thinks for.
    owner: Option<Owner>,
    turn: Option<PendingDecision>,
}

/// A decision that the table waits for.
struct PendingDecision {
    /// The last version that changed the game, and the seat: a thought about another one is of no use.
    about: (u64, Seat),
    since: Instant,
    /// When the thinkers are to be asked.
    ask: Millis,
    thinking: Option<Thinking>,
    /// Whether the thinkers were told that somebody looks on.
    is_watched: bool,
}

impl Computer {
    pub(super) fn new(thinkers: Thinkers) -> Computer {
        Computer { thinkers, owner: None, turn: None }
    }

    /// Whether the table waits for it.
    pub(super) fn is_awaited(&self) -> bool {
        self.turn.is_some()
    }

    /// What it wants to do; nothing when it is time to attend to it again. May be dropped and called anew.
    pub(super) async fn line(&mut self, time: &Time) -> Option<Vec<Action>> {
        let Some(turn) = &mut self.turn else { return std::future::pending().await };
        let Some(thinking) = &mut turn.thinking else {
            time.until(Some(turn.ask)).await;
            return None;
        };
        let line = thinking.await;
        // If the line leads on, the next turn is another one; if not, this one is thought about again.
        (turn.thinking, turn.ask) = (None, time.now() + FAILED);
        line
    }
}

impl Session {
    /// Sees to it that the computer thinks if it is to move, and about nothing else.
    pub(super) fn attend(&mut self) {
        let Some((seat, player)) = self.table.computer_to_move() else {
            self.computer.turn = None;
            return;
        };
        let (now, about) = (self.time.now(), (self.table.played(), seat));
        let kept = self.computer.turn.take().filter(|turn| turn.about == about);
        let ask = if self.is_show() { now + PAUSE } else { now };
        let fresh = PendingDecision { about, since: Instant::now(), ask, thinking: None, is_watched: false };
        let mut turn = kept.unwrap_or(fresh);
        if let Some(position) = self.table.position()
            && turn.thinking.is_none()
            && turn.ask <= now
        {
            let (position, player, since) = (position.clone(), player.to_owned(), turn.since);
            let owner = self.computer.owner.unwrap_or(Owner::away(self.table.creator()));
            turn.is_watched = self.is_watched();
            let is_watched = turn.is_watched;
            let question = Question { position, player, time: TIME, since, owner, is_watched };
            turn.thinking = self.computer.thinkers.think(question).ok();
            turn.ask = now + if turn.since.elapsed() < EAGER { BUSY } else { BUSY / 10 };
        }
        self.computer.turn = Some(turn);
    }

    /// Somebody begins to look on: if they belong to the table, or nobody did so before, the computer thinks for them.
    /// What waits behind the tables that somebody looks at is asked for again.
    pub(super) fn welcome(&mut self, from: Owner) {
        let belongs = from.person().is_some_and(|person| self.table.has(person));
        if belongs || !self.is_watched() {
            self.computer.owner = Some(from);
        }
        let waits_behind = |turn: &&mut PendingDecision| turn.thinking.is_some() && !turn.is_watched;
        if let Some(turn) = self.computer.turn.as_mut().filter(waits_behind) {
            (turn.thinking, turn.ask) = (None, self.time.now());
        }
    }

    pub(super) fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// Whether somebody looks on at a game that nobody plays.
    fn is_show(&self) -> bool {
        self.is_watched() && !self.table.is_played_by_people()
    }

    /// Plays what the computer wants.
    pub(super) async fn play(&mut self, line: &[Action]) {
        for actions in line.chunks(MAX_ACTIONS) {
            let Some((seat, _)) = self.table.computer_to_move() else { return };
            let actions = actions.iter().map(|action| (*action).into()).collect();
            let (order, now) = (Order::Act { seat: seat.into(), actions }, self.time.now());
            let step = match self.table.decide(&order, Who::Computer, now) {
                Ok(step) => step,
                Err(why) => {
                    return tracing::error!(game = %self.game, %why, "a move of the computer's is refused");
                }
            };
            if let Err(why) = self.log(step, now).await {
                return tracing::warn!(game = %self.game, %why, "a move of the computer's cannot be written");
            }
        }
        self.catch_up().await;
    }
}
