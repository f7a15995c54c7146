//! Which numbers are tuned, for which games.

use super::Found;
use crate::evaluate::Weights;
use crate::player::Player;
use crate::strong::{SearchConfig, Strong};
use rules::{Setup, TileSet};

/// A section of the data file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    /// The choices in play-outs, not the evaluation.
    quick_eval: bool,
    /// For games with builders, dragons and the like.
    parts: bool,
}

/// What the choices in play-outs do not look at.
const EVALUATION_ONLY: &[&str] = &[
    "carrying",
    "field-close",
    "homecoming-road",
    "homecoming-monastery",
    "closing-road",
    "surround",
    "joining",
    "field-joining",
    "field-edge",
    "field-edges",
    "fairy-turns",
    "fairy-guard",
    "goods",
    "dragon-tiles",
    "joined",
    "field-joined",
    "princess",
    "builder",
    "pig",
    "goods-lead",
];

/// What only games with builders, dragons and the like are about.
const PARTS: &[&str] = &["tempo", "builder", "pig", "princess", "fairy", "goods", "dragon"];

/// Ways to go on that the evaluation looks at in a turn of a play-out, about.
const LOOKS: u64 = 6;

impl Section {
    /// All of them, by name.
    pub const NAMES: [&'static str; 4] = ["evaluation", "quick", "evaluation-parts", "quick-parts"];

    /// The section with a name.
    pub fn named(name: &str) -> Option<Section> {
        let number = Section::NAMES.iter().position(|known| *known == name)?;
        Some(Section { quick_eval: number % 2 == 1, parts: number > 1 })
    }

    /// Whether it is for games with builders, dragons and the like.
    pub fn has_parts(self) -> bool {
        self.parts
    }

    /// Games to tune for.
    pub fn setups(self) -> Vec<Setup> {
        let with = |seats, more: &[TileSet]| Setup::new(seats, &[&[TileSet::Base], more].concat());
        match self.parts {
            false => vec![Setup::base(2), Setup::base(2), Setup::base(2), Setup::base(4)],
            true => {
                let all = |seats| Setup::new(seats, &TileSet::ALL);
                vec![
                    all(2),
                    all(2),
                    all(2),
                    with(2, &[TileSet::Traders]),
                    with(2, &[TileSet::Dragon]),
                    all(4),
                ]
            }
        }
    }

    /// Whether a number is looked at. How the best opponent counts is no matter of what is expected.
    pub fn matters(self, name: &str) -> bool {
        let is_looked_at = match self.quick_eval {
            true => !EVALUATION_ONLY.contains(&name),
            false => !name.starts_with("quick-"),
        };
        let is_of_parts = PARTS.iter().any(|part| name.contains(part));
        is_looked_at && name != "leader" && (self.parts || !is_of_parts)
    }

    /// The numbers there are.
    pub fn weights(self) -> &'static Weights {
        let setup = if self.parts { Setup::new(2, &TileSet::ALL) } else { Setup::base(2) };
        if self.quick_eval { Weights::quick_eval(&setup) } else { Weights::strong(&setup) }
    }

    /// Who plays by such numbers and looks no further than the turn. At first sight is chosen what the evaluation then looks at.
    pub fn player(self, weights: &Weights) -> Box<dyn Player + Send> {
        let alone = SearchConfig { width: 1, ..SearchConfig::FULL };
        Box::new(match self.quick_eval {
            true => Strong::with(SearchConfig { nodes: Some(LOOKS), ..alone }).with_quick_eval(weights),
            false => Strong::with(alone).with_evaluation(weights),
        })
    }

    /// Those of the numbers that matter.
    pub fn found(self, mut weights: Weights) -> Found {
        let slots = weights.slots().into_iter().map(|(name, slot)| (name, *slot));
        slots.filter(|(name, _)| self.matters(name)).collect()
    }
}
