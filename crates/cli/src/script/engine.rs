//! The engine half: one game, driven and asked about.

use super::error;
use crate::table::{Refused, Table};
use rules::{Cell, Input, Position, Setup, Spot, ToAct};
use wire::{Answer, Bad, CellFits, Event, Feature, Kind, PROTOCOL, Request, State};

/// One game, or none yet.
#[derive(Default)]
pub struct Engine {
    table: Option<Table>,
}

/// Whether a request changes the game.
pub fn changes_game(request: &Request) -> bool {
    use Request::{Apply, Draw, New, Position, Undo};
    matches!(request, New { .. } | Position { .. } | Apply { .. } | Draw { .. } | Undo { .. })
}

/// There is nothing to ask about.
pub fn no_game() -> Answer {
    error("no-game", "there is no game yet; begin one with `new` or `position`")
}

impl Engine {
    /// Where the game stands.
    pub fn position(&self) -> Option<&Position> {
        self.table.as_ref().map(Table::position)
    }

    /// Answers any request that is not about thinking or leaving.
    pub fn answer(&mut self, request: Request) -> Answer {
        let answer = match request {
            Request::Hello {} => Ok(hello()),
            Request::Tiles {} => {
                let tiles = rules::Catalogue::shipped().tiles().iter().map(wire::Tile::from).collect();
                Ok(Answer::Tiles { tiles })
            }
            Request::New { setup, seed } => self.begin(setup, seed, &[]),
            Request::Position { setup, inputs, text } => self.set_up(setup, &inputs, text),
            request => match &mut self.table {
                Some(table) => about(table, request),
                None => Err(no_game()),
            },
        };
        answer.unwrap_or_else(|error| error)
    }

    fn begin(&mut self, setup: wire::Setup, seed: u64, inputs: &[wire::Input]) -> Result<Answer, Answer> {
        let setup = Setup::try_from(setup).map_err(|bad| bad_request(&bad))?;
        self.begin_with(&setup, seed, inputs)
    }

    fn begin_with(&mut self, setup: &Setup, seed: u64, inputs: &[wire::Input]) -> Result<Answer, Answer> {
        let mut table = Table::new(setup, seed).map_err(|bad| error("bad-setup", bad.to_string()))?;
        table.apply_all(&read_inputs(inputs)).map_err(refused)?;
        let state = state(&table);
        self.table = Some(table);
        Ok(Answer::State(state))
    }
}

fn hello() -> Answer {
    Answer::Hello {
        name: "bastide".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: PROTOCOL,
        players: ai::PLAYERS.iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// Answers what is asked of a game.
fn about(table: &mut Table, request: Request) -> Result<Answer, Answer> {
    let position = table.position();
    Ok(match request {
        Request::Apply { inputs } => return apply(table, &read_inputs(&inputs)),
        Request::Draw { tile } => return draw(table, tile),
        Request::Undo { inputs } => return undo(table, inputs),
        Request::Actions { distinct } => Answer::Actions { actions: actions(position, distinct) },
        Request::Turns {} => turns(position),
        Request::State {} => Answer::State(state(table)),
        Request::Standing {} => Answer::Standing((&position.standing()).into()),
        Request::Features {} => {
            Answer::Features { features: position.features().map(|f| Feature::new(position, &f)).collect() }
        }
        Request::Feature { x, y, segment } => return feature(position, Spot::new(Cell::new(x, y), segment)),
        Request::Fits {} => fits(position),
        Request::View {} => Answer::View { view: (&position.view()).into() },
        Request::Events { since } => Answer::Events { events: events(table, since) },
        Request::Notation {} => notation(table),
        // Those about no game, or answered before they come here.
        Request::Hello {} | Request::New { .. } | Request::Position { .. } | Request::Tiles {} => hello(),
        Request::Go(_) | Request::Stop {} | Request::Quit {} => hello(),
    })
}

fn apply(table: &mut Table, inputs: &[Input]) -> Result<Answer, Answer> {
    let had = table.inputs().len();
    table.apply_all(inputs).map_err(refused)?;
    Ok(Answer::Applied { events: events(table, had), state: state(table) })
}

fn draw(table: &mut Table, tile: Option<Kind>) -> Result<Answer, Answer> {
    let input = match tile {
        Some(tile) => Some(Input::Draw(tile.into())),
        None => table.next_draw(),
    };
    let not_now = || error("not-now", "no tile is to be drawn now; `state` says what is awaited");
    apply(table, &[input.ok_or_else(not_now)?]).map_err(|answer| match answer {
        Answer::Error { code, message, .. } => Answer::Error { code, message, at: None },
        other => other,
    })
}

fn undo(table: &mut Table, inputs: usize) -> Result<Answer, Answer> {
    let had = table.inputs().len();
    if inputs > had {
        let message = format!("the game has had {had} inputs, so {inputs} cannot be taken back");
        return Err(error("too-many", message));
    }
    table.undo(inputs);
    Ok(Answer::State(state(table)))
}

fn actions(position: &Position, distinct: bool) -> Vec<wire::Input> {
    let mut actions = Vec::new();
    if distinct {
        position.distinct_actions(&mut actions);
    } else {
        position.legal_actions(&mut actions);
    }
    actions.into_iter().map(wire::Input::from).collect()
}

fn turns(position: &Position) -> Answer {
    let mut turns = Vec::new();
    if matches!(position.to_act(), ToAct::Seat(_)) {
        position.turns(&mut position.clone(), &mut turns);
    }
    Answer::Turns { turns: turns.into_iter().map(wire::Turn::from).collect() }
}

fn feature(position: &Position, spot: Spot) -> Result<Answer, Answer> {
    match position.feature(spot) {
        Some(feature) => Ok(Answer::Feature { feature: Feature::new(position, &feature) }),
        None => Err(error("no-segment", format!("there is no segment {} at {}", spot.segment, spot.cell))),
    }
}

fn fits(position: &Position) -> Answer {
    let mut cells: Vec<Cell> = position.open_cells().collect();
    cells.sort_unstable();
    Answer::Fits { cells: cells.into_iter().map(|cell| CellFits::new(position, cell)).collect() }
}

fn events(table: &Table, since: usize) -> Vec<Event> {
    let seats = table.position().setup().seats;
    table.events_since(since).iter().map(|event| Event::new(event, seats)).collect()
}

fn state(table: &Table) -> State {
    State::new(table.position(), table.inputs().len())
}

fn read_inputs(inputs: &[wire::Input]) -> Vec<Input> {
    inputs.iter().map(|input| (*input).into()).collect()
}

fn refused(Refused { at, why }: Refused) -> Answer {
    Answer::Error { code: wire::illegal_code(&why).to_owned(), message: why.to_string(), at: Some(at) }
}

fn bad_request(bad: &Bad) -> Answer {
    error(bad.code(), bad.to_string())
}
