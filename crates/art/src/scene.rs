//! One tile being drawn: its layout, how far it is turned, its colours and the pen.

use crate::map::Disc;
use crate::pen::Pen;
use crate::plan::Plan;
use crate::seed::Seed;
use crate::shape::{Curve, MIDDLE, Point, at};
use crate::theme::Paint;
use rules::Rotation;

/// The most detail a picture has.
pub const MOST_DETAIL: u8 = 4;

/// What every part of a picture needs.
pub struct Scene {
    /// The layout of the tile, not turned.
    pub plan: &'static Plan,
    /// How far it is turned.
    pub rotation: Rotation,
    pub paint: &'static Paint,
    /// How much there is to see, from 0 to [`MOST_DETAIL`].
    pub detail: u8,
    /// Where it is drawn.
    pub pen: Pen,
    /// Places taken, not turned.
    pub taken: Vec<Disc>,
}

impl Scene {
    /// Where a place of the layout is in the picture.
    pub fn at(&self, p: Point) -> Point {
        p.turned(self.rotation)
    }

    /// A line of the layout in the picture.
    pub fn curve(&self, curve: &Curve) -> Curve {
        curve.turned(self.rotation)
    }

    /// The variety of this tile for a purpose.
    pub fn seed(&self, purpose: u64) -> Seed {
        Seed::new(self.plan.kind.index(), purpose)
    }

    /// Where a place of the picture is in the layout.
    pub fn back(&self, p: Point) -> Point {
        p.turned(Rotation::new(4 - self.rotation.quarters()))
    }

    /// The direction in the layout that is up in the picture.
    pub fn upwards(&self) -> Point {
        self.back(at(100.0, 99.0)) - MIDDLE
    }

    /// The look of a shadow under what is built.
    pub fn shade(&self) -> String {
        crate::pen::wash(self.paint.shade, 11.0, 0.26)
    }

    /// Takes a place.
    pub fn take(&mut self, at: Point, radius: f32) {
        self.taken.push(Disc { at, radius });
    }
}
