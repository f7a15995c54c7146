//! What the derived readers let through and nobody means: names given twice, and the fields of an object in a
//! row as a list.

use crate::Bad;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{self, Serializer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// Where any JSON has lists and objects, if no object has a name twice.
pub(crate) enum Shape<'de> {
    Plain,
    List(Vec<Shape<'de>>),
    Object(BTreeMap<Cow<'de, str>, Shape<'de>>),
}

impl<'de> Deserialize<'de> for Shape<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shape<'de>, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Shape<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Shape<'de>, E> {
        Ok(Shape::Plain)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Shape<'de>, E> {
        Ok(Shape::Plain)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Shape<'de>, E> {
        Ok(Shape::Plain)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Shape<'de>, E> {
        Ok(Shape::Plain)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Shape<'de>, E> {
        Ok(Shape::Plain)
    }

    fn visit_str<E>(self, _: &str) -> Result<Shape<'de>, E> {
        Ok(Shape::Plain)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Shape<'de>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Shape::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Shape<'de>, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some((Name(name), value)) = object.next_entry()? {
            if fields.contains_key(&name) {
                return Err(de::Error::custom(format!("`{name}` is given twice")));
            }
            fields.insert(name, value);
        }
        Ok(Shape::Object(fields))
    }
}

/// The name of a field, which stays in the text unless something in it is escaped.
struct Name<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name<'de>, D::Error> {
        deserializer.deserialize_str(AnyName).map(Name)
    }
}

struct AnyName;

impl<'de> Visitor<'de> for AnyName {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E>(self, name: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}

/// Refuses lists in place of objects: what was read, written again, shows where an object was meant.
pub(crate) fn check_objects(given: &Shape<'_>, read: &impl Serialize) -> Result<(), Bad> {
    match read.serialize(Meant(given)) {
        Err(Stop::Row) => Err(Bad::Shape("expected an object, found a list of its fields".to_owned())),
        Ok(()) | Err(Stop::Unwritten) => Ok(()),
    }
}

/// Why the comparison ends early.
#[derive(Debug)]
enum Stop {
    /// A list was given where an object is meant.
    Row,
    /// What was read cannot be written.
    Unwritten,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no object")
    }
}

impl std::error::Error for Stop {}

impl ser::Error for Stop {
    fn custom<T: fmt::Display>(_: T) -> Stop {
        Stop::Unwritten
    }
}

/// Writes a value nowhere and compares its shape with the one that was given.
struct Meant<'a, 'de>(&'a Shape<'de>);

/// The same within a list or an object; nothing is compared where something else was given.
enum Inside<'a, 'de> {
    Nothing,
    List(std::slice::Iter<'a, Shape<'de>>),
    Object(&'a BTreeMap<Cow<'de, str>, Shape<'de>>, Option<&'a Shape<'de>>),
}

impl<'a, 'de> Meant<'a, 'de> {
    fn list(self) -> Result<Inside<'a, 'de>, Stop> {
        Ok(match self.0 {
            Shape::List(values) => Inside::List(values.iter()),
            Shape::Plain | Shape::Object(_) => Inside::Nothing,
        })
    }

    fn object(self) -> Result<Inside<'a, 'de>, Stop> {
        match self.0 {
            Shape::List(_) => Err(Stop::Row),
            Shape::Object(fields) => Ok(Inside::Object(fields, None)),
            Shape::Plain => Ok(Inside::Nothing),
        }
    }

    /// An object with one field, as variants with something in them are written.
    fn variant(self, name: &str) -> Result<Option<Meant<'a, 'de>>, Stop> {
        Ok(match self.object()? {
            Inside::Object(fields, _) => fields.get(name).map(Meant),
            Inside::Nothing | Inside::List(_) => None,
        })
    }
}

impl Inside<'_, '_> {
    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Stop> {
        match self {
            Inside::List(given) => given.next().map_or(Ok(()), |given| value.serialize(Meant(given))),
            Inside::Nothing | Inside::Object(..) => Ok(()),
        }
    }

    fn field(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Stop> {
        match self {
            Inside::Object(fields, _) => {
                fields.get(name).map_or(Ok(()), |given| value.serialize(Meant(given)))
            }
            Inside::Nothing | Inside::List(_) => Ok(()),
        }
    }
}

macro_rules! plain {
    ($($name:ident: $of:ty),*) => {
        $(fn $name(self, _: $of) -> Result<(), Stop> {
            Ok(())
        })*
    };
}

impl<'a, 'de> Serializer for Meant<'a, 'de> {
    type Ok = ();
    type Error = Stop;
    type SerializeSeq = Inside<'a, 'de>;
    type SerializeTuple = Inside<'a, 'de>;
    type SerializeTupleStruct = Inside<'a, 'de>;
    type SerializeTupleVariant = Inside<'a, 'de>;
    type SerializeMap = Inside<'a, 'de>;
    type SerializeStruct = Inside<'a, 'de>;
    type SerializeStructVariant = Inside<'a, 'de>;

    plain!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32,
        serialize_f64: f64, serialize_char: char, serialize_str: &str, serialize_unit_struct: &'static str
    );

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Stop> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Stop> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), Stop> {
        self.variant(name)?.map_or(Ok(()), |given| value.serialize(given))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'a, 'de>, Stop> {
        self.list()
    }

    fn serialize_tuple(self, _: usize) -> Result<Inside<'a, 'de>, Stop> {
        self.list()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'a, 'de>, Stop> {
        self.list()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Inside<'a, 'de>, Stop> {
        self.variant(name)?.map_or(Ok(Inside::Nothing), Meant::list)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'a, 'de>, Stop> {
        self.object()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'a, 'de>, Stop> {
        self.object()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Inside<'a, 'de>, Stop> {
        self.variant(name)?.map_or(Ok(Inside::Nothing), Meant::object)
    }
}

macro_rules! in_order {
    ($($kind:ident: $name:ident),*) => {
        $(impl ser::$kind for Inside<'_, '_> {
            type Ok = ();
            type Error = Stop;

            fn $name<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
                self.element(value)
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        })*
    };
}

in_order!(
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);

macro_rules! by_name {
    ($($kind:ident),*) => {
        $(impl ser::$kind for Inside<'_, '_> {
            type Ok = ();
            type Error = Stop;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Stop> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Stop> {
                Ok(())
            }
        })*
    };
}

by_name!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Inside<'_, '_> {
    type Ok = ();
    type Error = Stop;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stop> {
        if let Inside::Object(fields, next) = self {
            let name = match serde_json::to_value(key) {
                Ok(serde_json::Value::String(name)) => name,
                Ok(other) => other.to_string(),
                Err(_) => return Err(Stop::Unwritten),
            };
            *next = fields.get(name.as_str());
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        match self {
            Inside::Object(_, given) => given.map_or(Ok(()), |given| value.serialize(Meant(given))),
            Inside::Nothing | Inside::List(_) => Ok(()),
        }
    }

    fn end(self) -> Result<(), Stop> {
        Ok(())
    }
}
