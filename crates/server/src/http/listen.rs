//! Connections: accepted, answered, and ended when the server stops.

use super::failed::Failed;
use super::write_timeout::WriteTimeout;
use super::{App, health, router};
use crate::limits::{ConnectionLimit, NoRoom, Pass};
use crate::settings::Limits;
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tower::ServiceExt;

/// How long a client may take to say what it wants.
const HEADERS: Duration = Duration::from_secs(10);
/// How long clients have to leave when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// How long a client has to hear that there is no room for it.
const REFUSAL_TIME: Duration = Duration::from_secs(1);
/// How long to wait when the system gives out no more connections.
const BREATH: Duration = Duration::from_millis(50);
/// Connections that are told at once that there is no room for them, at each of the two addresses: players' and metrics'.
const CROWD: usize = 48;
/// Connections of those who watch over the server.
const WATCHERS: usize = 16;
/// Connections that wait to be accepted.
const BACKLOG: u32 = 1024;
/// Bytes that the system keeps of what is to be sent, so that a client that takes in little is noticed soon. It keeps twice
/// as much.
const SEND_BUFFER: u32 = 128 << 10;
/// What a head has besides its address and its headers, at most: the method, the version, colons and ends of lines.
const HEAD_REST: usize = 4 << 10;
/// hyper wants at least so much.
const LEAST_BUFFER: usize = 8 << 10;

/// A server that listens.
pub struct Listening {
    pub address: SocketAddr,
    listener: TcpListener,
    rooms: Rooms,
    app: App,
}

/// What a connection is answered by, and how many there may be.
#[derive(Clone)]
struct Rooms {
    connections: Arc<ConnectionLimit>,
    router: Router,
    /// If there is no room for anybody.
    full: Router,
}

/// Begins to listen.
pub fn listen(address: SocketAddr, app: App) -> io::Result<Listening> {
    let (connections, router) = (app.connections.clone(), router(app.clone()));
    listen_with(address, Rooms { connections, router, full: health::full_router(app.clone()) }, app)
}

/// Begins to listen for whoever watches over the server, and for nobody else.
pub fn listen_for_metrics(address: SocketAddr, app: App) -> io::Result<Listening> {
    let (connections, router) =
        (ConnectionLimit::for_one_address(WATCHERS), health::metrics_router(app.clone()));
    listen_with(address, Rooms { connections, router, full: health::full_router(app.clone()) }, app)
}

fn listen_with(address: SocketAddr, rooms: Rooms, app: App) -> io::Result<Listening> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // Elsewhere this would let another process take the address.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    let listener = socket.listen(BACKLOG)?;
    Ok(Listening { address: listener.local_addr()?, listener, rooms, app })
}

impl Listening {
    /// Answers until the server is to stop, and then lets everybody leave.
    pub async fn run(self) {
        // Every connection has a sender; when the last one is gone, so is everybody.
        let (here, mut nobody) = mpsc::channel::<()>(1);
        let mut closing = self.app.closing.clone();
        let mut crowd = Crowd::default();
        let Listening { listener, rooms, app, .. } = self;
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        let visit = OpenConnection { stream: WriteTimeout::new(stream_of(stream), app.limits.reading), peer };
                        let (rooms, app, here) = (rooms.clone(), app.clone(), here.clone());
                        match rooms.connections.enter(peer.ip()) {
                            Ok(pass) => drop(tokio::spawn(async move {
                                visit.answer(rooms.router, app, Some(pass)).await;
                                drop(here);
                            })),
                            Err(why) => crowd.push(tokio::spawn(async move {
                                visit.turn_away(rooms, app, why).await;
                            }).abort_handle()),
                        }
                    }
                    Err(error) => {
                        app.full.note(&format!("no connection could be accepted: {error}"));
                        tokio::time::sleep(BREATH).await;
                    }
                },
                () = super::closed(&mut closing) => break,
            }
        }
        drop((listener, here));
        let left = async {
            nobody.recv().await;
            while app.sockets.inside() > 0 {
                tokio::time::sleep(BREATH).await;
            }
        };
        if tokio::time::timeout(FAREWELL, left).await.is_err() {
            tracing::warn!("some clients did not leave in time");
        }
    }
}

fn stream_of(stream: TcpStream) -> TcpStream {
    // A connection that is lost already is found out when it is read.
    let _ = stream.set_nodelay(true);
    stream
}

/// Those for whom there is no room. Each is told so; whoever does not ask goes when too many others came after.
#[derive(Default)]
struct Crowd(VecDeque<AbortHandle>);

impl Crowd {
    fn push(&mut self, one: AbortHandle) {
        self.0.push_back(one);
        if self.0.len() > CROWD {
            self.0.pop_front().inspect(AbortHandle::abort);
        }
    }
}

/// Bytes that are kept of a request until all of its headers are there.
fn head_buffer(limits: &Limits) -> usize {
    (limits.headers.1 + limits.address_bytes + HEAD_REST).max(LEAST_BUFFER)
}

struct OpenConnection {
    stream: WriteTimeout,
    peer: SocketAddr,
}

impl OpenConnection {
    async fn turn_away(self, rooms: Rooms, app: App, why: NoRoom) {
        let router = match why {
            NoRoom::OfYours => {
                Router::new().fallback(|| async { Failed::crowded(NoRoom::OfYours, "open connections") })
            }
            NoRoom::ForAnybody => {
                app.full.note("no room for another connection");
                rooms.full
            }
        };
        // Whoever does not ask at once does not hear it.
        let _ = tokio::time::timeout(REFUSAL_TIME, self.answer(router, app, None)).await;
    }

    /// Answers until the connection ends or becomes a socket; without a pass once.
    async fn answer(self, router: Router, app: App, pass: Option<Pass>) {
        let OpenConnection { stream, peer } = self;
        let mut closing = app.closing.clone();
        let service = router.map_request(move |mut request: hyper::Request<Incoming>| -> Request {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.map(Body::new)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
            .max_buf_size(head_buffer(&app.limits))
            .keep_alive(pass.is_some())
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
