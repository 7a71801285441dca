CREATE TABLE alerts (
    ask     TEXT NOT NULL,
    channel TEXT NOT NULL,
    risk    TEXT,
    at      REAL NOT NULL,
    PRIMARY KEY (ask, channel)
);
