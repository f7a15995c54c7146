//! What can be wrong with JSON.

use rules::{Edition, Parts, TileSet, UnknownKnob};

/// Why a text is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Bad {
    /// No JSON at all.
    #[error("this is not JSON: {0}")]
    Syntax(String),
    /// JSON of another shape: a missing or unknown field, a wrong type, an unknown value.
    #[error("{0}")]
    Shape(String),
    /// A tile that does not exist.
    #[error("there is no tile `{0}`; {right}", right = instead_of(.0))]
    Tile(String),
    /// A set that does not exist.
    #[error("there is no set `{0}`; the sets are {known}", known = TileSet::names())]
    Set(String),
    /// More copies of a set than can be counted.
    #[error("a game has at most 1000 tiles, which {0} copies of a set are more than")]
    Copies(usize),
    /// An edition that does not exist.
    #[error("there is no edition `{0}`; the editions are {known}", known = Edition::names())]
    Edition(String),
    /// A knob or a value of one that does not exist.
    #[error(transparent)]
    Knob(#[from] UnknownKnob),
    /// A part that does not exist.
    #[error("there is no part `{0}`; the parts are {known}", known = Parts::NAMES.join(", "))]
    Part(String),
    /// A figure that does not exist.
    #[error("there is no figure `{0}`; the figures are {known}", known = rules::Figure::ALL.map(rules::Figure::name).join(", "))]
    Figure(String),
    /// A seat number that is none.
    #[error("seats are counted from 1 to 6, so {0} is none")]
    Seat(u8),
    /// A list with more entries than there can be seats.
    #[error("a game has at most 6 seats, but a list has an entry for each of {0}")]
    SeatList(usize),
    /// A rotation that is none.
    #[error("a rotation is 0, 1, 2 or 3 quarter turns clockwise, not {0}")]
    Rotation(u8),
    /// A draw, a retirement or an end where a decision of a seat is wanted.
    #[error("this is no action of a seat; actions are place, deploy, evict, fairy, dragon, take-extra, pass")]
    NotAnAction,
}

rules::codes! {
    Bad {
        Syntax => "syntax",
        Shape => "shape",
        Tile => "unknown-tile",
        Set => "unknown-set",
        Copies => "unknown-set",
        Edition => "unknown-edition",
        Knob => "unknown-knob",
        Part => "unknown-part",
        Figure => "unknown-figure",
        Seat => "unknown-seat",
        SeatList => "unknown-seat",
        Rotation => "bad-rotation",
        NotAnAction => "not-an-action",
    }
}

impl From<serde_json::Error> for Bad {
    fn from(error: serde_json::Error) -> Bad {
        match error.classify() {
            serde_json::error::Category::Data => Bad::Shape(plain(&error.to_string())),
            _ => Bad::Syntax(error.to_string()),
        }
    }
}

/// What to write in place of a tile that does not exist.
fn instead_of(name: &str) -> String {
    let kinds = rules::Catalogue::shipped().kinds();
    match kinds.map(rules::Kind::name).find(|known| known.eq_ignore_ascii_case(name)) {
        Some(known) => format!("write `{known}`"),
        None => "`bastide tiles` lists them".to_owned(),
    }
}

/// What the reader calls whole numbers, and which these are.
const NUMBERS: [(&str, &str); 8] = [
    ("u8", "from 0 to 255"),
    ("u16", "from 0 to 65535"),
    ("u32", "from 0 to 4294967295"),
    ("u64", "from 0 on"),
    ("usize", "from 0 on"),
    ("i16", "from -32768 to 32767"),
    ("i32", "from -2147483648 to 2147483647"),
    ("i64", "of 18 digits at most"),
];

/// What the reader says of a wrong shape, in words that are those of JSON.
fn plain(message: &str) -> String {
    const WORDS: [(&str, &str); 9] = [
        ("variant identifier", "a name"),
        ("unknown variant", "unknown value"),
        ("internally tagged enum", "an object with a type"),
        ("adjacently tagged enum", "an object with a type"),
        ("a sequence", "a list"),
        ("a map", "an object"),
        ("sequence", "list"),
        ("map", "object"),
        ("floating point", "number"),
    ];
    let mut text = WORDS.iter().fold(message.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours));
    for (number, range) in NUMBERS {
        text = text.replace(&format!("expected {number}"), &format!("expected a whole number {range}"));
    }
    match text.find("expected struct ").or_else(|| text.find("expected enum ")) {
        Some(at) => text[..at].to_owned() + "expected an object",
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_in_the_wrong_case_is_told_its_name() {
        assert_eq!(Bad::Tile("d".to_owned()).to_string(), "there is no tile `d`; write `D`");
        assert_eq!(Bad::Tile("River-3".to_owned()).to_string().find("write"), None);
        assert_eq!(
            Bad::Tile("RIVER-03".to_owned()).to_string(),
            "there is no tile `RIVER-03`; write `river-03`"
        );
    }

    #[test]
    fn wrong_shapes_are_told_in_words_of_json() {
        for (json, words) in [
            (r#"{"cmd":"undo","inputs":"x"}"#, "expected a whole number"),
            (r#"{"cmd":"undo","inputs":-1}"#, "expected a whole number"),
            (r#"{"cmd":"dance"}"#, "unknown value `dance`, expected one of"),
            (r#"{"cmd":"apply","inputs":{}}"#, "expected a list"),
            (r#"{"cmd":"new","setup":7}"#, "expected an object"),
            (r#"{"cmd":"apply","inputs":[7]}"#, "expected"),
            (r#"{"cmd":"draw","tile":[1]}"#, "expected a string"),
            (r#"{"cmd":"apply"}"#, "missing field `inputs`"),
            (r#"{"cmd":"apply","inputs":[["pass"]]}"#, "expected an object, found a list"),
            (r#"{"cmd":"new","setup":[3]}"#, "expected an object, found a list"),
            (r#"["hello"]"#, r#"expected an object such as {"cmd":"hello"}, found a list"#),
            ("[1]", "expected an object such as"),
            ("7", r#"expected an object such as {"cmd":"hello"}, found a number"#),
            (r#"{"cmd":["hello"]}"#, "expected a name"),
            (r#"{"cmd":"hello","cmd":"quit"}"#, "`cmd` is given twice"),
            (r#"{"cmd":"hello","id":1,"id":2}"#, "`id` is given twice"),
            (r#"{"cmd":"new","setup":{"seats":2,"seats":3}}"#, "`seats` is given twice"),
            (r#"{"cmd":"hello","id":123456789012345678901}"#, "an id is a whole number"),
            (r#"{"cmd":"hello","id":1.5}"#, "an id is a whole number"),
        ] {
            let request = crate::read_request(json).request;
            let Err(Bad::Shape(message)) = request else { panic!("{json}: {request:?}") };
            assert!(message.contains(words), "{json}: {message}");
            for foreign in ["u64", "usize", "variant", "struct", "enum", "sequence", "map"] {
                assert!(!message.contains(foreign), "{json}: {message}");
            }
        }
    }
}
