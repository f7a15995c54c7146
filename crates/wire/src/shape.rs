//! What the JSON looks like, as JSON Schema: the source of the API's description and of the types for browsers.
//!
//! What a client sends may leave out what has a default; what the server sends is complete. So many a type has
//! two shapes: the one that is sent to the server then goes by its name with `Sent` behind it.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Where the shapes stand in a description.
const PATH: &str = "#/components/schemas/";

/// A type to be described: `SchemaGenerator::subschema_for::<T>`.
pub type Shape = fn(&mut SchemaGenerator) -> Schema;

/// The shapes of what is sent to the server and of what is got from it.
pub struct Shapes {
    sent: SchemaGenerator,
    got: SchemaGenerator,
    /// Those that have to be told apart.
    two: BTreeSet<String>,
}

impl Shapes {
    /// Describes these types and everything in them.
    pub fn of(sent: &[Shape], got: &[Shape]) -> Shapes {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = PATH[1..].trim_end_matches('/').to_owned().into()
            })
        };
        let mut shapes = Shapes {
            sent: settings().for_deserialize().into_generator(),
            got: settings().for_serialize().into_generator(),
            two: BTreeSet::new(),
        };
        sent.iter().for_each(|shape| drop(shape(&mut shapes.sent)));
        got.iter().for_each(|shape| drop(shape(&mut shapes.got)));
        shapes.two = different(shapes.sent.definitions(), shapes.got.definitions());
        shapes
    }

    /// A type as it is sent to the server.
    pub fn sent(&mut self, shape: Shape) -> Value {
        let shape = shape(&mut self.sent).to_value();
        self.renamed(shape)
    }

    /// A type as it is got from the server.
    pub fn got(&mut self, shape: Shape) -> Value {
        shape(&mut self.got).to_value()
    }

    /// All types that have a name.
    pub fn named(&self) -> Map<String, Value> {
        let sent = self.sent.definitions().iter();
        let sent = sent.map(|(name, shape)| (self.name(name), self.renamed(shape.clone())));
        self.got.definitions().clone().into_iter().chain(sent).collect()
    }

    fn name(&self, name: &str) -> String {
        let ending = if self.two.contains(name) { "Sent" } else { "" };
        format!("{name}{ending}")
    }

    fn renamed(&self, mut shape: Value) -> Value {
        for_each_reference(&mut shape, &mut |name| *name = self.name(name));
        shape
    }
}

/// The names that mean something else on each side, by themselves or by what they refer to.
fn different(sent: &Map<String, Value>, got: &Map<String, Value>) -> BTreeSet<String> {
    let both = || sent.iter().filter_map(|(name, shape)| Some((name, shape, got.get(name)?)));
    let mut two: BTreeSet<String> =
        both().filter(|(_, sent, got)| sent != got).map(|(name, ..)| name.clone()).collect();
    loop {
        let known = two.len();
        two.extend(
            both()
                .filter(|(_, shape, _)| refers(shape, &two))
                .map(|(name, ..)| name.clone())
                .collect::<Vec<_>>(),
        );
        if two.len() == known {
            return two;
        }
    }
}

fn refers(shape: &Value, to: &BTreeSet<String>) -> bool {
    let mut refers = false;
    for_each_reference(&mut shape.clone(), &mut |name| refers |= to.contains(name));
    refers
}

/// Shows the name in each reference, to be looked at or changed.
fn for_each_reference(shape: &mut Value, see: &mut impl FnMut(&mut String)) {
    match shape {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(reference) if key == "$ref" => {
                        let mut name = reference.trim_start_matches(PATH).to_owned();
                        see(&mut name);
                        *reference = format!("{PATH}{name}");
                    }
                    _ => for_each_reference(value, see),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| for_each_reference(item, see)),
        _ => {}
    }
}
