-- Test set of an experiment, on which the weights chosen on dev are measured; null: none.
ALTER TABLE experiment ADD COLUMN test_id INTEGER;
ALTER TABLE experiment ADD COLUMN test_name TEXT;
ALTER TABLE experiment ADD COLUMN test_sha256 TEXT;

-- Items that a cell found in each document of the test set, or of dev without one: JSON as in shared/domain/comparison.ts,
-- deflated, in base64.
ALTER TABLE run ADD COLUMN counts TEXT;
