//! What the derived readers let through and nobody means: names given twice, and the fields of an object in a
//! row as a list.

use crate::Bad;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// Any JSON in which no object has a name twice.
pub(crate) struct Once(pub Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Once, D::Error> {
        deserializer.deserialize_any(Any).map(Once)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Value, E> {
        Ok(yes.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Once(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((name, Once(value))) = object.next_entry::<String, Once>()? {
            if fields.contains_key(&name) {
                return Err(Error::custom(format!("`{name}` is given twice")));
            }
            fields.insert(name, value);
        }
        Ok(fields.into())
    }
}

/// Refuses lists in place of objects: what was read, written again, shows where an object was meant.
pub(crate) fn check_objects(given: &Value, read: &impl Serialize) -> Result<(), Bad> {
    match serde_json::to_value(read) {
        Ok(meant) if has_row(given, &meant) => {
            Err(Bad::Shape("expected an object, found a list of its fields".to_owned()))
        }
        _ => Ok(()),
    }
}

fn has_row(given: &Value, meant: &Value) -> bool {
    match (given, meant) {
        (Value::Array(_), Value::Object(_)) => true,
        (Value::Array(given), Value::Array(meant)) => {
            given.iter().zip(meant).any(|(given, meant)| has_row(given, meant))
        }
        (Value::Object(given), Value::Object(meant)) => {
            given.iter().any(|(name, given)| meant.get(name).is_some_and(|meant| has_row(given, meant)))
        }
        _ => false,
    }
}
