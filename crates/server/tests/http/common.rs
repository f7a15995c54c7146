//! A real server on a real port, and clients that can also misbehave.

use futures_util::{SinkExt, StreamExt};
use server::serve::{Running, start};
use server::settings::Settings;
use server::time::Time;
use std::collections::HashMap;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use wire::table::{FromServer, Opened, PROTOCOL, Snapshot, ToServer, You};

/// A server with its data in a folder of its own.
pub struct TestServer {
    pub address: SocketAddr,
    /// Where it tells its numbers.
    pub metrics: SocketAddr,
    pub folder: tempfile::TempDir,
    pub time: Time,
    running: Running,
}

pub fn settings(folder: &std::path::Path) -> Settings {
    let mut settings = Settings::new(folder.to_owned());
    settings.listen.set_port(0);
    settings.metrics = Some(settings.listen);
    settings.limits.makings.burst = 10_000.0;
    settings.limits.makings_in_all.burst = 100_000.0;
    settings.limits.stored.burst = 1e10;
    settings.limits.stored_in_all.burst = 1e10;
    settings.limits.stored_daily.burst = 1e10;
    settings.limits.requests.burst = 100_000.0;
    settings.limits.sittings.burst = 10_000.0;
    settings.limits.lines.burst = 10_000.0;
    settings
}

impl TestServer {
    pub async fn new() -> TestServer {
        TestServer::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut Settings)) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = settings(folder.path());
        change(&mut settings);
        TestServer::at(folder, settings).await
    }

    pub async fn at(folder: tempfile::TempDir, settings: Settings) -> TestServer {
        let time = settings.time.clone();
        let running = start(settings).await.unwrap();
        let metrics = running.metrics.unwrap();
        TestServer { address: running.address, metrics, folder, time, running }
    }

    pub async fn stop(self) -> tempfile::TempDir {
        self.running.stop().await;
        self.folder
    }

    /// The server's numbers.
    pub async fn numbers(&self) -> String {
        Client { address: self.metrics, cookie: None, token: None }.get("/metrics").await.body
    }

    /// One of them.
    pub async fn number(&self, name: &str) -> f64 {
        let numbers = self.numbers().await;
        let line = numbers.lines().find(|line| line.starts_with(&format!("bastide_{name} ")));
        line.and_then(|line| line.rsplit(' ').next()?.parse().ok())
            .unwrap_or_else(|| panic!("{name}: {numbers}"))
    }

    /// Somebody whom the server does not know yet.
    pub fn client(&self) -> Client {
        Client { address: self.address, cookie: None, token: None }
    }
}

/// A browser or a bot.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    pub token: Option<String>,
}

/// What a server said.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HashMap<String, String>,
    pub body: String,
}

impl Answer {
    pub fn read<T: wire::Json>(&self) -> T {
        wire::read(&self.body).unwrap_or_else(|bad| panic!("{bad}: {self:?}"))
    }

    /// The code of a failure.
    pub fn code(&self) -> String {
        self.read::<wire::table::Failure>().code
    }
}

impl Client {
    /// What a well-behaved page says with every request.
    pub fn headers(&self) -> Vec<(String, String)> {
        let mut headers = vec![("Host".to_owned(), self.address.to_string())];
        match &self.token {
            Some(token) => headers.push(("Authorization".into(), format!("Bearer {token}"))),
            None => headers.push(("Origin".into(), format!("http://{}", self.address))),
        }
        if let Some(cookie) = &self.cookie {
            headers.push(("Cookie".into(), format!("bastide-{}={cookie}", self.address.port())));
        }
        headers
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, None).await
    }

    pub async fn post(&mut self, path: &str, body: &str) -> Answer {
        self.ask("POST", path, Some(body)).await
    }

    pub async fn ask(&mut self, method: &str, path: &str, body: Option<&str>) -> Answer {
        let mut headers = self.headers();
        if body.is_some() {
            headers.push(("Content-Type".into(), "application/json".into()));
        }
        let answer = send(self.address, method, path, &headers, body.unwrap_or_default().as_bytes()).await;
        if let Some(cookie) = answer.headers.get("set-cookie") {
            let (_, rest) = cookie.split_once('=').unwrap();
            self.cookie = Some(rest.split(';').next().unwrap().to_owned());
        }
        answer
    }

    pub async fn open(&mut self, table: &str) -> Opened {
        let answer = self.post("/api/tables", table).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.read()
    }

    pub async fn enter(&mut self, secret: &str) -> Answer {
        self.post("/api/enter", &format!(r#"{{"secret":"{secret}"}}"#)).await
    }

    pub async fn socket(&self, game: &str) -> Result<Socket, Error> {
        let mut request = format!("ws://{}/api/tables/{game}/socket", self.address).into_client_request()?;
        for (name, value) in self.headers().into_iter().skip(1) {
            let name: tokio_tungstenite::tungstenite::http::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await.map_err(Error::Io)?;
        stream.set_nodelay(true).map_err(Error::Io)?;
        let stream = MaybeTlsStream::Plain(stream);
        let (stream, _) = tokio_tungstenite::client_async(request, stream).await?;
        Ok(Socket { stream })
    }

    /// A socket that has said hello and got its snapshot.
    pub async fn sit_by(&self, game: &str) -> (Socket, You, Snapshot) {
        let mut socket = self.socket(game).await.unwrap();
        socket.say(&ToServer::Hello { protocol: PROTOCOL, version: None }).await;
        let FromServer::You(you) = socket.hear().await else { panic!("no introduction") };
        let FromServer::Snapshot(snapshot) = socket.hear().await else { panic!("no snapshot") };
        (socket, you, *snapshot)
    }
}

/// One request over a connection of its own.
pub async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(String, String)],
    body: &[u8],
) -> Answer {
    let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str(&format!("Content-Length: {}\r\n\r\n", body.len()));
    let mut bytes = text.into_bytes();
    bytes.extend_from_slice(body);
    parse(&raw(address, &bytes).await)
}

/// Whatever comes back for these bytes.
pub async fn raw(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that has heard enough may close before all is said.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    answer
}

pub fn parse(bytes: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|status| status.parse().ok());
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    let headers: HashMap<String, String> = headers;
    let in_chunks = headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked");
    let body = if in_chunks { whole(body) } else { body.to_owned() };
    Answer { status: status.unwrap_or(0), headers, body }
}

/// A body that came in chunks; of one that was broken off, what came.
fn whole(mut chunks: &str) -> String {
    let mut body = String::new();
    while let Some((length, rest)) = chunks.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap_or(0);
        let Some(chunk) = rest.get(..length).filter(|chunk| !chunk.is_empty()) else { break };
        body.push_str(chunk);
        chunks = rest[length..].trim_start_matches("\r\n");
    }
    body
}

/// A socket at a table.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    pub async fn say(&mut self, message: &ToServer) {
        self.say_text(&wire::write(message)).await;
    }

    pub async fn send(&mut self, message: Message) {
        // A server that has heard enough may have closed.
        let _ = self.stream.send(message).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// The next message; pings are answered by the library.
    pub async fn hear(&mut self) -> FromServer {
        self.try_hear().await.expect("a message")
    }

    /// The next message; nothing when the socket is closed.
    pub async fn try_hear(&mut self) -> Option<FromServer> {
        loop {
            match self.stream.next().await? {
                Ok(Message::Text(text)) => return Some(wire::read(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Why the server closes.
    pub async fn farewell(&mut self) -> Option<(u16, String)> {
        loop {
            match self.stream.next().await? {
                Ok(Message::Close(frame)) => {
                    return frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                }
                Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}
