//! Text from files that others wrote, made fit for the terminal: it must neither steer it nor flood it.

use rules::notation::is_invisible;

/// Longest name or tag that is shown, in characters.
const MOST: usize = 60;

/// A line with a mark in the place of whatever cannot be seen.
pub fn line(text: &str) -> String {
    text.chars().map(|c| if is_invisible(c) { '\u{fffd}' } else { c }).collect()
}

/// The same, cut where it grows long.
pub fn name(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => line(&text[..end]) + "…",
        None => line(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_foreign_steers_the_terminal() {
        assert_eq!(
            line("A\u{1b}[31m\u{202e}\u{9b}2J\n\0 ż"),
            "A\u{fffd}[31m\u{fffd}\u{fffd}2J\u{fffd}\u{fffd} ż"
        );
        assert_eq!(name(&"ż".repeat(61)), "ż".repeat(60) + "…");
        assert_eq!(name(&"ż".repeat(60)), "ż".repeat(60));
    }
}
