//! Links as pictures for telephones.

use super::App;
use super::caller::CallerAddress;
use super::code::Code;
use super::failed::Failed;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg::Color;

/// The longest link.
const LONGEST: usize = 400;

/// `POST /api/qr`: the text of the body as a picture. It comes by POST because links have secrets in them.
pub async fn draw(
    State(app): State<App>,
    caller: CallerAddress,
    request: Request,
) -> Result<Response, Failed> {
    let bytes = axum::body::to_bytes(request.into_body(), app.limits.body_bytes).await;
    let bytes = bytes.map_err(|_| Failed::too_large(app.limits.body_bytes))?;
    let text = String::from_utf8(bytes.into()).unwrap_or_default();
    let message = format!("a link has 1 to {LONGEST} bytes");
    let wrong = || Failed::new(StatusCode::BAD_REQUEST, Code::BadLink, message);
    if text.is_empty() || text.len() > LONGEST {
        return Err(wrong());
    }
    let picture = app.telling.work(caller.owner(), move || picture(&text)).await?.ok_or_else(wrong)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

fn picture(text: &str) -> Option<String> {
    let code = QrCode::new(text).ok()?;
    let mut picture = code.render();
    picture.min_dimensions(200, 200).dark_color(Color("#221a14")).light_color(Color("#fff"));
    Some(picture.build())
}
