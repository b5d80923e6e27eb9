-- Records of a run that is cut by patients bear the number of their block; NULL: blocks are runs of numbers.
ALTER TABLE batch_record ADD COLUMN block INTEGER;
CREATE INDEX batch_record_block ON batch_record (run_id, block) WHERE block IS NOT NULL;
