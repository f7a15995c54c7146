//! What people called themselves and said: taken out of the entries of a log before they are stored, and put back when
//! they are read, so that it can be erased while the rest stays as it was written.

use crate::store::{self, PersonId, Word};
use wire::Bad;
use wire::table::{Logged, WrittenEntry};

/// An entry, parted for the store.
pub struct Parted {
    /// As it is told to those who look on.
    pub told: WrittenEntry,
    /// As it is stored.
    pub entry: String,
    /// The words in it that are personal.
    pub words: Vec<Word>,
}

/// Parts an entry from the words in it that are personal. What has none is written once for the store and for everybody.
pub fn part(mut logged: Logged) -> Parted {
    let told = WrittenEntry::new(&logged.entry);
    let person = logged.person.map(PersonId);
    let texts = logged.entry.personal_texts().into_iter().zip(0..);
    let words = texts.filter(|((_, text), _)| !text.is_empty()).map(|((kind, text), place)| Word {
        place,
        kind: kind.to_owned(),
        person,
        text: Some(std::mem::take(text)),
    });
    let words: Vec<Word> = words.collect();
    let entry = match words.is_empty() {
        true => told.logged(logged.person, logged.id.as_deref()),
        false => wire::write(&logged),
    };
    Parted { told, entry, words }
}

/// The same with the text of an entry that was written before words were kept apart; nothing if it cannot be read.
pub fn split(text: &str) -> Option<(String, Vec<Word>)> {
    let Parted { entry, words, .. } = part(wire::read_back(text).ok()?);
    Some((entry, words))
}

/// An entry with its words; those that are erased are empty.
pub fn whole(line: &store::Logged) -> Result<Logged, Bad> {
    let mut logged: Logged = wire::read_back(&line.entry)?;
    let mut texts = logged.entry.personal_texts();
    for word in &line.words {
        if let Some((_, slot)) = texts.get_mut(word.place as usize) {
            slot.clone_from(word.text.as_ref().unwrap_or(&String::new()));
        }
    }
    drop(texts);
    Ok(logged)
}
