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
  /** Returns whether the knowledge graph knows a word as a medical term, which then names no person. */
  readonly isTerm: (word: string) => boolean;
}

export type Detector = (reading: Reading) => Candidate[];

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
