-- An edit of very many changes is written in several transactions. Until the last one it is open: readers see its items
-- as they were before, and what it has written is taken back when its process has ended without finishing it.
CREATE TABLE open_edit (
  project_id INTEGER PRIMARY KEY REFERENCES project (id),
  edit_id    INTEGER NOT NULL UNIQUE REFERENCES edit (id),
  -- Number of the process that writes it.
  process    INTEGER NOT NULL
);
-- Items without what open edits have changed. CROSS JOIN keeps the order of tables: few edits are open, many changes stored.
CREATE VIEW settled_item AS
  SELECT layer_id, id, kind, type, status, data FROM item
   WHERE NOT EXISTS (SELECT 1 FROM open_edit o CROSS JOIN edit_change c ON c.edit_id = o.edit_id
                      WHERE c.layer_id = item.layer_id AND c.item_id = item.id)
  UNION ALL
  SELECT c.layer_id, c.item_id, json_extract(c.before, '$.kind'), json_extract(c.before, '$.type'),
         json_extract(c.before, '$.status'), c.before
    FROM open_edit o CROSS JOIN edit_change c ON c.edit_id = o.edit_id
   WHERE c.before IS NOT NULL;
