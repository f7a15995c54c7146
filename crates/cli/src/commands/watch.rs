//! `bastide watch`: a game of the computer against itself, to look at.

use super::replay::look_back;
use crate::numbers::whole;
use crate::picture::{Board, LEAST_ROWS};
use crate::players::{self, Thinking};
use crate::records;
use crate::say;
use crate::screen::{Screen, wrap};
use crate::setup_args::SetupArgs;
use crate::sheet::sheet;
use ai::Limits;
use anyhow::{Context, Result};
use chance::Game;
use rules::{Event, Input, ToAct};
use std::io::{BufWriter, Write};
use std::time::Duration;

/// Look on while the computer plays.
#[derive(clap::Args, Default, Debug)]
#[command(after_help = "\
On a terminal the game can be looked at when it has ended: left goes back, up, down, < and > move a board that is too large, q leaves.

Examples:
  bastide watch --seats 4 --sets base,river,traders,dragon
  bastide watch --player greedy,random
  bastide watch --delay 0 --seed 7 | less")]
pub struct Args {
    /// Milliseconds between decisions [default: 600 on a terminal, else 0]
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(0..=u64::MAX))]
    delay: Option<u64>,
    /// The same number gives the same game [default: another each time]
    #[arg(long, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    #[arg(long, help = players::help(players::DEFAULT), value_name = "NAME,...", value_delimiter = ',')]
    player: Vec<String>,
    #[command(flatten)]
    game: SetupArgs,
}

impl Args {
    /// Shows a whole game.
    pub fn run(self, screen: Screen) -> Result<()> {
        let seed = self.seed.unwrap_or_else(super::any_seed);
        let mut table = Game::at(self.game.position()?, seed);
        let names = players::names(&self.player, table.position().setup().seats.into(), players::DEFAULT)?;
        let mut players: Vec<Thinking> =
            names.iter().map(|name| players::player(name)).collect::<Result<_>>()?;
        let delay = Duration::from_millis(self.delay.unwrap_or(if screen.terminal { 600 } else { 0 }));
        let mut out = BufWriter::new(std::io::stdout().lock());
        while !table.is_over() {
            for input in next_inputs(&table, &mut players, seed)? {
                let mut events = Vec::new();
                table.apply(input, &mut events).context("the computer made a mistake")?;
                show(&mut out, &table, &events, screen)?;
                out.flush()?;
                std::thread::sleep(delay);
            }
        }
        finish(&mut out, &table, screen)
    }
}

/// Lines below the board for what is told before the next board.
const SPARE: usize = 3;

/// What chance or the computer does next.
fn next_inputs(table: &Game, players: &mut [Thinking], seed: u64) -> Result<Vec<Input>> {
    match table.position().to_act() {
        ToAct::Seat(seat) => {
            let limits = Limits { seed, ..Limits::default() };
            let line = super::line(&mut players[seat.index()], table.position(), &limits);
            Ok(line.into_iter().map(Input::Act).collect())
        }
        _ => Ok(vec![table.next_draw().map(Input::Draw).context("no tile is left to be drawn")?]),
    }
}

/// On a terminal the board after every tile and figure, in a pipe only the sentences.
fn show(out: &mut impl Write, table: &Game, events: &[Event], screen: Screen) -> Result<()> {
    let news = news(table, events, screen);
    if screen.terminal && events.iter().any(|event| say::place_of(event).is_some()) {
        let scores = sheet(table.position(), screen);
        draw(out, table, screen, &format!("{scores}{news}"))
    } else {
        Ok(write!(out, "{news}")?)
    }
}

fn news(table: &Game, events: &[Event], screen: Screen) -> String {
    let sentences = say::events(events, &table.position().view());
    wrap(&sentences.join("\n"), screen.size().0)
}

/// The board, and this text below it.
fn draw(out: &mut impl Write, table: &Game, screen: Screen, below: &str) -> Result<()> {
    let view = table.position().view();
    let (columns, rows) = screen.room(below);
    let board = Board {
        view: &view,
        labels: &[],
        focus: say::focus(&view),
        size: None,
        room: (columns, rows.saturating_sub(SPARE).max(LEAST_ROWS)),
        colour: screen.colour,
    };
    screen.clear(out)?;
    write!(out, "{}{below}", board.text().0)?;
    Ok(())
}

/// The last board, from which a person can look back, then the scoring and the score sheet; in a pipe the
/// scoring has been told.
fn finish(out: &mut impl Write, table: &Game, screen: Screen) -> Result<()> {
    look_back(out, &records::recorder(table).finish(), screen)?;
    let last = table.inputs().len().saturating_sub(1);
    let news = if screen.terminal { news(table, &table.events_since(last), screen) } else { String::new() };
    draw(out, table, screen, &format!("{news}{}", sheet(table.position(), screen)))?;
    out.flush()?;
    Ok(())
}
