//! The server over real sockets and a real database.

mod admin;
mod analysis;
mod bots;
mod carry;
mod common;
mod cookies;
mod costs;
mod damage;
mod games;
mod guests;
mod large;
mod limits;
mod line;
mod malformed;
#[allow(dead_code, reason = "other tests need more of it")]
mod player;
mod privacy;
mod requests;
mod seats;
mod stored;
mod streams;
mod theft;
mod tidy;
mod unaided;
