//! Doing what is typed.

use super::Play;
use super::choice::{Answer, Choices};
use crate::picture::{SMALL, TINY, WIDE};
use crate::say;
use anyhow::Result;
use rules::notation::write_position;
use rules::{Cell, Input, Seat, Side, Tally};
use std::collections::BTreeMap;

const HELP: &str = "\
What you can type:
  a, b, c ...     lay the tile on that cell; b2: turned the second way
  1, 2, 3 ...     choose from the list, or in words: knight N
  Enter           where a figure can go: none
  hint            what the computer would play, after up to a second
  view north      move the board; also south, east, west, or a cell: 3,-2
  view small      how large tiles are drawn: large, small or tiny
  view            as it was
  news            all that happened since your last decision
  bag             the tiles that are left
  position        the position as one line of text
  save FILE       write the game down; bastide play --resume FILE goes on with it
  undo            take back to your last decision
  resign          give up; your figures stay on the board
  end             agree to end the game now, with final scoring
  quit            leave
  legend          what the letters and signs on the board are";

const LEGEND: &str = "\
On the board:
  K1 T2 M1 F2     knight, thief, monk, farmer, with the number of the seat; B1 builder, P1 pig
  DR FY           the dragon, the fairy
  * w g c p       in a city: pennant, wine, grain, cloth, princess
  ^ & @           in a tile's corner: volcano, dragon, portal
  # = . ~ + o     without colours: city, road, field, river, monastery, where roads end
  \u{25cf}               with colours: the tile laid last
In words:
  knight N        in the city on the north side; thief EW: on the road from east to west
  farmer nl       on the field at the left half of the north side, from the middle";

/// What came of a line.
pub enum Obeyed {
    /// The decision is made, or taken back.
    Done,
    Again,
    /// The person leaves.
    Leave,
}

impl Play {
    /// Does what was typed, or says why not.
    pub(super) fn obey(&mut self, seat: Seat, choices: &Choices, line: &str) -> Result<Obeyed> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word, rest) {
            ("?" | "help", "") => self.note = Some(HELP.to_owned()),
            ("legend", "") => self.note = Some(LEGEND.to_owned()),
            ("quit", "") => return self.quit(),
            ("hint", "") => self.note = Some(self.hint(seat)),
            ("news", "") => self.note = Some(self.news().join("\n")),
            ("bag", "") => self.note = Some(bag(&self.table.position().view().left)),
            ("position", "") => self.note = Some(write_position(self.table.position())),
            ("undo", "") => return Ok(self.undo()),
            ("resign", "") => return self.if_sure("Give up?", Input::Retire(seat)),
            ("end", "") => return self.if_sure("End the game now, with final scoring?", Input::EndNow),
            ("save" | "save!", _) => self.note = Some(self.save(word, rest)),
            ("view", _) => self.look(rest),
            ("north" | "east" | "south" | "west", "") => self.look(word),
            _ => return self.choose(choices, line),
        }
        Ok(Obeyed::Again)
    }

    fn choose(&mut self, choices: &Choices, line: &str) -> Result<Obeyed> {
        match choices.read(line, self.table.position()) {
            Answer::Do(action) => return Ok(self.feed(Input::Act(action))),
            Answer::Cell(cell) => self.chosen = Some(cell),
            Answer::Back => self.chosen = None,
            Answer::Silence => {}
            Answer::Unknown if line == "q" => return self.quit(),
            Answer::Unknown => {
                self.note = Some(format!("`{}` is none of the choices; ? helps.", line.escape_debug()))
            }
        }
        Ok(Obeyed::Again)
    }

    fn feed(&mut self, input: Input) -> Obeyed {
        match self.table.apply(input, &mut ()) {
            Ok(()) => Obeyed::Done,
            Err(illegal) => {
                self.note = Some(format!("That cannot be: {illegal}."));
                Obeyed::Again
            }
        }
    }

    fn if_sure(&mut self, question: &str, input: Input) -> Result<Obeyed> {
        Ok(match self.read_answer(&format!("{question} (yes or no) "))?.as_deref() {
            Some("yes" | "y") => self.feed(input),
            Some(_) => Obeyed::Again,
            None => Obeyed::Leave,
        })
    }

    /// Leaves, unless the game would be lost by mistake.
    fn quit(&mut self) -> Result<Obeyed> {
        if self.saved == Some(self.table.inputs().len()) {
            return Ok(Obeyed::Leave);
        }
        let answer =
            self.read_answer("Leave without saving? (yes or no; save FILE writes the game down) ")?;
        let Some(answer) = answer else { return Ok(Obeyed::Leave) };
        match answer.split_once(' ') {
            _ if answer == "yes" || answer == "y" => return Ok(Obeyed::Leave),
            Some((word @ ("save" | "save!"), name)) => self.note = Some(self.save(word, name.trim())),
            _ => {}
        }
        Ok(Obeyed::Again)
    }

    /// Moves the board, or changes its size.
    fn look(&mut self, how: &str) {
        let cell = |text: &str| {
            let (x, y) = text.split_once(',')?;
            Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
        };
        let side = Side::ALL.into_iter().find(|side| {
            let name = say::direction(*side);
            name == how || (how.len() == 1 && name.starts_with(how))
        });
        match (how, side, &self.window) {
            ("", ..) => (self.focus, self.size) = (None, None),
            ("large", ..) => self.size = Some(WIDE),
            ("small", ..) => self.size = Some(SMALL),
            ("tiny", ..) => self.size = Some(TINY),
            (_, Some(side), Some(window)) => self.focus = Some(window.moved(side)),
            (_, Some(_), None) => {}
            (_, None, _) => match cell(how) {
                Some(cell) => self.focus = Some(cell),
                None => {
                    let ways = "north, east, south, west, a cell such as 3,-2, large, small or tiny";
                    self.note = Some(format!("The view can be {ways}; view alone goes back."));
                }
            },
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
        self.remarks.retain(|(at, _)| *at < last);
        self.note = Some("Taken back.".to_owned());
        Obeyed::Done
    }

    /// Writes the game down; `save!` also over a file that is there.
    pub(super) fn save(&mut self, word: &str, name: &str) -> String {
        if name.is_empty() {
            return "Say where: save FILE.".to_owned();
        }
        let mut options = std::fs::OpenOptions::new();
        match word {
            "save!" => options.write(true).create(true).truncate(true),
            _ => options.write(true).create_new(true),
        };
        let text = self.record();
        let written =
            options.open(name).and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()));
        match written {
            Ok(()) => {
                self.saved = Some(self.table.inputs().len());
                let what = if self.table.is_over() { "The game" } else { "The game so far" };
                format!("{what} is in {name}.")
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                format!("{name} is there already and was left as it is; save! {name} writes over it.")
            }
            Err(error) => format!("{name} cannot be written: {error}."),
        }
    }
}

/// The tiles that are left, set by set.
fn bag(left: &Tally) -> String {
    let mut sets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut kinds: Vec<_> = left.iter().collect();
    kinds.sort_by_key(|(kind, _)| kind.name());
    for (kind, count) in kinds {
        let several = if count > 1 { format!("*{count}") } else { String::new() };
        sets.entry(kind.tile().set.to_string()).or_default().push(format!("{}{several}", kind.name()));
    }
    let mut text = format!("{} left (B*4: four of B)", say::counted(left.total() as usize, "tile"));
    for (set, tiles) in sets {
        text.push_str(&format!("\n{:<8} {}", format!("{set}:"), tiles.join(", ")));
    }
    text
}
