/**
 * FHIR R4: a Bundle with a DocumentReference per text and a resource per annotation: Condition, Observation,
 * MedicationStatement, Procedure or FamilyMemberHistory by the concept of the type, Basic for relations and labels of
 * documents. Codes, statuses and notes use FHIR's elements; places in the text (UTF-16), attributes and the rest are
 * extensions, which makes the file lossless. Annotator and acceptance are a Provenance.
 */
import type { AnnotatedDocument } from '../../../shared/domain/annotation.ts';
import { message } from '../../../shared/messages/message.ts';
import { isRecord } from '../../reading/json.ts';
import { type Resource, readResources } from './fhir/read.ts';
import { entriesOf } from './fhir/write.ts';
import { defineFormat } from './format.ts';
import { type JsonRow, jsonRows, rowFiles, sampleRows } from './json-rows.ts';
import { LOST, type Losses } from './losses.ts';

export const fhir = defineFormat({
  id: 'fhir',
  title: 'FHIR R4 Bundle',
  extensions: ['.json'],
  looksLike: (files) =>
    files.some((file) => {
      const rows = sampleRows(file);
      return rows.length > 0 && rows.every(({ resourceType }) => typeof resourceType === 'string');
    }),
  read: (files, { title, losses, names }) => {
    const documents: AnnotatedDocument[] = [];
    for (const file of rowFiles(files, title, losses)) {
      const resources = [...jsonRows(file)].flatMap(resourcesOf);
      documents.push(...readResources(resources, { file: file.name, names, losses }));
    }
    return { documents };
  },
  write: (documents, { losses }) => {
    const entry = documents.flatMap((document) => entriesOf(document, losses));
    const bundle = { resourceType: 'Bundle', type: 'collection', ...(entry.length === 0 ? {} : { entry }) };
    // Lone surrogates are valid JSON, but not Unicode, which FHIR requires.
    const json = JSON.stringify(bundle, (_, value: unknown) => wellFormed(value, losses), 1);
    return [{ name: 'bundle.json', bytes: new TextEncoder().encode(`${json}\n`) }];
  },
});

function wellFormed(value: unknown, losses: Losses): unknown {
  if (typeof value !== 'string' || value.isWellFormed()) return value;
  losses.add(LOST.surrogates, value, value.match(/\p{Cs}/gu)?.length);
  return value.toWellFormed();
}

/** Returns a Bundle's resources, or the row itself: bulk exports have one resource per line. */
function resourcesOf(row: JsonRow): Resource[] {
  const { resourceType, entry = [] } = row.value;
  if (typeof resourceType !== 'string') throw row.broken([], message('fault.no-fhir-resource'));
  if (resourceType !== 'Bundle')
    return [{ references: referencesOf(row.value, undefined), value: row.value, row, path: [] }];
  if (!Array.isArray(entry)) throw row.broken(['entry'], message('fault.no-list'));
  return entry.map((each: unknown, i) => {
    const { resource, fullUrl } = isRecord(each) ? each : {};
    if (!isRecord(resource) || typeof resource.resourceType !== 'string')
      throw row.broken(['entry', i, 'resource'], message('fault.no-fhir-resource'));
    return {
      references: referencesOf(resource, fullUrl),
      value: resource,
      row,
      path: ['entry', i, 'resource'],
    };
  });
}

function referencesOf({ resourceType, id }: Record<string, unknown>, fullUrl: unknown): string[] {
  const own = typeof id === 'string' ? [`${resourceType}/${id}`] : [];
  return typeof fullUrl === 'string' ? [fullUrl, ...own] : own;
}
