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
    /// Whether the terminal can be cleared.
    clears: bool,
}

impl Screen {
    pub fn new(colour: Colour) -> Screen {
        let terminal = std::io::stdout().is_terminal();
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let colour = match colour {
            Colour::Auto => terminal && !set("NO_COLOR") && !dumb,
            Colour::Always => true,
            Colour::Never => false,
        };
        Screen { terminal, colour, clears: terminal && !dumb }
    }

    /// Characters across and lines; a pipe has room for everything.
    pub fn size(&self) -> (usize, usize) {
        if !self.terminal {
            return (usize::MAX, usize::MAX);
        }
        let (rows, columns) = console::Term::stdout().size();
        (usize::from(columns).max(1), usize::from(rows))
    }

    /// Characters across and lines for a board above this text.
    pub fn room(&self, below: &str) -> (usize, usize) {
        let (columns, rows) = self.size();
        (columns, rows.saturating_sub(self.lines(below)))
    }

    /// How many lines of the screen a text takes, long lines being broken.
    pub fn lines(&self, text: &str) -> usize {
        let (columns, _) = self.size();
        let lines = text.split('\n').map(|line| width(line).div_ceil(columns).max(1)).sum::<usize>();
        lines - usize::from(text.is_empty() || text.ends_with('\n'))
    }

    /// Begins a new picture: on a terminal in place of the last one.
    pub fn clear(&self, out: &mut impl Write) -> std::io::Result<()> {
        if self.clears { write!(out, "\x1b[2J\x1b[H") } else { writeln!(out) }
    }

    /// A text in a seat's colour.
    pub fn in_colour(&self, seat: rules::Seat, text: &str) -> String {
        match crate::picture::SEAT_COLOURS.get(seat.index()) {
            Some(colour) if self.colour => format!("\x1b[1;38;5;231;48;5;{colour}m {text} \x1b[0m"),
            _ => text.to_owned(),
        }
    }
}

/// How many characters of a line are seen, its colours being none.
pub fn width(line: &str) -> usize {
    let mut code = false;
    let seen = line.chars().filter(|character| {
        code |= *character == '\x1b';
        let seen = !code;
        code &= *character != 'm';
        seen
    });
    seen.count()
}

/// A picture on the left, text on the right.
pub fn beside(left: &str, right: &str) -> String {
    let across = left.lines().map(width).max().unwrap_or(0) + 2;
    let (mut left, mut right) = (left.lines(), right.lines());
    let mut text = String::new();
    loop {
        let (picture, words) = (left.next(), right.next());
        if picture.is_none() && words.is_none() {
            return text;
        }
        let picture = picture.unwrap_or_default();
        let gap = " ".repeat(across.saturating_sub(width(picture)));
        text.push_str(format!("{picture}{gap}{}", words.unwrap_or_default()).trim_end());
        text.push('\n');
    }
}

/// Breaks long lines between words.
pub fn wrap(text: &str, columns: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut used = 0;
        for word in line.split_inclusive(' ') {
            let length = width(word.trim_end());
            if used > 0 && used + length > columns {
                wrapped.truncate(wrapped.trim_end().len());
                wrapped.push_str("\n  ");
                used = 2;
            }
            wrapped.push_str(word);
            used += width(word);
        }
        wrapped.push('\n');
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_take_no_room() {
        assert_eq!(width("\x1b[1;38;5;231mRed\x1b[0m 4"), 5);
        assert_eq!(beside("ab\nc\n", "one\n"), "ab  one\nc\n");
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(wrap("one two three\nfour", 8), "one two\n  three\nfour\n");
    }
}
