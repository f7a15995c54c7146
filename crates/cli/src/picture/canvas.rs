//! A sheet of characters with colours.

use std::fmt::Write;

/// How a character looks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ink {
    /// Colour of the character, of the terminal's 256.
    pub fore: Option<u8>,
    /// Colour behind it.
    pub back: Option<u8>,
    /// Whether it is bold.
    pub bold: bool,
}

/// A sheet of characters.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: usize,
    cells: Vec<(char, Ink)>,
}

impl Canvas {
    /// An empty sheet.
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, cells: vec![(' ', Ink::default()); width * height] }
    }

    /// Puts a character; off the sheet nothing happens.
    pub fn put(&mut self, column: usize, row: usize, character: char, ink: Ink) {
        if column < self.width
            && let Some(cell) = self.cells.get_mut(row * self.width + column)
        {
            *cell = (character, ink);
        }
    }

    /// What is there.
    pub fn character(&self, column: usize, row: usize) -> Option<char> {
        self.cells.get(row * self.width + column).map(|(character, _)| *character)
    }

    /// Writes a text over what is there.
    pub fn write(&mut self, column: usize, row: usize, text: &str, ink: Ink) {
        for (nth, character) in text.chars().enumerate() {
            self.put(column + nth, row, character, ink);
        }
    }

    /// Writes a text, keeping the colour behind it.
    pub fn write_over(&mut self, column: usize, row: usize, text: &str, ink: Ink) {
        for (nth, character) in text.chars().enumerate() {
            let back = self.cells.get(row * self.width + column + nth).and_then(|(_, old)| old.back);
            self.put(column + nth, row, character, Ink { back, ..ink });
        }
    }

    /// The sheet as text, with colours or without.
    pub fn text(&self, colour: bool) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.width.max(1)) {
            if colour {
                coloured_row(&mut text, row);
            } else {
                let plain: String = row.iter().map(|(character, _)| character).collect();
                text.push_str(plain.trim_end());
            }
            text.push('\n');
        }
        text
    }
}

fn coloured_row(text: &mut String, row: &[(char, Ink)]) {
    let mut last = Ink::default();
    for (character, ink) in row {
        if *ink != last {
            text.push_str(&switch(*ink));
            last = *ink;
        }
        text.push(*character);
    }
    if last != Ink::default() {
        text.push_str("\x1b[0m");
    }
}

fn switch(ink: Ink) -> String {
    let mut codes = String::from("\x1b[0");
    if ink.bold {
        codes.push_str(";1");
    }
    for (layer, colour) in [(38, ink.fore), (48, ink.back)] {
        if let Some(colour) = colour {
            let _ = write!(codes, ";{layer};5;{colour}");
        }
    }
    codes.push('m');
    codes
}
