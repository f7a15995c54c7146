//! What must hold, whatever happened: the log tells one story, everyone who was told something was told that story,
//! and what was acknowledged is in it.

use crate::client::{Client, is_for_the_moment};
use crate::figures::Figures;
use crate::table::SimTable as Around;
use anyhow::{Context, Result, ensure};
use server::personal::whole;
use server::store::{GameId, Store};
use std::collections::BTreeMap;
use table::Table;
use wire::table::{Entry, FromServer, Logged, Snapshot, Stage};

/// The log of a table, and the table at each of its versions.
struct Log {
    entries: Vec<Logged>,
    table: Table,
    /// The snapshots of the versions that somebody has.
    snapshots: BTreeMap<u64, Snapshot>,
}

fn read(store: &Store, game: GameId, wanted: &[u64]) -> Result<Log> {
    let secret = store.game(game)?.context("the game is gone")?.secret.0;
    let mut log = store.load(game, 0)?.into_iter();
    let line = log.next().context("an empty log")?;
    let first: Logged = whole(&line)?;
    let mut table = Table::begin(&first, line.at, secret).context("a log that begins with nothing")?;
    let (mut entries, mut snapshots) = (vec![first], BTreeMap::new());
    loop {
        if wanted.contains(&table.version()) {
            snapshots.insert(table.version(), table.snapshot());
        }
        let Some(line) = log.next() else { break };
        let logged = whole(&line)?;
        table.apply(&logged, line.at);
        entries.push(logged);
    }
    Ok(Log { entries, table, snapshots })
}

/// Checks a table against its log; if all is at rest, everyone must have the last version.
pub fn audit(store: &Store, around: &Around, at_rest: bool, figures: &mut Figures) -> Result<()> {
    let versions = around.clients.iter().filter_map(|client| Some(client.mirror.as_ref()?.version()));
    let log = read(store, around.game, &versions.collect::<Vec<_>>())?;
    ensure!(log.table.stage() != Stage::Frozen, "the log cannot be played again");
    let row = store.game(around.game)?.context("the game is gone")?;
    ensure!(row.index == server::session::index(&log.table), "the row of the game is not that of its log");
    check_ids(&log)?;
    for client in &around.clients {
        check_mirror(client, &log, at_rest).with_context(|| format!("{client:?}"))?;
        check_answers(client, &log).with_context(|| format!("client {}", client.number))?;
    }
    figures.count("audits");
    Ok(())
}

/// The table where the people of a game meet again and its secret, as soon as both tables know of it. If it is there,
/// all are seated, however often that was tried and whatever went wrong.
pub fn rematch(store: &Store, game: GameId) -> Result<Option<(GameId, [u8; 32])>> {
    let again = GameId::after(game);
    let noted = read(store, game, &[])?.entries.into_iter().filter_map(|logged| match logged.entry {
        Entry::Rematch { game } => Some(game),
        _ => None,
    });
    let noted: Vec<String> = noted.collect();
    ensure!(noted.iter().all(|name| *name == again.to_string()) && noted.len() < 2, "noted: {noted:?}");
    let Some(row) = store.game(again)? else {
        ensure!(noted.is_empty(), "the same people are to meet at a table that is not there");
        return Ok(None);
    };
    let table = read(store, again, &[])?.table;
    let free = table.snapshot().seats.iter().filter(|seat| seat.name.is_none()).count();
    ensure!(free == 0, "the same people meet again, but {free} of them have no seat");
    Ok((!noted.is_empty()).then_some((again, row.secret.0)))
}

/// What a client knows is what the log tells.
fn check_mirror(client: &Client, log: &Log, at_rest: bool) -> Result<()> {
    let Some(mirror) = &client.mirror else { return Ok(()) };
    let version = mirror.version();
    let told = log.snapshots.get(&version).context("a version that is not in the log")?;
    let known = mirror.snapshot();
    ensure!(known == *told, "at version {version} the log tells\n{told:?}\nand the client knows\n{known:?}");
    ensure!(!at_rest || version == log.table.version(), "left behind at version {version}");
    Ok(())
}

/// Nothing acknowledged is lost, and nothing refused was done.
fn check_answers(client: &Client, log: &Log) -> Result<()> {
    let person = Some(client.person.person);
    for (command, answer, late) in client.answers() {
        let own = |logged: &Logged| logged.id.as_ref() == Some(&command.id) && logged.person == person;
        match answer {
            FromServer::Done { version, .. } => {
                let logged = version.checked_sub(1).and_then(|index| log.entries.get(index as usize));
                ensure!(logged.is_some_and(own), "{command:?} was acknowledged as {version}: lost");
            }
            _ => {
                let perhaps = late || is_for_the_moment(answer);
                ensure!(perhaps || !log.entries.iter().any(own), "{command:?} was refused, and done");
            }
        }
    }
    Ok(())
}

/// Nothing was done twice.
fn check_ids(log: &Log) -> Result<()> {
    let mut ids: Vec<_> =
        log.entries.iter().filter_map(|logged| Some((logged.person, logged.id.as_ref()?))).collect();
    ids.sort_unstable();
    let twice = ids.windows(2).find(|pair| pair[0] == pair[1]);
    ensure!(twice.is_none(), "{twice:?} was done twice");
    Ok(())
}

/// Counts what is in the log of a finished table.
pub fn count_entries(store: &Store, game: GameId, figures: &mut Figures) -> Result<()> {
    for line in store.load(game, 0)? {
        let logged = whole(&line)?;
        figures.count(&format!("logged: {}", name(&logged.entry)));
    }
    figures.count("tables");
    Ok(())
}

fn name(entry: &Entry) -> &'static str {
    match entry {
        Entry::Opened { .. } => "opened",
        Entry::Sat { .. } => "sat",
        Entry::Stood { .. } => "stood",
        Entry::Given { .. } => "given",
        Entry::Dropped { .. } => "dropped",
        Entry::Continued { .. } => "continued",
        Entry::Rematch { .. } => "rematch",
        Entry::Forgiven { .. } => "forgiven",
        Entry::Closed { .. } => "closed",
        Entry::Dealing { .. } => "dealing",
        Entry::Committed { .. } => "committed",
        Entry::Revealed { .. } => "revealed",
        Entry::CalledOff { .. } => "called off",
        Entry::Began { .. } => "began",
        Entry::Played { .. } => "played",
        Entry::Left { why: wire::table::Leaving::Clock, .. } => "left by the clock",
        Entry::Left { .. } => "resigned",
        Entry::Asked { .. } => "asked",
        Entry::Answered { .. } => "answered",
        Entry::Lapsed {} => "lapsed",
        Entry::Ended { .. } => "ended",
        Entry::TookBack { .. } => "took back",
        Entry::Replaced { computer: Some(_), .. } => "replaced by the computer",
        Entry::Replaced { .. } => "came back",
        Entry::Hinted { .. } => "hinted",
        Entry::Said { .. } => "said",
        Entry::Muted { .. } => "muted",
        Entry::Unsealed { .. } => "unsealed",
    }
}
