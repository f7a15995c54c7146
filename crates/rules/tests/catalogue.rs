//! The tile data is consistent with itself, with the boxes' contents, and with the table it was made from.

use rules::{Catalogue, FeatureKind, Good, Mark, Segment, Side, Terrain, Tile, TileSet};
use std::path::Path;

const HALVES: [&str; 8] = ["nl", "nr", "el", "er", "sl", "sr", "wl", "wr"];

fn tiles() -> &'static [Tile] {
    Catalogue::shipped().tiles()
}

fn of_kind(tile: &Tile, kind: FeatureKind) -> impl Iterator<Item = &Segment> {
    tile.segments.iter().filter(move |segment| segment.kind == kind)
}

/// How many tiles, or symbols on tiles, are in the box, copies counted.
fn count(of: impl Fn(&Tile) -> usize) -> usize {
    tiles().iter().map(|tile| of(tile) * usize::from(tile.copies)).sum()
}

#[test]
fn every_half_edge_is_in_exactly_one_field_or_under_a_city() {
    for tile in tiles() {
        for side in Side::ALL {
            let under_city = tile.edges[side.index()] == Terrain::City;
            for right in [false, true] {
                let fields = of_kind(tile, FeatureKind::Field).filter(|field| field.halves.has(side, right));
                assert_eq!(fields.count(), usize::from(!under_city), "{} {side} right: {right}", tile.name);
            }
        }
    }
}

#[test]
fn an_open_edge_belongs_to_one_field() {
    for tile in tiles() {
        for side in Side::ALL.into_iter().filter(|side| tile.edges[side.index()] == Terrain::Field) {
            assert_eq!(tile.field_at(side, false), tile.field_at(side, true), "{} {side}", tile.name);
        }
    }
}

#[test]
fn edges_agree_with_segments() {
    for tile in tiles() {
        for side in Side::ALL {
            let reach = |kind| of_kind(tile, kind).filter(|segment| segment.sides.has(side)).count();
            let found = (reach(FeatureKind::Road), reach(FeatureKind::City), tile.river.has(side));
            let wanted = match tile.edges[side.index()] {
                Terrain::Field => (0, 0, false),
                Terrain::Road => (1, 0, false),
                Terrain::City => (0, 1, false),
                Terrain::River => (0, 0, true),
            };
            assert_eq!(found, wanted, "{} {side}: roads, cities, river", tile.name);
        }
    }
}

#[test]
fn segments_reach_what_their_kind_can_reach() {
    for tile in tiles() {
        for segment in &tile.segments {
            let (sides, halves) = (segment.sides.count(), segment.halves.0.count_ones());
            let right = match segment.kind {
                FeatureKind::Road => (1..=2).contains(&sides) && halves == 0,
                FeatureKind::City => sides >= 1 && halves == 0,
                FeatureKind::Monastery => sides == 0 && halves == 0,
                FeatureKind::Field => sides == 0,
            };
            assert!(right, "{}: {segment:?}", tile.name);
        }
    }
}

#[test]
fn fields_touch_cities_of_their_own_tile_only() {
    for tile in tiles() {
        for segment in &tile.segments {
            let touched = (0..8).filter(|n| segment.touches >> n & 1 != 0);
            for n in touched {
                assert_eq!(segment.kind, FeatureKind::Field, "{}", tile.name);
                assert_eq!(
                    tile.segments.get(n).map(|city| city.kind),
                    Some(FeatureKind::City),
                    "{}",
                    tile.name
                );
            }
        }
        let cities = of_kind(tile, FeatureKind::City).count();
        let inner = of_kind(tile, FeatureKind::Field).any(|field| field.halves.0 == 0 && field.touches == 0);
        assert!(cities == 0 || !inner, "{}: an inner field lies between cities", tile.name);
    }
}

#[test]
fn symbols_stand_only_in_cities() {
    for tile in tiles() {
        for segment in tile.segments.iter().filter(|segment| segment.kind != FeatureKind::City) {
            let symbols = (segment.pennants, segment.good, segment.princess);
            assert_eq!(symbols, (0, None, false), "{}", tile.name);
        }
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = tiles().iter().map(|tile| &tile.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), tiles().len());
}

#[test]
fn the_boxes_hold_72_12_12_24_and_30_tiles() {
    let of_set = |set| count(|tile| usize::from(tile.set == set));
    assert_eq!(TileSet::ALL.map(of_set), [72, 12, 12, 24, 30]);
}

#[test]
fn there_are_9_wine_6_grain_and_5_cloth() {
    let of_good = |good| count(|tile| tile.segments.iter().filter(|s| s.good == Some(good)).count());
    assert_eq!(Good::ALL.map(of_good), [9, 6, 5]);
}

#[test]
fn there_are_6_volcanoes_12_dragons_6_portals_and_6_princesses() {
    let of_mark = |mark| count(|tile| usize::from(tile.mark == Some(mark)));
    assert_eq!([Mark::Volcano, Mark::Dragon, Mark::Portal].map(of_mark), [6, 12, 6]);
    assert_eq!(count(|tile| tile.segments.iter().filter(|s| s.princess).count()), 6);
}

/// The table lies beside the repository where the rules were distilled; elsewhere there is nothing to compare.
#[test]
fn the_tiles_equal_the_table_they_were_made_from() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/tiles.csv");
    let Ok(table) = std::fs::read_to_string(path) else { return };
    let mut wanted: Vec<String> = table.lines().skip(1).map(tidy_row).collect();
    let mut found: Vec<String> = tiles().iter().map(row).collect();
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted);
}

/// A row of the table with the lists in it sorted.
fn tidy_row(row: &str) -> String {
    let columns: Vec<&str> = row.split(',').collect();
    let list = |text: &str| sorted(text.split(';').map(|part| part.trim().to_owned()));
    let (segments, fields) = (list(columns[4]), list(columns[5]));
    [columns[..4].join(","), segments, fields, columns[6].to_owned()].join(",")
}

fn sorted(parts: impl Iterator<Item = String>) -> String {
    let mut parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    parts.sort();
    parts.join("; ")
}

/// A tile as the table writes it.
fn row(tile: &Tile) -> String {
    let edges = tile.edges.map(|edge| format!("{edge:?}").to_lowercase()).join(" ");
    let river = (tile.river.count() > 0).then(|| format!("river {}", sides(tile.river)));
    let parts = tile.segments.iter().filter(|segment| segment.kind != FeatureKind::Field).map(part);
    let fields = sorted(of_kind(tile, FeatureKind::Field).map(|segment| field(tile, segment)));
    let mark = tile.mark.map(|mark| format!("{mark:?}").to_lowercase()).unwrap_or_default();
    let segments = sorted(parts.chain(river));
    format!("{},{},{},{edges},{segments},{fields},{mark}", tile.set, tile.name, tile.copies)
}

fn sides(sides: rules::Sides) -> String {
    sides.iter().map(Side::letter).collect()
}

fn part(segment: &Segment) -> String {
    let what = format!("{:?}", segment.kind).to_lowercase();
    let mut attributes = vec!["pennant".to_owned(); usize::from(segment.pennants)];
    attributes.extend(segment.good.map(|good| format!("{good:?}").to_lowercase()));
    attributes.extend(segment.princess.then(|| "princess".to_owned()));
    attributes.extend(segment.tunnel.then(|| "tunnel".to_owned()));
    let attributes =
        if attributes.is_empty() { String::new() } else { format!("({})", attributes.join(" ")) };
    format!("{what} {}{attributes}", sides(segment.sides)).trim_end().to_owned()
}

fn field(tile: &Tile, segment: &Segment) -> String {
    let halves: Vec<_> = HALVES
        .iter()
        .enumerate()
        .filter(|(n, _)| segment.halves.0 >> n & 1 != 0)
        .map(|(_, name)| *name)
        .collect();
    let reach = if halves.is_empty() { "inner".to_owned() } else { halves.join(" ") };
    let mut touched: Vec<_> = (0..8)
        .filter(|n| segment.touches >> n & 1 != 0)
        .map(|n: usize| sides(tile.segments[n].sides))
        .collect();
    touched.sort();
    let touches = if touched.is_empty() { String::new() } else { format!(" touches {}", touched.join("+")) };
    reach + &touches
}
