//! Hosts games for people, bots and spectators.

pub mod table;
