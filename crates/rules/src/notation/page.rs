//! Reads the lines under the header of a record: turns, retirements, the result.

use super::MAX_STEPS;
use super::cursor::{Cursor, Tok};
use super::error::{Fault, Mark, RecordError};
use super::fact::Fact;
use super::game::{Marks, NOBODY, Outcome, Step};
use super::place::{TileMap, is_knight, needs_no_name, role_names};
use super::word::{self, ENDINGS, laying, named, phase, scores, seat};
use crate::action::{Action, Input};
use crate::event::{Extra, Phase, Pool};
use crate::figure::{MAX_SEATS, Seat};
use crate::geometry::{Cell, Side, Spot};
use crate::role::Role;
use crate::setup::Setup;
use crate::tile::Kind;

/// The turns of a record, as they are read.
pub(super) struct Page<'c, 'a> {
    pub(super) cursor: &'c mut Cursor<'a>,
    pub(super) table: TileMap,
    pub(super) seats: u8,
    first: (Seat, bool),
    hand: Option<Kind>,
    turns: usize,
    pub(super) steps: Vec<Step>,
}

impl<'c, 'a> Page<'c, 'a> {
    pub(super) fn new(cursor: &'c mut Cursor<'a>, setup: &Setup) -> Page<'c, 'a> {
        let start = setup.start.as_ref();
        let mut page = Page::at(cursor, TileMap::of(setup), setup.seats, start.and_then(|view| view.hand));
        page.first = start.map_or((Seat(0), false), |view| (view.turn, view.extra == Extra::Second));
        page
    }

    /// A page in the middle of a game.
    pub(super) fn at(
        cursor: &'c mut Cursor<'a>,
        table: TileMap,
        seats: u8,
        hand: Option<Kind>,
    ) -> Page<'c, 'a> {
        Page { cursor, table, seats, first: (Seat(0), false), hand, turns: 1, steps: Vec::new() }
    }

    /// Reads up to the last line, and that with its place.
    pub(super) fn read(&mut self) -> Result<(Outcome, Mark), RecordError> {
        self.first_head()?;
        loop {
            let token = self.cursor.next()?;
            match token.tok {
                Tok::Word("result") => return Ok((self.result()?, token.mark)),
                Tok::Word("unfinished") => return Ok((self.unfinished()?, token.mark)),
                Tok::Word(word) => self.word(word, token.mark)?,
                Tok::Open => self.bracketed()?,
                _ => return Err(token.not("a turn, or the last line (`result` or `unfinished`)")),
            }
        }
    }

    /// The first line says whose turn it is as the record begins, which is no news.
    fn first_head(&mut self) -> Result<(), RecordError> {
        let (seat, second) = self.first;
        let words = [if second { "1+" } else { "1." }.to_owned(), format!("{seat}:")];
        for word in &words {
            let token = self.cursor.next()?;
            if token.tok != Tok::Word(word) {
                return Err(token.not(format!("`{}`", words.join(" "))));
            }
        }
        Ok(())
    }

    pub(super) fn word(&mut self, word: &'a str, mark: Mark) -> Result<(), RecordError> {
        match word {
            "..." => self.go_on(mark),
            "pass" => self.act(Action::Pass, mark),
            "take" => self.act(Action::TakeExtra, mark),
            "evict" => {
                let (role, spot) = self.figure_on_cell()?;
                if is_knight(role) {
                    return self.act(Action::Evict { spot }, mark);
                }
                Err(Fault::expected("a knight to be sent home", role.name()).at(mark))
            }
            "fairy" => self.fairy(mark),
            "retire" => {
                let (word, at) = self.cursor.word("a seat's number")?;
                let seat = seat(word, self.seats).map_err(|fault| fault.at(at))?;
                self.input(Input::Retire(seat), mark)
            }
            "end" => self.input(Input::EndNow, mark),
            "dragon" => self.fact(Fact::DragonWoke, mark),
            "rest" => self.fact(Fact::DragonRested, mark),
            "final" => {
                let (word, at) = self.cursor.word("what is scored")?;
                let fact = self.points(word, at, true)?;
                self.fact(fact, mark)
            }
            _ => self.other_word(word, mark),
        }
    }

    fn other_word(&mut self, word: &'a str, mark: Mark) -> Result<(), RecordError> {
        if let Some(role) = Role::from_name(word) {
            let spot = self.spot(role, true)?;
            return self.act(Action::Deploy { figure: role.figure(), spot }, mark);
        }
        if let Some(step) = dragon_step(word) {
            return self.dragon_step(step, mark);
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            self.head(word, mark)
        } else {
            self.tile(word, mark)
        }
    }

    /// `14. 2:` or, for a second tile, `14+ 2:`.
    fn head(&mut self, word: &str, mark: Mark) -> Result<(), RecordError> {
        let second = word.ends_with('+');
        let turn = if second { self.turns } else { self.turns + 1 };
        let head = format!("{turn}{}", if second { '+' } else { '.' });
        if word != head {
            let expected =
                format!("the next turn (`{}.`) or a second tile (`{}+`)", self.turns + 1, self.turns);
            return Err(Fault::expected(expected, word).at(mark));
        }
        self.check_turn_done(word, mark)?;
        self.turns = turn;
        let expected = "a seat's number with a colon";
        let (word, at) = self.cursor.word(expected)?;
        let number = word.strip_suffix(':').ok_or_else(|| Fault::expected(expected, word).at(at))?;
        let seat = seat(number, self.seats).map_err(|fault| fault.at(at))?;
        self.fact(if second { Fact::Second(seat) } else { Fact::Turn(seat) }, mark)
    }

    /// A turn goes on until its tile is laid, so that what is cut off is missed where it was.
    fn check_turn_done(&self, word: &str, mark: Mark) -> Result<(), RecordError> {
        let begins = |fact: &Fact| matches!(fact, Fact::Turn(_) | Fact::Second(_));
        if let Some(kind) = self.hand {
            let expected = format!("where {}, the tile in hand, is laid", kind.name());
            return Err(Fault::expected(expected, word).at(mark));
        }
        if self.steps.last().is_none_or(|step| step.facts.iter().any(begins)) {
            return Err(Fault::expected("what is drawn in the turn before", word).at(mark));
        }
        Ok(())
    }

    /// A drawn tile `V`, one that is laid `@1,0/2`, or both in one word.
    fn tile(&mut self, word: &str, mark: Mark) -> Result<(), RecordError> {
        let (name, place) = match word.split_once('@') {
            Some((name, place)) => (name, Some(place)),
            None => (word, None),
        };
        if !name.is_empty() {
            let kind =
                word::kind(name).map_err(|fault| unknown_word(fault, word, place.is_some()).at(mark))?;
            self.hand = Some(kind);
            self.input(Input::Draw(kind), mark)?;
        }
        let Some(place) = place else { return Ok(()) };
        let at = Mark { column: mark.column + name.chars().count() as u32, ..mark };
        let (cell, rotation) = laying(place).ok_or_else(|| {
            Fault::expected("a cell and rotation, such as 1,0/2, up to 1000 and 3, after the @", place).at(at)
        })?;
        let kind = self.hand.take().ok_or_else(|| Fault::EmptyHand.at(at))?;
        self.table.lay(cell, kind, rotation);
        self.act(Action::Place { cell, rotation }, at)
    }

    fn dragon_step(&mut self, (number, side): (&str, Side), mark: Mark) -> Result<(), RecordError> {
        let seat = seat(number, self.seats).map_err(|fault| fault.at(mark))?;
        self.act(Action::MoveDragon { side }, mark)?;
        self.fact(Fact::Mover(seat), mark)
    }

    /// `fairy knight 0,1 N`, or `fairy 0,1` for the tile alone.
    fn fairy(&mut self, mark: Mark) -> Result<(), RecordError> {
        let on_tile = self.cursor.peek_word()?.is_some_and(|word| Role::from_name(word).is_none());
        let (cell, segment) = if on_tile {
            (self.cell()?, None)
        } else {
            let (_, spot) = self.figure_on_cell()?;
            (spot.cell, Some(spot.segment))
        };
        self.act(Action::MoveFairy { cell, segment }, mark)
    }

    /// `...` begins a line again after one that was set apart.
    fn go_on(&mut self, mark: Mark) -> Result<(), RecordError> {
        let apart = self.steps.last().is_some_and(|step| {
            matches!(step.input, Input::Retire(_) | Input::EndNow)
                || matches!(step.facts.last(), Some(Fact::Points { last: true, .. }))
        });
        if apart { Ok(()) } else { Err(Fault::expected("`...` only after a seat retired", "...").at(mark)) }
    }

    fn act(&mut self, action: Action, mark: Mark) -> Result<(), RecordError> {
        self.input(Input::Act(action), mark)
    }

    fn input(&mut self, input: Input, mark: Mark) -> Result<(), RecordError> {
        if self.steps.len() >= MAX_STEPS {
            return Err(Fault::TooLong { what: "a record", limit: MAX_STEPS, unit: "steps" }.at(mark));
        }
        self.steps.push(Step { input, facts: Vec::new(), marks: Marks(vec![mark]) });
        Ok(())
    }

    pub(super) fn fact(&mut self, fact: Fact, mark: Mark) -> Result<(), RecordError> {
        if matches!(fact, Fact::Held | Fact::Removed | Fact::Aside | Fact::Back { from: Pool::Hand, .. }) {
            self.hand = None;
        }
        let nothing_yet =
            || Fault::expected("a drawn tile or an action first", &fact.words(&self.table)).at(mark);
        let step = self.steps.last_mut().ok_or_else(nothing_yet)?;
        step.facts.push(fact);
        step.marks.0.push(mark);
        Ok(())
    }

    pub(super) fn cell(&mut self) -> Result<Cell, RecordError> {
        let expected = "a cell such as 3,-2";
        let (word, at) = self.cursor.word(expected)?;
        word::cell(word).ok_or_else(|| Fault::expected(expected, word).at(at))
    }

    /// A follower's role and spot, the cell never left out.
    pub(super) fn figure_on_cell(&mut self) -> Result<(Role, Spot), RecordError> {
        let expected = format!("a figure ({})", role_names());
        let (word, at) = self.cursor.word(&expected)?;
        let role = Role::from_name(word).ok_or_else(|| Fault::expected(expected, word).at(at))?;
        Ok((role, self.spot(role, false)?))
    }

    /// Cell and segment of a figure; without a cell, the tile just laid is meant.
    pub(super) fn spot(&mut self, role: Role, brief: bool) -> Result<Spot, RecordError> {
        let token = self.cursor.peek()?;
        let starts_cell =
            |word: &str| word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) && word.contains(',');
        let given = matches!(token.tok, Tok::Word(word) if starts_cell(word));
        let cell = match self.table.fresh.filter(|_| brief && !given) {
            Some(fresh) => fresh,
            None => self.cell()?,
        };
        let (name, at) = match needs_no_name(role) {
            true => ("", token.mark),
            false => {
                self.cursor.word("a segment (sides such as N or EW, a half-edge such as nl, or inner)")?
            }
        };
        self.table.find(role, cell, name).map_err(|fault| fault.at(at))
    }

    /// `result no-tiles 63-71 won 2`.
    fn result(&mut self) -> Result<Outcome, RecordError> {
        let expected = "no-tiles, nothing-fits, agreed or retired";
        let (word, at) = self.cursor.word(expected)?;
        let ending = named(ENDINGS, word).ok_or_else(|| Fault::expected(expected, word).at(at))?;
        let scores = self.scores()?;
        let (word, at) = self.cursor.word("`won`")?;
        if word != "won" {
            return Err(Fault::expected("`won`", word).at(at));
        }
        Ok(Outcome { phase: Phase::Over(ending), scores, winners: self.winners()? })
    }

    fn winners(&mut self) -> Result<Vec<Seat>, RecordError> {
        let mut winners = Vec::new();
        let (mut word, mut at) = self.cursor.word("the winners' seats, or nobody")?;
        if word == NOBODY {
            return Ok(winners);
        }
        loop {
            let winner = seat(word, self.seats).map_err(|fault| fault.at(at))?;
            if winners.last().is_some_and(|before| *before >= winner) {
                return Err(Fault::expected("the winners in the order of their seats", word).at(at));
            }
            winners.push(winner);
            if !self.cursor.peek_word()?.is_some_and(is_number) {
                return Ok(winners);
            }
            (word, at) = self.cursor.word("a seat")?;
        }
    }

    /// `unfinished place 12-9`.
    fn unfinished(&mut self) -> Result<Outcome, RecordError> {
        let expected = "what the game waits for (draw, place, figure, dragon:STEPS:SEAT or extra)";
        let (word, at) = self.cursor.word(expected)?;
        let phase = phase(word, self.seats).map_err(|fault| fault.at(at))?;
        if matches!(phase, Phase::Over(_)) {
            return Err(Fault::expected(expected, word).at(at));
        }
        Ok(Outcome { phase, scores: self.scores()?, winners: Vec::new() })
    }

    fn scores(&mut self) -> Result<[u32; MAX_SEATS], RecordError> {
        let (word, at) = self.cursor.word("the scores, such as 63-71")?;
        scores(word, self.seats).map_err(|fault| fault.at(at))
    }
}

/// `2N`: who moves the dragon, and where to.
fn dragon_step(word: &str) -> Option<(&str, Side)> {
    let mut chars = word.chars();
    let side = Side::from_letter(chars.next_back()?)?;
    let number = chars.as_str();
    is_number(number).then_some((number, side))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// A word that is no tile may be anything mistyped.
fn unknown_word(fault: Fault, word: &str, laid: bool) -> Fault {
    if laid || word.contains('-') || word.len() == 1 {
        return fault;
    }
    Fault::expected("a tile, an action or a fact", word)
}
