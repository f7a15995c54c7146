//! Connections: accepted, answered, and ended when the server stops.

use super::{App, router};
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
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
        let graceful = GracefulShutdown::new();
        let mut closing = self.app.closing.clone();
        let app = self.app.clone();
        let router = router(self.app);
        loop {
            tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, peer)) => serve(stream, peer, router.clone(), &graceful),
                    Err(error) => {
                        tracing::warn!(%error, "no connection could be accepted");
                        tokio::time::sleep(BREATH).await;
                    }
                },
                () = super::closed(&mut closing) => break,
            }
        }
        drop(self.listener);
        let left = async {
            graceful.shutdown().await;
            while app.doors.inside() > 0 {
                tokio::time::sleep(BREATH).await;
            }
        };
        if tokio::time::timeout(FAREWELL, left).await.is_err() {
            tracing::warn!("some clients did not leave in time");
        }
    }
}

fn serve(stream: TcpStream, peer: SocketAddr, router: axum::Router, graceful: &GracefulShutdown) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection was lost at once");
        return;
    }
    let service = router.map_request(move |mut request: hyper::Request<Incoming>| -> Request {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(Body::new)
    });
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS);
    let connection =
        builder.serve_connection_with_upgrades(TokioIo::new(stream), TowerToHyperService::new(service));
    let connection = graceful.watch(connection.into_owned());
    tokio::spawn(async move {
        // A client that breaks off is no event.
        let _ = connection.await;
    });
}
