//! The store: what every database has to do for the server, and SQLite on real files: faults, crashes, migrations, exports.

mod backup;
mod batches;
mod child;
mod common;
mod crash;
mod damage;
mod disk;
mod files;
mod import;
mod manual;
#[path = "../memory/mod.rs"]
mod memory;
mod room;
mod suite;
mod versions;
