-- Changes that people made to the graph. `rows` holds the rows that a change removed and added, by table, so that it can
-- be undone and done again exactly; `turns` counts how often that happened, the first time included.
CREATE TABLE kg_edit (
  id      INTEGER PRIMARY KEY,
  at      TEXT NOT NULL,
  actor   TEXT NOT NULL,
  undone  INTEGER NOT NULL,
  turns   INTEGER NOT NULL,
  notes   TEXT NOT NULL,
  changes INTEGER NOT NULL,
  rows    TEXT NOT NULL
);
-- What people decided about suspicious content of imports. Keys name entities by type and name, so that a decision holds
-- for another import of the same content.
CREATE TABLE kg_review (
  key      TEXT PRIMARY KEY,
  decision TEXT NOT NULL CHECK (decision IN ('keep', 'retype', 'remove')),
  type     TEXT NOT NULL,
  at       TEXT NOT NULL,
  actor    TEXT NOT NULL
);
