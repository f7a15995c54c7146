//! Whether there is room on the disk for more. Nothing new is begun when there is none; games that run go on.

use crate::process::{free_bytes, whole_bytes};
use crate::settings::Disk;
use crate::store::{Store, StoreError};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What is watched. It is measured from time to time, because asking each time would take longer than most requests.
pub struct DiskRoom {
    folder: PathBuf,
    quota: u64,
    reserve: u64,
    used: AtomicU64,
    is_full: AtomicBool,
}

impl DiskRoom {
    /// The room for the data in a folder.
    pub fn new(folder: PathBuf, disk: Disk) -> DiskRoom {
        let twentieth = || whole_bytes(&folder).map_or(0, |whole| whole / 20).min(Disk::RESERVE);
        let reserve = disk.reserve.unwrap_or_else(twentieth);
        let (used, is_full) = (AtomicU64::new(0), AtomicBool::new(false));
        DiskRoom { folder, quota: disk.quota, reserve, used, is_full }
    }

    /// Measures what is used.
    pub async fn measure(&self, store: &Store) -> Result<(), StoreError> {
        let used = store.blocking(|store| store.used_bytes()).await?;
        let is_full = used >= self.quota || free_bytes(&self.folder).is_some_and(|free| free < self.reserve);
        self.used.store(used, Ordering::Relaxed);
        if self.is_full.swap(is_full, Ordering::Relaxed) == is_full {
            return Ok(());
        }
        let megabytes = used / 1_000_000;
        if is_full {
            tracing::error!(
                megabytes,
                "there is no room for more games: raise --disk-quota, free the disk, or see bastide tidy"
            );
        } else {
            tracing::info!(megabytes, "there is room for more games again");
        }
        Ok(())
    }

    /// Whether nothing new may be begun.
    pub fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Whether the last quarter of the server's share of the disk has begun, which is for those who use little.
    pub fn is_scarce(&self) -> bool {
        self.used() >= self.quota / 4 * 3
    }

    /// Bytes of the database that hold something, and of its write-ahead log.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// How many that may be.
    pub fn quota(&self) -> u64 {
        self.quota
    }

    /// Bytes of the disk that stay free.
    pub fn reserve(&self) -> u64 {
        self.reserve
    }
}
