//! What is asked once: HTTP over one connection that is kept.

use anyhow::{Context, Result, bail, ensure};
use std::net::{IpAddr, SocketAddr};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};

/// What makes a request the beginning of a socket.
pub const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
/// Bytes that a client has room for that takes in little.
const NARROW: u32 = 4096;

/// Where a client comes from, and to which server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route {
    pub server: SocketAddr,
    pub client: Client,
}

/// Where a client comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Client {
    /// Any address of this machine.
    Any,
    /// One of this machine's own; all of 127.0.0.0/8 are, on Linux.
    Own(IpAddr),
    /// One that a proxy vouches for.
    Forwarded(IpAddr),
}

impl From<SocketAddr> for Route {
    fn from(server: SocketAddr) -> Route {
        Route { server, client: Client::Any }
    }
}

impl Route {
    pub async fn connect(self) -> Result<TcpStream> {
        self.connect_with(TcpSocket::new_v4()?).await
    }

    /// The same for a client that has room for little of what it is sent.
    pub async fn connect_narrowly(self) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(NARROW)?;
        self.connect_with(socket).await
    }

    async fn connect_with(self, socket: TcpSocket) -> Result<TcpStream> {
        if let Client::Own(address) = self.client {
            socket.bind((address, 0).into())?;
        }
        let stream = socket.connect(self.server).await.context("the server cannot be reached")?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// A request as it goes over the wire, of the person with this cookie.
    pub fn request(self, method: &str, path: &str, cookie: &str, body: &str) -> String {
        let mut text = self.head(method, path, cookie);
        if method != "GET" {
            text.push_str("Content-Type: application/json\r\n");
        }
        text.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        text
    }

    /// The beginning of a request, which further headers may follow.
    pub fn head(self, method: &str, path: &str, cookie: &str) -> String {
        let server = self.server;
        let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {server}\r\nOrigin: http://{server}\r\n");
        if let Some(client) = self.forwarded() {
            text.push_str(&format!("X-Forwarded-For: {client}\r\n"));
        }
        if !cookie.is_empty() {
            text.push_str(&format!("Cookie: {}={cookie}\r\n", cookie_name(server)));
        }
        text
    }

    /// What a proxy says about the client.
    pub fn forwarded(self) -> Option<IpAddr> {
        match self.client {
            Client::Forwarded(address) => Some(address),
            Client::Any | Client::Own(_) => None,
        }
    }
}

/// A connection to a server.
#[derive(Debug)]
pub struct Door {
    route: Route,
    stream: BufReader<TcpStream>,
}

/// What the server said.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// A secret that is to be kept.
    pub cookie: Option<String>,
    /// After how many seconds it is worth asking again, if the server says so.
    pub retry_after: Option<u64>,
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
    pub async fn open(route: impl Into<Route>) -> Result<Door> {
        let route = route.into();
        Ok(Door { route, stream: BufReader::with_capacity(4096, route.connect().await?) })
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
        let text = self.route.request(method, path, cookie, body);
        self.send(&text).await?;
        self.answer().await
    }

    /// Says something as it is.
    pub async fn send(&mut self, text: &str) -> Result<()> {
        Ok(self.stream.write_all(text.as_bytes()).await?)
    }

    async fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.stream.read_line(&mut line).await? > 0, "the server closed the connection");
        Ok(line.trim_end().to_owned())
    }

    /// The answer to the first request that has none yet.
    pub async fn answer(&mut self) -> Result<Answer> {
        let first = self.line().await?;
        let Some(status) = first.split(' ').nth(1).and_then(|status| status.parse().ok()) else {
            bail!("the server says `{first}`")
        };
        let (mut answer, mut length, mut in_chunks) = (Answer { status, ..Answer::default() }, 0, false);
        loop {
            let line = self.line().await?;
            let Some((name, value)) = line.split_once(':') else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse()?,
                "transfer-encoding" => in_chunks = value.trim() == "chunked",
                "set-cookie" => answer.cookie = secret(value),
                "retry-after" => answer.retry_after = value.trim().parse().ok(),
                _ => {}
            }
        }
        let body = if in_chunks { self.chunks().await? } else { self.bytes(length).await? };
        answer.body = String::from_utf8_lossy(&body).into_owned();
        Ok(answer)
    }

    /// A body that comes in chunks, each after its length; an empty one is the last.
    async fn chunks(&mut self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let length = usize::from_str_radix(&self.line().await?, 16)?;
            body.extend(self.bytes(length).await?);
            self.line().await?;
            if length == 0 {
                return Ok(body);
            }
        }
    }

    async fn bytes(&mut self, length: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).await?;
        Ok(bytes)
    }
}

/// What a server calls its cookie.
pub fn cookie_name(server: SocketAddr) -> String {
    format!("bastide-{}", server.port())
}

/// The secret in a `Set-Cookie` header.
fn secret(value: &str) -> Option<String> {
    let (_, rest) = value.split_once('=')?;
    rest.split(';').next().map(str::to_owned)
}
