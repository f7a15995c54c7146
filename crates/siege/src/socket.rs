//! A WebSocket at a table.

use crate::door::{Route, cookie_name};
use anyhow::Result;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// Bytes that wait to be read; ten thousand sockets have as many times this.
const READ_BUFFER: usize = 4 << 10;

/// An open socket.
pub type Socket = WebSocketStream<TcpStream>;

/// Opens one for the person with this cookie.
pub async fn open(route: Route, game: &str, cookie: &str) -> Result<Socket> {
    let server = route.server;
    let mut request = format!("ws://{server}/api/tables/{game}/socket").into_client_request()?;
    let headers = request.headers_mut();
    headers.insert("Origin", format!("http://{server}").parse()?);
    if let Some(client) = route.forwarded() {
        headers.insert("X-Forwarded-For", client.to_string().parse()?);
    }
    headers.insert("Cookie", format!("{}={cookie}", cookie_name(server)).parse()?);
    let stream = route.connect().await?;
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
    let (socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
    Ok(socket)
}
