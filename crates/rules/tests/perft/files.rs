//! Reads the `.perft` files: four lines an entry. `game` is a position, `draws` the tiles as they come, `all` the
//! nodes and points at each depth with all rotations counted, `distinct` the same with equal ones merged.

use rules::notation::parse_position;
use rules::perft::Count;
use rules::{Kind, Position};

/// An entry of a `.perft` file: a position, draws, and the nodes and points at each depth, counted both ways.
pub struct Entry {
    pub place: String,
    pub root: Position,
    pub draws: Vec<Kind>,
    pub all: Vec<Count>,
    pub distinct: Vec<Count>,
}

/// All entries of all files.
pub fn entries() -> Vec<Entry> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/perft");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|end| end == "perft")).collect();
    files.sort();
    files
        .iter()
        .flat_map(|file| read_file(&file.display().to_string(), &std::fs::read_to_string(file).unwrap()))
        .collect()
}

fn read_file(name: &str, text: &str) -> Vec<Entry> {
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
    assert_eq!(lines.len() % 4, 0, "{name}: an entry is four lines: game, draws, all, distinct");
    let entry = |lines: &[(usize, &str)]| {
        let place = format!("{name}:{}", lines[0].0);
        let field = |n: usize, word: &str| {
            let line: &str = lines[n].1;
            line.strip_prefix(word).unwrap_or_else(|| panic!("{place}: line {n} is `{word}`")).trim()
        };
        let kind = |name| Kind::named(name).unwrap_or_else(|| panic!("{place}: no tile {name}"));
        Entry {
            root: parse_position(field(0, "game")).unwrap_or_else(|error| panic!("{place}: {error}")),
            draws: field(1, "draws").split(' ').map(kind).collect(),
            all: counts(field(2, "all")),
            distinct: counts(field(3, "distinct")),
            place,
        }
    };
    lines.chunks(4).map(entry).collect()
}

fn counts(text: &str) -> Vec<Count> {
    let count = |pair: &str| {
        let (nodes, points) = pair.split_once('/').unwrap();
        Count { nodes: nodes.parse().unwrap(), points: points.parse().unwrap() }
    };
    text.split(' ').map(count).collect()
}
