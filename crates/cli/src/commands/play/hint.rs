//! What the computer would do in a person's place.

use super::Play;
use super::choice::Choices;
use crate::say;
use ai::Stop;
use ai::analysis::{Prospect, advise};
use rules::{Action, Position, Seat};

impl Play {
    /// What the computer would play and what it expects of it, in what is typed from the first choice on: a cell that was
    /// chosen is given up.
    pub(super) fn hint(&mut self, seat: Seat) -> String {
        self.chosen = None;
        let position = self.table.position();
        match advise(position, &self.limits(), &Stop::default()) {
            Some(advice) => {
                let expected = expected(&advice, seat, position.setup().seats);
                format!("The computer would play:\n{}{expected}", steps(position, &advice.line))
            }
            None => "There is nothing to decide.".to_owned(),
        }
    }
}

/// A line for each thing to type, with what it does.
fn steps(position: &Position, line: &[Action]) -> String {
    let mut here = position.clone();
    let mut text = String::new();
    for action in line {
        let choices = Choices::new(&here, None);
        if !choices.is_none() {
            let typed = choices.typed(*action, &here).unwrap_or_default();
            text.push_str(&format!("{typed:>7}  {}\n", say::action(*action, &here)));
        }
        if here.play(*action, &mut ()).is_err() {
            break;
        }
    }
    text
}

/// How the game is expected to end for a seat.
fn expected(advice: &Prospect, seat: Seat, seats: u8) -> String {
    if seats == 1 {
        return format!("It expects {:.1} points in the end.", advice.value[seat.index()]);
    }
    let (margin, chance) = (advice.margin, 100.0 * advice.chances[seat.index()]);
    let side = if margin < 0.0 { "behind" } else { "ahead" };
    format!("It expects to be {:.1} points {side} in the end; chance of winning {chance:.0} %.", margin.abs())
}

#[cfg(test)]
mod tests {
    use super::super::choice::Answer;
    use super::*;
    use chance::Game;
    use rules::{ExtraTile, Input, Setup, TileSet};
    use std::collections::BTreeSet;

    /// What comes of typing this, step by step.
    fn read(typed: &str, position: &Position) -> Option<Action> {
        let mut chosen = None;
        for word in typed.split(" then ") {
            let word = if word == "Enter" { "" } else { word };
            match Choices::new(position, chosen).read(word, position) {
                Answer::Do(action) => return Some(action),
                Answer::Cell(cell) => chosen = Some(cell),
                _ => return None,
            }
        }
        None
    }

    /// Plays a game at random, looks at whatever can be done in it, and notes what kinds of actions there were.
    fn play(seed: u64, kinds: &mut BTreeSet<String>) {
        let mut setup = Setup::new(2, &TileSet::ALL);
        setup.knobs.extra_tile = ExtraTile::May;
        let mut table = Game::new(&setup, seed).unwrap();
        let (mut stream, mut actions) = (chance::Stream::new(seed), Vec::new());
        let limits = ai::Limits { nodes: Some(20), ..ai::Limits::default() };
        while !table.is_over() {
            let position = table.position();
            position.distinct_actions(&mut actions);
            for action in &actions {
                let typed = Choices::new(position, None).typed(*action, position).unwrap();
                assert_eq!(read(&typed, position), Some(*action), "{typed}");
                kinds.insert(format!("{action:?}").split([' ', '{']).next().unwrap().to_owned());
            }
            if table.inputs().len().is_multiple_of(50) {
                let line = advise(position, &limits, &Stop::default()).map(|advice| advice.line);
                assert!(line.iter().flatten().take(1).all(|action| actions.contains(action)), "{line:?}");
            }
            let draw = table.next_draw().map(Input::Draw);
            let input = draw.or_else(|| stream.pick(&actions).copied().map(Input::Act));
            table.apply(input.unwrap(), &mut ()).unwrap();
        }
    }

    #[test]
    fn whatever_can_be_done_is_told_as_it_is_typed() {
        let mut kinds = BTreeSet::new();
        (0..6).for_each(|seed| play(seed, &mut kinds));
        let all = ["Deploy", "Evict", "MoveDragon", "MoveFairy", "Pass", "Place", "TakeExtra"];
        assert!(kinds.iter().eq(all), "{kinds:?}");
    }
}
