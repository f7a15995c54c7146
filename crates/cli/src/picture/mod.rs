//! Tiles and boards as characters.

mod board;
mod canvas;
mod ground;
mod tile;
mod window;

pub use board::{Board, Label};
pub use canvas::{Canvas, Ink};
pub use tile::{Look, SMALL, Size, TINY, WIDE, paint_tile};
pub use window::{BARE_ROWS, LEAST_ROWS, Window};

/// The colour of each seat, from the terminal's 256.
pub const SEAT_COLOURS: [u8; 6] = [160, 26, 178, 28, 238, 91];
