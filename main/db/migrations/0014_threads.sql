-- Discussions of documents and of places in them. The uid is the same in every workspace that a project file reaches.
CREATE TABLE thread (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  uid         TEXT NOT NULL,
  document_id INTEGER NOT NULL REFERENCES project_document (id),
  -- JSON: kind, type and place in the text, which never changes.
  anchor      TEXT NOT NULL,
  resolved_at TEXT,
  resolved_by TEXT,
  UNIQUE (document_id, uid)
);
CREATE TABLE thread_comment (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  uid       TEXT NOT NULL,
  thread_id INTEGER NOT NULL REFERENCES thread (id),
  at        TEXT NOT NULL,
  author    TEXT NOT NULL,
  text      TEXT NOT NULL,
  -- JSON: names of the people mentioned.
  mentions  TEXT NOT NULL,
  UNIQUE (thread_id, uid)
);
-- The last reminder of a member.
CREATE TABLE reminder (
  project_id INTEGER NOT NULL REFERENCES project (id),
  person     TEXT NOT NULL,
  at         TEXT NOT NULL,
  by         TEXT NOT NULL,
  PRIMARY KEY (project_id, person)
) WITHOUT ROWID;
