//! `bastide watch`: a game of the computer against itself, to look at.

use crate::picture::Board;
use crate::players::{self, Thinking};
use crate::say;
use crate::screen::Screen;
use crate::setup_args::SetupArgs;
use crate::sheet::sheet;
use crate::table::Table;
use anyhow::{Context, Result};
use rules::{Cell, Event, Input, ToAct};
use std::io::{BufWriter, Write};
use std::time::Duration;

/// Look on while the computer plays.
#[derive(clap::Args, Default, Debug)]
#[command(after_help = "\
Examples:
  bastide watch --seats 4 --sets base,river,traders,dragon
  bastide watch --player greedy,random
  bastide watch --delay 0 --seed 7 | less")]
pub struct Args {
    /// Milliseconds between decisions [default: 600 on a terminal, else 0]
    #[arg(long, value_name = "MS")]
    delay: Option<u64>,
    /// The same number gives the same game [default: another each time]
    #[arg(long)]
    seed: Option<u64>,
    /// Who plays, one for all seats or one for each: greedy, random [default: greedy]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    player: Vec<String>,
    #[command(flatten)]
    game: SetupArgs,
}

impl Args {
    /// Shows a whole game.
    pub fn run(self, screen: Screen) -> Result<()> {
        let seed = self.seed.unwrap_or_else(super::any_seed);
        let mut table = Table::at(self.game.position()?, seed);
        let names = players::names(&self.player, table.position().setup().seats.into(), players::DEFAULT)?;
        let mut players: Vec<Thinking> =
            names.iter().map(|name| players::player(name)).collect::<Result<_>>()?;
        let delay = Duration::from_millis(self.delay.unwrap_or(if screen.terminal { 600 } else { 0 }));
        let mut out = BufWriter::new(std::io::stdout().lock());
        while !table.is_over() {
            for input in next_inputs(&table, &mut players, seed)? {
                let events = table.apply(input).context("the computer made a mistake")?.to_vec();
                show(&mut out, &table, &events, screen)?;
                out.flush()?;
                std::thread::sleep(delay);
            }
        }
        finish(&mut out, &table, screen)
    }
}

/// What chance or the computer does next.
fn next_inputs(table: &Table, players: &mut [Thinking], seed: u64) -> Result<Vec<Input>> {
    match table.position().to_act() {
        ToAct::Seat(seat) => {
            let line = super::line(&mut players[seat.index()], table.position(), seed);
            Ok(line.into_iter().map(Input::Act).collect())
        }
        _ => Ok(vec![table.next_draw().context("no tile is left to be drawn")?]),
    }
}

/// On a terminal the board after every tile and figure, in a pipe only the sentences.
fn show(out: &mut impl Write, table: &Table, events: &[Event], screen: Screen) -> Result<()> {
    if screen.terminal && events.iter().any(|event| say::place_of(event).is_some()) {
        screen.clear(out)?;
        draw_board(out, table, screen, usize::from(table.position().setup().seats) + 10)?;
        write!(out, "{}", sheet(table.position(), screen))?;
    }
    for sentence in events.iter().filter_map(say::event) {
        writeln!(out, "{sentence}")?;
    }
    Ok(())
}

fn draw_board(out: &mut impl Write, table: &Table, screen: Screen, below: usize) -> Result<()> {
    let view = table.position().view();
    let focus = view.tiles.last().map_or(Cell::ORIGIN, |laid| laid.cell);
    let board = Board { view: &view, labels: &[], focus, room: screen.room(below), colour: screen.colour };
    write!(out, "{}", board.text())?;
    Ok(())
}

/// The last board and the score sheet.
fn finish(out: &mut impl Write, table: &Table, screen: Screen) -> Result<()> {
    screen.clear(out)?;
    draw_board(out, table, screen, 12)?;
    writeln!(out)?;
    write!(out, "{}", sheet(table.position(), screen))?;
    out.flush()?;
    Ok(())
}
