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

mod builder;
mod dragon;
mod editions;
mod ending;
mod examples;
mod examples_sets;
mod fairy;
mod fields;
mod figures;
mod goods;
mod helper;
mod order;
mod pig;
mod portal;
mod princess;
mod river;
mod scoring;
mod setup;
mod table;
mod tiles;
mod together;
mod winter;
