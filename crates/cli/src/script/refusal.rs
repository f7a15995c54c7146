//! Why a request cannot be met.

use chance::Refused;
use rules::BadSetup;
use rules::notation::PositionError;
use wire::{Answer, Bad};

/// Why a request cannot be met; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    code: &'static str,
    message: String,
    /// Which of several inputs was wrong.
    at: Option<usize>,
}

impl Refusal {
    /// A refusal with a short name and a sentence.
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into(), at: None }
    }

    /// There is no game with this name.
    pub fn no_game(name: &str) -> Refusal {
        let message = match name {
            "" => "there is no game yet; begin one with `new` or `position`".to_owned(),
            _ => format!("there is no game `{name}`; begin it with `new`, `position` or `clone`"),
        };
        Refusal::new("no-game", message)
    }

    /// The game must stay as it is.
    pub fn thinking() -> Refusal {
        Refusal::new("thinking", "a player is thinking; wait for its `best`, or `stop` it")
    }
}

impl From<Refusal> for Answer {
    fn from(Refusal { code, message, at }: Refusal) -> Answer {
        Answer::Error { code: code.to_owned(), message, at }
    }
}

impl From<Bad> for Refusal {
    fn from(bad: Bad) -> Refusal {
        Refusal::new(bad.code(), bad.to_string())
    }
}

impl From<BadSetup> for Refusal {
    fn from(bad: BadSetup) -> Refusal {
        Refusal::new("bad-setup", bad.to_string())
    }
}

impl From<PositionError> for Refusal {
    fn from(bad: PositionError) -> Refusal {
        Refusal::new("bad-position", bad.to_string())
    }
}

impl From<Refused> for Refusal {
    fn from(Refused { at, why }: Refused) -> Refusal {
        Refusal { at: Some(at), ..Refusal::new(why.code(), why.to_string()) }
    }
}
