//! What every picture must keep to.

use art::{Piece, Theme};
use rules::{Catalogue, FeatureKind, Kind, Rotation, Seat};

fn pictures() -> impl Iterator<Item = (Kind, Rotation, Theme, String)> {
    Catalogue::shipped().kinds().flat_map(|kind| {
        Rotation::ALL.into_iter().flat_map(move |rotation| {
            Theme::ALL.into_iter().map(move |theme| (kind, rotation, theme, art::tile(kind, rotation, theme)))
        })
    })
}

/// Nothing that a strict content security policy would refuse, and no ids that could clash on a page.
fn assert_harmless(svg: &str, what: &str) {
    for bad in ["style=", "<style", "<script", "href", " id=", "NaN", "inf", "d=\"\"", "url("] {
        assert!(!svg.contains(bad), "{what} has {bad}");
    }
}

#[test]
fn tiles_are_small_and_harmless_in_every_rotation_and_theme() {
    let mut large = Vec::new();
    let mut largest = (0, String::new());
    for (kind, rotation, theme, svg) in pictures() {
        let what = format!("{} {rotation} {}", kind.name(), theme.name());
        assert_harmless(&svg, &what);
        if svg.len() >= 6000 {
            large.push(format!("{what} has {} bytes", svg.len()));
        }
        largest = largest.max((svg.len(), what));
    }
    println!("largest: {largest:?}");
    assert!(large.is_empty(), "{large:#?}");
}

#[test]
fn figures_are_small_and_harmless() {
    for piece in Piece::all() {
        for seat in (0..6).map(Seat) {
            let svg = art::figure(piece, seat);
            assert_harmless(&svg, piece.name());
            assert!(svg.len() < 4000, "{} has {} bytes", piece.name(), svg.len());
        }
    }
}

#[test]
fn figures_of_two_seats_never_look_the_same() {
    for piece in Piece::all().filter(|piece| !matches!(piece, Piece::Fairy | Piece::Dragon)) {
        let pictures: std::collections::BTreeSet<String> =
            (0..6).map(|seat| art::figure(piece, Seat(seat))).collect();
        assert_eq!(pictures.len(), 6, "{}", piece.name());
    }
}

#[test]
fn every_segment_has_an_outline_and_a_place_to_stand() {
    for kind in Catalogue::shipped().kinds() {
        for rotation in Rotation::ALL {
            let outlines = art::outlines(kind, rotation);
            assert_eq!(outlines.len(), kind.tile().segments.len());
            assert!(outlines.len() < 10, "{}", kind.name());
            for outline in outlines {
                let what = format!("{} {rotation} segment {}", kind.name(), outline.segment);
                assert!(outline.path.starts_with('M') && outline.path.ends_with('z'), "{what}");
                let (x, y) = art::stand(kind, rotation, outline.segment).unwrap();
                assert!((8.0..=192.0).contains(&x) && (8.0..=192.0).contains(&y), "{what} at {x} {y}");
            }
            assert_eq!(art::stand(kind, rotation, kind.tile().segments.len() as u8), None);
        }
    }
}

#[test]
fn places_to_stand_lie_in_their_segments_and_apart() {
    for kind in Catalogue::shipped().kinds() {
        let segments = &kind.tile().segments;
        let stands: Vec<(f32, f32)> =
            (0..segments.len()).map(|n| art::stand(kind, Rotation::NONE, n as u8).unwrap()).collect();
        for (n, stand) in stands.iter().enumerate() {
            for (m, other) in stands.iter().enumerate().skip(n + 1) {
                let far = (stand.0 - other.0).hypot(stand.1 - other.1);
                assert!(far >= 24.0, "{}: {n} and {m} are {far} apart", kind.name());
            }
            if segments[n].kind == FeatureKind::Field || segments[n].kind == FeatureKind::City {
                let outlines = art::outlines(kind, Rotation::NONE);
                let top = outlines.iter().rev().find(|outline| covers(&outline.path, *stand));
                assert_eq!(top.map(|outline| outline.segment), Some(n as u8), "{} at {stand:?}", kind.name());
            }
        }
    }
}

/// Whether a point is inside a path of relative straight lines.
fn covers(path: &str, (x, y): (f32, f32)) -> bool {
    let mut inside = false;
    for part in path.split('M').filter(|part| !part.is_empty()) {
        let spaced = part.trim_end_matches('z').replace('l', " ").replace('-', " -");
        let numbers: Vec<f32> = spaced.split_whitespace().map(|n| n.parse().unwrap()).collect();
        let mut points: Vec<(f32, f32)> = Vec::new();
        for pair in numbers.chunks_exact(2) {
            let last = points.last().copied().unwrap_or((0.0, 0.0));
            points.push((last.0 + pair[0], last.1 + pair[1]));
        }
        for (n, a) in points.iter().enumerate() {
            let b = points[(n + 1) % points.len()];
            inside ^= (a.1 > y) != (b.1 > y) && x < a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0);
        }
    }
    inside
}

#[test]
fn names_on_a_board_are_text() {
    let view = rules::Position::new(&rules::Setup::base(2)).unwrap().view();
    let names = ["<script>alert(1)</script>", "\"&'>"];
    let svg = art::board(&view, &art::BoardOptions { names: &names, scores: true, ..Default::default() });
    assert!(svg.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && svg.contains("&quot;&amp;&#39;&gt;"));
    assert_harmless(&svg, "the board");
}
