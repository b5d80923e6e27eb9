/** Shared writer of all formats: checks names, writes to the graph and keeps the report. */
import type { EntityType, ImportReport } from '../../../shared/domain/graph.ts';
import { type Message, message, type PlainId } from '../../../shared/messages/message.ts';
import type { WriteDb } from '../../db/connection.ts';
import type { Added } from '../../db/repositories/graph-edges.ts';
import { GraphWriter, type Resolved } from '../../db/repositories/graph-write.ts';
import { TABLE_PROBLEM } from '../../reading/csv.ts';
import { LINE_PROBLEM } from '../../reading/lines.ts';

const MAX_NAME = 200;
/** Longest fact in characters; longer encyclopaedia articles are cut. */
const MAX_FACT = 20_000;

/** Position of a value in the input, for the report. */
export interface Place {
  readonly number: number;
  readonly text: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Returns the name without invisible characters and outer white space, or the reason it is refused. */
export function checkName(raw: string): { readonly name: string } | { readonly problem: PlainId } {
  const name = raw.replace(INVISIBLE, '').trim();
  if (name === '') return { problem: REASON.emptyName };
  if (name.length > MAX_NAME) return { problem: REASON.longName };
  if (CONTROL.test(name)) return { problem: REASON.controlCharacter };
  if (name.includes('\ufffd') || !name.isWellFormed()) return { problem: REASON.brokenCharacter };
  return { name };
}

export class Intake {
  readonly report = new ReportBuilder();
  readonly #writer: GraphWriter;
  readonly #db: WriteDb;
  #writing: ReturnType<GraphWriter['edges']['write']> | undefined;

  constructor(db: WriteDb, sourceId: number, ownSynonyms: boolean) {
    this.#db = db;
    this.#writer = new GraphWriter(db, sourceId, { ownSynonyms });
  }

  /** Database, for formats that look up entities. */
  get db(): WriteDb {
    return this.#db;
  }

  refuse(place: Place, reason: PlainId | Message, text = place.text): void {
    this.report.refuse(reason, place.number, text);
  }

  /** Returns the cleaned name, or `undefined` after reporting why it is refused. */
  name(raw: string, place: Place): string | undefined {
    const checked = checkName(raw);
    if ('name' in checked) return checked.name;
    this.refuse(place, checked.problem);
    return undefined;
  }

  resolve(name: string, type: EntityType, alternatives: readonly EntityType[] = []): Resolved {
    return this.#writer.resolve(name, type, alternatives);
  }

  /** Resolves a row that holds only a name; counts it as merged when the graph knew it. */
  listed(name: string, type: EntityType, alternatives: readonly EntityType[] = []): Resolved {
    const before = this.#writer.newEntities;
    const resolved = this.#writer.resolve(name, type, alternatives);
    if (this.#writer.newEntities === before) this.report.merged++;
    return resolved;
  }

  synonym(entityId: number, name: string): void {
    this.#count(this.#writer.synonym(entityId, name));
  }

  edge(place: Place, head: number, relation: string, tail: number, rank: number): void {
    if (head === tail) this.refuse(place, REASON.selfReference);
    else this.#writer.edge(head, relation, tail, rank);
  }

  /**
   * Writes one of the collected edges once there are many, or when `all` are wanted. Returns whether edges are still
   * to be written before the next line.
   */
  writeEdge(all = false): boolean {
    if (all || this.#writer.edges.isFull) this.#writing ??= this.#writer.edges.write();
    if (this.#writing === undefined) return false;
    const { done, value } = this.#writing.next();
    if (value !== undefined) this.#count(value);
    if (done === true) this.#writing = undefined;
    return done !== true;
  }

  fact(entityId: number, key: string, value: string): void {
    const text = value.trim();
    if (text !== '') this.#writer.fact(entityId, key, text.slice(0, MAX_FACT).toWellFormed());
  }

  #count(added: Added): void {
    if (added === 'new') this.report.triples++;
    else this.report.merged++;
  }

  finish(seconds: number): ImportReport {
    const { newEntities, newNames } = this.#writer;
    return this.report.finish({ newEntities, newNames, seconds });
  }
}

const EXAMPLES = 5;
const EXAMPLE_CHARS = 200;

interface Group {
  readonly reason: Message;
  count: number;
  readonly examples: { line: number; text: string }[];
}

/** Collects the report of an import: counts, and refusals by reason with examples. */
class ReportBuilder {
  readonly #refused = new Map<string, Group>();
  readonly #relations = new Map<string, number>();
  /** Prefix of examples when an import has several files. */
  fileLabel = '';
  rows = 0;
  /** New statements (edges and synonyms). */
  triples = 0;
  merged = 0;

  refuse(reason: PlainId | Message, line: number, text: string): void {
    const key = typeof reason === 'string' ? reason : JSON.stringify(reason);
    const said = typeof reason === 'string' ? message(reason) : reason;
    const group = this.#refused.get(key) ?? { reason: said, count: 0, examples: [] };
    this.#refused.set(key, group);
    group.count++;
    if (group.examples.length >= EXAMPLES) return;
    const shown = (this.fileLabel + text).slice(0, EXAMPLE_CHARS);
    group.examples.push({ line, text: shown.toWellFormed() });
  }

  /** Counts a statement under the file's own relation name. */
  relation(name: string): void {
    this.#relations.set(name, (this.#relations.get(name) ?? 0) + 1);
  }

  get refused(): ImportReport['refused'] {
    return [...this.#refused.values()].sort((a, b) => b.count - a.count);
  }

  finish(more: Pick<ImportReport, 'newEntities' | 'newNames' | 'seconds'>): ImportReport {
    const { rows, triples, merged } = this;
    const relations = Object.fromEntries([...this.#relations].sort((a, b) => b[1] - a[1]));
    return { rows, triples, merged, refused: this.refused, relations, ...more };
  }
}

/** Reasons for refusals, as shown in the report. */
export const REASON = {
  ...LINE_PROBLEM,
  ...TABLE_PROBLEM,
  columnCount: 'refused.column-count',
  emptyName: 'refused.empty-name',
  longName: 'refused.long-name',
  controlCharacter: 'refused.control-character',
  brokenCharacter: 'refused.broken-character',
  emptyRelation: 'refused.empty-relation',
  selfReference: 'refused.self-reference',
  unknownType: 'refused.unknown-type',
  truncated: 'refused.truncated',
  notCode: 'refused.not-icd10',
  notNumber: 'refused.not-a-number',
  malformedJson: 'refused.malformed-json',
  noName: 'refused.no-name-field',
  wrongField: 'refused.wrong-field',
  malformedTriple: 'refused.malformed-triple',
  unnamedNode: 'refused.unnamed-node',
  suppressed: 'refused.suppressed',
  otherLanguage: 'refused.other-language',
  notConcept: 'refused.not-cui',
  unknownConcept: 'refused.unknown-concept',
} as const;
