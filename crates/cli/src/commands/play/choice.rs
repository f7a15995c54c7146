//! What a person can choose from, and what they type for it.

use crate::picture::Label;
use crate::say;
use rules::notation::parse_action;
use rules::{Action, Cell, Phase, Position, Rotation};
use std::collections::BTreeMap;

/// With more choices than this all over the board, the cell is asked for first.
const MANY: usize = 12;

/// The choices of one decision, or of one half of it.
#[derive(Debug)]
pub enum Choices {
    /// Cells for the tile in hand, each with its rotations, in reading order.
    Place(Vec<(Cell, Vec<Rotation>)>),
    /// How the tile is turned on a cell.
    Turn(Cell, Vec<Rotation>),
    /// Cells with figure choices, in reading order.
    Cells(Vec<Cell>, Pass),
    /// A list to choose from by number.
    List(Vec<Action>, Pass),
}

/// What an empty answer means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// To do nothing.
    Nothing,
    /// To choose another cell.
    Back,
    /// Nothing at all: something has to be chosen.
    No,
}

/// What an answer means.
#[derive(Debug)]
pub enum Answer {
    Do(Action),
    /// This cell is chosen, and more is to be asked.
    Cell(Cell),
    /// Another cell is to be chosen.
    Back,
    /// Nothing was said.
    Silence,
    /// Nothing that can be chosen.
    Unknown,
}

impl Choices {
    /// The choices in a position, once a cell has been chosen or before.
    pub fn new(position: &Position, chosen: Option<Cell>) -> Choices {
        let mut actions = Vec::new();
        position.distinct_actions(&mut actions);
        if position.phase() == Phase::Place {
            let mut cells = cells(&actions);
            return match cells.iter().position(|(cell, _)| Some(*cell) == chosen) {
                Some(at) => {
                    let (cell, rotations) = cells.swap_remove(at);
                    Choices::Turn(cell, rotations)
                }
                None => Choices::Place(cells),
            };
        }
        let pass = if actions.contains(&Action::Pass) { Pass::Nothing } else { Pass::No };
        actions.retain(|action| *action != Action::Pass);
        if let Some(cell) = chosen {
            actions.retain(|action| cell_of(*action) == Some(cell));
            return Choices::List(actions, Pass::Back);
        }
        let mut cells: Vec<Cell> = actions.iter().filter_map(|action| cell_of(*action)).collect();
        cells.sort_unstable_by_key(|cell| reading_order(*cell));
        cells.dedup();
        match actions.len() > MANY && cells.len() > 1 {
            true => Choices::Cells(cells, pass),
            false => Choices::List(actions, pass),
        }
    }

    /// Whether there is nothing to choose and nothing is what has to be done.
    pub fn is_none(&self) -> bool {
        matches!(self, Choices::List(options, Pass::Nothing) if options.is_empty())
    }

    /// What is written on the board for them.
    pub fn labels(&self, position: &Position) -> Vec<Label> {
        let label = |cell, segment, text| Label { cell, segment, text };
        match self {
            Choices::Place(cells) => {
                let named = cells.iter().enumerate();
                named.map(|(n, (cell, _))| label(*cell, None, letters(n))).collect()
            }
            Choices::Turn(cell, _) => vec![label(*cell, None, "?".to_owned())],
            Choices::Cells(cells, _) => {
                cells.iter().enumerate().map(|(n, cell)| label(*cell, None, letters(n))).collect()
            }
            Choices::List(options, _) => {
                let dragon = position.view().dragon;
                let numbered = options.iter().zip(1u32..);
                let on_board = numbered.filter_map(|(action, n)| {
                    let (cell, segment) = on_board(*action, dragon)?;
                    Some(label(cell, segment, n.to_string()))
                });
                on_board.collect()
            }
        }
    }

    /// A line for each choice that has a number.
    pub fn list(&self, position: &Position) -> String {
        match self {
            Choices::List(options, _) => {
                let line =
                    |(action, n): (&Action, u32)| format!("{n:>4}  {}\n", say::action(*action, position));
                options.iter().zip(1..).map(line).collect()
            }
            _ => String::new(),
        }
    }

    pub fn question(&self, position: &Position) -> String {
        let or = |pass: &Pass| match pass {
            Pass::Nothing => ", or Enter for nothing",
            Pass::Back => ", or Enter for another cell",
            Pass::No => "",
        };
        match self {
            Choices::Place(_) => {
                let name = position.hand().map_or("the tile", |kind| kind.name());
                format!("Where does {name} go? (a letter on the board)")
            }
            Choices::Turn(cell, rotations) => {
                format!("Turned which way at {cell}? (1 to {}{})", rotations.len(), or(&Pass::Back))
            }
            Choices::Cells(_, pass) => {
                format!("A figure on which tile? (a letter on the board{})", or(pass))
            }
            Choices::List(_, pass) => {
                let asked = match position.phase() {
                    Phase::Dragon { .. } => "Where does the dragon go?",
                    Phase::Extra => "Another tile?",
                    Phase::Draw { .. } | Phase::Place | Phase::Figure | Phase::Over(_) => "What next?",
                };
                format!("{asked} (a number{})", or(pass))
            }
        }
    }

    /// What is typed for an action, if it is one of the choices: `b2`, `3`, `a then 1`, `Enter`.
    pub fn typed(&self, action: Action, position: &Position) -> Option<String> {
        match self {
            Choices::Place(cells) => {
                let Action::Place { cell, rotation } = action else { return None };
                let at = cells.iter().position(|(other, _)| *other == cell)?;
                let turn = cells[at].1.iter().position(|other| *other == rotation)?;
                let number = if cells[at].1.len() > 1 { (turn + 1).to_string() } else { String::new() };
                Some(letters(at) + &number)
            }
            Choices::Cells(_, Pass::Nothing) | Choices::List(_, Pass::Nothing) if action == Action::Pass => {
                Some("Enter".to_owned())
            }
            Choices::Cells(cells, _) => {
                let at = cells.iter().position(|cell| Some(*cell) == cell_of(action))?;
                let number = Choices::new(position, Some(cells[at])).typed(action, position)?;
                Some(format!("{} then {number}", letters(at)))
            }
            Choices::List(options, _) => {
                let at = options.iter().position(|other| *other == action)?;
                Some((at + 1).to_string())
            }
            Choices::Turn(..) => None,
        }
    }

    /// What an answer means.
    pub fn read(&self, answer: &str, position: &Position) -> Answer {
        let numbered = |count: usize| {
            let n = answer.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            n.filter(|n| *n < count)
        };
        match self {
            Choices::Place(cells) => read_place(cells, answer),
            Choices::Turn(..) | Choices::List(_, Pass::Back) if answer.is_empty() => Answer::Back,
            Choices::Cells(_, Pass::Nothing) | Choices::List(_, Pass::Nothing) if answer.is_empty() => {
                Answer::Do(Action::Pass)
            }
            _ if answer.is_empty() => Answer::Silence,
            Choices::Turn(cell, rotations) => numbered(rotations.len()).map_or(Answer::Unknown, |n| {
                Answer::Do(Action::Place { cell: *cell, rotation: rotations[n] })
            }),
            Choices::Cells(cells, _) => {
                let found =
                    cells.iter().enumerate().find(|(n, _)| letters(*n) == answer.to_ascii_lowercase());
                found.map_or_else(|| read_words(answer, position), |(_, cell)| Answer::Cell(*cell))
            }
            Choices::List(options, _) => numbered(options.len())
                .map_or_else(|| read_words(answer, position), |n| Answer::Do(options[n])),
        }
    }
}

/// The words of a record will do too.
fn read_words(answer: &str, position: &Position) -> Answer {
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    match parse_action(position, answer) {
        Ok(action) if legal.contains(&action) => Answer::Do(action),
        _ => Answer::Unknown,
    }
}

/// `b` is the second cell, `b2` that cell with the second way to turn the tile.
fn read_place(cells: &[(Cell, Vec<Rotation>)], answer: &str) -> Answer {
    if answer.is_empty() {
        return Answer::Silence;
    }
    let (name, turn) = match answer.find(|c: char| c.is_ascii_digit()) {
        Some(at) => (&answer[..at], answer[at..].parse::<usize>().ok()),
        None => (answer, None),
    };
    let found = cells.iter().enumerate().find(|(n, _)| letters(*n) == name.to_ascii_lowercase());
    let Some((_, (cell, rotations))) = found else { return Answer::Unknown };
    let rotation = match (turn, rotations.as_slice()) {
        (Some(turn), _) => turn.checked_sub(1).and_then(|n| rotations.get(n)),
        (None, [only]) => Some(only),
        (None, _) if answer.len() == name.len() => return Answer::Cell(*cell),
        (None, _) => None,
    };
    rotation
        .map_or(Answer::Unknown, |rotation| Answer::Do(Action::Place { cell: *cell, rotation: *rotation }))
}

/// From the top left, row by row.
fn reading_order(cell: Cell) -> (i32, i16) {
    (-i32::from(cell.y), cell.x)
}

/// The cells of placements, in reading order, with their rotations.
fn cells(actions: &[Action]) -> Vec<(Cell, Vec<Rotation>)> {
    let mut cells: BTreeMap<(i32, i16), (Cell, Vec<Rotation>)> = BTreeMap::new();
    for action in actions {
        if let Action::Place { cell, rotation } = action {
            let (_, rotations) = cells.entry(reading_order(*cell)).or_insert_with(|| (*cell, Vec::new()));
            rotations.push(*rotation);
        }
    }
    cells.into_values().collect()
}

/// `a` to `z`, then `aa`, `ab` and so on.
fn letters(n: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    match n / 26 {
        0 => letter(n).to_string(),
        more => format!("{}{}", letters(more - 1), letter(n)),
    }
}

/// The cell a figure choice is about.
fn cell_of(action: Action) -> Option<Cell> {
    match action {
        Action::Deploy { spot, .. } | Action::Evict { spot } => Some(spot.cell),
        Action::MoveFairy { cell, .. } => Some(cell),
        Action::Place { .. } | Action::MoveDragon { .. } | Action::TakeExtra | Action::Pass => None,
    }
}

/// Where on the board an option is.
fn on_board(action: Action, dragon: Option<Cell>) -> Option<(Cell, Option<u8>)> {
    match action {
        Action::Deploy { spot, .. } | Action::Evict { spot } => Some((spot.cell, Some(spot.segment))),
        Action::MoveFairy { cell, segment } => Some((cell, segment)),
        Action::MoveDragon { side } => dragon.map(|cell| (cell.step(side), None)),
        Action::Place { .. } | Action::TakeExtra | Action::Pass => None,
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
        assert!(matches!(read_place(&cells, "b"), Answer::Cell(_)));
        for wrong in ["c", "b0", "b3", "b9999999999999999999999", "2", "a b", "ż1"] {
            assert!(matches!(read_place(&cells, wrong), Answer::Unknown), "{wrong}");
        }
    }
}
