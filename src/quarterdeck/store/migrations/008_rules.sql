CREATE TABLE rules (
    id        TEXT PRIMARY KEY,
    agent     TEXT NOT NULL,
    project   TEXT NOT NULL,
    rule      TEXT NOT NULL,
    risk      TEXT NOT NULL,
    adds      INTEGER NOT NULL,
    by        TEXT NOT NULL,
    at        REAL NOT NULL,
    ended     REAL,
    outcome   TEXT,
    note      TEXT NOT NULL DEFAULT '',
    taken_out INTEGER NOT NULL DEFAULT 0
);

CREATE VIEW rules_told AS
SELECT 'rule', r.id, r.at, '', r.project, 'rule', '', r.risk,
    CASE WHEN r.adds THEN 'add' ELSE 'remove' END, r.by,
    r.outcome, CASE WHEN r.outcome IS NULL THEN 'open' END,
    CASE WHEN r.adds THEN 'rule added' ELSE 'rule taken out' END, r.rule
FROM rules r;

CREATE TRIGGER rule_written AFTER INSERT ON rules BEGIN
    INSERT OR REPLACE INTO history SELECT * FROM rules_told WHERE id = NEW.id;
END;
CREATE TRIGGER rule_changed AFTER UPDATE ON rules BEGIN
    INSERT OR REPLACE INTO history SELECT * FROM rules_told WHERE id = NEW.id;
END;
CREATE TRIGGER rule_forgotten AFTER DELETE ON rules BEGIN
    DELETE FROM history WHERE what = 'rule' AND id = OLD.id;
END;
