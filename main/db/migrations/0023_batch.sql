-- Batch runs on the embedded queue: one job over many records, of which each keeps its result.
CREATE TABLE batch_run (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  -- JSON, as in main/services/batch/prepare.ts; the hash is of all that results depend on.
  request    TEXT NOT NULL,
  model      TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('queued', 'running', 'paused', 'interrupted', 'finished', 'cancelled', 'failed')),
  owner      INTEGER NOT NULL,
  claimed_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  ended_at   TEXT,
  error      TEXT,
  cpu_ms     REAL NOT NULL DEFAULT 0,
  busy_ms    REAL NOT NULL DEFAULT 0,
  characters INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE batch_record (
  run_id  INTEGER NOT NULL REFERENCES batch_run (id) ON DELETE CASCADE,
  seq     INTEGER NOT NULL,
  content TEXT NOT NULL,
  -- NULL until it is done; refused: the result is an error.
  result  TEXT,
  refused INTEGER,
  PRIMARY KEY (run_id, seq)
) WITHOUT ROWID;
CREATE INDEX batch_record_open ON batch_record (run_id, seq) WHERE result IS NULL;
