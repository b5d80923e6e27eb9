/** Reads one doccano line as an annotated document. */
import type { Item, ItemId } from '../../../../shared/domain/annotation.ts';
import { type Message, message } from '../../../../shared/messages/message.ts';
import type { AppError } from '../../../../shared/result.ts';
import { isRecord } from '../../../reading/json.ts';
import type { JsonRow } from '../json-rows.ts';
import type { JsonPath } from '../json-scanner.ts';
import { importedFrom, type Losses, MAX_TYPE } from '../losses.ts';
import { fromCodePoints, type ToUnits } from '../offsets.ts';

/** Kinds of doccano projects, by the form of their lines. */
export type Form = 'spans' | 'relations' | 'classes' | 'intent';

/** Fields with annotations; others are meta. */
export const FIELDS: ReadonlySet<string> = new Set([
  'text',
  'label',
  'labels',
  'entities',
  'relations',
  'cats',
]);

const OTHER_FIELDS = 'losses.doccano-fields';
const ENTITY_FIELDS = new Set(['id', 'label', 'start_offset', 'end_offset']);
const RELATION_FIELDS = new Set(['id', 'type', 'from_id', 'to_id']);

/** Returns whether a line must be doccano's: a plain text without annotations is ambiguous. */
export function isDoccanoRow(row: JsonRow['value']): boolean {
  if (typeof row.text !== 'string') return false;
  const { entities, cats } = row;
  const labels = row.label ?? row.labels;
  const lists = [labels, entities, cats].filter((list) => list !== undefined && list !== null);
  if (lists.length === 0 || !lists.every((list) => Array.isArray(list))) return false;
  const members: unknown[] = lists.flat();
  if (members.length > 0) return members.every(looksAnnotated);
  return [labels, cats, row.relations, row.Comments].some((field) => field !== undefined);
}

/** Returns whether a line is a text without annotations, as it stands among annotated ones. */
export function isBareRow({ text, ...row }: JsonRow['value']): boolean {
  const annotations = [row.label, row.labels, row.entities, row.cats, row.relations];
  const isEmpty = (list: unknown): boolean => list == null || (Array.isArray(list) && list.length === 0);
  return typeof text === 'string' && annotations.every(isEmpty);
}

function looksAnnotated(member: unknown): boolean {
  if (typeof member === 'string') return true;
  if (Array.isArray(member)) return member.length === 3;
  return isRecord(member) && 'start_offset' in member && 'end_offset' in member && 'label' in member;
}

export function readRow(
  row: JsonRow,
  file: string,
  losses: Losses,
): { text: string; items: Item[]; form: Form | undefined } {
  const { text } = row.value;
  if (typeof text !== 'string') throw row.broken(['text'], message('fault.no-text'));
  const reader = new RowReader(row, text, file, losses);
  for (const field of ['label', 'labels', 'entities', 'cats']) reader.takeList(field);
  reader.takeRelations();
  return { text, items: reader.items, form: reader.form() };
}

class RowReader {
  readonly items: Item[] = [];
  readonly #row: JsonRow;
  readonly #length: number;
  readonly #units: ToUnits;
  readonly #file: string;
  readonly #losses: Losses;
  readonly #entities = new Map<unknown, ItemId>();

  constructor(row: JsonRow, text: string, file: string, losses: Losses) {
    this.#row = row;
    this.#length = [...text].length;
    this.#units = fromCodePoints(text);
    this.#file = file;
    this.#losses = losses;
  }

  form(): Form | undefined {
    const { value } = this.#row;
    if ('relations' in value) return 'relations';
    if ('cats' in value) return 'intent';
    const [first] = this.items;
    return first === undefined ? undefined : first.kind === 'label' ? 'classes' : 'spans';
  }

  /** Detects by the members whether they are classes, triples or entities. */
  takeList(field: string): void {
    const list = this.#row.value[field];
    if (list === undefined || list === null) return;
    // A single class may come without a list.
    if (typeof list === 'string') this.#addLabel(list, [field]);
    else if (!Array.isArray(list)) throw this.#wrong([field], message('fault.no-list'));
    else for (const [i, member] of list.entries()) this.#take(member, [field, i]);
  }

  takeRelations(): void {
    const { relations } = this.#row.value;
    if (relations === undefined || relations === null) return;
    if (!Array.isArray(relations)) throw this.#wrong(['relations'], message('fault.no-list'));
    for (const [i, relation] of relations.entries()) this.#addRelation(relation, ['relations', i]);
  }

  #take(member: unknown, at: JsonPath): void {
    if (typeof member === 'string') this.#addLabel(member, at);
    else if (Array.isArray(member)) {
      if (member.length !== 3) throw this.#wrong(at, message('fault.no-span-triple'));
      const [start, end, type] = member;
      this.#addSpan({ start, end, type }, [
        [...at, 0],
        [...at, 1],
        [...at, 2],
      ]);
    } else if (isRecord(member)) {
      const { id, start_offset: start, end_offset: end, label: type } = member;
      this.#countOthers(member, ENTITY_FIELDS);
      if (id !== undefined && this.#entities.has(id))
        throw this.#wrong([...at, 'id'], message('fault.id-twice', { id: JSON.stringify(id) }));
      const item = this.#addSpan({ start, end, type }, [
        [...at, 'start_offset'],
        [...at, 'end_offset'],
        [...at, 'label'],
      ]);
      if (id !== undefined) this.#entities.set(id, item);
    } else throw this.#wrong(at, message('fault.no-doccano-label'));
  }

  #addLabel(type: string, at: JsonPath): void {
    this.items.push({ kind: 'label', ...this.#common(type, at) });
  }

  #addSpan(
    { start, end, type }: { start: unknown; end: unknown; type: unknown },
    [startAt, endAt, typeAt]: [JsonPath, JsonPath, JsonPath],
  ): ItemId {
    const from = this.#offset(start, startAt);
    const to = this.#offset(end, endAt);
    if (from >= to)
      throw this.#wrong(
        endAt,
        message('fault.end-before-start', { start: JSON.stringify(start), end: JSON.stringify(end) }),
      );
    const common = this.#common(type, typeAt);
    this.items.push({ kind: 'span', ...common, fragments: [{ start: from, end: to }] });
    return common.id;
  }

  #addRelation(relation: unknown, at: JsonPath): void {
    if (!isRecord(relation)) throw this.#wrong(at, message('fault.no-object'));
    this.#countOthers(relation, RELATION_FIELDS);
    const [from, to] = [
      this.#entity(relation.from_id, [...at, 'from_id']),
      this.#entity(relation.to_id, [...at, 'to_id']),
    ];
    this.items.push({ kind: 'relation', ...this.#common(relation.type, [...at, 'type']), from, to });
  }

  #entity(id: unknown, at: JsonPath): ItemId {
    const item = this.#entities.get(id);
    if (item === undefined)
      throw this.#wrong(at, message('fault.no-annotation', { id: JSON.stringify(id) ?? '' }));
    return item;
  }

  #offset(value: unknown, at: JsonPath): number {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
      throw this.#wrong(
        at,
        message('fault.no-whole-number', { value: JSON.stringify(value) ?? message('fault.nothing') }),
      );
    const unit = this.#units(value);
    if (unit === undefined)
      throw this.#wrong(at, message('fault.past-end', { offset: value, length: this.#length }));
    return unit;
  }

  #common(type: unknown, at: JsonPath) {
    if (typeof type !== 'string' || type === '') throw this.#wrong(at, message('fault.missing'));
    if (type.length > MAX_TYPE) throw this.#wrong(at, message('fault.too-long', { limit: MAX_TYPE }));
    return {
      id: this.items.length + 1,
      type,
      attributes: {},
      note: '',
      status: 'accepted' as const,
      provenance: importedFrom(this.#file),
    };
  }

  #countOthers(value: Record<string, unknown>, known: ReadonlySet<string>): void {
    for (const [field, other] of Object.entries(value))
      if (!known.has(field)) this.#losses.add(OTHER_FIELDS, `${field}: ${JSON.stringify(other)}`);
  }

  #wrong(at: JsonPath, problem: Message): AppError {
    return this.#row.broken(at, problem);
  }
}
