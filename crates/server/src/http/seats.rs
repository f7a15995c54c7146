//! Who may sit down, and what is noted of it.

use super::App;
use super::caller::Caller;
use super::code::Code;
use super::failed::Failed;
use crate::seating::NoSeat;
use crate::store::{GameId, PersonId, StoreError};
use axum::http::StatusCode;

/// Whether somebody may take one more seat; if so, it is counted as theirs until [`recount`].
pub async fn check(app: &App, game: GameId, caller: &Caller, person: PersonId) -> Result<(), Failed> {
    // Looked up anew: since they came, they may have been sent away and their link revoked.
    let rights = caller.at(app, game).await?;
    if !rights.sit {
        let message = "this link is for watching only; ask whoever made the table for a link to sit down";
        return Err(Failed::new(StatusCode::FORBIDDEN, Code::Watching, message));
    }
    if rights.creator {
        return Ok(());
    }
    caller.takes(&app.seating.sittings, "seats taken")?;
    let take = || app.seating.take(game, person, caller.address);
    let taken = match take() {
        Err(NoSeat::Held) => {
            forget_begun(app, person, caller).await?;
            take()
        }
        taken => taken,
    };
    taken.map_err(|why| match why {
        NoSeat::Held => {
            let message = "you, or others from your address, hold many seats at tables that have not begun; \
                play there or stand up there first";
            Failed::new(StatusCode::TOO_MANY_REQUESTS, Code::SeatsHeld, message)
        }
        NoSeat::SentAway => {
            let message =
                "whoever made this table has sent somebody from your address away; play at another one";
            Failed::new(StatusCode::FORBIDDEN, Code::SentAway, message)
        }
    })
}

/// Tables that have begun or are over hold nobody back any more.
async fn forget_begun(app: &App, person: PersonId, caller: &Caller) -> Result<(), Failed> {
    let games = app.seating.tables(person, caller.address);
    let waiting = app.store.blocking(move |store| {
        let mut begun = Vec::new();
        for game in games {
            let stage = store.game(game)?.map(|row| row.index.stage);
            if !stage.is_some_and(|stage| ["gathering", "starting"].contains(&stage.as_str())) {
                begun.push(game);
            }
        }
        Ok::<_, StoreError>(begun)
    });
    for game in waiting.await? {
        app.seating.recount(game, |_| 0);
    }
    Ok(())
}

/// Counts the seats at a table after somebody sat down or stood up, or was made to.
pub async fn recount(app: &App, game: GameId, caller: &Caller, stood: bool) {
    if !app.seating.knows(game) {
        return;
    }
    // Whoever cannot be counted now is counted the next time.
    let Ok(seated) = app.hall.look(game, caller.owner(), |table| table.seated()).await else { return };
    let site = |person: i64| Some((PersonId(person), app.seating.site_of(game, PersonId(person))?));
    let sent_away: Vec<_> = seated.sent_away.iter().filter_map(|person| site(*person)).collect();
    let seats = |person: PersonId| seated.seats.iter().filter(|other| **other == person.0).count();
    app.seating.recount(game, seats);
    for (_, from) in sent_away.into_iter().filter(|(person, _)| stood && seats(*person) == 0) {
        app.seating.send_away(game, from, caller.address);
    }
}
