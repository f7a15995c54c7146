//! How the server is.

use super::App;
use super::failed::Failed;
use crate::store::StoreError;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// `GET /healthz`: the process lives.
pub async fn alive() -> &'static str {
    "ok\n"
}

/// Nobody makes the disk work harder by asking more often.
const FRESH: Duration = Duration::from_secs(1);

/// What was found when it was last tried to write more.
#[derive(Default)]
pub struct Readiness(Mutex<Option<(Instant, Result<(), StoreError>)>>);

impl Readiness {
    async fn of(&self, app: &App) -> Result<(), StoreError> {
        let mut last = self.0.lock().await;
        if let Some((when, found)) = &*last
            && when.elapsed() < FRESH
        {
            return found.clone();
        }
        let found = app.store.try_room(app.time.now()).await;
        *last = Some((Instant::now(), found.clone()));
        found
    }
}

/// `GET /readyz`: there is room in the store for more, and the server is not about to stop.
pub async fn ready(State(app): State<App>) -> Result<&'static str, Failed> {
    if *app.closing.borrow() {
        return Err(Failed::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "the server is about to stop"));
    }
    app.readiness.of(&app).await?;
    Ok("ready\n")
}

/// `GET /metrics`: for Prometheus.
pub async fn metrics(State(app): State<App>) -> Response {
    app.metrics.tables.set(app.hall.len() as i64);
    app.metrics.sockets.set(app.doors.inside() as i64);
    let (waiting, room) = app.hall.thoughts();
    app.metrics.thoughts.set(waiting as i64);
    app.metrics.thoughts_room.set(room as i64);
    app.metrics.analyses.set(app.analysts.under_way() as i64);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text()).into_response()
}
