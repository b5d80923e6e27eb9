-- Word vectors; the file vectors/<id>.safetensors in the workspace holds tokens and values.
CREATE TABLE vector_set (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  -- JSON: the card without what stands in columns.
  card TEXT NOT NULL
);

-- A training of word vectors that has not ended well yet; vector-trainings/<id>/ in the workspace holds its texts and
-- its checkpoint.
CREATE TABLE vector_training (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL,
  -- JSON, as in shared/domain/vectors.ts.
  settings   TEXT NOT NULL,
  source     TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('queued', 'running', 'paused', 'interrupted', 'failed')),
  -- Number of the process that looks after it: when that has gone, a running one was interrupted.
  owner      INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  progress   TEXT,
  points     TEXT NOT NULL DEFAULT '[]',
  error      TEXT
);
