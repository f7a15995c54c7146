//! A server that does nothing: it refuses whatever it is asked. Attackers aimed at it cost the machine what they cost
//! by themselves, so that what an attack does to the real server can be told apart from that.

use anyhow::Result;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What it says to everything.
const REFUSAL: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-type: application/json\r\n\
content-length: 43\r\n\r\n{\"code\":\"too-many\",\"message\":\"a sink only\"}";

/// Listens on a free port of this machine, says which, and refuses for ever.
pub async fn run() -> Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("{}", listener.local_addr()?);
    loop {
        // Too many open files are no reason to stop.
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(refuse(stream))),
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

/// A request ends where nothing more comes after an empty line; that is near enough for what is sent here.
async fn refuse(mut stream: TcpStream) -> Result<()> {
    let mut buffer = vec![0; 16 << 10];
    loop {
        let read = stream.read(&mut buffer).await?;
        if read == 0 {
            return Ok(());
        }
        let is_begun = [&b"GET "[..], b"POST "].iter().any(|method| buffer.starts_with(method));
        if is_begun {
            stream.write_all(REFUSAL).await?;
        }
    }
}
