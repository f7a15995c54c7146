//! What is kept about a person: told, and erased.

use super::answer::{Refused, shown};
use crate::bans::Whom;
use crate::http::App;
use crate::store::{Link, Listed, Page, PersonId, Store, StoreError, Written, purpose};
use wire::admin::{Answer, LinkKept, PersonKept, TableKept, WordKept};

/// Everything that is kept about a person.
pub(super) async fn export(app: &App, person: PersonId) -> Result<Answer, Refused> {
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
    let kept = read.await??.ok_or(Refused::Nobody(person.0))?;
    let bans = app.bans.all(app.time.now());
    let ban = bans.into_iter().find(|ban| ban.whom == Whom::Person(person)).map(shown);
    Ok(Answer::Person(Box::new(PersonKept { ban, ..kept })))
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
pub(super) async fn erase(app: &App, person: PersonId) -> Result<Answer, Refused> {
    if !app.store.blocking(move |store| store.has_person(person)).await? {
        return Err(Refused::Nobody(person.0));
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
    // What is erased must not stay behind in the write-ahead log.
    app.store.blocking(Store::take_in).await?;
    tracing::info!(tables = games.len(), "the host erased a person");
    Ok(Answer::Erased { person: person.0, tables: games.len() as u64 })
}
