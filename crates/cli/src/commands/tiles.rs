//! `bastide tiles`: the catalogue.

use crate::drawing::{Look, Target, width};
use crate::picture::{self, Canvas, Ink, Size, WIDE, paint_tile};
use crate::say;
use crate::screen::Screen;
use anyhow::{Result, bail};
use rules::{Catalogue, FeatureKind, Good, Kind, Mark, Rotation, Segment, Tile, TileSet};
use std::collections::BTreeSet;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Show the catalogue of tiles.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Each tile is shown unturned, with its segments by number, which is how programs place figures; field halves are named as in records: nl is the left half of the north edge, seen from the middle. In a picture # is city, = road, . field, ~ river, + monastery, o where roads end; * pennant, w wine, g grain, c cloth, p princess; in the corner ^ volcano, & dragon, @ portal.

Examples:
  bastide tiles                 all of them
  bastide tiles --set river     one box
  bastide tiles D traders-24    some
  bastide tiles --json          for programs: one tile a line
  bastide tiles --set traders --theme winter --sheet sheet.svg")]
pub struct Args {
    /// Tiles by name [default: all]
    tiles: Vec<String>,
    /// Only those of one set
    #[arg(long)]
    set: Option<String>,
    /// One line of JSON for each tile
    #[arg(long)]
    json: bool,
    /// Draw them into a file that ends in .svg or .png (without names); - is standard output, as SVG
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    sheet: Option<PathBuf>,
    /// Write over a sheet that is there already
    #[arg(long, requires = "sheet")]
    force: bool,
    /// How the land looks on the sheet
    #[arg(long, value_enum, requires = "sheet")]
    theme: Option<Look>,
}

impl Args {
    pub fn run(self, screen: Screen) -> Result<()> {
        let kinds = self.chosen()?;
        if let Some(path) = &self.sheet {
            let target = Target::new(path, self.force)?;
            let svg = art::sheet(&kinds, self.theme.unwrap_or_default().into());
            return target.write(&svg, width(&svg) as u32);
        }
        let mut out = BufWriter::new(std::io::stdout().lock());
        for tile in kinds.into_iter().map(Kind::tile) {
            if self.json {
                writeln!(out, "{}", wire::write(&wire::Tile::from(tile)))?;
            } else {
                print_tile(&mut out, tile, screen)?;
            }
        }
        out.flush()?;
        Ok(())
    }

    fn chosen(&self) -> Result<Vec<Kind>> {
        let known = |name: &String| TileSet::from_name(name).ok_or_else(|| wire::Bad::Set(name.clone()));
        let set = self.set.as_ref().map(known).transpose()?;
        let named = |name: &String| Kind::named(name).ok_or_else(|| wire::Bad::Tile(name.clone()));
        let kinds = match self.tiles.is_empty() {
            true => in_order(),
            false => once(self.tiles.iter().map(named).collect::<Result<Vec<_>, _>>()?),
        };
        let of_set = |kind: &Kind| set.is_none_or(|set| kind.tile().set == set);
        if let Some(set) = set
            && let Some(kind) = kinds.iter().find(|kind| !of_set(kind) && !self.tiles.is_empty())
        {
            bail!("{} is in the set {}, not in {set}", kind.name(), kind.tile().set);
        }
        Ok(kinds.into_iter().filter(of_set).collect())
    }
}

/// Each tile once, where it was first named.
fn once(kinds: Vec<Kind>) -> Vec<Kind> {
    let mut seen = BTreeSet::new();
    kinds.into_iter().filter(|kind| seen.insert(kind.name())).collect()
}

/// All tiles, box after box, each box in the order of its names.
fn in_order() -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Catalogue::shipped().kinds().collect();
    kinds.sort_by_key(|kind| (kind.tile().set as usize, kind.name()));
    kinds
}

/// The picture on the left, what is on it on the right.
fn print_tile(out: &mut impl Write, tile: &Tile, screen: Screen) -> Result<()> {
    let Size { columns, rows } = WIDE;
    let lines = describe(tile);
    let width = columns + 2 + lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut canvas = Canvas::new(width, rows.max(lines.len()) + 1);
    let look = picture::Look { size: WIDE, colour: screen.colour, odd: false };
    paint_tile(&mut canvas, (0, 0), tile, Rotation::NONE, look);
    for (row, line) in lines.iter().enumerate() {
        canvas.write(columns + 2, row, line, Ink { bold: row == 0, ..Ink::default() });
    }
    write!(out, "{}", canvas.text(screen.colour))?;
    Ok(())
}

fn describe(tile: &Tile) -> Vec<String> {
    let mark = match tile.mark {
        Some(Mark::Volcano) => ", volcano",
        Some(Mark::Dragon) => ", dragon",
        Some(Mark::Portal) => ", portal",
        None => "",
    };
    let mut lines =
        vec![format!("{} ({}, {}{mark})", tile.name, tile.set, say::counted(tile.copies.into(), "piece"))];
    if tile.river.count() > 0 {
        lines.push(format!("  river {}", letters(tile.river)));
    }
    lines.extend(
        tile.segments.iter().enumerate().map(|(n, segment)| format!("{n} {}", describe_segment(segment))),
    );
    lines
}

fn describe_segment(segment: &Segment) -> String {
    let mut text = segment.kind.name().to_owned();
    match segment.kind {
        FeatureKind::Road | FeatureKind::City => text = format!("{text} {}", letters(segment.sides)),
        FeatureKind::Field if segment.halves.0 == 0 => text.push_str(" inner"),
        FeatureKind::Field => text = format!("{text} {}", halves(segment)),
        FeatureKind::Monastery => {}
    }
    let touched: Vec<String> = wire::Segment::from(segment).touches.iter().map(u8::to_string).collect();
    if !touched.is_empty() {
        text = format!("{text}, at city {}", touched.join(" and "));
    }
    let good = segment.good.map(Good::name);
    let pennant = (segment.pennants > 0).then_some("pennant");
    let princess = segment.princess.then_some("princess");
    let tunnel = segment.tunnel.then_some("tunnel");
    for word in [good, pennant, princess, tunnel].into_iter().flatten() {
        text = format!("{text}, {word}");
    }
    text
}

fn letters(sides: rules::Sides) -> String {
    sides.iter().map(rules::Side::letter).collect()
}

fn halves(segment: &Segment) -> String {
    wire::Segment::from(segment).halves.join(" ")
}
