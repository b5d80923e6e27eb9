-- Labelled documents; the file data/<sha256> in the workspace holds them. Runs and models keep names and hashes of
-- their sets, so that a set may be deleted.
CREATE TABLE data_set (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT NOT NULL UNIQUE,
  task        TEXT NOT NULL,
  documents   INTEGER NOT NULL,
  characters  INTEGER NOT NULL,
  sha256      TEXT NOT NULL,
  -- JSON: entities of each type.
  types       TEXT NOT NULL,
  imported_at TEXT NOT NULL
);

-- runs/<id>/ in the workspace holds its checkpoint.
CREATE TABLE run (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  name         TEXT NOT NULL,
  settings     TEXT NOT NULL,
  train_id     INTEGER NOT NULL,
  train_name   TEXT NOT NULL,
  train_sha256 TEXT NOT NULL,
  dev_id       INTEGER NOT NULL,
  dev_name     TEXT NOT NULL,
  dev_sha256   TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('queued', 'running', 'paused', 'interrupted', 'finished', 'cancelled', 'failed')),
  -- Number of the process that looks after it: when that has gone, a running one was interrupted.
  owner        INTEGER NOT NULL,
  created_at   TEXT NOT NULL,
  ended_at     TEXT,
  -- JSON, as in shared/domain/training.ts.
  progress     TEXT,
  best         TEXT,
  executor     TEXT,
  parameters   INTEGER,
  warnings     TEXT NOT NULL,
  error        TEXT,
  report       TEXT,
  model_id     INTEGER,
  config_hash  TEXT NOT NULL,
  version      TEXT NOT NULL
);
-- Curves. A run that goes on from a checkpoint writes its points anew from there.
CREATE TABLE run_point (
  run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  step   INTEGER NOT NULL,
  kind   TEXT NOT NULL CHECK (kind IN ('step', 'dev')),
  data   TEXT NOT NULL,
  PRIMARY KEY (run_id, step, kind)
) WITHOUT ROWID;

-- models/<id>.safetensors in the workspace holds its weights.
CREATE TABLE model (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  task       TEXT NOT NULL,
  in_editor  INTEGER NOT NULL DEFAULT 0,
  use_int8   INTEGER NOT NULL DEFAULT 0,
  -- JSON: the card without what stands in columns.
  card       TEXT NOT NULL,
  -- JSON: config.json of the model folder.
  config     TEXT NOT NULL,
  vocabulary TEXT NOT NULL
);
CREATE UNIQUE INDEX model_in_editor ON model (task) WHERE in_editor = 1;
