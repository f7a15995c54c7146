//! What is built: houses with a light and a dark side of their roofs, churches, towers with pointed roofs.

use crate::pen::{fill, line, square};
use crate::scene::Scene;
use crate::shape::{Point, at};

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
    pub houses: Vec<House>,
    /// The middles of churches, each about 34 units high and wide.
    pub churches: Vec<Point>,
    /// The feet of towers with pointed roofs.
    pub spires: Vec<Point>,
}

impl Built {
    /// Brings everything into order from the back to the front.
    pub fn sort(&mut self) {
        self.houses.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
        self.spires.sort_by(|a, b| a.y.total_cmp(&b.y));
    }
}

/// Adds the shadows of it all.
pub fn shadows(scene: &mut Scene, built: &Built) {
    let shade = scene.shade();
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

/// Draws it all, from the back to the front.
pub fn draw(scene: &mut Scene, built: &Built) {
    let paint = scene.paint;
    if built.houses.is_empty() && built.churches.is_empty() && built.spires.is_empty() {
        return;
    }
    // Walls are as high as the ridge: the roofs hide what is too much.
    let walls = square(&line(paint.plaster, 15.0));
    for house in &built.houses {
        let width = 2 * house.half;
        let p = house.at + at(-house.half as f32, 2.5);
        scene.pen.run(&walls, p, &format!("h{width}"), at(width as f32, 0.0));
    }
    scene.pen.open(&line(paint.ink, 0.7));
    for house in &built.houses {
        roof(scene, house);
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
    let window = line(paint.window, 2.6);
    let all = scene.detail > 1;
    for house in built.houses.iter().filter(|house| house.gable || all) {
        let x = if house.gable { 0.0 } else { -house.half as f32 / 2.0 };
        scene.pen.run(&window, house.at + at(x, 7.0), "v1", at(0.0, 1.0));
    }
    scene.pen.lift();
}

fn roof(scene: &mut Scene, house: &House) {
    let half = house.half;
    let (lit, dark) = scene.paint.roofs[house.roof];
    let eave = house.at.rounded() + at((-half - 1) as f32, 4.0);
    if house.gable {
        let slope = half + 1;
        scene.pen.put(&fill(lit), eave, &format!("l{slope}-9v-10l-{slope} 8z"));
        scene.pen.put(
            &fill(dark),
            eave + at((2 * slope) as f32, 0.0),
            &format!("l-{slope}-9v-10l{slope} 8z"),
        );
    } else {
        let width = 2 * half;
        scene.pen.put(&fill(dark), eave, &format!("l2-9h{}l2 9z", width - 2));
        scene.pen.put(&fill(lit), eave + at(2.0, -9.0), &format!("h{}l1-6h-{width}z", width - 2));
    }
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
    scene.pen.put(&fill(paint.wall_teeth), foot + at(-6.0, -6.0), "v10q6 4 12 0v-10z");
    scene.pen.put(&fill(paint.spires.0), foot + at(-8.0, -4.0), "q3 3 8 3v-18z");
    scene.pen.put(&fill(paint.spires.1), foot + at(8.0, -4.0), "q-3 3-8 3v-18z");
}
