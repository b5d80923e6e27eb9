-- Corrections of highlights that people made in a record. Offsets are those of the record's present text; the words before
-- and after are kept from the moment when the words were edited away, so that they are found again when they return.
CREATE TABLE correction (
  document_id INTEGER NOT NULL REFERENCES document (id),
  id          TEXT NOT NULL,
  start       INTEGER NOT NULL,
  text        TEXT NOT NULL,
  found       TEXT NOT NULL,
  mention     TEXT NOT NULL,
  lost        TEXT,
  at          TEXT NOT NULL,
  actor       TEXT NOT NULL,
  PRIMARY KEY (document_id, id)
);

-- Words that are not marked in any record while the rule is on; an empty type stands for all.
CREATE TABLE mention_rule (
  key    TEXT PRIMARY KEY,
  words  TEXT NOT NULL,
  type   TEXT NOT NULL,
  active INTEGER NOT NULL,
  at     TEXT NOT NULL,
  actor  TEXT NOT NULL
);
