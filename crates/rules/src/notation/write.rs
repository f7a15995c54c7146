//! Writes a game down in its canonical form.

use super::action::action_words;
use super::fact::Fact;
use super::game::{Game, Step};
use super::place::TileMap;
use super::position::write_view;
use super::setup::Field;
use super::tags::{RULES, START, write_tag};
use crate::action::{Action, Input};
use crate::event::{Extra, Pool};
use crate::figure::Seat;
use crate::tile::Kind;
use std::fmt::{Display, Formatter, Result};

impl Display for Game {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "{}", write_tag(RULES, &self.rules.to_string()))?;
        for (name, value) in self.tags.iter() {
            writeln!(f, "{}", write_tag(name, value))?;
        }
        self.write_setup(f)?;
        writeln!(f)?;
        let mut page = Page::new(self, f);
        page.begin()?;
        for step in &self.steps {
            page.step(step)?;
        }
        page.end_line()?;
        writeln!(f, "{}", self.outcome.words(self.setup.seats))
    }
}

impl Game {
    fn write_setup(&self, f: &mut Formatter<'_>) -> Result {
        let start = self.setup.start.as_ref();
        for field in Field::ALL {
            // A start position holds all of the setup that a position has.
            if start.is_some() && field.key().is_some() {
                continue;
            }
            if let Some(value) = field.write(&self.setup, " ") {
                writeln!(f, "{}", write_tag(field.tag(), &value))?;
            }
        }
        match start {
            Some(view) => writeln!(f, "{}", write_tag(START, &write_view(&self.setup, view))),
            None => Ok(()),
        }
    }
}

/// The lines under the header.
struct Page<'g, 'a, 'f> {
    game: &'g Game,
    out: &'a mut Formatter<'f>,
    table: TileMap,
    hand: Option<Kind>,
    turns: usize,
    line: GameLine,
    /// Whether the last word is the drawn tile, which is then laid without a space.
    drew: bool,
}

#[derive(PartialEq)]
enum GameLine {
    /// The next word begins a line.
    Closed,
    /// The next word goes on.
    Open,
    /// Facts go on, but inputs begin a line: that of a retirement or an agreed end.
    Aside,
}

impl<'g, 'a, 'f> Page<'g, 'a, 'f> {
    fn new(game: &'g Game, out: &'a mut Formatter<'f>) -> Page<'g, 'a, 'f> {
        let table = TileMap::of(&game.setup);
        let hand = game.setup.start.as_ref().and_then(|view| view.hand);
        Page { game, out, table, hand, turns: 1, line: GameLine::Closed, drew: false }
    }

    /// The first line's head: whose turn it is when the record begins.
    fn begin(&mut self) -> Result {
        let start = self.game.setup.start.as_ref();
        let seat = start.map_or(Seat(0), |view| view.turn);
        let second = start.is_some_and(|view| view.extra == Extra::Second);
        self.head(seat, second)
    }

    fn head(&mut self, seat: Seat, second: bool) -> Result {
        self.end_line()?;
        let mark = if second { '+' } else { '.' };
        self.line = GameLine::Open;
        write!(self.out, "{}{mark} {seat}:", self.turns)
    }

    fn end_line(&mut self) -> Result {
        if self.line == GameLine::Closed {
            return Ok(());
        }
        self.line = GameLine::Closed;
        writeln!(self.out)
    }

    fn word(&mut self, word: impl Display) -> Result {
        if self.line != GameLine::Closed {
            self.out.write_str(" ")?;
        } else {
            self.line = GameLine::Open;
        }
        write!(self.out, "{word}")
    }

    fn step(&mut self, step: &Step) -> Result {
        self.input(step)?;
        for fact in &step.facts {
            self.fact(fact)?;
        }
        self.drew = matches!(step.input, Input::Draw(_)) && step.facts.is_empty();
        Ok(())
    }

    fn input(&mut self, step: &Step) -> Result {
        match step.input {
            Input::Retire(seat) => self.aside(format!("retire {seat}")),
            Input::EndNow => self.aside("end".to_owned()),
            Input::Draw(kind) => {
                self.hand = Some(kind);
                self.go_on()?;
                self.word(kind.name())
            }
            Input::Act(action) => {
                let words = action_words(&self.table, action, step.mover());
                if let Action::Place { cell, rotation } = action
                    && let Some(kind) = self.hand.take()
                {
                    self.table.lay(cell, kind, rotation);
                }
                if self.drew && matches!(action, Action::Place { .. }) {
                    return self.out.write_str(&words);
                }
                self.go_on()?;
                self.word(words)
            }
        }
    }

    /// What interrupts a turn has a line of its own.
    fn aside(&mut self, words: String) -> Result {
        self.end_line()?;
        self.word(words)?;
        self.line = GameLine::Aside;
        Ok(())
    }

    /// A turn that was interrupted goes on.
    fn go_on(&mut self) -> Result {
        if self.line == GameLine::Aside {
            self.end_line()?;
        }
        if self.line == GameLine::Closed { self.word("...") } else { Ok(()) }
    }

    fn fact(&mut self, fact: &Fact) -> Result {
        match fact {
            Fact::Held | Fact::Removed | Fact::Aside | Fact::Back { from: Pool::Hand, .. } => {
                self.hand = None
            }
            _ => {}
        }
        match fact {
            Fact::Turn(seat) => {
                self.turns += 1;
                self.head(*seat, false)
            }
            Fact::Second(seat) => self.head(*seat, true),
            Fact::Mover(_) => Ok(()),
            Fact::DragonWoke | Fact::DragonRested => self.word(fact.words(&self.table)),
            Fact::Points { last: true, .. } => {
                self.end_line()?;
                self.word(format!("final {}", fact.words(&self.table)))?;
                self.end_line()
            }
            _ => self.word(format!("({})", fact.words(&self.table))),
        }
    }
}
