//! How the server is.

use super::App;
use super::caller::CallerAddress;
use super::code::Code;
use super::failed::{self, Failed};
use crate::limits::NoRoom;
use crate::process::{self, Usage};
use crate::serve::DATABASE;
use crate::store::StoreError;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::metrics::gauge::Gauge;
use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use wire::admin::Queue;

/// `GET /healthz`: the process lives.
pub async fn alive() -> &'static str {
    "ok\n"
}

/// Nobody makes the disk work harder by asking more often.
const FRESH: Duration = Duration::from_secs(1);
/// How often the server finds it out by itself.
const ROUND: Duration = Duration::from_secs(10);
/// What was found before that is not told any more: the disk does not answer.
const STALE: Duration = Duration::from_secs(30);

/// What was found when it was last tried to write more.
#[derive(Default)]
pub struct Readiness {
    /// One at a time tries.
    trying: Mutex<()>,
    last: std::sync::Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

impl Readiness {
    /// What is known, found out again if it is older than this.
    async fn within(
        &self,
        age: Duration,
        find_out: impl AsyncFnOnce() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let _one = self.trying.lock().await;
        if let Some(found) = self.known(age) {
            return found;
        }
        let found = find_out().await;
        *self.last() = Some((Instant::now(), found.clone()));
        found
    }

    /// What is known, if it is no older than this.
    fn known(&self, age: Duration) -> Option<Result<(), StoreError>> {
        self.last().as_ref().filter(|(when, _)| when.elapsed() < age).map(|(_, found)| found.clone())
    }

    fn last(&self) -> MutexGuard<'_, Option<(Instant, Result<(), StoreError>)>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `GET /readyz`: there is room in the store for more, and the server is not about to stop. Finding that out writes to
/// the disk, so others than the own machine hear what was found last.
pub async fn ready(
    State(app): State<App>,
    CallerAddress(address): CallerAddress,
) -> Result<&'static str, Failed> {
    if *app.closing.borrow() {
        return Err(Failed::new(
            StatusCode::SERVICE_UNAVAILABLE,
            Code::Closing,
            "the server is about to stop",
        ));
    }
    if address.to_canonical().is_loopback() {
        app.find_out_readiness(FRESH).await?;
    } else {
        app.readiness.known(STALE).unwrap_or(Err(StoreError::Busy))?;
    }
    Ok("ready\n")
}

/// The one route of the listener for metrics: players have no way to it, not even through a proxy.
pub fn metrics_router(app: App) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .fallback(failed::not_found)
        .layer(axum::middleware::from_fn_with_state(app.clone(), super::guard::guard))
        .with_state(app)
}

/// What is answered when there is no room for anybody: those who watch over the server still hear how it is.
pub fn full_router(app: App) -> Router {
    let full = || async { Failed::crowded(NoRoom::ForAnybody, "open connections") };
    Router::new()
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .fallback(full)
        .layer(axum::middleware::from_fn_with_state(app.clone(), super::guard::guard))
        .with_state(app)
}

/// `GET /metrics`: for Prometheus.
async fn metrics(State(app): State<App>) -> Response {
    let metrics = &app.metrics;
    metrics.tables.set(app.hall.len() as i64);
    metrics.sockets.set(app.sockets.inside() as i64);
    metrics.connections.set(app.connections.inside() as i64);
    let (waiting, room) = app.hall.thoughts();
    metrics.thoughts.set(waiting as i64);
    metrics.thoughts_room.set(room as i64);
    let (waiting, oldest) = app.store.writes_waiting();
    metrics.writes.set(waiting as i64);
    metrics.writes_oldest.set(seconds(oldest));
    metrics.thoughts_oldest.set(seconds(app.hall.thinkers().oldest()));
    metrics.analyses.set(app.analysts.under_way() as i64);
    metrics.hints_oldest.set(seconds(app.analysts.oldest_hint()));
    metrics.tries_oldest.set(seconds(app.trying.oldest()));
    metrics.pictures_oldest.set(seconds(app.drawing.oldest()));
    metrics.tellings_oldest.set(seconds(app.telling.oldest()));
    metrics.files_oldest.set(seconds(app.packing.oldest()));
    metrics.loads_oldest.set(seconds(app.hall.loads_waiting().1));
    metrics.analyses_oldest.set(seconds(app.analysts.studies_waiting().1));
    metrics.logs.set(app.logs.inside() as i64);
    metrics.unsent.set(app.unsent.bytes() as i64);
    take_measure(&app);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], metrics.text()).into_response()
}

/// What the process takes of its machine.
fn take_measure(app: &App) {
    let set = |gauge: &Gauge, value: Option<u64>| {
        gauge.set(value.map_or(-1, |value| i64::try_from(value).unwrap_or(i64::MAX)));
    };
    let (metrics, usage) = (&app.metrics, app.usage());
    set(&metrics.memory, usage.memory);
    set(&metrics.open_files, usage.open_files);
    set(&metrics.most_files, usage.most_files);
    set(&metrics.database, Some(usage.database));
    set(&metrics.wal, Some(usage.wal));
    set(&metrics.free_disk, usage.free_disk);
    set(&metrics.used, Some(app.room.used()));
    set(&metrics.quota, Some(app.room.quota()));
    set(&metrics.reserve, Some(app.room.reserve()));
}

impl App {
    /// Finds out from time to time whether there is room in the store for more.
    pub async fn look_after_readiness(&self) {
        // Who asks is told.
        let _ = self.find_out_readiness(ROUND).await;
    }

    async fn find_out_readiness(&self, age: Duration) -> Result<(), StoreError> {
        self.readiness.within(age, async || self.store.try_room(self.time.now()).await).await
    }

    /// What the process takes of its machine.
    pub fn usage(&self) -> Usage {
        let database = self.data.join(DATABASE);
        Usage {
            memory: process::memory(),
            open_files: process::open_files(),
            most_files: process::most_files(),
            database: process::file_bytes(&database),
            wal: process::file_bytes(&database.with_extension("db-wal")),
            free_disk: process::free_bytes(&self.data),
        }
    }

    /// Open sockets and streams.
    pub fn sockets(&self) -> usize {
        self.sockets.inside()
    }

    /// Who waits for what.
    pub fn queues(&self) -> Vec<Queue> {
        let thinkers = self.hall.thinkers();
        let writes = self.store.writes_waiting();
        let all = [
            ("the disk", writes),
            ("the computer", (thinkers.waiting(), thinkers.oldest())),
            ("a hint", (self.analysts.hints_waiting(), self.analysts.oldest_hint())),
            ("a line to be tried", (self.trying.waiting(), self.trying.oldest())),
            ("a picture", (self.drawing.waiting(), self.drawing.oldest())),
            ("a list, a log or a snapshot", (self.telling.waiting(), self.telling.oldest())),
            ("a file of the page", (self.packing.waiting(), self.packing.oldest())),
            ("a table to be loaded", self.hall.loads_waiting()),
            ("an analysis", self.analysts.studies_waiting()),
        ];
        let queue = |(name, (waiting, oldest)): (&str, (usize, Option<Instant>))| Queue {
            name: name.to_owned(),
            waiting: waiting as u64,
            oldest_seconds: seconds(oldest),
        };
        all.into_iter().map(queue).collect()
    }
}

/// How long somebody has waited; 0 if nobody does.
fn seconds(since: Option<Instant>) -> f64 {
    since.map_or(0.0, |since| since.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_found_is_told_until_it_is_old() {
        let readiness = Readiness::default();
        assert_eq!(readiness.known(Duration::MAX), None);
        let (age, full) = (Duration::MAX, Err(StoreError::Busy));
        assert_eq!(readiness.within(age, async || Ok(())).await, Ok(()));
        assert_eq!(readiness.within(age, async || unreachable!("it is known")).await, Ok(()));
        assert_eq!(readiness.within(Duration::ZERO, async || Err(StoreError::Busy)).await, full);
        assert_eq!((readiness.known(age), readiness.known(Duration::ZERO)), (Some(full), None));
    }
}
