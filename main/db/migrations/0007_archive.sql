-- Archived records are locked: nothing about them changes until an administrator unlocks them with a reason.
ALTER TABLE document ADD COLUMN archived_at TEXT;
ALTER TABLE document ADD COLUMN archived_by TEXT;

-- The newest entry of the audit table, noted apart from it: entries cut off its end leave a chain that looks whole.
CREATE TABLE audit_head (
  one  INTEGER PRIMARY KEY CHECK (one = 1),
  id   INTEGER NOT NULL,
  hash TEXT NOT NULL
);
INSERT INTO audit_head (one, id, hash)
  SELECT 1, ifnull(max(id), 0), ifnull((SELECT hash FROM audit ORDER BY id DESC LIMIT 1), '') FROM audit;
CREATE TRIGGER audit_head_follows AFTER INSERT ON audit BEGIN UPDATE audit_head SET id = NEW.id, hash = NEW.hash; END;
CREATE TRIGGER audit_head_stays BEFORE DELETE ON audit_head BEGIN SELECT RAISE (ABORT, 'the head of the audit table stays'); END;

CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX audit_action ON audit (action, id);
