-- Documents taken out of a project. They keep their layers, edits and assignments, and can be put back.
ALTER TABLE project_document ADD COLUMN removed_at TEXT;
ALTER TABLE project_document ADD COLUMN removed_by TEXT;
