//! The routes as an OpenAPI description.

use super::{Answer, Query, ROUTES, Route};
use crate::shape::{Shape, Shapes};
use crate::table::{Failure, FromServer, ToServer};
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

const FAILURE: Shape = SchemaGenerator::subschema_for::<Failure>;
/// What flows over sockets has no route of its own, but its shape is told.
const SOCKET_IN: Shape = SchemaGenerator::subschema_for::<ToServer>;
const SOCKET_OUT: Shape = SchemaGenerator::subschema_for::<FromServer>;

/// The OpenAPI description of the server, as JSON.
pub fn document() -> String {
    let mut shapes = shapes();
    let mut paths = Map::new();
    for route in ROUTES {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation(route, &mut shapes);
    }
    let description = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bastide",
            "description": "Tables where people and programs play. All of it is JSON in UTF-8; what cannot be done is answered with a short code and a sentence.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": shapes.named() },
    });
    crate::write(&description)
}

/// Everything the routes take and answer.
fn shapes() -> Shapes {
    let sent = ROUTES.iter().filter_map(|route| route.body);
    let query = ROUTES.iter().flat_map(|route| route.query).map(|query| query.shape);
    let got = ROUTES.iter().filter_map(|route| route.answer.content).map(|(_, shape)| shape);
    let sent: Vec<Shape> = sent.chain(query).chain([SOCKET_IN]).collect();
    let got: Vec<Shape> = got.chain([SOCKET_OUT, FAILURE]).collect();
    Shapes::of(&sent, &got)
}

fn operation(route: &Route, shapes: &mut Shapes) -> Value {
    let mut operation = json!({
        "summary": route.does,
        "parameters": parameters(route, shapes),
        "responses": responses(route, shapes),
    });
    if let Some(body) = route.body {
        operation["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": shapes.sent(body) } } });
    }
    operation
}

fn parameters(route: &Route, shapes: &mut Shapes) -> Value {
    let varies = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path = varies.map(|name| {
        json!({
            "name": name, "in": "path", "required": true, "description": "The table's name.",
            "schema": { "type": "string", "pattern": "^[0-9a-hjkmnp-tv-z]{16}$" },
        })
    });
    let in_query = route.query.iter().map(|Query { name, says, shape }| {
        json!({ "name": name, "in": "query", "description": says, "schema": shapes.sent(*shape) })
    });
    in_path.chain(in_query).collect()
}

fn responses(route: &Route, shapes: &mut Shapes) -> Value {
    let Answer { status, says, content } = route.answer;
    let mut answer = json!({ "description": says });
    if let Some((kind, shape)) = content {
        answer["content"] = json!({ kind: { "schema": shapes.got(shape) } });
    }
    let failure = json!({ "application/json": { "schema": shapes.got(FAILURE) } });
    let failures = route
        .failures
        .iter()
        .map(|status| (status.to_string(), json!({ "description": meaning(*status), "content": failure })));
    let all: Map<String, Value> = [(status.to_string(), answer)].into_iter().chain(failures).collect();
    all.into()
}

/// What a failure means, whatever the route.
fn meaning(status: u16) -> &'static str {
    match status {
        400 => "The request cannot be understood.",
        401 => "It is not known who asks: the cookie or the token is missing or means nothing.",
        403 => "The asker may not do that, or the request comes from another site.",
        404 => "There is no such thing, or none that the asker may know of.",
        409 => "Not as things stand now.",
        413 => "More was sent than is read.",
        415 => "What was sent is not said to be JSON.",
        422 => "What was sent is JSON, but not what is wanted here.",
        429 => "Too many requests; try again in a moment.",
        503 => "The server cannot do that at the moment; try again later.",
        _ => "It cannot be done.",
    }
}
