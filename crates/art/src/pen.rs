//! Writing SVG: shapes of one look in one layer become one path, which keeps pictures small.

use crate::shape::{Num, Point, at};
use std::fmt::Write;

/// Collects shapes layer by layer.
#[derive(Default)]
pub struct Pen {
    done: String,
    layer: Vec<Strokes>,
}

/// Shapes of one look.
struct Strokes {
    look: String,
    d: String,
    /// Where the path is, if known.
    here: Option<Point>,
}

impl Pen {
    /// Adds a path to the layer under the pen; shapes of one look are drawn together.
    pub fn add(&mut self, look: &str, d: &str) {
        if d.is_empty() {
            return;
        }
        let strokes = self.strokes(look);
        strokes.d.push_str(d);
        strokes.here = None;
    }

    /// Adds a shape whose text is relative to its start and comes back there: a dot or a closed shape.
    pub fn put(&mut self, look: &str, start: Point, shape: &str) {
        self.run(look, start, shape, at(0.0, 0.0));
    }

    /// Adds a shape whose text is relative to its start and ends `by` away from it.
    pub fn run(&mut self, look: &str, start: Point, shape: &str, by: Point) {
        let start = start.rounded();
        let strokes = self.strokes(look);
        let _ = match strokes.here {
            Some(here) => write!(strokes.d, "m{}{shape}", start - here),
            None => write!(strokes.d, "M{start}{shape}"),
        };
        strokes.here = Some(start + by);
    }

    /// Adds a dot, for the look of a line: as wide as the line.
    pub fn dot(&mut self, look: &str, p: Point) {
        self.put(look, p, "h0");
    }

    fn strokes(&mut self, look: &str) -> &mut Strokes {
        let known = self.layer.iter().position(|strokes| strokes.look == look);
        let n = known.unwrap_or_else(|| {
            self.layer.push(Strokes { look: look.to_owned(), d: String::new(), here: None });
            self.layer.len() - 1
        });
        &mut self.layer[n]
    }

    /// Ends the layer: what comes next lies above it.
    pub fn lift(&mut self) {
        for Strokes { look, d, .. } in self.layer.drain(..) {
            let _ = write!(self.done, "<path {look} d=\"{d}\"/>");
        }
    }

    /// Draws what follows with a common look, until [`Pen::close`].
    pub fn open(&mut self, look: &str) {
        self.lift();
        let _ = write!(self.done, "<g {look}>");
    }

    /// Ends a common look.
    pub fn close(&mut self) {
        self.lift();
        self.done.push_str("</g>");
    }

    /// Everything drawn, as elements.
    pub fn finish(mut self) -> String {
        self.lift();
        self.done
    }
}

/// The look of a filled shape.
pub fn fill(colour: &str) -> String {
    format!("fill=\"{colour}\"")
}

/// The look of a line, or of dots if its parts have no length.
pub fn line(colour: &str, width: f32) -> String {
    format!("stroke=\"{colour}\" stroke-width=\"{}\"", Num(width))
}

/// The look of a line that lets through what is below.
pub fn wash(colour: &str, width: f32, opacity: f32) -> String {
    if opacity >= 1.0 {
        return line(colour, width);
    }
    format!("{} opacity=\"{}\"", line(colour, width), short(opacity))
}

/// The look of a broken line with square ends.
pub fn dashes(colour: &str, width: f32, dash: &str) -> String {
    format!("{} stroke-dasharray=\"{dash}\"", square(&line(colour, width)))
}

/// A line's look with square ends.
pub fn square(look: &str) -> String {
    format!("{look} stroke-linecap=\"butt\"")
}

/// The look of a row of dots.
pub fn beads(colour: &str, width: f32, apart: f32) -> String {
    format!("{} stroke-dasharray=\"0 {}\"", line(colour, width), Num(apart))
}

/// The look of a filled shape with an outline.
pub fn inked(colour: &str, ink: &str, width: f32) -> String {
    format!("fill=\"{colour}\" {}", line(ink, width))
}

fn short(part: f32) -> String {
    let text = format!("{part:.2}");
    text.trim_start_matches('0').trim_end_matches('0').to_owned()
}
