-- When somebody who belongs to a public table was last there: the lobby shows those that are attended.
ALTER TABLE games ADD COLUMN attended INTEGER NOT NULL DEFAULT 0;
UPDATE games SET attended = updated;
CREATE INDEX games_in_lobby ON games (stage, attended) WHERE public;

-- When somebody was last here. Of those who came before this was noted, it is as if that was now.
ALTER TABLE people ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE people SET seen = unixepoch() * 1000;

-- Games that somebody wants to keep.
CREATE TABLE kept (
    person INTEGER NOT NULL REFERENCES people,
    game INTEGER NOT NULL REFERENCES games,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_by_game ON kept (game);
