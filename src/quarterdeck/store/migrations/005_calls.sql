CREATE TABLE calls (
    session TEXT NOT NULL,
    call    TEXT NOT NULL,
    tool    TEXT NOT NULL,
    text    TEXT NOT NULL,
    risk    TEXT,
    began   REAL,
    ended   REAL NOT NULL,
    ok      INTEGER NOT NULL,
    PRIMARY KEY (session, call)
);
CREATE INDEX calls_ended ON calls (ended);
