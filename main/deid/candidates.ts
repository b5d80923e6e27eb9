/** Candidate findings of detectors, selection among overlapping ones, and parts of the detectors' regular expressions. */
import { type DeidField, type DeidFinding, MASK_WORDS } from '../../shared/domain/deid.ts';
import type { Span } from '../../shared/domain/span.ts';
import { fold } from '../text/folding.ts';

export interface Candidate extends DeidFinding {
  /** Searches the words in the whole document: a name found once is masked everywhere. */
  readonly repeats?: boolean;
}

/** Input of every detector. */
export interface Reading {
  /** Folded text; offsets equal those of the original text. */
  readonly folded: string;
  /** Text as written, of the same length, where capitals matter; absent in joined views. */
  readonly written?: string;
  /** Returns whether the knowledge graph knows a word as a medical term, which then names no person. */
  readonly isTerm: (word: string) => boolean;
}

export type Detector = (reading: Reading) => Candidate[];

/** Longest term of the graph that is looked up, in characters. */
const MAX_TERM = 20;
const BREAK = /[\s,。;:、()]/;
/** End of the longest term at each offset of a text, and whether one crosses it (1 no, 2 yes); 0 where not known yet. */
const ends = new WeakMap<Reading, { readonly ends: Int32Array; readonly cuts: Uint8Array }>();

function knownOf(reading: Reading): { readonly ends: Int32Array; readonly cuts: Uint8Array } {
  let known = ends.get(reading);
  if (known === undefined) {
    const { length } = reading.folded;
    known = { ends: new Int32Array(length + 1), cuts: new Uint8Array(length + 1) };
    ends.set(reading, known);
  }
  return known;
}

/** Returns the end of the longest term of the graph that begins at an offset, or the offset where none does. */
function termEnd(reading: Reading, at: number): number {
  const { folded, isTerm } = reading;
  const known = knownOf(reading).ends;
  const before = known[at] ?? 0;
  if (before > 0) return before - 1;
  let end = at;
  for (let to = at + 1; to <= folded.length && to - at <= MAX_TERM && !BREAK.test(folded[to - 1] ?? ''); to++)
    if (isTerm(folded.slice(at, to))) end = to;
  known[at] = end + 1;
  return end;
}

/** Returns whether a term of the graph crosses an offset. */
function cutsAt(reading: Reading, at: number): boolean {
  const { folded } = reading;
  const { cuts } = knownOf(reading);
  const before = cuts[at] ?? 0;
  if (before > 0) return before > 1;
  cuts[at] = 1;
  for (let from = at - 1; from >= 0 && from > at - MAX_TERM && !BREAK.test(folded[from] ?? ''); from--)
    if (termEnd(reading, from) > at) {
      cuts[at] = 2;
      return true;
    }
  return false;
}

/** Returns whether a term of the graph crosses a border of the place. */
export const cutsTerm = (reading: Reading, { start, end }: Span): boolean =>
  cutsAt(reading, start) || cutsAt(reading, end);

const MASK = new RegExp(`【${anyOf(Object.values(MASK_WORDS))}】`, 'gu');

/** Returns masks already in the text; detectors find nothing inside or across them. */
export const masksIn = (text: string): Span[] =>
  [...text.matchAll(MASK)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));

const touches = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** Selects non-overlapping candidates by falling confidence, then length. Returns them in text order. */
export function selectCandidates(candidates: readonly Candidate[], taken: readonly Span[]): Candidate[] {
  const order = [...candidates].sort(
    (a, b) => b.confidence - a.confidence || b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  const places = new Places(taken);
  const chosen = order.filter((candidate) => places.take(candidate));
  return chosen.sort((a, b) => a.start - b.start);
}

/** Occupied spans, indexed by blocks of the text for fast lookup in long documents. */
class Places {
  private readonly blocks = new Map<number, Span[]>();

  constructor(taken: readonly Span[]) {
    for (const place of taken) this.put(place);
  }

  take(place: Span): boolean {
    for (let block = place.start >> 6; block <= (place.end - 1) >> 6; block++)
      if (this.blocks.get(block)?.some((other) => touches(place, other))) return false;
    this.put(place);
    return true;
  }

  private put(place: Span): void {
    for (let block = place.start >> 6; block <= (place.end - 1) >> 6; block++) {
      const known = this.blocks.get(block);
      if (known === undefined) this.blocks.set(block, [place]);
      else known.push(place);
    }
  }
}

export function candidate(
  start: number,
  end: number,
  field: DeidField,
  confidence: number,
  rule: string,
  repeats = false,
): Candidate {
  return { start, end, field, confidence, rule, ...(repeats ? { repeats } : {}) };
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Returns an alternation, longest word first. Matches nothing when there are no words. */
export function anyOf(words: Iterable<string>): string {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length);
  return sorted.length === 0 ? '(?!)' : `(?:${sorted.map((word) => escapePattern(fold(word))).join('|')})`;
}

/** Returns an alternation that allows white space between the characters of short words: 姓　名. */
export function anyOfSpaced(words: Iterable<string>): string {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length);
  const spaced = (word: string) => {
    const chars = Array.from(fold(word), escapePattern);
    return chars.join(chars.length <= 3 ? '[ \\t]{0,4}' : '');
  };
  return sorted.length === 0 ? '(?!)' : `(?:${sorted.map(spaced).join('|')})`;
}

export const isHan = (char: string | undefined): boolean =>
  char !== undefined && /^[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff〇]$/.test(char);
