//! A difference between the two engines, told so that a person can find it.

use rules::{Action, Input, Setup};
use std::collections::BTreeSet;
use std::fmt::{self, Debug, Write};

const CONTEXT: usize = 4;

/// What the two engines say differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    pub what: String,
    /// How they differ.
    pub how: String,
}

impl Difference {
    /// A difference that needs no comparison.
    pub fn new(what: impl Into<String>, how: impl Into<String>) -> Difference {
        Difference { what: what.into(), how: how.into() }
    }
}

/// A game in which the two engines disagree, up to the first difference.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The number [`crate::game`] plays this game from, if it was played by number.
    pub seed: Option<u64>,
    /// What was played.
    pub setup: Setup,
    /// All inputs, the last one being the one after which they differ.
    pub inputs: Vec<Input>,
    /// The first difference.
    pub difference: Difference,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(seed) = self.seed {
            writeln!(f, "game {seed}")?;
        }
        writeln!(f, "{:?}", self.setup)?;
        self.inputs.iter().try_for_each(|input| writeln!(f, "  {}", told(input)))?;
        writeln!(f, "differ in: {}", self.difference.what)?;
        write!(f, "{}", self.difference.how)
    }
}

impl std::error::Error for Mismatch {}

/// An input in a few words.
fn told(input: &Input) -> String {
    match input {
        Input::Draw(kind) => format!("draw {}", kind.name()),
        Input::Act(action) => told_action(action),
        Input::Retire(seat) => format!("seat {seat} retires"),
        Input::EndNow => "end by agreement".to_owned(),
    }
}

fn told_action(action: &Action) -> String {
    match action {
        Action::Place { cell, rotation } => format!("place {cell} turned {rotation}"),
        Action::Deploy { figure, spot } => format!("deploy {figure:?} {spot}"),
        Action::Evict { spot } => format!("evict {spot}"),
        Action::MoveFairy { cell, segment: Some(segment) } => format!("fairy {cell}#{segment}"),
        Action::MoveFairy { cell, segment: None } => format!("fairy {cell}"),
        Action::MoveDragon { side } => format!("dragon {side}"),
        Action::TakeExtra => "take the second tile".to_owned(),
        Action::Pass => "pass".to_owned(),
    }
}

/// Compares two values and shows the first lines that differ.
pub fn same<T: PartialEq + Debug>(what: &str, engine: &T, oracle: &T) -> Result<(), Difference> {
    if engine == oracle {
        return Ok(());
    }
    let (ours, theirs) = (format!("{engine:#?}"), format!("{oracle:#?}"));
    let at = ours.lines().zip(theirs.lines()).take_while(|(a, b)| a == b).count();
    let mut how = String::new();
    for (name, text) in [("engine", &ours), ("oracle", &theirs)] {
        let lines = text.lines().skip(at.saturating_sub(CONTEXT)).take(3 * CONTEXT);
        let _ = writeln!(how, "{name}, from line {}:", at.saturating_sub(CONTEXT) + 1);
        lines.for_each(|line| {
            let _ = writeln!(how, "    {line}");
        });
    }
    Err(Difference::new(what, how))
}

/// Compares two sets and shows what only one of them has.
pub fn same_set<T: Ord + Debug>(
    what: &str,
    engine: &BTreeSet<T>,
    oracle: &BTreeSet<T>,
) -> Result<(), Difference> {
    if engine == oracle {
        return Ok(());
    }
    let only_engine: Vec<&T> = engine.difference(oracle).collect();
    let only_oracle: Vec<&T> = oracle.difference(engine).collect();
    Err(Difference::new(what, format!("only engine: {only_engine:?}\nonly oracle: {only_oracle:?}")))
}
