//! A script being played: moves are fed to the position, events to a view.

use crate::board::{picture, read_board};
use crate::expect;
use crate::names::{Players, Told, kind_name, read_cell, read_kind, read_segment, read_side, read_turned};
use crate::script::NumberedLine;
use crate::words::{self, Happening};
use rules::{Action, Cell, Figure, Illegal, Input, Kind, Phase, Position, Seat, Setup, Spot, ToAct, View};
use std::collections::BTreeMap;

pub struct Game {
    pub players: Players,
    pub position: Position,
    /// The fold of all events so far.
    pub view: View,
    /// What happened in the last move, in words.
    pub record: Vec<Happening>,
    labels: BTreeMap<String, Cell>,
}

impl Game {
    pub fn new(players: Players, setup: &Setup) -> Told<Game> {
        let position = Position::new(setup).map_err(|why| format!("the setup is refused: {why}"))?;
        let view = position.view();
        Ok(Game { players, position, view, record: Vec::new(), labels: BTreeMap::new() })
    }

    /// Plays or checks one line.
    pub fn line(&mut self, text: &str) -> Told<()> {
        if let Some(expected) = text.strip_prefix('>') {
            return expect::happened(self, expected);
        }
        if let Some(expected) = text.strip_prefix('=') {
            return expect::stands(self, expected);
        }
        self.record.clear();
        let (text, refusal) =
            text.split_once('!').map_or((text, None), |(text, rule)| (text, Some(rule.trim())));
        let words: Vec<_> = text.split_whitespace().collect();
        match words[..] {
            ["end"] => self.attempt(Input::EndNow, refusal),
            ["draw", kind] => self.attempt(Input::Draw(read_kind(kind)?), refusal),
            ["retire", who] => self.attempt(Input::Retire(self.players.seat(who)?), refusal),
            ["walk", ..] => self.walk(text.trim_start_matches("walk"), refusal),
            [who, ref rest @ ..] if who.ends_with(':') && !rest.is_empty() => {
                self.turn(self.players.seat(who.trim_end_matches(':'))?, rest, refusal)
            }
            _ => Err("this line is none of those a script can have".to_owned()),
        }
    }

    /// Lays a drawn board by ordinary turns, in the order of its labels.
    pub fn lay_board(&mut self, rows: &[&str]) -> Told<()> {
        self.record.clear();
        let mut turns = Vec::new();
        for (turn, cell) in read_board(rows)? {
            let seat = self.players.seat_of_letter(turn.colour())?;
            let (round, second) = turn.round()?;
            self.labels.insert(turn.label.clone(), cell);
            turns.push(((round, seat, second), turn, cell));
        }
        turns.sort_by_key(|(order, ..)| *order);
        for ((_, seat, _), turn, cell) in turns {
            let figure: Vec<_> = turn.figure.split_whitespace().collect();
            let laid = self.lay(seat, turn.kind, turn.rotation, cell);
            laid.and_then(|()| self.figure(&figure, None)).map_err(|why| format!("{}: {why}", turn.label))?;
        }
        Ok(())
    }

    fn turn(&mut self, seat: Seat, words: &[&str], refusal: Option<&str>) -> Told<()> {
        let Ok((kind, rotation)) = read_turned(words[0]) else {
            // What is refused for its time may also be tried when it is nobody's turn to act.
            if refusal != Some("NotNow") && refusal != Some("GameOver") {
                self.acts(seat)?;
            }
            return self.figure(words, refusal);
        };
        let [_, cell, figure @ ..] = words else { return Err("where is the tile laid?".to_owned()) };
        let cell = read_cell(cell)?;
        match figure {
            [] if refusal.is_some() => {
                self.take(seat, kind)?;
                self.attempt(Input::Act(Action::Place { cell, rotation }), refusal)
            }
            [] => self.lay(seat, kind, rotation, cell).and_then(|()| self.figure(&["pass"], None)),
            ["..."] => self.lay(seat, kind, rotation, cell),
            _ => self.lay(seat, kind, rotation, cell).and_then(|()| self.figure(figure, refusal)),
        }
    }

    fn lay(&mut self, seat: Seat, kind: Kind, rotation: rules::Rotation, cell: Cell) -> Told<()> {
        self.take(seat, kind)?;
        self.attempt(Input::Act(Action::Place { cell, rotation }), None)
    }

    /// Draws the tile, unless it is in hand already.
    fn take(&mut self, seat: Seat, kind: Kind) -> Told<()> {
        if self.position.turn() != seat {
            return Err(format!("it is {}'s turn", self.players.name(self.position.turn())));
        }
        if matches!(self.position.phase(), Phase::Draw { .. }) {
            self.attempt(Input::Draw(kind), None)?;
        }
        match self.position.hand() {
            Some(hand) if hand == kind => self.acts(seat),
            hand => Err(format!("in hand is {}", hand.map_or("nothing".to_owned(), kind_name))),
        }
    }

    fn acts(&self, seat: Seat) -> Told<()> {
        match self.position.to_act() {
            ToAct::Seat(acting) if acting == seat => Ok(()),
            other => Err(format!("{} is not to act, but {other:?}", self.players.name(seat))),
        }
    }

    fn figure(&mut self, words: &[&str], refusal: Option<&str>) -> Told<()> {
        let action = self.read_action(words)?;
        self.attempt(Input::Act(action), refusal)
    }

    /// `red N, blue W`: dragon steps with those who make them; the last one may be refused.
    fn walk(&mut self, steps: &str, refusal: Option<&str>) -> Told<()> {
        let steps: Vec<&str> = steps.split(',').collect();
        for (n, step) in steps.iter().enumerate() {
            let (who, side) =
                step.trim().split_once(' ').ok_or("a step is a player and a side, as in red N")?;
            self.acts(self.players.seat(who)?)?;
            let action = Action::MoveDragon { side: read_side(side)? };
            self.attempt(Input::Act(action), refusal.filter(|_| n + 1 == steps.len()))?;
        }
        Ok(())
    }

    /// Feeds an input and wants it refused by that rule, or accepted if there is none.
    fn attempt(&mut self, input: Input, refusal: Option<&str>) -> Told<()> {
        match (self.feed(input)?, refusal) {
            (Ok(()), None) => Ok(()),
            (Ok(()), Some(rule)) => Err(format!("{input:?} should be refused by {rule}, but was accepted")),
            (Err(why), None) => Err(format!("{input:?} was refused: {why}")),
            (Err(why), Some(rule)) if variant(why) == rule => Ok(()),
            (Err(why), Some(rule)) => Err(format!("{input:?} should be refused by {rule}, not by {why:?}")),
        }
    }

    /// Feeds an input and checks what holds for every input: refusals change nothing, the legal actions are
    /// those accepted, the events fold to the view, and between placements the projected scores are those of
    /// ending now.
    fn feed(&mut self, input: Input) -> Told<Result<(), Illegal>> {
        let before = self.position.clone();
        let mut legal = Vec::new();
        before.legal_actions(&mut legal);
        let mut events = Vec::new();
        let outcome = self.position.apply(input, &mut events);
        if let Input::Act(action) = input
            && legal.contains(&action) != outcome.is_ok()
        {
            return Err(format!("{action:?} gives {outcome:?}, unlike the list of legal actions says"));
        }
        if outcome.is_err() && (self.position != before || !events.is_empty()) {
            return Err(format!("{input:?} was refused, but something changed"));
        }
        for event in &events {
            self.view.apply(event);
            self.record.push(words::happening(event, &self.view, &self.players));
        }
        if self.view != self.position.view() {
            let (fold, view) = (&self.view, self.position.view());
            return Err(format!("the events do not fold to the view:\n  {fold:?}\n  {view:?}"));
        }
        self.projects()?;
        Ok(outcome)
    }

    fn projects(&self) -> Told<()> {
        let mut ended = self.position.clone();
        // Refused when it is over already: then the scores are final.
        let _ = ended.apply(Input::EndNow, &mut ());
        let (projected, found) = (self.position.projected(), ended.scores());
        if projected[..found.len()] == *found {
            return Ok(());
        }
        Err(format!("projected are {projected:?}, but ending now gives {found:?}"))
    }

    /// A figure step, a dragon step or the answer about the second tile.
    pub fn read_action(&self, words: &[&str]) -> Told<Action> {
        let deploy = |figure, spot| Ok(Action::Deploy { figure, spot });
        match *words {
            ["pass" | "decline"] => Ok(Action::Pass),
            ["take"] => Ok(Action::TakeExtra),
            ["builder", spot] => deploy(Figure::Builder, self.read_spot(spot)?),
            ["pig", spot] => deploy(Figure::Pig, self.read_spot(spot)?),
            ["evict", spot] => Ok(Action::Evict { spot: self.read_spot(spot)? }),
            ["dragon", side] => Ok(Action::MoveDragon { side: read_side(side)? }),
            ["fairy", spot] => match spot.strip_prefix('@') {
                Some(cell) => Ok(Action::MoveFairy { cell: self.read_cell(cell)?, segment: None }),
                None => {
                    let spot = self.read_spot(spot)?;
                    Ok(Action::MoveFairy { cell: spot.cell, segment: Some(spot.segment) })
                }
            },
            [spot] => deploy(Figure::Follower, self.read_spot(spot)?),
            _ => Err(format!("{words:?} is no figure step")),
        }
    }

    /// A segment of the tile laid last, or of the one named after `@`; `segment.7` names it by number.
    pub fn read_spot(&self, text: &str) -> Told<Spot> {
        let (segment, cell) =
            text.split_once('@').map_or((text, None), |(segment, cell)| (segment, Some(cell)));
        let cell = match cell {
            Some(cell) => self.read_cell(cell)?,
            None => self.view.tiles.last().map(|laid| laid.cell).ok_or("no tile lies yet")?,
        };
        if let Some(number) = segment.strip_prefix("segment.").and_then(|number| number.parse().ok()) {
            return Ok(Spot::new(cell, number));
        }
        let laid = self.view.tiles.iter().find(|laid| laid.cell == cell);
        let laid = laid.ok_or_else(|| format!("no tile lies at {cell}"))?;
        Ok(Spot::new(cell, read_segment(laid.kind.tile(), laid.rotation, segment)?))
    }

    /// `1,0`, or the label of a turn on the drawn board.
    pub fn read_cell(&self, text: &str) -> Told<Cell> {
        self.labels.get(text).copied().map_or_else(|| read_cell(text), Ok)
    }

    /// Everything needed to see what went wrong.
    pub fn report(&self, (number, text): NumberedLine, why: &str) -> String {
        let happened = self.record.iter().map(|happening| &*happening.full).collect::<Vec<_>>().join("\n  ");
        let board = picture(&self.view, &self.players);
        format!("line {number}: {text}\n\n{why}\n\nlast move:\n  {happened}\n\nboard:\n{board}")
    }
}

fn variant(why: Illegal) -> String {
    format!("{why:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}
