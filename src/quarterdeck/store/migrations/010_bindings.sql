CREATE TABLE bindings (
    surface     TEXT PRIMARY KEY,
    session     TEXT NOT NULL,
    keyboard_id TEXT NOT NULL,
    name        TEXT NOT NULL,
    at          REAL NOT NULL
);
