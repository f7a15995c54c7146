//! Lines to and from another program, which may be silent, endless or gone.

use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Instant;
use wire::{Answer, MAX_LINE, Reply, Request};

/// Lines that may wait to be heard; a program that says more waits itself.
const MAILBOX: usize = 64;

/// A child and the two pipes to it. The child ends with this.
pub struct Pipes {
    child: Child,
    to: ChildStdin,
    from: Receiver<Vec<u8>>,
}

/// What was heard.
pub enum Heard {
    Answer(Box<Answer>),
    /// A line that is no answer, cut where it grows long, and why it is none.
    Wrong(String, String),
    /// Nothing by then.
    Nothing,
    /// Nothing more will be.
    End,
}

impl Pipes {
    /// Starts a program by its command line, words divided by spaces.
    pub fn to(line: &str) -> Result<Pipes> {
        let mut words = line.split_whitespace();
        let name = words.next().context("`program:` is followed by a command line")?;
        let mut command = Command::new(name);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C interrupts the match, which then ends its programs itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().with_context(|| format!("cannot start `{line}`"))?;
        let to = child.stdin.take().context("a program has an input")?;
        let output = child.stdout.take().context("a program has an output")?;
        let (post, from) = sync_channel(MAILBOX);
        std::thread::spawn(move || read_lines(BufReader::new(output), &post));
        Ok(Pipes { child, to, from })
    }

    pub fn say(&mut self, request: &Request) -> std::io::Result<()> {
        self.to.write_all((wire::write(request) + "\n").as_bytes())?;
        self.to.flush()
    }

    /// What is said next, if it is said by then.
    pub fn hear(&self, until: Instant) -> Heard {
        match self.from.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => understand(&line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}

fn understand(line: &[u8]) -> Heard {
    let wrong = |why: String| Heard::Wrong(crate::foreign::name(String::from_utf8_lossy(line).trim()), why);
    if line.len() > MAX_LINE {
        return wrong(format!("a line has at most {MAX_LINE} bytes"));
    }
    let Ok(text) = std::str::from_utf8(line) else { return wrong("a line is UTF-8 text".to_owned()) };
    match wire::read_back::<Reply>(text) {
        Ok(Reply { id: Some(_), .. }) => wrong("no request had an id".to_owned()),
        Ok(reply) => Heard::Answer(Box::new(reply.answer)),
        Err(bad) => wrong(bad.to_string()),
    }
}

/// Passes lines on until there are no more, or one that has no end, or nobody listens.
fn read_lines(mut from: BufReader<ChildStdout>, post: &SyncSender<Vec<u8>>) {
    loop {
        let mut line = Vec::new();
        let read = from.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) || post.send(line).is_err() {
            return;
        }
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        let _ = self.say(&Request::Quit {});
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
