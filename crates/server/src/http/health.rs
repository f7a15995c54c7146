//! How the server is.

use super::App;
use super::failed::Failed;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// `GET /healthz`: the process lives.
pub async fn alive() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: the store can be written, and the server is not about to stop.
pub async fn ready(State(app): State<App>) -> Result<&'static str, Failed> {
    if *app.closing.borrow() {
        return Err(Failed::new(StatusCode::SERVICE_UNAVAILABLE, "closing", "the server is about to stop"));
    }
    app.store.write_alive(app.time.now()).await?;
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
