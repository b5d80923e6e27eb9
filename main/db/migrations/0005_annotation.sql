-- Annotation projects. A document's text never changes here: its spans hold in it.
CREATE TABLE project (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  schema     TEXT NOT NULL,
  -- JSON: overlap, order, what is suggested by itself.
  settings   TEXT NOT NULL,
  created_at TEXT NOT NULL,
  created_by TEXT NOT NULL
);
CREATE TABLE project_document (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id  INTEGER NOT NULL REFERENCES project (id),
  -- Order of import, from 0.
  position    INTEGER NOT NULL,
  name        TEXT NOT NULL,
  text        TEXT NOT NULL,
  sha256      TEXT NOT NULL,
  chars       INTEGER NOT NULL,
  -- JSON: fields that the file gave, such as the patient.
  meta        TEXT NOT NULL,
  -- The EMR document and revision it was taken from, if any.
  document_id INTEGER,
  revision    INTEGER,
  -- Archived: nothing about it changes any more.
  locked_at   TEXT,
  locked_by   TEXT,
  UNIQUE (project_id, position),
  UNIQUE (project_id, name)
);
CREATE TABLE project_member (
  project_id INTEGER NOT NULL REFERENCES project (id),
  person     TEXT NOT NULL,
  PRIMARY KEY (project_id, person)
) WITHOUT ROWID;
-- Who is to label what.
CREATE TABLE assignment (
  document_id INTEGER NOT NULL REFERENCES project_document (id),
  person      TEXT NOT NULL,
  PRIMARY KEY (document_id, person)
) WITHOUT ROWID;
CREATE INDEX assignment_person ON assignment (person, document_id);

-- One person's annotations of one document; the adjudicated ones are the layer of `person` '' (gold).
CREATE TABLE layer (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id INTEGER NOT NULL REFERENCES project_document (id),
  person      TEXT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('open', 'done')),
  -- Counts the edits of this layer.
  version     INTEGER NOT NULL,
  next_item   INTEGER NOT NULL,
  updated_at  TEXT NOT NULL,
  done_at     TEXT,
  UNIQUE (document_id, person)
);
CREATE TABLE item (
  layer_id INTEGER NOT NULL REFERENCES layer (id),
  id       INTEGER NOT NULL,
  kind     TEXT NOT NULL CHECK (kind IN ('span', 'relation', 'label')),
  type     TEXT NOT NULL,
  status   TEXT NOT NULL CHECK (status IN ('accepted', 'suggested')),
  -- JSON of the whole item.
  data     TEXT NOT NULL,
  PRIMARY KEY (layer_id, id)
) WITHOUT ROWID;
-- Counts of a queue, and suggestions, without reading any item.
CREATE INDEX item_status ON item (layer_id, status);
-- Relations and labels are few: a span that goes or changes asks for the relations that end in it.
CREATE INDEX item_other ON item (layer_id) WHERE kind <> 'span';

-- Every change ever made, also of many documents at once; undoing one makes another that names it.
CREATE TABLE edit (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project (id),
  at         TEXT NOT NULL,
  actor      TEXT NOT NULL,
  -- What was done, as a name such as `span.add`, with numbers for the sentence that tells it.
  action     TEXT NOT NULL,
  detail     TEXT NOT NULL,
  -- The edit that this one takes back or does again.
  of_edit    INTEGER REFERENCES edit (id),
  -- 'done' may be undone, 'undone' may be done again; 'gone': undone and then something else was done.
  state      TEXT NOT NULL CHECK (state IN ('done', 'undone', 'gone', 'inverse')),
  -- sha256 of the changes, which the audit table also has: a change altered later shows.
  sha256     TEXT NOT NULL
);
CREATE INDEX edit_stack ON edit (project_id, actor, state, id);
CREATE INDEX edit_of ON edit (of_edit);
-- Before and after as JSON; NULL before: it was made; NULL after: it was removed. Layer 0 with item 0 stands for the
-- project's schema.
CREATE TABLE edit_change (
  edit_id  INTEGER NOT NULL REFERENCES edit (id),
  layer_id INTEGER NOT NULL,
  item_id  INTEGER NOT NULL,
  before   TEXT,
  after    TEXT,
  PRIMARY KEY (edit_id, layer_id, item_id)
) WITHOUT ROWID;
CREATE INDEX edit_change_layer ON edit_change (layer_id, edit_id);

-- Models that learn from projects, and the order in which documents are worth labelling.
CREATE TABLE learning_round (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id    INTEGER NOT NULL REFERENCES project (id),
  at            TEXT NOT NULL,
  actor         TEXT NOT NULL,
  run_id        INTEGER,
  documents     INTEGER NOT NULL,
  dev_documents INTEGER NOT NULL,
  labels        INTEGER NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('training', 'finished', 'failed')),
  model_id      INTEGER,
  model_name    TEXT,
  f1            REAL,
  previous_name TEXT,
  previous_f1   REAL,
  adopted       INTEGER NOT NULL DEFAULT 0,
  error         TEXT
);
CREATE INDEX learning_round_project ON learning_round (project_id, id);
CREATE TABLE document_order (
  document_id INTEGER PRIMARY KEY REFERENCES project_document (id),
  -- 0 is the most useful one.
  place       INTEGER NOT NULL,
  -- By the model, larger for less sure; NULL when there was none.
  entropy     REAL,
  margin      REAL,
  model_name  TEXT,
  strategy    TEXT NOT NULL,
  at          TEXT NOT NULL
);
