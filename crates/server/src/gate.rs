//! Which requests come from our own pages: the Host must be one of ours, and the Origin must be the Host's.

use std::net::IpAddr;

/// Where the server can be reached.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    public: Option<Public>,
}

/// The address that the world knows.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Public {
    tls: bool,
    host: String,
}

/// A public address that is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no address for a server; write it like https://games.example.org, without a path")]
pub struct NotAPublicUrl(String);

impl Gate {
    /// A gate for a public address such as `https://games.example.org`, or for this machine and its network only.
    pub fn new(public_url: Option<&str>) -> Result<Gate, NotAPublicUrl> {
        let public = public_url.map(|url| public(url).ok_or_else(|| NotAPublicUrl(url.to_owned())));
        Ok(Gate { public: public.transpose()? })
    }

    /// Whether browsers reach us by TLS.
    pub fn is_tls(&self) -> bool {
        self.public.as_ref().is_some_and(|public| public.tls)
    }

    /// Whether a request to this host is meant for us. Names of others that lead here are not: a page of theirs could
    /// then talk to us in the name of whoever opened it.
    pub fn knows(&self, host: &str) -> bool {
        let name = without_port(host);
        let literal = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        let public = self.public.as_ref().is_some_and(|public| public.host.eq_ignore_ascii_case(host));
        literal || name.eq_ignore_ascii_case("localhost") || public
    }

    /// Whether an origin is that of our own pages at this host.
    pub fn is_own(&self, origin: &str, host: &str) -> bool {
        let Some((scheme, authority)) = origin.split_once("://") else { return false };
        matches!(scheme, "http" | "https") && authority.eq_ignore_ascii_case(host)
    }
}

fn public(url: &str) -> Option<Public> {
    let (scheme, host) = url.trim_end_matches('/').split_once("://")?;
    let tls = match scheme {
        "https" => true,
        "http" => false,
        _ => return None,
    };
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-.:[]".contains(letter);
    let fine = !host.is_empty() && host.chars().all(plain);
    fine.then(|| Public { tls, host: host.to_ascii_lowercase() })
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !port.is_empty() => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_this_machine_addresses_and_the_public_one() {
        let gate = Gate::new(Some("https://games.example.org/")).unwrap();
        assert!(gate.is_tls());
        for host in [
            "localhost",
            "localhost:8000",
            "127.0.0.1:80",
            "192.168.1.5:8000",
            "[::1]:8000",
            "games.example.org",
        ] {
            assert!(gate.knows(host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "",
            "games.example.org.evil:80",
        ] {
            assert!(!gate.knows(host), "{host}");
        }
        assert!(!Gate::default().knows("games.example.org"));
    }

    #[test]
    fn origins_must_be_the_hosts_own() {
        let gate = Gate::default();
        assert!(gate.is_own("http://localhost:8000", "localhost:8000"));
        assert!(gate.is_own("https://games.example.org", "games.example.org"));
        for origin in [
            "null",
            "http://localhost:8001",
            "http://localhost",
            "file://localhost:8000",
            "http://a@localhost:8000",
        ] {
            assert!(!gate.is_own(origin, "localhost:8000"), "{origin}");
        }
    }

    #[test]
    fn a_public_address_has_no_path() {
        for url in ["games.example.org", "ftp://games.example.org", "https://", "https://a/b", "https://a b"]
        {
            assert!(Gate::new(Some(url)).is_err(), "{url}");
        }
    }
}
