//! Neighbours meet without a seam: along an edge every tile that shows the same looks the same.

use art::Theme;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use rules::{Catalogue, Rotation, Side, Terrain};

/// Pixels along an edge.
const SIZE: u32 = 200;
/// How many pixels a unit has across an edge: only what is right at the edge is looked at.
const ACROSS: f32 = 20.0;

type Pixels = Vec<[i32; 3]>;

/// The colours along an edge, from west to east or from north to south.
fn edge(tree: &Tree, side: Side) -> Pixels {
    let far = 200.0 * ACROSS - 1.0;
    let (size, place) = match side {
        Side::North => ((SIZE, 1), Transform::from_scale(1.0, ACROSS)),
        Side::South => ((SIZE, 1), Transform::from_row(1.0, 0.0, 0.0, ACROSS, 0.0, -far)),
        Side::West => ((1, SIZE), Transform::from_scale(ACROSS, 1.0)),
        Side::East => ((1, SIZE), Transform::from_row(ACROSS, 0.0, 0.0, 1.0, -far, 0.0)),
    };
    let mut map = Pixmap::new(size.0, size.1).unwrap();
    resvg::render(tree, place, &mut map.as_mut());
    map.pixels().iter().map(|p| [p.red(), p.green(), p.blue()].map(i32::from)).collect()
}

fn difference(a: &[i32; 3], b: &[i32; 3]) -> i32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).max().unwrap_or(0)
}

#[test]
fn edges_of_one_kind_have_one_profile_in_summer() {
    check(Theme::Classic);
}

#[test]
fn edges_of_one_kind_have_one_profile_in_winter() {
    check(Theme::Winter);
}

fn check(theme: Theme) {
    // By the direction of the edge and what it shows: the first profile seen, and whose it is.
    let mut known: Vec<((bool, Terrain), String, Pixels)> = Vec::new();
    for (kind, rotation) in Catalogue::shipped().kinds().flat_map(|kind| Rotation::ALL.map(|r| (kind, r))) {
        let tree = Tree::from_str(&art::tile(kind, rotation, theme), &Options::default()).unwrap();
        for side in Side::ALL {
            let shows = kind.tile().edges[side.index()];
            let turned = side.turned(rotation);
            let level = matches!(turned, Side::North | Side::South);
            let what = format!("{} {rotation} {turned} {}", kind.name(), theme.name());
            let profile = edge(&tree, turned);
            match known.iter().find(|(key, ..)| *key == (level, shows)) {
                None => known.push(((level, shows), what, profile)),
                Some((_, first, wanted)) => compare(&what, &profile, first, wanted),
            }
        }
    }
    assert_eq!(known.len(), 8);
}

/// Small differences are allowed: shadows that end at the edge, and single pixels at corners.
fn compare(what: &str, profile: &Pixels, first: &str, wanted: &Pixels) {
    let far: Vec<i32> = profile.iter().zip(wanted).map(|(a, b)| difference(a, b)).collect();
    let mean = far.iter().sum::<i32>() as f32 / far.len() as f32;
    let off = far.iter().filter(|far| **far > 40).count();
    assert!(mean < 3.0 && off <= 3, "{what} differs from {first}: mean {mean}, {off} pixels: {far:?}");
}
