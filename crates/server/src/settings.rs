//! What can be chosen about a server, with the defaults that a club's server would want.

use crate::privacy::HostWords;
use crate::store::sqlite::Options;
use crate::time::Time;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// The port that a server listens at if none is said.
pub const PORT: u16 = 8484;

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The folder of its data.
    pub data: PathBuf,
    /// The address that the world knows, if there is one.
    pub public_url: Option<String>,
    /// Whether addresses are taken from a proxy's `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Where the server's numbers are told, if anywhere; never to players.
    pub metrics: Option<SocketAddr>,
    /// A folder with the files of the page, in place of those in the binary.
    pub web_dir: Option<PathBuf>,
    /// What the host says on the privacy page.
    pub host_words: HostWords,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// How the store is opened.
    pub store: Options,
    /// How much of the disk is used.
    pub disk: Disk,
    /// How long things are kept.
    pub retention: Retention,
    pub time: Time,
}

impl Settings {
    /// For this machine alone, with its data in a folder.
    pub fn new(data: PathBuf) -> Settings {
        Settings {
            listen: (Ipv4Addr::LOCALHOST, PORT).into(),
            data,
            public_url: None,
            behind_proxy: false,
            metrics: None,
            web_dir: None,
            host_words: HostWords::default(),
            limits: Limits::default(),
            store: Options::default(),
            disk: Disk::default(),
            retention: Retention::default(),
            time: Time::real(),
        }
    }
}

/// How much anybody may ask for. Every limit has an answer of its own: see `docs/serving.md`.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Tables in memory at once.
    pub tables: usize,
    /// Bytes of memory that they take together, as far as that can be estimated.
    pub table_bytes: usize,
    /// Sockets and streams at once.
    pub sockets: usize,
    /// Sockets and streams at once from one address.
    pub sockets_per_address: usize,
    /// Connections at once that are no sockets.
    pub connections: usize,
    /// The same from one address; behind a proxy there is only one address.
    pub connections_per_address: usize,
    /// Requests from one address: so many a second, and so many at once after a pause.
    pub requests: Rate,
    /// New tables, links and people of one person and from one address; a /56 of IPv6 has twice as many, a /48 four
    /// times.
    pub makings: Rate,
    /// The same of everybody together.
    pub makings_in_all: Rate,
    /// Bytes that are kept of what one person and one address made or said, moves apart; networks as above.
    pub stored: Rate,
    /// The same of everybody together.
    pub stored_in_all: Rate,
    /// Bytes that are kept of one person and one address in a day, counted like [`stored`](Limits::stored).
    pub stored_daily: Rate,
    /// Seats that one person holds at tables of others that have not begun.
    pub seats_per_person: usize,
    /// The same for all from one address.
    pub seats_per_address: usize,
    /// Sitting down, by one person; from one address five times as much.
    pub sittings: Rate,
    /// Lines of chat of one person, at all tables; from one address five times as much.
    pub lines: Rate,
    /// Messages over one socket.
    pub messages: Rate,
    /// Bytes of a message over a socket.
    pub message_bytes: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// How long a request may take until its answer begins.
    pub patience: Duration,
    /// How fast a client has to take in what it asked for.
    pub reading: Pace,
    /// Headers of a request: how many fields, and bytes with the address.
    pub headers: (usize, usize),
    /// Bytes of a request's address.
    pub address_bytes: usize,
    /// Games that are analysed at once.
    pub analyses: usize,
    /// Analyses that are looked at from one address at once; several people may look at the same.
    pub analyses_per_address: usize,
    /// How much is thought about a game that is analysed, and about a hint.
    pub effort: Effort,
    /// A public table leaves the lobby when nobody who belongs to it was there for so long.
    pub lobby: Duration,
    /// Games that one person may keep.
    pub kept: usize,
    /// A socket that says nothing for so long, not even to a ping, is closed.
    pub silence: Duration,
}

/// How much is thought when somebody wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// About a hint, at most.
    pub hint: Duration,
    /// The same, in nodes.
    pub hint_nodes: u64,
    /// About all turns of an analysed game together, more or less.
    pub game: Duration,
}

impl Default for Effort {
    fn default() -> Effort {
        let (hint, game) = (Duration::from_secs(1), Duration::from_secs(30));
        Effort { hint, hint_nodes: 1_000_000, game }
    }
}

/// How much of the disk may be used before nothing new is begun; games that run go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disk {
    /// Bytes of the database and its write-ahead log.
    pub quota: u64,
    /// Bytes of the disk that stay free; nothing for a twentieth of it, but at most [`Disk::RESERVE`].
    pub reserve: Option<u64>,
}

impl Disk {
    /// The most that is kept free if nobody says how much.
    pub const RESERVE: u64 = 500_000_000;
}

impl Default for Disk {
    fn default() -> Disk {
        Disk { quota: 4_000_000_000, reserve: None }
    }
}

/// The slowest that a client may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// So many bytes
    pub bytes: usize,
    /// for each so long that was waited for it.
    pub window: Duration,
}

/// For how many days things are kept after they last changed; nothing for ever. What is in use, and games that somebody
/// keeps, stay in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Tables at which no game began.
    pub unstarted: Option<u32>,
    /// Games in which only the computer plays, finished or not.
    pub computers: Option<u32>,
    /// Unfinished games with one seat for people: lessons, and games against the computer.
    pub alone: Option<u32>,
    /// All other games, finished or not.
    pub games: Option<u32>,
    /// People who have no game left, since they were last here.
    pub people: Option<u32>,
}

impl Default for Retention {
    fn default() -> Retention {
        Retention {
            unstarted: Some(7),
            computers: Some(7),
            alone: Some(30),
            games: Some(365),
            people: Some(crate::people::COOKIE_DAYS),
        }
    }
}

/// So many a second for long, and so many at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// A second.
    pub steady: f64,
    /// At once.
    pub burst: f64,
}

impl Rate {
    /// As much as anybody likes.
    pub const BOUNDLESS: Rate = Rate { steady: 0.0, burst: f64::INFINITY };

    /// So many an hour, and so many at once.
    pub fn hourly(hour: f64, burst: f64) -> Rate {
        Rate { steady: hour / 3600.0, burst }
    }

    /// So many a day, at any time of it.
    pub fn daily(day: f64) -> Rate {
        Rate { steady: day / (24.0 * 3600.0), burst: day }
    }

    /// So many seats taken a minute, and twice as many at once.
    pub fn sittings(a_minute: u32) -> Rate {
        Rate { steady: f64::from(a_minute) / 60.0, burst: f64::from(a_minute) * 2.0 }
    }

    /// So many lines a minute, and as many at once and half as many again.
    pub fn lines(a_minute: u32) -> Rate {
        Rate { steady: f64::from(a_minute) / 60.0, burst: f64::from(a_minute) * 1.5 }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: 20_000,
            table_bytes: 256_000_000,
            sockets: 20_000,
            sockets_per_address: 200,
            connections: 10_000,
            connections_per_address: 200,
            requests: Rate { steady: 50.0, burst: 200.0 },
            makings: Rate::hourly(720.0, 60.0),
            makings_in_all: Rate::hourly(18_000.0, 2000.0),
            stored: Rate::hourly(30e6, 3e6),
            stored_in_all: Rate::hourly(500e6, 100e6),
            stored_daily: Rate::daily(50e6),
            seats_per_person: 6,
            seats_per_address: 20,
            sittings: Rate::sittings(6),
            lines: Rate::lines(20),
            messages: Rate { steady: 20.0, burst: 60.0 },
            message_bytes: 4 << 10,
            body_bytes: 64 << 10,
            patience: Duration::from_secs(20),
            reading: Pace { bytes: 64 << 10, window: Duration::from_secs(60) },
            headers: (64, 16 << 10),
            address_bytes: 4 << 10,
            silence: Duration::from_secs(90),
            lobby: Duration::from_secs(15 * 60),
            kept: 100,
            analyses: 64,
            analyses_per_address: 8,
            effort: Effort::default(),
        }
    }
}

/// File descriptors that are not for sockets and connections of players: the database, listeners, `bastide admin`, metrics,
/// and those who are told that there is no room.
const RESERVE: u64 = 160;
/// With fewer descriptors a server is of no use.
const FEWEST: u64 = RESERVE + 32;

/// The system gives the process too few file descriptors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the system lets this process open only {0} files and sockets; at least {FEWEST} are needed (`ulimit -Hn`, LimitNOFILE)"
)]
pub struct TooFewFiles(u64);

impl Limits {
    /// Makes sockets and connections fewer, so that all of them together have a file descriptor each.
    pub fn fit(&mut self, most_files: Option<u64>) -> Result<(), TooFewFiles> {
        let Some(most) = most_files else { return Ok(()) };
        if most < FEWEST {
            return Err(TooFewFiles(most));
        }
        let (sockets, connections) = (self.sockets as u128, self.connections as u128);
        let room = u128::from(most - RESERVE);
        if sockets + connections > room {
            self.sockets = (room * sockets / (sockets + connections)).max(1) as usize;
            self.connections = room as usize - self.sockets;
            let (sockets, connections) = (self.sockets, self.connections);
            tracing::info!(
                most,
                sockets,
                connections,
                "few files may be open, so there is room for fewer people"
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_and_connections_leave_descriptors_for_everything_else() {
        let fitted = |most| {
            let mut limits = Limits::default();
            limits.fit(most).map(|()| (limits.sockets, limits.connections))
        };
        let all = Ok((20_000, 10_000));
        assert_eq!(fitted(None), all);
        assert_eq!(fitted(Some(1 << 20)), all);
        assert_eq!(fitted(Some(30_160)), all);
        assert_eq!(fitted(Some(256)), Ok((64, 32)));
        assert_eq!(fitted(Some(191)), Err(TooFewFiles(191)));
        let mut lifted = Limits { sockets: usize::MAX, connections: usize::MAX, ..Limits::default() };
        assert_eq!(lifted.fit(Some(1160)).map(|()| lifted.sockets + lifted.connections), Ok(1000));
    }
}
