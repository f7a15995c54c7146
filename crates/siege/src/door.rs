//! What is asked once: HTTP over one connection that is kept.

use anyhow::{Context, Result, bail, ensure};
use std::net::SocketAddr;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A connection to a server.
#[derive(Debug)]
pub struct Door {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

/// What the server said.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// A secret that is to be kept.
    pub cookie: Option<String>,
    /// Everything else.
    pub body: String,
}

impl Answer {
    /// Reads a body of JSON.
    pub fn read<T: wire::Json>(&self) -> Result<T> {
        ensure!(self.status / 100 == 2, "status {}: {}", self.status, self.body);
        wire::read(&self.body).with_context(|| format!("the server said: {}", self.body))
    }
}

impl Door {
    /// Connects.
    pub async fn open(address: SocketAddr) -> Result<Door> {
        let stream = TcpStream::connect(address).await.context("the server cannot be reached")?;
        stream.set_nodelay(true)?;
        Ok(Door { address, stream: BufReader::with_capacity(4096, stream) })
    }

    /// Asks for something, as the person with this cookie.
    pub async fn get(&mut self, path: &str, cookie: &str) -> Result<Answer> {
        self.ask("GET", path, cookie, "").await
    }

    /// Asks for something to be done, as the person with this cookie.
    pub async fn post(&mut self, path: &str, cookie: &str, body: &str) -> Result<Answer> {
        self.ask("POST", path, cookie, body).await
    }

    async fn ask(&mut self, method: &str, path: &str, cookie: &str, body: &str) -> Result<Answer> {
        let address = self.address;
        let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n");
        if !cookie.is_empty() {
            text.push_str(&format!("Cookie: bastide={cookie}\r\n"));
        }
        if method != "GET" {
            text.push_str("Content-Type: application/json\r\n");
        }
        text.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        self.stream.write_all(text.as_bytes()).await?;
        self.answer().await
    }

    async fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.stream.read_line(&mut line).await? > 0, "the server closed the connection");
        Ok(line.trim_end().to_owned())
    }

    async fn answer(&mut self) -> Result<Answer> {
        let first = self.line().await?;
        let Some(status) = first.split(' ').nth(1).and_then(|status| status.parse().ok()) else {
            bail!("the server says `{first}`")
        };
        let (mut answer, mut length) = (Answer { status, ..Answer::default() }, 0);
        loop {
            let line = self.line().await?;
            let Some((name, value)) = line.split_once(':') else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse()?,
                "set-cookie" => answer.cookie = secret(value),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        answer.body = String::from_utf8(body)?;
        Ok(answer)
    }
}

/// The secret in a `Set-Cookie` header.
fn secret(value: &str) -> Option<String> {
    let (_, rest) = value.split_once('=')?;
    rest.split(';').next().map(str::to_owned)
}
