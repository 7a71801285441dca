CREATE TABLE snoozes (
    ask   TEXT PRIMARY KEY,
    until REAL NOT NULL
);
