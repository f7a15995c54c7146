//! People, what is kept about them, and links, as whoever has the store asks for them.

use super::{GameId, Hash, Index, Link, Millis, Pending, PersonId, Purpose, Store, StoreError, Written};
use super::{link, person, words};

impl Store {
    /// A new person, known by a secret with this hash, who is here now.
    pub fn add_person(&self, hash: Hash, now: Millis) -> Pending<PersonId> {
        self.open.writer.order(move |db| person::add(db, &hash, now))
    }

    /// Notes that a person is here now.
    pub fn saw(&self, person: PersonId, now: Millis) -> Pending<()> {
        self.open.writer.order(move |db| person::saw(db, person, now))
    }

    /// One more secret by which a person is known, for another browser.
    pub fn add_secret(&self, person: PersonId, hash: Hash) -> Pending<()> {
        self.open.writer.order(move |db| person::add_secret(db, person, &hash))
    }

    /// Who is known by the secret with this hash, and when they were last seen here.
    pub fn person(&self, hash: &Hash) -> Result<Option<(PersonId, Millis)>, StoreError> {
        self.open.readers.read(|db| person::find(db, hash))
    }

    /// Whether there is a person with this number.
    pub fn has_person(&self, person: PersonId) -> Result<bool, StoreError> {
        self.open.readers.read(|db| person::exists(db, person))
    }

    /// How many secrets a person is known by: one for each browser or bot.
    pub fn secrets_of(&self, person: PersonId) -> Result<usize, StoreError> {
        self.open.readers.read(|db| Ok(person::secrets(db, person)?.len()))
    }

    /// Nobody is known by the secrets of a person any more.
    pub fn forget_person(&self, person: PersonId) -> Pending<()> {
        self.open.writer.order(move |db| person::forget(db, person))
    }

    /// Everything a person is called or has said.
    pub fn words_of(&self, person: PersonId) -> Result<Vec<Written>, StoreError> {
        self.open.readers.read(|db| words::of_person(db, person))
    }

    /// The games in which there is something to be erased of a person.
    pub fn games_with_words_of(&self, person: PersonId) -> Result<Vec<GameId>, StoreError> {
        self.open.readers.read(|db| words::games_of(db, person))
    }

    /// Erases what a person is called and has said in a game, together with what lists have of it. The chain of its log
    /// stays whole.
    pub fn erase(&self, game: GameId, person: PersonId, index: Index) -> Pending<()> {
        self.open.writer.order(move |db| words::erase(db, game, person, &index))
    }

    /// A new link. A game has at most [`MAX_LINKS`](super::MAX_LINKS) of a kind.
    pub fn add_link(&self, hash: Hash, link: Link) -> Pending<()> {
        self.open.writer.order(move |db| {
            link::check_room(db, &link, super::MAX_LINKS)?;
            link::add(db, &hash, &link)
        })
    }

    /// The link whose secret has this hash.
    pub fn link(&self, hash: &Hash) -> Result<Option<Link>, StoreError> {
        self.open.readers.read(|db| link::find(db, hash))
    }

    /// The links by which a person came to games, and those to go on with their seats.
    pub fn links_of(&self, person: PersonId) -> Result<Vec<Link>, StoreError> {
        self.open.readers.read(|db| link::of_person(db, person))
    }

    /// Notes that a person came by a link: they may do what it is good for as long as it is there.
    pub fn welcome(&self, hash: Hash, person: PersonId) -> Pending<()> {
        self.open.writer.order(move |db| link::welcome(db, &hash, person))
    }

    /// Whether a person came by a link.
    pub fn is_guest(&self, hash: &Hash, person: PersonId) -> Result<bool, StoreError> {
        self.open.readers.read(|db| link::is_guest(db, hash, person))
    }

    /// What the links are good for by which a person came to a game.
    pub fn welcomes(&self, game: GameId, person: PersonId) -> Result<Vec<Purpose>, StoreError> {
        self.open.readers.read(|db| link::welcomes(db, game, person))
    }

    /// Takes a link away; of several that do so at the same time, one gets it.
    pub fn take_link(&self, hash: Hash) -> Pending<Option<Link>> {
        self.open.writer.order(move |db| link::take(db, &hash))
    }

    /// Takes away all links of a game, or those for one purpose, and tells how many they were.
    pub fn revoke_links(&self, game: GameId, purpose: Option<Purpose>) -> Pending<usize> {
        self.open.writer.order(move |db| link::revoke(db, game, purpose))
    }
}
