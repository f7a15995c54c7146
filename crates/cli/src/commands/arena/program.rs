//! A program of somebody else's as a player: it speaks the player half of the script protocol, and has to answer in time.

use super::pipes::{Heard, Pipes};
use ai::{Candidate, Info, Limits, Player, Stop, Thought};
use anyhow::{Context, Result, anyhow, bail, ensure};
use rules::notation::write_position;
use rules::{Action, MAX_SEATS, Position, ToAct};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use wire::{Answer, Go, PROTOCOL, Request};

/// How long a program may take for everything but a thought.
const PROMPT: Duration = Duration::from_secs(10);
/// How long it may think where there is no limit of time, before it is told to stop.
const UNTIMED: Duration = Duration::from_secs(60);
/// How long it may go on after it was told to stop.
const GRACE: Duration = Duration::from_secs(5);
/// No match has more patience, whatever the limit.
const LONGEST: Duration = Duration::from_secs(86_400);

/// Why a program failed, for whoever looks when the match has ended: a player has no other word for it.
#[derive(Clone, Default, Debug)]
pub struct Failure(Arc<Mutex<Option<anyhow::Error>>>);

impl Failure {
    /// Takes note, if nothing failed before.
    fn note(&self, error: anyhow::Error) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    pub fn take(&self) -> Option<anyhow::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A running program.
pub struct Program {
    name: String,
    pipes: Pipes,
    failure: Failure,
}

impl Program {
    /// Starts a program by its command line, words divided by spaces, and greets it.
    pub fn start(command: &str, failure: Failure) -> Result<Program> {
        let pipes = Pipes::to(command)?;
        let mut program = Program { name: format!("`{command}`"), pipes, failure };
        match program.ask("hello", &Request::Hello {})? {
            Answer::Hello { protocol: PROTOCOL, .. } => Ok(program),
            Answer::Hello { protocol, .. } => bail!(
                "{} speaks version {protocol} of the script protocol; version {PROTOCOL} is spoken here",
                program.name
            ),
            other => Err(program.instead("hello", &other)),
        }
    }

    /// The answer to anything but `go`.
    fn ask(&mut self, what: &str, request: &Request) -> Result<Answer> {
        self.say(what, request)?;
        match self.hear(what, Instant::now() + PROMPT)? {
            Some(answer) => Ok(answer),
            None => bail!("{} did not answer `{what}` within {} seconds", self.name, PROMPT.as_secs()),
        }
    }

    fn say(&mut self, what: &str, request: &Request) -> Result<()> {
        // Without its cause: a pipe that nobody reads is no reason to end in silence here.
        self.pipes.say(request).map_err(|_| anyhow!("{} ended before it heard `{what}`", self.name))
    }

    /// The next answer, or nothing if none comes in time. `stopping` is no news: only a program that was told knows it.
    fn hear(&mut self, what: &str, until: Instant) -> Result<Option<Answer>> {
        loop {
            match self.pipes.hear(until) {
                Heard::Answer(answer) if matches!(*answer, Answer::Stopping { .. }) => {
                    if Instant::now() >= until {
                        return Ok(None);
                    }
                }
                Heard::Answer(answer) => return Ok(Some(*answer)),
                Heard::Nothing => return Ok(None),
                Heard::End => bail!("{} ended before it answered `{what}`", self.name),
                Heard::Wrong(line, why) => {
                    bail!("{} gave `{what}` an answer that cannot be read, {line}: {why}", self.name)
                }
            }
        }
    }

    /// An answer that does not belong to the request.
    fn instead(&self, what: &str, answer: &Answer) -> anyhow::Error {
        let said = match answer {
            Answer::Error { message, .. } => format!("an error: {message}"),
            other => wire::write(other),
        };
        anyhow!("{} gave `{what}` the wrong answer, {}", self.name, crate::foreign::name(&said))
    }

    fn thought(&mut self, position: &Position, limits: &Limits, stop: &Stop) -> Result<Thought> {
        let text = Some(write_position(position));
        let request = Request::Position { setup: None, inputs: Vec::new(), text, seed: 0 };
        let answer = self.ask("position", &request)?;
        if !matches!(answer, Answer::State(_) | Answer::Ok {}) {
            return Err(self.instead("position", &answer));
        }
        let go = Go {
            nodes: limits.nodes,
            ms: limits.time.map(|time| time.as_millis() as u64),
            threads: u16::try_from(limits.threads.get()).ok().filter(|threads| *threads > 1),
            seed: Some(limits.seed),
            ..Go::default()
        };
        self.say("go", &Request::Go(go))?;
        let (line, value, nodes) = self.best(limits.time.unwrap_or(UNTIMED).min(LONGEST), stop)?;
        let line =
            legal(position, &line).with_context(|| format!("{} gave `go` a wrong answer", self.name))?;
        let mut all = [0.0; MAX_SEATS];
        all.iter_mut().zip(&value).for_each(|(all, value)| *all = *value);
        let best = Candidate { line, value: all };
        Ok(Thought { candidates: vec![best.clone()], best, nodes })
    }

    /// The best line. When the time is up the program is told to stop, and then has a little while.
    fn best(&mut self, limit: Duration, stop: &Stop) -> Result<(Vec<wire::Input>, Vec<f64>, u64)> {
        let (mut until, mut told) = (Instant::now() + limit, false);
        loop {
            // Looked up often, so that a match that is over does not wait for it.
            let soon = Instant::now() + Duration::from_millis(100);
            match self.hear("go", until.min(soon))? {
                Some(Answer::Info(_)) | None => {}
                Some(Answer::Best { line, value, nodes, .. }) => return Ok((line, value, nodes)),
                Some(other) => return Err(self.instead("go", &other)),
            }
            let up = Instant::now() >= until;
            ensure!(
                !(told && up),
                "{} did not answer `go` within {limit:?}, nor `stop` within {} seconds more",
                self.name,
                GRACE.as_secs()
            );
            if !told && (up || stop.is_stopped()) {
                self.say("stop", &Request::Stop {})?;
                (until, told) = (Instant::now() + GRACE, true);
            }
        }
    }
}

/// The actions of a line, if they can be played one after the other by the seat to act.
fn legal(position: &Position, line: &[wire::Input]) -> Result<Vec<Action>> {
    let (mut here, seat) = (position.clone(), position.to_act());
    let mut actions = Vec::new();
    for (n, input) in (1..).zip(line) {
        let name = || format!("action {n} of its line, {},", wire::write(input));
        let rules::Input::Act(action) = rules::Input::from(*input) else {
            bail!("{} is none: players place, deploy, evict, move or pass", name());
        };
        ensure!(
            matches!(here.to_act(), ToAct::Seat(_)) && here.to_act() == seat,
            "{} comes after its turn",
            name()
        );
        here.play(action, &mut ()).with_context(|| format!("{} is illegal", name()))?;
        actions.push(action);
    }
    ensure!(!actions.is_empty(), "its line has no actions");
    Ok(actions)
}

impl Player for Program {
    /// A program that fails has nothing to say, which ends the match with what it failed in.
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        _: &mut dyn FnMut(Info),
    ) -> Thought {
        self.thought(position, limits, stop).unwrap_or_else(|error| {
            self.failure.note(error);
            let best = Candidate { line: Vec::new(), value: [0.0; MAX_SEATS] };
            Thought { candidates: vec![best.clone()], best, nodes: 0 }
        })
    }
}
