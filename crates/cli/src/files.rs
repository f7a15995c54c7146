//! Reading and writing files, with errors that say which.

use anyhow::{Context, Result, anyhow, bail, ensure};
use std::fs::File;
use std::io::{BufWriter, Read};
use std::path::Path;

/// No record or setup is longer; what is, was named by mistake.
const MAX_FILE: u64 = 256 << 20;

/// The text of a file, without a byte order mark; `-` is standard input.
pub fn read(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let name = path.display();
    let length = open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes).with_context(|| cannot_read(path))?;
    ensure!(length as u64 <= MAX_FILE, "{name} is longer than 256 MiB; divide it into several files");
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        no_text(path, 1 + before.iter().filter(|byte| **byte == b'\n').count())
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// A file to be read; `-` is standard input.
pub fn open(path: &Path) -> Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    Ok(Box::new(File::open(path).with_context(|| format!("cannot open {}", path.display()))?))
}

/// What is said of a file that cannot be read.
pub fn cannot_read(path: &Path) -> String {
    format!("cannot read {}", path.display())
}

/// What is said of a file that is no text in this line.
pub fn no_text(path: &Path, line: usize) -> anyhow::Error {
    anyhow!("{} is no text: line {line} is not in UTF-8; save it in that encoding", path.display())
}

/// What is said of a file that cannot be written.
pub fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// A file to be written. One that is there already is left as it is, unless that is what is wanted.
pub fn create(path: &Path, force: bool) -> Result<BufWriter<File>> {
    ensure!(path != Path::new("-"), "`-` is no file; name the one to be written");
    if !force && path.is_file() {
        bail!("{} is there already and was left as it is; --force writes over it", path.display());
    }
    Ok(BufWriter::new(File::create(path).with_context(|| cannot_write(path))?))
}
