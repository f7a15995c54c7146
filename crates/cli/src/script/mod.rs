//! `bastide script`: a program drives the engine, or is played against, by lines of JSON.
//!
//! One thread reads lines, one thinks, and this one answers; so a `stop` is heard while a player thinks.

mod engine;
mod lines;
mod think;

use anyhow::Result;
use engine::Engine;
use lines::Line;
use std::io::{Stdout, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use think::Thinker;
use wire::{Answer, Id, MAX_LINE, Reply, Request};

/// The help text of the command.
pub const ABOUT: &str = "\
Let a program drive the engine, or play: one JSON request per line on standard input, one answer per line on
standard output. docs/script.md describes all requests, with a client and a player in Python.

A game:
  {\"cmd\":\"new\",\"setup\":{\"seats\":2,\"sets\":[\"base\",\"river\"]},\"seed\":7}
  {\"cmd\":\"draw\"}
  {\"cmd\":\"actions\"}
  {\"cmd\":\"apply\",\"inputs\":[{\"type\":\"place\",\"x\":1,\"y\":0,\"rotation\":0},{\"type\":\"pass\"}]}
  {\"cmd\":\"standing\"}
A player:
  {\"cmd\":\"hello\"}
  {\"cmd\":\"position\",\"setup\":{},\"inputs\":[{\"type\":\"draw\",\"tile\":\"V\"}]}
  {\"cmd\":\"go\",\"nodes\":1000}
  {\"cmd\":\"quit\"}";

/// Lines and thoughts that may wait to be answered.
const MAILBOX: usize = 64;

/// What comes in.
enum Mail {
    /// A line of input.
    Line(Line),
    /// The input has ended.
    End,
    /// What the player thinks so far, or in the end.
    Thought(Answer),
}

/// Answers requests until `quit` or the end of the input.
pub fn run() -> Result<()> {
    let (post, mail) = sync_channel(MAILBOX);
    let reader = post.clone();
    std::thread::spawn(move || lines::read_all(std::io::stdin().lock(), &reader));
    Script { engine: Engine::default(), thinker: Thinker::new(post), out: std::io::stdout() }.run(&mail)
}

struct Script {
    engine: Engine,
    thinker: Thinker,
    out: Stdout,
}

impl Script {
    fn run(mut self, mail: &Receiver<Mail>) -> Result<()> {
        let mut ended = false;
        while !(ended && self.thinker.is_idle()) {
            match mail.recv()? {
                Mail::Line(line) => {
                    if !self.answer_line(line)? {
                        return Ok(());
                    }
                }
                Mail::Thought(answer) => self.pass_on(answer)?,
                Mail::End => {
                    ended = true;
                    self.thinker.let_finish();
                }
            }
        }
        Ok(())
    }

    /// Answers a line; `false` if it was the last.
    fn answer_line(&mut self, line: Line) -> Result<bool> {
        let text = match line {
            Line::Text(text) if text.trim().is_empty() => return Ok(true),
            Line::Text(text) => text,
            Line::TooLong => {
                let message = format!("a line has at most {MAX_LINE} bytes");
                self.say(None, error("too-long", message))?;
                return Ok(true);
            }
            Line::NotText => {
                self.say(None, error("syntax", "a line must be UTF-8 text"))?;
                return Ok(true);
            }
        };
        let (id, request) = wire::read_request(&text);
        let answer = match request {
            Err(bad) => Some(error(bad.code(), bad.to_string())),
            Ok(Request::Quit {}) => {
                self.thinker.stop();
                self.say(id, Answer::Bye {})?;
                return Ok(false);
            }
            Ok(Request::Stop {}) => Some(Answer::Stopping { thinking: self.thinker.stop() }),
            Ok(Request::Go(go)) => self.thinker.go(&go, self.engine.position(), id.clone()).err(),
            Ok(request) if engine::changes_game(&request) && !self.thinker.is_idle() => {
                Some(error("thinking", "the game cannot change while a player thinks; `stop` it first"))
            }
            Ok(request) => Some(self.engine.answer(request)),
        };
        if let Some(answer) = answer {
            self.say(id, answer)?;
        }
        Ok(true)
    }

    /// Passes on what the player says, under the id of its `go`.
    fn pass_on(&mut self, answer: Answer) -> Result<()> {
        let last = !matches!(answer, Answer::Info(_));
        let id = if last { self.thinker.finish() } else { self.thinker.id() };
        self.say(id, answer)
    }

    fn say(&mut self, id: Option<Id>, answer: Answer) -> Result<()> {
        writeln!(self.out, "{}", wire::write(&Reply { id, answer }))?;
        self.out.flush()?;
        Ok(())
    }
}

/// An answer to something that cannot be done.
fn error(code: &str, message: impl Into<String>) -> Answer {
    Answer::Error { code: code.to_owned(), message: message.into(), at: None }
}
