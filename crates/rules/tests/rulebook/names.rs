//! The words of a script, read and written: colours, tiles, cells, segments.

use rules::{
    Cell, FeatureKind, Figure, Good, Halves, Kind, Pile, Rotation, Seat, Side, Spot, Tally, Tile, View,
};

/// What can go wrong in a script, as a sentence.
pub type Told<T> = Result<T, String>;

const COLOURS: [(&str, char); 6] =
    [("red", 'r'), ("blue", 'b'), ("yellow", 'y'), ("green", 'g'), ("black", 'k'), ("pink", 'p')];
const ARROWS: [char; 4] = ['^', '>', 'v', '<'];
const BOXES: [(char, &str); 4] = [('t', "traders-"), ('d', "dragon-"), ('r', "river-"), ('w', "winter-")];

/// Who plays, in turn order.
pub struct Players(Vec<&'static str>);

impl Players {
    pub fn read(words: &[&str]) -> Told<Players> {
        let colour = |word: &&str| COLOURS.iter().find(|(name, _)| name == word).map(|(name, _)| *name);
        let names: Option<Vec<_>> = words.iter().map(colour).collect();
        names.map(Players).ok_or_else(|| format!("{words:?} are not all colours of players"))
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn seat(&self, word: &str) -> Told<Seat> {
        let found = self.0.iter().position(|name| *name == word);
        found.map(|n| Seat(n as u8)).ok_or_else(|| format!("no player is called `{word}`"))
    }

    pub fn seat_of_letter(&self, letter: char) -> Told<Seat> {
        let colour = COLOURS.iter().find(|(_, short)| *short == letter);
        colour
            .ok_or_else(|| format!("no colour is abbreviated `{letter}`"))
            .and_then(|(name, _)| self.seat(name))
    }

    pub fn name(&self, seat: Seat) -> &'static str {
        self.0.get(seat.index()).copied().unwrap_or("nobody")
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        (0..self.0.len() as u8).map(Seat)
    }

    /// `red 3 blue 4`, those with nothing left out.
    pub fn points<T: Copy + Default + PartialEq + std::fmt::Display>(&self, all: &[T]) -> String {
        let some = self.seats().filter(|seat| all[seat.index()] != T::default());
        let told: Vec<_> = some.map(|seat| format!("{} {}", self.name(seat), all[seat.index()])).collect();
        if told.is_empty() { "nobody".to_owned() } else { told.join(" ") }
    }
}

/// A tile's name, with the boxes shortened to their first letter: `t07` is `traders-07`.
pub fn read_kind(word: &str) -> Told<Kind> {
    let long = BOXES.iter().find_map(|(short, long)| {
        let rest = word.strip_prefix(*short)?;
        (!rest.is_empty()).then(|| format!("{long}{rest}"))
    });
    Kind::named(long.as_deref().unwrap_or(word)).ok_or_else(|| format!("no tile is called `{word}`"))
}

pub fn kind_name(kind: Kind) -> String {
    let short = |(short, long): &(char, &str)| Some(format!("{short}{}", kind.name().strip_prefix(long)?));
    BOXES.iter().find_map(short).unwrap_or_else(|| kind.name().to_owned())
}

/// Whether a word is a tile with an arrow, as in `Ev`.
pub fn is_turned_tile(word: &str) -> bool {
    read_turned(word).is_ok()
}

/// A tile with an arrow that shows where its printed top points: `Ev` is E upside down.
pub fn read_turned(word: &str) -> Told<(Kind, Rotation)> {
    let (rest, rotation) = split_arrow(word)?;
    Ok((read_kind(rest)?, rotation))
}

/// A cell with an arrow: `0,1v`.
pub fn read_place(word: &str) -> Told<(Cell, Rotation)> {
    let (rest, rotation) = split_arrow(word)?;
    Ok((read_cell(rest)?, rotation))
}

fn split_arrow(word: &str) -> Told<(&str, Rotation)> {
    let last = word.chars().next_back();
    let quarters = ARROWS.iter().position(|arrow| Some(*arrow) == last);
    let quarters = quarters.ok_or_else(|| format!("`{word}` should end in an arrow: one of ^ > v <"))?;
    Ok((&word[..word.len() - 1], Rotation::new(quarters as u8)))
}

pub fn arrow(rotation: Rotation) -> char {
    ARROWS[usize::from(rotation.quarters())]
}

pub fn read_cell(word: &str) -> Told<Cell> {
    let parts = word.split_once(',').and_then(|(x, y)| Some(Cell::new(x.parse().ok()?, y.parse().ok()?)));
    parts.ok_or_else(|| format!("`{word}` should be a cell such as 1,-2"))
}

/// Tiles with counts, as in `U2 V t07*2`: a count follows a `*`, or a base tile's letter directly.
pub fn read_tally(words: &[&str]) -> Told<Vec<(Kind, u16)>> {
    let listed = words.iter().filter(|word| **word != "none");
    listed.map(|word| read_counted(word)).collect()
}

fn read_counted(word: &str) -> Told<(Kind, u16)> {
    let bad = || format!("`{word}` should be a tile with a count, such as U2 or t07*2");
    let letter = word.len() > 1 && word.starts_with(|first: char| first.is_ascii_uppercase());
    match word.split_once('*') {
        Some((name, count)) => Ok((read_kind(name)?, count.parse().map_err(|_| bad())?)),
        None if letter => Ok((read_kind(&word[..1])?, word[1..].parse().map_err(|_| bad())?)),
        None => Ok((read_kind(word)?, 1)),
    }
}

pub fn tally_text(tally: impl Iterator<Item = (Kind, u16)>) -> String {
    let told: Vec<_> = tally.map(|(kind, count)| format!("{}*{count}", kind_name(kind))).collect();
    if told.is_empty() { "none".to_owned() } else { told.join(" ") }
}

pub fn tally_of(pairs: Vec<(Kind, u16)>) -> Tally {
    pairs.into_iter().collect()
}

pub fn read_side(word: &str) -> Told<Side> {
    let mut letters = word.chars();
    let side = letters.next().and_then(Side::from_letter).filter(|_| letters.next().is_none());
    side.ok_or_else(|| format!("`{word}` should be N, E, S or W"))
}

pub fn read_good(word: &str) -> Told<Good> {
    let found = Good::ALL.into_iter().find(|good| good_name(*good) == word);
    found.ok_or_else(|| format!("`{word}` should be wine, grain or cloth"))
}

pub fn good_name(good: Good) -> &'static str {
    match good {
        Good::Wine => "wine",
        Good::Grain => "grain",
        Good::Cloth => "cloth",
    }
}

pub fn figure_name(figure: Figure) -> &'static str {
    match figure {
        Figure::Follower => "follower",
        Figure::Builder => "builder",
        Figure::Pig => "pig",
    }
}

pub fn pile_name(pile: Pile) -> &'static str {
    match pile {
        Pile::River => "river",
        Pile::Lake => "lake",
        Pile::Main => "main",
    }
}

pub fn feature_name(kind: FeatureKind) -> &'static str {
    match kind {
        FeatureKind::Road => "road",
        FeatureKind::City => "city",
        FeatureKind::Monastery => "monastery",
        FeatureKind::Field => "field",
    }
}

const FEATURES: [FeatureKind; 4] =
    [FeatureKind::Road, FeatureKind::City, FeatureKind::Monastery, FeatureKind::Field];
const HALVES: [&str; 8] = ["nl", "nr", "el", "er", "sl", "sr", "wl", "wr"];

/// A segment by what it is and where it lies once the tile is turned: `city`, `road.E`, `field.nl`,
/// `field.N` (either half), `field.inner`. Without a place the tile may have only one such segment.
pub fn read_segment(tile: &Tile, rotation: Rotation, text: &str) -> Told<u8> {
    let (what, place) = text.split_once('.').map_or((text, None), |(what, place)| (what, Some(place)));
    let kind = FEATURES.into_iter().find(|kind| feature_name(*kind) == what);
    let kind = kind.ok_or_else(|| format!("`{text}` should begin with road, city, monastery or field"))?;
    let there = |n: &usize| {
        let segment = &tile.segments[*n];
        segment.kind == kind && place.is_none_or(|place| lies_at(tile, *n, rotation, place))
    };
    let found: Vec<_> = (0..tile.segments.len()).filter(there).collect();
    match found[..] {
        [one] => Ok(one as u8),
        [] => Err(format!("tile {} has no {text} when it lies so", tile.name)),
        _ => Err(format!("tile {} has more than one {text}; say where, as in road.E or field.nl", tile.name)),
    }
}

fn lies_at(tile: &Tile, n: usize, rotation: Rotation, place: &str) -> bool {
    let segment = &tile.segments[n];
    let halves = segment.halves.turned(rotation);
    match read_side(place) {
        Ok(side) if segment.kind == FeatureKind::Field => halves.has(side, false) || halves.has(side, true),
        Ok(side) => segment.sides.turned(rotation).has(side),
        Err(_) if place == "inner" => segment.kind == FeatureKind::Field && halves == Halves::default(),
        Err(_) => HALVES.iter().position(|half| *half == place).is_some_and(|half| halves.0 >> half & 1 != 0),
    }
}

/// The shortest name of a segment that [`read_segment`] understands.
pub fn segment_name(tile: &Tile, rotation: Rotation, number: u8) -> String {
    let Some(segment) = tile.segments.get(usize::from(number)) else { return format!("segment {number}") };
    let what = feature_name(segment.kind);
    if read_segment(tile, rotation, what).is_ok() {
        return what.to_owned();
    }
    let sides = segment.sides.turned(rotation).iter().next().map(|side| side.letter().to_string());
    let halves = segment.halves.turned(rotation);
    let half =
        HALVES.iter().enumerate().find(|(n, _)| halves.0 >> n & 1 != 0).map(|(_, name)| name.to_string());
    let place = sides.or(half).unwrap_or_else(|| "inner".to_owned());
    format!("{what}.{place}")
}

/// A spot as `city.N@0,1`.
pub fn spot_name(view: &View, spot: Spot) -> String {
    let laid = view.tiles.iter().find(|laid| laid.cell == spot.cell);
    let segment = laid.map(|laid| segment_name(laid.kind.tile(), laid.rotation, spot.segment));
    format!("{}@{}", segment.unwrap_or_else(|| "nothing".to_owned()), spot.cell)
}
