-- Who is shut out: a network or a person, as the host typed it, and what they are told.
CREATE TABLE bans (
    whom TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    made INTEGER NOT NULL,
    until INTEGER
) STRICT, WITHOUT ROWID;

-- What the host tells everybody.
CREATE TABLE notice (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    text TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT;
