//! The engine half: what a program does with a game and asks about it.

use super::refusal::Refusal;
use crate::{records, say};
use chance::Game;
use rules::notation::{parse_position, write_position};
use rules::{Action, Cell, Input, Phase, Position, Setup, Spot, Turn};
use wire::{Answer, CellFits, Event, Feature, Fed, Kind, LaidSegment, PROTOCOL, State, StateNow};

/// Who is here.
pub fn hello() -> Answer {
    Answer::Hello {
        name: "bastide".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: PROTOCOL,
        players: ai::PLAYERS.iter().map(|name| (*name).to_owned()).collect(),
    }
}

pub fn tiles() -> Answer {
    Answer::Tiles { tiles: rules::Catalogue::shipped().tiles().iter().map(wire::Tile::from).collect() }
}

/// A game as far as it has gone.
pub fn set_up(
    setup: Option<wire::Setup>,
    inputs: &[Fed],
    text: Option<String>,
    seed: u64,
) -> Result<Game, Refusal> {
    let mut table = match (setup, text) {
        (Some(_), Some(_)) => {
            return Err(Refusal::new("shape", "give either `setup` or `text`; the text has its setup in it"));
        }
        (setup, None) => begin(setup.unwrap_or_default(), seed)?,
        (None, Some(text)) => Game::at(parse_position(&text)?, seed),
    };
    table.apply_all(read(inputs))?;
    Ok(table)
}

/// A new game.
pub fn begin(setup: wire::Setup, seed: u64) -> Result<Game, Refusal> {
    Ok(Game::new(&Setup::try_from(setup)?, seed)?)
}

/// Feeds inputs, all or none.
pub fn apply(table: &mut Game, inputs: &[Fed]) -> Result<Answer, Refusal> {
    feed(table, read(inputs))
}

/// Draws a tile, or the one that the deck has next.
pub fn draw(table: &mut Game, tile: Option<Kind>) -> Result<Answer, Refusal> {
    let input = tile.map(rules::Kind::from).or_else(|| table.next_draw()).map(Input::Draw);
    let not_now = || Refusal::new("not-now", "no tile is to be drawn now; `state` says what is awaited");
    feed(table, [Some(input.ok_or_else(not_now)?)])
}

/// Takes back inputs.
pub fn undo(table: &mut Game, inputs: usize) -> Result<Answer, Refusal> {
    let had = table.inputs().len();
    if inputs > had {
        let message = format!("{} so far, so {inputs} cannot be taken back", say::counted(had, "input"));
        return Err(Refusal::new("too-many", message));
    }
    table.undo(inputs);
    Ok(state(table))
}

/// What the game waits for.
pub fn state(table: &Game) -> Answer {
    Answer::State(State::new(table.position(), table.inputs().len()))
}

/// The legal actions, with the segments they are about if `sides` are wanted.
pub fn actions(position: &Position, distinct: bool, sides: bool) -> Answer {
    let mut actions = Vec::new();
    if distinct {
        position.distinct_actions(&mut actions);
    } else {
        position.legal_actions(&mut actions);
    }
    let segment = |action: &Action| LaidSegment::of(position, None, *action);
    let segments = sides.then(|| actions.iter().map(segment).collect());
    Answer::Actions { actions: actions.into_iter().map(wire::Input::from).collect(), segments }
}

/// All complete placements, with the segments of their figures if `sides` are wanted; none if no tile is to be laid.
pub fn turns(position: &Position, sides: bool) -> Answer {
    let mut turns = Vec::new();
    if position.phase() == Phase::Place {
        position.turns(&mut position.clone(), &mut turns);
    }
    let segment = |turn: &Turn| LaidSegment::of(position, Some(turn.place), turn.then);
    let segments = sides.then(|| turns.iter().map(segment).collect());
    Answer::Turns { turns: turns.into_iter().map(wire::Turn::from).collect(), segments }
}

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
pub fn events(table: &Game, since: usize) -> Vec<Event> {
    let seats = table.position().setup().seats;
    wire_events(&table.events_since(since), seats)
}

/// The position and the game as text.
pub fn notation(table: &Game) -> Answer {
    let record = records::recorder(table).game().to_string();
    Answer::Notation { position: write_position(table.position()), record }
}

fn feed(table: &mut Game, inputs: impl IntoIterator<Item = Option<Input>>) -> Result<Answer, Refusal> {
    let events = table.apply_all(inputs)?;
    let seats = table.position().setup().seats;
    let state = StateNow::State(State::new(table.position(), table.inputs().len()));
    Ok(Answer::Applied { events: wire_events(&events, seats), state })
}

fn wire_events(events: &[rules::Event], seats: u8) -> Vec<Event> {
    events.iter().map(|event| Event::new(event, seats)).collect()
}

fn read(inputs: &[Fed]) -> impl Iterator<Item = Option<Input>> {
    inputs.iter().map(|fed| match fed {
        Fed::Input(input) => Some((*input).into()),
        Fed::NextDraw => None,
    })
}
