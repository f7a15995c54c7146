//! What can be chosen about a server, with the defaults that a club's server would want.

use std::time::Duration;

/// How much anybody may ask for. Every limit has an answer of its own: see `docs/serving.md`.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Tables in memory at once.
    pub tables: usize,
    /// Sockets and streams at once.
    pub sockets: usize,
    /// Sockets and streams at once from one address.
    pub sockets_per_address: usize,
    /// Requests from one address: so many a second, and so many at once after a pause.
    pub requests: Rate,
    /// New tables, links and people from one address.
    pub makings: Rate,
    /// Messages over one socket.
    pub messages: Rate,
    /// Bytes of a message over a socket.
    pub message_bytes: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// A socket that says nothing for so long, not even to a ping, is closed.
    pub silence: Duration,
}

/// So many a second for long, and so many at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// A second.
    pub steady: f64,
    /// At once.
    pub burst: f64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: 20_000,
            sockets: 20_000,
            sockets_per_address: 200,
            requests: Rate { steady: 50.0, burst: 200.0 },
            makings: Rate { steady: 0.2, burst: 60.0 },
            messages: Rate { steady: 20.0, burst: 60.0 },
            message_bytes: 4 << 10,
            body_bytes: 64 << 10,
            silence: Duration::from_secs(90),
        }
    }
}
