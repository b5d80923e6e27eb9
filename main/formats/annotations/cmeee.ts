/**
 * CBLUE CMeEE: a JSON list of `{text, entities: [{start_idx, end_idx, type, entity}]}`, ends inclusive, offsets in code
 * points; also the common JSON lines of `{text, entities: [{start, end, type, text}]}`, ends exclusive.
 */
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import { type EntityLayout, haveLayout, readEntityRows, SPAN_LINES, toEntityRow } from './entity-rows.ts';
import { defineFormat } from './format.ts';
import { rowFiles, sampleRows } from './json-rows.ts';

const CMEEE: EntityLayout = {
  id: 'json',
  text: 'text',
  start: 'start_idx',
  end: 'end_idx',
  inclusive: true,
  type: 'type',
  words: 'entity',
};
const LAYOUTS = [CMEEE, SPAN_LINES];
const MARK = '@cmeee';

export const cmeee = defineFormat({
  id: 'cmeee',
  title: 'CBLUE CMeEE JSON',
  extensions: ['.json', '.jsonl'],
  looksLike: (files) => files.some((file) => haveLayout(sampleRows(file), LAYOUTS)),
  read: (files, reading) =>
    readEntityRows(rowFiles(files, reading.title, reading.losses), LAYOUTS, MARK, reading),
  write: (documents, { losses }) => {
    const lines = documents.length > 0 && documents.every(wasLines);
    const layout = lines ? SPAN_LINES : CMEEE;
    const rows = documents.map((document) => toEntityRow(document, layout, losses));
    const bytes = lines
      ? Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      : Buffer.from(`${JSON.stringify(rows, undefined, 2)}\n`);
    return [{ name: lines ? 'cmeee.jsonl' : 'cmeee.json', bytes }];
  },
});

const wasLines = ({ meta }: AnnotatedDocument): boolean => meta[MARK] === SPAN_LINES.id;
