//! The routes as an OpenAPI description.

use super::{ALWAYS, Query, QueryValue, ROUTES, Route, RouteAnswer};
use crate::shape::{Shape, Shapes};
use crate::table::{Failure, FromServer, ToServer};
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

const ABOUT: &str = "Tables where people and programs play. What cannot be done is answered with a short code and \
    a sentence. A browser is known by its cookie, which it gets when it makes a table or comes in by a link; a \
    program by its token. What changes something must come from the server's own pages or carry a token.";

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
    crate::write(&json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Bastide",
            "description": ABOUT,
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "security": [{}, { "cookie": [] }, { "token": [] }],
        "components": {
            "schemas": shapes.named(),
            "securitySchemes": {
                "cookie": {
                    "type": "apiKey", "in": "cookie", "name": "bastide",
                    "description": "Called `__Host-bastide` where the server is reached by TLS.",
                },
                "token": { "type": "http", "scheme": "bearer" },
            },
        },
    }))
}

/// Everything the routes take and answer.
fn shapes() -> Shapes {
    let sent = ROUTES.iter().filter_map(|route| route.body).map(|(_, shape)| shape).chain([SOCKET_IN]);
    let answers = ROUTES.iter().flat_map(|route| route.answers);
    let got = answers.filter_map(|answer| answer.content).map(|(_, shape)| shape);
    let got = got.chain([SOCKET_OUT, FAILURE]);
    Shapes::of(&sent.collect::<Vec<_>>(), &got.collect::<Vec<_>>())
}

fn operation(route: &Route, shapes: &mut Shapes) -> Value {
    let mut operation = json!({
        "summary": route.does,
        "parameters": parameters(route),
        "responses": responses(route, shapes),
    });
    if let Some((kind, shape)) = route.body {
        operation["requestBody"] =
            json!({ "required": true, "content": { kind: { "schema": shapes.sent(shape) } } });
    }
    operation
}

fn parameters(route: &Route) -> Value {
    let in_path = json!({
        "name": "game", "in": "path", "required": true, "description": "The table's name.", "schema": game_name(),
    });
    let in_path = route.path.contains("{game}").then_some(in_path);
    let in_query = route.query.iter().map(|Query { name, says, value }| {
        let shape = match value {
            QueryValue::OneOf(words) => json!({ "type": "string", "enum": words }),
            QueryValue::Game => game_name(),
            QueryValue::Number => json!({ "type": "integer", "minimum": -32768, "maximum": 32767 }),
            QueryValue::Count => json!({ "type": "integer", "minimum": 0 }),
        };
        let required = matches!(value, QueryValue::Number);
        json!({ "name": name, "in": "query", "description": says, "required": required, "schema": shape })
    });
    in_path.into_iter().chain(in_query).collect()
}

fn game_name() -> Value {
    json!({ "type": "string", "pattern": "^[0-9a-hjkmnp-tv-z]{16}$" })
}

fn responses(route: &Route, shapes: &mut Shapes) -> Value {
    let failure = json!({ "application/json": { "schema": shapes.got(FAILURE) } });
    let failures =
        route.failures.iter().chain(&ALWAYS).map(|status| {
            (status.to_string(), json!({ "description": meaning(*status), "content": failure }))
        });
    let answers = route.answers.iter().map(|RouteAnswer { status, says, content }| {
        let mut answer = json!({ "description": says });
        if let Some((kind, shape)) = content {
            answer["content"] = json!({ *kind: { "schema": shapes.got(*shape) } });
        }
        (status.to_string(), answer)
    });
    answers.chain(failures).collect::<Map<_, _>>().into()
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
        421 => "The server is not known by the name it was called by.",
        422 => "This could be asked for, but there is no such game.",
        426 => "Only a WebSocket can be opened here.",
        429 => "Too many requests; try again in a moment.",
        503 => "The server cannot do that at the moment; try again later.",
        _ => "It cannot be done.",
    }
}
