//! `bastide replay`: a recorded game, step by step.

use crate::numbers::whole;
use crate::picture::{Board, LEAST_ROWS, Window};
use crate::records::{self, Records};
use crate::screen::{Screen, wrap};
use crate::told::Teller;
use crate::{foreign, say};
use anyhow::{Context, Result, ensure};
use console::{Key, Term};
use rules::notation::{Game, RecordError};
use rules::{Action, Cell, Event, Input, MAX_SEATS, Phase, Position, RULES_VERSION, Seat, Side, ToAct, View};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;

/// Step through a recorded game.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
On a terminal: Enter, space or right goes on, left goes back, home and end go to the ends, q leaves; up, down, < and > move a board that is too large. In a pipe the whole game is told.

With --json every game is a line with its rules version, header and setup, then a line for each input with its events and the scores after it, then a line with the score sheet. A game of other rules, which today's refuse, is told as its record states it.

Examples:
  bastide replay games.txt
  bastide replay games.txt --game 3
  bastide replay games.txt --json --legal | head")]
pub struct Args {
    /// A file of records; - is standard input
    file: PathBuf,
    /// Which of its games, from 1 [default: the first; with --json all]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    game: Option<u32>,
    /// Lines of JSON
    #[arg(long)]
    json: bool,
    /// With --json: what could have been done at each decision
    #[arg(long, requires = "json")]
    legal: bool,
}

/// What went wrong if the game could be read.
const TOLD: &str = "cannot write to standard output";

impl Args {
    /// Shows the game.
    pub fn run(self, screen: Screen) -> Result<()> {
        let mut out = BufWriter::new(std::io::stdout().lock());
        match self.game {
            None if self.json => self.tell_all(&mut out)?,
            number => {
                let game = records::numbered(&self.file, number.unwrap_or(1) as usize)?;
                records::doubt(&self.file, &game);
                if self.json {
                    self.tell(&mut out, &game)?;
                } else {
                    let frames = frames(&game).with_context(|| self.file.display().to_string())?;
                    show(&mut out, &header(&game), &frames, screen).context(TOLD)?;
                }
            }
        }
        out.flush().context(TOLD)
    }

    /// Every game as lines of JSON, while the file is read.
    fn tell_all(&self, out: &mut impl Write) -> Result<()> {
        let mut records = Records::open(&self.file)?;
        let mut any = false;
        while let Some(game) = records.next_game()? {
            let game = game.with_context(|| self.file.display().to_string())?;
            records::doubt(&self.file, &game);
            self.tell(out, &game)?;
            any = true;
        }
        ensure!(any, records::none(&self.file));
        Ok(())
    }

    fn tell(&self, out: &mut impl Write, game: &Game) -> Result<()> {
        for line in json(game, self.legal).with_context(|| self.file.display().to_string())? {
            writeln!(out, "{}", wire::write(&line)).context(TOLD)?;
        }
        Ok(())
    }
}

fn json(game: &Game, legal: bool) -> Result<Vec<wire::ReplayLine>> {
    match other_rules(game) {
        None => replayed(game, legal),
        Some(refused) => told(game, refused.to_string()),
    }
}

/// Why today's rules refuse a game of other rules, if they do; then its record alone says what it was.
fn other_rules(game: &Game) -> Option<RecordError> {
    if game.rules == RULES_VERSION { None } else { game.check().err() }
}

fn first_line(game: &Game, refused: Option<String>) -> wire::ReplayLine {
    let tags = game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    wire::ReplayLine::Game { rules: game.rules, refused, tags, setup: (&game.setup).into() }
}

fn replayed(game: &Game, legal: bool) -> Result<Vec<wire::ReplayLine>> {
    let mut lines = vec![first_line(game, None)];
    let seats = game.setup.seats;
    let mut before = legal.then(|| Position::new(&game.setup).map(|start| choices(&start))).transpose()?;
    let last = game.replay(|position, input, events| {
        let now = legal.then(|| choices(position));
        lines.push(wire::ReplayLine::Step {
            number: lines.len(),
            input: input.into(),
            legal: std::mem::replace(&mut before, now),
            events: events.iter().map(|event| wire::Event::new(event, seats)).collect(),
            scores: position.scores().to_vec(),
        });
    })?;
    lines.push(wire::ReplayLine::End { standing: (&last.standing()).into() });
    Ok(lines)
}

fn told(game: &Game, refused: String) -> Result<Vec<wire::ReplayLine>> {
    let mut lines = vec![first_line(game, Some(refused))];
    let seats = usize::from(game.setup.seats).min(MAX_SEATS);
    let mut teller = Teller::new(game);
    game.watch(|view, step| {
        lines.push(wire::ReplayLine::Told {
            number: lines.len(),
            input: step.input.into(),
            told: teller.tell(view, step),
            scores: view.scores[..seats].to_vec(),
        });
    })?;
    let outcome = &game.outcome;
    lines.push(wire::ReplayLine::Outcome {
        phase: outcome.phase.into(),
        scores: outcome.scores[..seats].to_vec(),
        winners: outcome.winners.iter().map(|seat| (*seat).into()).collect(),
    });
    Ok(lines)
}

fn choices(position: &Position) -> Vec<wire::Input> {
    let mut actions: Vec<Action> = Vec::new();
    if let ToAct::Seat(_) = position.to_act() {
        position.legal_actions(&mut actions);
    }
    actions.into_iter().map(wire::Input::from).collect()
}

/// A game that has just ended, from its last board on, for who sits at a terminal.
pub fn look_back(out: &mut impl Write, game: &Game, screen: Screen) -> Result<()> {
    if has_keys(screen) { step_through(out, "", &frames(game)?, usize::MAX, screen) } else { Ok(()) }
}

fn has_keys(screen: Screen) -> bool {
    screen.terminal && std::io::stdin().is_terminal()
}

/// What can be seen after an input, and what is said of it.
pub(super) struct Frame {
    pub(super) view: View,
    sentences: Vec<String>,
    /// Whether a turn or a second tile is over here.
    pub(super) rest: bool,
}

/// The game by today's rules; one of other rules that today's refuse is shown from its facts.
pub(super) fn frames(game: &Game) -> Result<Vec<Frame>> {
    let mut frames = Vec::new();
    if other_rules(game).is_none() {
        game.replay(|position, input, events| {
            let view = position.view();
            let sentences = say::events(events, &view);
            frames.push(Frame { view, sentences, rest: is_rest(input, events) });
        })?;
        return Ok(frames);
    }
    let mut teller = Teller::new(game);
    game.watch(|view, step| {
        let drawn = matches!(step.input, Input::Draw(_));
        let rest = !drawn && is_between_tiles(view.phase);
        frames.push(Frame { sentences: teller.tell(view, step), view: view.clone(), rest });
    })?;
    Ok(frames)
}

fn is_rest(input: Input, events: &[Event]) -> bool {
    let now = |event: &Event| matches!(event, Event::Now(phase) if is_between_tiles(*phase));
    !matches!(input, Input::Draw(_)) && events.iter().any(now)
}

/// Whether all that belongs to a tile is done.
fn is_between_tiles(phase: Phase) -> bool {
    match phase {
        Phase::Draw { .. } | Phase::Over(_) => true,
        Phase::Place | Phase::Figure | Phase::Dragon { .. } | Phase::Extra => false,
    }
}

/// What the record says of the game, in a line: its players and its other tags.
fn header(game: &Game) -> String {
    let players = (0..game.setup.seats).filter_map(|n| {
        let name = foreign::name(game.player(Seat(n))?);
        let colour = say::seat(Seat(n));
        Some(if name.starts_with(colour) { name } else { format!("{colour}: {name}") })
    });
    let others = game.tags.iter().filter(|(name, _)| !name.starts_with("Player"));
    let items: Vec<String> =
        players.chain(others.map(|(name, value)| format!("{name}: {}", foreign::name(value)))).collect();
    let tags = if items.is_empty() { String::new() } else { items.join(", ") + "\n" };
    tags + &version(game)
}

/// What is to be said of a record that was not made under these rules.
fn version(game: &Game) -> String {
    let known = match game.rules {
        RULES_VERSION => return String::new(),
        newer if newer > RULES_VERSION => ", which this program does not know",
        _ => "",
    };
    let how = match other_rules(game) {
        None => format!("by those of version {RULES_VERSION} it is the same game"),
        Some(_) => {
            format!("version {RULES_VERSION} would not allow it, so it is told as its record states it")
        }
    };
    format!("Played under rules version {}{known}; {how}.\n", game.rules)
}

fn show(out: &mut impl Write, header: &str, frames: &[Frame], screen: Screen) -> Result<()> {
    if has_keys(screen) {
        return step_through(out, header, frames, 0, screen);
    }
    write!(out, "{header}")?;
    let mut turns = 0;
    for frame in frames {
        for sentence in &frame.sentences {
            writeln!(out, "{sentence}")?;
        }
        if frame.rest {
            turns += 1;
            writeln!(out, "  {turns}. {}", say::points(&frame.view))?;
        }
    }
    match frames.last() {
        Some(frame) => draw(out, frame, None, screen, &winners(&frame.view)).map(|_| ()),
        None => Ok(()),
    }
}

/// A line that says who has won, if the game is over.
fn winners(view: &View) -> String {
    let Phase::Over(_) = view.phase else { return String::new() };
    let playing = || (0..MAX_SEATS.min(view.seats.into())).filter(|n| !view.retired[*n]);
    let most = playing().map(|n| view.scores[n]).max();
    let names: Vec<&str> =
        playing().filter(|n| Some(view.scores[*n]) == most).map(|n| say::seat(Seat(n as u8))).collect();
    match names[..] {
        [] => "Nobody wins.\n".to_owned(),
        [name] => format!("{name} wins.\n"),
        _ => format!("{} share the win.\n", names.join(" and ")),
    }
}

/// Goes where the keys say, a tile at a time, from the given one on.
fn step_through(
    out: &mut impl Write,
    header: &str,
    frames: &[Frame],
    from: usize,
    screen: Screen,
) -> Result<()> {
    let stops: Vec<usize> = (0..frames.len()).filter(|n| frames[*n].rest || n + 1 == frames.len()).collect();
    let Some(last) = stops.len().checked_sub(1) else { return Ok(()) };
    let term = Term::stdout();
    let mut at = from.min(last);
    let mut focus = None;
    loop {
        let first = if at == 0 { 0 } else { stops[at - 1] + 1 };
        let frame = &frames[stops[at]];
        let sentences = frames[first..=stops[at]].iter().flat_map(|frame| &frame.sentences);
        let mut below = header.to_owned();
        sentences.for_each(|sentence| below.extend([sentence.as_str(), "\n"]));
        let keys = format!("[{} of {}; Enter goes on, left back, q leaves]", at + 1, last + 1);
        below.push_str(&format!("{}   {keys}", say::points(&frame.view)));
        let below = wrap(&below, screen.size().0);
        let window = draw(out, frame, focus, screen, below.trim_end())?;
        write!(out, " ")?;
        out.flush()?;
        let key = term.read_key()?;
        focus = side(&key).map(|side| window.moved(side));
        at = match key {
            Key::Enter | Key::ArrowRight | Key::Char(' ' | 'n') => last.min(at + 1),
            Key::ArrowLeft | Key::Backspace | Key::Char('b') => at.saturating_sub(1),
            Key::Home => 0,
            Key::End => last,
            Key::Char('q') | Key::Escape | Key::UnknownEscSeq(_) => break,
            _ => at,
        };
    }
    writeln!(out)?;
    Ok(())
}

/// Where a key moves a board that is too large for the screen.
fn side(key: &Key) -> Option<Side> {
    match key {
        Key::ArrowUp => Some(Side::North),
        Key::ArrowDown => Some(Side::South),
        Key::Char('<') => Some(Side::West),
        Key::Char('>') => Some(Side::East),
        _ => None,
    }
}

/// The board, and this text below it; returns what can be seen of the board.
fn draw(
    out: &mut impl Write,
    frame: &Frame,
    focus: Option<Cell>,
    screen: Screen,
    below: &str,
) -> Result<Window> {
    let view = &frame.view;
    let focus = focus.unwrap_or_else(|| say::focus(view));
    let (columns, rows) = screen.room(below);
    let room = (columns, rows.max(LEAST_ROWS));
    let board = Board { view, labels: &[], focus, size: None, room, colour: screen.colour };
    let (text, window) = board.text();
    screen.clear(out)?;
    write!(out, "{text}{below}")?;
    Ok(window)
}
