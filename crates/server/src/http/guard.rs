//! What is done with every request before anyone looks at it, and with every answer.

use super::caller::{Renewed, address_of};
use super::code::Code;
use super::failed::{Failed, RefusalCode};
use super::web;
use super::{App, SENT};
use crate::allowance::Allowances;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// Pages load nothing from elsewhere, run no script of anyone's text and stand in nobody's frame.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Browsers heed this one under TLS and on this machine only, and complain of it elsewhere.
const OPENER: (HeaderName, HeaderValue) =
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));

/// How many requests those count as whose addresses end so; others count as one.
const COSTS: [(&str, f64); 12] = [
    ("/analysis", 10.0),
    ("/board.png", 5.0),
    ("/hint", 5.0),
    ("/links", 5.0),
    ("/api/stream", 5.0),
    ("/board.svg", 3.0),
    ("/api/records", 3.0),
    ("/api/tables", 2.0),
    ("/features", 2.0),
    ("/fits", 2.0),
    ("/try", 2.0),
    ("/log", 2.0),
];
/// How many a file of the page counts as. A page has dozens, a board has a picture for each kind of tile and rotation,
/// and browsers keep them all.
const FILE: f64 = 0.1;

/// Where the page's files are.
const FILES: &str = "/assets/";

pub async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    app.metrics.requests.inc();
    let renewed = Renewed::default();
    request.extensions_mut().insert(renewed.clone());
    let trusted = text(request.headers(), header::HOST).is_some_and(|host| app.origin_policy.is_secure(host));
    let is_file = request.uri().path().starts_with(FILES);
    let address = address_of(&app, request.extensions(), request.headers());
    let mut response = match check(&app, &request, address) {
        // A body that never comes holds no connection.
        Ok(()) => {
            let answer = tokio::time::timeout(app.limits.patience, next.run(request)).await;
            answer.unwrap_or_else(|_| too_slow())
        }
        Err(Stopped::AtThePage) => banned_page(&app, request.headers().clone()).await,
        Err(Stopped::For(failed)) => failed.into_response(),
    };
    if response.status().is_client_error() && !is_json(&response) {
        response = (response.status(), Failed::unreadable()).into_response();
    }
    if let Some(RefusalCode(code)) = response.extensions().get::<RefusalCode>() {
        app.metrics.refused(code);
    }
    if response.status().is_server_error() {
        app.metrics.failures.inc();
    }
    charge(&app, address, is_file, &response);
    // Files are in memory once, however many wait for them.
    if !is_file {
        response = hold(&app, address, response).await;
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS.into_iter().chain(trusted.then_some(OPENER)) {
        headers.insert(name, value);
    }
    for cookie in renewed.cookies() {
        headers.append(header::SET_COOKIE, cookie);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// An answer counts by its bytes. What is sent in pieces counts where they are made.
fn charge(app: &App, address: IpAddr, is_file: bool, response: &Response) {
    // The answer to HEAD says how long that to GET would be, and is as much work.
    let said = text(response.headers(), header::CONTENT_LENGTH).and_then(|length| length.parse().ok());
    let bytes: u64 = said.or(response.body().size_hint().exact()).unwrap_or(0);
    // Whoever asks for files that are not there is no page of ours.
    let astray = if is_file && response.status().is_client_error() { 1.0 } else { 0.0 };
    allowance(app, is_file).charge(address, None, astray + bytes as f64 / SENT);
}

/// A long answer counts until it is taken in.
async fn hold(app: &App, address: IpAddr, response: Response) -> Response {
    if response.body().size_hint().exact().is_none_or(|bytes| bytes == 0) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else { return Failed::unreadable().into_response() };
    match app.unsent.keep(address, bytes) {
        Ok(bytes) => Response::from_parts(parts, Body::from(bytes)),
        Err(why) => Failed::crowded(why, "long answers that are not taken in").into_response(),
    }
}

fn allowance(app: &App, is_file: bool) -> &Allowances {
    if is_file { &app.files } else { &app.requests }
}

/// Why a request goes no further.
enum Stopped {
    For(Failed),
    /// Whoever is shut out gets the page, too: it says so in their language.
    AtThePage,
}

impl From<Failed> for Stopped {
    fn from(failed: Failed) -> Stopped {
        Stopped::For(failed)
    }
}

async fn banned_page(app: &App, headers: HeaderMap) -> Response {
    match web::page(State(app.clone()), headers).await {
        Ok(page) => (StatusCode::FORBIDDEN, page).into_response(),
        Err(failed) => failed.into_response(),
    }
}

/// Networks that are shut out get nothing but the page's files and how to reach the host. How the server is may be asked
/// by its own machine.
fn check_ban(app: &App, request: &Request, address: IpAddr) -> Result<(), Stopped> {
    let path = request.uri().path();
    if path.starts_with(FILES) || ["/api/privacy", "/healthz", "/readyz"].contains(&path) {
        return Ok(());
    }
    match app.bans.of(address, None, app.time.now()) {
        None => Ok(()),
        Some(_) if web::is_by_person(request) => Err(Stopped::AtThePage),
        Some(ban) => Err(Failed::banned(ban).into()),
    }
}

fn is_json(response: &Response) -> bool {
    let kind = text(response.headers(), header::CONTENT_TYPE).unwrap_or_default();
    kind == "application/json" || kind.starts_with("text/html")
}

fn too_slow() -> Response {
    let message = "the request took too long to arrive or to be answered; send it again";
    Failed::new(StatusCode::REQUEST_TIMEOUT, Code::Busy, message).into_response()
}

fn check(app: &App, request: &Request, address: IpAddr) -> Result<(), Stopped> {
    check_size(app, request)?;
    let headers = request.headers();
    let host = text(headers, header::HOST).unwrap_or_default();
    // Of two hosts, a proxy may have believed the other one; one of them may stand in the address.
    let only =
        headers.get_all(header::HOST).iter().count() == 1 && app.origin_policy.is_same(request.uri(), host);
    if !app.origin_policy.knows(host) || !only {
        let message =
            "this server is not known by that name; start it with --public-url and the address people use";
        return Err(Failed::new(StatusCode::MISDIRECTED_REQUEST, Code::Host, message).into());
    }
    check_origin(app, request, host)?;
    check_ban(app, request, address)?;
    let path = request.uri().path();
    let taken = allowance(app, path.starts_with(FILES)).take(address, None, cost(path));
    Ok(taken.map_err(|used_up| Failed::used_up("requests", used_up))?)
}

/// How many requests one counts as, for the work it makes.
fn cost(path: &str) -> f64 {
    if path.starts_with(FILES) {
        return FILE;
    }
    let known = COSTS.iter().find(|(ending, _)| path.ends_with(ending));
    known.map_or(1.0, |(_, cost)| *cost)
}

/// Whatever comes with a request is small.
fn check_size(app: &App, request: &Request) -> Result<(), Failed> {
    let (headers, (fields, bytes)) = (request.headers(), app.limits.headers);
    let address = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    if address > app.limits.address_bytes {
        return Err(Failed::long_address());
    }
    let length = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len();
    if headers.len() > fields || headers.iter().map(length).sum::<usize>() > bytes {
        return Err(Failed::long_headers());
    }
    Ok(())
}

/// Whoever changes something or opens a socket must come from our own page, or have a token that no page has.
fn check_origin(app: &App, request: &Request, host: &str) -> Result<(), Failed> {
    let headers = request.headers();
    let asks = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrades = headers.contains_key(header::UPGRADE);
    if asks && !upgrades {
        return Ok(());
    }
    let own = match text(headers, header::ORIGIN) {
        Some(origin) => app.origin_policy.is_own(origin, host),
        None => headers.contains_key(header::AUTHORIZATION) && !headers.contains_key(header::ORIGIN),
    };
    if own {
        return Ok(());
    }
    let message =
        "this must come from the server's own page (Origin), or carry a token (Authorization: Bearer)";
    Err(Failed::new(StatusCode::FORBIDDEN, Code::Origin, message))
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
