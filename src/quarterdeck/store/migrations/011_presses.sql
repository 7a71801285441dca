CREATE TABLE presses (
    id   TEXT PRIMARY KEY,
    key  INTEGER NOT NULL,
    text TEXT NOT NULL,
    at   REAL NOT NULL
);
