//! Pictures of tiles, figures and boards as SVG, drawn from the segments of tiles alone, so that a new tile needs
//! no picture of its own.
//!
//! ```
//! use rules::{Position, Setup};
//!
//! let position = Position::new(&Setup::base(2))?;
//! let svg = art::board(&position.view(), &art::BoardOptions::default());
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), rules::BadSetup>(())
//! ```
//!
//! A picture is made in two steps: a plan of the tile as it is in the catalogue (`plan`), then a drawing of the plan,
//! turned and lit (`scene`).
//!
//! | file | what it holds |
//! |---|---|
//! | `plan` (`walls`, `ways`) | where walls, roads, river, village, monastery, signs and figures are, from the segments alone; made once for each kind |
//! | `map` | the tile as a grid of squares: whose each is and how deep inside, from which room for things is found |
//! | `scene` | one tile being drawn: plan, rotation, colours, pen |
//! | `ground` `wood` `river` `road` `city` `house` `monastery` `sign` `mark` | what is drawn, a file each, called in this order by `tile` |
//! | `outline` | what is clicked on: outlines of segments, and where figures stand |
//! | `figure` `dragon` `colour` | pieces, and the players' colours and patterns |
//! | `board` `sheet` `text` `png` | whole boards, sheets of tiles, escaped names and numbers as strokes, pixels |
//! | `theme` `pen` `shape` `seed` | colours of summer and winter; writing paths; points and curves; variety without chance |
//!
//! - **Drawn after turning.** The plan is turned, not the picture, so light comes from the north-west in every rotation
//!   and upright things stay upright.
//! - **Edges are a contract.** What touches an edge is symmetric about its middle and meets it at a right angle. Ground
//!   patches repeat every 200 units. A wall ends 10 units from the corner under a tower, of which each of the two tiles
//!   draws its half. A test compares the pixels along every edge of every tile with every other edge of its kind.
//! - **Small.** Shapes of one look in one layer become one path in whole, relative numbers. Dots are lines without length.
//!   All shadows share one look. A picture has as much detail as stays under 6 KB in all its rotations.
//! - **No ids, no style, no script**: presentation attributes only, so that pictures can be inlined side by side under a
//!   strict content security policy.

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
