//! A program of somebody else's as a player: it speaks the player half of the script protocol.

use ai::{Candidate, Info, Limits, Player, Stop, Thought};
use anyhow::{Context, Result, ensure};
use rules::notation::write_position;
use rules::{Action, MAX_SEATS, Position};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use wire::{Answer, Go, Reply, Request};

/// A running program.
pub struct Program {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Program {
    /// Starts a program by its command line, words divided by spaces, and greets it.
    pub fn start(command: &str) -> Result<Program> {
        let mut words = command.split_whitespace();
        let name = words.next().context("`program:` is followed by a command line")?;
        let child = Command::new(name).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.with_context(|| format!("cannot start `{command}`"))?;
        let to = child.stdin.take().context("a program has an input")?;
        let from = BufReader::new(child.stdout.take().context("a program has an output")?);
        let mut program = Program { child, to, from };
        program.say(&Request::Hello {})?;
        let answer = program.hear().with_context(|| format!("`{command}` does not answer to hello"))?;
        ensure!(matches!(answer, Answer::Hello { .. }), "`{command}` does not speak the script protocol");
        Ok(program)
    }

    fn say(&mut self, request: &Request) -> Result<()> {
        self.to.write_all((wire::write(request) + "\n").as_bytes())?;
        Ok(self.to.flush()?)
    }

    fn hear(&mut self) -> Result<Answer> {
        let mut line = String::new();
        ensure!(self.from.read_line(&mut line)? > 0, "the program has ended");
        Ok(wire::read_back::<Reply>(&line)?.answer)
    }

    fn ask(&mut self, position: &Position, limits: &Limits) -> Result<Thought> {
        self.say(&Request::Position {
            setup: None,
            inputs: Vec::new(),
            text: Some(write_position(position)),
        })?;
        let answer = self.hear()?;
        ensure!(matches!(answer, Answer::State(_)), "the program did not take the position");
        self.say(&Request::Go(Go {
            nodes: limits.nodes,
            ms: limits.time.map(|time| time.as_millis() as u64),
            threads: u16::try_from(limits.threads.get()).ok().filter(|threads| *threads > 1),
            seed: Some(limits.seed),
            ..Go::default()
        }))?;
        loop {
            match self.hear()? {
                Answer::Info(_) => {}
                Answer::Best { line, value, nodes, .. } => return thought(line, &value, nodes),
                other => anyhow::bail!("instead of its best line the program said {}", wire::write(&other)),
            }
        }
    }
}

fn thought(line: Vec<wire::Input>, value: &[f64], nodes: u64) -> Result<Thought> {
    let action = |input: wire::Input| match rules::Input::from(input) {
        rules::Input::Act(action) => Ok(action),
        _ => anyhow::bail!("a line consists of actions"),
    };
    let line: Vec<Action> = line.into_iter().map(action).collect::<Result<_>>()?;
    let mut all = [0.0; MAX_SEATS];
    all.iter_mut().zip(value).for_each(|(all, value)| *all = *value);
    let best = Candidate { line, value: all };
    Ok(Thought { candidates: vec![best.clone()], best, nodes })
}

impl Player for Program {
    /// A program that fails has nothing to say, which ends the match with its name.
    fn think(&mut self, position: &Position, limits: &Limits, _: &Stop, _: &mut dyn FnMut(Info)) -> Thought {
        self.ask(position, limits).unwrap_or_else(|error| {
            crate::complain(&format!("{error:#}"));
            let best = Candidate { line: Vec::new(), value: [0.0; MAX_SEATS] };
            Thought { candidates: vec![best.clone()], best, nodes: 0 }
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.say(&Request::Quit {});
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
