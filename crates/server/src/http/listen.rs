//! Connections: accepted, answered, and ended when the server stops.

use super::failed::Failed;
use super::patient::Patient;
use super::{App, health, router};
use crate::limits::Pass;
use axum::Router;
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
/// How long a client has to hear that there is no room for it.
const GLANCE: Duration = Duration::from_secs(1);
/// How long to wait when the system gives out no more connections.
const BREATH: Duration = Duration::from_millis(50);

/// A server that listens.
pub struct Listening {
    /// Where.
    pub address: SocketAddr,
    listener: TcpListener,
    router: Router,
    app: App,
}

/// Begins to listen.
pub async fn listen(address: SocketAddr, app: App) -> io::Result<Listening> {
    listen_with(address, router(app.clone()), app).await
}

/// Begins to listen for whoever watches over the server, and for nobody else.
pub async fn listen_for_metrics(address: SocketAddr, app: App) -> io::Result<Listening> {
    listen_with(address, health::metrics_router(app.clone()), app).await
}

async fn listen_with(address: SocketAddr, router: Router, app: App) -> io::Result<Listening> {
    let listener = TcpListener::bind(address).await?;
    Ok(Listening { address: listener.local_addr()?, listener, router, app })
}

impl Listening {
    /// Answers until the server is to stop, and then lets everybody leave.
    pub async fn run(self) {
        // Every connection has a sender; when the last one is gone, so is everybody.
        let (here, mut nobody) = mpsc::channel::<()>(1);
        let mut closing = self.app.closing.clone();
        let Listening { listener, router, app, .. } = self;
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        let Some(visit) = Visit::new(stream, peer, &app) else { continue };
                        let (router, closing, here) = (router.clone(), closing.clone(), here.clone());
                        tokio::spawn(async move {
                            visit.serve(router, closing).await;
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
        drop((listener, here));
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

/// A connection, with what it needs to be answered.
struct Visit {
    stream: Patient,
    peer: SocketAddr,
    room: Room,
}

/// Whether there is room for one more from its address.
enum Room {
    /// Until the connection ends or becomes a socket.
    Taken { _pass: Pass },
    /// All connections come from the proxy.
    NotCounted,
    /// There is none, which is said once.
    Crowded { _pass: Pass },
}

impl Visit {
    /// Nothing if there is not even room to say that there is none.
    fn new(stream: TcpStream, peer: SocketAddr, app: &App) -> Option<Visit> {
        let address = peer.ip();
        let taken = || app.connections.enter(address).map(|pass| Room::Taken { _pass: pass });
        let crowded = || app.crowd.enter(address).map(|pass| Room::Crowded { _pass: pass });
        let room = if app.behind_proxy { Room::NotCounted } else { taken().or_else(crowded)? };
        // A connection that is lost already is found out when it is read.
        let _ = stream.set_nodelay(true);
        Some(Visit { stream: Patient::new(stream, app.limits.reading), peer, room })
    }

    async fn serve(self, router: Router, closing: watch::Receiver<bool>) {
        if matches!(self.room, Room::Crowded { .. }) {
            // Whoever does not ask at once does not hear it.
            let _ = tokio::time::timeout(GLANCE, self.answer(crowded(), closing)).await;
        } else {
            self.answer(router, closing).await;
        }
    }

    async fn answer(self, router: Router, mut closing: watch::Receiver<bool>) {
        let Visit { stream, peer, room } = self;
        let service = router.map_request(move |mut request: hyper::Request<Incoming>| -> Request {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.map(Body::new)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .keep_alive(!matches!(room, Room::Crowded { .. }))
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
}

/// What is said to whoever has too many connections.
fn crowded() -> Router {
    Router::new().fallback(|| async { Failed::too_many("open connections") })
}
