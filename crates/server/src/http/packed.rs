//! Files of the page go over the wire packed to whoever understands that, and each is packed once.

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::io::Write;
use std::sync::Mutex;

/// What is not longer than this would gain nothing.
const SHORT: usize = 400;
/// More files than there are, in case somebody finds many names for one.
const MOST: usize = 4096;

/// Packed files by their paths.
#[derive(Debug, Default)]
pub struct Packed(Mutex<HashMap<String, Bytes>>);

/// A file as it is sent.
pub struct Sent {
    /// Its media type.
    pub kind: &'static str,
    /// How long browsers may keep it.
    pub cache: &'static str,
}

impl Packed {
    /// A file, packed if that is understood; it is made only if it has not been packed before.
    pub fn send(
        &self,
        asked: &HeaderMap,
        path: &str,
        sent: Sent,
        make: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<Response> {
        if !understands_gzip(asked) {
            return Some(answer(sent, Body::from(make()?), false));
        }
        if let Some(packed) = self.known(path) {
            return Some(answer(sent, Body::from(packed), true));
        }
        let plain = make()?;
        if plain.len() <= SHORT {
            return Some(answer(sent, Body::from(plain), false));
        }
        // Packing into memory does not fail; if it did, the file would go as it is.
        let Some(packed) = pack(&plain) else { return Some(answer(sent, Body::from(plain), false)) };
        self.keep(path, packed.clone());
        Some(answer(sent, Body::from(packed), true))
    }

    fn known(&self, path: &str) -> Option<Bytes> {
        self.0.lock().ok()?.get(path).cloned()
    }

    fn keep(&self, path: &str, packed: Bytes) {
        let Ok(mut all) = self.0.lock() else { return };
        if all.len() < MOST {
            all.insert(path.to_owned(), packed);
        }
    }
}

/// A file as it is, packed or not.
pub fn answer(sent: Sent, body: Body, is_packed: bool) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(sent.kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(sent.cache));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_packed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn pack(plain: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 2), Compression::best());
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// Whether `Accept-Encoding` names gzip, and not with a weight of nothing.
fn understands_gzip(asked: &HeaderMap) -> bool {
    let lines = asked.get_all(ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Ok(1.0), str::parse::<f32>);
        is_named && weight.is_ok_and(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn asking(text: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(text))])
    }

    #[test]
    fn gzip_is_for_those_who_name_it() {
        for text in ["gzip", "br, gzip", "deflate,GZIP;q=0.5", "gzip; q=1"] {
            assert!(understands_gzip(&asking(text)), "{text}");
        }
        for text in ["", "br", "gzip;q=0", "gzip; q=0.0", "gzip;q=much", "xgzip"] {
            assert!(!understands_gzip(&asking(text)), "{text}");
        }
        assert!(!understands_gzip(&HeaderMap::new()));
    }

    #[test]
    fn what_is_packed_is_the_file() {
        let plain = "a tile ".repeat(1000);
        let packed = pack(plain.as_bytes()).unwrap();
        assert!(packed.len() < plain.len() / 10);
        let mut again = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut again).unwrap();
        assert_eq!(again, plain);
    }

    #[test]
    fn a_file_is_made_once() {
        let all = Packed::default();
        let sent = || Sent { kind: "text/plain", cache: "no-store" };
        let encoding = |response: Response| response.headers().get(CONTENT_ENCODING).cloned();
        let first = all.send(&asking("gzip"), "a", sent(), || Some(vec![7; 5000])).unwrap();
        assert_eq!(encoding(first).unwrap(), "gzip");
        let again = all.send(&asking("gzip"), "a", sent(), || unreachable!("it is known")).unwrap();
        assert_eq!(encoding(again).unwrap(), "gzip");
        let plain = all.send(&HeaderMap::new(), "a", sent(), || Some(vec![7; 5000])).unwrap();
        assert_eq!(encoding(plain), None);
        let short = all.send(&asking("gzip"), "b", sent(), || Some(vec![7; 5])).unwrap();
        assert_eq!(encoding(short), None);
        assert!(all.send(&asking("gzip"), "c", sent(), || None).is_none());
    }
}
