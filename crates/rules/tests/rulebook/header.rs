//! The first lines of a script: who plays, by which rules, with which tiles.

use crate::board::read_grid;
use crate::names::{Players, Told, is_turned_tile, read_kind, read_tally, read_turned};
use crate::script::NumberedLine;
use rules::{Edition, Kind, Parts, Sets, Setup, TileSet};

const HEADERS: [&str; 6] = ["players", "rules", "parts", "sets", "bag", "spare"];

pub fn is_header(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|word| HEADERS.contains(&word))
}

pub fn read(lines: &[NumberedLine]) -> Told<(Players, Setup)> {
    let find = |name: &str| {
        let words = lines.iter().map(|(_, text)| text.split_whitespace().collect::<Vec<_>>());
        words.filter(|words| words[0] == name).map(|words| words[1..].to_vec()).next()
    };
    let players = Players::read(&find("players").ok_or("a script begins with its players")?)?;
    let mut setup = match find("sets") {
        Some(sets) => sets_setup(&sets)?,
        None => {
            let bag = bag(lines, find("bag"), find("spare"))?;
            Setup::base(0).with_bag(bag).with_parts(Parts::NONE)
        }
    };
    setup.seats = players.count() as u8;
    for word in find("rules").unwrap_or_default() {
        set_rule(&mut setup, word)?;
    }
    if let Some(words) = find("parts") {
        setup.parts = parts(&words)?;
    }
    Ok((players, setup))
}

/// `base`, or `base*2` for two copies.
fn sets_setup(words: &[&str]) -> Told<Setup> {
    let mut sets = Sets::NONE;
    for word in words {
        let (name, copies) = word.split_once('*').unwrap_or((word, "1"));
        let set = TileSet::from_name(name).ok_or_else(|| format!("no set is called `{name}`"))?;
        let copies = copies.parse().map_err(|_| format!("`{copies}` is no number"))?;
        sets = sets.with(set, copies);
    }
    Ok(Setup::base(0).with_sets(sets))
}

fn set_rule(setup: &mut Setup, word: &str) -> Told<()> {
    match word.split_once('=') {
        Some((knob, value)) => setup.knobs.set(knob, value).map_err(|why| why.to_string()),
        None => {
            let edition = Edition::from_name(word).ok_or_else(|| format!("no edition is called `{word}`"))?;
            setup.knobs = edition.knobs();
            Ok(())
        }
    }
}

fn parts(words: &[&str]) -> Told<Parts> {
    let mut parts = Parts::NONE;
    for word in words.iter().filter(|word| **word != "none") {
        if !parts.set(word, true) {
            return Err(format!("no part is called `{word}`"));
        }
    }
    Ok(parts)
}

fn bag(lines: &[NumberedLine], bag: Option<Vec<&str>>, spare: Option<Vec<&str>>) -> Told<Vec<(Kind, u16)>> {
    if let Some(words) = bag {
        return read_tally(&words);
    }
    let mut tiles = read_tally(&spare.unwrap_or_else(|| vec!["B"]))?;
    // A tile whose placement is refused stays in hand for the next line.
    let mut in_hand = None;
    for (_, text) in lines.iter().filter(|(_, text)| !is_header(text)) {
        if text.starts_with('|') {
            tiles.extend(read_grid(&[text])?.into_iter().map(|turn| (turn.kind, 1)));
        } else if let Some((kind, refused)) = drawn(text)? {
            if in_hand != Some(kind) {
                tiles.push((kind, 1));
            }
            in_hand = refused.then_some(kind);
        }
    }
    Ok(tiles)
}

/// The tile a line draws, and whether it remains in hand after it.
fn drawn(text: &str) -> Told<Option<(Kind, bool)>> {
    let words: Vec<_> = text.split_whitespace().collect();
    match words[..] {
        ["draw", _, refusal] if refusal.starts_with('!') => Ok(None),
        ["draw", kind] => Ok(Some((read_kind(kind)?, true))),
        [who, tile, _, ref rest @ ..] if who.ends_with(':') && is_turned_tile(tile) => {
            let refused = matches!(rest, [refusal] if refusal.starts_with('!'));
            Ok(Some((read_turned(tile)?.0, refused)))
        }
        _ => Ok(None),
    }
}
