//! What every request is answered with that cannot be done.

use super::code::Code;
use crate::allowance::UsedUp;
use crate::bans::Ban;
use crate::hall::HallError;
use crate::limits::NoRoom;
use crate::session::LoadError;
use crate::store::{GameId, StoreError};
use crate::work_queue::QueueFull;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use wire::table::{Failure, FromServer, Rejection};

/// A status and what is wrong.
#[derive(Clone, Debug)]
pub struct Failed {
    status: StatusCode,
    code: Cow<'static, str>,
    message: String,
    /// When to come again, if it is worth trying.
    wait: Duration,
    /// What the host said about it.
    words: Option<String>,
}

/// What an answer was refused for, so that it can be counted.
#[derive(Clone, Debug)]
pub struct RefusalCode(pub Cow<'static, str>);

/// When whoever is refused for the moment may come again.
const SHORTLY: Duration = Duration::from_secs(5);

impl Failed {
    pub fn new(status: StatusCode, code: Code, message: impl ToString) -> Failed {
        Failed::with(status, code.code(), message)
    }

    /// What is wrong by a code that something else gave it.
    pub fn with(status: StatusCode, code: &'static str, message: impl ToString) -> Failed {
        Failed { status, code: code.into(), message: message.to_string(), wait: SHORTLY, words: None }
    }

    /// Whether it is worth trying again in a moment.
    pub fn is_busy(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE && self.code == Code::Busy.code()
    }

    pub fn no_such_table() -> Failed {
        let message = "there is no such table, or it is not open to you; ask whoever made it for a link";
        Failed::new(StatusCode::NOT_FOUND, Code::NoSuchTable, message)
    }

    pub fn not_yours() -> Failed {
        let message = "only the person who made the table can do that";
        Failed::new(StatusCode::FORBIDDEN, Code::NotCreator, message)
    }

    /// The host has shut whoever asks out.
    pub fn banned(ban: Ban) -> Failed {
        let message = "the host of this server has shut you out; if that is a mistake, ask the host";
        let words = Some(ban.reason).filter(|words| !words.is_empty());
        Failed { words, ..Failed::new(StatusCode::FORBIDDEN, Code::Banned, message) }
    }

    pub fn nobody() -> Failed {
        let message = "this needs to know who you are; make a table or open a link first, or send your token";
        Failed::new(StatusCode::UNAUTHORIZED, Code::Nobody, message)
    }

    pub fn no_such_link() -> Failed {
        let message = "this link leads nowhere; it may have been revoked or used: ask for a new one";
        Failed::new(StatusCode::NOT_FOUND, Code::NoSuchLink, message)
    }

    pub fn too_large(most: usize) -> Failed {
        let message = format!("the body of a request has at most {most} bytes");
        Failed::new(StatusCode::PAYLOAD_TOO_LARGE, Code::TooLarge, message)
    }

    /// What is odd in a way that nobody here has words for, such as an address that is no text.
    pub fn unreadable() -> Failed {
        let message = "this request cannot be read; /api/openapi.json lists what there is";
        Failed::new(StatusCode::BAD_REQUEST, Code::BadRequest, message)
    }

    pub fn long_address() -> Failed {
        Failed::new(StatusCode::URI_TOO_LONG, Code::LongAddress, "the address of this request is too long")
    }

    pub fn long_headers() -> Failed {
        let message =
            "this request has too many headers, or too long ones; delete this site's cookies and try again";
        Failed::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, Code::LongHeaders, message)
    }

    /// The same as a text of JSON.
    pub fn body(self) -> String {
        let Failed { code, message, words, .. } = self;
        wire::write(&Failure { code: code.into_owned(), message, words })
    }

    /// A table's answer, for somebody who did not ask over a socket.
    pub fn refused(why: &Rejection) -> Failed {
        let (code, message) = (why.code.clone().into(), why.message.clone());
        Failed { status: StatusCode::CONFLICT, code, message, wait: SHORTLY, words: None }
    }

    /// What a socket says instead of a status.
    pub fn rejection(&self, id: String, version: u64) -> FromServer {
        let (code, message) = (self.code.to_string(), self.message.clone());
        FromServer::Rejected(Rejection { id, code, message, version })
    }

    pub fn too_many(what: &str) -> Failed {
        let message = format!("too many {what} from your address; wait a little and try again");
        Failed::new(StatusCode::TOO_MANY_REQUESTS, Code::TooMany, message)
    }

    /// The same of a rate, with the time to wait; or everybody together has asked for too many.
    pub fn used_up(what: &str, UsedUp { wait, by_everybody }: UsedUp) -> Failed {
        let everybody = || {
            let message = format!("there are too many {what} on this server at the moment; try again later");
            Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Busy, message)
        };
        Failed { wait, ..if by_everybody { everybody() } else { Failed::too_many(what) } }
    }

    /// The disk, or the server's share of it, is full.
    pub fn no_room() -> Failed {
        let message = "the server has used up its share of the disk and begins nothing new; games that have begun go on: tell its host";
        Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Quota, message)
    }

    /// What is left of the disk is for others.
    pub fn little_room() -> Failed {
        let message = "the server has little room left and keeps it for those who made little today; games that have begun go on: tell its host, or come again tomorrow";
        Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::LittleRoom, message)
    }

    /// There is no room for one more of them.
    pub fn crowded(why: NoRoom, what: &str) -> Failed {
        match why {
            NoRoom::OfYours => Failed::too_many(what),
            NoRoom::ForAnybody => {
                let message =
                    format!("this server has too many {what} at the moment; try again in a few seconds");
                Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Full, message)
            }
        }
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let (status, wait, refused) = (self.status, self.wait, self.code.clone());
        let body = self.body();
        let mut response = (status, [(header::CONTENT_TYPE, "application/json")], body).into_response();
        response.extensions_mut().insert(RefusalCode(refused));
        if status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::SERVICE_UNAVAILABLE {
            let seconds = (wait.as_secs_f64().ceil() as u64).max(1);
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Failed {
        match error {
            StoreError::UnknownGame(_) => Failed::no_such_table(),
            StoreError::TooLong(_) => Failed::new(StatusCode::UNPROCESSABLE_ENTITY, Code::TooLarge, error),
            StoreError::KeepsTooMany(_) => Failed::new(StatusCode::CONFLICT, Code::KeepsTooMany, error),
            StoreError::TooManyLinks(_) => Failed::new(StatusCode::CONFLICT, Code::TooManyLinks, error),
            StoreError::Busy => Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Busy, error),
            other => {
                tracing::error!(error = %other, "the store failed");
                let message = "the server cannot write at the moment; nothing was changed: try again later";
                Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Store, message)
            }
        }
    }
}

impl From<QueueFull> for Failed {
    fn from(_: QueueFull) -> Failed {
        let message = "the server has a lot to do at the moment; try again in a few seconds";
        Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Busy, message)
    }
}

impl From<HallError> for Failed {
    fn from(error: HallError) -> Failed {
        match error {
            HallError::Load(LoadError::Unknown(_)) => Failed::no_such_table(),
            HallError::Load(LoadError::Store(error)) | HallError::Store(error) => error.into(),
            HallError::Load(LoadError::Unreadable(game)) => {
                if is_news(game) {
                    tracing::error!(%game, "a log cannot be read; this is not said again of this table");
                }
                Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Unreadable, error)
            }
            HallError::Busy => Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Busy, error),
            HallError::Full => Failed::new(StatusCode::SERVICE_UNAVAILABLE, Code::Full, error),
            HallError::Table(bad) => Failed::with(StatusCode::UNPROCESSABLE_ENTITY, bad.code(), bad),
            HallError::Refused(refusal) => Failed::with(StatusCode::CONFLICT, refusal.code(), refusal),
        }
    }
}

/// Tables of which it was logged that they cannot be read: anybody may ask for them again and again.
static UNREADABLE: Mutex<BTreeSet<GameId>> = Mutex::new(BTreeSet::new());
/// So many of them are remembered. If there are more, they are named no more.
const REMEMBERED: usize = 1000;

fn is_news(game: GameId) -> bool {
    let mut known = UNREADABLE.lock().unwrap_or_else(PoisonError::into_inner);
    known.len() < REMEMBERED && known.insert(game)
}

/// No such page.
pub async fn not_found() -> Failed {
    Failed::new(StatusCode::NOT_FOUND, Code::NotFound, "there is nothing at this address")
}

/// A method that the page does not know.
pub async fn wrong_method() -> Failed {
    let message = "this address does not answer that method; /api/openapi.json lists what there is";
    Failed::new(StatusCode::METHOD_NOT_ALLOWED, Code::WrongMethod, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_a_log_cannot_be_read_is_news_once() {
        let games = [GameId::random(), GameId::random()];
        assert_eq!(games.map(is_news), [true, true]);
        assert_eq!(games.map(is_news), [false, false]);
    }
}
