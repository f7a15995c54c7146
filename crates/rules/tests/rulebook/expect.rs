//! What a script expects: `>` of the last move, `=` of the position.

use crate::game::Game;
use crate::names::{Told, figure_name, good_name, kind_name, read_good, read_kind, read_place, read_tally};
use crate::names::{read_turned, spot_name, tally_of, tally_text};
use crate::words;
use rules::{Action, Extra, Figure, Laid, Seat, Spot, Tally, ToAct};
use std::fmt::{Debug, Display};

/// The events named, in this order, others between them or not; `no city`: none that begins so from there on.
pub fn happened(game: &Game, expected: &str) -> Told<()> {
    let mut rest = &game.record[..];
    for wanted in expected.split(';').map(|wanted| with_full_names(game, wanted.trim())) {
        if let Some(unwanted) = wanted.strip_prefix("no ") {
            if let Some(found) = rest.iter().find(|one| one.short.starts_with(unwanted)) {
                return Err(format!("`{}` should not have happened", found.short));
            }
            continue;
        }
        let found = rest.iter().position(|one| one.short == wanted || one.full == wanted);
        let found = found.ok_or_else(|| format!("`{wanted}` did not happen, or not in this order"))?;
        rest = &rest[found + 1..];
    }
    Ok(())
}

/// Spots may be named in any way; events name them in one.
fn with_full_names(game: &Game, text: &str) -> String {
    let word = |word: &str| {
        let name = word.trim_end_matches([':', ')']);
        let colon = &word[name.len()..];
        let spot = name.split_once('@').filter(|(segment, _)| !segment.is_empty());
        match spot.map(|_| game.read_spot(name)) {
            Some(Ok(spot)) => spot_name(&game.view, spot) + colon,
            _ => word.to_owned(),
        }
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

/// How things stand.
pub fn stands(game: &Game, expected: &str) -> Told<()> {
    let words: Vec<_> = expected.split_whitespace().collect();
    let (first, rest) = words.split_first().ok_or("what is expected?")?;
    let view = &game.view;
    match *first {
        "home" => each(game, rest, |seat| u32::from(view.supply[seat.index()][Figure::Follower as usize])),
        "builders" => each(game, rest, |seat| u32::from(view.supply[seat.index()][Figure::Builder as usize])),
        "pigs" => each(game, rest, |seat| u32::from(view.supply[seat.index()][Figure::Pig as usize])),
        "projected" => each(game, rest, |seat| game.position.projected()[seat.index()]),
        "goods" => goods(game, rest),
        "lies" => lies(game, rest),
        "stands" => figure(game, rest),
        "free" => rest.iter().try_for_each(|spot| free(game, spot)),
        "dragon" => same(optional(view.dragon, "off"), rest.join(" ")),
        "fairy" => fairy(game, rest),
        "bag" => tally(game.position.bag().collect(), rest),
        "left" => tally(view.left.clone(), rest),
        "held" => tally(view.held.clone(), rest),
        "aside" => tally(view.aside.clone(), rest),
        "removed" => tally(view.removed.clone(), rest),
        "hand" => same(optional(view.hand.map(kind_name), "none"), kind_text(rest)?),
        "phase" => same(words::phase(game.position.phase(), &game.players), rest.join(" ")),
        "turn" => same(game.players.name(game.position.turn()).to_owned(), rest.join(" ")),
        "acts" => same(acting(game), rest.join(" ")),
        "second" => same(second(game.position.extra()).to_owned(), rest.join(" ")),
        "options" => options(game, expected.trim_start().trim_start_matches("options")),
        "option" => listed(game, rest, true),
        "no" if rest.first() == Some(&"option") => listed(game, &rest[1..], false),
        "places" => places(game, rest),
        "place" => place(game, rest, true),
        "no" if rest.first() == Some(&"place") => place(game, &rest[1..], false),
        "joined" => joined(game, rest, true),
        "apart" => joined(game, rest, false),
        "complete" => rest.iter().try_for_each(|spot| complete(game, spot, true)),
        "unfinished" => rest.iter().try_for_each(|spot| complete(game, spot, false)),
        "winners" => winners(game, rest),
        _ => each(game, &words, |seat| game.position.scores()[seat.index()]),
    }
}

fn same<T: PartialEq + Display>(found: T, expected: T) -> Told<()> {
    if found == expected { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}

fn optional<T: Display>(value: Option<T>, nothing: &str) -> String {
    value.map_or_else(|| nothing.to_owned(), |value| value.to_string())
}

fn kind_text(words: &[&str]) -> Told<String> {
    match words {
        ["none"] => Ok("none".to_owned()),
        [word] => Ok(kind_name(read_kind(word)?)),
        _ => Err("one tile, or none".to_owned()),
    }
}

/// `red 3 blue 0`: every player named has this much.
fn each(game: &Game, words: &[&str], have: impl Fn(Seat) -> u32) -> Told<()> {
    for pair in words.chunks(2) {
        let [who, count] = pair else {
            return Err("players and numbers in turn, as in red 3 blue 0".to_owned());
        };
        let seat = game.players.seat(who)?;
        let wanted: u32 = count.parse().map_err(|_| format!("`{count}` is no number"))?;
        if have(seat) != wanted {
            return Err(format!("expected {who} {wanted}, found {}", have(seat)));
        }
    }
    Ok(())
}

/// `red 2 wine 1 cloth`: all that this player has.
fn goods(game: &Game, words: &[&str]) -> Told<()> {
    let (who, rest) = words.split_first().ok_or("whose goods?")?;
    let mut wanted = [0u16; 3];
    for pair in rest.chunks(2) {
        let [count, good] = pair else {
            return Err("numbers and goods in turn, as in 2 wine 1 cloth".to_owned());
        };
        wanted[read_good(good)? as usize] = count.parse().map_err(|_| format!("`{count}` is no number"))?;
    }
    let found = game.view.goods[game.players.seat(who)?.index()];
    let told = |goods: [u16; 3]| {
        rules::Good::ALL.map(|good| format!("{} {}", goods[good as usize], good_name(good))).join(" ")
    };
    same(told(found), told(wanted))
}

/// `D^ 0,0`: that tile lies there, turned so.
fn lies(game: &Game, words: &[&str]) -> Told<()> {
    let [tile, cell] = words else { return Err("which tile lies where, as in D^ 0,0".to_owned()) };
    let (kind, rotation) = read_turned(tile)?;
    let wanted = Laid { cell: game.read_cell(cell)?, kind, rotation };
    if game.view.tiles.contains(&wanted) { Ok(()) } else { Err(format!("{tile} does not lie at {cell}")) }
}

/// `red city@r1` (a follower) or `red builder road@r1`.
fn figure(game: &Game, words: &[&str]) -> Told<()> {
    let (who, figure, spot) = match *words {
        [who, spot] => (who, Figure::Follower, spot),
        [who, "builder", spot] => (who, Figure::Builder, spot),
        [who, "pig", spot] => (who, Figure::Pig, spot),
        _ => return Err("who stands where, as in red city@r1".to_owned()),
    };
    let wanted = (game.players.seat(who)?, figure);
    match *game.view.pieces_at(game.read_spot(spot)?) {
        [found] if (found.seat, found.figure) == wanted => Ok(()),
        [found, ..] => {
            Err(format!("there stands a {} of {}", figure_name(found.figure), game.players.name(found.seat)))
        }
        [] => Err("nobody stands there".to_owned()),
    }
}

fn free(game: &Game, spot: &str) -> Told<()> {
    match game.view.pieces_at(game.read_spot(spot)?).first() {
        Some(found) => {
            let (what, who) = (figure_name(found.figure), game.players.name(found.seat));
            Err(format!("on {spot} stands a {what} of {who}"))
        }
        None => Ok(()),
    }
}

/// `off`, `@1,0` (beside nobody, or on the tile), `city@1,0`.
fn fairy(game: &Game, words: &[&str]) -> Told<()> {
    let [wanted] = words else { return Err("one place of the fairy".to_owned()) };
    let found = game.view.fairy;
    let right = match (found, wanted.strip_prefix('@')) {
        (None, _) => *wanted == "off",
        (Some(fairy), Some(cell)) => fairy.segment.is_none() && fairy.cell == game.read_cell(cell)?,
        (Some(fairy), None) if *wanted != "off" => {
            let spot = game.read_spot(wanted)?;
            fairy.segment.map(|segment| Spot::new(fairy.cell, segment)) == Some(spot)
        }
        (Some(_), None) => false,
    };
    if right { Ok(()) } else { Err(format!("the fairy is at {found:?}")) }
}

fn tally(found: Tally, words: &[&str]) -> Told<()> {
    same(tally_text(found.iter()), tally_text(tally_of(read_tally(words)?).iter()))
}

fn acting(game: &Game) -> String {
    match game.position.to_act() {
        ToAct::Seat(seat) => game.players.name(seat).to_owned(),
        ToAct::Chance => "chance".to_owned(),
        ToAct::Over(_) => "nobody".to_owned(),
    }
}

fn second(extra: Extra) -> &'static str {
    match extra {
        Extra::No => "no",
        Extra::Earned => "earned",
        Extra::Second => "begun",
    }
}

fn legal(game: &Game) -> Vec<Action> {
    let mut actions = Vec::new();
    game.position.legal_actions(&mut actions);
    actions
}

fn differ<T: Debug + PartialEq>(found: &[T], wanted: &[T], tell: impl Fn(&T) -> String) -> Told<()> {
    let beyond = |all: &[T], others: &[T]| {
        let some: Vec<_> = all.iter().filter(|one| !others.contains(one)).map(&tell).collect();
        some.join(", ")
    };
    let (missing, extra) = (beyond(wanted, found), beyond(found, wanted));
    if missing.is_empty() && extra.is_empty() {
        return Ok(());
    }
    Err(format!("expected but not open: [{missing}]; open but not expected: [{extra}]"))
}

/// Exactly what may be done now, passing aside: `city, road.E, builder road.W`; `none`: nothing.
fn options(game: &Game, text: &str) -> Told<()> {
    let listed = text.split(", ").map(str::trim).filter(|one| *one != "none");
    let wanted = listed.map(|one| game.read_action(&one.split_whitespace().collect::<Vec<_>>()));
    let wanted = wanted.collect::<Told<Vec<Action>>>()?;
    let found: Vec<_> = legal(game).into_iter().filter(|action| *action != Action::Pass).collect();
    differ(&found, &wanted, |action| words::action(*action, &game.view))
}

fn listed(game: &Game, words: &[&str], wanted: bool) -> Told<()> {
    let action = game.read_action(words)?;
    match legal(game).contains(&action) == wanted {
        true => Ok(()),
        false if wanted => Err(format!("`{}` is not open", words.join(" "))),
        false => Err(format!("`{}` is open", words.join(" "))),
    }
}

fn read_placement(word: &str) -> Told<Action> {
    read_place(word).map(|(cell, rotation)| Action::Place { cell, rotation })
}

/// Exactly where the tile in hand may lie: `0,1v 1,0^`.
fn places(game: &Game, words: &[&str]) -> Told<()> {
    let wanted = words.iter().filter(|word| **word != "none").map(|word| read_placement(word));
    let wanted = wanted.collect::<Told<Vec<_>>>()?;
    differ(&legal(game), &wanted, |action| words::action(*action, &game.view))
}

fn place(game: &Game, words: &[&str], wanted: bool) -> Told<()> {
    for word in words {
        if legal(game).contains(&read_placement(word)?) != wanted {
            return Err(format!("the tile in hand {} lie at {word}", if wanted { "cannot" } else { "can" }));
        }
    }
    Ok(())
}

fn feature(game: &Game, spot: &str) -> Told<rules::Feature> {
    let spot = game.read_spot(spot)?;
    game.position.feature(spot).ok_or_else(|| format!("there is no feature at {spot}"))
}

/// All of them one feature, or all of them different ones.
fn joined(game: &Game, spots: &[&str], wanted: bool) -> Told<()> {
    for (n, a) in spots.iter().enumerate() {
        for b in &spots[n + 1..] {
            if (feature(game, a)?.id == feature(game, b)?.id) != wanted {
                let verb = if wanted { "are not" } else { "are" };
                return Err(format!("{a} and {b} {verb} one feature"));
            }
        }
    }
    Ok(())
}

fn complete(game: &Game, spot: &str, wanted: bool) -> Told<()> {
    let found = feature(game, spot)?.complete;
    if found == wanted { Ok(()) } else { Err(format!("{spot}: complete is {found}")) }
}

fn winners(game: &Game, words: &[&str]) -> Told<()> {
    let found: Vec<_> =
        game.position.standing().winners.iter().map(|seat| game.players.name(*seat)).collect();
    let wanted: Vec<_> = words.iter().filter(|word| **word != "nobody").copied().collect();
    same(found.join(" "), wanted.join(" "))
}
