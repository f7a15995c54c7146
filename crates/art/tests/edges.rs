//! Neighbours meet without a seam: along an edge every tile that shows the same looks the same.

#![cfg(feature = "png")]

use art::Theme;
use rules::{Catalogue, Rotation, Side, Terrain};

/// Pixels along a tile's side.
const SIZE: u32 = 200;

type Pixels = Vec<[i32; 3]>;

/// The pixels of a picture, row by row.
fn pixels(svg: &str) -> Pixels {
    use resvg::{tiny_skia, usvg};
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap();
    let mut map = tiny_skia::Pixmap::new(SIZE, SIZE).unwrap();
    let scale = SIZE as f32 / 200.0;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut map.as_mut());
    map.pixels().iter().map(|p| [p.red(), p.green(), p.blue()].map(i32::from)).collect()
}

/// The colours along an edge, from west to east or from north to south.
fn edge(pixels: &Pixels, side: Side) -> Pixels {
    let far = SIZE - 1;
    (0..SIZE)
        .map(|n| match side {
            Side::North => n,
            Side::South => far * SIZE + n,
            Side::West => n * SIZE,
            Side::East => n * SIZE + far,
        })
        .map(|index| pixels[index as usize])
        .collect()
}

fn difference(a: &[i32; 3], b: &[i32; 3]) -> i32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).max().unwrap_or(0)
}

#[test]
fn edges_of_one_kind_have_one_profile_on_both_sides() {
    for theme in Theme::ALL {
        // By the direction of the edge and what it shows: the first profile seen, and whose it is.
        let mut known: Vec<((bool, Terrain), String, Pixels)> = Vec::new();
        for kind in Catalogue::shipped().kinds() {
            for rotation in Rotation::ALL {
                let picture = pixels(&art::tile(kind, rotation, theme));
                for side in Side::ALL {
                    let shows = kind.tile().edges[side.index()];
                    let turned = side.turned(rotation);
                    let level = matches!(turned, Side::North | Side::South);
                    let what = format!("{} {rotation} {turned} {}", kind.name(), theme.name());
                    let profile = edge(&picture, turned);
                    match known.iter().find(|(key, ..)| *key == (level, shows)) {
                        None => known.push(((level, shows), what, profile)),
                        Some((_, first, wanted)) => compare(&what, &profile, first, wanted),
                    }
                }
            }
        }
        assert_eq!(known.len(), 8);
    }
}

/// Small differences are allowed (a shadow that ends at the edge), and single pixels of a tower's rim.
fn compare(what: &str, profile: &Pixels, first: &str, wanted: &Pixels) {
    let far: Vec<i32> = profile.iter().zip(wanted).map(|(a, b)| difference(a, b)).collect();
    let mean = far.iter().sum::<i32>() as f32 / far.len() as f32;
    let off = far.iter().filter(|far| **far > 40).count();
    assert!(mean < 7.0 && off <= 10, "{what} differs from {first}: mean {mean}, {off} pixels: {far:?}");
}
