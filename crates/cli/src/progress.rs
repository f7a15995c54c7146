//! How far a long run has come, on a terminal.

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;

/// A bar as wide as the words beside it allow; `{speed}` is a whole number a second.
pub fn bar(length: u64, words: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{wide_bar}} {words}")) {
        bar.set_style(style.with_key("speed", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.0}/s", state.per_sec());
        }));
    }
    bar
}
