/** Item ids of the lines of a brat file. */
import type { ItemId } from '../../../shared/domain/annotation.ts';
import { message } from '../../../shared/messages/message.ts';
import type { AppError } from '../../../shared/result.ts';
import type { BratLine } from './brat-lines.ts';
import { brokenFormat } from './format.ts';

/** Reads the lines of the file anew. @param letters first letters of the wanted lines; absent: all lines */
export type ReadLines = (letters?: string) => Generator<BratLine>;

const LETTERS = 'TREAMN';
const NO_ITEM = 0;

/** A number for the ids that tools write, which takes less memory and time than the text; else the id itself. */
function keyOf(id: string): number | string {
  const letter = LETTERS.indexOf(id.charAt(0));
  return letter >= 0 && /^.[1-9]\d{0,8}$/.test(id) ? Number(id.slice(1)) * LETTERS.length + letter : id;
}

/**
 * Item id of each T and R line: the numbers of the lines if these are unique, else new ones. An E line has the id of
 * its trigger.
 */
export class ItemIds {
  readonly #ids = new Map<number | string, ItemId>();

  /** @throws AppError where two lines have one id */
  constructor(file: string, lines: ReadLines) {
    let isUnique = true;
    for (const { kind, id, line } of lines()) {
      if (kind === 'equivalence' || kind === 'note') continue; // `*` is no id; notes of some tools share one number
      const key = keyOf(id);
      if (this.#ids.has(key)) throw repeatedId(file, line, id, lines);
      if (kind !== 'text' && kind !== 'relation') this.#ids.set(key, NO_ITEM);
      else {
        isUnique &&= typeof key === 'number' && !this.#ids.has(key + (kind === 'text' ? 1 : -1));
        this.#ids.set(key, typeof key === 'number' ? Math.floor(key / LETTERS.length) : NO_ITEM);
      }
    }
    if (!isUnique) this.#numberAnew(lines('TR'));
  }

  #numberAnew(lines: Iterable<BratLine>): void {
    let last = 0;
    for (const { id } of lines) this.#ids.set(keyOf(id), ++last);
  }

  /** Returns `undefined` for an id that names no item. */
  get(id: string): ItemId | undefined {
    return this.#ids.get(keyOf(id)) || undefined;
  }

  setTrigger(event: string, trigger: ItemId): void {
    this.#ids.set(keyOf(event), trigger);
  }

  max(): ItemId {
    let max = NO_ITEM;
    for (const id of this.#ids.values()) max = Math.max(max, id);
    return max;
  }
}

function repeatedId(file: string, line: number, id: string, lines: ReadLines): AppError {
  let first = 0;
  for (const each of lines(id.charAt(0))) {
    first = each.line;
    if (each.id === id) break;
  }
  return brokenFormat({ file, line, column: 1 }, message('fault.id-on-line', { id, line: first }));
}
