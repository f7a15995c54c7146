//! Keeps the record of a game while it is played.

use super::fact::facts;
use super::game::{Game, Marks, Outcome, Step};
use super::tags::Tags;
use crate::RULES_VERSION;
use crate::action::Input;
use crate::event::Event;
use crate::figure::MAX_SEATS;
use crate::position::Position;
use crate::query::winners;
use crate::setup::Setup;
use crate::view::View;

/// Writes a game down as it is played: fed each input with its events, it needs no replay.
///
/// ```
/// use rules::notation::Recorder;
/// use rules::{Input, Kind, Position, Setup};
///
/// let mut position = Position::new(&Setup::base(2)).unwrap();
/// let mut recorder = Recorder::new(&position);
/// recorder.tags().set("Player1", "Anna").unwrap();
/// let mut events = Vec::new();
/// let input = Input::Draw(Kind::named("V").unwrap());
/// position.apply(input, &mut events).unwrap();
/// recorder.record(input, &events);
/// assert!(recorder.game().to_string().ends_with("\n1. 1: V\nunfinished place 0-0\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    game: Game,
    retired: [bool; MAX_SEATS],
}

impl Recorder {
    /// The record of a game that stands at this position. If that is not where its setup begins, the record
    /// begins with it.
    pub fn new(position: &Position) -> Recorder {
        let mut setup = position.setup().clone();
        let view = position.view();
        let opening = Position::new(&setup).map(|opening| opening.view());
        if opening.as_ref() != Ok(&view) {
            setup.start = Some(Box::new(view.clone()));
        }
        Recorder::at(setup, &view)
    }

    pub(super) fn at(setup: Setup, view: &View) -> Recorder {
        let outcome = Outcome { phase: view.phase, scores: view.scores, winners: Vec::new() };
        let game = Game {
            rules: RULES_VERSION,
            tags: Tags::default(),
            setup,
            steps: Vec::new(),
            outcome,
            marks: Marks::default(),
        };
        let mut recorder = Recorder { game, retired: view.retired };
        recorder.settle();
        recorder
    }

    /// The free tags, to be set.
    pub fn tags(&mut self) -> &mut Tags {
        &mut self.game.tags
    }

    /// Takes in an input that was accepted, and its events.
    pub fn record(&mut self, input: Input, events: &[Event]) {
        for event in events {
            match event {
                Event::Scored(score) => {
                    for (have, points) in self.game.outcome.scores.iter_mut().zip(score.points) {
                        *have = have.saturating_add(points);
                    }
                }
                Event::Retired { seat } if seat.index() < self.retired.len() => {
                    self.retired[seat.index()] = true
                }
                Event::Now(phase) => self.game.outcome.phase = *phase,
                Event::TurnBegan { .. }
                | Event::Drew { .. }
                | Event::HeldBack { .. }
                | Event::Removed { .. }
                | Event::SetAside { .. }
                | Event::PutBack { .. }
                | Event::Placed { .. }
                | Event::ExtraEarned { .. }
                | Event::ExtraBegan { .. }
                | Event::DragonCame { .. }
                | Event::DragonWoke
                | Event::DragonMoved { .. }
                | Event::DragonRested
                | Event::Deployed { .. }
                | Event::WentHome { .. }
                | Event::FairyMoved { .. }
                | Event::FairyAlone
                | Event::GoodsTaken { .. }
                | Event::Retired { .. } => {}
            }
        }
        self.settle();
        self.game.steps.push(Step { input, facts: facts(events), marks: Marks::default() });
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game as it was recorded.
    pub fn finish(self) -> Game {
        self.game
    }

    fn settle(&mut self) {
        let Outcome { phase, scores, .. } = self.game.outcome;
        let seats = self.game.setup.seats.min(MAX_SEATS as u8);
        let retired = self.retired;
        self.game.outcome.winners = winners(phase, seats, scores, |seat| retired[seat.index()]).collect();
    }
}
