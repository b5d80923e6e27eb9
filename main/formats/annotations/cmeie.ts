/**
 * CBLUE CMeIE: JSON lines of `{text, spo_list: [triple]}`. A triple gives subject and object as words without offsets,
 * which are searched in the text. Each triple is one relation, which keeps their order.
 */
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { message } from '../../../shared/messages/message.ts';
import { readTriples, toTriples } from './cmeie-triples.ts';
import { defineFormat, type NamedFile, type Reading } from './format.ts';
import { type JsonRow, jsonRows, rowFiles, sampleRows } from './json-rows.ts';
import { fromRow, toRow } from './row-meta.ts';

const KNOWN = new Set(['text', 'spo_list']);
/** Marks in a document's meta that its triples have no `combined` flag. */
const COMBINED = '@combined';

export const cmeie = defineFormat({
  id: 'cmeie',
  title: 'CBLUE CMeIE JSON lines',
  extensions: ['.jsonl', '.json'],
  looksLike: (files) =>
    files.some((file) => {
      const [row] = sampleRows(file, 1);
      return typeof row?.text === 'string' && Array.isArray(row.spo_list);
    }),
  read: (files, reading) => readRows(rowFiles(files, reading.title, reading.losses), reading),
  write: (documents, { losses }) => {
    const lines = documents.map((document) => {
      const spo_list = toTriples(document, document.meta[COMBINED] !== 'none', losses);
      return `${JSON.stringify({ ...toRow(document, KNOWN, losses), text: document.text, spo_list })}\n`;
    });
    return [{ name: 'cmeie.jsonl', bytes: Buffer.from(lines.join('')) }];
  },
});

function readRows(files: readonly NamedFile[], { losses, names }: Reading) {
  const documents: AnnotatedDocument[] = [];
  const rules: JsonRow[] = [];
  for (const file of files) {
    let number = 0;
    for (const row of jsonRows(file)) {
      const { text } = row.value;
      if (text === undefined && isRule(row)) {
        rules.push(row);
        continue;
      }
      if (typeof text !== 'string') throw row.broken(['text'], message('fault.no-text'));
      const { items, combined } = readTriples(row, text, file.name, losses);
      const place = { names, file: file.name, number: ++number, losses };
      const { name, meta } = fromRow(row.value, KNOWN, place);
      documents.push({ name, text, meta: combined ? meta : { ...meta, [COMBINED]: 'none' }, items });
    }
  }
  return { documents, schema: rules.length === 0 ? undefined : schemaOf(rules) };
}

/** The data set contains a file of allowed triples. */
const isRule = ({ value }: JsonRow): boolean =>
  ['subject_type', 'predicate', 'object_type'].every((field) => field in value);

function schemaOf(rules: readonly JsonRow[]): AnnotationSchema {
  const spans = new Set<string>();
  const relations = new Map<string, { from: Set<string>; to: Set<string> }>();
  for (const row of rules) {
    const [from, predicate, to] = ['subject_type', 'predicate', 'object_type'].map((field) => {
      const value = row.value[field];
      if (typeof value === 'string' && value.trim() !== '' && value.length <= 100) return value.trim();
      throw row.broken([field], message('fault.no-type-name'));
    });
    if (from === undefined || predicate === undefined || to === undefined) continue;
    spans.add(from).add(to);
    const ends = relations.get(predicate) ?? { from: new Set(), to: new Set() };
    ends.from.add(from);
    ends.to.add(to);
    relations.set(predicate, ends);
  }
  return AnnotationSchema.parse({
    spans: [...spans].map((name, i) => ({ name, look: i % 32 })),
    relations: [...relations].map(([name, { from, to }]) => ({ name, from: [...from], to: [...to] })),
  });
}
