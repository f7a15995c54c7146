//! How many durable actions a second, and what the disk allows.

use crate::figures::Times;
use anyhow::Result;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the disk is asked.
const SYNCS: u32 = 200;

/// How long the disk takes to have a page for certain, on the average and one by one.
pub fn sync(folder: &Path) -> Result<(Duration, Times)> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join("sync");
    let mut file = File::create(&path)?;
    let mut times = Times::default();
    let begun = Instant::now();
    for _ in 0..SYNCS {
        let page = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        times.push(page.elapsed());
    }
    let mean = begun.elapsed() / SYNCS;
    std::fs::remove_file(path)?;
    Ok((mean, times))
}

/// Actions a second that are wanted of a disk that takes so long.
pub fn wanted(sync: Duration) -> f64 {
    10_000f64.min(25.0 / sync.as_secs_f64())
}
