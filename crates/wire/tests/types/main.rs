//! `web/wire.d.ts` says what a browser sends and gets;
//! `UPDATE=1 cargo test -p bastide-wire --test types` writes it anew.

mod typescript;

use schemars::SchemaGenerator;
use std::path::Path;
use wire::api::ROUTES;
use wire::shape::{Shape, Shapes};

const FILE: &str = "../../web/wire.d.ts";

/// What has no route of its own: what flows over the socket, the catalogue, and what can be asked of a position.
const SENT: [Shape; 1] = [SchemaGenerator::subschema_for::<wire::table::ToServer>];
const GOT: [Shape; 10] = [
    SchemaGenerator::subschema_for::<wire::table::FromServer>,
    SchemaGenerator::subschema_for::<wire::table::You>,
    SchemaGenerator::subschema_for::<wire::table::Update>,
    SchemaGenerator::subschema_for::<wire::table::Rejection>,
    SchemaGenerator::subschema_for::<wire::table::Receipt>,
    SchemaGenerator::subschema_for::<wire::table::Failure>,
    SchemaGenerator::subschema_for::<wire::Tile>,
    SchemaGenerator::subschema_for::<wire::Feature>,
    SchemaGenerator::subschema_for::<wire::CellFits>,
    SchemaGenerator::subschema_for::<wire::Standing>,
];

fn types() -> String {
    let sent = ROUTES.iter().filter_map(|route| route.body).map(|(_, shape)| shape).chain(SENT);
    let answers = ROUTES.iter().flat_map(|route| route.answers).filter_map(|answer| answer.content);
    let got = answers.map(|(_, shape)| shape).chain(GOT);
    let shapes = Shapes::of(&sent.collect::<Vec<_>>(), &got.collect::<Vec<_>>());
    typescript::file(&shapes.named())
}

#[test]
fn the_types_for_browsers_are_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, types()).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == types(),
        "web/wire.d.ts is not current; `UPDATE=1 cargo test -p bastide-wire --test types` writes it anew"
    );
}
