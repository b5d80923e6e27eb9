/**
 * doccano's JSON lines, in the forms of its projects: spans (`label: [[0, 2, "type"]]`), spans with relations
 * (`entities`, `relations`), classes of texts (`label: ["class"]`), both (`cats`, `entities`). Offsets count code
 * points, ends exclusive. Other fields of a line, `Comments` among them, are a document's meta.
 */
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import { labelConfigs, withoutConfigs } from './doccano/label-config.ts';
import { FIELDS, isBareRow, isDoccanoRow, readRow } from './doccano/read.ts';
import { linesOfDocuments } from './doccano/write.ts';
import { defineFormat, type NamedFile } from './format.ts';
import { jsonRows, rowFiles, sampleRows } from './json-rows.ts';
import { fromRow } from './row-meta.ts';
import { schemaOf } from './schema-of.ts';

/** Rows among which one has to be annotated. */
const SAMPLE = 2000;

export const doccano = defineFormat({
  id: 'doccano',
  title: 'doccano JSONL',
  extensions: ['.jsonl'],
  looksLike: (files) =>
    files.some((file) => {
      const rows = sampleRows(file, SAMPLE);
      return rows.some(isDoccanoRow) && rows.every((row) => isDoccanoRow(row) || isBareRow(row));
    }),
  read: (files, { title, losses, names }) => {
    const documents: AnnotatedDocument[] = [];
    for (const file of rowFiles(withoutConfigs(files), title, losses)) {
      let number = 0;
      for (const row of jsonRows(file)) {
        const { text, items, form } = readRow(row, file.name, losses);
        const place = { names, file: file.name, number: ++number, losses };
        const { name, meta } = fromRow(withoutNulls(row.value), FIELDS, place);
        documents.push({
          name,
          text,
          meta: { ...meta, ...(form === undefined ? {} : { '@doccano': form }) },
          items,
        });
      }
    }
    return { documents };
  },
  write: (documents, { schema, losses }) => {
    const lines = linesOfDocuments(documents, losses).map((line) => `${JSON.stringify(line)}\n`);
    const file: NamedFile = { name: 'annotations.jsonl', bytes: new TextEncoder().encode(lines.join('')) };
    return [file, ...labelConfigs(schemaOf(documents, schema), losses)];
  },
});

/** A null stands for a field that only other lines have. */
function withoutNulls(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}
