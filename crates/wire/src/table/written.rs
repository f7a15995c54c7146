//! An entry written once, for the log and for those who look on.

use super::{Entry, Now};
use crate::write;

/// The JSON of an entry, to be put into the line of a log and into an update.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenEntry(String);

impl WrittenEntry {
    /// Writes an entry.
    pub fn new(entry: &Entry) -> WrittenEntry {
        WrittenEntry(write(entry))
    }

    /// What [`write`] gives of a [`super::Logged`] with this entry.
    ///
    /// ```
    /// use wire::table::{Entry, WrittenEntry};
    /// let mut logged = Entry::Lapsed {}.by(None);
    /// let written = WrittenEntry::new(&logged.entry);
    /// assert_eq!(written.logged(None, None), wire::write(&logged));
    /// (logged.person, logged.id) = (Some(3), Some("a \"b\"".to_owned()));
    /// assert_eq!(written.logged(logged.person, logged.id.as_deref()), wire::write(&logged));
    /// ```
    pub fn logged(&self, person: Option<i64>, id: Option<&str>) -> String {
        let mut text = self.after("{\"entry\":", 64 + id.map_or(0, str::len));
        if let Some(person) = person {
            text.push_str(",\"person\":");
            text.push_str(&person.to_string());
        }
        if let Some(id) = id {
            text.push_str(",\"id\":");
            text.push_str(&write(&id));
        }
        text.push('}');
        text
    }

    /// What [`write`] gives of a [`super::FromServer::Update`] with this entry.
    pub fn update(&self, version: u64, at: i64, now: &Now) -> String {
        let now = write(now);
        let before = format!(r#"{{"type":"update","version":{version},"at":{at},"entry":"#);
        let mut text = self.after(&before, now.len() + 16);
        text.push_str(",\"now\":");
        text.push_str(&now);
        text.push('}');
        text
    }

    /// The entry after some text, with room for what follows.
    fn after(&self, before: &str, room: usize) -> String {
        let mut text = String::with_capacity(before.len() + self.0.len() + room);
        text.push_str(before);
        text.push_str(&self.0);
        text
    }
}
