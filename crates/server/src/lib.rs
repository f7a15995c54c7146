//! Tables for people, bots and spectators, from one process that loses nothing.

pub mod store;
