//! What things are worth, in points.

use rules::{Figure, Parts, Setup};
use std::sync::LazyLock;

/// The numbers of the evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The first follower in supply, the second, and so on.
    pub follower: [f64; 7],
    /// With fewer turns left than this a follower in supply is worth less.
    pub follower_turns: f64,
    /// A knight that comes home for certain, as a part of what the next follower in supply is worth.
    pub homecoming: f64,
    /// The same for a thief.
    pub homecoming_road: f64,
    /// The same for a monk.
    pub homecoming_monastery: f64,
    /// How likely its owner uses a tile that closes a city, if it is the owner's to lay.
    pub closing: f64,
    /// The same for a road.
    pub closing_road: f64,
    /// The same for a tile that only carries the feature on.
    pub carrying: f64,
    /// How likely a tile beside a monastery is used to earn its point.
    pub around: f64,
    /// The same to finish it.
    pub surround: f64,
    /// Each further gap makes a feature so much harder to finish.
    pub gap: f64,
    /// What a gap of an unfinished road or city will bring, if it is filled.
    pub growth: f64,
    /// The part of an unfinished city's points for the field beside it that will be earned.
    pub field_city: f64,
    /// The same, if it is certain to be finished by those who build it, on top.
    pub field_close: f64,
    /// With fewer tiles left than this the cities beside a field are less likely to be finished.
    pub field_tiles: f64,
    /// What an open edge of a field will bring, at the beginning of the game.
    pub field_edge: f64,
    /// More open edges than this bring nothing more.
    pub field_edges: f64,
    /// The next tile to be drawn.
    pub tempo: f64,
    /// For how many turns a builder will be of use.
    pub builder_turns: f64,
    /// For how many turns the fairy stays, at most.
    pub fairy_turns: f64,
    /// How likely she is still there when her follower's feature is finished.
    pub fairy_bonus: f64,
    /// How much of the danger from the dragon her tile is spared.
    pub fairy_guard: f64,
    /// How far a token of goods counts beyond a majority that is certain.
    pub goods: f64,
    /// How likely a walking dragon comes to a tile at its side; farther tiles in proportion.
    pub dragon: f64,
    /// For how many tiles ahead a walk of the dragon is feared.
    pub dragon_tiles: f64,
    /// How much of what is expected of the best opponent, rather than of all, counts against one's own.
    pub leader: f64,
    /// The part of an unfinished road or city that others will join or take, if it is open on all sides.
    pub joined: f64,
    /// The same for a field, at the beginning of the game.
    pub field_joined: f64,
    /// How likely someone who gains by it uses a tile that joins two roads or cities.
    pub joining: f64,
    /// The same for two fields.
    pub field_joining: f64,
    /// The part of a city that is lost if a princess comes.
    pub princess: f64,
    /// A builder in supply.
    pub builder: f64,
    /// A pig in supply.
    pub pig: f64,
    /// Tokens of goods by which one must lead to be sure of a majority, as a part of those still to be taken.
    pub goods_lead: f64,
    /// At first sight: the part of all tiles left that closes a gap of a road or city.
    pub quick_closing: f64,
    /// At first sight: the part of all tiles left that fits a gap beside a monastery.
    pub quick_around: f64,
    /// At first sight: what a field without cities will bring, at the beginning of the game.
    pub quick_field: f64,
    /// At first sight: the part of a city's points for a field that a city just finished adds.
    pub quick_farmed: f64,
    /// At first sight: how likely a builder earns a tile in a turn.
    pub quick_builder: f64,
    /// At first sight: a token of goods.
    pub quick_goods: f64,
    /// At first sight: the fairy beside an own follower, besides what she gives for its feature.
    pub quick_fairy: f64,
}

impl Weights {
    /// A figure in supply that needs a follower beside it; what followers are worth depends on how many there are.
    pub fn helper(&self, figure: Figure) -> f64 {
        match figure {
            Figure::Follower => 0.0,
            Figure::Builder => self.builder,
            Figure::Pig => self.pig,
        }
    }

    /// Those of the greedy player, which stay as they are, and where tuning begins.
    pub const DEFAULT: Weights = Weights {
        follower: [6.6, 3.8, 3.1, 1.2, 0.8, 0.5, 0.3],
        follower_turns: 4.5,
        homecoming: 0.15,
        homecoming_road: 0.15,
        homecoming_monastery: 0.15,
        closing: 0.52,
        closing_road: 0.52,
        carrying: 0.1,
        around: 0.52,
        surround: 0.52,
        gap: 0.39,
        growth: 0.375,
        field_city: 0.27,
        field_close: 0.0,
        field_tiles: 20.0,
        field_edge: 0.18,
        field_edges: 4.5,
        tempo: 2.0,
        builder_turns: 4.0,
        fairy_turns: 0.5,
        fairy_bonus: 0.3,
        fairy_guard: 0.1,
        goods: 1.0,
        dragon: 0.3,
        dragon_tiles: 6.0,
        leader: 0.5,
        joined: 0.0,
        field_joined: 0.0,
        joining: 0.0,
        field_joining: 0.0,
        princess: 0.0,
        builder: 0.0,
        pig: 0.0,
        goods_lead: 0.35,
        quick_closing: 0.15,
        quick_around: 0.3,
        quick_field: 0.5,
        quick_farmed: 0.6,
        quick_builder: 0.4,
        quick_goods: 1.5,
        quick_fairy: 0.8,
    };

    /// The weights of the strong player's evaluation, in such a game.
    pub fn strong(setup: &Setup) -> &'static Weights {
        static PLAIN: LazyLock<Weights> = LazyLock::new(|| Weights::section("evaluation"));
        static PARTS: LazyLock<Weights> = LazyLock::new(|| Weights::section("evaluation-parts"));
        if setup.parts == Parts::NONE { &PLAIN } else { &PARTS }
    }

    /// The weights of everyone's choices in play-outs, in such a game.
    pub fn quick_eval(setup: &Setup) -> &'static Weights {
        static PLAIN: LazyLock<Weights> = LazyLock::new(|| Weights::section("quick"));
        static PARTS: LazyLock<Weights> = LazyLock::new(|| Weights::section("quick-parts"));
        if setup.parts == Parts::NONE { &PLAIN } else { &PARTS }
    }

    /// A section of the data file: `[name]`, then a name and a number in each line. What is not there is as usual.
    fn section(name: &str) -> Weights {
        let mut weights = Weights::DEFAULT;
        let lines = DATA.lines().skip_while(|line| *line != format!("[{name}]")).skip(1);
        for line in lines.take_while(|line| !line.starts_with('[')) {
            let mut words = line.split_whitespace();
            if let (Some(name), Some(Ok(number))) = (words.next(), words.next().map(str::parse))
                && let Some((_, slot)) = weights.slots().into_iter().find(|(slot, _)| slot == name)
            {
                *slot = number;
            }
        }
        weights
    }

    /// Every number by name.
    pub fn slots(&mut self) -> Vec<(String, &mut f64)> {
        let followers = self.follower.iter_mut().enumerate();
        let mut slots: Vec<(String, &mut f64)> =
            followers.map(|(n, slot)| (format!("follower-{}", n + 1), slot)).collect();
        macro_rules! slots {
            ($($name:ident)*) => { slots.extend([$((stringify!($name).replace('_', "-"), &mut self.$name)),*]) };
        }
        slots!(follower_turns homecoming homecoming_road homecoming_monastery closing closing_road carrying around
            surround gap growth field_city field_close field_tiles field_edge field_edges tempo builder_turns
            fairy_turns fairy_bonus fairy_guard goods dragon dragon_tiles leader joined field_joined joining
            field_joining princess builder pig goods_lead
            quick_closing quick_around quick_field quick_farmed quick_builder quick_goods quick_fairy);
        slots
    }
}

/// What `cargo xtask tune` found.
const DATA: &str = include_str!("../../data/weights.txt");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_every_section() {
        for name in crate::tune::Section::NAMES {
            assert!(DATA.lines().any(|line| line == format!("[{name}]")), "{name}");
            assert_ne!(Weights::section(name), Weights::DEFAULT, "{name}");
        }
    }

    #[test]
    fn every_line_of_the_file_is_a_number_with_a_known_name() {
        let mut weights = Weights::DEFAULT;
        let names: Vec<String> = weights.slots().into_iter().map(|(name, _)| name).collect();
        for line in DATA.lines().filter(|line| !line.is_empty() && !line.starts_with(['[', '#'])) {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert!(words.len() == 2 && words[1].parse::<f64>().is_ok(), "{line}");
            assert!(names.iter().any(|name| name == words[0]), "{line}");
        }
    }
}
