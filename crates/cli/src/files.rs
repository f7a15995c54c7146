//! Reading and writing files, with errors that say which.

use anyhow::{Context, Result, ensure};
use std::fs::File;
use std::io::{BufWriter, Read};
use std::path::Path;

/// No record or setup is longer; what is, was named by mistake.
const MAX_FILE: u64 = 256 << 20;

/// The text of a file; `-` is standard input.
pub fn read(path: &Path) -> Result<String> {
    let mut text = String::new();
    let name = path.display();
    let length = if path == Path::new("-") {
        std::io::stdin().lock().take(MAX_FILE + 1).read_to_string(&mut text)
    } else {
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        file.take(MAX_FILE + 1).read_to_string(&mut text)
    };
    let length = length.with_context(|| format!("cannot read {name} as text"))?;
    ensure!(length as u64 <= MAX_FILE, "{name} is longer than 256 MiB; divide it into several files");
    Ok(text)
}

/// A file to be written.
pub fn create(path: &Path) -> Result<BufWriter<File>> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(BufWriter::new(file))
}
