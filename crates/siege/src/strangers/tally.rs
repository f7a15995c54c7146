//! What an attacker was told.

use crate::door::Answer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Answers by kind.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// By status, or by what happened to the connection.
    pub answers: BTreeMap<String, u64>,
    /// Refusals that did not say why.
    pub wordless: Vec<String>,
    /// Seats that were got.
    pub seats: u64,
    /// The most that one person got.
    pub seats_of_one: u64,
    /// The most connections that were held at once.
    pub held: usize,
}

impl Tally {
    /// One more answer.
    pub fn count(&mut self, answer: &Answer) {
        self.add(answer.status);
        if answer.status >= 400 && !says_why(&answer.body) && self.wordless.len() < 5 {
            self.wordless.push(format!("{} {:.200}", answer.status, answer.body));
        }
    }

    /// One more command that was refused.
    pub fn refuse(&mut self, code: &str, message: &str) {
        self.add(if code == "too-many" { "429" } else { code });
        if message.is_empty() {
            self.wordless.push(code.to_owned());
        }
    }

    /// One more of a kind.
    pub fn add(&mut self, kind: impl fmt::Display) {
        *self.answers.entry(kind.to_string()).or_default() += 1;
    }

    /// Those of another, too.
    pub fn join(&mut self, other: Tally) {
        for (kind, times) in other.answers {
            *self.answers.entry(kind).or_default() += times;
        }
        self.wordless.extend(other.wordless);
        self.seats += other.seats;
        self.seats_of_one = self.seats_of_one.max(other.seats_of_one);
        self.held += other.held;
    }

    /// How often an attacker was told that it was too much.
    pub fn refused(&self) -> u64 {
        ["429", "503"].iter().filter_map(|kind| self.answers.get(*kind)).sum()
    }

    /// Answers that nobody should ever get.
    pub fn broken(&self) -> u64 {
        self.answers.get("500").copied().unwrap_or_default()
    }
}

/// Whether a refusal has a sentence.
fn says_why(body: &str) -> bool {
    let body: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    body["message"].as_str().is_some_and(|message| !message.is_empty())
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers: Vec<String> =
            self.answers.iter().map(|(kind, times)| format!("{kind}: {times}")).collect();
        write!(f, "{}", if answers.is_empty() { "no answers".into() } else { answers.join(", ") })?;
        if self.held > 0 {
            write!(f, "; {} connections held", self.held)?;
        }
        Ok(())
    }
}
