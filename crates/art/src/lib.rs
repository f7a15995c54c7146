//! Pictures of tiles, figures and boards as SVG, drawn from the segments of tiles alone, so that a new tile needs
//! no picture of its own.

#![warn(missing_docs)]

mod board;
mod city;
mod colour;
mod dragon;
mod figure;
mod ground;
mod house;
mod map;
mod mark;
mod monastery;
mod outline;
mod pen;
mod plan;
#[cfg(feature = "png")]
mod png;
mod river;
mod road;
mod scene;
mod seed;
mod shape;
mod sheet;
mod sign;
mod text;
mod theme;
mod tile;
mod wood;

pub use board::{Background, BoardOptions, board};
pub use colour::{Livery, Pattern, livery};
pub use figure::{Piece, figure};
pub use outline::{Outline, outlines, stand};
#[cfg(feature = "png")]
pub use png::{NoPng, board_png, png};
pub use sheet::sheet;
pub use text::escaped;
pub use theme::Theme;
pub use tile::tile;
