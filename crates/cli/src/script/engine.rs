//! The engine half: what a program does with a game and asks about it.

use super::refusal::Refusal;
use crate::say;
use crate::table::Table;
use rules::notation::{parse_position, write_position};
use rules::{Cell, Input, Phase, Position, Setup, Spot};
use wire::{Answer, CellFits, Event, Feature, Kind, PROTOCOL, State};

/// Who is here.
pub fn hello() -> Answer {
    Answer::Hello {
        name: "bastide".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: PROTOCOL,
        players: ai::PLAYERS.iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// The catalogue.
pub fn tiles() -> Answer {
    Answer::Tiles { tiles: rules::Catalogue::shipped().tiles().iter().map(wire::Tile::from).collect() }
}

/// A game as far as it has gone.
pub fn set_up(
    setup: Option<wire::Setup>,
    inputs: &[wire::Input],
    text: Option<String>,
) -> Result<Table, Refusal> {
    let mut table = match (setup, text) {
        (Some(_), Some(_)) => {
            return Err(Refusal::new("shape", "give either `setup` or `text`; the text has its setup in it"));
        }
        (setup, None) => begin(setup.unwrap_or_default(), 0)?,
        (None, Some(text)) => Table::at(parse_position(&text)?, 0),
    };
    table.apply_all(&read(inputs))?;
    Ok(table)
}

/// A new game.
pub fn begin(setup: wire::Setup, seed: u64) -> Result<Table, Refusal> {
    Ok(Table::new(&Setup::try_from(setup)?, seed)?)
}

/// Feeds inputs, all or none.
pub fn apply(table: &mut Table, inputs: &[wire::Input]) -> Result<Answer, Refusal> {
    feed(table, &read(inputs))
}

/// Draws a tile, or the one that the deck has next.
pub fn draw(table: &mut Table, tile: Option<Kind>) -> Result<Answer, Refusal> {
    let input = match tile {
        Some(tile) => Some(Input::Draw(tile.into())),
        None => table.next_draw(),
    };
    let not_now = || Refusal::new("not-now", "no tile is to be drawn now; `state` says what is awaited");
    feed(table, &[input.ok_or_else(not_now)?])
}

/// Takes back inputs.
pub fn undo(table: &mut Table, inputs: usize) -> Result<Answer, Refusal> {
    let had = table.inputs().len();
    if inputs > had {
        let message = format!("{} so far, so {inputs} cannot be taken back", say::counted(had, "input"));
        return Err(Refusal::new("too-many", message));
    }
    table.undo(inputs);
    Ok(state(table))
}

/// What the game waits for.
pub fn state(table: &Table) -> Answer {
    Answer::State(State::new(table.position(), table.inputs().len()))
}

/// The legal actions.
pub fn actions(position: &Position, distinct: bool) -> Answer {
    let mut actions = Vec::new();
    if distinct {
        position.distinct_actions(&mut actions);
    } else {
        position.legal_actions(&mut actions);
    }
    Answer::Actions { actions: actions.into_iter().map(wire::Input::from).collect() }
}

/// All complete placements; none if no tile is to be laid.
pub fn turns(position: &Position) -> Answer {
    let mut turns = Vec::new();
    if position.phase() == Phase::Place {
        position.turns(&mut position.clone(), &mut turns);
    }
    Answer::Turns { turns: turns.into_iter().map(wire::Turn::from).collect() }
}

/// All features.
pub fn features(position: &Position) -> Answer {
    let features = position.features().map(|feature| Feature::new(position, &feature));
    Answer::Features { features: features.collect() }
}

/// The feature a segment belongs to.
pub fn feature(position: &Position, spot: Spot) -> Result<Answer, Refusal> {
    match position.feature(spot) {
        Some(feature) => Ok(Answer::Feature { feature: Feature::new(position, &feature) }),
        None => {
            let message = format!("there is no segment {} at {}", spot.segment, spot.cell);
            Err(Refusal::new("no-segment", message))
        }
    }
}

/// Which tiles fit the open cells.
pub fn fits(position: &Position) -> Answer {
    let mut cells: Vec<Cell> = position.open_cells().collect();
    cells.sort_unstable();
    Answer::Fits { cells: cells.into_iter().map(|cell| CellFits::new(position, cell)).collect() }
}

/// What has happened since so many inputs.
pub fn events(table: &Table, since: usize) -> Vec<Event> {
    let seats = table.position().setup().seats;
    table.events_since(since).iter().map(|event| Event::new(event, seats)).collect()
}

/// The position and the game as text.
pub fn notation(table: &Table) -> Answer {
    let record = table.record().game().to_string();
    Answer::Notation { position: write_position(table.position()), record }
}

fn feed(table: &mut Table, inputs: &[Input]) -> Result<Answer, Refusal> {
    let had = table.inputs().len();
    table.apply_all(inputs)?;
    let state = State::new(table.position(), table.inputs().len());
    Ok(Answer::Applied { events: events(table, had), state })
}

fn read(inputs: &[wire::Input]) -> Vec<Input> {
    inputs.iter().map(|input| (*input).into()).collect()
}
