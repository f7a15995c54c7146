//! The flags that say which game is played, the same for every command that plays.

use crate::numbers::whole;
use anyhow::{Context, Result, bail};
use rules::notation::parse_position;
use rules::{Edition, Figure, Kind, Knobs, Parts, Position, Setup, TileSet};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Which game.
#[derive(clap::Args, Clone, Default, Debug)]
#[command(next_help_heading = "The game")]
pub struct SetupArgs {
    /// How many seats, 1 to 6 [default: 2]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(1..=6))]
    pub seats: Option<u8>,
    #[arg(long, value_name = "SET[*N],...", help = sets_help())]
    pub sets: Option<String>,
    #[arg(long, help = format!("Edition: one of {} [default: {}]", Edition::names(), Edition::Modern.name()))]
    pub edition: Option<String>,
    /// House rule on top of the edition: field=per-city (repeatable; --help lists them)
    #[arg(long = "knob", value_name = "NAME=VALUE", long_help = knobs_help())]
    pub knobs: Vec<String>,
    #[arg(long, value_name = "PART,...", value_delimiter = ',', help = parts_help())]
    pub without: Vec<String>,
    #[arg(long, value_name = "FIGURE=N,...", value_delimiter = ',', help = supply_help())]
    pub supply: Vec<String>,
    /// An own bag instead of sets: 'D*3,U*2,river-03'
    #[arg(long, value_name = "TILE[*N],...", conflicts_with = "sets")]
    pub bag: Option<String>,
    /// An open draw order: EJDRNH, or with commas for longer names: U,river-03
    #[arg(long, value_name = "TILES")]
    pub arranged: Option<String>,
    /// A setup as JSON, which the flags above change
    #[arg(long, value_name = "FILE.json")]
    pub setup: Option<PathBuf>,
    /// A position in one line of text instead of all these, to go on from (docs/notation.md)
    #[arg(long, value_name = "LINE", conflicts_with_all = ALL)]
    pub position: Option<String>,
}

fn sets_help() -> String {
    let names = TileSet::names();
    format!("Sets of {names}, with a number where there are several copies: 'base,river*2' [default: base]")
}

fn parts_help() -> String {
    format!("Parts to switch off, of {}: pig,fairy", Parts::NAMES.join(", "))
}

fn supply_help() -> String {
    let names = Figure::ALL.map(Figure::name).join(", ");
    format!("How many of a figure each seat has instead of the box's number, of {names}: follower=8,pig=0")
}

/// All knobs with their values, for who looks for one.
fn knobs_help() -> String {
    let mut text = "House rule on top of the edition (repeatable). What each means: docs/rules.md. \
                    Of these values the first is today's:\n"
        .to_owned();
    for name in Knobs::NAMES {
        let values = Knobs::values(name).unwrap_or_default().join(", ");
        text.push_str(&format!("\n  {name:<17} {values}"));
    }
    text
}

/// What a position in one line says itself.
pub const ALL: [&str; 9] =
    ["seats", "sets", "edition", "knobs", "without", "supply", "bag", "arranged", "setup"];

impl SetupArgs {
    /// The first position of the game asked for.
    pub fn position(&self) -> Result<Position> {
        match &self.position {
            Some(line) => parse_position(line).context("this is no position"),
            None => Ok(Position::new(&self.setup()?)?),
        }
    }

    /// The game asked for.
    fn setup(&self) -> Result<Setup> {
        let mut setup = self.file()?;
        setup.seats = self.seats.or(setup.seats);
        setup.edition = self.edition.clone().or(setup.edition);
        for knob in &self.knobs {
            let (name, value) = knob
                .split_once('=')
                .with_context(|| format!("a knob is NAME=VALUE, such as tiny=half, not `{knob}`"))?;
            setup.knobs.insert(name.to_owned(), value.to_owned());
        }
        setup.parts.extend(self.without.iter().map(|part| (part.clone(), false)));
        for item in &self.supply {
            let (name, count) = item
                .split_once('=')
                .and_then(|(name, count)| Some((name, count.parse().ok()?)))
                .with_context(|| {
                    format!("how many of a figure is FIGURE=N, such as follower=8, not `{item}`")
                })?;
            setup.supply.insert(name.to_owned(), count);
        }
        if let Some(text) = &self.sets {
            setup.sets = Some(sets(text)?);
            setup.bag = None;
        }
        if let Some(bag) = &self.bag {
            setup.bag = Some(counts(bag)?);
            setup.sets = None;
        }
        if let Some(arranged) = &self.arranged {
            setup.arranged = Some(split_tiles(arranged));
        }
        Ok(setup.try_into()?)
    }

    fn file(&self) -> Result<wire::Setup> {
        let Some(path) = &self.setup else { return Ok(wire::Setup::default()) };
        let text = crate::files::read(path)?;
        wire::read(&text).with_context(|| format!("{} is no setup", path.display()))
    }
}

/// Reads `a,b*2` as how many of each.
fn counts(text: &str) -> Result<BTreeMap<String, u16>> {
    let mut counts = BTreeMap::new();
    for item in text.split(',').map(str::trim) {
        let (name, count) = item.split_once(['*', ':', '=']).unwrap_or((item, "1"));
        let (name, count) = (name.trim(), count.trim());
        if count.len() > 4 && count.bytes().all(|byte| byte.is_ascii_digit()) {
            bail!("`{item}`: a game has at most 1000 tiles");
        }
        let number = count.parse::<u16>().ok();
        let Some(count) = number.filter(|_| !item.contains([':', '='])) else {
            let number = number.unwrap_or(2);
            bail!("`{item}`: several are written '{name}*{number}', in quotes because of the shell");
        };
        let have: &mut u16 = counts.entry(name.to_owned()).or_insert(0);
        *have = have.saturating_add(count);
    }
    Ok(counts)
}

/// Reads `base,river*2`.
fn sets(text: &str) -> Result<wire::Sets> {
    let copies = |(name, count): (String, u16)| {
        Ok((name, u8::try_from(count).map_err(|_| wire::Bad::Copies(count.into()))?))
    };
    Ok(wire::Sets::Counts(counts(text)?.into_iter().map(copies).collect::<Result<_, wire::Bad>>()?))
}

/// Reads tile names, each a letter (`EJD`) or divided by commas (`E,river-03`).
pub fn tiles(text: &str) -> Result<Vec<Kind>> {
    let kind = |name: String| Kind::named(&name).ok_or(wire::Bad::Tile(name));
    Ok(split_tiles(text).into_iter().map(kind).collect::<Result<_, wire::Bad>>()?)
}

fn split_tiles(text: &str) -> Vec<String> {
    if text.contains([',', '-']) {
        text.split(',').map(|name| name.trim().to_owned()).collect()
    } else {
        text.chars().filter(|letter| !letter.is_whitespace()).map(String::from).collect()
    }
}
