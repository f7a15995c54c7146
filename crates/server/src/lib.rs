//! Hosts games for people, bots and spectators: tables, their log, and the tasks that serve them.

pub mod hall;
mod history;
pub mod session;
pub mod store;
pub mod table;
pub mod thinkers;
pub mod time;
