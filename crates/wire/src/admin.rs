//! What `bastide admin` and the running server say to each other, one line of JSON each way.

#![allow(missing_docs, reason = "the names say it")]

use crate::table::Stage;
use serde::{Deserialize, Serialize};

/// The longest request, in bytes.
pub const MAX_REQUEST: usize = 16 << 10;

/// What whoever runs the server asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum AdminRequest {
    /// What is going on.
    List {
        /// At most so many tables.
        tables: u32,
    },
    Look {
        /// Its name in addresses.
        game: String,
    },
    /// Nobody plays on at a table.
    Close {
        /// Its name in addresses.
        game: String,
    },
    /// Take a table away for good.
    Delete {
        /// Its name in addresses.
        game: String,
    },
    /// Erase what a person is called and has said, and how they are known.
    Erase {
        /// The person's number.
        person: i64,
    },
    /// Everything that is kept about a person.
    Export {
        /// The person's number.
        person: i64,
    },
    /// Shut somebody out.
    Ban {
        /// An address, a network or a person's number.
        whom: String,
        /// What they are told.
        reason: String,
        /// For so long; for good if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seconds: Option<u64>,
    },
    /// Let somebody in again.
    Unban {
        /// An address, a network or a person's number.
        whom: String,
    },
    /// Who is shut out.
    Bans {},
    /// Tell everybody something.
    Notice {
        text: String,
        /// For so long.
        seconds: u64,
    },
    /// Stop telling it.
    Withdraw {},
    /// Delete what nobody needs any more, or only tell what that is.
    Tidy {
        /// Only tell.
        dry_run: bool,
    },
}

/// What the server answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum AdminAnswer {
    /// What is going on.
    Overview(Box<Overview>),
    Table(Box<TableSeen>),
    /// A table was closed.
    Closed {
        /// Its name in addresses.
        game: String,
    },
    /// A table is gone.
    Deleted {
        /// Its name in addresses.
        game: String,
        /// Its last traces leave the write-ahead log when a backup or a check that reads the database has ended.
        later: bool,
    },
    /// A person is nobody in particular any more.
    Erased {
        /// The person's number.
        person: i64,
        /// In so many tables something was erased.
        tables: u64,
        /// The last traces leave the write-ahead log when a backup or a check that reads the database has ended.
        later: bool,
    },
    /// Everything that is kept about a person.
    Person(Box<PersonKept>),
    /// Somebody is shut out.
    Banned(Ban),
    /// Somebody is let in again.
    Unbanned {
        /// A network or a person's number.
        whom: String,
    },
    /// Who is shut out.
    Bans {
        /// The latest last.
        bans: Vec<Ban>,
    },
    /// Everybody is told, or nobody any more.
    Notice {
        /// What everybody is told.
        notice: Option<NoticeSet>,
    },
    /// What nobody needs any more.
    Tidied {
        /// By kind.
        going: Vec<Going>,
        /// Whether it stays for now.
        dry_run: bool,
    },
    /// It cannot be done.
    Refused {
        /// Why, and what would be right.
        message: String,
    },
}

/// What is going on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overview {
    /// How many tables there are of each stage, in memory or not.
    pub stages: Vec<(String, u64)>,
    /// Tables in memory.
    pub in_memory: u64,
    /// Those at which the most look on, at most as many as were asked for.
    pub tables: Vec<TableListed>,
    /// Open sockets and streams.
    pub sockets: u64,
    /// The addresses with the most of them.
    pub addresses: Vec<AddressSeen>,
    /// Who waits for what.
    pub queues: Vec<Queue>,
    /// Bytes of memory.
    pub memory_bytes: Option<u64>,
    /// File descriptors in use.
    pub open_files: Option<u64>,
    /// How many may be.
    pub most_files: Option<u64>,
    /// Bytes of the database.
    pub database_bytes: u64,
    /// Bytes of its write-ahead log.
    pub wal_bytes: u64,
    /// Bytes free on its disk.
    pub disk_free_bytes: Option<u64>,
    /// Bytes of the database and its log that hold something.
    pub used_bytes: u64,
    /// How many of them nothing new is begun at.
    pub quota_bytes: u64,
    /// Bytes of the disk that stay free.
    pub reserve_bytes: u64,
    /// How many addresses and people are shut out.
    pub bans: u64,
    /// What everybody is told.
    pub notice: Option<NoticeSet>,
}

/// What is kept for a time of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RetentionKind {
    /// Tables at which no game began.
    Unstarted,
    /// Games in which only the computer plays.
    Computers,
    /// Unfinished games of one person.
    Alone,
    /// All other games.
    Games,
    /// People who have no game and do not come back.
    People,
}

impl RetentionKind {
    /// All of them.
    pub const ALL: [RetentionKind; 5] = [
        RetentionKind::Unstarted,
        RetentionKind::Computers,
        RetentionKind::Alone,
        RetentionKind::Games,
        RetentionKind::People,
    ];
    /// Those that are games.
    pub const GAMES: [RetentionKind; 4] =
        [RetentionKind::Unstarted, RetentionKind::Computers, RetentionKind::Alone, RetentionKind::Games];
}

/// What is to go of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Going {
    pub kind: RetentionKind,
    /// For how many days it is kept; nothing for ever.
    pub days: Option<u32>,
    /// How many there are.
    pub count: u64,
    /// Bytes of their logs.
    pub bytes: u64,
}

/// A table in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableListed {
    /// Its name in addresses.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// How far it is.
    pub stage: String,
    /// Whether it stands in the lobby.
    pub public: bool,
    /// Who sits there.
    pub names: Vec<String>,
    /// Open sockets.
    pub sockets: u64,
    /// When something last happened, in milliseconds since 1970.
    pub updated: i64,
}

/// Where sockets come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddressSeen {
    pub address: String,
    /// Open sockets and streams.
    pub sockets: u64,
}

/// Those who wait.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Queue {
    pub name: String,
    pub waiting: u64,
    /// For how long the first of them has.
    pub oldest_seconds: f64,
}

/// A table, as whoever runs the server sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSeen {
    /// Its name in addresses.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// How far it is.
    pub stage: Stage,
    /// Whether it stands in the lobby.
    pub public: bool,
    /// Entries of its log.
    pub version: u64,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When something last happened.
    pub updated: i64,
    /// The number of the person who made it.
    pub creator: i64,
    /// Who sits where.
    pub seats: Vec<SeatSeen>,
    /// The last lines of chat, the first first: the seat and what it said.
    pub said: Vec<(u8, String)>,
    /// Who looks on now.
    pub sockets: Vec<SocketSeen>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSeen {
    /// Counted from 1.
    pub seat: u8,
    /// What whoever sits there is called.
    pub name: Option<String>,
    /// The numbers of the people whose seat it is: one for each browser or bot.
    pub people: Vec<i64>,
    /// The computer's player that plays it.
    pub computer: Option<String>,
}

/// Somebody who looks on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SocketSeen {
    pub address: String,
    /// The person's number, if they are known.
    pub person: Option<i64>,
}

/// Everything that is kept about a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonKept {
    /// The person's number.
    pub person: i64,
    /// By so many secrets they are known, of which only hashes are kept: one for each browser or bot.
    pub secrets: u64,
    /// The tables they take part in or took part in, the latest first.
    pub tables: Vec<TableKept>,
    /// What they are called and have said.
    pub words: Vec<WordKept>,
    /// The tables they want to be kept.
    pub keeps: Vec<String>,
    /// The links by which they came, and those to go on with their seats.
    pub links: Vec<LinkKept>,
    /// Whether they are shut out.
    pub ban: Option<Ban>,
}

/// A table that a person takes part in. Its log has what they did there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableKept {
    /// Its name in addresses.
    pub game: String,
    /// How far it is.
    pub stage: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When something last happened.
    pub updated: i64,
}

/// A name or a line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordKept {
    /// At which table.
    pub game: String,
    /// In which entry of its log.
    pub version: u64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// `name`, `title` or `chat`.
    pub kind: String,
    pub text: String,
}

/// A link that a person used, or that lets somebody go on with their seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkKept {
    /// To which table.
    pub game: String,
    /// What it is good for.
    pub purpose: crate::export::Purpose,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
}

/// What `bastide verify-data` found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verified {
    /// Whether nothing is wrong.
    pub whole: bool,
    /// Tables that were looked at.
    pub tables: u64,
    /// Entries that are as they were written.
    pub entries: u64,
    /// Tables whose logs are damaged.
    pub hurt: Vec<Hurt>,
    /// What SQLite finds wrong with the file, the first of it.
    pub problems: Vec<String>,
    /// The record of heads: `whole`, `missing` or `spoiled`.
    pub record: String,
}

/// A table whose log is damaged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hurt {
    /// Its name in addresses.
    pub game: String,
    /// `gone`, `short`, `changed` or `replaced`.
    pub flaw: String,
    /// So many entries from the first on are as they were written.
    pub readable: u64,
    /// So many there were, as far as is known.
    pub known: u64,
}

/// Somebody who is shut out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// A network or a person's number.
    pub whom: String,
    /// What they are told.
    pub reason: String,
    /// Since when, in milliseconds since 1970.
    pub made: i64,
    /// Until when; nothing for good.
    pub until: Option<i64>,
}

/// What everybody is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoticeSet {
    pub text: String,
    /// Until when, in milliseconds since 1970.
    pub until: i64,
}
