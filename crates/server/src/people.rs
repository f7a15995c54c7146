//! Who is who: a secret in a cookie or a bot's token, of which only the hash is kept.

use crate::store::{Hash, Millis, PersonId, Store, StoreError};
use crate::tidy::DAY;

/// Letters of a secret: 128 random bits in hexadecimal digits.
const LETTERS: usize = 32;
/// For how long a browser is to keep its cookie: a game by correspondence may last months.
pub const COOKIE_DAYS: u32 = 400;

/// A new secret, for a cookie, a link or a bot.
pub fn new_secret() -> String {
    let mut secret = chance::fair::to_hex(&chance::secret());
    secret.truncate(LETTERS);
    secret
}

/// What is kept of a secret.
pub fn hash(secret: &str) -> Hash {
    Hash(chance::fair::digest(secret))
}

/// How browsers know this server: they keep the cookies of all servers of a host together, whatever their ports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// Whether it is reached by TLS.
    pub tls: bool,
    /// The port as browsers see it.
    pub port: u16,
}

/// Secrets that are looked up for one request.
const MOST_SECRETS: usize = 8;
/// The cookie's name before it had a port.
const OLD_NAME: &str = "bastide";

/// Where a secret was found. In this order they are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SecretSource {
    /// The cookie of this server.
    Own,
    /// A cookie from before it had a port in its name.
    Old,
    /// The cookie of another port: this server was there before, or it is another server's.
    OtherPort,
}

impl Address {
    /// Under TLS the name has the prefix by which browsers bind a cookie to this host alone.
    fn prefix(self) -> &'static str {
        if self.tls { "__Host-" } else { "" }
    }

    /// What makes a browser keep a secret.
    pub fn cookie(self, secret: &str) -> String {
        self.set(&format!("{OLD_NAME}-{}", self.port), secret, COOKIE_DAYS * 24 * 3600)
    }

    /// What makes a browser forget the cookie from before it had a port in its name.
    pub fn forget_old(self) -> String {
        self.set(OLD_NAME, "", 0)
    }

    fn set(self, name: &str, secret: &str, seconds: u32) -> String {
        let (prefix, secure) = (self.prefix(), if self.tls { "; Secure" } else { "" });
        format!("{prefix}{name}={secret}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
    }

    /// The secrets in `Cookie` headers that may be of this server, in the order in which they are to be tried.
    pub fn secrets_in<'a>(self, headers: impl Iterator<Item = &'a str>) -> Vec<(SecretSource, &'a str)> {
        let pairs =
            headers.flat_map(|header| header.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let found = pairs.filter_map(|(name, secret)| {
            let rest = name.strip_prefix(self.prefix())?.strip_prefix(OLD_NAME)?;
            let place = match rest.strip_prefix('-') {
                None if rest.is_empty() => SecretSource::Old,
                None => return None,
                Some(port) if port.parse() == Ok(self.port) => SecretSource::Own,
                Some(_) => SecretSource::OtherPort,
            };
            (secret.len() == LETTERS).then_some((place, secret))
        });
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(place, _)| *place);
        found.truncate(MOST_SECRETS);
        found
    }
}

/// The secret in an `Authorization` header.
pub fn token_in(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Who has this secret.
pub async fn find(store: &Store, secret: &str, now: Millis) -> Result<Option<PersonId>, StoreError> {
    Ok(find_first(store, &[secret], now).await?.map(|(_, person)| person))
}

/// The first of these secrets that somebody has, and who. From time to time it is noted that they were here.
pub async fn find_first(
    store: &Store,
    secrets: &[&str],
    now: Millis,
) -> Result<Option<(usize, PersonId)>, StoreError> {
    let known = secrets.iter().enumerate().filter(|(_, secret)| secret.len() == LETTERS);
    let hashes: Vec<_> = known.map(|(place, secret)| (place, hash(secret))).collect();
    if hashes.is_empty() {
        return Ok(None);
    }
    let found = store
        .blocking(move |store| {
            for (place, hash) in &hashes {
                if let Some((person, seen)) = store.person(hash)? {
                    return Ok(Some((*place, person, seen)));
                }
            }
            Ok(None)
        })
        .await?;
    let Some((place, person, seen)) = found else { return Ok(None) };
    if now - seen > DAY {
        // If it cannot be noted now, it is the next time.
        drop(store.saw(person, now));
    }
    Ok(Some((place, person)))
}

/// Somebody new, and their secret.
pub async fn add(store: &Store, now: Millis) -> Result<(PersonId, String), StoreError> {
    let secret = new_secret();
    let person = store.add_person(hash(&secret), now).await?;
    Ok((person, secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Address = Address { tls: false, port: 8484 };
    const TLS: Address = Address { tls: true, port: 443 };
    const A: &str = "0123456789abcdef0123456789abcdef";
    const B: &str = "fedcba9876543210fedcba9876543210";

    #[test]
    fn secrets_are_found_where_they_belong() {
        let found = |address: Address, header: &str| -> Vec<(SecretSource, String)> {
            address
                .secrets_in([header].into_iter())
                .into_iter()
                .map(|(place, secret)| (place, secret.into()))
                .collect()
        };
        assert_eq!(
            found(PLAIN, &format!("a=b; bastide-80={B}; bastide={A}; bastide-8484={B}; c")),
            [
                (SecretSource::Own, B.into()),
                (SecretSource::Old, A.into()),
                (SecretSource::OtherPort, B.into())
            ]
        );
        assert_eq!(
            found(TLS, &format!("bastide={A}; bastide-443={A}; __Host-bastide-443={B}")),
            [(SecretSource::Own, B.into())]
        );
        assert_eq!(found(TLS, &format!("__Host-bastide={A}")), [(SecretSource::Old, A.into())]);
        assert_eq!(
            found(PLAIN, &format!("__Host-bastide={A}; bastides={A}; bastide=short; bastide-8484=")),
            []
        );
        assert_eq!(found(PLAIN, &format!("bastide-1={A};").repeat(1000)).len(), MOST_SECRETS);
        assert_eq!(token_in("Bearer abc"), Some("abc"));
        assert_eq!(token_in("Basic abc"), None);
        assert_eq!(token_in("Bearer"), None);
    }

    #[test]
    fn cookies_are_closed_to_scripts_and_bound_to_the_host_under_tls() {
        let plain = PLAIN.cookie("x");
        assert!(plain.starts_with("bastide-8484=x; Path=/;") && plain.contains("HttpOnly; SameSite=Lax"));
        assert!(!plain.contains("Secure"));
        let tls = TLS.cookie("x");
        assert!(tls.starts_with("__Host-bastide-443=x; Path=/;") && tls.ends_with("; Secure"));
        assert!(TLS.forget_old().starts_with("__Host-bastide=; Path=/; Max-Age=0;"));
    }

    #[test]
    fn no_secret_comes_twice() {
        assert_ne!(new_secret(), new_secret());
        assert_eq!(new_secret().len(), LETTERS);
    }
}
