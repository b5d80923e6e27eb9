-- Confidence in percent of a record's text that was read from pictures of its pages, until a person has checked it.
ALTER TABLE document ADD COLUMN scan INTEGER;
