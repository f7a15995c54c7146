//! Lays siege to a server: the real binary as a process of its own, clients over real sockets in this one. Each
//! campaign is a function, so that its short form can stand in the tests; what is lost or wrong is an error, what took
//! how long is a figure.

pub mod accepted;
pub mod all;
pub mod api;
pub mod backup;
pub mod damage;
pub mod data;
pub mod disk;
pub mod door;
pub mod figures;
pub mod full;
pub mod house;
pub mod idle;
pub mod kill;
pub mod ledger;
pub mod limits;
pub mod load;
pub mod pair;
pub mod pause;
pub mod peak;
pub mod player;
pub mod queue;
pub mod restart;
pub mod socket;
pub mod strangers;
pub mod system;
