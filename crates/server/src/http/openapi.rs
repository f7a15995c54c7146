//! The description of all this for programs.

use axum::http::header;
use axum::response::IntoResponse;
use std::sync::LazyLock;

static DOCUMENT: LazyLock<String> = LazyLock::new(wire::api::document);

/// `GET /api/openapi.json`
pub async fn describe() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str())
}
