//! The way to the running server.

use anyhow::{Result, bail};
use std::path::Path;
use wire::admin::{AdminAnswer, AdminRequest};

/// Asks the server whose data is in a folder.
#[cfg(unix)]
pub fn ask(data: &Path, request: &AdminRequest) -> Result<AdminAnswer> {
    use anyhow::Context;
    use std::io::{BufRead, BufReader, Write};
    use std::time::Duration;

    /// Longer than the server takes for anything.
    const PATIENCE: Duration = Duration::from_secs(60);
    let mut stream = connect(data)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all((wire::write(request) + "\n").as_bytes()).context("the server does not listen")?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).context("the server does not answer")?;
    if line.is_empty() {
        bail!("the server hung up; `bastide admin` must run as the same user as the server, or as root");
    }
    let other =
        "the server answers what this `bastide admin` does not understand; both must be of one version";
    wire::read_back(line.trim_end()).context(other)
}

#[cfg(unix)]
fn connect(data: &Path) -> Result<std::os::unix::net::UnixStream> {
    use anyhow::anyhow;
    use std::io::ErrorKind;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};

    let path = data.join(server::admin::SOCKET);
    let (here, folder) = (path.display(), data.display());
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::ConnectionRefused | ErrorKind::NotADirectory => {
            anyhow!("no server is running with its data in {folder}; start it, or say its folder with --data")
        }
        ErrorKind::PermissionDenied => {
            anyhow!("{here} is not yours to open; run this as the user the server runs as, or as root")
        }
        _ => anyhow!(error).context(format!("{here} can't be opened")),
    };
    let file = path.symlink_metadata().map_err(failed)?;
    if !file.file_type().is_socket() || file.mode() & 0o077 != 0 {
        bail!(
            "{here} is not the socket of a server, or others may open it; stop the server, remove it, start again"
        );
    }
    std::os::unix::net::UnixStream::connect(&path).map_err(failed)
}

/// Asks nobody.
#[cfg(not(unix))]
pub fn ask(_: &Path, _: &AdminRequest) -> Result<AdminAnswer> {
    bail!("`bastide admin` needs a Unix socket, which this system does not have")
}
