//! `bastide play`: a game in the terminal.

mod ask;
mod choice;

use crate::players::{self, Thinking};
use crate::screen::Screen;
use crate::setup_args::SetupArgs;
use crate::table::Table;
use anyhow::{Context, Result, ensure};
use rules::{Input, Seat, ToAct};
use std::io::{Stdin, Stdout, Write};

/// Play in the terminal.
#[derive(clap::Args, Default, Debug)]
#[command(after_help = "\
You are asked for each decision: a letter for the cell the tile goes to, a number for the figure. `?` lists what
else can be typed, such as undo, bag, save and quit.

Examples:
  bastide play                                      against the computer
  bastide play --player random                      against a computer that does anything
  bastide play --seats 3 --computer 0               three people, one keyboard
  bastide play --seats 4 --computer 3 --sets base,river,traders,dragon --edition classic")]
pub struct Args {
    /// How many seats the computer takes, the last ones [default: all but the first]
    #[arg(long, value_name = "N")]
    computer: Option<u8>,
    /// Who plays for the computer, one for all its seats or one for each: greedy, random [default: greedy]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    player: Vec<String>,
    /// The same number gives the same tiles [default: others each time]
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    game: SetupArgs,
}

impl Args {
    /// Plays a game.
    pub fn run(self, screen: Screen) -> Result<()> {
        let seed = self.seed.unwrap_or_else(super::any_seed);
        let table = Table::at(self.game.position()?, seed);
        let seats = table.position().setup().seats;
        let computer = self.computer.unwrap_or(seats.saturating_sub(1));
        ensure!(computer <= seats, "the computer cannot take {computer} of {seats} seats");
        let people = seats - computer;
        let names = players::names(&self.player, computer.into(), players::DEFAULT)?;
        let computer = names.iter().map(|name| players::player(name)).collect::<Result<_>>()?;
        let (keyboard, out) = (std::io::stdin(), std::io::stdout());
        Play { table, people, computer, seed, screen, keyboard, out, asked: Vec::new(), told: 0, note: None }
            .run()
    }
}

/// A game and who looks at it.
struct Play {
    table: Table,
    /// The first so many seats are people's.
    people: u8,
    /// Who plays for the others.
    computer: Vec<Thinking>,
    seed: u64,
    screen: Screen,
    keyboard: Stdin,
    out: Stdout,
    /// How many inputs there were whenever a person was asked.
    asked: Vec<usize>,
    /// How many inputs people have been told about.
    told: usize,
    /// What to say at the next question.
    note: Option<String>,
}

impl Play {
    fn run(mut self) -> Result<()> {
        loop {
            match self.table.position().to_act() {
                ToAct::Over(_) => return self.farewell(),
                ToAct::Chance => self.draw()?,
                ToAct::Seat(seat) if seat.0 >= self.people => self.think(seat)?,
                ToAct::Seat(seat) => {
                    if !self.ask(seat)? {
                        return self.farewell();
                    }
                }
            }
        }
    }

    fn draw(&mut self) -> Result<()> {
        let draw = self.table.next_draw().context("no tile is left to be drawn")?;
        self.table.apply(draw)?;
        Ok(())
    }

    fn think(&mut self, seat: Seat) -> Result<()> {
        let player = &mut self.computer[usize::from(seat.0 - self.people)];
        let line = super::line(player, self.table.position(), self.seed);
        let inputs: Vec<Input> = line.into_iter().map(Input::Act).collect();
        self.table.apply_all(&inputs).map_err(|refused| refused.why)?;
        Ok(())
    }

    /// Asks a person; `false` if they leave.
    fn ask(&mut self, seat: Seat) -> Result<bool> {
        self.asked.push(self.table.inputs().len());
        loop {
            let choices = choice::Choices::new(self.table.position());
            self.show(seat, &choices)?;
            let Some(line) = self.read_line()? else { return Ok(false) };
            match self.obey(seat, &choices, line.trim())? {
                ask::Obeyed::Done => return Ok(true),
                ask::Obeyed::Leave => return Ok(false),
                ask::Obeyed::Again => {}
            }
        }
    }

    /// The next line typed; `None` at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>> {
        self.out.flush()?;
        let mut line = String::new();
        let length = self.keyboard.read_line(&mut line).context("cannot read what was typed")?;
        Ok((length > 0).then_some(line))
    }

    fn farewell(&mut self) -> Result<()> {
        self.show_board(&[])?;
        self.tell()?;
        write!(self.out, "{}", crate::sheet::sheet(self.table.position(), self.screen))?;
        if !self.table.is_over() {
            writeln!(self.out, "Goodbye; the game was not finished.")?;
        }
        self.out.flush()?;
        Ok(())
    }
}
