//! Where output goes: a terminal with its size and colours, or a pipe.

use std::io::{IsTerminal, Write};

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Also into a pipe.
    Always,
    /// Letters only.
    Never,
}

/// Where output goes.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Whether someone looks at a terminal.
    pub terminal: bool,
    /// Whether colours are seen.
    pub colour: bool,
}

impl Screen {
    /// Standard output.
    pub fn new(colour: Colour) -> Screen {
        let terminal = std::io::stdout().is_terminal();
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let colour = match colour {
            Colour::Auto => terminal && !set("NO_COLOR") && !dumb,
            Colour::Always => true,
            Colour::Never => false,
        };
        Screen { terminal, colour }
    }

    /// Characters across and lines for a board, with `below` lines kept for text.
    pub fn room(&self, below: usize) -> (usize, usize) {
        if !self.terminal {
            return (usize::MAX, usize::MAX);
        }
        let (rows, columns) = console::Term::stdout().size();
        (usize::from(columns), usize::from(rows).saturating_sub(below))
    }

    /// Begins a new picture: on a terminal in place of the last one.
    pub fn clear(&self, out: &mut impl Write) -> std::io::Result<()> {
        if self.terminal && self.colour { write!(out, "\x1b[2J\x1b[H") } else { writeln!(out) }
    }

    /// A text in a seat's colour.
    pub fn in_colour(&self, seat: rules::Seat, text: &str) -> String {
        match crate::picture::SEAT_COLOURS.get(seat.index()) {
            Some(colour) if self.colour => format!("\x1b[1;38;5;231;48;5;{colour}m {text} \x1b[0m"),
            _ => text.to_owned(),
        }
    }
}
