//! Tables: how a game is asked for, what is kept of it, and what flows between server and clients.

mod config;
mod entry;
mod message;

pub use config::{Clock, NewTable, OutOfTime, SeatPlan};
pub use entry::{Entry, Leaving, Logged, Proposal};
pub use message::{
    Command, Deal, FromServer, Now, Order, Rejection, Snapshot, Stage, Summary, TableSeat, ToServer, Update,
};
