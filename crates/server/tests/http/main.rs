//! The server over real sockets and a real database.

mod bots;
mod common;
mod games;
mod line;
mod malformed;
mod player;
mod theft;
