//! Who calls, and what they may see.

use super::App;
use super::code::Code;
use super::failed::Failed;
use crate::allowance::Allowances;
use crate::fair_queue::Owner;
use crate::people::{self, SecretSource};
use crate::store::{ATTENDED, GameId, PersonId, Purpose, StoreError};
use crate::visitors::Visitor;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Request};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Extensions, StatusCode};
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Once, OnceLock};

/// Bytes that a new table, link or person takes at least.
const MADE: usize = 1000;

/// A longer body is parsed aside.
const SHORT: usize = 4 << 10;

/// Whoever calls: perhaps somebody we know.
pub struct Caller {
    /// Known by a cookie or a token.
    pub person: Option<PersonId>,
    /// Where they call from.
    pub address: IpAddr,
    /// How a browser knows the server that it calls.
    browser: people::Address,
}

/// Whoever calls, shut out or not.
pub struct Anyone(pub Caller);

/// Where whoever calls is, for what does not depend on who they are.
pub struct CallerAddress(pub IpAddr);

impl CallerAddress {
    /// Whose turn it is when their work is.
    pub fn owner(&self) -> Owner {
        Owner::new(self.0, None)
    }
}

impl FromRequestParts<App> for CallerAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<CallerAddress, Infallible> {
        Ok(CallerAddress(address_of(app, &parts.extensions, &parts.headers)))
    }
}

/// Somebody we know now, with the cookie they are to keep if they are new.
pub struct Known {
    pub person: PersonId,
    cookie: Option<HeaderValue>,
}

/// Where a request comes from.
pub fn address_of(app: &App, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let said = if app.behind_proxy { forwarded(headers) } else { None };
    said.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// The address that the proxy saw.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let line = headers.get_all("x-forwarded-for").iter().next_back()?;
    let address = line.to_str().ok().and_then(|line| read_forwarded(line.rsplit(',').next()?.trim()));
    if address.is_none() {
        UNREADABLE.call_once(|| {
            tracing::warn!(
                "the proxy's X-Forwarded-For ends with no address, so people are taken for one; \
                this is not said again"
            );
        });
    }
    address
}

/// That a proxy says nothing of use is logged once.
static UNREADABLE: Once = Once::new();

/// Some proxies add the port, or write brackets around IPv6.
fn read_forwarded(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().ok().or_else(with_port).or_else(in_brackets)
}

impl FromRequestParts<App> for Caller {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Failed> {
        let Anyone(caller) = Anyone::from_request_parts(parts, app).await?;
        caller.check_ban(app)?;
        Ok(caller)
    }
}

impl FromRequestParts<App> for Anyone {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Anyone, Failed> {
        let address = address_of(app, &parts.extensions, &parts.headers);
        let text = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        if let Some(line) = text(header::AUTHORIZATION) {
            let found = match people::token_in(line) {
                Some(token) => people::find(&app.store, token, app.time.now()).await?,
                None => None,
            };
            let message =
                "this token is not known; get one from whoever made the table, or from POST /api/bots";
            let unknown = || Failed::new(StatusCode::UNAUTHORIZED, Code::BadToken, message);
            let (person, browser) = (Some(found.ok_or_else(unknown)?), server_address(app, &parts.headers));
            return Ok(Anyone(Caller { person, address, browser }));
        }
        let person = by_cookie(app, parts).await?;
        Ok(Anyone(Caller { person, address, browser: server_address(app, &parts.headers) }))
    }
}

/// Somebody who was known by another cookie than the server's own gets that one with the answer.
#[derive(Clone, Default)]
pub struct Renewed(Arc<OnceLock<Vec<String>>>);

impl Renewed {
    pub fn cookies(&self) -> impl Iterator<Item = HeaderValue> {
        self.0.get().into_iter().flatten().filter_map(|cookie| HeaderValue::from_str(cookie).ok())
    }
}

fn server_address(app: &App, headers: &HeaderMap) -> people::Address {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    app.origin_policy.address(host.unwrap_or_default())
}

async fn by_cookie(app: &App, parts: &Parts) -> Result<Option<PersonId>, StoreError> {
    let server = server_address(app, &parts.headers);
    let lines = parts.headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let found = server.secrets_in(lines);
    let secrets: Vec<&str> = found.iter().map(|(_, secret)| *secret).collect();
    let Some((place, person)) = people::find_first(&app.store, &secrets, app.time.now()).await? else {
        return Ok(None);
    };
    let (place, secret) = found[place];
    // Where the server's own cookie is one of another server's, that one must not lose it.
    let is_free = !found.iter().any(|(place, _)| *place == SecretSource::Own);
    if is_free && let Some(renewed) = parts.extensions.get::<Renewed>() {
        let mut cookies = vec![server.cookie(secret)];
        cookies.extend((place == SecretSource::Old).then(|| server.forget_old()));
        // Of two readers in one request, both say the same.
        let _ = renewed.0.set(cookies);
    }
    Ok(Some(person))
}

impl Caller {
    /// Whether they are shut out, or not known any more.
    pub fn check_ban(&self, app: &App) -> Result<(), Failed> {
        if self.person.is_some_and(|person| app.has_forgotten(person)) {
            return Err(Failed::nobody());
        }
        match app.bans.of(self.address, self.person, app.time.now()) {
            Some(ban) => Err(Failed::banned(ban)),
            None => Ok(()),
        }
    }

    /// How they stand in the list of those who look on.
    pub fn visitor(&self, game: Option<GameId>) -> Visitor {
        Visitor { game, address: self.address, person: self.person }
    }

    /// Whose turn it is when their work is.
    pub fn owner(&self) -> Owner {
        Owner::new(self.address, self.person_number())
    }

    /// Whoever calls must be known.
    pub fn known(&self) -> Result<PersonId, Failed> {
        self.person.ok_or_else(Failed::nobody)
    }

    /// Whoever calls is known from now on.
    pub async fn introduced(&self, app: &App) -> Result<Known, Failed> {
        if let Some(person) = self.person {
            return Ok(Known { person, cookie: None });
        }
        let (person, secret) = people::add(&app.store, app.time.now()).await?;
        Ok(Known { person, cookie: HeaderValue::from_str(&self.browser.cookie(&secret)).ok() })
    }

    /// Makes something new, if there is room and nobody has made too much.
    pub fn makes(&self, app: &App) -> Result<(), Failed> {
        self.keeps(app, MADE)?;
        self.takes(&app.makings, "new tables, links and people")
    }

    /// Takes one of what they may have so many of in a while.
    pub fn takes(&self, from: &Allowances, what: &str) -> Result<(), Failed> {
        let taken = from.take(self.address, self.person_number(), 1.0);
        taken.map_err(|used_up| Failed::used_up(what, used_up))
    }

    /// Has the server keep so many bytes more, if there is room and nobody has said too much.
    pub fn keeps(&self, app: &App, bytes: usize) -> Result<(), Failed> {
        if app.room.is_full() {
            return Err(Failed::no_room());
        }
        if app.room.is_scarce() && !app.stored_daily.is_little_used(self.address, self.person_number()) {
            return Err(Failed::little_room());
        }
        self.says(app, bytes)
    }

    /// The same in a game that runs, which goes on even if there is no room.
    pub fn says(&self, app: &App, bytes: usize) -> Result<(), Failed> {
        for allowances in [&app.stored, &app.stored_daily] {
            let taken = allowances.take(self.address, self.person_number(), bytes as f64);
            taken.map_err(|used_up| Failed::used_up("things to be kept", used_up))?;
        }
        Ok(())
    }

    /// What was made is larger than it had to be.
    pub fn has_made(&self, app: &App, bytes: usize) {
        for allowances in [&app.stored, &app.stored_daily] {
            allowances.charge(self.address, self.person_number(), bytes as f64);
        }
    }

    fn person_number(&self) -> Option<i64> {
        self.person.map(|person| person.0)
    }

    /// What they may do at a table; whoever may not even look is told that there is none.
    pub async fn at(&self, app: &App, game: GameId) -> Result<Rights, Failed> {
        let person = self.person;
        let (row, welcomes) = app
            .store
            .blocking(move |store| {
                let welcomes = person.map(|person| store.welcomes(game, person)).transpose()?;
                Ok((store.game(game)?, welcomes.unwrap_or_default()))
            })
            .await?;
        let row = row.ok_or_else(Failed::no_such_table)?;
        let inside = person.is_some_and(|person| row.index.people.contains(&person));
        let now = app.time.now();
        if let Some(person) = person.filter(|_| inside && row.index.public && now - row.attended > ATTENDED) {
            // The lobby may know it a little later.
            drop(app.store.attend(vec![(person, Some(game))], now));
        }
        let creator = person.is_some() && row.index.people.first() == person.as_ref();
        if !inside && !row.index.public && welcomes.is_empty() {
            return Err(Failed::no_such_table());
        }
        Ok(Rights { creator, sit: inside || row.index.public || welcomes.contains(&Purpose::Sit) })
    }
}

/// What somebody may do at a table besides looking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rights {
    /// What only its creator may.
    pub creator: bool,
    pub sit: bool,
}

impl Known {
    /// Answers them, with their cookie if they are new.
    pub fn answer(self, response: impl IntoResponse) -> Response {
        let mut response = response.into_response();
        if let Some(cookie) = self.cookie {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// The game in a path.
pub struct GamePath(pub GameId);

impl FromRequestParts<App> for GamePath {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<GamePath, Failed> {
        let name =
            Path::<String>::from_request_parts(parts, app).await.map_err(|_| Failed::no_such_table())?;
        Ok(GamePath(name.parse().map_err(|_| Failed::no_such_table())?))
    }
}

/// A body of JSON, read as everything of `wire` is.
pub struct Body<T>(pub T);

impl<T: wire::Json + Send + 'static> FromRequest<App> for Body<T> {
    type Rejection = Failed;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, Failed> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let json = kind
            .is_some_and(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json"));
        if !json {
            let message = "send JSON, with the header Content-Type: application/json";
            return Err(Failed::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::NotJson, message));
        }
        let address = address_of(app, request.extensions(), request.headers());
        let text = String::from_request(request, app).await.map_err(|rejection| {
            let code = if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                Code::TooLarge
            } else {
                Code::BadBody
            };
            Failed::new(rejection.status(), code, rejection.body_text())
        })?;
        let read = if text.len() <= SHORT {
            wire::read(&text)
        } else {
            app.telling.work(Owner::new(address, None), move || wire::read(&text)).await?
        };
        let read = read.map_err(|bad| Failed::new(StatusCode::BAD_REQUEST, Code::BadJson, bad))?;
        Ok(Body(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forwarded_address_may_have_a_port_and_brackets() {
        for (text, address) in [
            ("192.0.2.7", Some("192.0.2.7")),
            ("192.0.2.7:5678", Some("192.0.2.7")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("[2001:db8::1]", Some("2001:db8::1")),
            ("[2001:db8::1]:5678", Some("2001:db8::1")),
            ("unknown", None),
            ("_hidden", None),
            ("", None),
        ] {
            assert_eq!(read_forwarded(text), address.map(|address| address.parse().unwrap()), "{text}");
        }
    }
}
