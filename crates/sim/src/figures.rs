//! What happened how often.

use std::collections::BTreeMap;
use std::fmt;

/// Counts by name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Figures(BTreeMap<String, u64>);

impl Figures {
    /// Counts one more.
    pub fn count(&mut self, what: &str) {
        self.add(what, 1);
    }

    /// Counts some more.
    pub fn add(&mut self, what: &str, more: u64) {
        match self.0.get_mut(what) {
            Some(count) => *count += more,
            None => drop(self.0.insert(what.to_owned(), more)),
        }
    }

    /// Counts all of another run.
    pub fn join(&mut self, other: &Figures) {
        other.0.iter().for_each(|(what, more)| self.add(what, *more));
    }

    /// How often something happened.
    pub fn get(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(what, count)| writeln!(to, "{count:>10}  {what}"))
    }
}
