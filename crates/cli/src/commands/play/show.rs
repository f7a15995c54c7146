//! Showing the table: as much of the board as fits the screen with what has to be read.

use super::Play;
use super::choice::Choices;
use crate::picture::{BARE_ROWS, Board, Canvas, Ink, LEAST_ROWS, Label, Look, WIDE, paint_tile};
use crate::say;
use crate::screen::{beside, wrap};
use crate::sheet::sheet;
use anyhow::Result;
use rules::{Kind, Phase, Rotation, Seat};
use std::io::Write;

/// What happened is told in at least so many lines, the latest.
const LEAST_NEWS: usize = 3;

impl Play {
    /// The table, what happened since the last decision, and the question.
    pub(super) fn show(&mut self, seat: Seat, choices: &Choices) -> Result<()> {
        let note = self.note.take().map(|note| self.wrapped(&note)).unwrap_or_default();
        let position = self.table.position();
        let question = format!("{}: {} ", say::seat(seat), choices.question(position));
        let after = format!("{note}{}{question}", choices.list(position));
        self.page = !note.is_empty() && self.screen.room(&after).1 < LEAST_ROWS;
        if self.page {
            self.screen.clear(&mut self.out)?;
            write!(self.out, "{note}Enter shows the board again: ")?;
            return Ok(());
        }
        let middle = self.middle(choices, &after);
        let labels = choices.labels(position);
        self.show_board(&labels, &format!("{middle}{after}"))
    }

    /// What stands between the board and the choices: as much as leaves room for the board.
    fn middle(&self, choices: &Choices, below: &str) -> String {
        let room = |middle: &str| self.screen.room(&format!("{middle}{below}")).1;
        // The ways to turn a tile are the choices themselves.
        let least = if matches!(choices, Choices::Turn(..)) { BARE_ROWS } else { LEAST_ROWS };
        let points = format!("{}\n", say::points(&self.table.position().view()));
        let full = self.full_middle(choices, self.screen.lines(below));
        [full, points].into_iter().find(|middle| room(middle) >= least).unwrap_or_default()
    }

    /// The tile in hand, the score sheet, the news.
    fn full_middle(&self, choices: &Choices, below: usize) -> String {
        let position = self.table.position();
        let colour = self.screen.colour;
        if let (Choices::Turn(_, rotations), Some(hand)) = (choices, position.hand()) {
            return ways(hand, rotations, colour);
        }
        let scores = sheet(position, self.screen);
        let hand = position.hand().filter(|_| position.phase() == Phase::Place);
        let picture = hand.map(|hand| ways(hand, &[Rotation::NONE], colour)).unwrap_or_default();
        let left = if picture.is_empty() { 0 } else { WIDE.columns + 3 };
        let (columns, rows) = self.screen.size();
        let lines = rows.saturating_sub(below + LEAST_ROWS + self.screen.lines(&scores));
        let news = wrap(&self.news().join("\n"), columns.saturating_sub(left + 1));
        let text = format!("{scores}{}", latest(&news, lines.min(rows / 5).max(LEAST_NEWS)));
        if picture.is_empty() { text } else { beside(&picture, &text) }
    }

    /// The board in the room that this text leaves, and the text.
    pub(super) fn show_board(&mut self, labels: &[Label], below: &str) -> Result<()> {
        let view = self.table.position().view();
        let (columns, rows) = self.screen.room(below);
        let board = Board {
            view: &view,
            labels,
            focus: self.focus.or(self.chosen).unwrap_or_else(|| say::focus(&view)),
            size: self.size,
            room: (columns, rows.max(BARE_ROWS)),
            colour: self.screen.colour,
        };
        let (text, window) = board.text();
        self.screen.clear(&mut self.out)?;
        write!(self.out, "{text}{below}")?;
        self.window = Some(window);
        Ok(())
    }

    /// What has happened since the last decision.
    pub(super) fn news(&self) -> Vec<String> {
        let view = self.table.position().view();
        let (mut news, mut at) = (Vec::new(), 0);
        self.table.replay(|_, events| {
            if at >= self.told {
                let remarks = self.remarks.iter().filter(|(input, _)| *input == at);
                news.extend(remarks.map(|(_, text)| text.clone()));
                news.extend(say::events(events, &view));
            }
            at += 1;
        });
        news
    }

    pub(super) fn wrapped(&self, text: &str) -> String {
        wrap(text, self.screen.size().0)
    }
}

/// The last lines of a text.
fn latest(text: &str, lines: usize) -> String {
    let count = text.lines().count();
    if count <= lines {
        return text.to_owned();
    }
    let skipped = count + 1 - lines;
    let last: String = text.lines().skip(skipped).flat_map(|line| [line, "\n"]).collect();
    format!("({} before; type news for all)\n{last}", say::counted(skipped, "line"))
}

/// A tile turned in some ways, side by side and numbered; or one with its name.
fn ways(kind: Kind, rotations: &[Rotation], colour: bool) -> String {
    let look = Look { size: WIDE, colour, odd: false };
    let step = WIDE.columns + 3;
    let width = (rotations.len() * step).max(kind.name().len() + 1);
    let mut canvas = Canvas::new(width, WIDE.rows + 1);
    for (n, rotation) in rotations.iter().enumerate() {
        paint_tile(&mut canvas, (n * step + 1, 0), kind.tile(), *rotation, look);
        let below = if rotations.len() > 1 { (n + 1).to_string() } else { kind.name().to_owned() };
        let shift = WIDE.columns.saturating_sub(below.len()) / 2;
        canvas.write(n * step + 1 + shift, WIDE.rows, &below, Ink::default());
    }
    canvas.text(colour)
}
