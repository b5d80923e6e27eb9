/**
 * CCKS and Yidu-S4K: JSON lines of `{originalText, entities: [{start_pos, end_pos, label_type, overlap?}]}`, ends
 * exclusive, offsets in code points; also lines of `{text, entities: [{start, end, type, text}]}` as sets are passed on.
 */
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import { type EntityLayout, haveLayout, readEntityRows, SPAN_LINES, toEntityRow } from './entity-rows.ts';
import { defineFormat } from './format.ts';
import { rowFiles, sampleRows } from './json-rows.ts';

const CCKS: EntityLayout = {
  id: 'ccks',
  text: 'originalText',
  start: 'start_pos',
  end: 'end_pos',
  inclusive: false,
  type: 'label_type',
  number: 'overlap',
};
const LAYOUTS = [CCKS, SPAN_LINES];
/** The published files have the extension .txt. */
const ENDING = /\.(jsonl|json|txt)$/i;
const MARK = '@ccks';

export const ccks = defineFormat({
  id: 'ccks',
  title: 'CCKS / Yidu-S4K JSON lines',
  extensions: ['.jsonl', '.json', '.txt'],
  looksLike: (files) => files.some((file) => haveLayout(sampleRows(file), LAYOUTS)),
  read: (files, reading) =>
    readEntityRows(rowFiles(files, reading.title, reading.losses, ENDING), LAYOUTS, MARK, reading),
  write: (documents, { losses }) => {
    const layout = documents.length > 0 && documents.every(wasLines) ? SPAN_LINES : CCKS;
    const lines = documents.map((document) => `${JSON.stringify(toEntityRow(document, layout, losses))}\n`);
    return [{ name: 'ccks.jsonl', bytes: Buffer.from(lines.join('')) }];
  },
});

const wasLines = ({ meta }: AnnotatedDocument): boolean => meta[MARK] === SPAN_LINES.id;
