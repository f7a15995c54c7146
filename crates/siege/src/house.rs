//! The server under siege: the real binary, a process of its own.

use crate::door::Door;
use anyhow::{Context, Result, bail};
use std::fs::{File, OpenOptions};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// How long a server may take to start or to stop before the siege is given up.
pub const PATIENCE: Duration = Duration::from_secs(120);
/// How often a server is asked whether it is ready.
const KNOCK: Duration = Duration::from_millis(5);

/// What every siege needs.
const ALWAYS: &[&str] = &["--no-browser", "--metrics=127.0.0.1:0", "--log=warn"];

/// Where everybody comes from one address, its limits are lifted.
const OPEN_HOUSE: &[&str] = &[
    "--sockets-per-address=1000000",
    "--connections-per-address=1000000",
    "--max-sockets=1000000",
    "--max-connections=1000000",
    "--max-games=1000000",
    "--max-games-mb=1000000",
    "--requests-per-second=1000000",
    "--messages-per-second=1000000",
    "--new-per-hour=1000000000",
    "--new-per-hour-in-all=1000000000",
    "--stored-per-hour=1000000000",
    "--stored-per-hour-in-all=1000000000",
    "--stored-per-day=1000000000",
    "--disk-quota=1000000",
    "--seats-per-person=1000000",
    "--seats-per-address=1000000",
    "--sittings-per-minute=100000000",
    "--lines-per-minute=100000000",
];

/// How a server is started, again and again at the same address.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    pub program: PathBuf,
    /// The folder of the data.
    pub data: PathBuf,
    /// Further options of `bastide serve`.
    pub options: Vec<String>,
    /// Whether its limits are the default ones; else they are lifted.
    pub has_limits: bool,
    /// What a shell does before it becomes the server, such as `ulimit -n 256`.
    pub before: Option<String>,
    /// Where it listens; the first start finds a free port.
    pub address: SocketAddr,
}

impl ServerConfig {
    /// On a free port of this machine.
    pub fn new(program: &Path, data: &Path) -> ServerConfig {
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let (program, data, options) = (program.to_owned(), data.to_owned(), Vec::new());
        ServerConfig { program, data, options, has_limits: false, before: None, address }
    }

    /// With one more option.
    pub fn with(mut self, option: impl Into<String>) -> ServerConfig {
        self.options.push(option.into());
        self
    }

    fn command(&self) -> Command {
        let mut command = self.shell().unwrap_or_else(|| Command::new(&self.program));
        let lifted = if self.has_limits { &[] } else { OPEN_HOUSE };
        command.arg("serve").args(ALWAYS).args(lifted).args(&self.options);
        command.arg("--listen").arg(self.address.to_string()).arg("--data").arg(&self.data);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
        command
    }

    fn shell(&self) -> Option<Command> {
        let before = self.before.as_ref()?;
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("{before}\nexec \"$0\" \"$@\"")).arg(&self.program);
        Some(shell)
    }

    /// Where the server's log goes.
    pub fn log(&self) -> PathBuf {
        self.data.with_extension("log")
    }

    fn open_log(&self) -> Result<File> {
        let path = self.log();
        let file = OpenOptions::new().create(true).append(true).open(&path);
        file.with_context(|| format!("{} cannot be written", path.display()))
    }

    /// Starts the server and waits until it listens.
    pub async fn start(&mut self) -> Result<ServerProcess> {
        let begun = Instant::now();
        let child = self.command().stderr(self.open_log()?).spawn();
        let mut child = child.with_context(|| format!("{} cannot be started", self.program.display()))?;
        let stdout = child.stdout.take().context("the server has an output")?;
        let mut lines = BufReader::new(stdout).lines();
        self.address = self.told(&mut lines).await?;
        let metrics = self.told(&mut lines).await?;
        Ok(ServerProcess { child, address: self.address, metrics, begun, _output: lines })
    }

    /// The next address that the server says.
    async fn told(&self, lines: &mut Lines<BufReader<ChildStdout>>) -> Result<SocketAddr> {
        let said = tokio::time::timeout(PATIENCE, lines.next_line()).await;
        let Some(line) = said.context("the server says nothing")?? else {
            bail!("the server did not start: {}", std::fs::read_to_string(self.log())?)
        };
        let address = line.rsplit("http://").next().and_then(|rest| rest.split('/').next());
        let address = address.and_then(|address| address.parse().ok());
        address.with_context(|| format!("the server says no address, but `{line}`"))
    }
}

/// A server that runs.
#[derive(Debug)]
pub struct ServerProcess {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// Where it tells its numbers.
    pub metrics: SocketAddr,
    begun: Instant,
    /// What else it says is not read, but it can be said.
    _output: Lines<BufReader<ChildStdout>>,
}

impl ServerProcess {
    /// The number of its process.
    pub fn pid(&self) -> Result<u32> {
        self.child.id().context("the server has ended")
    }

    /// Waits until it says that it is ready, and tells how long that took since it was started.
    pub async fn ready(&self) -> Result<Duration> {
        while self.begun.elapsed() < PATIENCE {
            let ready = async { Door::open(self.address).await?.get("/readyz", "").await };
            if ready.await.is_ok_and(|answer| answer.status == 200) {
                return Ok(self.begun.elapsed());
            }
            tokio::time::sleep(KNOCK).await;
        }
        bail!("the server was not ready in {} s", PATIENCE.as_secs())
    }

    /// Ends the process at once.
    pub async fn kill(mut self) -> Result<()> {
        self.child.kill().await.context("the server cannot be killed")
    }

    /// Tells it to stop, and waits until it has.
    pub async fn stop(mut self) -> Result<ExitStatus> {
        crate::system::terminate(self.pid()?)?;
        let ended = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        Ok(ended.context("the server does not stop")??)
    }

    /// Whether the process still runs.
    pub fn lives(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// The most memory it ever had, in bytes.
    pub fn memory(&self) -> Result<u64> {
        let path = format!("/proc/{}/status", self.pid()?);
        let text = std::fs::read_to_string(&path).with_context(|| format!("{path} cannot be read"))?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")).map(str::parse::<u64>);
        Ok(kilobytes.with_context(|| format!("{path} tells no VmHWM"))?? * 1024)
    }
}
