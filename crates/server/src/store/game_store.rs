//! What the server asks of whatever keeps its games. A database implements this; nothing above it knows which one it is.

use super::{
    Aged, Append, BanRow, Damage, GameId, GameRow, Hash, Index, Link, Listed, Logged, Millis, Notice, Page,
    Pending, PersonId, Purpose, Secret, StoreError, Written,
};
use std::time::Instant;
use tokio::sync::broadcast;

/// Bytes of entries that [`GameStore::load`] reads at once.
const PIECE: usize = 64 << 10;

/// A shorter time without a sign of life is no outage, in milliseconds: the sign of life comes every second.
pub const PAUSE: Millis = 1500;

/// Where a store reads for tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// On the thread that asks: nothing may happen on another one, as in a simulation.
    Here,
    /// On threads that may block, this many at a time.
    Aside(usize),
}

/// A database of games, people and links.
///
/// A write is ordered by calling a function and is [`Pending`] until it is durable, so that an implementation can put many
/// into one transaction. Orders of one caller are carried out in their order. A refusal
/// ([`StoreError::is_refusal`]) leaves everything as it was.
///
/// A read blocks: several come together and are worked on at once, so they share a thread that may wait. Nobody reads on a
/// thread that runs tasks unless [`reading`](GameStore::reading) says so; tasks read through
/// [`Store::blocking`](super::Store::blocking).
pub trait GameStore: Send + Sync {
    // Logs.

    /// Starts the log of a new game with entries that belong together: all of them are stored, or none.
    fn create_with(&self, secret: Secret, first: Append, more: Vec<Append>) -> Pending<()>;

    /// Starts the log of a new game with its first entry.
    fn create(&self, secret: Secret, first: Append) -> Pending<()> {
        self.create_with(secret, first, Vec::new())
    }

    /// Adds an entry to the log of a game. Of several that offer the same version one is stored, the others are
    /// answered [`StoreError::Conflict`]. Nothing is added to a log that is known to be damaged.
    fn append(&self, append: Append) -> Pending<()>;

    /// The next entries of a game after a version: about this many bytes of them, and at least one if there is one. Where
    /// the log is damaged it ends, and the damage is known from then on.
    fn load_piece(&self, game: GameId, after: u64, bytes: usize) -> Result<Vec<Logged>, StoreError>;

    /// All entries of a game after a version, in order, unless the log is damaged; none if there is no such game.
    fn load(&self, game: GameId, mut after: u64) -> Result<Vec<Logged>, StoreError> {
        let mut log = Vec::new();
        loop {
            let piece = match self.load_piece(game, after, PIECE) {
                Err(StoreError::UnknownGame(_)) => return Ok(Vec::new()),
                piece => piece?,
            };
            let Some(last) = piece.last() else { break };
            after = last.version;
            log.extend(piece);
        }
        self.damage(game).map_or(Ok(log), |damage| Err(StoreError::Damaged(damage)))
    }

    /// What is known to be wrong with the log of a game.
    fn damage(&self, game: GameId) -> Option<Damage>;

    /// All damage that is known.
    fn all_damage(&self) -> Vec<Damage>;

    /// The games to whose logs something is appended, by whomever, each with its new version; nothing if only this process
    /// writes to the store. That is told when the entry can be read. A receiver that lags behind misses some.
    fn subscribe(&self) -> Option<broadcast::Receiver<(GameId, u64)>>;

    // Games.

    /// What is known of a game without its log.
    fn game(&self, game: GameId) -> Result<Option<GameRow>, StoreError>;

    /// Says anew what lists and the scheduler are to know of a game whose log has come to a version, or is damaged; the
    /// people stay.
    fn mark(&self, game: GameId, version: u64, index: Index) -> Pending<()>;

    /// Erases what a person is called and has said in a game, together with what lists have of it. The log stays whole.
    fn erase(&self, game: GameId, person: PersonId, index: Index) -> Pending<()>;

    /// Deletes a game that did not change since it came to a version and that nobody keeps who was here since a time, and
    /// tells whether it did. It is gone at once; [`sweep`](GameStore::sweep) takes its log away.
    fn forget(&self, game: GameId, version: u64, since: Millis) -> Pending<bool>;

    /// Deletes a game whatever holds of it, and what is known of its damage; tells whether there was something of it.
    fn take_away(&self, game: GameId) -> Pending<bool>;

    /// Takes away a piece of what is left of deleted games, and tells whether there was any.
    fn sweep(&self) -> Pending<bool>;

    // Lists of games.

    /// The public games of a stage, or those that were attended at a time or later, the latest first.
    fn public_games(&self, stage: &str, since: Option<Millis>, page: Page)
    -> Result<Vec<Listed>, StoreError>;

    /// The games a person takes part in, the latest first.
    fn games_of(&self, person: PersonId, page: Page) -> Result<Vec<Listed>, StoreError>;

    /// At most `limit` games with something due at this time or earlier, the earliest due first.
    fn due(&self, by: Millis, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// At most `limit` games in which the computer is to move, the longest waiting first.
    fn for_the_computer(&self, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// At most `limit` games of the stage `playing`, in the order of their numbers, after one of them; each with its number.
    fn playing(&self, after: Option<i64>, limit: u32) -> Result<Vec<(i64, GameId)>, StoreError>;

    /// How many games there are of each stage, in the order of the stages' names.
    fn stages(&self) -> Result<Vec<(String, u64)>, StoreError>;

    /// Some games that last changed before a time and that nobody keeps who was here since another time, numbered after
    /// `after`, in the order of their numbers.
    fn aged(&self, after: i64, before: Millis, since: Millis, limit: usize) -> Result<Vec<Aged>, StoreError>;

    /// Bytes of a game's log and of what lists show of it.
    fn bytes_of(&self, game: GameId) -> Result<u64, StoreError>;

    /// Notes that people are at games now, or at all of theirs. Only public games of the stages `gathering` and `playing`
    /// have that noted, and not more often than once in [`ATTENDED`](super::ATTENDED).
    fn attend(&self, here: Vec<(PersonId, Option<GameId>)>, now: Millis) -> Pending<()>;

    // Games that somebody keeps.

    /// Keeps a game for a person, of which each may keep so many.
    fn keep(&self, game: GameId, person: PersonId, most: usize) -> Pending<()>;

    /// Keeps a game for a person no longer.
    fn let_go(&self, game: GameId, person: PersonId) -> Pending<()>;

    /// Whether anybody keeps a game who was here since a time, and whether a person does.
    fn kept(&self, game: GameId, person: Option<PersonId>, since: Millis)
    -> Result<(bool, bool), StoreError>;

    /// The games that a person keeps, the latest first.
    fn kept_by(&self, person: PersonId) -> Result<Vec<Listed>, StoreError>;

    // People.

    /// A new person, known by a secret with this hash, who is here now. No number is given twice.
    fn add_person(&self, hash: Hash, now: Millis) -> Pending<PersonId>;

    /// Notes that a person is here now.
    fn saw(&self, person: PersonId, now: Millis) -> Pending<()>;

    /// Who is known by the secret with this hash, and when they were last seen here.
    fn person(&self, hash: &Hash) -> Result<Option<(PersonId, Millis)>, StoreError>;

    /// Whether there is a person with this number.
    fn has_person(&self, person: PersonId) -> Result<bool, StoreError>;

    /// How many secrets a person is known by: one for each browser or bot.
    fn secrets_of(&self, person: PersonId) -> Result<usize, StoreError>;

    /// Everything a person is called or has said.
    fn words_of(&self, person: PersonId) -> Result<Vec<Written>, StoreError>;

    /// The games in which there is something to be erased of a person.
    fn games_with_words_of(&self, person: PersonId) -> Result<Vec<GameId>, StoreError>;

    /// Nobody is known by the secrets of a person any more, nor keeps anything or comes by a link as them. The number
    /// stays, because it stands for them in the games.
    fn forget_person(&self, person: PersonId) -> Pending<()>;

    /// How many people there are who were last here before a time and have nothing here. The newest person is none of them.
    fn strangers(&self, before: Millis) -> Result<u64, StoreError>;

    /// Forgets some of them, and tells how many.
    fn forget_strangers(&self, before: Millis) -> Pending<usize>;

    // Links.

    /// A new link. A game has at most [`MAX_LINKS`](super::MAX_LINKS) of a kind.
    fn add_link(&self, hash: Hash, link: Link) -> Pending<()>;

    /// The link whose secret has this hash.
    fn link(&self, hash: &Hash) -> Result<Option<Link>, StoreError>;

    /// The links by which a person came to games, and those to go on with their seats.
    fn links_of(&self, person: PersonId) -> Result<Vec<Link>, StoreError>;

    /// Notes that a person came by a link: they may do what it is good for as long as it is there.
    fn welcome(&self, hash: Hash, person: PersonId) -> Pending<()>;

    /// Whether a person came by a link.
    fn is_guest(&self, hash: &Hash, person: PersonId) -> Result<bool, StoreError>;

    /// What the links are good for by which a person came to a game.
    fn welcomes(&self, game: GameId, person: PersonId) -> Result<Vec<Purpose>, StoreError>;

    /// Takes a link away; of several that do so at the same time, one gets it.
    fn take_link(&self, hash: Hash) -> Pending<Option<Link>>;

    /// Takes away all links of a game, or those for one purpose, and tells how many they were.
    fn revoke_links(&self, game: GameId, purpose: Option<Purpose>) -> Pending<usize>;

    /// Deletes some links to another device that were made before a time, and tells how many.
    fn forget_device_links(&self, before: Millis) -> Pending<usize>;

    // The host's words.

    /// Keeps that somebody is shut out, in place of what was kept of them before.
    fn put_ban(&self, ban: BanRow) -> Pending<()>;

    /// Forgets that somebody is shut out.
    fn remove_ban(&self, whom: String) -> Pending<()>;

    /// Who is shut out, the latest last.
    fn bans(&self) -> Result<Vec<BanRow>, StoreError>;

    /// Keeps what everybody is told from now on, if anything.
    fn tell(&self, notice: Option<Notice>) -> Pending<()>;

    /// What everybody is told.
    fn told(&self) -> Result<Option<Notice>, StoreError>;

    // The sign of life.

    /// Notes that the server is running at this time.
    fn write_alive(&self, now: Millis) -> Pending<()>;

    /// Notes that the server starts at this time, and that it did not run since its last sign of life if that is longer
    /// ago than [`PAUSE`].
    fn resume(&self, now: Millis) -> Pending<()>;

    /// When the server was last seen running.
    fn last_alive(&self) -> Result<Option<Millis>, StoreError>;

    /// How long the server did not run since a time.
    fn outage_since(&self, time: Millis) -> Result<Millis, StoreError>;

    // The database itself.

    /// Where tasks are to read.
    fn reading(&self) -> Reading;

    /// How many writes are not durable yet, and when the oldest of them was ordered.
    fn writes_waiting(&self) -> (usize, Option<Instant>);

    /// Bytes that what is kept takes. Room that became free and is filled again does not count.
    fn used_bytes(&self) -> Result<u64, StoreError>;

    /// Takes as much room as a few entries of a log, or gives it back, and notes that the server is running.
    fn fill(&self, now: Millis, filled: bool) -> Pending<()>;

    /// Leaves nothing behind of what was erased, in a write-ahead log for example. Tells whether that was possible: not
    /// while somebody reads an earlier moment.
    fn purge(&self) -> Result<bool, StoreError>;
}
