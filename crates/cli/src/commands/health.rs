//! `bastide health`: asks a server whether it is ready, for containers and scripts that have no other program for that.

use super::serve::address;
use anyhow::{Context, Result, bail};
use server::settings::PORT;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// How long the server has to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of the answer that are read.
const ENOUGH: u64 = 4096;

/// Ask whether the server is ready: it answers, can write, and is not about to stop.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Asks /readyz. Exit code 0 if the server is ready, 2 if not.

Examples:
  bastide health
  bastide health --listen 127.0.0.1:9000")]
pub struct Args {
    /// Where the server listens; as it was told, so that 0.0.0.0 means this machine
    #[arg(long, env = "BASTIDE_LISTEN", value_name = "ADDRESS:PORT", value_parser = address)]
    #[arg(default_value_t = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)))]
    listen: SocketAddr,
}

impl Args {
    pub fn run(self) -> Result<()> {
        let address = SocketAddr::new(own(self.listen.ip()), self.listen.port());
        let answer = ask(address).with_context(|| format!("the server at {address} does not answer"))?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        if !head.starts_with("HTTP/1.1 200 ") {
            let status = head.lines().next().unwrap_or_default();
            bail!("the server at {address} is not ready: {status} {}", body.trim());
        }
        std::io::stdout().lock().write_all(body.as_bytes())?;
        Ok(())
    }
}

/// Who listens everywhere is asked on this machine.
fn own(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    }
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(ENOUGH).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
