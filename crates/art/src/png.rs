//! A picture as PNG.

use crate::board::{self, BoardOptions, Frame};
use crate::tile::tile;
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use resvg::usvg::{Options, Tree};
use rules::{Kind, Rotation, View};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

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
    let tree = read(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let mut pixels = empty(width, height)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| NoPng(error.to_string()))
}

/// The largest side of a tile in pixels on a board of which each side and the whole have at most so many pixels. If there
/// is room, it is a multiple of 20, so that tiles and margins begin and end with a pixel.
fn side((width, height): (i32, i32), longest: u32, most: u64) -> u32 {
    let fits = |side: &u32| {
        let [wide, high] = [width, height].map(|units| pixels(units, *side));
        wide.max(high) <= longest && u64::from(wide) * u64::from(high) <= most
    };
    [100, 80, 60, 40, 20, 10, 4].into_iter().find(fits).unwrap_or(2)
}

fn pixels(units: i32, side: u32) -> u32 {
    units.unsigned_abs() * side / 200
}

/// Draws the picture of a board as a PNG of which each side and the whole have at most so many pixels; names are left
/// out. Each look of a tile is drawn once, so that a large board takes little more time and room than a small one.
pub fn board_png(view: &View, options: &BoardOptions, longest: u32, most: u64) -> Result<Vec<u8>, NoPng> {
    let frame = Frame::around(view, options);
    let side = side(frame.size(), longest, most);
    let (width, height) = frame.size();
    let mut picture = empty(pixels(width, side), pixels(height, side))?;
    let scale = Transform::from_scale(side as f32 / 200.0, side as f32 / 200.0);
    resvg::render(&read(&board::ground(view, &frame, options))?, scale, &mut picture.as_mut());
    let mut looks: HashMap<(Kind, Rotation), Pixmap> = HashMap::new();
    for laid in &view.tiles {
        let look = match looks.entry((laid.kind, laid.rotation)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let mut look = empty(side, side)?;
                let tile = read(&tile(laid.kind, laid.rotation, options.theme))?;
                let scale = side as f32 / tile.size().width();
                resvg::render(&tile, Transform::from_scale(scale, scale), &mut look.as_mut());
                new.insert(look)
            }
        };
        let (x, y) = frame.corner(laid.cell);
        let [x, y] = [x, y].map(|units| pixels(units, side) as i32);
        picture.draw_pixmap(x, y, look.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    resvg::render(&read(&board::standing(view, &frame, options))?, scale, &mut picture.as_mut());
    picture.encode_png().map_err(|error| NoPng(error.to_string()))
}

fn read(svg: &str) -> Result<Tree, NoPng> {
    Tree::from_str(svg, &Options::default()).map_err(|error| NoPng(error.to_string()))
}

fn empty(width: u32, height: u32) -> Result<Pixmap, NoPng> {
    if u64::from(width) * u64::from(height) > MOST {
        return Err(NoPng(format!("{width} by {height} pixels are too many; ask for a smaller width")));
    }
    Pixmap::new(width, height).ok_or_else(|| NoPng("ask for a width of at least one pixel".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_a_board_the_smaller_its_tiles() {
        let of = |tiles: i32| side((tiles * 200 + 140, tiles * 200 + 260), 4000, 6_000_000);
        assert_eq!([1, 10, 23, 24, 31, 60, 90, 150, 500].map(of), [100, 100, 100, 80, 60, 40, 20, 10, 4]);
    }

    #[test]
    fn tiles_and_margins_begin_with_a_pixel() {
        for side in [20, 40, 60, 80, 100] {
            assert!([70, 120, 140, 200, 340].iter().all(|units| units * side % 200 == 0), "{side}");
        }
    }
}
