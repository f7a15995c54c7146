//! The database's file: nobody else's to read, and one process's to open.

use super::OpenError;
use crate::store::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// The right to open a database, held by a lock on a file beside it. The operating system takes it back when the
/// process ends, however it ends, so the file itself may stay.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file is not enough: a process that is just being started has it open until it runs its program.
        let _ = self.file.unlock();
    }
}

impl Lock {
    /// Takes the right, or says who has it.
    pub(super) fn take(database: &Path) -> Result<Lock, OpenError> {
        let path = beside(database, ".lock");
        let mut file = private(&path).map_err(|error| StoreError::of_file(&path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(locked(database, &mut file)),
            Err(TryLockError::Error(error)) => return Err(StoreError::of_file(&path, &error).into()),
        }
        // The lock holds without a name in it, so a full disk does not matter here.
        let _ = sign(&mut file);
        Ok(Lock { file })
    }
}

fn sign(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "process {}", std::process::id())
}

fn locked(database: &Path, file: &mut File) -> OpenError {
    let mut text = String::new();
    let holder = match file.take(100).read_to_string(&mut text) {
        Ok(1..) => text.trim().to_owned(),
        _ => "another process".to_owned(),
    };
    OpenError::Locked { path: database.display().to_string(), holder }
}

/// A file beside the database, named after it.
pub(super) fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Makes sure that there is a file, which only its owner can read, and that it will still be found after a power cut.
/// Gives its true path: whoever comes by another name must meet the same lock.
pub(super) fn create(database: &Path) -> Result<PathBuf, StoreError> {
    let failed = |error| StoreError::of_file(database, &error);
    let file = private(database).map_err(failed)?;
    let path = database.canonicalize().map_err(failed)?;
    if file.metadata().map_err(failed)?.len() == 0 {
        sync_folder(&path).map_err(failed)?;
    }
    Ok(path)
}

/// Takes away a database that came to nothing, with all that lies beside it. What cannot be taken away stays.
pub(super) fn remove(database: &Path) {
    for ending in ["-wal", "-shm", "", ".heads", ".lock"] {
        let _ = std::fs::remove_file(beside(database, ending));
    }
}

/// Whether a path leads to the database or to one of the files that belong to it.
pub(super) fn belongs_to(database: &Path, path: &Path) -> bool {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let whole = path.canonicalize().or_else(|_| {
        let name = path.file_name().unwrap_or_default();
        folder.canonicalize().map(|folder| folder.join(name))
    });
    let own = ["", "-wal", "-shm", ".lock", ".heads"].map(|ending| beside(database, ending));
    whole.is_ok_and(|path| own.contains(&path))
}

/// Whether there is something in a database or in its write-ahead log.
pub(super) fn holds_data(database: &Path) -> bool {
    let length = |ending| std::fs::metadata(beside(database, ending)).map_or(0, |file| file.len());
    length("") > 0 || length("-wal") > 0
}

/// Takes away the write-ahead log of a database that nobody has open.
pub(super) fn remove_logs(database: &Path) -> Result<(), StoreError> {
    for path in ["-wal", "-shm", "-journal"].map(|ending| beside(database, ending)) {
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(StoreError::of_file(&path, &error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Makes an empty file that only its owner can read; what was there is lost.
pub(super) fn create_anew(path: &Path) -> Result<File, StoreError> {
    remove(path);
    let created = private(path).and_then(|file| file.set_len(0).map(|()| file));
    created.map_err(|error| StoreError::of_file(path, &error))
}

/// Gives a whole file its name, so that it is found under it after a power cut, too.
pub(super) fn put(part: &Path, path: &Path) -> Result<(), StoreError> {
    let put = || {
        File::open(part)?.sync_all()?;
        std::fs::rename(part, path)?;
        sync_folder(&path.canonicalize()?)
    };
    put().map_err(|error| StoreError::of_file(path, &error))
}

/// Takes from others the right to read a database that was copied here without care, and the files SQLite keeps
/// beside it; to new ones SQLite gives the permissions of the database.
pub(super) fn close_to_others(database: &Path) -> Result<(), StoreError> {
    for path in ["", "-wal", "-shm"].map(|ending| beside(database, ending)) {
        match close(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(StoreError::of_file(&path, &error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Opens a file that only its owner can read, or makes it.
#[cfg(unix)]
pub(super) fn private(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path)
}

#[cfg(not(unix))]
pub(super) fn private(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

#[cfg(unix)]
fn close(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = path.metadata()?.permissions();
    if permissions.mode() & 0o077 == 0 {
        return Ok(());
    }
    permissions.set_mode(0o600);
    std::fs::set_permissions(path, permissions)
}

#[cfg(not(unix))]
fn close(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Makes a write past the limit of a file's size (`ulimit -f`) an error like any other: unless somebody listens to
/// its signal, it ends the process.
#[cfg(unix)]
pub(super) fn outlive_size_limit() -> Result<(), StoreError> {
    use std::sync::{Arc, OnceLock, atomic::AtomicBool};
    static LISTENING: OnceLock<Result<(), String>> = OnceLock::new();
    let listen = || {
        let heard = Arc::new(AtomicBool::new(false));
        let id = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, heard);
        id.map(drop).map_err(|error| error.to_string())
    };
    LISTENING.get_or_init(listen).clone().map_err(StoreError::Io)
}

#[cfg(not(unix))]
pub(super) fn outlive_size_limit() -> Result<(), StoreError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_given_back_though_a_process_that_is_being_started_has_its_file_open() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("games.db");
        let lock = Lock::take(&database).unwrap();
        let _inherited = lock.file.try_clone().unwrap();
        assert!(matches!(Lock::take(&database), Err(OpenError::Locked { .. })));
        drop(lock);
        Lock::take(&database).unwrap();
    }
}
