//! A sheet of tiles with their names.

use crate::text::escaped;
use crate::theme::Theme;
use crate::tile::elements;
use rules::{Kind, Rotation};
use std::fmt::Write;

/// Tiles side by side.
const ACROSS: usize = 8;

/// The picture of a sheet of tiles with their names and how many there are of each, as an SVG document.
///
/// ```
/// let kinds: Vec<rules::Kind> = rules::Catalogue::shipped().kinds().collect();
/// assert!(art::sheet(&kinds, art::Theme::Classic).contains(">traders-24<"));
/// ```
pub fn sheet(kinds: &[Kind], theme: Theme) -> String {
    let across = ACROSS.min(kinds.len().max(1));
    let (width, height) = (across * 230 + 30, kinds.len().div_ceil(across) * 260 + 30);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\
         <path fill=\"#efe7d6\" d=\"M0 0h{width}v{height}H0z\"/>"
    );
    for (n, kind) in kinds.iter().enumerate() {
        let (x, y) = (30 + n % across * 230, 30 + n / across * 260);
        let inside = elements(*kind, Rotation::NONE, theme);
        let _ = write!(
            svg,
            "<path fill=\"#2a1c0c\" opacity=\".25\" d=\"M{} {}h200v200h-200z\"/>\
             <svg x=\"{x}\" y=\"{y}\" width=\"200\" height=\"200\" viewBox=\"0 0 200 200\">{inside}</svg>",
            x + 3,
            y + 5
        );
        let copies = kind.tile().copies;
        for (x, anchor, text) in
            [(x, "start", kind.name().to_owned()), (x + 200, "end", format!("× {copies}"))]
        {
            let _ = write!(
                svg,
                "<text x=\"{x}\" y=\"{}\" text-anchor=\"{anchor}\" fill=\"#3b2a18\" \
                 font-family=\"Georgia, serif\" font-size=\"20\">{}</text>",
                y + 224,
                escaped(&text)
            );
        }
    }
    svg.push_str("</svg>");
    svg
}
