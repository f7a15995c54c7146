//! The rule book as tests: one or more for every rule, named by it.
//!
//! Every test is a small game told in text and played by [`script::check`]; `docs/rules-tests.md` shows which
//! tests hold which rule.

mod board;
mod expect;
mod game;
mod header;
mod names;
mod script;
mod words;

mod editions;
mod ending;
mod fields;
mod figures;
mod river;
mod scoring;
mod setup;
mod tiles;
mod winter;
