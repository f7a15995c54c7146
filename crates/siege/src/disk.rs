//! Disks that the siege may spoil: one in memory, and one in a file that fails when told.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Bytes of a disk in memory.
const DISK: u64 = 4 << 20;
/// Bytes of one in a file, with its journal.
const IMAGE: u64 = 16 << 20;

fn run(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("{command:?} cannot be started"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// A small disk in memory at a folder.
pub struct Disk(PathBuf);

impl Disk {
    /// Mounts it; nothing without the right to.
    pub fn mount(folder: &Path) -> Option<Disk> {
        std::fs::create_dir_all(folder).ok()?;
        let size = format!("size={DISK}");
        run(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "siege"]).arg(folder)).ok()?;
        Some(Disk(folder.to_owned()))
    }

    /// Mounts it anew, `ro` or `rw`.
    pub fn remount(&self, how: &str) -> Result<()> {
        let how = format!("remount,{how}");
        run(Command::new("mount").args(["-o", &how]).arg(&self.0))
    }

    /// Writes a file until the disk is full; gives its size.
    pub fn fill(&self, file: &Path) -> Result<u64> {
        // The last bytes one by one would take long; the server needs whole pages.
        let mut text = vec![0; 1 << 16];
        let mut size = 0;
        let mut out = std::fs::File::create(file)?;
        while text.len() >= 512 {
            match std::io::Write::write(&mut out, &text) {
                Ok(bytes) if bytes > 0 => size += bytes as u64,
                _ => text.truncate(text.len() / 2),
            }
        }
        Ok(size)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // A disk in memory that stays mounted goes with the machine.
        let _ = run(Command::new("umount").arg("-l").arg(&self.0));
    }
}

/// A disk in a file beside a folder, which turns read-only when it fails.
pub struct Image {
    folder: PathBuf,
    file: PathBuf,
}

impl Image {
    /// Makes and mounts it; nothing without the right to, or without the tools.
    pub fn mount(folder: &Path) -> Option<Image> {
        std::fs::create_dir_all(folder).ok()?;
        let image = Image { folder: folder.to_owned(), file: folder.with_extension("img") };
        std::fs::File::create(&image.file).ok()?.set_len(IMAGE).ok()?;
        run(Command::new("mkfs.ext4").arg("-q").arg(&image.file)).ok()?;
        image.attach().ok()?;
        image.trigger().ok()?.exists().then_some(image)
    }

    fn attach(&self) -> Result<()> {
        run(Command::new("mount").args(["-o", "loop,errors=remount-ro"]).arg(&self.file).arg(&self.folder))
    }

    /// What the kernel has for trying out an error of this disk.
    fn trigger(&self) -> Result<PathBuf> {
        let mounts = std::fs::read_to_string("/proc/mounts")?;
        let mut lines = mounts.lines().map(|line| line.split(' '));
        let device = lines.find_map(|mut words| {
            let device = words.next()?;
            (words.next()? == self.folder.to_str()?).then_some(device)
        });
        let name = device.and_then(|device| Path::new(device).file_name()).context("it is not mounted")?;
        Ok(Path::new("/sys/fs/ext4").join(name).join("trigger_fs_error"))
    }

    /// The disk fails: from now on nothing can be written.
    pub fn fail(&self) -> Result<()> {
        Ok(std::fs::write(self.trigger()?, "siege")?)
    }

    /// Whoever runs the machine checks the disk and mounts it again.
    pub fn mend(&self) -> Result<()> {
        run(Command::new("umount").arg(&self.folder))?;
        // It says by its status that something was mended; whether that was enough is seen when it is mounted.
        let _ = run(Command::new("e2fsck").arg("-p").arg(&self.file));
        self.attach()
    }
}

impl Drop for Image {
    fn drop(&mut self) {
        // What stays mounted goes with the machine.
        let _ = run(Command::new("umount").arg("-l").arg(&self.folder));
    }
}
