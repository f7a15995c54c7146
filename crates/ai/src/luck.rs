//! Luck: what a drawn tile is worth to the seat that draws it, beside what else could have been drawn.

use crate::player::{Limits, Player, Stop};
use crate::strong::{SearchConfig, Strong};
use rules::{Input, Kind, Position, ToAct};

/// Ways to play a tile that are assessed, those that look best at first sight: a bag may have sixty kinds of tiles, and a
/// tile hundreds of ways.
const WAYS: u64 = 40;

/// Says what draws are worth.
#[derive(Debug)]
pub struct Luck(Strong);

impl Default for Luck {
    fn default() -> Luck {
        Luck(Strong::with(SearchConfig { width: 1, nodes: Some(WAYS), ..SearchConfig::FULL }))
    }
}

impl Luck {
    /// By how many points a draw is better than draws are on average, if each tile is then played as well as can be told
    /// at once. Over all tiles in the bag that is nothing. Nothing, too, for a tile that nobody gets to play.
    pub fn of(&mut self, position: &Position, drawn: Kind) -> f64 {
        let draws: Vec<(Kind, u16, f64)> = position
            .bag()
            .filter_map(|(kind, count)| self.worth(position, kind).map(|worth| (kind, count, worth)))
            .collect();
        let count: f64 = draws.iter().map(|(_, count, _)| f64::from(*count)).sum();
        let found = draws.iter().find(|(kind, ..)| *kind == drawn);
        // What each is behind the one drawn, rather than what they are worth: alike ones make nothing of it.
        let behind =
            |own: f64| draws.iter().map(|(_, count, worth)| f64::from(*count) * (own - worth)).sum::<f64>();
        found.map_or(0.0, |(_, _, own)| behind(*own) / count)
    }

    /// How far ahead the best way to play a tile leaves who draws it.
    fn worth(&mut self, position: &Position, kind: Kind) -> Option<f64> {
        let mut after = position.clone();
        after.apply(Input::Draw(kind), &mut ()).ok()?;
        let ToAct::Seat(seat) = after.to_act() else { return None };
        let best = self.0.think(&after, &Limits::default(), &Stop::default(), &mut |_| {}).best;
        Some(self.0.margin(&after, &best.value, seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::Game;
    use rules::Setup;

    /// A base game after `turns` turns, before a draw.
    fn before_a_draw(turns: usize) -> Position {
        let mut game = Game::new(&Setup::base(2), [7; 32]).unwrap();
        for _ in 0..turns {
            game.draw(&mut ()).unwrap();
            let mut legal = Vec::new();
            while let ToAct::Seat(_) = game.position().to_act() {
                legal.clear();
                game.position().legal_actions(&mut legal);
                game.apply(Input::Act(legal[0]), &mut ()).unwrap();
            }
        }
        game.position().clone()
    }

    #[test]
    fn luck_is_even_over_the_whole_bag() {
        let position = before_a_draw(8);
        let bag: Vec<(Kind, u16)> = position.bag().collect();
        let luck = |kind| Luck::default().of(&position, kind);
        let sum: f64 = bag.iter().map(|(kind, count)| f64::from(*count) * luck(*kind)).sum();
        assert!(sum.abs() < 0.01, "{sum}");
        assert!(bag.iter().any(|(kind, _)| luck(*kind) > 0.5), "some tiles are better than others");
    }

    #[test]
    fn there_is_no_luck_where_all_tiles_are_alike() {
        let road = Kind::named("U").unwrap();
        let setup = Setup::base(2).with_bag(vec![(road, 5)]);
        assert_eq!(Luck::default().of(&Position::new(&setup).unwrap(), road), 0.0);
    }
}
