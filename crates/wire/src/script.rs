//! The script protocol: a request a line, an answer a line. `docs/script.md` describes it.

use crate::strict::{Shape, check_objects};
use crate::{Bad, CellFits, Event, Extra, Feature, Input, Kind, LaidSegment, Phase, Seat, Setup, Standing};
use crate::{Tally, Tile, ToAct, Turn, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

/// The version of the protocol; it is raised when an old program would no longer be understood.
pub const PROTOCOL: u32 = 1;
/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 1 << 20;
/// The longest name of a game, in bytes.
pub const MAX_GAME_NAME: usize = 64;

/// What a program asks for.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Who is there?
    Hello {},
    /// A new game. `seed` determines the tiles that `draw` without a tile gives.
    New {
        #[serde(default)]
        setup: Setup,
        #[serde(default)]
        seed: u64,
    },
    /// A game as far as it has gone: a setup and its inputs, or a position in one line of text.
    Position {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setup: Option<Setup>,
        /// What has happened.
        #[serde(default)]
        inputs: Vec<Fed>,
        /// The position as text, which has its setup in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// The deck of the tiles to come. Left out where it is 0: players of before know no such field.
        #[serde(default, skip_serializing_if = "is_zero")]
        seed: u64,
    },
    /// Feed inputs, all or none.
    Apply {
        inputs: Vec<Fed>,
    },
    /// Draw this tile, or the one the deck has next.
    Draw {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tile: Option<Kind>,
    },
    /// Take back inputs.
    Undo {
        #[serde(default = "one")]
        inputs: usize,
    },
    /// A copy of the game under another name.
    Clone {
        /// The name of the copy; a game that has it already is replaced.
        to: String,
    },
    /// Drop the game.
    Forget {},
    /// The legal actions; with `distinct` only one of several equal rotations.
    Actions {
        /// Merge equal rotations.
        #[serde(default)]
        distinct: bool,
        /// Say where the segments lie.
        #[serde(default)]
        sides: bool,
    },
    /// All complete placements with their figure choice, equal rotations merged.
    Turns {
        /// Say where the segments lie.
        #[serde(default)]
        sides: bool,
    },
    /// What the game waits for.
    State {},
    /// The score sheet.
    Standing {},
    Features {},
    /// The feature a segment belongs to.
    Feature {
        /// Columns east of the start tile.
        x: i16,
        /// Rows north of the start tile.
        y: i16,
        /// Which of the tile's segments.
        segment: u8,
    },
    /// Which tiles fit the open cells.
    Fits {},
    /// All that can be seen.
    View {},
    /// The events of the game so far.
    Events {
        /// Leave out the events of the first `since` inputs.
        #[serde(default)]
        since: usize,
    },
    /// The position and the game as text.
    Notation {},
    Tiles {},
    /// Think about the position.
    Go(Go),
    /// Stop thinking and say what is best.
    Stop {},
    Quit {},
}

fn one() -> usize {
    1
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// An input as a program feeds it: the tile of a draw may be left to the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub enum Fed {
    /// An input with all that belongs to it.
    Input(Input),
    /// `{"type":"draw"}`: the tile that the deck has next.
    NextDraw,
}

impl TryFrom<Value> for Fed {
    type Error = serde_json::Error;
    fn try_from(given: Value) -> Result<Fed, serde_json::Error> {
        if given == next_draw() { Ok(Fed::NextDraw) } else { Input::deserialize(given).map(Fed::Input) }
    }
}

impl Serialize for Fed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Fed::Input(input) => input.serialize(serializer),
            Fed::NextDraw => next_draw().serialize(serializer),
        }
    }
}

fn next_draw() -> Value {
    json!({ "type": "draw" })
}

/// How to think. Without a limit the player thinks as long as it sees fit.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Go {
    /// Which player; `hello` lists them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// At most so many nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// At most so many milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// On so many threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<u16>,
    /// What a random choice follows from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Keep the answer until `stop`.
    pub infinite: bool,
}

/// What the game waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// How many inputs the game has had.
    pub inputs: usize,
    /// Who has to do something next.
    pub to_act: ToAct,
    /// What is awaited.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Seat,
    /// Whether a second tile is due.
    pub extra: Extra,
    /// The tile in hand.
    pub hand: Option<Kind>,
    /// What the next draw is taken from.
    pub bag: Tally,
    /// Points of each seat.
    pub scores: Vec<u32>,
    /// A hash of the position, as hexadecimal digits.
    pub key: String,
}

impl State {
    /// The state of a position that has had so many inputs.
    pub fn new(position: &rules::Position, inputs: usize) -> State {
        State {
            inputs,
            to_act: position.to_act().into(),
            phase: position.phase().into(),
            turn: position.turn().into(),
            extra: position.extra().into(),
            hand: position.hand().map(Kind::from),
            bag: position.bag().map(|(kind, count)| (kind.into(), count)).collect(),
            scores: position.scores().to_vec(),
            key: format!("{:016x}", position.key()),
        }
    }
}

/// A state inside another answer, where it has the same fields as one of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum StateNow {
    /// The only type there is.
    State(State),
}

/// What a player thinks so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thinking {
    /// Nodes looked at.
    pub nodes: u64,
    /// Milliseconds used.
    pub ms: u64,
    /// The rest of the seat's turn.
    pub line: Line,
    /// What each seat is expected to get.
    pub value: Vec<f64>,
}

/// Actions of one seat, up to the next draw or another seat's decision.
pub type Line = Vec<Input>;

/// A line that was considered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// The rest of the seat's turn.
    pub line: Line,
    /// What each seat is expected to get.
    pub value: Vec<f64>,
}

/// What a program is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the fields are described with the types they have")]
pub enum Answer {
    Hello {
        name: String,
        version: String,
        protocol: u32,
        players: Vec<String>,
    },
    /// To `new`, `position`, `clone`, `undo`, `state`.
    State(State),
    /// To `forget`; a player may answer `position` so.
    Ok {},
    /// To `apply` and `draw`.
    Applied {
        events: Vec<Event>,
        state: StateNow,
    },
    /// To `actions`; with `sides`, what each of them is about.
    Actions {
        actions: Vec<Input>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        segments: Option<Vec<Option<LaidSegment>>>,
    },
    /// To `turns`; with `sides`, what each figure choice is about.
    Turns {
        turns: Vec<Turn>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        segments: Option<Vec<Option<LaidSegment>>>,
    },
    Standing(Standing),
    Features {
        features: Vec<Feature>,
    },
    Feature {
        feature: Feature,
    },
    Fits {
        cells: Vec<CellFits>,
    },
    View {
        view: View,
    },
    Events {
        events: Vec<Event>,
    },
    Notation {
        position: String,
        record: String,
    },
    Tiles {
        tiles: Vec<Tile>,
    },
    /// To `go`, any number of times.
    Info(Thinking),
    /// To `go`, once, at the end.
    Best {
        line: Line,
        value: Vec<f64>,
        candidates: Vec<Candidate>,
        nodes: u64,
        ms: u64,
    },
    /// To `stop`; the `best` of the `go` comes of itself.
    Stopping {
        thinking: bool,
    },
    Bye {},
    /// To anything that cannot be done; nothing has changed.
    Error {
        /// A short name that stays the same.
        code: String,
        /// A sentence that says what is wrong and what would be right.
        message: String,
        /// Which of several inputs was wrong, from 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<usize>,
    },
}

/// What a program gave a request to recognise its answers by: a whole number or a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(Value);

/// An answer with the id of its request.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// The id, if the request had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    #[serde(flatten)]
    pub answer: Answer,
}

/// A line of a program, read.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// The id, which is known even where the request is wrong.
    pub id: Option<Id>,
    /// The name of the game it is about; without a name it is the empty one.
    pub game: String,
    /// What is asked.
    pub request: Result<Request, Bad>,
}

/// Reads a request with its id and the name of its game.
///
/// ```
/// let asked = wire::read_request(r#"{"id":7,"cmd":"dance"}"#);
/// assert!(asked.id.is_some() && asked.request.is_err());
/// ```
pub fn read_request(text: &str) -> Asked {
    let wrong = |id, bad| Asked { id, game: String::new(), request: Err(bad) };
    let read = || {
        Ok::<(Shape<'_>, Value), serde_json::Error>((
            serde_json::from_str(text)?,
            serde_json::from_str(text)?,
        ))
    };
    let (shape, mut given) = match read() {
        Ok(both) => both,
        Err(error) => return wrong(None, error.into()),
    };
    let mut take = |name| given.as_object_mut().and_then(|fields| fields.remove(name));
    let id = match take("id") {
        None | Some(Value::Null) => None,
        Some(id) if id.is_u64() || id.is_i64() || id.is_string() => Some(Id(id)),
        Some(_) => {
            let wanted = "an id is a whole number of at most 64 bits, or a text";
            return wrong(None, Bad::Shape(wanted.to_owned()));
        }
    };
    let game = match take("game") {
        None => String::new(),
        Some(Value::String(name)) if name.len() <= MAX_GAME_NAME => name,
        Some(_) => return wrong(id, bad_game_name()),
    };
    Asked { id, game, request: read_object(&given, &shape) }
}

fn bad_game_name() -> Bad {
    Bad::Shape(format!("the name of a game is a text of at most {MAX_GAME_NAME} bytes"))
}

fn read_object(given: &Value, shape: &Shape<'_>) -> Result<Request, Bad> {
    if let Some(found) = not_an_object(given) {
        return Err(Bad::Shape(format!(r#"expected an object such as {{"cmd":"hello"}}, found {found}"#)));
    }
    let request = Request::deserialize(given)?;
    check_objects(shape, &request)?;
    match &request {
        Request::Clone { to } if to.len() > MAX_GAME_NAME => Err(bad_game_name()),
        _ => Ok(request),
    }
}

/// What a value is, if it is no object.
fn not_an_object(given: &Value) -> Option<&'static str> {
    match given {
        Value::Object(_) => None,
        Value::Array(_) => Some("a list"),
        Value::String(_) => Some("a text"),
        Value::Number(_) => Some("a number"),
        Value::Bool(_) => Some("true or false"),
        Value::Null => Some("null"),
    }
}
