//! The last updates of a table, for clients that come back.

use std::collections::VecDeque;
use std::sync::Arc;

/// Bytes of updates that are kept at hand: those of a turn or two, which is what a client misses as a rule; who missed
/// more gets a snapshot, which is not much longer. Ten thousand tables have as many times this.
const KEPT: usize = 4 << 10;

/// The newest updates as texts, the newest last.
#[derive(Default)]
pub struct History {
    updates: VecDeque<(u64, Arc<str>)>,
    bytes: usize,
}

impl History {
    /// Takes in the next update.
    pub fn push(&mut self, version: u64, text: Arc<str>) {
        self.bytes += text.len();
        self.updates.push_back((version, text));
        while self.bytes > KEPT
            && let Some((_, oldest)) = self.updates.pop_front()
        {
            self.bytes -= oldest.len();
        }
    }

    /// What came after a version, if all of it is still at hand; `now` is the table's version.
    pub fn after(&self, version: u64, now: u64) -> Option<Vec<Arc<str>>> {
        if version == now {
            return Some(Vec::new());
        }
        let first = self.updates.front().map(|(first, _)| *first)?;
        if version > now || version + 1 < first {
            return None;
        }
        let missed = self.updates.iter().filter(|(update, _)| *update > version);
        Some(missed.map(|(_, text)| text.clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_exactly_what_was_missed() {
        let mut history = History::default();
        (5..=100).for_each(|version| history.push(version, "x".repeat(KEPT / 64).into()));
        let missed = |version| history.after(version, 100).map(|texts| texts.len());
        assert_eq!(missed(100), Some(0));
        assert_eq!(missed(98), Some(2));
        assert_eq!(missed(36), Some(64));
        assert_eq!(missed(35), None, "older ones are gone");
        assert_eq!(missed(101), None, "nobody can have seen the future");
        history.push(101, "x".repeat(KEPT + 1).into());
        assert_eq!(history.after(100, 101).map(|texts| texts.len()), None, "too long to be kept");
        assert_eq!(history.bytes, 0);
    }
}
