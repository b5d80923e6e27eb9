/**
 * Label Studio's tasks in JSON. Regions count code points; files of old versions that counted UTF-16 are recognised by
 * the regions' words. What it has no place for (links, provenance, fragments of discontinuous spans, attributes of
 * relations) stands in `meta.meridian` of the results: it comes back as long as Label Studio leaves it there, which it
 * does for regions and not for relations that somebody saves anew.
 */
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import type { Format, NamedFile } from './format.ts';
import { type JsonRow, jsonRows, rowFiles, sampleRows } from './json-rows.ts';
import { readTask } from './label-studio/read.ts';
import { toTask } from './label-studio/write.ts';
import { countSchema, Losses } from './losses.ts';
import { UniqueNames } from './unique-names.ts';

export const labelStudio: Format = {
  id: 'label-studio',
  title: 'Label Studio JSON',
  extensions: ['.json'],
  looksLike: (files) =>
    files.some((file) => {
      const rows = sampleRows(file);
      return rows.length > 0 && rows.every(isTask);
    }),
  read: (files) => {
    const losses = new Losses();
    const names = new UniqueNames();
    const documents: AnnotatedDocument[] = [];
    for (const { name: file, ...rest } of rowFiles(files, labelStudio.title, losses)) {
      for (const row of jsonRows({ name: file, ...rest }))
        documents.push(...readTask(row, { file, names, position: documents.length + 1, losses }));
    }
    return { documents, losses: losses.list() };
  },
  write: (documents, { schema } = {}) => {
    const losses = new Losses();
    countSchema(schema, losses);
    const tasks = documents.map((document, i) => toTask(document, i + 1, schema, losses));
    const file: NamedFile = {
      name: 'tasks.json',
      bytes: new TextEncoder().encode(`${JSON.stringify(tasks, undefined, 1)}\n`),
    };
    return { files: [file], losses: losses.list() };
  },
};

function isTask({ data, annotations, completions, predictions }: JsonRow['value']): boolean {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isObject && [annotations, completions, predictions].some((list) => Array.isArray(list));
}
