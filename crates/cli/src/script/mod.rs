//! `bastide script`: a program drives the engine, or is played against, by lines of JSON.
//!
//! One thread reads lines, one thinks, and this one answers; so a `stop` is heard while a player thinks.

mod engine;
mod lines;
mod refusal;
mod think;

use crate::table::Table;
use anyhow::Result;
use lines::Line;
use refusal::Refusal;
use rules::{Cell, Position, Spot};
use std::io::{Stdout, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use think::Thinker;
use wire::{Answer, Id, MAX_LINE, Reply, Request};

/// The help text of the command.
pub const ABOUT: &str = "\
Let a program drive the engine, or play: one JSON request per line on standard input, one answer per line on standard output. docs/script.md describes all requests, with a client and a player in Python.

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
    Script { table: None, thinker: Thinker::new(post), out: std::io::stdout() }.run(&mail)
}

struct Script {
    table: Option<Table>,
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
        let (id, request) = match line {
            Line::Text(text) if text.trim().is_empty() => return Ok(true),
            Line::Text(text) => wire::read_request(&text),
            Line::TooLong => (None, Err(wire::Bad::Syntax(format!("a line has at most {MAX_LINE} bytes")))),
            Line::NotText => (None, Err(wire::Bad::Syntax("a line is UTF-8 text".to_owned()))),
        };
        let last = matches!(request, Ok(Request::Quit {}));
        let answer = request.map_err(Refusal::from).and_then(|request| self.answer(request, &id));
        if let Some(answer) = answer.unwrap_or_else(|refusal| Some(refusal.into())) {
            self.say(id, answer)?;
        }
        Ok(!last)
    }

    /// The answer to a request; that to `go` comes later.
    fn answer(&mut self, request: Request, id: &Option<Id>) -> Result<Option<Answer>, Refusal> {
        Ok(Some(match request {
            Request::Hello {} => engine::hello(),
            Request::Tiles {} => engine::tiles(),
            Request::New { setup, seed } => self.take_up(|| engine::begin(setup, seed))?,
            Request::Position { setup, inputs, text } => {
                self.take_up(|| engine::set_up(setup, &inputs, text))?
            }
            Request::Apply { inputs } => engine::apply(self.change()?, &inputs)?,
            Request::Draw { tile } => engine::draw(self.change()?, tile)?,
            Request::Undo { inputs } => engine::undo(self.change()?, inputs)?,
            Request::State {} => engine::state(self.table()?),
            Request::Actions { distinct } => engine::actions(self.position()?, distinct),
            Request::Turns {} => engine::turns(self.position()?),
            Request::Standing {} => Answer::Standing((&self.position()?.standing()).into()),
            Request::Features {} => engine::features(self.position()?),
            Request::Feature { x, y, segment } => {
                engine::feature(self.position()?, Spot::new(Cell::new(x, y), segment))?
            }
            Request::Fits {} => engine::fits(self.position()?),
            Request::View {} => Answer::View { view: (&self.position()?.view()).into() },
            Request::Events { since } => Answer::Events { events: engine::events(self.table()?, since) },
            Request::Notation {} => engine::notation(self.table()?),
            Request::Go(go) => {
                let position = self.position()?.clone();
                self.thinker.go(&go, position, id.clone())?;
                return Ok(None);
            }
            Request::Stop {} => Answer::Stopping { thinking: self.thinker.stop() },
            Request::Quit {} => {
                self.thinker.stop();
                Answer::Bye {}
            }
        }))
    }

    /// Makes another game the one that is spoken of.
    fn take_up(&mut self, game: impl FnOnce() -> Result<Table, Refusal>) -> Result<Answer, Refusal> {
        self.thinker.must_be_idle()?;
        Ok(engine::state(self.table.insert(game()?)))
    }

    fn table(&self) -> Result<&Table, Refusal> {
        self.table.as_ref().ok_or_else(Refusal::no_game)
    }

    fn position(&self) -> Result<&Position, Refusal> {
        self.table().map(Table::position)
    }

    /// The game, to be changed.
    fn change(&mut self) -> Result<&mut Table, Refusal> {
        self.thinker.must_be_idle()?;
        self.table.as_mut().ok_or_else(Refusal::no_game)
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
