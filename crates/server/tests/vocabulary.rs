//! `web/vocabulary.js` has the words that the engine, the server and the page share: what there is, written once in Rust.
//! `UPDATE=1 cargo test -p server --test vocabulary` writes it anew.

use art::Piece;
use rules::{Catalogue, Edition, FeatureKind, Figure, Good, Knobs, Parts, Role, Sets, TileSet};
use server::http::Code;
use std::collections::BTreeSet;
use std::path::Path;
use table::{BadTable, Refusal};

const HEAD: &str = "\
// @ts-check
// The words that the engine, the server and the page share. Written by
// `UPDATE=1 cargo test -p server --test vocabulary`; do not edit.
";

const TYPES: &str = "
/**
 * @typedef {(typeof PARTS)[number]} Part
 * @typedef {keyof typeof KNOBS} Knob
 * @typedef {(typeof ROLES)[number]} Role
 * @typedef {keyof typeof PIECES} Piece
 * @typedef {(typeof LEVELS)[number]} Level
 * @typedef {(typeof CODES)[number]} Code
 */
";

#[test]
fn the_words_for_the_page_are_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/vocabulary.js");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, script()).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == script(),
        "web/vocabulary.js is not current; `UPDATE=1 cargo test -p server --test vocabulary` writes it anew"
    );
}

/// Constants that cannot be changed, whose types are their values.
fn script() -> String {
    let constants = [
        ("SETS", "The sets: how many tiles a box has, and which parts it brings.", sets()),
        ("PARTS", "The parts that can be switched off.", list(Parts::NAMES.iter().copied())),
        (
            "KNOBS",
            "The knobs: the set whose rules they change, and their values, the default first.",
            knobs(),
        ),
        (
            "EDITIONS",
            "The editions, the oldest first: where they differ from the knobs' defaults.",
            editions(),
        ),
        ("FIGURES", "The figures.", list(Figure::ALL.map(Figure::name))),
        ("FEATURE_KINDS", "What can be claimed.", list(FeatureKind::ALL.map(FeatureKind::name))),
        ("ROLES", "What figures are called where they stand.", list(Role::ALL.map(Role::name))),
        ("ROLE_OF", "What each figure is called on each kind of feature.", roles()),
        ("GOODS", "The kinds of tokens.", list(Good::ALL.map(Good::name))),
        (
            "PIECES",
            "What stands on a board: how large it is on a tile of 200 units, and where its picture touches the ground.",
            pieces(),
        ),
        ("PLAYERS", "The computer's players.", list(ai::PLAYERS.iter().copied())),
        ("LEVELS", "How strong the computer may be.", list(ai::LEVELS.map(|level| level.name))),
        ("LEVEL", "How strong it is if nobody says.", text(ai::USUAL_LEVEL)),
        ("CODES", "What can be wrong with what was asked for.", list(codes())),
    ];
    let constants = constants.map(|(name, doc, value)| constant(name, doc, &value));
    format!("{HEAD}{}{TYPES}", constants.concat())
}

fn constant(name: &str, doc: &str, value: &str) -> String {
    format!("\n/** {doc} */\nexport const {name} = Object.freeze(/** @type {{const}} */ ({value}));\n")
}

fn text(word: &str) -> String {
    format!("{word:?}")
}

fn list(words: impl IntoIterator<Item = &'static str>) -> String {
    format!("[{}]", words.into_iter().map(text).collect::<Vec<_>>().join(", "))
}

fn object(entries: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let entries = entries.into_iter().map(|(name, value)| format!("\n  {name:?}: {value},"));
    format!("{{{}\n}}", entries.collect::<String>())
}

fn record(entries: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let entries = entries.into_iter().map(|(name, value)| format!("{name:?}: {value}"));
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}

fn sets() -> String {
    object(TileSet::ALL.map(|set| {
        let tiles = Catalogue::shipped().tiles().iter().filter(|tile| tile.set == set);
        let tiles: u32 = tiles.map(|tile| u32::from(tile.copies)).sum();
        let brought = Parts::of_sets(Sets::from([(set, 1)]));
        let parts = Parts::NAMES.iter().copied().filter(|name| brought.get(name) == Some(true));
        (set.name(), record([("tiles", tiles.to_string()), ("parts", list(parts))]))
    }))
}

fn knobs() -> String {
    object(Knobs::NAMES.iter().map(|name| {
        let set = Knobs::set_of(name).expect("every knob belongs to a set");
        let values = Knobs::values(name).expect("every knob has values");
        (*name, record([("set", text(set.name())), ("values", list(values))]))
    }))
}

fn editions() -> String {
    let usual = Knobs::default();
    let of = |edition: Edition| {
        let knobs = edition.knobs();
        let other = Knobs::NAMES.iter().filter(|name| knobs.get(name) != usual.get(name));
        let other = record(other.map(|name| (*name, text(knobs.get(name).expect("it has a value")))));
        format!("\n  {},", record([("name", text(edition.name())), ("knobs", other)]))
    };
    format!("[{}\n]", Edition::ALL.map(of).concat())
}

fn roles() -> String {
    let of = |figure| FeatureKind::ALL.map(|kind| (kind.name(), text(Role::of(figure, kind).name())));
    object(Figure::ALL.map(|figure| (figure.name(), record(of(figure)))))
}

fn pieces() -> String {
    object(Piece::all().map(|piece| {
        let (size, (across, down)) = piece.size();
        (piece.name(), format!("[{size}, {across}, {down}]"))
    }))
}

fn codes() -> BTreeSet<&'static str> {
    Code::codes().chain(Refusal::codes()).chain(BadTable::codes()).collect()
}
