//! A tile's picture.

use crate::plan::{Plan, Sign};
use crate::scene::{MOST_DETAIL, Scene};
use crate::shape::{SIDE, at};
use crate::theme::Theme;
use crate::{city, ground, house, mark, monastery, river, road, sign, wood};
use rules::{Catalogue, Kind, Rotation};
use std::sync::OnceLock;

/// The picture of a tile as an SVG document of 200 by 200 units, made of paths with presentation attributes only.
///
/// ```
/// let kind = rules::Kind::named("D").unwrap();
/// let svg = art::tile(kind, rules::Rotation::NONE, art::Theme::Classic);
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\""));
/// ```
pub fn tile(kind: Kind, rotation: Rotation, theme: Theme) -> String {
    let inside = elements(kind, rotation, theme);
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\">{inside}</svg>")
}

/// A picture is smaller than this, in bytes.
const SIZE: usize = 5860;

/// The same without the document around it.
pub(crate) fn elements(kind: Kind, rotation: Rotation, theme: Theme) -> String {
    drawn(kind, rotation, theme, detail(kind))
}

/// How much detail a tile can have without becoming too large, whatever its rotation and theme: a turned tile
/// shows the same houses and trees.
fn detail(kind: Kind) -> u8 {
    static DETAILS: OnceLock<Vec<OnceLock<u8>>> = OnceLock::new();
    let details = DETAILS.get_or_init(|| vec![OnceLock::new(); Catalogue::shipped().tiles().len()]);
    let fits = |detail: &u8| {
        let looks = Rotation::ALL.into_iter().flat_map(|rotation| Theme::ALL.map(|theme| (rotation, theme)));
        looks.into_iter().all(|(rotation, theme)| drawn(kind, rotation, theme, *detail).len() < SIZE)
    };
    *details[kind.index()].get_or_init(|| (1..=MOST_DETAIL).rev().find(fits).unwrap_or(0))
}

fn drawn(kind: Kind, rotation: Rotation, theme: Theme, detail: u8) -> String {
    let plan = Plan::of(kind);
    let (paint, pen) = (theme.paint(), Default::default());
    let mut scene = Scene { plan, rotation, paint, detail, pen, taken: plan.solid() };
    for (sign, disc) in &plan.signs {
        let radius = if matches!(sign, Sign::Mark(_)) { disc.radius.min(32.0) } else { 18.0 };
        scene.take(disc.at, radius);
    }
    if plan.country() > 0.0 {
        ground::draw(&mut scene);
    }
    river::draw(&mut scene);
    road::draw(&mut scene);
    road::crossings(&mut scene);
    wood::draw(&mut scene);
    city::ground(&mut scene);
    let mut built = city::build(&scene);
    built.houses.extend(road::village(&scene));
    built.sort();
    city::walls(&mut scene, &built);
    house::draw(&mut scene, &built);
    road::well(&mut scene);
    monastery::draw(&mut scene);
    signs(&mut scene);
    let frame = format!("{} opacity=\".14\"", crate::pen::fill(scene.paint.ink));
    scene.pen.add(&frame, "M0 0h200v200H0zm.6.6v198.8h198.8V.6z");
    let paths = scene.pen.finish();
    format!("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{paths}</g>")
}

fn signs(scene: &mut Scene) {
    for (sign, disc) in &scene.plan.signs {
        let p = scene.at(disc.at);
        let within = |above: f32, below: f32| at(p.x, p.y.clamp(above, SIDE - below));
        match sign {
            Sign::Mark(rules::Mark::Volcano) => mark::volcano(scene, *disc),
            Sign::Mark(rules::Mark::Dragon) => mark::dragon(scene, *disc),
            Sign::Mark(rules::Mark::Portal) => mark::portal(scene, *disc),
            Sign::Pennant => sign::pennant(scene, within(28.0, 30.0)),
            Sign::Good(good) => sign::good(scene, *good, within(21.0, 23.0)),
            Sign::Princess => sign::princess(scene, within(38.0, 32.0)),
        }
    }
}
