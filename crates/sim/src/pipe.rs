//! What lies between a client and the server: texts on their way, which may come twice, in another order, or never.

use crate::trace::Trace;
use chance::Stream;
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Texts the server may have waiting for a client that does not read.
pub const DOWN: usize = 8;
/// Texts of a client that the server has taken from the net and not read yet.
pub const UP: usize = 16;

/// The client's end of a connection.
pub struct Pipe {
    /// Ids of commands, and texts.
    flight: VecDeque<(String, String)>,
    up: mpsc::Sender<String>,
    down: mpsc::Receiver<Arc<str>>,
}

/// The server's end of a connection.
pub struct Socket {
    /// What the client says.
    pub up: mpsc::Receiver<String>,
    /// What the client is told.
    pub down: mpsc::Sender<Arc<str>>,
}

/// The connection is gone.
pub struct Cut;

/// Both ends of a new connection.
pub fn pipe() -> (Pipe, Socket) {
    let (up, from_client) = mpsc::channel(UP);
    let (to_client, down) = mpsc::channel(DOWN);
    (Pipe { flight: VecDeque::new(), up, down }, Socket { up: from_client, down: to_client })
}

impl Pipe {
    /// Sets a text on its way; for a command with its id.
    pub fn send(&mut self, id: String, text: String) {
        self.flight.push_back((id, text));
    }

    /// One text arrives at the server, as a rule the one that was sent first, and sometimes it will come again.
    /// Gives its id.
    pub fn deliver(
        &mut self,
        calm: bool,
        random: &mut Stream,
        client: usize,
        trace: &mut Trace,
    ) -> Option<String> {
        // Before the greeting nothing makes sense.
        let greeting = self.flight.front().is_some_and(|(id, _)| id.is_empty());
        let late = !calm && !greeting && random.below(8) == 0;
        let which = if late { random.below(self.flight.len() as u32) as usize } else { 0 };
        let (id, text) = self.flight.get(which)?.clone();
        self.up.try_send(text.clone()).ok()?;
        trace.note(client, '>', &text);
        if calm || greeting || random.below(12) != 0 {
            self.flight.remove(which);
        }
        Some(id)
    }

    /// The next text from the server, if one is there.
    pub fn receive(&mut self) -> Result<Option<Arc<str>>, Cut> {
        match self.down.try_recv() {
            Ok(text) => Ok(Some(text)),
            Err(mpsc::error::TryRecvError::Empty) => Ok(None),
            Err(mpsc::error::TryRecvError::Disconnected) => Err(Cut),
        }
    }

    /// Whether nothing is on its way to the server.
    pub fn is_quiet(&self) -> bool {
        self.flight.is_empty() && self.up.capacity() == UP
    }
}
