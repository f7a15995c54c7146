//! Tables: how a game is asked for, what is kept of it, and what flows between server and clients.

mod config;
mod entry;
mod http;
mod message;
mod receipt;
mod written;

pub use config::{COMPUTER_PLAYERS, Clock, NewTable, OutOfTime, SeatPlan};
pub use entry::{Entry, Leaving, Logged, Proposal};
pub use http::{
    BotAsked, BotMade, Entered, EnteredFor, Entering, Failure, KeepAsked, Kept, KeptDays, LinkAsked,
    LinkMade, LinkPurpose, Listed, Lists, LogLine, LogShown, Mine, NoticeShown, Noticed, Opened,
    PreviewAsked, Privacy, Rematched, Streamed, Survey, Tried, TryAsked,
};
pub use message::{
    Command, Deal, FromServer, Now, Order, PROTOCOL, Rejection, Snapshot, Stage, Summary, TableSeat,
    ToServer, Update, You,
};
pub use receipt::{DealKept, Receipt};
pub use written::WrittenEntry;
