-- The keys of all edges once more, by their tails. A table and not an index: imports fill it in the order of its key,
-- while an index is written at another place with every edge.
DROP INDEX kg_edge_tail;
CREATE TABLE kg_edge_by_tail (
  tail        INTEGER NOT NULL,
  relation_id INTEGER NOT NULL,
  head        INTEGER NOT NULL,
  source_id   INTEGER NOT NULL,
  PRIMARY KEY (tail, relation_id, head, source_id)
) WITHOUT ROWID;
INSERT INTO kg_edge_by_tail (tail, relation_id, head, source_id)
  SELECT tail, relation_id, head, source_id FROM kg_edge ORDER BY tail, relation_id, head, source_id;
