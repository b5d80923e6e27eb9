-- A patient found twice: `merged_into` is the patient that a person named, `root` the last one of that chain. Records and
-- encounters keep the patient that they came with, so that a merge can be undone.
ALTER TABLE patient ADD COLUMN merged_into INTEGER REFERENCES patient (id);
ALTER TABLE patient ADD COLUMN root INTEGER REFERENCES patient (id);
CREATE INDEX patient_root ON patient (root) WHERE root IS NOT NULL;
