//! What the operating system allows, to the siege and to the server.

use anyhow::{Context, Result};

/// Allows this process as many open files as the system lets it.
#[cfg(unix)]
pub fn open_many_files() -> Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let most = Rlimit { current: maximum, maximum };
    setrlimit(Resource::Nofile, most).context("the limit of open files cannot be raised")
}

/// Tells a process to end.
#[cfg(unix)]
pub fn terminate(pid: u32) -> Result<()> {
    use rustix::process::{Signal, kill_process};
    kill_process(process(pid)?, Signal::TERM).context("the server cannot be told to stop")
}

/// Pauses a process, or lets it go on.
#[cfg(unix)]
pub fn pause(pid: u32, pause: bool) -> Result<()> {
    use rustix::process::{Signal, kill_process};
    let signal = if pause { Signal::STOP } else { Signal::CONT };
    kill_process(process(pid)?, signal).context("the server cannot be paused")
}

/// Pauses a process, or lets it go on.
#[cfg(not(unix))]
pub fn pause(_: u32, _: bool) -> Result<()> {
    anyhow::bail!("a process can be paused on Unix only")
}

/// Whether all threads of a process are paused: after it was told so, some may go on for a moment.
pub fn is_paused(pid: u32) -> Result<bool> {
    for thread in std::fs::read_dir(format!("/proc/{pid}/task"))? {
        let stat = std::fs::read_to_string(thread?.path().join("stat"))?;
        // The name, in brackets, may hold anything.
        let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
        if state != Some('T') {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(unix)]
fn process(pid: u32) -> Result<rustix::process::Pid> {
    i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw).context("this is no process")
}

/// Lets a running process write files of at most so many bytes, or of any size.
#[cfg(target_os = "linux")]
pub fn limit_files(pid: u32, bytes: Option<u64>) -> Result<()> {
    use rustix::process::{Resource, Rlimit, prlimit};
    let limit = Rlimit { current: bytes, maximum: None };
    prlimit(Some(process(pid)?), Resource::Fsize, limit).context("the limit cannot be set")?;
    Ok(())
}

/// Lets a running process open at most so many files and sockets, of those that it may ask for.
#[cfg(target_os = "linux")]
pub fn limit_descriptors(pid: u32, most: u64, maximum: u64) -> Result<()> {
    use rustix::process::{Resource, Rlimit, prlimit};
    let limit = Rlimit { current: Some(most), maximum: Some(maximum) };
    prlimit(Some(process(pid)?), Resource::Nofile, limit).context("the limit cannot be set")?;
    Ok(())
}

/// Lets a running process write files of at most so many bytes, or of any size.
#[cfg(not(target_os = "linux"))]
pub fn limit_files(_: u32, _: Option<u64>) -> Result<()> {
    anyhow::bail!("the limits of another process can be set on Linux only")
}

/// Allows this process as many open files as the system lets it.
#[cfg(not(unix))]
pub fn open_many_files() -> Result<()> {
    Ok(())
}

/// Tells a process to end.
#[cfg(not(unix))]
pub fn terminate(_: u32) -> Result<()> {
    anyhow::bail!("a process can be told to stop on Unix only").context("the server was not stopped")
}
