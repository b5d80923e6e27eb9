/** Shared writer of all formats: checks names, writes to the graph and keeps the report. */
import type { EntityType, ImportReport } from '../../../shared/domain/graph.ts';
import type { Message, PlainId } from '../../../shared/messages/message.ts';
import type { WriteDb } from '../../db/connection.ts';
import type { Added } from '../../db/repositories/graph-edges.ts';
import { GraphWriter, type Resolved } from '../../db/repositories/graph-write.ts';
import { REASON } from './reasons.ts';
import { ReportBuilder } from './report.ts';

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
