//! Which requests come from our own pages: the Host must be one of ours, and the Origin must be the Host's.

use crate::people::Address;
use axum::http::Uri;
use std::net::IpAddr;

/// Where the server can be reached.
#[derive(Clone, Debug, Default)]
pub struct OriginPolicy {
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

impl OriginPolicy {
    /// A origin_policy for a public address such as `https://games.example.org`, or for this machine and its network only.
    pub fn new(public_url: Option<&str>) -> Result<OriginPolicy, NotAPublicUrl> {
        let public = public_url.map(|url| public(url).ok_or_else(|| NotAPublicUrl(url.to_owned())));
        Ok(OriginPolicy { public: public.transpose()? })
    }

    /// Whether browsers reach us by TLS.
    pub fn is_tls(&self) -> bool {
        self.public.as_ref().is_some_and(|public| public.tls)
    }

    /// How browsers know the server that they reach as this host.
    pub fn address(&self, host: &str) -> Address {
        let tls = self.is_tls();
        let port = without_port(host).and_then(|name| host.get(name.len() + 1..)?.parse().ok());
        Address { tls, port: port.unwrap_or(if tls { 443 } else { 80 }) }
    }

    /// Whether a request to this host is meant for us. Names of others that lead here are not: a page of theirs could
    /// then talk to us in the name of whoever opened it.
    pub fn knows(&self, host: &str) -> bool {
        is_localhost(host) || literal(host).is_some() || self.is_public(host)
    }

    /// Whether an origin is that of our own pages at this host. A page that came by TLS is not of a server that does not
    /// speak it, though the host be the same.
    pub fn is_own(&self, origin: &str, host: &str) -> bool {
        let Some((scheme, authority)) = origin.split_once("://") else { return false };
        let known = match scheme {
            "http" => !(self.is_tls() && self.is_public(host)),
            "https" => self.is_tls(),
            _ => false,
        };
        known && authority.eq_ignore_ascii_case(host)
    }

    /// Whether the host that an address names, if it names one, is the one that the request is for.
    pub fn is_same(&self, address: &Uri, host: &str) -> bool {
        let scheme = match address.scheme_str() {
            None | Some("http") => true,
            Some("https") => self.is_tls(),
            Some(_) => false,
        };
        scheme && address.authority().is_none_or(|named| named.as_str().eq_ignore_ascii_case(host))
    }

    /// Whether browsers trust what comes from this host not to have been changed on its way.
    pub fn is_secure(&self, host: &str) -> bool {
        let here = is_localhost(host) || literal(host).is_some_and(|ip| ip.is_loopback());
        here || self.is_tls() && self.is_public(host)
    }

    fn is_public(&self, host: &str) -> bool {
        self.public.as_ref().is_some_and(|public| public.host.eq_ignore_ascii_case(host))
    }
}

fn is_localhost(host: &str) -> bool {
    without_port(host).is_some_and(|name| name.eq_ignore_ascii_case("localhost"))
}

/// The address that stands in place of a name; one of IPv6 stands in brackets.
fn literal(host: &str) -> Option<IpAddr> {
    let name = without_port(host)?;
    match name.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']')?.parse().ok().map(IpAddr::V6),
        None => name.parse().ok().map(IpAddr::V4),
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

/// A host without its port; nothing if that is none.
fn without_port(host: &str) -> Option<&str> {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => {
            let digits = port.bytes().all(|byte| byte.is_ascii_digit());
            (digits && port.parse::<u16>().is_ok()).then_some(name)
        }
        _ => Some(host),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_this_machine_addresses_and_the_public_one() {
        let origin_policy = OriginPolicy::new(Some("https://games.example.org/")).unwrap();
        assert!(origin_policy.is_tls());
        for host in [
            "localhost",
            "localhost:8000",
            "127.0.0.1:80",
            "192.168.1.5:8000",
            "[::1]:8000",
            "[2001:db8::7]",
            "games.example.org",
        ] {
            assert!(origin_policy.knows(host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "",
            "games.example.org.evil:80",
            "[127.0.0.1]",
            "[[::1]]:80",
            "::1",
            "2001:db8::7:80",
            "127.0.0.1]",
            "localhost:",
            "localhost:+80",
            "localhost:99999",
            "localhost:80:80",
            "0x7f.1",
            "127.1",
            "games.example.org:8000",
        ] {
            assert!(!origin_policy.knows(host), "{host}");
        }
        assert!(!OriginPolicy::default().knows("games.example.org"));
    }

    #[test]
    fn the_port_is_the_one_that_browsers_see() {
        let ports = |origin_policy: &OriginPolicy| {
            ["localhost:8484", "[::1]:81", "[::1]", "10.0.0.1", "games.example.org"]
                .map(|host| origin_policy.address(host).port)
        };
        assert_eq!(ports(&OriginPolicy::default()), [8484, 81, 80, 80, 80]);
        assert_eq!(
            ports(&OriginPolicy::new(Some("https://games.example.org")).unwrap()),
            [8484, 81, 443, 443, 443]
        );
    }

    #[test]
    fn an_address_names_the_same_host_or_none() {
        let origin_policy = OriginPolicy::default();
        for (address, same) in [
            ("/", true),
            ("*", true),
            ("http://localhost:8000/", true),
            ("http://LOCALHOST:8000/", true),
            ("https://localhost:8000/", false),
            ("http://evil.example/", false),
            ("http://localhost:8000@evil.example/", false),
            ("http://a@localhost:8000/", false),
            ("http://localhost/", false),
            ("evil.example:80", false),
        ] {
            assert_eq!(origin_policy.is_same(&address.parse().unwrap(), "localhost:8000"), same, "{address}");
        }
    }

    #[test]
    fn origins_must_be_the_hosts_own() {
        let origin_policy = OriginPolicy::default();
        assert!(origin_policy.is_own("http://localhost:8000", "localhost:8000"));
        for origin in [
            "https://localhost:8000",
            "HTTP://localhost:8000",
            "null",
            "http://localhost:8001",
            "http://localhost",
            "file://localhost:8000",
            "http://a@localhost:8000",
        ] {
            assert!(!origin_policy.is_own(origin, "localhost:8000"), "{origin}");
        }
    }

    #[test]
    fn pages_that_came_by_tls_and_pages_that_did_not_are_others() {
        let (plain, tls) = ("http://games.example.org", "https://games.example.org");
        for (public, own, other) in [(tls, tls, plain), (plain, plain, tls)] {
            let origin_policy = OriginPolicy::new(Some(public)).unwrap();
            assert!(
                origin_policy.is_own(own, "games.example.org")
                    && !origin_policy.is_own(other, "games.example.org")
            );
            assert!(
                origin_policy.is_own("http://localhost:8000", "localhost:8000"),
                "for a look from the machine itself"
            );
            assert_eq!(origin_policy.is_secure("games.example.org"), public == tls);
            assert!(
                origin_policy.is_secure("localhost:1")
                    && origin_policy.is_secure("127.0.0.2")
                    && origin_policy.is_secure("[::1]")
            );
            assert!(!origin_policy.is_secure("192.168.1.5:8484"));
        }
    }

    #[test]
    fn a_public_address_has_no_path() {
        for url in ["games.example.org", "ftp://games.example.org", "https://", "https://a/b", "https://a b"]
        {
            assert!(OriginPolicy::new(Some(url)).is_err(), "{url}");
        }
    }
}
