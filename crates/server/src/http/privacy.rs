//! What the privacy page says about this server in particular.

use super::App;
use super::answer::ok;
use super::caller::Anyone;
use crate::people::COOKIE_DAYS;
use crate::settings::Retention;
use axum::extract::State;
use axum::response::Response;
use wire::table::{KeptDays, Privacy};

/// `GET /api/privacy`
pub async fn tell(State(app): State<App>, Anyone(caller): Anyone) -> Response {
    let words = app.host_words.clone();
    let Retention { unstarted, computers, alone, games, people } = app.retention;
    ok(wire::write(&Privacy {
        words: words.text,
        contact: words.contact,
        person: caller.person.map(|person| person.0),
        cookie_days: COOKIE_DAYS,
        kept_days: KeptDays { unstarted, computers, alone, games, people },
        behind_proxy: app.behind_proxy,
    }))
}
