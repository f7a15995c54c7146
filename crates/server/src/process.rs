//! What the process takes of its machine: memory, file descriptors, disk.

use std::path::Path;

/// All of it; nothing where the system does not tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Usage {
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// File descriptors that are open.
    pub open_files: Option<u64>,
    /// How many may be.
    pub most_files: Option<u64>,
    /// Bytes of the database.
    pub database: u64,
    /// Bytes of its write-ahead log.
    pub wal: u64,
    /// Bytes free on its disk.
    pub free_disk: Option<u64>,
}

/// Bytes of memory in use; nothing where the system does not tell.
pub fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// File descriptors that are open; nothing where the system does not tell.
pub fn open_files() -> Option<u64> {
    Some(std::fs::read_dir("/proc/self/fd").ok()?.count() as u64)
}

/// File descriptors that may be open; nothing if there is no limit.
pub fn most_files() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    None
}

/// Raises the number of file descriptors that may be open as far as the system lets the process, and tells it; nothing
/// if there is no limit.
pub fn raise_most_files() -> Option<u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // A system that does not want it leaves the limit as it is.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
    most_files()
}

/// Bytes of a file; 0 if there is none.
pub fn file_bytes(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |file| file.len())
}

/// Bytes that can still be written into a folder; nothing where the system does not tell.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    return rustix::fs::statvfs(folder).ok().map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// Bytes of the disk that a folder is on; nothing where the system does not tell.
pub fn whole_bytes(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    return rustix::fs::statvfs(folder).ok().map(|disk| disk.f_blocks.saturating_mul(disk.f_frsize));
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_knows_what_it_takes() {
        let before = open_files().unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "12345").unwrap();
        assert_eq!(file_bytes(file.path()), 5);
        assert!(open_files().unwrap() > before.saturating_sub(50) && memory().unwrap() > 1 << 20);
        assert!(most_files().is_none_or(|most| most >= before));
        let folder = file.path().parent().unwrap();
        assert!((1..=whole_bytes(folder).unwrap()).contains(&free_bytes(folder).unwrap()));
        assert_eq!(file_bytes(Path::new("/there is no such file")), 0);
    }
}
