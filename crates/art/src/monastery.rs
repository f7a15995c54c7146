//! A monastery: church and cloister in a garden wall.

use crate::house;
use crate::pen::{beads, fill, line, wash};
use crate::plan::GARDEN;
use crate::scene::Scene;
use crate::shape::{Num, Point, at};

/// Draws the monastery.
pub fn draw(scene: &mut Scene) {
    let Some(place) = scene.plan.abbey else { return };
    let p = scene.at(place);
    garden(scene, p);
    church(scene, p);
}

fn garden(scene: &mut Scene, p: Point) {
    let paint = scene.paint;
    let ring = |r: f32, x: f32, y: f32| {
        format!("M{}a{r} {h} 0 1 1 0 .1z", (p + at(x - r, y)).rounded(), h = Num(r * 0.88))
    };
    let r = GARDEN - 3.0;
    scene.pen.add(&wash(paint.shade, 8.0, 0.18), &ring(r, 2.5, 4.0));
    scene.pen.add(&fill(paint.grass_light), &ring(r, 0.0, 0.0));
    scene.pen.lift();
    for (look, y) in [(line(paint.wall_foot, 6.0), 1.0), (line(paint.wall_teeth, 4.0), -1.0)] {
        scene.pen.add(&look, &ring(r, 0.0, y));
        scene.pen.lift();
    }
    for (x, y) in [(-24.0, 17.0), (-17.0, 22.0), (18.0, 22.0), (25.0, 15.0)] {
        scene.pen.dot(&line(paint.leaf[0], 8.0), p + at(x, y));
        scene.pen.dot(&line(paint.leaf[1], 5.0), p + at(x - 1.0, y - 1.0));
    }
    if scene.detail > 0 {
        scene.pen.add(&beads(paint.furrow, 1.6, 3.0), &format!("M{}h14m-14 3h14", p + at(-8.0, 25.0)));
    }
    scene.pen.lift();
}

fn church(scene: &mut Scene, p: Point) {
    let paint = scene.paint;
    let (lit, dark) = paint.roofs[0];
    scene.pen.put(&wash(paint.shade, 12.0, 0.26), p + at(-8.0, 13.0), "h36l6-8");
    scene.pen.open(&line(paint.ink, 0.8));
    // Nave, then the transept in front of it, then the bell tower.
    scene.pen.put(&fill(paint.plaster), p + at(-17.0, 13.0), "v-12h44v12z");
    scene.pen.put(&fill(dark), p + at(-18.0, 2.0), "l3-14h39l4 14z");
    scene.pen.put(&fill(lit), p + at(-15.0, -12.0), "h39l2-8h-42z");
    scene.pen.lift();
    scene.pen.put(&fill(paint.plaster), p + at(3.0, 17.0), "v-14l8-9 8 9v14z");
    scene.pen.put(&fill(lit), p + at(1.0, 5.0), "l10-12v-8l-10 11z");
    scene.pen.put(&fill(dark), p + at(21.0, 5.0), "l-10-12v-8l10 11z");
    scene.pen.put(&line(paint.window, 2.6), p + at(11.0, 9.0), "v5m-20-9v3m6-3v3m24-3v3");
    scene.pen.lift();
    house::steeple(scene, p + at(-17.0, 16.0));
    scene.pen.close();
}
