//! Where the segments of a tile are on its picture, for clicks and for figures.

use crate::FeatureKind;
use serde::{Deserialize, Serialize};

/// A segment on the picture of its tile, which has 200 by 200 units and is not turned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SegmentOutline {
    /// Its number on the tile.
    pub segment: u8,
    /// What it is part of.
    pub kind: FeatureKind,
    /// The text of an SVG path around it.
    pub path: String,
    /// Where a figure stands, to the right and down from the upper left corner.
    pub stand: (i16, i16),
}
