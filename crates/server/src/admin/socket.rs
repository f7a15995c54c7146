//! The socket in the folder of the data: only the owner of the server's process, and root, are heard.

use super::SOCKET;
use super::answer::answer;
use crate::http::App;
use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;
use wire::admin::{AdminAnswer, MAX_REQUEST};

/// How long a request may take to arrive, and an answer to be read.
const PATIENCE: Duration = Duration::from_secs(10);
/// Requests that are answered at once.
const AT_ONCE: usize = 8;
/// How long to wait when the system gives out no more connections.
const BREATH: Duration = Duration::from_millis(50);

/// Why there is no socket.
#[derive(Debug, thiserror::Error)]
pub enum NoDoor {
    /// Others could put a socket of theirs in its place.
    #[error(
        "others may write into {0}, so that it is no place for the socket of `bastide admin`; chmod go-w it"
    )]
    OpenFolder(PathBuf),
    /// The system does not want it.
    #[error("the socket of `bastide admin` can't be made at {path}: {error}")]
    Io {
        /// Where it was to be.
        path: PathBuf,
        error: io::Error,
    },
}

/// The socket. It is taken away when this is dropped.
pub struct Door {
    listener: UnixListener,
    path: PathBuf,
}

impl Door {
    /// Opens a socket in the folder of the data. One that is there was left by a server that was killed, because no two have
    /// the same folder at the same time.
    pub fn open(data: &Path) -> Result<Door, NoDoor> {
        let path = data.join(SOCKET);
        let failed = |error| NoDoor::Io { path: path.clone(), error };
        if data.metadata().map_err(failed)?.mode() & 0o022 != 0 {
            return Err(NoDoor::OpenFolder(data.to_owned()));
        }
        let listener = bind(data, &path).map_err(failed)?;
        Ok(Door { listener, path })
    }

    /// Answers for ever.
    pub async fn run(self, app: App) {
        let room = Arc::new(Semaphore::new(AT_ONCE));
        loop {
            let Ok(turn) = room.clone().acquire_owned().await else { return };
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    let app = app.clone();
                    tokio::spawn(async move {
                        // Whoever does not ask in time, or does not wait for the answer, gets none.
                        let _ = serve(stream, &app).await;
                        drop(turn);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "no connection of `bastide admin` could be accepted");
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        // It may be gone already, and a later server replaces it anyway.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Listens in a folder of its own first, so that at no moment anybody else can open the socket, and only then moves it
/// to its place.
fn bind(data: &Path, path: &Path) -> io::Result<UnixListener> {
    let folder = data.join(".admin");
    let inside = folder.join(SOCKET);
    let _ = std::fs::remove_file(&inside);
    let _ = std::fs::remove_dir(&folder);
    DirBuilder::new().mode(0o700).create(&folder)?;
    let bound = UnixListener::bind(&inside).and_then(|listener| {
        std::fs::set_permissions(&inside, Permissions::from_mode(0o600))?;
        std::fs::rename(&inside, path)?;
        Ok(listener)
    });
    let _ = std::fs::remove_file(&inside);
    std::fs::remove_dir(&folder)?;
    bound
}

async fn serve(mut stream: UnixStream, app: &App) -> io::Result<()> {
    let peer = stream.peer_cred()?.uid();
    if peer != 0 && peer != rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let (reading, mut writing) = stream.split();
    let mut line = String::new();
    let mut reading = BufReader::new(reading.take(MAX_REQUEST as u64 + 1));
    tokio::time::timeout(PATIENCE, reading.read_line(&mut line)).await??;
    let told = match wire::read(line.trim_end()) {
        _ if line.len() > MAX_REQUEST => {
            AdminAnswer::Refused { message: format!("a request has at most {MAX_REQUEST} bytes") }
        }
        Ok(request) => answer(app, request).await,
        Err(bad) => AdminAnswer::Refused {
            message: format!("{bad}; this server may be of another version than `bastide admin`"),
        },
    };
    let text = wire::write(&told) + "\n";
    tokio::time::timeout(PATIENCE, writing.write_all(text.as_bytes())).await?
}
