CREATE TABLE actions (
    id      TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    kind    TEXT NOT NULL,
    at      REAL NOT NULL,
    stage   TEXT NOT NULL,
    ended   REAL,
    outcome TEXT,
    note    TEXT NOT NULL DEFAULT '',
    text    TEXT NOT NULL,
    data    TEXT NOT NULL
);
CREATE INDEX actions_at ON actions (at);
CREATE INDEX actions_open ON actions (at) WHERE outcome IS NULL;

CREATE TABLE devices (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    role       TEXT NOT NULL,
    ceiling    TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    created    REAL NOT NULL,
    last_seen  REAL NOT NULL,
    revoked    INTEGER NOT NULL
);
CREATE UNIQUE INDEX devices_token ON devices (token_hash);
