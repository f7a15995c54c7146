//! What a person can choose from, and what they type for it.

use crate::picture::Label;
use crate::say;
use rules::{Action, Cell, Phase, Position, Rotation};
use std::collections::BTreeMap;

/// The choices of one decision.
pub enum Choices {
    /// Cells for the tile in hand, each with its rotations, in reading order.
    Place(Vec<(Cell, Vec<Rotation>)>),
    /// A list to choose from by number; an empty answer is `Pass`, if that is possible.
    List {
        /// What is numbered from 1.
        options: Vec<Action>,
        /// Whether nothing can be done.
        pass: bool,
    },
}

/// What an answer means.
pub enum Answer {
    /// Do this.
    Do(Action),
    /// The tile goes there, but it is not said how.
    Turn(Cell, Vec<Rotation>),
    /// Nothing that can be chosen.
    Unknown,
}

impl Choices {
    /// The choices in a position.
    pub fn new(position: &Position) -> Choices {
        let mut actions = Vec::new();
        position.distinct_actions(&mut actions);
        if position.phase() == Phase::Place {
            return Choices::Place(cells(&actions));
        }
        let pass = actions.contains(&Action::Pass);
        Choices::List {
            options: actions.into_iter().filter(|action| *action != Action::Pass).collect(),
            pass,
        }
    }

    /// What is written on the board for them.
    pub fn labels(&self) -> Vec<Label> {
        match self {
            Choices::Place(cells) => {
                let label = |(n, (cell, _)): (usize, &(Cell, _))| Label {
                    cell: *cell,
                    segment: None,
                    text: letters(n),
                };
                cells.iter().enumerate().map(label).collect()
            }
            Choices::List { options, .. } => {
                let numbered = options.iter().zip(1..);
                numbered.filter_map(|(action, n): (_, u32)| on_board(*action, n.to_string())).collect()
            }
        }
    }

    /// The question.
    pub fn question(&self, position: &Position) -> String {
        let view = position.view();
        match (self, position.phase()) {
            (Choices::Place(_), _) => {
                let name = position.hand().map_or("the tile", |kind| kind.name());
                format!("Where does {name} go? (a letter on the board)")
            }
            (Choices::List { options, pass }, phase) => {
                let mut text = String::new();
                for (action, n) in options.iter().zip(1..) {
                    text.push_str(&format!("{n:>4}  {}\n", say::action(*action, &view)));
                }
                let nothing = if *pass { ", or Enter for nothing" } else { "" };
                let asked = match phase {
                    Phase::Dragon { .. } => "Where does the dragon go?",
                    Phase::Extra => "Another tile?",
                    _ => "What next?",
                };
                format!("{text}{asked} (a number{nothing})")
            }
        }
    }

    /// What an answer means.
    pub fn read(&self, answer: &str) -> Answer {
        match self {
            Choices::Place(cells) => read_place(cells, answer),
            Choices::List { pass: true, .. } if answer.is_empty() => Answer::Do(Action::Pass),
            Choices::List { options, .. } => {
                let chosen = answer.parse::<usize>().ok().and_then(|n| options.get(n.checked_sub(1)?));
                chosen.map_or(Answer::Unknown, |action| Answer::Do(*action))
            }
        }
    }
}

/// `b` is the second cell, `b2` that cell with the second way to turn the tile.
fn read_place(cells: &[(Cell, Vec<Rotation>)], answer: &str) -> Answer {
    let (name, turn) = match answer.find(|c: char| c.is_ascii_digit()) {
        Some(at) => (&answer[..at], answer[at..].parse::<usize>().ok()),
        None => (answer, None),
    };
    let found = cells.iter().enumerate().find(|(n, _)| letters(*n) == name.to_ascii_lowercase());
    let Some((_, (cell, rotations))) = found else { return Answer::Unknown };
    let rotation = match (turn, rotations.as_slice()) {
        (Some(turn), _) => turn.checked_sub(1).and_then(|n| rotations.get(n)),
        (None, [only]) => Some(only),
        (None, _) if answer.len() == name.len() => return Answer::Turn(*cell, rotations.clone()),
        (None, _) => None,
    };
    rotation
        .map_or(Answer::Unknown, |rotation| Answer::Do(Action::Place { cell: *cell, rotation: *rotation }))
}

/// The cells of placements, from the top left, with their rotations.
fn cells(actions: &[Action]) -> Vec<(Cell, Vec<Rotation>)> {
    let mut cells: BTreeMap<(i32, i16), Vec<Rotation>> = BTreeMap::new();
    for action in actions {
        if let Action::Place { cell, rotation } = action {
            cells.entry((-i32::from(cell.y), cell.x)).or_default().push(*rotation);
        }
    }
    cells.into_iter().map(|((y, x), rotations)| (Cell::new(x, (-y) as i16), rotations)).collect()
}

/// `a` to `z`, then `aa`, `ab` and so on.
fn letters(n: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    match n / 26 {
        0 => letter(n).to_string(),
        more => format!("{}{}", letters(more - 1), letter(n)),
    }
}

/// The label of an option that is a place on the board.
fn on_board(action: Action, text: String) -> Option<Label> {
    match action {
        Action::Deploy { spot, .. } | Action::Evict { spot } => {
            Some(Label { cell: spot.cell, segment: Some(spot.segment), text })
        }
        Action::MoveFairy { cell, segment } => Some(Label { cell, segment: segment.or(Some(0)), text }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 51, 52, 702].map(letters), ["a", "z", "aa", "az", "ba", "aaa"]);
    }

    #[test]
    fn an_answer_may_say_how_the_tile_is_turned() {
        let cells = vec![
            (Cell::new(0, 1), vec![Rotation::NONE]),
            (Cell::new(1, 0), vec![Rotation::new(1), Rotation::new(3)]),
        ];
        let place = |x, y, r| Action::Place { cell: Cell::new(x, y), rotation: Rotation::new(r) };
        let done = |answer: &str| match read_place(&cells, answer) {
            Answer::Do(action) => Some(action),
            _ => None,
        };
        assert_eq!(done("a"), Some(place(0, 1, 0)));
        assert_eq!(done("B2"), Some(place(1, 0, 3)));
        assert!(matches!(read_place(&cells, "b"), Answer::Turn(..)));
        for wrong in ["", "c", "b0", "b3", "b9999999999999999999999", "2", "a b", "ż1"] {
            assert!(matches!(read_place(&cells, wrong), Answer::Unknown), "{wrong}");
        }
    }
}
