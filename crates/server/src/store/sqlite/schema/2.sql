-- A link to sit down is good for any seat that is free, and a bot is a person with a token.
DELETE FROM links WHERE purpose = 'bot';
UPDATE links SET object = 0 WHERE purpose = 'sit';

-- Who came by which link: they may do what it is good for, until it is taken away.
CREATE TABLE guests (
    person INTEGER NOT NULL REFERENCES people,
    link BLOB NOT NULL REFERENCES links ON DELETE CASCADE,
    PRIMARY KEY (person, link)
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_by_link ON guests (link);

-- When the server did not run: clocks are not charged for that.
CREATE TABLE outages (
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL
) STRICT;
