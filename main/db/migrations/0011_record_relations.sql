-- Relations between mentions of a record that people accepted or rejected: one row a triple of words and types. Offsets are
-- those of the text at the time of the decision.
CREATE TABLE record_relation (
  document_id INTEGER NOT NULL REFERENCES document (id),
  type        TEXT NOT NULL,
  head_type   TEXT NOT NULL,
  head_text   TEXT NOT NULL,
  head_start  INTEGER NOT NULL,
  tail_type   TEXT NOT NULL,
  tail_text   TEXT NOT NULL,
  tail_start  INTEGER NOT NULL,
  confidence  REAL NOT NULL,
  evidence    TEXT NOT NULL,
  model       TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('accepted', 'rejected')),
  at          TEXT NOT NULL,
  actor       TEXT NOT NULL,
  PRIMARY KEY (document_id, type, head_type, head_text, tail_type, tail_text)
);
