-- What can be looked up, one narrow row for each thing: finding reads these rows alone,
-- and not the asks, which hold all that was ever shown. Triggers keep them; what was cut off
-- and cannot be read costs no other row.
CREATE TABLE history (
    what    TEXT NOT NULL,
    id      TEXT NOT NULL,
    at      REAL NOT NULL,
    session TEXT NOT NULL,
    project TEXT NOT NULL,
    kind    TEXT NOT NULL,
    tool    TEXT NOT NULL,
    risk    TEXT,
    choice  TEXT,
    by      TEXT,
    outcome TEXT,
    how     TEXT,
    title   TEXT NOT NULL,
    text    TEXT NOT NULL,
    UNIQUE (what, id)
);
CREATE INDEX history_at ON history (at, id);
CREATE INDEX history_session ON history (session, at, id);

CREATE VIEW asks_told AS
SELECT 'ask', a.id, a.opened, a.session,
    coalesce(nullif(json_extract(a.data, '$.origin.cwd'), ''),
             (SELECT json_extract(s.data, '$.facts.cwd') FROM sessions s WHERE s.id = a.session AND json_valid(s.data)), ''),
    a.kind, coalesce(json_extract(a.data, '$.origin.use.tool'), ''),
    json_extract(a.data, '$.origin.body.risk.level'),
    json_extract(w.data, '$.choice'),
    coalesce(json_extract(w.data, '$.by'),
             CASE json_extract(a.data, '$.ended.how') WHEN 'terminal' THEN 'terminal' END),
    w.outcome, coalesce(json_extract(a.data, '$.ended.how'), 'open'),
    coalesce(json_extract(a.data, '$.title'), ''), coalesce(json_extract(a.data, '$.text'), '')
FROM asks a
LEFT JOIN answers w ON w.rowid = (SELECT max(x.rowid) FROM answers x WHERE x.ask = a.id)
    AND json_valid(w.data)
WHERE json_valid(a.data);

CREATE VIEW actions_told AS
SELECT 'action', a.id, a.at, a.session,
    coalesce((SELECT json_extract(s.data, '$.facts.cwd') FROM sessions s WHERE s.id = a.session AND json_valid(s.data)), ''),
    a.kind, '', NULL, NULL, json_extract(a.data, '$.by.name'),
    a.outcome, CASE WHEN a.outcome IS NULL THEN 'open' END, a.kind, a.text
FROM actions a
WHERE json_valid(a.data);

INSERT INTO history SELECT * FROM asks_told;
INSERT INTO history SELECT * FROM actions_told;

CREATE TRIGGER ask_written AFTER INSERT ON asks BEGIN
    INSERT OR REPLACE INTO history SELECT * FROM asks_told WHERE id = NEW.id;
END;
CREATE TRIGGER ask_changed AFTER UPDATE ON asks BEGIN
    INSERT OR REPLACE INTO history SELECT * FROM asks_told WHERE id = NEW.id;
END;
CREATE TRIGGER ask_forgotten AFTER DELETE ON asks BEGIN
    DELETE FROM history WHERE what = 'ask' AND id = OLD.id;
END;
CREATE TRIGGER answer_written AFTER INSERT ON answers BEGIN
    INSERT OR REPLACE INTO history SELECT * FROM asks_told WHERE id = NEW.ask;
END;
CREATE TRIGGER answer_changed AFTER UPDATE ON answers BEGIN
    INSERT OR REPLACE INTO history SELECT * FROM asks_told WHERE id = NEW.ask;
END;
CREATE TRIGGER action_written AFTER INSERT ON actions BEGIN
    INSERT OR REPLACE INTO history SELECT * FROM actions_told WHERE id = NEW.id;
END;
CREATE TRIGGER action_changed AFTER UPDATE ON actions BEGIN
    INSERT OR REPLACE INTO history SELECT * FROM actions_told WHERE id = NEW.id;
END;
CREATE TRIGGER action_forgotten AFTER DELETE ON actions BEGIN
    DELETE FROM history WHERE what = 'action' AND id = OLD.id;
END;
