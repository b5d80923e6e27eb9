-- Documents: a revision is never changed; the draft is what autosave holds between two revisions.
CREATE TABLE document (
  id         INTEGER PRIMARY KEY,
  title      TEXT NOT NULL,
  origin     TEXT NOT NULL,
  head       INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT
);
CREATE TABLE revision (
  id          INTEGER PRIMARY KEY,
  document_id INTEGER NOT NULL REFERENCES document (id),
  number      INTEGER NOT NULL,
  text        TEXT NOT NULL,
  chars       INTEGER NOT NULL,
  sha256      TEXT NOT NULL,
  at          TEXT NOT NULL,
  actor       TEXT NOT NULL,
  reason      TEXT NOT NULL,
  UNIQUE (document_id, number)
);
CREATE TABLE draft (
  document_id INTEGER PRIMARY KEY REFERENCES document (id),
  base        INTEGER NOT NULL,
  -- Counts the saves since that revision: whoever saves next must have seen the newest.
  version     INTEGER NOT NULL,
  text        TEXT NOT NULL,
  at          TEXT NOT NULL
);
-- Search text of each document: its head revision; drafts are searched as they are.
CREATE VIRTUAL TABLE document_fts USING fts5 (text, tokenize = 'trigram');

CREATE TABLE decision (
  document_id INTEGER NOT NULL REFERENCES document (id),
  entity_id   INTEGER NOT NULL,
  entity_name TEXT NOT NULL,
  decision    TEXT NOT NULL CHECK (decision IN ('accepted', 'overridden')),
  reason      TEXT,
  at          TEXT NOT NULL,
  actor       TEXT NOT NULL,
  PRIMARY KEY (document_id, entity_id)
);

-- Append-only and hash-chained: hash = sha256(prev_hash, at, actor, action, object, detail).
CREATE TABLE audit (
  id        INTEGER PRIMARY KEY,
  at        TEXT NOT NULL,
  actor     TEXT NOT NULL,
  action    TEXT NOT NULL,
  object    TEXT NOT NULL,
  detail    TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash      TEXT NOT NULL
);
CREATE INDEX audit_object ON audit (object, id);
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE (ABORT, 'the audit table is append-only'); END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE (ABORT, 'the audit table is append-only'); END;

CREATE TABLE setting (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

-- Knowledge graph. Provenance is kept per name, fact and edge, so that any import can be undone as a whole.
CREATE TABLE kg_source (
  id          INTEGER PRIMARY KEY,
  name        TEXT NOT NULL,
  format      TEXT NOT NULL,
  imported_at TEXT NOT NULL,
  sha256      TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('importing', 'done')),
  -- Number of the process that imports it: only those of processes that are gone are taken back.
  owner       INTEGER NOT NULL,
  report      TEXT NOT NULL
);
-- Ids are never used again after an undo: decisions name them.
CREATE TABLE kg_entity (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  norm TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (norm, type)
);
CREATE TABLE kg_name (
  id        INTEGER PRIMARY KEY,
  entity_id INTEGER NOT NULL REFERENCES kg_entity (id),
  norm      TEXT NOT NULL,
  name      TEXT NOT NULL,
  UNIQUE (entity_id, norm)
);
CREATE INDEX kg_name_norm ON kg_name (norm);
CREATE TABLE kg_name_source (
  name_id   INTEGER NOT NULL,
  source_id INTEGER NOT NULL,
  PRIMARY KEY (name_id, source_id)
) WITHOUT ROWID;
CREATE TABLE kg_fact (
  entity_id INTEGER NOT NULL,
  key       TEXT NOT NULL,
  source_id INTEGER NOT NULL,
  value     TEXT NOT NULL,
  PRIMARY KEY (entity_id, key, source_id)
) WITHOUT ROWID;
CREATE TABLE kg_relation (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
-- rank counts from 0 in the source's own order: the most typical first.
CREATE TABLE kg_edge (
  head        INTEGER NOT NULL,
  relation_id INTEGER NOT NULL,
  tail        INTEGER NOT NULL,
  source_id   INTEGER NOT NULL,
  rank        INTEGER NOT NULL,
  PRIMARY KEY (head, relation_id, tail, source_id)
) WITHOUT ROWID;
CREATE INDEX kg_edge_tail ON kg_edge (tail, relation_id);
CREATE VIRTUAL TABLE kg_name_fts USING fts5 (norm, content = 'kg_name', content_rowid = 'id', tokenize = 'trigram', columnsize = 0);
