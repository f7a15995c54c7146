//! What is built: houses with a light and a dark side of their roofs, churches, towers with pointed roofs.

use crate::pen::{fill, line, wash};
use crate::scene::Scene;
use crate::shape::{Point, at};

/// A house.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct House {
    /// Its middle, in the picture.
    pub at: Point,
    /// Half its width.
    pub half: i32,
    /// Whether its gable is to the south, and not its long side.
    pub gable: bool,
    /// Which of the roofs it has.
    pub roof: usize,
}

/// Everything built on a tile, in the picture; nothing of it overlaps.
#[derive(Default)]
pub struct Built {
    /// Houses.
    pub houses: Vec<House>,
    /// The middles of churches, each about 34 units high and wide.
    pub churches: Vec<Point>,
    /// The feet of towers with pointed roofs.
    pub spires: Vec<Point>,
}

/// Draws it all, from the back to the front.
pub fn draw(scene: &mut Scene, mut built: Built) {
    if built.houses.is_empty() && built.churches.is_empty() && built.spires.is_empty() {
        return;
    }
    built.houses.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
    built.spires.sort_by(|a, b| a.y.total_cmp(&b.y));
    shadows(scene, &built);
    scene.pen.open(&line(scene.paint.ink, 0.7));
    for house in &built.houses {
        if house.gable { gable(scene, house) } else { eaves(scene, house) }
    }
    for church in &built.churches {
        nave(scene, *church);
    }
    scene.pen.lift();
    for church in &built.churches {
        steeple(scene, *church + at(-9.0, 13.0));
    }
    for foot in &built.spires {
        spire(scene, *foot);
    }
    scene.pen.close();
    let window = line(scene.paint.window, 2.4);
    for house in &built.houses {
        let x = if house.gable { 0.0 } else { -house.half as f32 / 2.0 };
        scene.pen.run(&window, house.at + at(x, 6.0), "v1", at(0.0, 1.0));
    }
    scene.pen.lift();
}

fn shadows(scene: &mut Scene, built: &Built) {
    let shade = wash(scene.paint.shade, 11.0, 0.26);
    for house in &built.houses {
        let run = house.half * 2 - 2;
        let foot = house.at + at(5.0 - house.half as f32, 5.0);
        scene.pen.run(&shade, foot, &format!("h{run}"), at(run as f32, 0.0));
    }
    for church in &built.churches {
        scene.pen.run(&shade, *church + at(-6.0, 10.0), "h24", at(24.0, 0.0));
    }
    for foot in &built.spires {
        scene.pen.run(&shade, *foot + at(2.0, 2.0), "l5 4", at(5.0, 4.0));
    }
}

fn gable(scene: &mut Scene, house: &House) {
    let half = house.half;
    let (lit, dark) = scene.paint.roofs[house.roof];
    let foot = (house.at + at(-half as f32, 9.0)).rounded();
    scene.pen.put(&fill(scene.paint.plaster), foot, &format!("v-7l{half}-6 {half} 6v7z"));
    let slope = half + 1;
    scene.pen.put(&fill(lit), foot + at(-1.0, -6.0), &format!("l{slope}-8v-9l-{slope} 7z"));
    let right = foot + at((2 * half + 1) as f32, -6.0);
    scene.pen.put(&fill(dark), right, &format!("l-{slope}-8v-9l{slope} 7z"));
}

fn eaves(scene: &mut Scene, house: &House) {
    let width = 2 * house.half;
    let (lit, dark) = scene.paint.roofs[house.roof];
    let foot = (house.at + at(-house.half as f32, 9.0)).rounded();
    scene.pen.put(&fill(scene.paint.plaster), foot, &format!("v-7h{width}v7z"));
    scene.pen.put(&fill(dark), foot + at(-1.0, -6.0), &format!("l2-8h{}l2 8z", width - 2));
    scene.pen.put(&fill(lit), foot + at(1.0, -14.0), &format!("h{}l1-5h-{width}z", width - 2));
}

fn nave(scene: &mut Scene, p: Point) {
    let (lit, dark) = scene.paint.roofs[1];
    scene.pen.put(&fill(scene.paint.plaster), p + at(-6.0, 12.0), "v-9h24v9z");
    scene.pen.put(&fill(dark), p + at(-7.0, 4.0), "l2-9h20l3 9z");
    scene.pen.put(&fill(lit), p + at(-5.0, -5.0), "h20l2-6h-22z");
}

/// A steeple on its foot; the pen has ink for outlines.
pub fn steeple(scene: &mut Scene, foot: Point) {
    let paint = scene.paint;
    scene.pen.put(&fill(paint.wall_teeth), foot, "h-6v-18h6z");
    scene.pen.put(&fill(paint.wall_face), foot, "h6v-18h-6z");
    scene.pen.put(&fill(paint.spires.0), foot + at(-8.0, -17.0), "l8-17v19q-6 0-8-2z");
    scene.pen.put(&fill(paint.spires.1), foot + at(8.0, -17.0), "l-8-17v19q6 0 8-2z");
    scene.pen.put("stroke-width=\"1.4\"", foot + at(0.0, -33.0), "v-7m-2 2h4");
}

fn spire(scene: &mut Scene, foot: Point) {
    let paint = scene.paint;
    scene.pen.put(&fill(paint.wall_teeth), foot + at(0.0, 6.0), "q-4 0-6-3v-9h6z");
    scene.pen.put(&fill(paint.wall_face), foot + at(0.0, 6.0), "q4 0 6-3v-9h-6z");
    scene.pen.put(&fill(paint.spires.0), foot + at(-8.0, -4.0), "q3 3 8 3v-18z");
    scene.pen.put(&fill(paint.spires.1), foot + at(8.0, -4.0), "q-3 3-8 3v-18z");
}
