//! One game that is analysed, turn by turn, and what is told of it.

use ai::Limits;
use ai::analysis::{Analysis, GameSummary, Prospect, SeatSum, TurnAnalysis};
use rules::notation::{Game, RecordError};
use rules::{Input, Position, Seat};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use wire::table::Failure;
use wire::{Analysed, AnalysedLine, AnalysedSeat, AnalysedTurn};

/// However many turns a game has, one gets at least and at most so much time.
const LEAST: Duration = Duration::from_millis(30);
const MOST: Duration = Duration::from_millis(400);
/// Lines of actions that are told for each turn.
const LINES: usize = 3;
/// Bytes of finished analyses that are kept at hand.
const KEPT: usize = 8 << 20;

/// What stands for a game.
pub(super) type Key = [u8; 32];

/// What stands for this game.
pub(super) fn key(game: &Game) -> Key {
    chance::fair::digest(&game.to_string())
}

/// What has been told of an analysis so far.
#[derive(Clone, Default, Debug)]
pub struct Told {
    /// A line of JSON for each value.
    pub lines: Vec<Arc<str>>,
    /// Whether that is all.
    pub is_done: bool,
}

/// A game that is being analysed.
pub(super) struct Study {
    pub key: Key,
    pub told: watch::Sender<Told>,
    /// Since when it has waited for a thread that judges its next turn.
    pub waits_since: Instant,
    analysis: Analysis,
    inputs: Vec<Input>,
    /// So many inputs have been looked at.
    at: usize,
    turns: Vec<TurnAnalysis>,
    game: Game,
}

impl Study {
    /// Begins; somebody must look on.
    pub fn new(
        key: Key,
        game: &Game,
        effort: Duration,
    ) -> Result<(Study, watch::Receiver<Told>), RecordError> {
        game.replay(|_, _, _| ())?;
        let inputs: Vec<Input> = game.inputs().collect();
        let turns = inputs.iter().filter(|input| matches!(input, Input::Draw(_))).count();
        let time = (effort / u32::try_from(turns.max(1)).unwrap_or(u32::MAX)).clamp(LEAST, MOST);
        let limits = Limits { time: Some(time), ..Limits::default() };
        // It was played a moment ago, so it begins.
        let start = Position::new(&game.setup).expect("a game that can be played begins");
        let began = line(&Analysed::Began { inputs: inputs.len() });
        let (told, receiver) = watch::channel(Told { lines: vec![began], is_done: false });
        let analysis = Analysis::new(start, limits);
        let (waits_since, game) = (Instant::now(), game.clone());
        let study = Study { key, told, waits_since, analysis, inputs, at: 0, turns: Vec::new(), game };
        Ok((study, receiver))
    }

    /// Judges the next turn, or sums up.
    pub fn judge(&mut self) -> Analysed {
        while self.at < self.inputs.len() {
            let Some((taken, turn)) = self.analysis.follow(&self.inputs[self.at..]) else {
                return not_analysed();
            };
            self.at += taken;
            if let Some(turn) = turn {
                let mut told = told(&turn, self.turns.len() + 1, self.game.setup.seats);
                told.candidates.truncate(LINES);
                self.turns.push(turn);
                return Analysed::Turn(Box::new(told));
            }
        }
        let (seats, decisive) = summed(&self.turns, &self.game);
        Analysed::Done { seats, decisive }
    }

    /// Ends without a result, to make room for others.
    pub fn give_up(&self) {
        let lines = self.with(&failed("analysts-busy", &super::AnalystsBusy.to_string()));
        self.told.send_replace(Told { lines, is_done: true });
    }

    /// The lines told so far, and one more.
    pub fn with(&self, what: &Analysed) -> Vec<Arc<str>> {
        let mut lines = self.told.borrow().lines.clone();
        lines.push(line(what));
        lines
    }
}

/// The end of an analysis of a game that does not follow the rules.
pub(super) fn not_analysed() -> Analysed {
    failed("not-analysed", "this game cannot be analysed by the rules of today; it can be looked at")
}

fn failed(code: &str, message: &str) -> Analysed {
    Analysed::Failed(Failure { code: code.into(), message: message.into(), words: None })
}

fn line(what: &Analysed) -> Arc<str> {
    (wire::write(what) + "\n").into()
}

/// A judged turn in the words of `wire`.
pub fn told(turn: &TurnAnalysis, number: usize, seats: u8) -> AnalysedTurn {
    let seats = usize::from(seats);
    let line = |line: &[rules::Action]| line.iter().map(|action| (*action).into()).collect();
    let candidate = |one: &Prospect| AnalysedLine {
        line: line(&one.line),
        value: one.value[..seats].to_vec(),
        margin: one.margin,
        chance: one.chances[turn.seat.index()],
    };
    AnalysedTurn {
        number,
        input: turn.input,
        seat: turn.seat.into(),
        played: line(&turn.played.line),
        margin: turn.played.margin,
        best: turn.best(),
        loss: turn.loss(),
        luck: turn.luck,
        fortune: turn.fortune,
        chances: turn.played.chances[..seats].to_vec(),
        best_chance: turn.best_chance(),
        candidates: turn.candidates.iter().map(candidate).collect(),
    }
}

/// What a whole game came to in the words of `wire`: each seat by name, and the numbers of the turns that decided it.
pub fn summed(turns: &[TurnAnalysis], game: &Game) -> (Vec<AnalysedSeat>, Vec<usize>) {
    let GameSummary { seats, decisive } = GameSummary::of(turns, game.setup.seats);
    let seat = |(sum, n): (&SeatSum, u8)| AnalysedSeat {
        player: game.player(Seat(n)).map(str::to_owned),
        loss: sum.loss,
        luck: sum.luck,
        turns: sum.turns,
    };
    (seats.iter().zip(0..).map(seat).collect(), decisive.iter().map(|turn| turn + 1).collect())
}

/// The last analyses that were finished, as far as there is room for them.
#[derive(Default)]
pub(super) struct Finished {
    /// The newest last.
    games: VecDeque<(Key, Vec<Arc<str>>)>,
    bytes: usize,
}

impl Finished {
    pub fn get(&self, key: &Key) -> Option<Vec<Arc<str>>> {
        self.games.iter().find(|(known, _)| known == key).map(|(_, lines)| lines.clone())
    }

    pub fn keep(&mut self, key: Key, lines: Vec<Arc<str>>) {
        self.bytes += bytes(&lines);
        self.games.push_back((key, lines));
        while self.bytes > KEPT {
            let Some((_, oldest)) = self.games.pop_front() else { return };
            self.bytes -= bytes(&oldest);
        }
    }
}

fn bytes(lines: &[Arc<str>]) -> usize {
    lines.iter().map(|line| line.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let mut finished = Finished::default();
        let lines = || vec![Arc::<str>::from("x".repeat(KEPT / 4))];
        (0..10).for_each(|n| finished.keep([n; 32], lines()));
        assert_eq!(finished.games.len(), 4);
        assert!(finished.get(&[9; 32]).is_some() && finished.get(&[5; 32]).is_none());
        finished.keep([11; 32], vec!["x".repeat(KEPT + 1).into()]);
        assert_eq!((finished.games.len(), finished.bytes), (0, 0));
    }
}
