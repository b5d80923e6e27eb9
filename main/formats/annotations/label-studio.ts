/**
 * Label Studio tasks in JSON. Regions count code points; files of old versions, which counted UTF-16, are recognised by
 * the regions' words. Data without a place in the format (links, provenance, fragments of discontinuous spans,
 * attributes of relations) goes to `meta.meridian` of the results. Label Studio keeps it for regions, but not for
 * relations that somebody saves anew.
 */
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import { defineFormat, type NamedFile } from './format.ts';
import { type JsonRow, jsonRows, rowFiles, sampleRows } from './json-rows.ts';
import { CONTROLS, labellingConfig } from './label-studio/config.ts';
import { readTask, TEXT_FIELD } from './label-studio/read.ts';
import { toTask } from './label-studio/write.ts';
import { schemaOf } from './schema-of.ts';

const CONFIG = 'label-config.xml';

export const labelStudio = defineFormat({
  id: 'label-studio',
  title: 'Label Studio JSON',
  extensions: ['.json'],
  looksLike: (files) =>
    files.some((file) => {
      const rows = sampleRows(file);
      return rows.length > 0 && rows.every(isTask);
    }),
  read: (files, { title, losses, names }) => {
    const documents: AnnotatedDocument[] = [];
    for (const { name: file, ...rest } of rowFiles(files.filter(isTasks), title, losses)) {
      let number = 0;
      for (const row of jsonRows({ name: file, ...rest }))
        documents.push(...readTask(row, { file, names, number: ++number, losses }));
    }
    return { documents };
  },
  write: (documents, { schema, losses }) => {
    const tasks = documents.map((document, i) => toTask(document, i + 1, schema, losses));
    const encode = (text: string) => new TextEncoder().encode(text);
    const field = documents[0]?.meta[TEXT_FIELD] ?? CONTROLS.text;
    const config = labellingConfig(schemaOf(documents, schema), field, losses);
    return [
      { name: 'tasks.json', bytes: encode(`${JSON.stringify(tasks, undefined, 1)}\n`) },
      { name: CONFIG, bytes: encode(config), isBeside: true },
    ];
  },
});

/** The project's configuration has no tasks. */
const isTasks = ({ name }: NamedFile, _: number, files: readonly NamedFile[]): boolean =>
  files.length === 1 || !new RegExp(`(^|/|\\.)${CONFIG}$`).test(name);

function isTask({ data, annotations, completions, predictions }: JsonRow['value']): boolean {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isObject && [annotations, completions, predictions].some((list) => Array.isArray(list));
}
