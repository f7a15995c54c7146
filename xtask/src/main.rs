//! What people run while developing.
fn main() {}
