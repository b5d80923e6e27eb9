-- Refused records of a batch run are counted and listed without reading its records.
CREATE INDEX batch_record_refused ON batch_record (run_id, seq) WHERE refused = 1;
