//! Which commands were done, so that a command that comes again gets its first answer, also after a restart.

use crate::{Table, Who};
use std::collections::VecDeque;
use wire::table::{Logged, Order};

/// So many commands are remembered.
const REMEMBERED: usize = 64;

/// The last commands that were done.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Done {
    /// The newest last.
    commands: VecDeque<Command>,
    /// The version of the last command that is not remembered any more.
    forgotten: u64,
}

#[derive(Clone, PartialEq, Debug)]
struct Command {
    name: Name,
    version: u64,
}

/// What stands for a person's id of a command; it takes less room than the two.
type Name = [u8; 16];

fn name(person: Option<i64>, id: &str) -> Name {
    let person = person.map_or(String::new(), |person| person.to_string());
    let digest = chance::fair::digest(&(person + " " + id));
    std::array::from_fn(|n| digest[n])
}

impl Done {
    /// Takes in the entry of a version.
    pub fn note(&mut self, logged: &Logged, version: u64) {
        let Some(id) = &logged.id else { return };
        if self.commands.len() == REMEMBERED
            && let Some(oldest) = self.commands.pop_front()
        {
            self.forgotten = oldest.version;
        }
        self.commands.push_back(Command { name: name(logged.person, id), version });
    }
}

impl Who {
    /// The person's number; nothing for the computer.
    pub(crate) fn person(self) -> Option<i64> {
        match self {
            Who::Person(person) => Some(person),
            Who::Computer => None,
        }
    }
}

impl Table {
    /// The version that a command made, if it was done and not too long ago.
    pub fn done_as(&self, who: Who, id: &str) -> Option<u64> {
        let name = name(who.person(), id);
        self.done.commands.iter().rfind(|command| command.name == name).map(|command| command.version)
    }

    /// Whether too much has happened since a version for an order that is based on it. That is also so if nobody
    /// remembers whether it was done already.
    pub fn is_stale(&self, order: &Order, version: u64) -> bool {
        let since = match order {
            Order::Act { .. } => self.played,
            Order::Answer { .. } => self.question.as_ref().map_or(0, |question| question.version),
            _ => 0,
        };
        version < since.max(self.done.forgotten)
    }
}
