/** Reads one brat document: its text and its standoff lines. */
import type {
  AnnotatedDocument,
  ConceptLink,
  Item,
  ItemId,
  Provenance,
  Relation,
  SpanItem,
} from '../../../shared/domain/annotation.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { AppError } from '../../../shared/result.ts';
import { ItemIds, type ReadLines } from './brat-ids.ts';
import { type BratLine, bratLines, type Reference, type TextBound } from './brat-lines.ts';
import {
  type Counting,
  countingOf,
  fragmentsBy,
  joinedOverLines,
  standsAt,
  wordsAt,
} from './brat-offsets.ts';
import { brokenFormat } from './format.ts';
import { fittingAttributes, fittingNote, importedFrom, type Losses } from './losses.ts';

export const BRAT_LOST = {
  events: 'losses.brat-events',
  roles: 'losses.brat-roles',
  joined: 'losses.brat-joined',
  repeated: 'losses.brat-repeated',
  otherNotes: 'losses.brat-other-notes',
  otherLinks: 'losses.brat-other-links',
} as const;

/** Code of NIL links, since brat allows no empty ones. */
export const NIL = 'nil';

const MAX_FRAGMENTS = 100;
const NO_NOTES = { attributes: {}, note: '' };

export interface BratDocument {
  readonly name: string;
  readonly text: string;
  /** Whether the file began with a byte order mark. */
  readonly marked: boolean;
  readonly ann: { readonly name: string; readonly text: string };
}

/** @throws AppError at the line and column that breaks the rules */
export function readBratDocument(given: BratDocument, losses: Losses): AnnotatedDocument {
  const { name, text } = given.ann;
  const lines: ReadLines = (letters) => bratLines(name, text, letters);
  const ids = new ItemIds(name, lines);
  const counting = countingOf(given.text, given.marked, () => lines('T'));
  const items = new Reader(name, lines, ids, counting, losses).items();
  return { name: given.name, text: counting.text, meta: {}, items };
}

interface Extras {
  readonly attributes: [string, string][];
  readonly notes: string[];
  link?: ConceptLink;
}

class Reader {
  readonly #file: string;
  readonly #lines: ReadLines;
  readonly #ids: ItemIds;
  readonly #counting: Counting;
  readonly #losses: Losses;
  readonly #provenance: Provenance;
  readonly #extras = new Map<ItemId, Extras>();
  #last = 0;

  constructor(file: string, lines: ReadLines, ids: ItemIds, counting: Counting, losses: Losses) {
    this.#file = file;
    this.#lines = lines;
    this.#ids = ids;
    this.#counting = counting;
    this.#losses = losses;
    this.#provenance = importedFrom(file);
  }

  items(): Item[] {
    for (const line of this.#lines('E'))
      if (line.kind === 'event') this.#ids.setTrigger(line.id, this.#span(line.line, line.trigger));
    this.#last = this.#ids.max();
    for (const line of this.#lines('AMN#')) this.#readExtra(line);
    const items: Item[] = [];
    for (const line of this.#lines('TRE*')) {
      if (line.kind === 'text') items.push(this.#readSpan(line));
      else items.push(...this.#relationsOf(line));
    }
    return items;
  }

  #relationsOf(line: BratLine): Relation[] {
    switch (line.kind) {
      case 'relation': {
        const [first, second] = line.args;
        if (first.role !== 'Arg1' || second.role !== 'Arg2')
          this.#losses.add(BRAT_LOST.roles, `${this.#file}: ${first.role}, ${second.role}`);
        return [this.#relation(line.line, line.type, first, second, this.#ids.get(line.id))];
      }
      case 'event':
        this.#losses.add(BRAT_LOST.events, `${this.#file}: ${line.id} ${line.type}`);
        return line.args.map((arg) => this.#relation(line.line, arg.role, line.trigger, arg));
      case 'equivalence':
        return line.members
          .slice(1)
          .map((member, i) => this.#relation(line.line, line.type, line.members[i] ?? member, member));
      default:
        return [];
    }
  }

  #readSpan(line: TextBound): SpanItem {
    const fragments = fragmentsBy(this.#counting, line);
    if (fragments === undefined || !standsAt(this.#counting.text, fragments, line.words))
      throw this.#misplaced(line, fragments);
    for (const { start, end } of fragments) {
      if (start >= end)
        throw this.#broken(line.line, line.offsetsColumn, message('fault.end-before-start', { start, end }));
    }
    const separate = apart(fragments);
    if (separate.length < fragments.length)
      this.#losses.add(BRAT_LOST.joined, `${this.#file}: ${line.id}`, fragments.length - separate.length);
    const joined = joinedOverLines(this.#counting.text, separate);
    if (joined.length > MAX_FRAGMENTS)
      throw this.#broken(
        line.line,
        line.offsetsColumn,
        message('fault.too-many-fragments', { limit: MAX_FRAGMENTS }),
      );
    const id = this.#item(line.line, { id: line.id, column: 1 });
    const link = this.#extras.get(id)?.link;
    const { attributes, note } = this.#notesOf(id);
    const { type } = line;
    const span: SpanItem = {
      kind: 'span',
      id,
      type,
      attributes,
      note,
      status: 'accepted',
      provenance: this.#provenance,
      fragments: joined,
    };
    return link === undefined ? span : { ...span, link };
  }

  #relation(line: number, type: string, from: Reference, to: Reference, id?: ItemId): Relation {
    const ends = { from: this.#span(line, from), to: this.#span(line, to) };
    const itemId = id ?? ++this.#last;
    const { attributes, note } = this.#notesOf(itemId);
    const provenance = this.#provenance;
    return { kind: 'relation', id: itemId, type, attributes, note, status: 'accepted', provenance, ...ends };
  }

  /** Items without attributes share one object: a file may have a million. */
  #notesOf(id: ItemId): Pick<Item, 'attributes' | 'note'> {
    const extras = this.#extras.get(id);
    if (extras === undefined) return NO_NOTES;
    return {
      attributes: fittingAttributes(extras.attributes, this.#losses),
      note: fittingNote(extras.notes.join('\n'), this.#losses),
    };
  }

  #readExtra(line: BratLine): void {
    switch (line.kind) {
      case 'attribute': {
        const { attributes } = this.#extrasOf(this.#item(line.line, line.target));
        if (attributes.some(([name]) => name === line.type))
          this.#losses.add(BRAT_LOST.repeated, `${this.#file}: ${line.id} ${line.type}`);
        else attributes.push([line.type, line.value]);
        return;
      }
      case 'note': {
        const id = this.#ids.get(line.target.id);
        if (id !== undefined) this.#extrasOf(id).notes.push(line.note);
        else this.#losses.add(BRAT_LOST.otherNotes, `${this.#file}: ${line.target.id} ${line.note}`);
        return;
      }
      case 'normalisation': {
        const id = this.#item(line.line, line.target);
        const { system, name } = line;
        const code = system === NIL && line.code === NIL ? '' : line.code;
        const fits = system.length <= 60 && code.length <= 200 && name.length <= 500;
        if (fits && isSpan(line.target) && this.#extras.get(id)?.link === undefined)
          this.#extrasOf(id).link = { system, code, name };
        else this.#losses.add(BRAT_LOST.otherLinks, `${this.#file}: ${line.target.id} ${system}:${code}`);
        return;
      }
      default:
        return;
    }
  }

  #extrasOf(id: ItemId): Extras {
    const extras = this.#extras.get(id) ?? { attributes: [], notes: [] };
    this.#extras.set(id, extras);
    return extras;
  }

  #item(line: number, { id, column }: Reference): ItemId {
    const item = this.#ids.get(id);
    if (item === undefined) throw this.#broken(line, column, message('fault.no-annotation', { id }));
    return item;
  }

  #span(line: number, reference: Reference): ItemId {
    const item = this.#item(line, reference);
    if (isSpan(reference)) return item;
    throw this.#broken(line, reference.column, message('fault.no-span', { id: reference.id }));
  }

  #misplaced(line: TextBound, fragments: readonly Span[] | undefined): AppError {
    const { text } = this.#counting;
    if (fragments === undefined)
      return this.#broken(
        line.line,
        line.offsetsColumn,
        message('fault.offset-past-end', { length: [...text].length }),
      );
    return this.#broken(
      line.line,
      line.wordsColumn,
      message('fault.other-words-there', {
        words: JSON.stringify(line.words),
        found: JSON.stringify(wordsAt(text, fragments)),
      }),
    );
  }

  #broken(line: number, column: number, problem: Message): AppError {
    return brokenFormat({ file: this.#file, line, column }, problem);
  }
}

/** Returns whether the line of an item is that of a span: events count as their triggers. */
const isSpan = ({ id }: Reference): boolean => !id.startsWith('R');

/** Sorts fragments and joins those that touch or overlap. */
function apart(fragments: readonly Span[]): Span[] {
  if (fragments.length === 1) return [...fragments];
  const joined: Span[] = [];
  for (const next of fragments.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last !== undefined && next.start <= last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, next.end) };
    else joined.push(next);
  }
  return joined;
}
