//! What is kept about a person: told, and erased.

use super::answer::{AdminError, shown};
use crate::bans::Whom;
use crate::http::App;
use crate::store::{Link, Listed, Page, PersonId, StoreError, Written, purpose};
use std::time::Duration;
use wire::admin::{AdminAnswer, LinkKept, PersonKept, TableKept, WordKept};

/// How soon the write-ahead log is looked at again where somebody reads the database.
const AGAIN: Duration = Duration::from_secs(1);

/// Everything that is kept about a person.
pub(super) async fn export(app: &App, person: PersonId) -> Result<AdminAnswer, AdminError> {
    let read = app.store.at_length(move |store| {
        if !store.has_person(person)? {
            return Ok(None);
        }
        let tables = store.games_of(person, Page { limit: u32::MAX, before: None })?;
        let table = |listed: Listed| TableKept {
            game: listed.game.to_string(),
            stage: listed.index.stage,
            created: listed.created,
            updated: listed.updated,
        };
        Ok::<_, StoreError>(Some(PersonKept {
            person: person.0,
            secrets: store.secrets_of(person)? as u64,
            tables: tables.into_iter().map(table).collect(),
            words: store.words_of(person)?.into_iter().map(word).collect(),
            keeps: store.kept_by(person)?.into_iter().map(|listed| listed.game.to_string()).collect(),
            links: store.links_of(person)?.into_iter().map(link).collect(),
            ban: None,
        }))
    });
    let kept = read.await??.ok_or(AdminError::Nobody(person.0))?;
    let bans = app.bans.all(app.time.now());
    let ban = bans.into_iter().find(|ban| ban.whom == Whom::Person(person)).map(shown);
    Ok(AdminAnswer::Person(Box::new(PersonKept { ban, ..kept })))
}

fn word(written: Written) -> WordKept {
    let Written { game, version, at, kind, text } = written;
    WordKept { game: game.to_string(), version, at, kind, text }
}

fn link(link: Link) -> LinkKept {
    LinkKept { game: link.game.to_string(), purpose: purpose(link.purpose), made: link.made }
}

/// Nobody is known as this person any more, and nothing is kept of what they are called and have said. First they are sent
/// away, so that they say nothing more meanwhile.
pub(super) async fn erase(app: &App, person: PersonId) -> Result<AdminAnswer, AdminError> {
    if !app.store.blocking(move |store| store.has_person(person)).await? {
        return Err(AdminError::Nobody(person.0));
    }
    app.store.forget_person(person).await?;
    app.forget(person);
    let games = app.store.blocking(move |store| store.games_with_words_of(person)).await?;
    for game in &games {
        app.hall.erase(*game, person).await?;
    }
    let whom = Whom::Person(person);
    app.store.remove_ban(whom.to_string()).await?;
    app.bans.remove(whom);
    let later = !leave_the_log(app).await?;
    tracing::info!(tables = games.len(), "the host erased a person");
    Ok(AdminAnswer::Erased { person: person.0, tables: games.len() as u64, later })
}

/// Leaves nothing of what was erased in the database's own log of writes; where somebody reads the database as it was
/// before, as soon as that has ended. Tells whether it is done.
pub(super) async fn leave_the_log(app: &App) -> Result<bool, AdminError> {
    let is_done = app.store.blocking(|store| store.purge()).await?;
    if !is_done {
        let (store, mut closing) = (app.store.clone(), app.closing.clone());
        tokio::spawn(async move {
            let taken_in = async {
                while !matches!(store.blocking(|store| store.purge()).await, Ok(true)) {
                    tokio::time::sleep(AGAIN).await;
                }
            };
            tokio::select! {
                () = taken_in => tracing::info!("what was erased has left the write-ahead log"),
                // A server that stops takes the log into the database.
                _ = closing.wait_for(|closing| *closing) => {}
            }
        });
    }
    Ok(is_done)
}
