-- Edges that vectors of the graph predict, for people to review. Accepted ones are also edges of the source; entities and
-- relations may be gone after an undo.
CREATE TABLE kg_prediction (
  id         INTEGER PRIMARY KEY,
  head       INTEGER NOT NULL,
  relation   TEXT NOT NULL,
  tail       INTEGER NOT NULL,
  score      REAL NOT NULL,
  rank       INTEGER NOT NULL,
  vectors    TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('waiting', 'later', 'accepted', 'rejected')),
  source_id  INTEGER,
  decided_by TEXT,
  decided_at TEXT,
  UNIQUE (head, relation, tail)
);
CREATE INDEX kg_prediction_state ON kg_prediction (state, rank);
