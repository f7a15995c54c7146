//! Shapes as TypeScript.

use serde_json::{Map, Value};

const HEAD: &str = "\
// What a browser sends to the server and gets from it. Written by
// `UPDATE=1 cargo test -p bastide-wire --test types`; do not edit.
//
// Where a type has a twin with `Sent` behind its name, that one is for sending: what has a default may be left out.
";

/// The longest object that stands on one line.
const LINE: usize = 100;

type Named = Map<String, Value>;

/// The declarations of all types.
pub fn file(named: &Named) -> String {
    let declarations = named.iter().map(|(name, shape)| declaration(name, shape, named));
    HEAD.to_owned() + &declarations.collect::<String>()
}

fn declaration(name: &str, shape: &Value, named: &Named) -> String {
    let (doc, text) = (doc(shape, ""), text(shape, "", named));
    match shape.get("properties") {
        Some(_) => format!("\n{doc}export interface {name} {text}\n"),
        None => format!(
            "\n{doc}export type {name} ={};\n",
            if text.starts_with('\n') { text } else { format!(" {text}") }
        ),
    }
}

/// The sentence that stands with a type or a field.
fn doc(shape: &Value, indent: &str) -> String {
    let lines: Vec<&str> = shape["description"].as_str().unwrap_or_default().lines().collect();
    match lines[..] {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        _ => {
            let lines: String =
                lines.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n").collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}

/// A type without its sentence.
fn text(shape: &Value, indent: &str, named: &Named) -> String {
    if let Some(reference) = shape["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(variants) = shape["oneOf"].as_array().or(shape["anyOf"].as_array()) {
        return union(variants, indent, named);
    }
    if let Some(value) = shape.get("const") {
        return value.to_string();
    }
    if let Some(values) = shape["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match &shape["type"] {
        Value::String(kind) => plain(kind, shape, indent, named),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str).map(|kind| plain(kind, shape, indent, named));
            kinds.collect::<Vec<_>>().join(" | ")
        }
        _ => panic!("a shape that is none: {shape}"),
    }
}

fn plain(kind: &str, shape: &Value, indent: &str, named: &Named) -> String {
    match kind {
        "integer" | "number" => "number".to_owned(),
        "boolean" | "string" | "null" => kind.to_owned(),
        "array" => list(shape, indent, named),
        "object" => object(shape, indent, named),
        _ => panic!("a kind that JSON does not have: {kind}"),
    }
}

fn list(shape: &Value, indent: &str, named: &Named) -> String {
    if let Some(items) = shape["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(|item| text(item, indent, named)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = text(&shape["items"], indent, named);
    match (shape["minItems"].as_u64(), shape["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => {
            format!("[{}]", vec![item; most as usize].join(", "))
        }
        _ if item.contains('|') => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(shape: &Value, indent: &str, named: &Named) -> String {
    let Some(fields) = shape["properties"].as_object() else {
        return format!("{{ [name: string]: {} }}", text(&shape["additionalProperties"], indent, named));
    };
    let inner = format!("{indent}    ");
    // What tells the shapes apart is read first.
    let (tag, others): (Vec<_>, Vec<_>) = fields.iter().partition(|(name, _)| *name == "type");
    let fields: Vec<(String, String)> = tag
        .into_iter()
        .chain(others)
        .map(|(name, field)| {
            let mark = if is_required(shape, name) { "" } else { "?" };
            (doc(field, &inner), format!("{name}{mark}: {}", text(field, &inner, named)))
        })
        .collect();
    let line = fields.iter().map(|(_, field)| &field[..]).collect::<Vec<_>>().join("; ");
    if fields.iter().all(|(doc, _)| doc.is_empty()) && line.len() <= LINE {
        return format!("{{ {line} }}");
    }
    let lines: String = fields.iter().map(|(doc, field)| format!("{doc}{inner}{field};\n")).collect();
    format!("{{\n{lines}{indent}}}")
}

fn is_required(shape: &Value, name: &str) -> bool {
    shape["required"].as_array().is_some_and(|required| required.iter().any(|known| known == name))
}

/// One of several shapes: on one line if none of them has a sentence or fields.
fn union(variants: &[Value], indent: &str, named: &Named) -> String {
    let inner = format!("{indent}    ");
    let lines = variants.iter().map(|shape| match base(shape, named) {
        Some((tag, name)) => (doc(shape, &inner), format!("{{ type: {tag} }} & {name}")),
        None => (doc(shape, &inner), text(shape, &inner, named)),
    });
    let lines: Vec<(String, String)> = lines.collect();
    if lines.iter().all(|(doc, text)| doc.is_empty() && !text.contains('{')) {
        return lines.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" | ");
    }
    lines.iter().map(|(doc, text)| format!("\n{doc}{inner}| {text}")).collect()
}

/// The type that a variant holds besides its `type`, with the same fields and the same words.
fn base<'a>(variant: &Value, named: &'a Named) -> Option<(String, &'a str)> {
    let mut fields = variant["properties"].as_object()?.clone();
    let tag = fields.remove("type")?["const"].to_string();
    let documented = |fields: &Named| fields.values().any(|field| field.get("description").is_some());
    let same = |shape: &Value| {
        let required = |shape: &Value| {
            let names = shape["required"].as_array().into_iter().flatten().filter(|name| *name != "type");
            names.cloned().collect::<Vec<_>>()
        };
        shape["properties"].as_object() == Some(&fields) && required(shape) == required(variant)
    };
    let (name, _) = named.iter().find(|(_, shape)| documented(&fields) && same(shape))?;
    Some((tag, name))
}
