-- Files that a watched folder brought, by their content, so that none is imported twice.
CREATE TABLE watched_file (
  sha256      TEXT PRIMARY KEY,
  name        TEXT NOT NULL,
  bytes       INTEGER NOT NULL,
  modified_ms REAL NOT NULL,
  at          TEXT NOT NULL,
  records     INTEGER NOT NULL,
  -- Message that says why nothing was read; NULL when it was imported.
  reason      TEXT
);
CREATE INDEX watched_file_name ON watched_file (name, bytes, modified_ms);
