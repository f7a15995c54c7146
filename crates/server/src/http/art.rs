//! Pictures of tiles and figures, drawn when asked for and kept by browsers.

use super::App;
use super::caller::CallerAddress;
use super::failed::{Failed, not_found};
use super::packed::Sent;
use super::web::send;
use ::art::{Piece, Theme};
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use rules::{Catalogue, Kind, Rotation, Seat};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use wire::SegmentOutline;

/// `GET /assets/{hash}/art/{theme}/{kind}/{rotation}.svg`, `.../figure/{piece}/{seat}.svg`, `.../outlines.json`
pub async fn picture(
    State(app): State<App>,
    Path((hash, path)): Path<(String, String)>,
    caller: CallerAddress,
    asked: HeaderMap,
) -> Result<Response, Failed> {
    app.web.check(&hash)?;
    let Some(picture) = Picture::read(&path) else { return Err(not_found().await) };
    let is_list = matches!(picture, Picture::Outlines);
    let kind = if is_list { "application/json" } else { "image/svg+xml" };
    let sent = Sent { kind, cache: app.web.picture_cache() };
    send(&app, &caller, &asked, &format!("art/{path}"), sent, move || picture.draw()).await
}

/// What can be asked for.
enum Picture {
    Outlines,
    Figure(Piece, Seat),
    Tile(Kind, Rotation, Theme),
}

impl Picture {
    fn read(path: &str) -> Option<Picture> {
        if path == "outlines.json" {
            return Some(Picture::Outlines);
        }
        let mut parts = path.strip_suffix(".svg")?.split('/');
        let (first, name, number) = (parts.next()?, parts.next()?, digit(parts.next()?)?);
        if parts.next().is_some() {
            return None;
        }
        if first == "figure" {
            let seat = number.checked_sub(1).filter(|seat| usize::from(*seat) < rules::MAX_SEATS)?;
            return Some(Picture::Figure(Piece::from_name(name)?, Seat(seat)));
        }
        let rotation = (number < 4).then(|| Rotation::new(number))?;
        Some(Picture::Tile(Kind::named(name)?, rotation, Theme::from_name(first)?))
    }

    fn draw(self) -> Bytes {
        match self {
            Picture::Outlines => Bytes::from_static(outlines().as_bytes()),
            Picture::Figure(piece, seat) => ::art::figure(piece, seat).into(),
            Picture::Tile(kind, rotation, theme) => ::art::tile(kind, rotation, theme).into(),
        }
    }
}

/// A picture has one address only, so that nobody fills what is kept with the same one under many.
fn digit(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number: &u8| number.to_string() == text)
}

/// Plans all tiles, so that whoever opens the first table does not wait for it. That takes seconds, and it is when a
/// server starts that most people come back: the calling thread lets everything else go first.
pub fn draw_ahead() {
    crate::thinkers::step_back(crate::thinkers::BACK);
    outlines();
}

/// The segments of every tile, by its name.
fn outlines() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let all = Catalogue::shipped().kinds().map(|kind| (kind.name(), segments(kind)));
        wire::write(&all.collect::<BTreeMap<_, _>>())
    })
}

fn segments(kind: Kind) -> Vec<SegmentOutline> {
    let shown = |outline: ::art::Outline| {
        let (x, y) = ::art::stand(kind, Rotation::NONE, outline.segment).unwrap_or((100.0, 100.0));
        let stand = (x.round() as i16, y.round() as i16);
        SegmentOutline { segment: outline.segment, kind: outline.kind.into(), path: outline.path, stand }
    };
    ::art::outlines(kind, Rotation::NONE).into_iter().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_one_address() {
        assert!(Picture::read("classic/D/0.svg").is_some() && Picture::read("figure/pig/1.svg").is_some());
        for path in [
            "classic/D/00.svg",
            "classic/D/+0.svg",
            "classic/D/4.svg",
            "figure/pig/01.svg",
            "figure/pig/7.svg",
        ] {
            assert!(Picture::read(path).is_none(), "{path}");
        }
    }
}
