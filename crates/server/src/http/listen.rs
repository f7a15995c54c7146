//! Connections: accepted, answered, and ended when the server stops.

use super::{App, router};
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

/// How long a client may take to say what it wants.
const HEADERS: Duration = Duration::from_secs(10);
/// How long clients have to leave when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// How long to wait when the system gives out no more connections.
const BREATH: Duration = Duration::from_millis(50);

/// A server that listens.
pub struct Listening {
    /// Where.
    pub address: SocketAddr,
    listener: TcpListener,
    app: App,
}

/// Begins to listen.
pub async fn listen(address: SocketAddr, app: App) -> io::Result<Listening> {
    let listener = TcpListener::bind(address).await?;
    Ok(Listening { address: listener.local_addr()?, listener, app })
}

impl Listening {
    /// Answers until the server is to stop, and then lets everybody leave.
    pub async fn run(self) {
        // Every connection has a sender; when the last one is gone, so is everybody.
        let (here, mut nobody) = mpsc::channel::<()>(1);
        let mut closing = self.app.closing.clone();
        let app = self.app.clone();
        let router = router(self.app);
        loop {
            tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        let connection = serve(stream, peer, router.clone(), closing.clone());
                        let here = here.clone();
                        tokio::spawn(async move {
                            connection.await;
                            drop(here);
                        });
                    }
                    Err(error) => {
                        tracing::warn!(%error, "no connection could be accepted");
                        tokio::time::sleep(BREATH).await;
                    }
                },
                () = super::closed(&mut closing) => break,
            }
        }
        drop((self.listener, here));
        let left = async {
            nobody.recv().await;
            while app.doors.inside() > 0 {
                tokio::time::sleep(BREATH).await;
            }
        };
        if tokio::time::timeout(FAREWELL, left).await.is_err() {
            tracing::warn!("some clients did not leave in time");
        }
    }
}

async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: axum::Router,
    mut closing: watch::Receiver<bool>,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection was lost at once");
        return;
    }
    let service = router.map_request(move |mut request: hyper::Request<Incoming>| -> Request {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut connection = pin!(connection);
    // A client that breaks off is no event.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = super::closed(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
