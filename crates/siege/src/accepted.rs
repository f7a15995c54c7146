//! The figures that were accepted last, so that new ones can be printed beside them. They are kept with the sources.

use anyhow::{Context, Result};
use std::collections::BTreeMap;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/figures.txt");
const HEAD: &str =
    "# What `cargo xtask siege all --accept` measured last, on the machine where it was accepted.\n";

/// Figures by what they are about.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Accepted(BTreeMap<String, String>);

impl Accepted {
    /// Those that are kept.
    pub fn read() -> Result<Accepted> {
        let text = std::fs::read_to_string(FILE).with_context(|| format!("{FILE} cannot be read"))?;
        Ok(Accepted::parse(&text))
    }

    pub(crate) fn parse(text: &str) -> Accepted {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        // What a figure is about may have colons of its own.
        let figures = lines.filter_map(|line| line.rsplit_once(": "));
        Accepted(figures.map(|(what, figure)| (what.to_owned(), figure.to_owned())).collect())
    }

    /// What a figure was.
    pub fn of(&self, what: &str) -> &str {
        self.0.get(what).map_or("unknown", String::as_str)
    }

    pub fn write<'a>(figures: impl Iterator<Item = (&'a str, &'a str)>) -> Result<()> {
        let lines: String = figures.map(|(what, figure)| format!("{what}: {figure}\n")).collect();
        std::fs::write(FILE, HEAD.to_owned() + &lines).with_context(|| format!("{FILE} cannot be written"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_that_are_kept_can_be_read() {
        let accepted = Accepted::read().unwrap();
        assert_eq!(accepted.of("what nobody has measured"), "unknown");
        assert_eq!(Accepted::parse("a: p99: 3.1 ms\n").of("a: p99"), "3.1 ms");
    }
}
