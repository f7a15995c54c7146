//! The free tags of a record: event, date, players, whatever people write there.

use super::error::Fault;
use super::setup::Field;
use super::{MAX_TAG_NAME, MAX_TAG_VALUE, MAX_TAGS};
use std::fmt::Write;

/// The tag of the rules version.
pub(super) const RULES: &str = "Rules";
/// The tag of a start position.
pub(super) const START: &str = "Start";

/// Tags that say nothing about the rules of the game, in their order. Their values are free text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tags(Vec<(String, String)>);

/// Why a tag cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadTag {
    /// Not a name for a tag.
    #[error(
        "`{0}` is no name for a tag; use a letter, then letters, digits, - and _, at most {MAX_TAG_NAME}"
    )]
    Name(String),
    /// The tag belongs to the setup.
    #[error("`{0}` is part of the setup and cannot be set as a free tag")]
    Reserved(String),
    /// The value is too long.
    #[error("the value of a tag has at most {MAX_TAG_VALUE} bytes, not {0}")]
    Value(usize),
    /// There are too many.
    #[error("a record has at most {MAX_TAGS} free tags")]
    TooMany,
}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag; a new one comes last.
    ///
    /// ```
    /// let mut tags = rules::notation::Tags::default();
    /// tags.set("Event", "Friday \"table\"").unwrap();
    /// assert_eq!(tags.get("Event"), Some("Friday \"table\""));
    /// assert!(tags.set("Seats", "3").is_err());
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadTag> {
        if is_reserved(name) {
            return Err(BadTag::Reserved(name.to_owned()));
        }
        if !is_name(name) {
            return Err(BadTag::Name(name.chars().take(MAX_TAG_NAME).collect()));
        }
        if value.len() > MAX_TAG_VALUE {
            return Err(BadTag::Value(value.len()));
        }
        match self.0.iter().position(|(n, _)| n == name) {
            Some(at) => value.clone_into(&mut self.0[at].1),
            None if self.0.len() >= MAX_TAGS => return Err(BadTag::TooMany),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// All tags, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Whether a tag belongs to the setup.
pub(super) fn is_reserved(name: &str) -> bool {
    name == RULES || name == START || Field::ALL.iter().any(|field| field.tag() == name)
}

/// Whether a tag may be called so.
pub(super) fn is_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    name.len() <= MAX_TAG_NAME
        && name.bytes().all(plain)
        && name.bytes().next().is_some_and(|b| b.is_ascii_alphabetic())
}

/// One line of the header.
pub(super) fn write_tag(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]", escape(value))
}

fn escape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if is_invisible(c) => {
                let _ = write!(text, "\\u{{{:x}}}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text
}

/// Whether a character breaks a line, cannot be seen, or makes a line look different from what it says: controls,
/// spaces other than the plain one, formats, fillers, selectors, tags and what is no character at all.
pub fn is_invisible(c: char) -> bool {
    let no_character = u32::from(c) & 0xfffe == 0xfffe;
    c.is_control() || (c.is_whitespace() && c != ' ') || no_character || is_format(c)
}

fn is_format(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{600}'..='\u{605}'
            | '\u{61c}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{890}'..='\u{891}'
            | '\u{8e2}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fdd0}'..='\u{fdef}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{110bd}'
            | '\u{110cd}'
            | '\u{13430}'..='\u{1345f}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// What a quoted text says; a fault comes with the characters before it.
pub(super) fn unescape(raw: &str) -> Result<String, (u32, Fault)> {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().zip(0u32..);
    while let Some((c, at)) = chars.next() {
        let escaped = match c {
            '\\' => chars.next().map(|(c, _)| c),
            c => {
                text.push(c);
                continue;
            }
        };
        let plain = match escaped {
            Some('"') => Some('"'),
            Some('\\') => Some('\\'),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('u') => numbered(&mut chars.by_ref().map(|(c, _)| c)),
            _ => None,
        };
        text.push(plain.ok_or((at, Fault::BadEscape))?);
    }
    Ok(text)
}

/// The character of `{1f600}`.
fn numbered(chars: &mut impl Iterator<Item = char>) -> Option<char> {
    if chars.next()? != '{' {
        return None;
    }
    let mut digits = String::new();
    loop {
        match chars.next()? {
            '}' => return char::from_u32(u32::from_str_radix(&digits, 16).ok()?),
            c if c.is_ascii_hexdigit() && digits.len() < 6 => digits.push(c),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_escaped_and_read_back() {
        let odd = "Bo \"the Monk\" \\ K.\r\n\t\0[x] {y} ; \u{202e}żółć 🐖\u{2028}";
        let escaped = escape(odd);
        assert_eq!(unescape(&escaped), Ok(odd.to_owned()));
        assert!(!escaped.chars().any(is_invisible), "{escaped}");
    }

    #[test]
    fn what_cannot_be_seen_is_written_by_number() {
        let hidden = "\u{ad}\u{34f}\u{600}\u{115f}\u{17b4}\u{180e}\u{3164}\u{fe0f}\u{ffa0}\u{fff9}\u{1d173}\u{e0041}\u{ffff}\u{a0}\u{3000}";
        assert!(escape(hidden).is_ascii());
        assert_eq!(escape("a ż 🐖"), "a ż 🐖");
    }

    #[test]
    fn a_bad_escape_is_pointed_at() {
        for (raw, at) in
            [("żół\\x", 3), ("\\u41", 0), ("a\\u{d800}", 1), ("\\u{1234567}", 0), ("\\", 0), ("\\u{}", 0)]
        {
            assert_eq!(unescape(raw), Err((at, Fault::BadEscape)), "{raw}");
        }
    }

    #[test]
    fn names_are_plain_and_the_setup_is_not_free() {
        let mut tags = Tags::default();
        for bad in ["", "1st", "a b", "żółć", "x\"", &"x".repeat(MAX_TAG_NAME + 1)] {
            assert!(matches!(tags.set(bad, ""), Err(BadTag::Name(_))), "{bad}");
        }
        for bad in ["Rules", "Start", "Seats", "Bag"] {
            assert!(matches!(tags.set(bad, ""), Err(BadTag::Reserved(_))), "{bad}");
        }
        assert!(tags.set("Player1", &"x".repeat(MAX_TAG_VALUE + 1)).is_err());
        tags.set("Player1", "Anna").unwrap();
        tags.set("Date", "2026-11-15").unwrap();
        tags.set("Player1", "Ola").unwrap();
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("Player1", "Ola"), ("Date", "2026-11-15")]);
    }
}
