//! Pictures as files: SVG, or PNG made of it.

use crate::files;
use anyhow::{Context, Result, bail, ensure};
use art::Theme;
use clap::ValueEnum;
use std::fs::OpenOptions;
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
    /// A target from the name of a file, to be written over or not; `-` is standard output, as SVG.
    pub fn new(path: &Path, force: bool) -> Result<Target> {
        if path == Path::new("-") {
            return Ok(Target { path: path.to_owned(), format: Format::Svg, force });
        }
        match ending(path)?.as_str() {
            "svg" => Ok(Target { path: path.to_owned(), format: Format::Svg, force }),
            "png" => Ok(Target { path: path.to_owned(), format: Format::Png, force }),
            _ => bail!("{} must end in .svg or .png: that says which picture to make", path.display()),
        }
    }

    /// Whether it is made of dots.
    pub fn is_png(&self) -> bool {
        self.format == Format::Png
    }

    /// A target where a picture is made as SVG only.
    pub fn svg(path: &Path, force: bool) -> Result<Target> {
        ensure!(ending(path)? == "svg", "{} must end in .svg: it is a drawing", path.display());
        Target::new(path, force)
    }

    /// Writes the picture; a PNG this many pixels wide.
    pub fn write(&self, svg: &str, width: u32) -> Result<()> {
        let bytes = match self.format {
            Format::Svg => svg.as_bytes().to_vec(),
            Format::Png => art::png(svg, width)?,
        };
        if self.path == Path::new("-") {
            let mut out = std::io::stdout().lock();
            return Ok(out.write_all(&bytes).and_then(|()| out.flush())?);
        }
        let mut out = files::create(&self.path, self.force)?;
        let written = out.write_all(&bytes).and_then(|()| out.flush());
        written.with_context(|| files::cannot_write(&self.path))
    }

    /// Whether the file can be written, for whoever wants to know before a long run; nothing is left or changed.
    pub fn try_out(&self) -> Result<()> {
        let failed = || files::cannot_write(&self.path);
        if self.path.exists() && (self.force || !self.path.is_file()) {
            return OpenOptions::new().append(true).open(&self.path).map(drop).with_context(failed);
        }
        files::create(&self.path, self.force)?;
        std::fs::remove_file(&self.path).with_context(failed)
    }
}

/// How a name ends, in small letters; a name there must be.
fn ending(path: &Path) -> Result<String> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    ensure!(
        ![".svg", ".png"].contains(&name.as_str()),
        "{} is an ending without a name; write board{name}",
        path.display()
    );
    Ok(Path::new(&name).extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default())
}

/// How wide a picture is in its own units.
pub fn width(svg: &str) -> f32 {
    let quoted = svg.split_once(" width=\"").and_then(|(_, rest)| rest.split_once('"'));
    quoted.and_then(|(width, _)| width.parse().ok()).unwrap_or(200.0)
}
