-- Lists of phrases mined from a corpus, reviewed by people, with the parts of long names and the characters that cut them.
CREATE TABLE phrase_list (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  card       TEXT NOT NULL
);

CREATE TABLE phrase (
  list_id INTEGER NOT NULL REFERENCES phrase_list (id),
  text    TEXT NOT NULL,
  cuts    TEXT NOT NULL,
  edited  INTEGER NOT NULL,
  origin  TEXT NOT NULL CHECK (origin IN ('mined', 'graph', 'added')),
  count   INTEGER NOT NULL,
  quality REAL,
  state   TEXT NOT NULL CHECK (state IN ('waiting', 'accepted', 'rejected')),
  PRIMARY KEY (list_id, text)
) WITHOUT ROWID;

CREATE TABLE cut_point (
  list_id   INTEGER NOT NULL REFERENCES phrase_list (id),
  character TEXT NOT NULL,
  side      TEXT NOT NULL CHECK (side IN ('start', 'end')),
  count     INTEGER NOT NULL,
  share     REAL NOT NULL,
  active    INTEGER NOT NULL,
  PRIMARY KEY (list_id, side, character)
) WITHOUT ROWID;
