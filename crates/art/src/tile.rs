//! A tile's picture.

use crate::plan::{Plan, Sign};
use crate::scene::Scene;
use crate::theme::Theme;
use crate::{city, ground, house, mark, monastery, river, road, sign, wood};
use rules::{Kind, Rotation};

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

/// The same without the document around it.
pub(crate) fn elements(kind: Kind, rotation: Rotation, theme: Theme) -> String {
    let plan = Plan::of(kind);
    let mut scene =
        Scene { plan, rotation, paint: theme.paint(), pen: Default::default(), taken: plan.solid() };
    for (sign, disc) in &plan.signs {
        let radius = if matches!(sign, Sign::Mark(_)) { disc.radius.min(32.0) } else { 15.0 };
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
    scene.pen.add(&crate::pen::wash(scene.paint.ink, 1.0, 0.16), "M0 0h200v200H0z");
    let paths = scene.pen.finish();
    format!("<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{paths}</g>")
}

fn signs(scene: &mut Scene) {
    for (sign, disc) in &scene.plan.signs {
        let p = scene.at(disc.at);
        match sign {
            Sign::Mark(rules::Mark::Volcano) => mark::volcano(scene, *disc),
            Sign::Mark(rules::Mark::Dragon) => mark::dragon(scene, *disc),
            Sign::Mark(rules::Mark::Portal) => mark::portal(scene, *disc),
            Sign::Pennant => sign::pennant(scene, p),
            Sign::Good(good) => sign::good(scene, *good, p),
            Sign::Princess => sign::princess(scene, p),
        }
    }
}
