//! Links as pictures for telephones.

use super::App;
use super::failed::Failed;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg::Color;

/// The longest link.
const LONGEST: usize = 400;

/// `POST /api/qr`: the text of the body as a picture. It comes by POST because links have secrets in them.
pub async fn draw(State(app): State<App>, request: Request) -> Result<Response, Failed> {
    let bytes = axum::body::to_bytes(request.into_body(), app.limits.body_bytes).await;
    let bytes = bytes.map_err(|_| Failed::too_large(app.limits.body_bytes))?;
    let text = std::str::from_utf8(&bytes).unwrap_or_default();
    let message = format!("a link has 1 to {LONGEST} bytes");
    let wrong = || Failed::new(StatusCode::BAD_REQUEST, "bad-link", message);
    if text.is_empty() || text.len() > LONGEST {
        return Err(wrong());
    }
    let code = QrCode::new(text).map_err(|_| wrong())?;
    let picture = code
        .render()
        .min_dimensions(200, 200)
        .dark_color(Color("#221a14"))
        .light_color(Color("#fff"))
        .build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}
