//! Figures and segments as words: `knight N`, `thief EW`, `monk`, `farmer nl`.
//!
//! A road or city segment is named by the sides it reaches as the tile lies, clockwise from the north; a
//! field by one of the half-edges it reaches (the first one, clockwise from `nl`), or `inner`; a monastery
//! needs no name, there is only one on a tile. So a name can be checked against the picture on the table.

use super::error::Fault;
use crate::catalogue::Catalogue;
use crate::figure::Figure;
use crate::geometry::{Cell, Rotation, Side, Spot};
use crate::role::Role;
use crate::ruleset::Ruleset;
use crate::setup::Setup;
use crate::tile::{FeatureKind, Halves, Kind, Segment, Sides};
use crate::view::Laid;
use std::collections::BTreeMap;

/// The names of all roles, as a list in words.
pub(super) fn role_names() -> String {
    Role::ALL.map(Role::name).join(", ")
}

/// Whether the princess can send it home: whoever holds a city.
pub(super) fn is_knight(role: Role) -> bool {
    role.figure().ability().follower && role.stands_on(FeatureKind::City)
}

/// Whether its place goes without a name: a tile has only one monastery.
pub(super) fn needs_no_name(role: Role) -> bool {
    let mut places = FeatureKind::ALL.into_iter().filter(|kind| role.stands_on(*kind));
    places.all(FeatureKind::counts_neighbours)
}

/// The name of a segment of a tile that lies turned; empty for a monastery.
pub(super) fn segment_name(segment: &Segment, rotation: Rotation) -> String {
    match segment.kind {
        FeatureKind::Road | FeatureKind::City => {
            segment.sides.turned(rotation).iter().map(Side::letter).collect()
        }
        FeatureKind::Monastery => String::new(),
        FeatureKind::Field => {
            let halves = segment.halves.turned(rotation);
            halves_of(halves).next().unwrap_or(INNER).to_owned()
        }
    }
}

const INNER: &str = "inner";

fn halves_of(halves: Halves) -> impl Iterator<Item = &'static str> {
    let names = Halves::NAMES.into_iter().enumerate();
    names.filter(move |(n, _)| halves.0 >> n & 1 != 0).map(|(_, name)| name)
}

/// Whether a segment may be called so: any of its sides or half-edges will do.
fn answers_to(segment: &Segment, rotation: Rotation, name: &str) -> bool {
    match segment.kind {
        FeatureKind::Road | FeatureKind::City => {
            let sides = segment.sides.turned(rotation);
            sides_named(name).is_some_and(|named| named.0 & sides.0 == named.0)
        }
        FeatureKind::Monastery => name.is_empty(),
        FeatureKind::Field if segment.halves == Halves::default() => name == INNER,
        FeatureKind::Field => halves_of(segment.halves.turned(rotation)).any(|half| half == name),
    }
}

fn sides_named(name: &str) -> Option<Sides> {
    let mut sides = Sides::default();
    for letter in name.chars() {
        let bit = 1 << Side::from_letter(letter)? as u8;
        if sides.0 & bit != 0 {
            return None;
        }
        sides.0 |= bit;
    }
    (sides.0 != 0).then_some(sides)
}

/// Which tile lies where: all that is needed to name segments.
#[derive(Clone, Default, Debug)]
pub(crate) struct TileMap {
    tiles: BTreeMap<Cell, (Kind, Rotation)>,
    /// Where the last tile was laid.
    pub fresh: Option<Cell>,
}

impl TileMap {
    /// The table as a game begins.
    pub(super) fn of(setup: &Setup) -> TileMap {
        if let Some(view) = &setup.start {
            return TileMap::of_tiles(&view.tiles);
        }
        let mut table = TileMap::default();
        if let Ok(rules) = Ruleset::new(setup, Catalogue::shipped()) {
            table.lay(Cell::ORIGIN, rules.start, Rotation::NONE);
        }
        table
    }

    /// A table with these tiles.
    pub(crate) fn of_tiles(tiles: &[Laid]) -> TileMap {
        let mut table = TileMap::default();
        tiles.iter().for_each(|laid| table.lay(laid.cell, laid.kind, laid.rotation));
        table
    }

    pub(super) fn lay(&mut self, cell: Cell, kind: Kind, rotation: Rotation) {
        self.tiles.insert(cell, (kind, rotation));
        self.fresh = Some(cell);
    }

    fn segment(&self, spot: Spot) -> Option<(&'static Segment, Rotation)> {
        let (kind, rotation) = self.tiles.get(&spot.cell)?;
        Some((kind.tile().segments.get(usize::from(spot.segment))?, *rotation))
    }

    /// The words for a figure: its role, the cell unless it is the fresh tile's (if that may be left out), and
    /// the segment's name.
    pub(crate) fn figure(&self, figure: Figure, spot: Spot, brief: bool) -> Vec<String> {
        let Some((segment, rotation)) = self.segment(spot) else {
            return vec![figure.to_string(), spot.cell.to_string(), format!("#{}", spot.segment)];
        };
        let mut words = vec![Role::of(figure, segment.kind).name().to_owned()];
        if !(brief && self.fresh == Some(spot.cell)) {
            words.push(spot.cell.to_string());
        }
        words.push(segment_name(segment, rotation));
        words.retain(|word| !word.is_empty());
        words
    }

    /// The words for a feature by one of its spots: the cell and the segment's name.
    pub(super) fn spot(&self, spot: Spot) -> Vec<String> {
        let mut words = self.figure(Figure::Follower, spot, false);
        words.remove(0);
        words
    }

    /// The spot on a cell where a figure in this role stands, by the segment's name.
    pub(super) fn find(&self, role: Role, cell: Cell, name: &str) -> Result<Spot, Fault> {
        let (kind, rotation) = *self.tiles.get(&cell).ok_or(Fault::NoTile(cell))?;
        let segments = &kind.tile().segments;
        let stands = |segment: &Segment| role.stands_on(segment.kind);
        let found = segments.iter().position(|s| stands(s) && answers_to(s, rotation, name));
        if let Some(n) = found {
            return Ok(Spot::new(cell, n as u8));
        }
        let role = role.name();
        let names: Vec<_> =
            segments.iter().filter(|s| stands(s)).map(|s| segment_name(s, rotation)).collect();
        if names.is_empty() {
            return Err(Fault::NoPlace { role, kind, cell });
        }
        let (name, names) = (name.chars().take(20).collect(), names.join(", "));
        Err(Fault::NoSegment { role, name, kind, cell, names })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_segment_of_every_tile_has_one_name_and_is_found_by_it() {
        for kind in Catalogue::shipped().kinds() {
            for rotation in Rotation::ALL {
                let mut table = TileMap::default();
                table.lay(Cell::ORIGIN, kind, rotation);
                for (n, segment) in kind.tile().segments.iter().enumerate() {
                    let spot = Spot::new(Cell::ORIGIN, n as u8);
                    for figure in Figure::ALL {
                        if figure.ability().stands_on.contains(&segment.kind) {
                            let role = Role::of(figure, segment.kind);
                            let name = segment_name(segment, rotation);
                            let found = table.find(role, Cell::ORIGIN, &name);
                            assert_eq!(found, Ok(spot), "{} {rotation} {name}", kind.name());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn names_follow_the_rotation() {
        let mut table = TileMap::default();
        table.lay(Cell::new(2, 1), Kind::named("K").unwrap(), Rotation::new(1));
        let words =
            |figure, segment| table.figure(figure, Spot::new(Cell::new(2, 1), segment), false).join(" ");
        assert_eq!(words(Figure::Follower, 0), "knight 2,1 E");
        assert_eq!(words(Figure::Builder, 1), "builder 2,1 NW");
        assert_eq!(words(Figure::Follower, 2), "farmer 2,1 nr");
        assert_eq!(words(Figure::Pig, 3), "pig 2,1 nl");
    }

    #[test]
    fn any_half_of_a_field_and_any_side_of_a_city_will_do() {
        let mut table = TileMap::default();
        table.lay(Cell::ORIGIN, Kind::named("S").unwrap(), Rotation::NONE);
        let find = |role, name| table.find(role, Cell::ORIGIN, name);
        let role = |name| Role::from_name(name).unwrap();
        assert_eq!(find(role("knight"), "W"), find(role("knight"), "NEW"));
        assert!(find(role("knight"), "NS").is_err());
        assert!(find(role("knight"), "NN").is_err());
        assert!(find(role("thief"), "").is_err());
        let error = find(role("farmer"), "nl").unwrap_err().to_string();
        assert_eq!(error, "no farmer can stand at `nl` on S at 0,0; it can at: sl, sr");
    }
}
