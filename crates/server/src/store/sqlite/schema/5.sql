-- Each entry with the hash of the chain up to it, and each game with that of its last entry.
ALTER TABLE games ADD COLUMN head BLOB NOT NULL DEFAULT x'';
ALTER TABLE log ADD COLUMN head BLOB NOT NULL DEFAULT x'';

-- What people called themselves and said, apart from the entries. The chain covers the hash of salt and text: whoever
-- erases a word takes away both and leaves the hash.
CREATE TABLE words (
    game INTEGER NOT NULL REFERENCES games,
    version INTEGER NOT NULL,
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    person INTEGER,
    text TEXT,
    salt BLOB,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (game, version, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX words_by_person ON words (person) WHERE person IS NOT NULL;
