//! Answers of JSON.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A value of `wire` as JSON.
pub fn json(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// What was asked for.
pub fn ok(text: String) -> Response {
    json(StatusCode::OK, text)
}

/// What was made.
pub fn made(text: String) -> Response {
    json(StatusCode::CREATED, text)
}
