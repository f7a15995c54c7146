//! Actions as words that can be read without a position.

use super::word::{cell, laying, number, write_laying};
use crate::action::Action;
use crate::figure::Figure;
use crate::geometry::{Side, Spot};
use std::fmt;
use std::str::FromStr;

/// Words that are no action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{found}` is no action; write @1,0/2, follower 1,0 #2, evict 1,0 #2, fairy 1,0 #2, fairy 1,0, \
     dragon N, take or pass"
)]
pub struct BadAction {
    /// The beginning of what was read.
    pub found: String,
}

/// The action in words that need no position, as opposed to [`super::write_action`]: a segment is named by its number.
///
/// ```
/// use rules::{Action, Cell, Figure, Spot};
/// let action = Action::Deploy { figure: Figure::Follower, spot: Spot::new(Cell::new(1, 0), 2) };
/// assert_eq!(action.to_string(), "follower 1,0 #2");
/// assert_eq!("follower 1,0 #2".parse(), Ok(action));
/// ```
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Place { cell, rotation } => f.write_str(&write_laying(cell, rotation)),
            Action::Deploy { figure, spot } => write!(f, "{figure} {} #{}", spot.cell, spot.segment),
            Action::Evict { spot } => write!(f, "evict {} #{}", spot.cell, spot.segment),
            Action::MoveFairy { cell, segment: None } => write!(f, "fairy {cell}"),
            Action::MoveFairy { cell, segment: Some(n) } => write!(f, "fairy {cell} #{n}"),
            Action::MoveDragon { side } => write!(f, "dragon {side}"),
            Action::TakeExtra => f.write_str("take"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = BadAction;

    fn from_str(text: &str) -> Result<Action, BadAction> {
        let words: Vec<&str> = text.split_whitespace().take(4).collect();
        read(&words).ok_or_else(|| BadAction { found: text.chars().take(40).collect() })
    }
}

fn read(words: &[&str]) -> Option<Action> {
    match *words {
        ["pass"] => Some(Action::Pass),
        ["take"] => Some(Action::TakeExtra),
        ["dragon", side] => side_named(side).map(|side| Action::MoveDragon { side }),
        ["fairy", at] => Some(Action::MoveFairy { cell: cell(at)?, segment: None }),
        ["fairy", at, segment] => {
            spot(at, segment).map(|spot| Action::MoveFairy { cell: spot.cell, segment: Some(spot.segment) })
        }
        ["evict", at, segment] => spot(at, segment).map(|spot| Action::Evict { spot }),
        [figure, at, segment] => {
            let figure = Figure::from_name(figure)?;
            spot(at, segment).map(|spot| Action::Deploy { figure, spot })
        }
        [place] => laying(place.strip_prefix('@')?).map(|(cell, rotation)| Action::Place { cell, rotation }),
        _ => None,
    }
}

fn side_named(word: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| word.chars().eq([side.letter()]))
}

fn spot(at: &str, segment: &str) -> Option<Spot> {
    Some(Spot::new(cell(at)?, number(segment.strip_prefix('#')?)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Cell, Rotation};

    #[test]
    fn every_action_has_words_of_its_own() {
        let (cell, spot) = (Cell::new(-3, 12), Spot::new(Cell::new(1, 0), 2));
        let all = [
            (Action::Place { cell, rotation: Rotation::new(3) }, "@-3,12/3"),
            (Action::Place { cell, rotation: Rotation::NONE }, "@-3,12"),
            (Action::Deploy { figure: Figure::Pig, spot }, "pig 1,0 #2"),
            (Action::Evict { spot }, "evict 1,0 #2"),
            (Action::MoveFairy { cell: spot.cell, segment: Some(2) }, "fairy 1,0 #2"),
            (Action::MoveFairy { cell: spot.cell, segment: None }, "fairy 1,0"),
            (Action::MoveDragon { side: Side::West }, "dragon W"),
            (Action::TakeExtra, "take"),
            (Action::Pass, "pass"),
        ];
        for (action, words) in all {
            assert_eq!((action.to_string().as_str(), words.parse()), (words, Ok(action)));
        }
    }

    #[test]
    fn what_is_no_action_is_refused() {
        let bad = [
            "",
            "@",
            "@1",
            "@1,0/4",
            "1,0",
            "follower",
            "follower 1,0",
            "follower 1,0 2",
            "follower 1,0 #",
            "follower 1,0 #256",
            "knight 1,0 #2",
            "evict 1,0",
            "fairy",
            "fairy #2",
            "dragon",
            "dragon NE",
            "dragon n",
            "pass pass",
            "fairy 1,0 #2 #3",
            "@1,0 pass",
            "@1001,0",
        ];
        for words in bad {
            assert_eq!(words.parse::<Action>(), Err(BadAction { found: words.to_owned() }));
        }
        let long = "é".repeat(1000).parse::<Action>().unwrap_err();
        assert_eq!(long.found.chars().count(), 40);
    }
}
