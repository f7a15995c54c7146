//! Who is who: a secret in a cookie or a bot's token, of which only the hash is kept.

use crate::store::{Hash, PersonId, Store, StoreError};

/// Letters of a secret: 128 random bits in hexadecimal digits.
const LETTERS: usize = 32;
/// How long a browser is to keep its cookie: a game by correspondence may last months.
const SECONDS: u32 = 400 * 24 * 3600;

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

/// The name of the cookie. Under TLS it has the prefix by which browsers bind it to this host alone.
pub fn cookie_name(tls: bool) -> &'static str {
    if tls { "__Host-bastide" } else { "bastide" }
}

/// What makes a browser keep a secret.
pub fn cookie(secret: &str, tls: bool) -> String {
    let secure = if tls { "; Secure" } else { "" };
    let name = cookie_name(tls);
    format!("{name}={secret}; Path=/; Max-Age={SECONDS}; HttpOnly; SameSite=Lax{secure}")
}

/// The secret in a `Cookie` header.
pub fn secret_in(header: &str, tls: bool) -> Option<&str> {
    let pairs = header.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(name, _)| *name == cookie_name(tls)).map(|(_, secret)| secret).next()
}

/// The secret in an `Authorization` header.
pub fn token_in(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Who has this secret.
pub async fn find(store: &Store, secret: &str) -> Result<Option<PersonId>, StoreError> {
    if secret.len() != LETTERS {
        return Ok(None);
    }
    let hash = hash(secret);
    store.blocking(move |store| store.person(&hash)).await
}

/// Somebody new, and their secret.
pub async fn add(store: &Store) -> Result<(PersonId, String), StoreError> {
    let secret = new_secret();
    let person = store.add_person(hash(&secret)).await?;
    Ok((person, secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found_where_they_belong() {
        assert_eq!(secret_in("a=b; bastide=xyz; c=d", false), Some("xyz"));
        assert_eq!(secret_in("a=b; bastide=xyz", true), None);
        assert_eq!(secret_in("__Host-bastide=xyz", true), Some("xyz"));
        assert_eq!(secret_in("", false), None);
        assert_eq!(token_in("Bearer abc"), Some("abc"));
        assert_eq!(token_in("Basic abc"), None);
        assert_eq!(token_in("Bearer"), None);
    }

    #[test]
    fn cookies_are_closed_to_scripts_and_bound_to_the_host_under_tls() {
        assert!(cookie("x", false).contains("HttpOnly; SameSite=Lax"));
        assert!(!cookie("x", false).contains("Secure"));
        assert!(
            cookie("x", true).starts_with("__Host-bastide=x; Path=/;")
                && cookie("x", true).ends_with("; Secure")
        );
    }

    #[test]
    fn no_secret_comes_twice() {
        assert_ne!(new_secret(), new_secret());
        assert_eq!(new_secret().len(), LETTERS);
    }
}
