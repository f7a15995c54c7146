//! Reads the header of a record: its tags, and the setup they make.

use super::cursor::{Cursor, Tok};
use super::error::{Fault, Mark, RecordError};
use super::position::parse_view;
use super::setup::{Draft, Field};
use super::tags::{RULES, START, Tags, is_name, is_reserved, unescape};
use super::word::number;
use super::{MAX_POSITION, MAX_TAG_VALUE, MAX_TAGS};
use crate::catalogue::Catalogue;
use crate::ruleset::Ruleset;
use crate::setup::{BadSetup, Setup};

/// What stands above the first turn.
pub(super) struct Header {
    pub rules: u32,
    pub tags: Tags,
    pub setup: Setup,
    /// Where the setup begins.
    pub mark: Mark,
}

/// A tag as it stands in the text.
struct RawTag {
    name: String,
    name_mark: Mark,
    value: String,
    /// Where the value begins, behind its quote.
    mark: Mark,
}

impl Header {
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Header, RecordError> {
        let (tags, fixed) = read_tags(cursor)?;
        let after = cursor.peek()?;
        let need = |name| find(&fixed, name).ok_or_else(|| Fault::Missing(name).at(after.mark));
        let rules = need(RULES)?;
        let refused =
            || Fault::expected("the number of a rules version, from 1 on", &rules.value).at(rules.mark);
        let version = number(&rules.value).filter(|version| *version > 0).ok_or_else(refused)?;
        let (setup, mark) = match find(&fixed, START) {
            Some(start) => (started(start, &fixed)?, start.mark),
            None => {
                let seats = need(Field::Seats.tag())?;
                let missing = || Fault::Missing(Field::Seats.tag()).at(after.mark);
                (draft(&fixed)?.finish().ok_or_else(missing)?, seats.mark)
            }
        };
        // Without a setup that can be played, nobody knows what lies on the table.
        let refuse = |bad: BadSetup| {
            let tag = blamed(&bad).iter().find_map(|field| find(&fixed, field.tag()));
            Fault::Setup(bad).at(tag.map_or(mark, |tag| tag.mark))
        };
        Ruleset::new(&setup, Catalogue::shipped()).map_err(refuse)?;
        Ok(Header { rules: version, tags, setup, mark })
    }
}

/// The fields that a setup that cannot be played is wrong in, the likeliest first.
const fn blamed(bad: &BadSetup) -> &'static [Field] {
    match bad {
        BadSetup::Seats(_) => &[Field::Seats],
        BadSetup::Arranged(_) => &[Field::Arranged],
        BadSetup::NoTiles | BadSetup::TooManyTiles(_) | BadSetup::OnlyOne(_) | BadSetup::SetsAndBag => {
            &[Field::Bag, Field::Sets]
        }
        BadSetup::TooManyOfFigure { .. } => &[Field::Supply],
        BadSetup::TooManyPieces(_) => &[Field::Supply, Field::Seats],
        BadSetup::Start(_) => &[],
    }
}

fn find<'t>(tags: &'t [RawTag], name: &str) -> Option<&'t RawTag> {
    tags.iter().find(|tag| tag.name == name)
}

/// All tags: the free ones, and those that have a meaning.
fn read_tags(cursor: &mut Cursor<'_>) -> Result<(Tags, Vec<RawTag>), RecordError> {
    let mut free = Tags::default();
    let mut fixed: Vec<RawTag> = Vec::new();
    let first = cursor.peek()?;
    if first.tok != Tok::TagOpen {
        return Err(first.not(format!("the tag [{RULES} \"...\"]")));
    }
    while cursor.peek()?.tok == Tok::TagOpen {
        let tag = read_tag(cursor)?;
        if free.get(&tag.name).is_some() || find(&fixed, &tag.name).is_some() {
            return Err(Fault::Twice(tag.name).at(tag.name_mark));
        }
        if is_reserved(&tag.name) {
            fixed.push(tag);
        } else if free.set(&tag.name, &tag.value).is_err() {
            let fault = Fault::TooLong { what: "a header", limit: MAX_TAGS, unit: "free tags" };
            return Err(fault.at(tag.name_mark));
        }
    }
    Ok((free, fixed))
}

fn read_tag(cursor: &mut Cursor<'_>) -> Result<RawTag, RecordError> {
    cursor.next()?;
    let (name, name_mark) = cursor.word("the name of a tag")?;
    if !is_name(name) {
        return Err(Fault::expected("a tag's name: letters, digits, - and _, at most 40", name).at(name_mark));
    }
    let token = cursor.next()?;
    let Tok::Text(raw) = token.tok else {
        return Err(token.not("the tag's value in quotes"));
    };
    let mark = Mark { column: token.mark.column + 1, ..token.mark };
    let limit = if is_reserved(name) { MAX_POSITION } else { MAX_TAG_VALUE };
    let value = unescape(raw).map_err(|(at, fault)| fault.at(Mark { column: mark.column + at, ..mark }))?;
    if value.len() > limit {
        return Err(Fault::TooLong { what: "the value of this tag", limit, unit: "bytes" }.at(mark));
    }
    let close = cursor.next()?;
    if close.tok != Tok::TagClose {
        return Err(close.not("`]`"));
    }
    Ok(RawTag { name: name.to_owned(), name_mark, value, mark })
}

fn draft(tags: &[RawTag]) -> Result<Draft, RecordError> {
    let mut draft = Draft::default();
    for tag in tags {
        if let Some(field) = Field::ALL.into_iter().find(|field| field.tag() == tag.name) {
            draft.read(field, &tag.value, ' ').map_err(|flaw| flaw.in_value(&tag.value, tag.mark))?;
        }
    }
    Ok(draft)
}

/// The setup of a record that begins with a position.
fn started(start: &RawTag, tags: &[RawTag]) -> Result<Setup, RecordError> {
    for tag in tags {
        if Field::ALL.iter().any(|field| field.key().is_some() && field.tag() == tag.name) {
            return Err(Fault::BesideStart(tag.name.clone()).at(tag.name_mark));
        }
    }
    let (mut setup, view) = parse_view(&start.value).map_err(|error| {
        error.fault.at(Mark { column: start.mark.column + error.column - 1, ..start.mark })
    })?;
    setup.start = Some(Box::new(view));
    setup.arranged = draft(tags)?.arranged;
    Ok(setup)
}
