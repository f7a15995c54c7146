//! Showing the table, and doing what is typed.

use super::Play;
use super::choice::{Answer, Choices};
use crate::picture::{Board, Canvas, Ink, Label, Look, WIDE, paint_tile};
use crate::say;
use crate::sheet::sheet;
use anyhow::Result;
use rules::{Action, Cell, Input, Kind, Phase, Rotation, Seat};
use std::io::Write;

const HELP: &str = "\
  a, b, c ...   lay the tile on that cell; b2 at once with the second way to turn it
  1, 2, 3 ...   choose from the list; Enter alone: nothing
  bag           the tiles that are left
  save FILE     write the game down so far; replay shows it
  undo          take back to your last decision
  resign        give up; your figures stay on the board
  end           agree to end the game now, with final scoring
  quit          leave";

/// What came of a line.
pub enum Obeyed {
    /// The decision is made, or taken back.
    Done,
    /// Ask again.
    Again,
    /// The person leaves.
    Leave,
}

impl Play {
    /// The table, what happened since the last question, and the question.
    pub(super) fn show(&mut self, seat: Seat, choices: &Choices) -> Result<()> {
        self.show_board(&choices.labels())?;
        self.tell()?;
        let position = self.table.position();
        write!(self.out, "{}", sheet(position, self.screen))?;
        if let (Some(hand), Phase::Place) = (position.hand(), position.phase()) {
            write!(self.out, "{}", ways(hand, &[Rotation::NONE], self.screen.colour))?;
        }
        if let Some(note) = self.note.take() {
            writeln!(self.out, "{note}")?;
        }
        write!(self.out, "{}: {} ", say::seat(seat), choices.question(position))?;
        Ok(())
    }

    pub(super) fn show_board(&mut self, labels: &[Label]) -> Result<()> {
        let view = self.table.position().view();
        let focus = view.tiles.last().map_or(Cell::ORIGIN, |laid| laid.cell);
        let below = usize::from(view.seats) + 14;
        self.screen.clear(&mut self.out)?;
        let room = self.screen.room(below);
        let board = Board { view: &view, labels, focus, room, colour: self.screen.colour };
        write!(self.out, "{}", board.text())?;
        Ok(())
    }

    /// What has happened since people were last told.
    pub(super) fn tell(&mut self) -> Result<()> {
        let told = self.told.min(self.table.inputs().len());
        for sentence in self.table.events_since(told).iter().filter_map(say::event) {
            writeln!(self.out, "{sentence}")?;
        }
        self.told = self.table.inputs().len();
        Ok(())
    }

    /// Does what was typed, or says why not.
    pub(super) fn obey(&mut self, seat: Seat, choices: &Choices, line: &str) -> Result<Obeyed> {
        match line {
            "?" | "help" => self.note = Some(HELP.to_owned()),
            "q" | "quit" => return Ok(Obeyed::Leave),
            "bag" => self.note = Some(self.bag()),
            "undo" => return Ok(self.undo()),
            "resign" => return self.feed(Input::Retire(seat)),
            "end" => return self.feed(Input::EndNow),
            _ if line.starts_with("save ") => self.note = Some(self.save(line["save ".len()..].trim())),
            _ => match choices.read(line) {
                Answer::Do(action) => return self.feed(Input::Act(action)),
                Answer::Turn(cell, rotations) => return self.turn(cell, &rotations),
                Answer::Unknown => self.note = Some(format!("`{line}` is none of the choices; ? helps.")),
            },
        }
        Ok(Obeyed::Again)
    }

    fn feed(&mut self, input: Input) -> Result<Obeyed> {
        match self.table.apply(input) {
            Ok(_) => Ok(Obeyed::Done),
            Err(illegal) => {
                self.note = Some(format!("That cannot be: {illegal}."));
                Ok(Obeyed::Again)
            }
        }
    }

    /// Asks how the tile is turned.
    fn turn(&mut self, cell: Cell, rotations: &[Rotation]) -> Result<Obeyed> {
        let Some(hand) = self.table.position().hand() else { return Ok(Obeyed::Again) };
        write!(self.out, "{}", ways(hand, rotations, self.screen.colour))?;
        write!(self.out, "Turned which way? (1 to {}, or Enter for another cell) ", rotations.len())?;
        let Some(answer) = self.read_line()? else { return Ok(Obeyed::Leave) };
        let chosen = answer.trim().parse::<usize>().ok().and_then(|n| rotations.get(n.checked_sub(1)?));
        match chosen {
            Some(rotation) => self.feed(Input::Act(Action::Place { cell, rotation: *rotation })),
            None => Ok(Obeyed::Again),
        }
    }

    /// Back to the decision before this one; the tiles come again in the same order.
    fn undo(&mut self) -> Obeyed {
        let now = self.table.inputs().len();
        self.asked.retain(|inputs| *inputs < now);
        let Some(last) = self.asked.pop() else {
            self.note = Some("There is nothing of yours to take back.".to_owned());
            self.asked.push(now);
            return Obeyed::Again;
        };
        self.table.undo(now - last);
        self.told = self.table.inputs().len();
        Obeyed::Done
    }

    fn save(&self, name: &str) -> String {
        let text = self.table.record().finish().to_string();
        match std::fs::write(name, text) {
            Ok(()) => format!("The game so far is in {name}."),
            Err(error) => format!("{name} cannot be written: {error}."),
        }
    }

    fn bag(&self) -> String {
        let left = self.table.position().view().left;
        let kinds: Vec<String> =
            left.iter().map(|(kind, count)| format!("{count} x {}", kind.name())).collect();
        format!("{} left: {}", say::counted(left.total() as usize, "tile"), kinds.join(", "))
    }
}

/// A tile turned in some ways, side by side and numbered.
fn ways(kind: Kind, rotations: &[Rotation], colour: bool) -> String {
    let look = Look { size: WIDE, colour, odd: false };
    let step = WIDE.columns + 3;
    let mut canvas = Canvas::new(rotations.len() * step + 1, WIDE.rows + 1);
    for (n, rotation) in rotations.iter().enumerate() {
        paint_tile(&mut canvas, (n * step + 1, 0), kind.tile(), *rotation, look);
        let below = if rotations.len() > 1 { (n + 1).to_string() } else { kind.name().to_owned() };
        canvas.write(n * step + 1 + WIDE.columns / 2, WIDE.rows, &below, Ink::default());
    }
    canvas.text(colour)
}
