//! `bastide play`: a game in the terminal.

mod ask;
mod choice;
mod hint;
mod resume;
mod show;

use crate::numbers::whole;
use crate::picture::{Size, Window};
use crate::players::{self, Thinking};
use crate::say;
use crate::screen::Screen;
use crate::setup_args::SetupArgs;
use ai::Limits;
use anyhow::{Context, Result, ensure};
use chance::Game;
use choice::Choices;
use rules::{Action, Cell, Input, Seat, ToAct};
use std::io::{BufRead, Read, Stdin, Stdout, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// The longest line that is read, in bytes; a terminal gives no longer one either.
const MAX_LINE: usize = 4096;

/// How long the computer thinks at most, on all cores: as long as at the tables of a server.
const PATIENCE: Duration = Duration::from_secs(1);

/// Play in the terminal.
#[derive(clap::Args, Default, Debug)]
#[command(after_help = "\
You are asked for each decision: a letter for the cell the tile goes to, a number for the figure. `?` lists what else can be typed, such as hint, undo, bag, save and quit.

Examples:
  bastide play                           against the computer
  bastide play --level 1                 one that beginners enjoy beating
  bastide play --player random           against a computer that does anything
  bastide play --seats 3 --computer 0    three people, one keyboard
  bastide play --sets base,river         with the River
  bastide play --resume game.txt         go on with a game that was saved")]
pub struct Args {
    /// How many seats the computer takes, the last ones [default: all but the first]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0..=6))]
    computer: Option<u8>,
    /// How strong the computer is, from 1 (Apprentice) to 5 (Grand Master, who thinks for a second) [default: 2]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=5))]
    #[arg(conflicts_with = "player")]
    level: Option<u8>,
    #[arg(long, help = players::help(ai::USUAL_LEVEL), value_name = "NAME,...", value_delimiter = ',')]
    player: Vec<String>,
    /// The same number gives the same tiles [default: others each time]
    #[arg(long, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Go on with the unfinished game of a record; the tiles to come are drawn anew, by --seed if it is given
    #[arg(long, value_name = "FILE", conflicts_with_all = crate::setup_args::ALL, conflicts_with = "position")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    game: SetupArgs,
}

impl Args {
    /// Plays a game.
    pub fn run(self, screen: Screen) -> Result<()> {
        let seed = self.seed.unwrap_or_else(super::any_seed);
        let (table, before) = match &self.resume {
            Some(file) => resume::resume(file, seed)?,
            None => (Game::at(self.game.position()?, seed), None),
        };
        let seats = table.position().setup().seats;
        let computers = before.as_ref().map(|names| names.len() as u8);
        let computer = self.computer.or(computers).unwrap_or(seats.saturating_sub(1));
        ensure!(computer <= seats, "the computer cannot take {computer} of {seats} seats");
        let given = match self.level {
            Some(level) => vec![format!("level-{level}")],
            None if self.player.is_empty() => {
                before.filter(|names| names.len() == usize::from(computer)).unwrap_or_default()
            }
            None => self.player,
        };
        let names = players::names(&given, computer.into(), ai::USUAL_LEVEL)?;
        let thinking = |name: String| players::player(&name).map(|player| (name, player));
        let players = names.into_iter().map(thinking).collect::<Result<_>>()?;
        Play::new(table, seats - computer, players, seed, screen).run()
    }
}

/// A game and who looks at it.
struct Play {
    table: Game,
    /// The first so many seats are people's.
    people: u8,
    /// Who plays for the others, by name.
    computer: Vec<(String, Thinking)>,
    seed: u64,
    screen: Screen,
    keyboard: Stdin,
    out: Stdout,
    /// How many inputs there were whenever a person was asked.
    asked: Vec<usize>,
    /// How many inputs people had been told about before their last decision.
    told: usize,
    /// How many inputs there were when the game was last saved.
    saved: Option<usize>,
    /// What is said of inputs beside their events.
    remarks: Vec<(usize, String)>,
    /// What to say at the next question.
    note: Option<String>,
    /// Whether a long note took the place of the board.
    page: bool,
    /// The cell chosen in the decision under way.
    chosen: Option<Cell>,
    /// What the person wants to look at.
    focus: Option<Cell>,
    /// How large the person wants the tiles.
    size: Option<Size>,
    /// What was seen last.
    window: Option<Window>,
}

impl Play {
    fn new(table: Game, people: u8, computer: Vec<(String, Thinking)>, seed: u64, screen: Screen) -> Play {
        let told = table.inputs().len();
        let mut play = Play {
            asked: decisions(&table, people),
            table,
            people,
            computer,
            seed,
            screen,
            keyboard: std::io::stdin(),
            out: std::io::stdout(),
            told,
            saved: None,
            remarks: Vec::new(),
            note: None,
            page: false,
            chosen: None,
            focus: None,
            size: None,
            window: None,
        };
        play.note = Some(play.welcome());
        play
    }

    fn welcome(&self) -> String {
        let people = colours(0, self.people.into());
        let mut who = match (self.people, self.computer.is_empty()) {
            (0, _) => String::new(),
            (1, true) => format!("You are {people} and play alone. "),
            (1, false) => format!("You are {people}. "),
            _ => format!("{people} take turns at this keyboard. "),
        };
        let mut first = self.people;
        for equal in self.computer.chunk_by(|(one, _), (other, _)| one == other) {
            let (seats, title) = (colours(first, equal.len()), players::title(&equal[0].0));
            who.push_str(&format!("{seats}: the computer, {title}. "));
            first += equal.len() as u8;
        }
        format!("{who}? helps, legend explains the board.")
    }

    fn run(mut self) -> Result<()> {
        loop {
            match self.table.position().to_act() {
                ToAct::Over(_) => return self.farewell(),
                ToAct::Chance => self.draw()?,
                ToAct::Seat(seat) if seat.0 >= self.people => self.think(seat)?,
                ToAct::Seat(seat) => {
                    if !self.ask(seat)? {
                        return self.goodbye();
                    }
                }
            }
        }
    }

    fn draw(&mut self) -> Result<()> {
        self.table.draw(&mut ()).map(drop).context("no tile is left to be drawn")
    }

    fn think(&mut self, seat: Seat) -> Result<()> {
        let limits = self.limits();
        let (_, player) = &mut self.computer[usize::from(seat.0 - self.people)];
        let line = super::line(player, self.table.position(), &limits);
        let inputs = line.into_iter().map(|action| Some(Input::Act(action)));
        self.table.apply_all(inputs).map_err(|refused| refused.why)?;
        Ok(())
    }

    /// How long the computer thinks.
    fn limits(&self) -> Limits {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Limits { nodes: None, time: Some(PATIENCE), threads, seed: self.seed }
    }

    /// Asks a person; `false` if they leave.
    fn ask(&mut self, seat: Seat) -> Result<bool> {
        let before = self.table.inputs().len();
        if Choices::new(self.table.position(), None).is_none() {
            self.remarks.push((before, format!("{} has no figure to place and goes on.", say::seat(seat))));
            self.table.apply(Input::Act(Action::Pass), &mut ())?;
            return Ok(true);
        }
        self.asked.push(before);
        loop {
            let choices = Choices::new(self.table.position(), self.chosen);
            self.show(seat, &choices)?;
            let Some(line) = self.read_line()? else { return Ok(false) };
            if self.page && line.is_empty() {
                continue;
            }
            match self.obey(seat, &choices, &line)? {
                ask::Obeyed::Done => break,
                ask::Obeyed::Leave => return Ok(false),
                ask::Obeyed::Again => {}
            }
        }
        self.told = before.min(self.table.inputs().len());
        (self.chosen, self.focus) = (None, None);
        Ok(true)
    }

    /// The next line typed, without the spaces around it; `None` at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>> {
        self.out.flush()?;
        let mut line = Vec::new();
        let mut typed = self.keyboard.lock().take(MAX_LINE as u64 + 1);
        let length = typed.read_until(b'\n', &mut line).context("cannot read what was typed")?;
        ensure!(length <= MAX_LINE, "a line was longer than {MAX_LINE} bytes, which nothing to be typed is");
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// The answer to a question below everything else.
    fn read_answer(&mut self, question: &str) -> Result<Option<String>> {
        write!(self.out, "{question}")?;
        self.read_line()
    }

    /// The board, the scoring and the score sheet; the game can still be saved.
    fn farewell(&mut self) -> Result<()> {
        let news = self.wrapped(&self.news().join("\n"));
        let scores = crate::sheet::sheet(self.table.position(), self.screen);
        let question = "Enter leaves; save FILE writes the game down. ";
        self.show_board(&[], &format!("{news}{scores}{question}"))?;
        loop {
            let line = self.read_line()?.unwrap_or_default();
            match line.split_once(' ').unwrap_or((&line, "")) {
                (word @ ("save" | "save!"), name) => {
                    let note = self.save(word, name.trim());
                    writeln!(self.out, "{note}")?;
                }
                ("" | "q" | "quit", _) => return self.end_of_line(),
                _ => write!(self.out, "`{}` means nothing here. ", line.escape_debug())?,
            }
            write!(self.out, "{question}")?;
        }
    }

    fn goodbye(&mut self) -> Result<()> {
        writeln!(self.out)?;
        write!(self.out, "{}", crate::sheet::sheet(self.table.position(), self.screen))?;
        writeln!(self.out, "Goodbye; the game was not finished.")?;
        self.out.flush()?;
        Ok(())
    }

    fn end_of_line(&mut self) -> Result<()> {
        if !self.screen.terminal {
            writeln!(self.out)?;
        }
        self.out.flush()?;
        Ok(())
    }
}

/// What so many seats are called, from this one on.
fn colours(first: u8, count: usize) -> String {
    let names: Vec<_> = (first..).take(count).map(|n| say::seat(Seat(n))).collect();
    names.join(" and ")
}

/// How many inputs there were whenever a person was asked in the game so far.
fn decisions(table: &Game, people: u8) -> Vec<usize> {
    let mut past = table.clone();
    past.undo(usize::MAX);
    let mut asked = Vec::new();
    for input in table.inputs() {
        let position = past.position();
        let person = matches!(position.to_act(), ToAct::Seat(seat) if seat.0 < people);
        if person && !Choices::new(position, None).is_none() {
            asked.push(past.inputs().len());
        }
        let again = past.apply(*input, &mut ());
        debug_assert!(again.is_ok(), "what was legal once is legal again");
    }
    asked
}
