//! How far a long run has come, on a terminal.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;

/// A bar as wide as the words beside it allow; `{speed}` is a number a second.
pub fn bar(length: u64, words: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{wide_bar}} {words}")) {
        bar.set_style(style.with_key("speed", |state: &ProgressState, out: &mut dyn Write| {
            let speed = state.per_sec();
            let _ = write!(out, "{speed:.*}/s", digits(speed));
        }));
    }
    bar
}

/// How many digits behind the point say how large a number is.
pub fn digits(number: f64) -> usize {
    match number {
        number if number >= 10.0 => 0,
        number if number >= 0.1 => 2,
        _ => 4,
    }
}
