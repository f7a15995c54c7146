//! Pictures as files: SVG, or PNG made of it.

use crate::files;
use anyhow::{Context, Result, bail};
use art::Theme;
use clap::ValueEnum;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What kind of picture a file is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Svg,
    Png,
}

/// How the land looks.
#[derive(ValueEnum, Clone, Copy, Default, Debug)]
pub enum Look {
    /// A warm summer
    #[default]
    Classic,
    /// Snow
    Winter,
}

impl From<Look> for Theme {
    fn from(look: Look) -> Theme {
        match look {
            Look::Classic => Theme::Classic,
            Look::Winter => Theme::Winter,
        }
    }
}

/// A file that is to hold a picture, named so that its kind is known.
#[derive(Clone, Debug)]
pub struct Target {
    path: PathBuf,
    format: Format,
    force: bool,
}

impl Target {
    /// A target from the name of a file, to be written over or not.
    pub fn new(path: &Path, force: bool) -> Result<Target> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        let format = match ending.as_deref() {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            _ => bail!("{} must end in .svg or .png: that says which picture to make", path.display()),
        };
        Ok(Target { path: path.to_owned(), format, force })
    }

    /// Writes the picture; a PNG this many pixels wide.
    pub fn write(&self, svg: &str, width: u32) -> Result<()> {
        let name = self.path.display();
        let bytes = match self.format {
            Format::Svg => svg.as_bytes().to_vec(),
            Format::Png => art::png(svg, width)?,
        };
        let mut out = files::create(&self.path, self.force)?;
        out.write_all(&bytes).and_then(|()| out.flush()).with_context(|| format!("cannot write {name}"))
    }
}

/// How wide a picture is in its own units.
pub fn width(svg: &str) -> f32 {
    let quoted = svg.split_once(" width=\"").and_then(|(_, rest)| rest.split_once('"'));
    quoted.and_then(|(width, _)| width.parse().ok()).unwrap_or(200.0)
}
