//! Five levels of play, for people to choose from.

use crate::strong::{SearchConfig, Strong};

/// A level. The higher, the stronger.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The name of its player.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    config: SearchConfig,
}

const FULL: SearchConfig = SearchConfig::FULL;

/// All levels, from the one that a beginner enjoys beating to full strength. They misjudge less and less, and the
/// last two look ahead: the fourth shortly and at few ways to go on, the fifth as long as it may.
pub const LEVELS: [Level; 5] = [
    Level {
        name: "level-1",
        title: "Apprentice",
        config: SearchConfig { width: 1, carelessness: 5.0, ..FULL },
    },
    Level {
        name: "level-2",
        title: "Journeyman",
        config: SearchConfig { width: 1, carelessness: 2.5, ..FULL },
    },
    Level { name: "level-3", title: "Mason", config: SearchConfig { width: 1, carelessness: 0.8, ..FULL } },
    Level { name: "level-4", title: "Master", config: SearchConfig { width: 4, nodes: Some(3600), ..FULL } },
    Level { name: "level-5", title: "Grand Master", config: FULL },
];

/// The level that plays if nobody says how strong the computer is to be.
pub const USUAL_LEVEL: &str = LEVELS[1].name;

impl Level {
    /// The level with this name.
    ///
    /// ```
    /// assert_eq!(ai::Level::named("level-1").map(|level| level.title), Some("Apprentice"));
    /// ```
    pub fn named(name: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.name == name)
    }

    /// Its player.
    pub fn player(&self) -> Strong {
        Strong::with(self.config)
    }
}
