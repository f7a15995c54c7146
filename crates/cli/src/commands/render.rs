//! `bastide render`: the board of a recorded game as a picture.

use super::replay::{Frame, frames};
use crate::drawing::{Look, Target, width};
use crate::numbers::whole;
use crate::{records, say};
use anyhow::{Context, Result, bail, ensure};
use art::{Background, BoardOptions};
use clap::ValueEnum;
use rules::notation::Game;
use rules::{Position, Seat, View};
use std::path::PathBuf;

/// Draw the board of a recorded game.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A PNG shows points but no names. Turns are counted as in `bastide replay`: each tile laid ends one, 0 is the start.

Examples:
  bastide render games.txt -o board.svg
  bastide render games.txt -o - | less
  bastide render games.txt --game 3 --turn 20 --theme winter -o board.png")]
pub struct Args {
    /// A file of records; - is standard input
    file: PathBuf,
    /// Where the picture goes: a name that ends in .svg or .png; - is standard output, as SVG
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write over a picture that is there already
    #[arg(long)]
    force: bool,
    /// Which of its games, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=u64::MAX))]
    game: usize,
    /// After which turn [default: the last]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=u64::MAX))]
    turn: Option<usize>,
    /// How the land looks
    #[arg(long, value_enum, default_value_t)]
    theme: Look,
    /// What the board lies on
    #[arg(long, value_enum, default_value_t)]
    table: Surface,
    /// Only the board, without names and points
    #[arg(long)]
    plain: bool,
    /// Pixels across a PNG [default: 100 a tile, 4000 at most]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(1..=20_000))]
    width: Option<u32>,
}

/// What the board lies on.
#[derive(ValueEnum, Clone, Copy, Default, Debug)]
enum Surface {
    /// Linen
    #[default]
    Light,
    /// Oak
    Dark,
    /// Nothing
    None,
}

impl Args {
    pub fn run(self) -> Result<()> {
        let target = Target::new(&self.output, self.force)?;
        ensure!(self.width.is_none() || target.is_png(), "--width is for a PNG; an SVG has any size");
        let game = records::numbered(&self.file, self.game)?;
        records::doubt(&self.file, &game);
        let view = self.view(&game).with_context(|| self.file.display().to_string())?;
        let names: Vec<&str> =
            (0..view.seats).map(|n| game.player(Seat(n)).unwrap_or(say::seat(Seat(n)))).collect();
        let options = BoardOptions {
            theme: self.theme.into(),
            table: match self.table {
                Surface::Light => Background::Light,
                Surface::Dark => Background::Dark,
                Surface::None => Background::Bare,
            },
            names: if self.plain { &[] } else { &names },
            scores: !self.plain,
        };
        let svg = art::board(&view, &options);
        let usual = (width(&svg) / 2.0).min(4000.0) as u32;
        target.write(&svg, self.width.unwrap_or(usual))
    }

    /// What can be seen after the turn asked for.
    fn view(&self, game: &Game) -> Result<View> {
        let frames = frames(game)?;
        let Some(last) = frames.last() else { return Ok(Position::new(&game.setup)?.view()) };
        let ends: Vec<&Frame> = frames.iter().filter(|frame| frame.rest).collect();
        match self.turn {
            None => Ok(last.view.clone()),
            Some(0) => Ok(Position::new(&game.setup)?.view()),
            Some(turn) => match ends.get(turn - 1) {
                Some(frame) => Ok(frame.view.clone()),
                None => bail!("game {} has turns 0 to {}, not {turn}", self.game, ends.len()),
            },
        }
    }
}
