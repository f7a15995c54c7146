//! A picture as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The most pixels of a picture.
const MOST: u64 = 1 << 27;

/// Why there is no PNG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoPng(String);

impl std::fmt::Display for NoPng {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "this picture cannot be drawn as PNG: {}", self.0)
    }
}

impl std::error::Error for NoPng {}

/// Draws an SVG document as a PNG of this width in pixels; text in it is left out.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, NoPng> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| NoPng(error.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    if u64::from(width) * u64::from(height) > MOST {
        return Err(NoPng(format!("{width} by {height} pixels are too many; ask for a smaller width")));
    }
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| NoPng("ask for a width of at least one pixel".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| NoPng(error.to_string()))
}
