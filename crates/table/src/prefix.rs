//! The way a game took: looked at from any point of it, and gone on from there without the game being touched.

use crate::show::awaited;
use crate::{Refusal, Table};
use rules::{Cell, Input, Position, Setup, ToAct};
use wire::table::{Now, Stage, Survey, Tried, TryAsked};
use wire::{CellFits, Feature, Standing, View};

/// The first inputs of a game.
#[derive(Clone, Debug)]
pub struct GamePrefix {
    setup: Setup,
    inputs: Vec<Input>,
}

impl Table {
    /// The first `at` inputs of the game, or all of them.
    pub fn prefix(&self, at: Option<u32>) -> Result<GamePrefix, Refusal> {
        let play = self.play.as_ref().ok_or(Refusal::NotNow("the game has not begun"))?;
        GamePrefix::new(&self.setup, play.game.inputs(), at)
    }

    /// What the seats are called.
    pub fn names(&self) -> Vec<String> {
        let name = |(chair, seat): (&crate::Chair, u8)| {
            let typed = chair.name.clone().filter(|name| !name.is_empty());
            typed.unwrap_or_else(|| seat.to_string())
        };
        self.chairs.iter().zip(1..).map(name).collect()
    }
}

impl GamePrefix {
    /// The first so many of these inputs; all of them if nothing is said.
    pub fn new(setup: &Setup, inputs: &[Input], at: Option<u32>) -> Result<GamePrefix, Refusal> {
        let inputs = inputs.get(..at.map_or(inputs.len(), |at| at as usize)).ok_or(Refusal::NoSuchTurn)?;
        Ok(GamePrefix { setup: setup.clone(), inputs: inputs.to_vec() })
    }

    /// Where it leads.
    pub fn position(&self) -> Result<Position, Refusal> {
        // What was played once can be played again.
        let mut position = Position::new(&self.setup).map_err(|_| Refusal::Frozen)?;
        self.inputs.iter().try_for_each(|input| position.apply(*input, &mut ()))?;
        Ok(position)
    }

    /// The position to which it would lead to go on so.
    pub fn followed(&self, asked: &TryAsked) -> Result<Position, Refusal> {
        let mut position = self.position()?;
        asked.inputs.iter().try_for_each(|input| position.apply((*input).into(), &mut ()))?;
        Ok(position)
    }

    /// Where it would lead to go on so.
    pub fn go_on(&self, asked: &TryAsked) -> Result<Tried, Refusal> {
        let mut position = self.position()?;
        let mut all = Vec::with_capacity(asked.inputs.len());
        for input in &asked.inputs {
            let mut events = Vec::new();
            position.apply((*input).into(), &mut events)?;
            all.push(events.iter().map(|event| wire::Event::new(event, self.setup.seats)).collect());
        }
        let part =
            |spot: wire::Spot| position.feature(spot.into()).map(|found| Feature::new(&position, &found));
        Ok(Tried {
            events: all,
            view: View::from(&position.view()),
            now: now(&position),
            bag: position.bag().map(|(kind, count)| (kind.into(), count)).collect(),
            feature: asked.spot.and_then(part),
            survey: asked.survey.then(|| survey(&position)),
        })
    }
}

fn now(position: &Position) -> Now {
    let over = matches!(position.to_act(), ToAct::Over(_));
    awaited(if over { Stage::Over } else { Stage::Playing }, Some(position))
}

fn survey(position: &Position) -> Survey {
    let mut cells: Vec<Cell> = position.open_cells().collect();
    cells.sort_unstable();
    Survey {
        features: position.claimed_features().map(|feature| Feature::new(position, &feature)).collect(),
        fits: cells.into_iter().map(|cell| CellFits::new(position, cell)).collect(),
        standing: Standing::from(&position.standing()),
    }
}
