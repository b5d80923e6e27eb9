/**
 * Reads documents with relations as JSON lines, also gzipped: `{"id"?, "text", "entities": [{"start", "end", "type"}],
 * "relations": [{"from", "to", "type"}]}` with numbers of entities from 0, or rows of public sets (`foreign-rows.ts`). One
 * malformed line refuses the whole file.
 */
import type { LabelledRelation, RelatedDocument } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { isRecord } from '../reading/json.ts';
import { readForeignRow } from './foreign-rows.ts';
import { entitiesOf } from './read-labelled.ts';
import { bad, checkText, idOf, readTrainingLines } from './training-lines.ts';

/** @param name of the file, for messages */
export const readRelated = (path: string, name: string): Promise<RelatedDocument[]> =>
  readTrainingLines(path, name, { format: 'jsonl', parse: parseLine, hint: message('hint.related-form') });

function parseLine(row: Record<string, unknown>, number: string): RelatedDocument {
  const id = idOf(row.id, number);
  const foreign = readForeignRow(row);
  if (foreign !== undefined) return { id, ...foreign };
  const text = checkText(row.text, 'text');
  const entities = entitiesOf(row.entities, text);
  if (!Array.isArray(row.relations)) throw bad('relations', message('fault.no-list'));
  const relations = row.relations.map((relation: unknown, i) =>
    relationOf(relation, `relations[${i}]`, entities.length),
  );
  return { id, text, entities, relations };
}

function relationOf(value: unknown, field: string, entities: number): LabelledRelation {
  if (!isRecord(value)) throw bad(field, message('fault.no-object'));
  const { type } = value;
  if (typeof type !== 'string' || type.trim() === '') throw bad(`${field}.type`, message('fault.missing'));
  const end = (name: 'from' | 'to'): number => {
    const given = value[name];
    if (typeof given === 'number' && Number.isInteger(given) && given >= 0 && given < entities) return given;
    throw bad(
      `${field}.${name}`,
      message('fault.no-whole-number', { value: JSON.stringify(given) ?? message('fault.nothing') }),
    );
  };
  return { from: end('from'), to: end('to'), type };
}
