//! The server's interface over HTTP, told once: each route with what it takes and what it answers.

mod document;
mod routes;

pub use document::document;
pub use routes::ROUTES;

use crate::shape::Shape;

/// A way to ask the server something.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// `get`, `post` or `delete`.
    pub method: &'static str,
    /// Where; `{game}` stands for a table's name.
    pub path: &'static str,
    /// What it does, in a sentence.
    pub does: &'static str,
    /// What may stand in the query.
    pub query: &'static [Query],
    /// What is to be sent: the kind of text, and its shape.
    pub body: Option<(&'static str, Shape)>,
    /// What is answered.
    pub answers: &'static [RouteAnswer],
    /// What else may be answered, with a [`Failure`](crate::table::Failure): these, and [`ALWAYS`].
    pub failures: &'static [u16],
}

/// How any request may fail, whatever it asks for.
pub const ALWAYS: [u16; 2] = [421, 429];

/// A name in a query.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug)]
pub struct Query {
    pub name: &'static str,
    /// What it stands for.
    pub says: &'static str,
    /// What it may be.
    pub value: QueryValue,
}

/// What may stand behind a name in a query.
#[derive(Clone, Copy, Debug)]
pub enum QueryValue {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// The name of a table.
    Game,
    /// A whole number, which must be there.
    Number,
    /// A count, from 0.
    Count,
}

#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug)]
pub struct RouteAnswer {
    pub status: u16,
    /// What it holds, in a sentence.
    pub says: &'static str,
    /// The kind of text, and its shape; nothing if there is no text.
    pub content: Option<(&'static str, Shape)>,
}
