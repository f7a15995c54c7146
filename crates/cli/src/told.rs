//! What a record states, in English, where today's rules have nothing to say: no rule is asked.

use crate::say;
use rules::notation::{Fact, Game, Prize, Step};
use rules::{Action, Event, Input, Phase, Place, Position, View};

/// Tells a game step by step from its facts.
pub struct Teller {
    /// The table before the next step.
    before: Option<View>,
}

impl Teller {
    /// At the beginning of a game.
    pub fn new(game: &Game) -> Teller {
        let start = || Position::new(&game.setup).ok().map(|position| position.view());
        Teller { before: game.setup.start.as_deref().cloned().or_else(start) }
    }

    /// What happened in a step after which the table looked so.
    pub fn tell(&mut self, after: &View, step: &Step) -> Vec<String> {
        let before = self.before.replace(after.clone());
        let before = before.as_ref().unwrap_or(after);
        let mut sentences: Vec<String> =
            done(before, after, step).and_then(|event| say::event(&event, after)).into_iter().collect();
        let mut end =
            if let Phase::Over(why) = after.phase { Some(say::ending(why).to_owned()) } else { None };
        for fact in &step.facts {
            if let Fact::Points { last: true, .. } = fact {
                sentences.extend(end.take());
            }
            sentences.extend(stated(fact, before, after));
        }
        sentences.extend(end);
        sentences
    }
}

/// What an input does by itself.
fn done(before: &View, after: &View, step: &Step) -> Option<Event> {
    let seat = before.turn;
    Some(match step.input {
        Input::Draw(kind) => Event::Drew { kind },
        Input::Retire(seat) => Event::Retired { seat },
        Input::Act(Action::Place { cell, rotation }) => {
            Event::Placed { seat, kind: before.hand?, cell, rotation }
        }
        Input::Act(Action::Deploy { figure, spot }) => {
            Event::Deployed { seat, figure, place: Place::Segment(spot) }
        }
        Input::Act(Action::MoveFairy { cell, segment }) => Event::FairyMoved { seat, cell, segment },
        Input::Act(Action::MoveDragon { .. }) => {
            Event::DragonMoved { seat: step.mover().unwrap_or(seat), cell: after.dragon? }
        }
        Input::Act(Action::Evict { .. } | Action::TakeExtra | Action::Pass) | Input::EndNow => return None,
    })
}

/// A sentence for a fact, where people want one.
fn stated(fact: &Fact, before: &View, after: &View) -> Option<String> {
    match *fact {
        Fact::Held => Some("It waits for the first volcano.".to_owned()),
        Fact::Removed => Some("It fits nowhere and leaves the game.".to_owned()),
        Fact::Aside => Some("It fits nowhere and goes back into the bag later.".to_owned()),
        Fact::Points { prize, points, .. } => Some(format!("{}: {}.", say::gains(&points), what_for(prize))),
        Fact::Turn(_) => None,
        _ => say::event(&fact.event(before.turn)?, after),
    }
}

fn what_for(prize: Prize) -> String {
    match prize {
        Prize::Feature(kind, spot) => format!("{} at {}", kind.name(), spot.cell),
        Prize::Farmed(city) => format!("farmed city at {}", city.cell),
        Prize::FairyTurn => "the turn begins beside the fairy".to_owned(),
        Prize::Fairy(spot) => format!("the fairy stands by at {}", spot.cell),
        Prize::Goods(good) => format!("most {}", good.name()),
    }
}
