-- A game: what its draws follow from, how far its log is, and what lists want to know.
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE CHECK (length(id) = 10),
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    stage TEXT NOT NULL,
    public INTEGER NOT NULL,
    title TEXT NOT NULL,
    due INTEGER,
    computer INTEGER NOT NULL,
    summary TEXT NOT NULL
) STRICT;
CREATE INDEX games_by_stage ON games (stage, public);
CREATE INDEX games_by_due ON games (due) WHERE due IS NOT NULL;
CREATE INDEX games_for_the_computer ON games (number) WHERE computer;

-- The truth: everything that happened at a table, in order. The rows stand in the order of their arrival, so that a
-- transaction writes few pages even if its entries belong to many games.
CREATE TABLE log (
    game INTEGER NOT NULL REFERENCES games,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, version)
) STRICT;

CREATE TABLE people (
    id INTEGER PRIMARY KEY
) STRICT;

-- The secrets by which a person is known, one for each browser.
CREATE TABLE secrets (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    person INTEGER NOT NULL REFERENCES people
) STRICT, WITHOUT ROWID;
CREATE INDEX secrets_by_person ON secrets (person);

-- Who takes part in a game, in the order of the table.
CREATE TABLE players (
    game INTEGER NOT NULL REFERENCES games,
    place INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people,
    PRIMARY KEY (game, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX players_by_person ON players (person, game);

-- Links to sit down, to look on or to change devices, and tokens of bots.
CREATE TABLE links (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    game INTEGER NOT NULL REFERENCES games,
    purpose TEXT NOT NULL CHECK (purpose IN ('sit', 'watch', 'device', 'bot')),
    -- The seat of `sit` and `bot`, the person of `device`, 0 for `watch`.
    object INTEGER NOT NULL,
    made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_game ON links (game, purpose, object);

-- When the server was last seen running.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at INTEGER NOT NULL
) STRICT;
