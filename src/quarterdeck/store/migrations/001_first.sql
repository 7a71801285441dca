CREATE TABLE journal (
    seq     INTEGER PRIMARY KEY,
    at      REAL NOT NULL,
    kind    TEXT NOT NULL,
    session TEXT,
    ask     TEXT,
    data    TEXT NOT NULL
);
CREATE INDEX journal_session ON journal (session, seq);

CREATE TABLE sessions (
    id    TEXT PRIMARY KEY,
    at    REAL NOT NULL,
    ended INTEGER NOT NULL,
    data  TEXT NOT NULL
);

CREATE TABLE asks (
    id      TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    kind    TEXT NOT NULL,
    opened  REAL NOT NULL,
    ended   REAL,
    text    TEXT NOT NULL,
    data    TEXT NOT NULL
);
CREATE INDEX asks_open ON asks (opened) WHERE ended IS NULL;
CREATE INDEX asks_opened ON asks (opened);

CREATE TABLE channels (
    request TEXT PRIMARY KEY,
    ask     TEXT NOT NULL,
    data    TEXT NOT NULL
);
CREATE INDEX channels_ask ON channels (ask);

CREATE TABLE answers (
    id      TEXT PRIMARY KEY,
    ask     TEXT NOT NULL,
    at      REAL NOT NULL,
    outcome TEXT,
    note    TEXT NOT NULL DEFAULT '',
    data    TEXT NOT NULL
);
CREATE INDEX answers_ask ON answers (ask);
