-- Tokens by which programs act for a person. Of a token itself only the SHA-256 is kept.
CREATE TABLE api_token (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  person     TEXT NOT NULL REFERENCES person (name),
  label      TEXT NOT NULL,
  hash       TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  created_by TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
);
