//! `bastide analyse`: what was best at each turn of a recorded game, and what was luck.

mod chart;
mod table;

use crate::commands::check::unknown_version;
use crate::drawing::{Target, width};
use crate::numbers::whole;
use crate::{progress, records, say};
use ai::Limits;
use ai::analysis::{Analysis, Prospect, TurnAnalysis};
use anyhow::{Context, Result};
use rules::notation::Game;
use rules::{Input, Position, RULES_VERSION, ToAct};
use server::analysts::{summed, told};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use table::Words;
use wire::AnalysedGame;

/// Look at a recorded game: the best lines, what the played ones lost, what was luck.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
For each turn: what was played, how far ahead its player is then expected to be in the end (margin), what the best line would have brought more (lost), how much better the drawn tile was than the average of the bag (luck), and each seat's chance of winning. Below it the best lines, each with its margin and its player's chance of winning. What was lost and what was luck need not add up to the result: every turn is judged anew, and what could not be foreseen is neither. With more than two seats a margin is over the others: half the best of them counts, and half their mean.

Examples:
  bastide analyse game.txt
  bastide analyse games.txt --game 3 --time 1000 --threads 2
  bastide analyse game.txt --lines 0 --svg chances.svg
  bastide analyse game.txt --nodes 20000 --json > analysis.json")]
pub struct Args {
    /// A file of records; - is standard input
    file: PathBuf,
    /// Which of its games, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole::<u32>(1..=u64::from(u32::MAX)))]
    game: u32,
    /// Milliseconds for each turn [default: 300, or none with --nodes]
    #[arg(long, value_name = "MS", value_parser = whole::<u64>(0..=u64::MAX))]
    time: Option<u64>,
    /// Nodes for each turn; the same number gives the same analysis
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    nodes: Option<u64>,
    /// How many threads think
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole::<u16>(1..=256))]
    threads: u16,
    /// How many of the best lines to show for each turn
    #[arg(long, value_name = "N", default_value_t = 3, conflicts_with = "json")]
    #[arg(value_parser = whole::<u8>(0..=10))]
    lines: u8,
    /// Draw the chances of winning into a file that ends in .svg
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Write over a drawing that is there already
    #[arg(long, requires = "svg")]
    force: bool,
    /// The result as JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Analyses and prints.
    pub fn run(self) -> Result<()> {
        let name = self.file.display();
        let game = records::numbered(&self.file, self.game as usize)?;
        let drawing = self.svg.as_deref().map(|path| Target::svg(path, self.force)).transpose()?;
        // Before anything is thought, so that no thought is lost.
        drawing.as_ref().map_or(Ok(()), Target::try_out)?;
        records::doubt(&self.file, &game);
        if game.rules > RULES_VERSION {
            crate::complain(&format!("{name}: {}; what follows is by its own", unknown_version(game.rules)));
        }
        game.replay(|_, _, _| ()).with_context(|| name.to_string())?;
        let (analysed, words) = self.analyse(&game).with_context(|| name.to_string())?;
        if let Some(drawing) = drawing {
            let svg = chart::svg(&analysed);
            drawing.write(&svg, width(&svg) as u32)?;
        }
        let text =
            if self.json { wire::write_pretty(&analysed) + "\n" } else { table::text(&analysed, &words) };
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// The analysis, and each turn's played line and best ones in words.
    fn analyse(&self, game: &Game) -> Result<(AnalysedGame, Vec<Words>)> {
        let inputs: Vec<Input> = game.inputs().collect();
        let mut position = Position::new(&game.setup)?;
        let time = self.time.or(if self.nodes.is_none() { Some(300) } else { None });
        let limits = Limits {
            nodes: self.nodes,
            time: time.map(Duration::from_millis),
            threads: NonZeroUsize::new(self.threads.into()).unwrap_or(NonZeroUsize::MIN),
            ..Limits::default()
        };
        let mut analysis = Analysis::new(position.clone(), limits);
        let bar = progress::bar(turn_count(&position, &inputs)?, "{pos}/{len} turns, {eta} left");
        let (mut turns, mut words, mut at) = (Vec::new(), Vec::new(), 0);
        while at < inputs.len() {
            let (taken, turn) = analysis
                .follow(&inputs[at..])
                .with_context(|| format!("input {} breaks the rules of today", at + 1))?;
            if let Some(turn) = turn {
                let in_words = |one: &Prospect| say::line(&position, &one.line);
                let best = turn.candidates.iter().take(self.lines.into()).map(in_words).collect();
                words.push(Words { played: in_words(&turn.played), best });
                turns.push(turn);
            }
            for input in &inputs[at..at + taken] {
                position.apply(*input, &mut ())?;
            }
            at += taken;
            bar.set_position(turns.len() as u64);
        }
        bar.finish_and_clear();
        Ok((report(game, &turns), words))
    }
}

/// How many turns an analysis tells of: a seat's actions up to the next draw or another seat's decision.
fn turn_count(start: &Position, inputs: &[Input]) -> Result<u64> {
    let (mut position, mut before, mut count) = (start.clone(), None, 0);
    for input in inputs {
        let seat = match (input, position.to_act()) {
            (Input::Act(_), ToAct::Seat(seat)) => Some(seat),
            _ => None,
        };
        count += u64::from(seat.is_some() && seat != before);
        before = seat;
        position.apply(*input, &mut ())?;
    }
    Ok(count)
}

fn report(game: &Game, turns: &[TurnAnalysis]) -> AnalysedGame {
    let (seats, decisive) = summed(turns, game);
    let seat_count = game.setup.seats;
    AnalysedGame {
        setup: (&game.setup).into(),
        seats,
        decisive,
        turns: turns.iter().zip(1..).map(|(turn, number)| told(turn, number, seat_count)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Setup, TileSet};

    #[test]
    fn turns_are_counted_as_the_analysis_does() {
        let setup = Setup::new(3, &[TileSet::Base, TileSet::Traders, TileSet::Dragon]);
        let mut table = chance::Game::new(&setup, 4).unwrap();
        let (start, mut stream) = (table.position().clone(), chance::Stream::new(4));
        while !table.is_over() {
            let mut actions = Vec::new();
            table.position().legal_actions(&mut actions);
            let input =
                table.next_draw().map(Input::Draw).or_else(|| stream.pick(&actions).copied().map(Input::Act));
            table.apply(input.unwrap(), &mut ()).unwrap();
        }
        let inputs = table.inputs();
        let mut analysis = Analysis::new(start.clone(), Limits { nodes: Some(1), ..Limits::default() });
        let (mut at, mut turns) = (0, 0);
        while at < inputs.len() {
            let (taken, turn) = analysis.follow(&inputs[at..]).unwrap();
            at += taken;
            turns += u64::from(turn.is_some());
        }
        assert_eq!(turn_count(&start, inputs).unwrap(), turns);
    }
}
