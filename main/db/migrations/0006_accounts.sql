-- People who sign in. Their names stand in the audit table and in annotations: nobody is deleted or renamed.
CREATE TABLE person (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  name         TEXT NOT NULL UNIQUE,
  -- The name without differences of case and width, of which there is one only.
  folded       TEXT NOT NULL UNIQUE,
  -- JSON list.
  roles        TEXT NOT NULL,
  active       INTEGER NOT NULL CHECK (active IN (0, 1)),
  -- JSON: scrypt's parameters, salt and hash.
  password     TEXT NOT NULL,
  -- The password was given by somebody else and is to be replaced at the next sign-in.
  must_change  INTEGER NOT NULL CHECK (must_change IN (0, 1)),
  created_at   TEXT NOT NULL,
  created_by   TEXT NOT NULL,
  signed_in_at TEXT
);
CREATE TRIGGER person_no_delete BEFORE DELETE ON person BEGIN SELECT RAISE (ABORT, 'people are deactivated, never deleted'); END;
CREATE TRIGGER person_no_rename BEFORE UPDATE OF id, name, folded ON person BEGIN SELECT RAISE (ABORT, 'people are never renamed'); END;

-- Failed sign-ins since the last good one; `person` '' counts those with names that nobody bears.
CREATE TABLE sign_in_failure (
  person   TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  -- Milliseconds since 1970, never before what the audit table has seen.
  at       INTEGER NOT NULL
) WITHOUT ROWID;
