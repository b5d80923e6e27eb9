-- Several runs as one: pipelines × seeds. Its cells are runs; a cell without a run has not begun.
CREATE TABLE experiment (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  name         TEXT NOT NULL UNIQUE,
  -- JSON, as in shared/domain/experiment.ts.
  plan         TEXT NOT NULL,
  train_id     INTEGER NOT NULL,
  train_name   TEXT NOT NULL,
  train_sha256 TEXT NOT NULL,
  dev_id       INTEGER NOT NULL,
  dev_name     TEXT NOT NULL,
  dev_sha256   TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('queued', 'running', 'paused', 'interrupted', 'finished', 'cancelled', 'failed')),
  -- Number of the process that looks after it, and since when: a number from before the machine started is another's.
  owner        INTEGER NOT NULL,
  claimed_at   TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  ended_at     TEXT,
  error        TEXT,
  version      TEXT NOT NULL
);

-- Of which experiment a run is which cell, numbered from 0, and what the experiment's table shows of it (JSON).
ALTER TABLE run ADD COLUMN experiment_id INTEGER REFERENCES experiment (id) ON DELETE CASCADE;
ALTER TABLE run ADD COLUMN cell INTEGER;
ALTER TABLE run ADD COLUMN result TEXT;
CREATE UNIQUE INDEX run_cell ON run (experiment_id, cell) WHERE experiment_id IS NOT NULL;
