//! Finding weights by play against oneself: those of the evaluation from how games end, those of the choices in
//! play-outs by trying.

mod fit;
mod spsa;

pub use fit::{Fit, Quality};
pub use spsa::Spsa;

use crate::Weights;
use rules::{Setup, TileSet};

/// Numbers that were found, by name.
pub type Found = Vec<(String, f64)>;

/// Games to tune for: with builders, dragons and the like, or without.
pub fn setups(parts: bool) -> Vec<Setup> {
    let with = |seats, more: &[TileSet]| Setup::new(seats, &[&[TileSet::Base], more].concat());
    match parts {
        false => vec![Setup::base(2), Setup::base(2), Setup::base(2), Setup::base(4)],
        true => {
            let all = |seats| Setup::new(seats, &TileSet::ALL);
            vec![all(2), all(2), all(2), with(2, &[TileSet::Traders]), with(2, &[TileSet::Dragon]), all(4)]
        }
    }
}

/// Whether a number is about builders, dragons and the like.
fn is_of_parts(name: &str) -> bool {
    const PARTS: &[&str] = &["tempo", "builder", "pig", "princess", "fairy", "goods", "dragon"];
    PARTS.iter().any(|part| name.contains(part))
}

/// The numbers that were looked for.
fn found(mut weights: Weights, matters: impl Fn(&str) -> bool) -> Found {
    let slots = weights.slots().into_iter().map(|(name, slot)| (name, *slot));
    slots.filter(|(name, _)| matters(name)).collect()
}
