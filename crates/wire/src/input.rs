//! Inputs and actions.

use crate::{Bad, Figure, Kind, Rotation, Seat, Side};
use rules::Spot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that can be fed to a game. The first seven are actions of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of `rules::Action` and `rules::Input`")]
pub enum Input {
    /// Lay the tile in hand.
    Place { x: i16, y: i16, rotation: Rotation },
    /// Put a figure on the board.
    Deploy { figure: Figure, x: i16, y: i16, segment: u8 },
    /// The princess sends a knight home.
    Evict { x: i16, y: i16, segment: u8 },
    /// Move the fairy; `segment` is absent under the knob `fairy = on-tile`.
    Fairy {
        x: i16,
        y: i16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        segment: Option<u8>,
    },
    /// Move the dragon one tile.
    Dragon { side: Side },
    /// Take the second tile that the builder earned.
    TakeExtra {},
    /// Place no figure, or take no second tile.
    Pass {},
    /// A tile is drawn.
    Draw { tile: Kind },
    /// A seat gives up.
    Retire { seat: Seat },
    /// All agree to end the game.
    EndNow {},
}

impl From<rules::Action> for Input {
    fn from(action: rules::Action) -> Input {
        use rules::Action;
        match action {
            Action::Place { cell, rotation } => {
                Input::Place { x: cell.x, y: cell.y, rotation: rotation.into() }
            }
            Action::Deploy { figure, spot: Spot { cell, segment } } => {
                Input::Deploy { figure: figure.into(), x: cell.x, y: cell.y, segment }
            }
            Action::Evict { spot: Spot { cell, segment } } => Input::Evict { x: cell.x, y: cell.y, segment },
            Action::MoveFairy { cell, segment } => Input::Fairy { x: cell.x, y: cell.y, segment },
            Action::MoveDragon { side } => Input::Dragon { side: side.into() },
            Action::TakeExtra => Input::TakeExtra {},
            Action::Pass => Input::Pass {},
        }
    }
}

impl From<rules::Input> for Input {
    fn from(input: rules::Input) -> Input {
        match input {
            rules::Input::Act(action) => action.into(),
            rules::Input::Draw(kind) => Input::Draw { tile: kind.into() },
            rules::Input::Retire(seat) => Input::Retire { seat: seat.into() },
            rules::Input::EndNow => Input::EndNow {},
        }
    }
}

impl From<Input> for rules::Input {
    fn from(input: Input) -> rules::Input {
        use rules::{Action, Cell};
        let action = match input {
            Input::Place { x, y, rotation } => {
                Action::Place { cell: Cell::new(x, y), rotation: rotation.into() }
            }
            Input::Deploy { figure, x, y, segment } => {
                Action::Deploy { figure: figure.into(), spot: Spot::new(Cell::new(x, y), segment) }
            }
            Input::Evict { x, y, segment } => Action::Evict { spot: Spot::new(Cell::new(x, y), segment) },
            Input::Fairy { x, y, segment } => Action::MoveFairy { cell: Cell::new(x, y), segment },
            Input::Dragon { side } => Action::MoveDragon { side: side.into() },
            Input::TakeExtra {} => Action::TakeExtra,
            Input::Pass {} => Action::Pass,
            Input::Draw { tile } => return rules::Input::Draw(tile.into()),
            Input::Retire { seat } => return rules::Input::Retire(seat.into()),
            Input::EndNow {} => return rules::Input::EndNow,
        };
        rules::Input::Act(action)
    }
}

impl TryFrom<Input> for rules::Action {
    type Error = Bad;
    fn try_from(input: Input) -> Result<rules::Action, Bad> {
        match input.into() {
            rules::Input::Act(action) => Ok(action),
            _ => Err(Bad::NotAnAction),
        }
    }
}

/// A complete placement with its figure choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Where the tile goes.
    pub place: Input,
    /// What the figure step does.
    pub then: Input,
}

impl From<rules::Turn> for Turn {
    fn from(turn: rules::Turn) -> Turn {
        Turn { place: turn.place.into(), then: turn.then.into() }
    }
}
