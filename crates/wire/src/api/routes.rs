//! All routes.

use super::{Answer, Query, Route};
use crate::shape::Shape;
use crate::table::{
    BotAsked, BotMade, Command, Entered, Entering, FromServer, LinkAsked, LinkMade, Lists, LogShown, Mine,
    NewTable, Opened, PreviewAsked, Rematched, Snapshot, Stage,
};
use schemars::{JsonSchema, SchemaGenerator};

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";

/// Reading can fail because nobody knows who asks, or the table is not there, or not theirs to see.
const READING: &[u16] = &[400, 401, 403, 404, 429, 503];
/// Asking without naming a table.
const ANYWHERE: &[u16] = &[400, 401, 403, 429, 503];
/// Sending something without naming a table.
const SENDING: &[u16] = &[400, 401, 403, 413, 415, 422, 429, 503];
/// Sending something to a table.
const CHANGING: &[u16] = &[400, 401, 403, 404, 409, 413, 415, 422, 429, 503];
/// Changing a table without sending anything.
const TURNING: &[u16] = &[400, 401, 403, 404, 409, 429, 503];

const fn shape<T: JsonSchema>() -> Shape {
    SchemaGenerator::subschema_for::<T>
}

const fn get(path: &'static str, does: &'static str, answer: Answer) -> Route {
    Route { method: "get", path, does, query: &[], body: None, answer, failures: READING }
}

const fn post<T: JsonSchema>(path: &'static str, does: &'static str, answer: Answer) -> Route {
    Route { method: "post", body: Some(shape::<T>()), failures: CHANGING, ..get(path, does, answer) }
}

const fn json<T: JsonSchema>(says: &'static str) -> Answer {
    Answer { status: 200, says, content: Some((JSON, shape::<T>())) }
}

const fn made<T: JsonSchema>(says: &'static str) -> Answer {
    Answer { status: 201, ..json::<T>(says) }
}

const fn text(kind: &'static str, says: &'static str) -> Answer {
    Answer { status: 200, says, content: Some((kind, shape::<String>())) }
}

const fn nothing(status: u16, says: &'static str) -> Answer {
    Answer { status, says, content: None }
}

/// Every route of the server.
pub const ROUTES: &[Route] = &[
    Route {
        failures: SENDING,
        ..post::<NewTable>("/api/tables", "Makes a table.", made::<Opened>("The table and its two links."))
    },
    Route {
        query: &[
            Query {
                name: "stage",
                says: "Only tables that stand here; those with free seats if left out.",
                shape: shape::<Stage>(),
            },
            Query {
                name: "before",
                says: "Only tables made before this one: `next` of the page before.",
                shape: shape::<String>(),
            },
        ],
        failures: &[400, 429, 503],
        ..get("/api/tables", "Lists public tables.", json::<Lists>("A page of the lobby."))
    },
    get("/api/tables/{game}", "Shows a table.", json::<Snapshot>("The table as it stands.")),
    get(
        "/api/tables/{game}/log",
        "Tells everything that happened at a table.",
        json::<LogShown>("Its log, without what is hidden."),
    ),
    get(
        "/api/tables/{game}/record",
        "Tells a game as a record.",
        text(TEXT, "The record as far as the game has gone."),
    ),
    get(
        "/api/tables/{game}/socket",
        "Opens a table's WebSocket: `ToServer` goes in, `FromServer` comes out, each as one text message.",
        nothing(101, "The connection is a WebSocket from now on."),
    ),
    post::<Command>(
        "/api/tables/{game}/commands",
        "Does something at a table. A command sent twice is done once.",
        json::<FromServer>("`done`, or `rejected` with the reason."),
    ),
    post::<PreviewAsked>(
        "/api/tables/{game}/preview",
        "Tells what actions would lead to, and changes nothing.",
        json::<FromServer>("`previewed`, or `rejected` with the reason."),
    ),
    post::<LinkAsked>(
        "/api/tables/{game}/links",
        "Makes a link to sit down, to watch, or to go on with one's own seat on another device.",
        made::<LinkMade>("The link's secret. It is not shown again."),
    ),
    Route {
        method: "delete",
        failures: TURNING,
        ..get(
            "/api/tables/{game}/links",
            "Revokes all links of a table (its creator).",
            nothing(204, "They lead nowhere any more."),
        )
    },
    post::<BotAsked>(
        "/api/tables/{game}/bots",
        "Gives a seat to a program.",
        made::<BotMade>("The program's token. It is not shown again."),
    ),
    Route {
        method: "post",
        failures: TURNING,
        ..get(
            "/api/tables/{game}/rematch",
            "Makes a table with the same people after the game, each a seat further.",
            made::<Rematched>("The new table."),
        )
    },
    Route {
        failures: &[400, 403, 404, 413, 415, 422, 429, 503],
        ..post::<Entering>("/api/enter", "Comes in by a link.", json::<Entered>("Where the link led."))
    },
    Route {
        failures: ANYWHERE,
        ..get("/api/me", "Lists the asker's tables.", json::<Mine>("The tables with a seat of the asker."))
    },
    Route {
        failures: ANYWHERE,
        ..get(
            "/api/stream",
            "Streams the asker's tables to a program.",
            Answer {
                status: 200,
                says: "A line of JSON for each message, until the connection ends.",
                content: Some(("application/x-ndjson", shape::<FromServer>())),
            },
        )
    },
    Route {
        failures: &[],
        ..get("/api/openapi.json", "Shows this description.", text(JSON, "An OpenAPI description."))
    },
    Route { failures: &[], ..get("/healthz", "Tells whether the process lives.", text(TEXT, "It does.")) },
    Route {
        failures: &[503],
        ..get("/readyz", "Tells whether the server can do its work.", text(TEXT, "It can."))
    },
    Route {
        failures: &[],
        ..get("/metrics", "Tells the server's numbers.", text(TEXT, "Prometheus' text format."))
    },
];
