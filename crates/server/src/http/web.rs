//! The page: its files are in the binary, under an address that changes with them, so that browsers keep them.

use super::App;
pub use super::art::picture;
use super::caller::CallerAddress;
use super::code::Code;
use super::failed::{Failed, not_found};
use super::packed::{File, KnownFiles, Sent};
use axum::body::Bytes;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

/// Everything under `web/` that a browser needs.
#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.js"]
#[include = "*.json"]
#[include = "*.svg"]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig.json"]
struct Files;

const KEEP: &str = "public, max-age=31536000, immutable";

/// Where the page comes from.
#[derive(Clone, Debug)]
pub enum Web {
    /// From the binary; the hash of all its files stands in their addresses.
    Embedded {
        hash: String,
        /// What has been made ready to be sent.
        known: Arc<KnownFiles>,
    },
    /// From a folder, read anew each time, for those who work on it.
    Folder(PathBuf),
}

impl Web {
    /// From a folder if one is given, else from the binary.
    pub fn new(folder: Option<PathBuf>) -> Web {
        match folder {
            Some(folder) => Web::Folder(folder),
            None => Web::Embedded { hash: hash_of_all(), known: Arc::default() },
        }
    }

    /// What stands in the addresses of the files.
    pub fn hash(&self) -> &str {
        match self {
            Web::Embedded { hash, .. } => hash,
            Web::Folder(_) => "live",
        }
    }

    /// How long browsers may keep pictures, which do not come from the folder.
    pub fn picture_cache(&self) -> &'static str {
        match self {
            Web::Embedded { .. } => KEEP,
            Web::Folder(_) => "max-age=60",
        }
    }

    fn cache(&self) -> &'static str {
        match self {
            Web::Embedded { .. } => KEEP,
            Web::Folder(_) => "no-store",
        }
    }

    /// Whether an address is of this version.
    pub fn check(&self, hash: &str) -> Result<(), Failed> {
        let message = "this page is of another version of the server; load it again";
        let other = || Failed::new(StatusCode::GONE, Code::OtherVersion, message);
        if hash == self.hash() { Ok(()) } else { Err(other()) }
    }

    fn file(&self, path: &str) -> Option<Bytes> {
        match self {
            Web::Embedded { .. } => Files::get(path).map(|file| match file.data {
                Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                Cow::Owned(bytes) => bytes.into(),
            }),
            Web::Folder(folder) if path.split('/').all(is_plain) => {
                std::fs::read(folder.join(path)).ok().map(Bytes::from)
            }
            Web::Folder(_) => None,
        }
    }
}

/// Nothing that leads out of the folder.
fn is_plain(part: &str) -> bool {
    !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':'])
}

fn hash_of_all() -> String {
    let mut names: Vec<_> = Files::iter().collect();
    names.sort();
    let hashes =
        names.iter().filter_map(|name| Files::get(name).map(|file| (name, file.metadata.sha256_hash())));
    let mut all: Vec<String> =
        hashes.map(|(name, hash)| format!("{name} {}", chance::fair::to_hex(&hash))).collect();
    // A picture that is drawn differently is another file, too.
    all.push(env!("BASTIDE_ART").to_owned());
    let mut hash = chance::fair::to_hex(&chance::fair::digest(&all.join("\n")));
    hash.truncate(12);
    hash
}

/// All pages are one: the client looks at the address.
pub async fn page(State(app): State<App>, asked: HeaderMap) -> Result<Response, Failed> {
    let Some(file) = app.web.file("index.html") else { return Err(not_found().await) };
    let text = String::from_utf8_lossy(&file).replace("{{assets}}", &format!("/assets/{}", app.web.hash()));
    let host = asked.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    // A public address was read as one when the server started, so that there is no markup in it.
    let text = text.replace("{{friends}}", &app.lan_address.address(host).unwrap_or_default());
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, text).into_response())
}

/// No such address. Whoever reads it in a browser gets the page, which says so in their language.
pub async fn nowhere(State(app): State<App>, request: Request) -> Response {
    if !is_by_person(&request) {
        return not_found().await.into_response();
    }
    match page(State(app), request.headers().clone()).await {
        Ok(page) => (StatusCode::NOT_FOUND, page).into_response(),
        Err(failed) => failed.into_response(),
    }
}

/// Whether somebody who reads it in a browser asks for a page.
pub fn is_by_person(request: &Request) -> bool {
    let accepted =
        request.headers().get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok()).unwrap_or_default();
    let path = request.uri().path();
    let is_page = !path.starts_with("/api/") && !path.starts_with("/assets/");
    *request.method() == Method::GET && accepted.contains("text/html") && is_page
}

/// `GET /assets/{hash}/{path}`
pub async fn asset(
    State(app): State<App>,
    Path((hash, path)): Path<(String, String)>,
    caller: CallerAddress,
    asked: HeaderMap,
) -> Result<Response, Failed> {
    app.web.check(&hash)?;
    let sent = Sent { kind: kind(&path), cache: app.web.cache() };
    let Some(file) = app.web.file(&path) else { return Err(not_found().await) };
    send(&app, &caller, &asked, &path, sent, move || file).await
}

/// A file or a picture, packed if it comes from the binary and that is understood. What was not asked for before is made
/// and packed aside.
pub async fn send(
    app: &App,
    caller: &CallerAddress,
    asked: &HeaderMap,
    path: &str,
    sent: Sent,
    make: impl FnOnce() -> Bytes + Send + 'static,
) -> Result<Response, Failed> {
    let owner = caller.owner();
    let file = match &app.web {
        Web::Folder(_) => app.packing.work(owner, move || File::plain(make())).await?,
        Web::Embedded { known, .. } => match known.get(path) {
            Some(file) => file,
            None => {
                let file = app.packing.work(owner, move || File::packed(make())).await?;
                known.keep(path, &file);
                file
            }
        },
    };
    Ok(file.answer(asked, sent))
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("html") => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    }
}
