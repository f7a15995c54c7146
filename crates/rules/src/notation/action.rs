//! Single actions as words, as they stand in a record.

use super::cursor::{Cursor, Tok};
use super::error::{Fault, RecordError};
use super::game::Step;
use super::page::Page;
use super::place::TileMap;
use super::word::write_laying;
use crate::action::{Action, Input};
use crate::event::Phase;
use crate::figure::{Figure, Seat};
use crate::geometry::Spot;
use crate::position::Position;
use crate::view::Laid;

/// The words of an action, as a record of the game has them: `@1,0/2`, `knight N`, `fairy thief 1,0 EW`, `2N`,
/// `pass`.
///
/// ```
/// use rules::notation::{parse_action, write_action};
/// use rules::{Action, Kind, Position, Setup};
/// let mut position = Position::new(&Setup::base(2)).unwrap();
/// position.draw(Kind::named("V").unwrap(), &mut ()).unwrap();
/// let action = parse_action(&position, "@1,0/1").unwrap();
/// position.play(action, &mut ()).unwrap();
/// let action = parse_action(&position, "thief NW").unwrap();
/// assert_eq!(write_action(&position, action), "thief NW");
/// ```
pub fn write_action(position: &Position, action: Action) -> String {
    action_words(&table(position), action, mover(position))
}

/// The action that these words stand for at a position. Whether it is legal is another question.
pub fn parse_action(position: &Position, words: &str) -> Result<Action, RecordError> {
    let mut cursor = Cursor::new(words);
    let (word, mark) = cursor.word("an action")?;
    let mut page = Page::at(&mut cursor, table(position), position.setup().seats, position.hand());
    page.word(word, mark)?;
    let step = page.steps.pop();
    if let Some(Step { input: Input::Draw(named), .. }) = page.steps.pop()
        && position.hand() != Some(named)
    {
        let expected = position.hand().map_or("no tile: none is in hand".to_owned(), |hand| {
            format!("{}, the tile in hand", hand.name())
        });
        return Err(Fault::expected(expected, named.name()).at(mark));
    }
    let end = cursor.next()?;
    if end.tok != Tok::End {
        return Err(end.not("nothing after the action"));
    }
    match step {
        Some(step) if step.mover() != mover(position) && step.mover().is_some() => {
            let expected = mover(position).map_or("no move of the dragon now".to_owned(), |seat| {
                format!("seat {seat} to move the dragon")
            });
            Err(Fault::expected(expected, word).at(mark))
        }
        Some(step) => match step.input {
            Input::Act(action) => Ok(action),
            Input::Draw(_) | Input::Retire(_) | Input::EndNow => {
                Err(Fault::expected("an action of the seat to act", word).at(mark))
            }
        },
        None => Err(Fault::expected("an action", word).at(mark)),
    }
}

fn table(position: &Position) -> TileMap {
    let tiles: Vec<Laid> = position.tiles().collect();
    TileMap::of_tiles(&tiles)
}

fn mover(position: &Position) -> Option<Seat> {
    if let Phase::Dragon { mover, .. } = position.phase() { Some(mover) } else { None }
}

pub(super) fn action_words(table: &TileMap, action: Action, mover: Option<Seat>) -> String {
    let follower = |spot| table.figure(Figure::Follower, spot, false).join(" ");
    match action {
        Action::Place { cell, rotation } => write_laying(cell, rotation),
        Action::Deploy { figure, spot } => table.figure(figure, spot, true).join(" "),
        Action::Evict { spot } => format!("evict {}", follower(spot)),
        Action::MoveFairy { cell, segment: None } => format!("fairy {cell}"),
        Action::MoveFairy { cell, segment: Some(n) } => format!("fairy {}", follower(Spot::new(cell, n))),
        Action::MoveDragon { side } => mover.map_or(side.to_string(), |seat| format!("{seat}{side}")),
        Action::TakeExtra => "take".to_owned(),
        Action::Pass => "pass".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;
    use crate::tile::Kind;

    #[test]
    fn a_tile_that_is_named_must_be_the_one_in_hand() {
        let mut position = Position::new(&Setup::base(2)).unwrap();
        let refused = |position: &Position, words| parse_action(position, words).unwrap_err().to_string();
        let none = "line 1, column 1: expected no tile: none is in hand, found `V`";
        assert_eq!(refused(&position, "V@1,0/1"), none);
        position.draw(Kind::named("V").unwrap(), &mut ()).unwrap();
        assert_eq!(parse_action(&position, "V@1,0/1"), parse_action(&position, "@1,0/1"));
        let other = "line 1, column 1: expected V, the tile in hand, found `U`";
        assert_eq!(refused(&position, "U@1,0/1"), other);
    }
}
