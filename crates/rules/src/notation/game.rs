//! A game as its record has it: the inputs, and the facts that came of them.

use super::TAKE_BACKS;
use super::error::{Fault, Mark, RecordError};
use super::fact::{Fact, facts};
use super::place::TileMap;
use super::tags::Tags;
use super::word::{ENDINGS, name_of, write_phase, write_scores};
use crate::RULES_VERSION;
use crate::action::{Action, Input};
use crate::event::{Event, Phase};
use crate::figure::{MAX_SEATS, Seat};
use crate::position::Position;
use crate::setup::Setup;
use crate::view::View;

/// A recorded game, finished or not. Its text is its `Display`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The version of the rules it was played under.
    pub rules: u32,
    /// Event, date, players and other free tags. `Player1` to `Player6` are the players' names.
    pub tags: Tags,
    /// What is played.
    pub setup: Setup,
    /// What was done, and what came of it.
    pub steps: Vec<Step>,
    /// How it stands or ended.
    pub outcome: Outcome,
    /// The places of the setup and of the outcome.
    pub(super) marks: Marks,
}

/// One input with its facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What was done.
    pub input: Input,
    /// What came of it.
    pub facts: Vec<Fact>,
    /// The places of the input and of each fact.
    pub(super) marks: Marks,
}

impl Step {
    /// Who moved the dragon, if anyone did.
    pub fn mover(&self) -> Option<Seat> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::Mover(seat) => Some(*seat),
            _ => None,
        })
    }
}

/// How a game stands at the end of its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What is awaited, or why the game ended.
    pub phase: Phase,
    /// Points of each seat.
    pub scores: [u32; MAX_SEATS],
    /// Who won; nobody in an unfinished game.
    pub winners: Vec<Seat>,
}

/// Places in the text that was read, none if there was none. They are no part of what makes games equal.
#[derive(Clone, Default, Debug)]
pub(super) struct Marks(pub Vec<Mark>);

impl PartialEq for Marks {
    fn eq(&self, _: &Marks) -> bool {
        true
    }
}

impl Eq for Marks {}

/// Something of a game that an error can be about.
#[derive(Clone, Copy)]
enum Whereabouts {
    Setup,
    Input(usize),
    Fact(usize, usize),
    Outcome,
}

type Trouble = (Whereabouts, Fault);

impl Game {
    /// The inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = Input> {
        self.steps.iter().map(|step| step.input)
    }

    /// The name of the player on a seat, if the record tells it.
    pub fn player(&self, seat: Seat) -> Option<&str> {
        self.tags.get(&format!("Player{seat}"))
    }

    /// How often a turn was taken back, as far as the record tells.
    pub fn taken_back(&self) -> u32 {
        self.tags.get(TAKE_BACKS).and_then(|count| count.parse().ok()).unwrap_or(0)
    }

    /// Plays the game by today's rules, without looking at the facts. `see` is shown the position after each
    /// input, the input and its events. The last position is returned.
    pub fn replay(&self, mut see: impl FnMut(&Position, Input, &[Event])) -> Result<Position, RecordError> {
        self.play(|n, position, events| {
            see(position, self.steps[n].input, events);
            Ok(())
        })
        .map_err(|trouble| self.error(trouble))
    }

    /// Whether this is a legal game by today's rules with exactly these facts and this outcome.
    pub fn check(&self) -> Result<Outcome, RecordError> {
        self.compare().map_err(|trouble| self.error(trouble))
    }

    /// The table as the game begins.
    pub(super) fn opening(&self) -> Result<View, RecordError> {
        if let Some(view) = &self.setup.start {
            return Ok((**view).clone());
        }
        let position = Position::new(&self.setup);
        position.map(|position| position.view()).map_err(|bad| self.error((Whereabouts::Setup, bad.into())))
    }

    fn play(
        &self,
        mut see: impl FnMut(usize, &Position, &[Event]) -> Result<(), Trouble>,
    ) -> Result<Position, Trouble> {
        let refuse = |bad| (Whereabouts::Setup, Fault::Setup(bad));
        let mut position = Position::new(&self.setup).map_err(refuse)?;
        let mut events = Vec::new();
        for (n, step) in self.steps.iter().enumerate() {
            events.clear();
            let refuse = |illegal| (Whereabouts::Input(n), Fault::Illegal(illegal));
            position.apply(step.input, &mut events).map_err(refuse)?;
            see(n, &position, &events)?;
        }
        Ok(position)
    }

    /// Whether the steps so far are legal and their facts right; those of the last one may not all be there.
    pub(super) fn check_begun(&self) -> Result<(), RecordError> {
        self.compare_steps(true).map(|_| ()).map_err(|trouble| self.error(trouble))
    }

    fn compare_steps(&self, begun: bool) -> Result<Position, Trouble> {
        let mut table = TileMap::of(&self.setup);
        self.play(|n, position, events| {
            for event in events {
                if let Event::Placed { kind, cell, rotation, .. } = event {
                    table.lay(*cell, *kind, *rotation);
                }
            }
            let (mut expected, found) = (facts(events), &self.steps[n].facts);
            if begun && n + 1 == self.steps.len() {
                expected.truncate(found.len());
            }
            let same = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
            if same == expected.len() && same == found.len() {
                return Ok(());
            }
            let shown = |fact: &Fact| fact.shown(&table);
            let next = || self.steps.get(n + 1).map_or("the last line", |step| called(step.input)).to_owned();
            let expected = expected.get(same).map_or_else(|| awaited(position.phase()).to_owned(), shown);
            let found = found.get(same).map_or_else(next, shown);
            Err((Whereabouts::Fact(n, same), Fault::Differs { expected, found }))
        })
    }

    fn compare(&self) -> Result<Outcome, Trouble> {
        let outcome = Outcome::of(&self.compare_steps(false)?);
        if outcome == self.outcome {
            return Ok(outcome);
        }
        let words = |outcome: &Outcome| format!("`{}`", outcome.words(self.setup.seats));
        let fault = Fault::Differs { expected: words(&outcome), found: words(&self.outcome) };
        Err((Whereabouts::Outcome, fault))
    }

    fn error(&self, (place, fault): Trouble) -> RecordError {
        let fault = if self.rules == RULES_VERSION {
            fault
        } else {
            Fault::OtherRules { version: self.rules, fault: Box::new(fault) }
        };
        match self.mark(place) {
            Some(mark) => fault.at(mark),
            // The game was never read from a text, so the places are those in the text it would have.
            None => match Game::parse(&self.to_string()) {
                Ok(read) => fault.at(read.mark(place).unwrap_or(Mark { line: 1, column: 1 })),
                Err(error) => error,
            },
        }
    }

    fn mark(&self, place: Whereabouts) -> Option<Mark> {
        match place {
            Whereabouts::Setup => self.marks.0.first().copied(),
            Whereabouts::Outcome => self.marks.0.get(1).copied(),
            Whereabouts::Input(n) => match self.steps.get(n) {
                Some(step) => step.marks.0.first().copied(),
                None => self.mark(Whereabouts::Outcome),
            },
            Whereabouts::Fact(n, at) => match self.steps.get(n)?.marks.0.get(1 + at) {
                Some(mark) => Some(*mark),
                // A missing fact is missed where the next thing stands.
                None => self.mark(Whereabouts::Input(n + 1)),
            },
        }
    }
}

/// What a person finds in the record where an input stands.
fn called(input: Input) -> &'static str {
    match input {
        Input::Act(Action::Place { .. }) => "where a tile is laid",
        Input::Act(
            Action::Deploy { .. }
            | Action::Evict { .. }
            | Action::MoveFairy { .. }
            | Action::MoveDragon { .. }
            | Action::TakeExtra
            | Action::Pass,
        ) => "another action",
        Input::Draw(_) => "a drawn tile",
        Input::Retire(_) => "`retire`",
        Input::EndNow => "`end`",
    }
}

/// What stands in a record where the game waits for something.
fn awaited(phase: Phase) -> &'static str {
    match phase {
        Phase::Draw { .. } => "a drawn tile",
        Phase::Place => "where the tile is laid",
        Phase::Figure => "a figure or `pass`",
        Phase::Dragon { .. } => "a move of the dragon",
        Phase::Extra => "`take` or `pass`",
        Phase::Over(_) => "the last line",
    }
}

impl Outcome {
    /// Stands for what could not be read.
    pub(super) const UNREAD: Outcome =
        Outcome { phase: Phase::Place, scores: [0; MAX_SEATS], winners: Vec::new() };

    /// How a position stands.
    pub fn of(position: &Position) -> Outcome {
        let phase = position.phase();
        let over = matches!(phase, Phase::Over(_));
        let winners = if over { position.standing().winners } else { Vec::new() };
        Outcome { phase, scores: position.state.scores, winners }
    }

    /// The last line of a record.
    pub(super) fn words(&self, seats: u8) -> String {
        let scores = write_scores(&self.scores[..usize::from(seats).min(MAX_SEATS)]);
        let Phase::Over(ending) = self.phase else {
            return format!("unfinished {} {scores}", write_phase(self.phase));
        };
        let mut winners: Vec<String> = self.winners.iter().map(Seat::to_string).collect();
        if winners.is_empty() {
            winners.push(NOBODY.to_owned());
        }
        format!("result {} {scores} won {}", name_of(ENDINGS, ending), winners.join(" "))
    }
}

/// Stands for the winners of a game that nobody won.
pub(super) const NOBODY: &str = "nobody";
