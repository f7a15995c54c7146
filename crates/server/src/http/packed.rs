//! Files of the page go over the wire packed to whoever understands that. Each is made and packed once.

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is not longer than this would gain nothing.
const SHORT: usize = 400;
/// More files than there are, in case somebody finds many names for one.
const MOST: usize = 4096;

/// Files by their paths. All answers with a file share its bytes.
#[derive(Debug, Default)]
pub struct KnownFiles(Mutex<HashMap<String, File>>);

/// A file, made ready to be sent.
#[derive(Clone, Debug)]
pub struct File {
    plain: Bytes,
    /// Nothing if it would gain nothing.
    packed: Option<Bytes>,
}

/// How a file is sent.
#[derive(Clone, Copy)]
pub struct Sent {
    /// Its media type.
    pub kind: &'static str,
    /// How long browsers may keep it.
    pub cache: &'static str,
}

impl KnownFiles {
    /// One that was made before.
    pub fn get(&self, path: &str) -> Option<File> {
        self.lock().get(path).cloned()
    }

    pub fn keep(&self, path: &str, file: &File) {
        let mut all = self.lock();
        if all.len() < MOST {
            all.insert(path.to_owned(), file.clone());
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl File {
    /// As it is.
    pub fn plain(plain: Bytes) -> File {
        File { plain, packed: None }
    }

    /// As it is, and packed.
    pub fn packed(plain: Bytes) -> File {
        // Packing into memory does not fail; if it did, the file would go as it is.
        let packed = if plain.len() > SHORT { pack(&plain) } else { None };
        File { plain, packed }
    }

    /// Answers whoever asked, packed if that is understood.
    pub fn answer(self, asked: &HeaderMap, sent: Sent) -> Response {
        let packed = self.packed.filter(|_| understands_gzip(asked));
        let is_packed = packed.is_some();
        let mut response = Response::new(Body::from(packed.unwrap_or(self.plain)));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(sent.kind));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(sent.cache));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if is_packed {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
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
    fn a_file_goes_packed_to_those_who_understand_it() {
        let sent = Sent { kind: "text/plain", cache: "no-store" };
        let encoding = |file: &File, asked: &HeaderMap| {
            file.clone().answer(asked, sent).headers().get(CONTENT_ENCODING).cloned()
        };
        let long = File::packed(vec![7; 5000].into());
        assert_eq!(encoding(&long, &asking("gzip")).unwrap(), "gzip");
        assert_eq!(encoding(&long, &HeaderMap::new()), None);
        let short = File::packed(vec![7; 5].into());
        assert_eq!(encoding(&short, &asking("gzip")), None);
    }

    #[test]
    fn answers_share_the_bytes_of_a_file() {
        let all = KnownFiles::default();
        all.keep("a", &File::packed(vec![7; 5000].into()));
        let (first, second) = (all.get("a").unwrap(), all.get("a").unwrap());
        assert_eq!(first.plain.as_ptr(), second.plain.as_ptr());
        assert_eq!(first.packed.unwrap().as_ptr(), second.packed.unwrap().as_ptr());
        assert!(all.get("b").is_none());
    }
}
