-- Names and numbers of staff and patients that the second look at de-identified records searches for, as keyed hashes.
CREATE TABLE deid_identifier (
  hash   TEXT NOT NULL,
  list   TEXT NOT NULL CHECK (list IN ('staff', 'patients')),
  first  TEXT NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (hash, list)
) WITHOUT ROWID;
-- What people decided about places that the second look found; the place with its words as a keyed hash.
CREATE TABLE deid_decision (
  object   TEXT NOT NULL,
  place    TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('remove', 'accept')),
  actor    TEXT NOT NULL,
  at       TEXT NOT NULL,
  PRIMARY KEY (object, place)
) WITHOUT ROWID;
