//! `bastide script`: a program drives the engine, or is played against, by lines of JSON.
//!
//! One thread reads lines, one thinks, and this one answers; so a `stop` is heard while a player thinks.

mod engine;
mod games;
mod lines;
mod refusal;
mod think;

use anyhow::Result;
use games::Games;
use lines::InputLine;
use refusal::Refusal;
use rules::{Cell, Spot};
use std::io::{Stdout, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use think::Thinker;
use wire::{Answer, Asked, Id, MAX_LINE, Reply, Request};

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
    InputLine(InputLine),
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
    Script { games: Games::default(), thinker: Thinker::new(post), out: std::io::stdout() }.run(&mail)
}

struct Script {
    games: Games,
    thinker: Thinker,
    out: Stdout,
}

impl Script {
    fn run(mut self, mail: &Receiver<Mail>) -> Result<()> {
        let mut ended = false;
        while !(ended && self.thinker.is_idle()) {
            match mail.recv()? {
                Mail::InputLine(line) => {
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
    fn answer_line(&mut self, line: InputLine) -> Result<bool> {
        let Asked { id, game, request } = match line {
            InputLine::Text(text) if text.trim().is_empty() => return Ok(true),
            InputLine::Text(text) => wire::read_request(&text),
            InputLine::TooLong => unreadable(format!("a line has at most {MAX_LINE} bytes")),
            InputLine::NotText => unreadable("a line is UTF-8 text".to_owned()),
        };
        let last = matches!(request, Ok(Request::Quit {}));
        let answer = request.map_err(Refusal::from).and_then(|request| self.answer(request, &game, &id));
        if let Some(answer) = answer.unwrap_or_else(|refusal| Some(refusal.into())) {
            self.say(id, answer)?;
        }
        Ok(!last)
    }

    /// The answer to a request about the game with this name; that to `go` comes later.
    fn answer(&mut self, request: Request, game: &str, id: &Option<Id>) -> Result<Option<Answer>, Refusal> {
        if changes(&request) {
            self.thinker.must_leave(game)?;
        }
        let games = &mut self.games;
        Ok(Some(match request {
            Request::Hello {} => engine::hello(),
            Request::Tiles {} => engine::tiles(),
            Request::New { setup, seed } => engine::state(games.put(game, engine::begin(setup, seed)?)?),
            Request::Position { setup, inputs, text, seed } => {
                engine::state(games.put(game, engine::set_up(setup, &inputs, text, seed)?)?)
            }
            Request::Clone { to } => {
                self.thinker.must_leave(&to)?;
                let copy = games.get(game)?.clone();
                engine::state(games.put(&to, copy)?)
            }
            Request::Forget {} => games.forget(game).map(|()| Answer::Ok {})?,
            Request::Apply { inputs } => engine::apply(games.get_mut(game)?, &inputs)?,
            Request::Draw { tile } => engine::draw(games.get_mut(game)?, tile)?,
            Request::Undo { inputs } => engine::undo(games.get_mut(game)?, inputs)?,
            Request::State {} => engine::state(games.get(game)?),
            Request::Actions { distinct, sides } => {
                engine::actions(games.get(game)?.position(), distinct, sides)
            }
            Request::Turns { sides } => engine::turns(games.get(game)?.position(), sides),
            Request::Standing {} => Answer::Standing((&games.get(game)?.position().standing()).into()),
            Request::Features {} => engine::features(games.get(game)?.position()),
            Request::Feature { x, y, segment } => {
                engine::feature(games.get(game)?.position(), Spot::new(Cell::new(x, y), segment))?
            }
            Request::Fits {} => engine::fits(games.get(game)?.position()),
            Request::View {} => Answer::View { view: (&games.get(game)?.position().view()).into() },
            Request::Events { since } => Answer::Events { events: engine::events(games.get(game)?, since) },
            Request::Notation {} => engine::notation(games.get(game)?),
            Request::Go(go) => {
                let position = games.get(game)?.position().clone();
                self.thinker.go(&go, position, game, id.clone())?;
                return Ok(None);
            }
            Request::Stop {} => Answer::Stopping { thinking: self.thinker.stop() },
            Request::Quit {} => {
                self.thinker.stop();
                Answer::Bye {}
            }
        }))
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

/// Whether a request changes the game that it is about.
fn changes(request: &Request) -> bool {
    use Request::{Apply, Draw, Forget, New, Position, Undo};
    matches!(request, New { .. } | Position { .. } | Apply { .. } | Draw { .. } | Undo { .. } | Forget {})
}

fn unreadable(why: String) -> Asked {
    Asked { id: None, game: String::new(), request: Err(wire::Bad::Syntax(why)) }
}
