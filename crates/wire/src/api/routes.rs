//! All routes.

use super::{Query, QueryValue, Route, RouteAnswer};
use crate::shape::Shape;
use crate::table::{
    BotAsked, BotMade, Command, Entered, Entering, FromServer, KeepAsked, Kept, LinkAsked, LinkMade, Lists,
    LogShown, Mine, NewTable, Noticed, Opened, PreviewAsked, Privacy, Rematched, Snapshot, Streamed, Tried,
    TryAsked,
};
use crate::{Analysed, Hint, HintAsked, RecordAsked, RecordRead, RecordTry};
use crate::{CellFits, Feature, Standing, View};
use schemars::{JsonSchema, SchemaGenerator};

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";

const fn get(path: &'static str, does: &'static str, answers: &'static [RouteAnswer]) -> Route {
    Route { method: "get", path, does, query: &[], body: None, answers, failures: &[401, 404, 503] }
}

/// Nothing needs to be sent.
const fn post(path: &'static str, does: &'static str, answers: &'static [RouteAnswer]) -> Route {
    Route { method: "post", failures: &[401, 403, 503], ..get(path, does, answers) }
}

const fn send<T: JsonSchema>(
    path: &'static str,
    does: &'static str,
    answers: &'static [RouteAnswer],
) -> Route {
    let failures = &[400, 401, 403, 404, 409, 413, 415, 503];
    Route { body: Some((JSON, shape::<T>())), failures, ..post(path, does, answers) }
}

const fn json<T: JsonSchema>(status: u16, says: &'static str) -> RouteAnswer {
    RouteAnswer { status, says, content: Some((JSON, shape::<T>())) }
}

const fn text(kind: &'static str, says: &'static str) -> RouteAnswer {
    RouteAnswer { status: 200, says, content: Some((kind, shape::<String>())) }
}

/// A line of JSON for each value, until the connection ends.
const fn lines<T: JsonSchema>(says: &'static str) -> RouteAnswer {
    RouteAnswer { status: 200, says, content: Some(("application/x-ndjson", shape::<T>())) }
}

const fn nothing(status: u16, says: &'static str) -> RouteAnswer {
    RouteAnswer { status, says, content: None }
}

const fn shape<T: JsonSchema>() -> Shape {
    SchemaGenerator::subschema_for::<T>
}

/// A question about a game, which must have begun.
const fn look(path: &'static str, does: &'static str, answers: &'static [RouteAnswer]) -> Route {
    Route { failures: &[401, 404, 409, 503], ..get(path, does, answers) }
}

const fn number(name: &'static str, says: &'static str) -> Query {
    Query { name, says, value: QueryValue::Number }
}

const SEGMENT: Query = number("segment", "Which of the tile's segments, from 0.");

/// How a board is drawn. Whatever is left out is as usual.
const BOARD: &[Query] = &[
    Query { name: "at", says: "After so many inputs; after all if left out.", value: QueryValue::Count },
    Query { name: "move", says: "What the file is named after.", value: QueryValue::Count },
    Query { name: "theme", says: "How the land looks.", value: QueryValue::OneOf(&["classic", "winter"]) },
    Query {
        name: "table",
        says: "What the board lies on.",
        value: QueryValue::OneOf(&["light", "dark", "bare"]),
    },
];

const fn board(path: &'static str, does: &'static str, answers: &'static [RouteAnswer]) -> Route {
    Route { query: BOARD, failures: &[400, 401, 404, 409, 503], ..look(path, does, answers) }
}

const ANALYSIS: &str = "A line of JSON for each turn as soon as it is judged; now and then an empty line. Whoever hangs up ends it.";

/// How asking about a record may fail.
const RECORD: &[u16] = &[400, 401, 403, 409, 413, 415, 422, 503];

/// Every route of the server.
pub const ROUTES: &[Route] = &[
    Route {
        failures: &[400, 401, 403, 413, 415, 422, 503],
        ..send::<NewTable>(
            "/api/tables",
            "Makes a table.",
            &[json::<Opened>(201, "The table and the secrets of its two links.")],
        )
    },
    Route {
        query: &[
            Query {
                name: "stage",
                says: "Only tables that stand here; those with free seats if left out.",
                value: QueryValue::OneOf(&["gathering", "playing", "over"]),
            },
            Query {
                name: "before",
                says: "Only tables made before this one: `next` of the page before.",
                value: QueryValue::Game,
            },
        ],
        failures: &[400, 401, 503],
        ..get("/api/tables", "Lists public tables.", &[json::<Lists>(200, "A page of the lobby.")])
    },
    get("/api/tables/{game}", "Shows a table.", &[json::<Snapshot>(200, "The table as it stands.")]),
    Route {
        query: &[Query {
            name: "after",
            says: "The last version that is known already. Told are the later entries, and of the others those in which words were erased.",
            value: QueryValue::Count,
        }],
        failures: &[400, 401, 404, 503],
        ..get(
            "/api/tables/{game}/log",
            "Tells everything that happened at a table.",
            &[json::<LogShown>(200, "Its log, without what is hidden.")],
        )
    },
    Route {
        failures: &[401, 404, 409, 503],
        ..get(
            "/api/tables/{game}/record",
            "Tells a game as a record.",
            &[text(TEXT, "The record as far as the game has gone.")],
        )
    },
    look(
        "/api/tables/{game}/start",
        "Shows a game before its first tile was drawn.",
        &[json::<View>(200, "What could be seen then.")],
    ),
    look(
        "/api/tables/{game}/standing",
        "Tells the score sheet, with the points if the game ended now.",
        &[json::<Standing>(200, "A line for each seat.")],
    ),
    Route {
        query: &[number("x", "Columns east of the start tile."), number("y", "Rows north of it."), SEGMENT],
        failures: &[400, 401, 404, 409, 503],
        ..look(
            "/api/tables/{game}/feature",
            "Tells of a feature.",
            &[json::<Feature>(200, "The one that this spot is part of.")],
        )
    },
    look(
        "/api/tables/{game}/features",
        "Tells of all features that are claimed.",
        &[json::<Vec<Feature>>(200, "All of them.")],
    ),
    look(
        "/api/tables/{game}/fits",
        "Tells what still fits where.",
        &[json::<Vec<CellFits>>(200, "Every open cell.")],
    ),
    board(
        "/api/tables/{game}/board.svg",
        "Draws the board with names and points.",
        &[text("image/svg+xml", "The picture.")],
    ),
    board(
        "/api/tables/{game}/board.png",
        "Draws the board with points.",
        &[text("image/png", "The picture: 100 pixels a tile, and fewer for very large boards.")],
    ),
    send::<TryAsked>(
        "/api/tables/{game}/try",
        "Tells where other inputs would have led, from any point of a game on, and changes nothing.",
        &[json::<Tried>(200, "What would be there.")],
    ),
    send::<HintAsked>(
        "/api/tables/{game}/hint",
        "Advises the asker's seat whose turn it is, from what everybody can see; the others are told that it did.",
        &[json::<Hint>(200, "What the computer would do.")],
    ),
    Route {
        failures: &[401, 403, 404, 409, 503],
        ..post(
            "/api/tables/{game}/analysis",
            "Analyses a game that is over, turn by turn.",
            &[lines::<Analysed>(ANALYSIS)],
        )
    },
    Route {
        failures: RECORD,
        ..send::<RecordAsked>(
            "/api/records",
            "Reads a record and shows its game. Nothing is kept of it.",
            &[json::<RecordRead>(200, "The game from the beginning on.")],
        )
    },
    Route {
        failures: RECORD,
        ..send::<RecordTry>(
            "/api/records/try",
            "Tells where other inputs would have led, from any point of a recorded game on.",
            &[json::<Tried>(200, "What would be there.")],
        )
    },
    Route {
        failures: RECORD,
        ..send::<RecordAsked>(
            "/api/records/analysis",
            "Analyses a recorded game, turn by turn.",
            &[lines::<Analysed>(ANALYSIS)],
        )
    },
    Route {
        failures: &[400, 401, 403, 404, 426, 503],
        ..get(
            "/api/tables/{game}/socket",
            "Opens a table's WebSocket: `ToServer` goes in, `FromServer` comes out, each as one text message.",
            &[nothing(101, "The connection is a WebSocket from now on.")],
        )
    },
    Route {
        failures: &[400, 401, 403, 404, 413, 415, 503],
        ..send::<Command>(
            "/api/tables/{game}/commands",
            "Does something at a table. A command sent twice is done once.",
            &[
                json::<FromServer>(200, "`done`: it is, and its update has this version."),
                json::<FromServer>(409, "`rejected`: it is not, and this is why."),
            ],
        )
    },
    send::<PreviewAsked>(
        "/api/tables/{game}/preview",
        "Tells what actions would lead to, and changes nothing.",
        &[json::<FromServer>(200, "`previewed`: what would happen, and what could be done then.")],
    ),
    Route {
        failures: &[400, 401, 403, 404, 413, 415, 503],
        ..send::<LinkAsked>(
            "/api/tables/{game}/links",
            "Makes a link: to sit down or to watch (the table's creator), or to go on with one's own seats elsewhere.",
            &[json::<LinkMade>(201, "The link's secret. It is not shown again.")],
        )
    },
    Route {
        method: "delete",
        query: &[Query {
            name: "purpose",
            says: "Only links of this kind; all if left out.",
            value: QueryValue::OneOf(&["sit", "watch"]),
        }],
        failures: &[400, 401, 403, 404, 503],
        ..get(
            "/api/tables/{game}/links",
            "Revokes links (the table's creator).",
            &[nothing(204, "They lead nowhere any more.")],
        )
    },
    send::<BotAsked>(
        "/api/tables/{game}/bots",
        "Gives a seat to a program (the table's creator).",
        &[json::<BotMade>(201, "The program's token. It is not shown again.")],
    ),
    get(
        "/api/tables/{game}/keep",
        "Tells whether the asker keeps the game, and when it is deleted otherwise.",
        &[json::<Kept>(200, "Whether, and when.")],
    ),
    send::<KeepAsked>(
        "/api/tables/{game}/keep",
        "Keeps a finished game of the asker's, or lets it go.",
        &[json::<Kept>(200, "Whether it is kept now.")],
    ),
    Route {
        failures: &[401, 403, 404, 409, 422, 503],
        ..post(
            "/api/tables/{game}/rematch",
            "Makes a table with the same people after the game, each a seat further.",
            &[json::<Rematched>(201, "The new table.")],
        )
    },
    send::<Entering>("/api/enter", "Comes in by a link.", &[json::<Entered>(200, "Where the link led.")]),
    Route {
        failures: &[401, 503],
        ..get("/api/me", "Lists the asker's tables.", &[json::<Mine>(200, "The latest of them.")])
    },
    post(
        "/api/bots",
        "Makes a token for a program that sits down by itself.",
        &[json::<BotMade>(201, "The program's token. It is not shown again.")],
    ),
    Route {
        failures: &[401, 503],
        ..get(
            "/api/stream",
            "Streams the asker's tables to a program.",
            &[lines::<Streamed>(
                "A line of JSON for each message, until the connection ends; now and then an empty line.",
            )],
        )
    },
    Route {
        body: Some((TEXT, shape::<String>())),
        failures: &[400, 403, 413, 503],
        ..post(
            "/api/qr",
            "Draws a link for telephones. It is sent and not asked for because links have secrets in them.",
            &[text("image/svg+xml", "The picture.")],
        )
    },
    Route {
        failures: &[],
        ..get(
            "/api/notice",
            "Tells what the host wants everybody to know.",
            &[json::<Noticed>(200, "The host's words, if there are any.")],
        )
    },
    Route {
        failures: &[401, 503],
        ..get(
            "/api/privacy",
            "Tells what the privacy page says about this server in particular.",
            &[json::<Privacy>(200, "The host's words, and what follows from the settings.")],
        )
    },
    Route {
        failures: &[503],
        ..get(
            "/api/openapi.json",
            "Shows this description.",
            &[json::<serde_json::Map<String, serde_json::Value>>(200, "An OpenAPI description.")],
        )
    },
    Route { failures: &[], ..get("/healthz", "Tells whether the process lives.", &[text(TEXT, "It does.")]) },
    Route {
        failures: &[503],
        ..get("/readyz", "Tells whether the server can do its work.", &[text(TEXT, "It can.")])
    },
];
