//! Hosts games for people, bots and spectators: tables, their log, and the tasks that serve them.

pub mod admin;
mod allowance;
pub mod analysts;
pub mod bans;
pub mod carry;
pub mod fair_queue;
pub mod friends;
pub mod gate;
pub mod hall;
mod history;
pub mod http;
mod limits;
mod metrics;
mod people;
pub mod personal;
pub mod privacy;
mod process;
mod room;
pub mod seating;
pub mod serve;
pub mod session;
pub mod settings;
pub mod store;
pub mod table;
pub mod thinkers;
pub mod time;
pub mod visitors;
