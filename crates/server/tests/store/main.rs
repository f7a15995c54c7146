//! The store on real files: order, batches, faults, crashes, migrations, exports.

mod backup;
mod batches;
mod child;
mod common;
mod crash;
mod damage;
mod disk;
mod expiry;
mod files;
mod import;
mod lists;
mod log;
mod manual;
mod people;
mod turns;
mod versions;
