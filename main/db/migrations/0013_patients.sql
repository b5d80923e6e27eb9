-- Patients and encounters that records belong to. A patient has the number that an institution gave, where a file told one;
-- equal numbers with other facts are other patients.
CREATE TABLE patient (
  id         INTEGER PRIMARY KEY,
  system     TEXT,
  identifier TEXT,
  name       TEXT NOT NULL,
  sex        TEXT,
  birth_date TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX patient_identifier ON patient (identifier, system);
CREATE TABLE encounter (
  id         INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL REFERENCES patient (id),
  system     TEXT,
  identifier TEXT,
  kind       TEXT NOT NULL,
  department TEXT NOT NULL,
  started_at TEXT,
  ended_at   TEXT
);
CREATE INDEX encounter_patient ON encounter (patient_id);
ALTER TABLE document ADD COLUMN patient_id INTEGER REFERENCES patient (id);
ALTER TABLE document ADD COLUMN encounter_id INTEGER REFERENCES encounter (id);
-- When the record was written, as its file tells.
ALTER TABLE document ADD COLUMN dated TEXT;
CREATE INDEX document_patient ON document (patient_id) WHERE patient_id IS NOT NULL;
-- File that a decision was imported from; null for decisions made here.
ALTER TABLE decision ADD COLUMN source TEXT;
