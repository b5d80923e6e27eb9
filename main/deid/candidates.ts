/** What detectors propose, and which of overlapping proposals stand. */

import { type DeidField, type DeidFinding, MASK_WORDS } from '../../shared/domain/deid.ts';
import type { Span } from '../../shared/domain/span.ts';
import { anyOf } from './patterns.ts';

export interface Candidate extends DeidFinding {
  /** Its words are looked for in the whole document: a name found once is masked everywhere. */
  readonly repeats?: boolean;
}

/** What every detector reads. */
export interface Reading {
  /** The text folded: offsets are those of the text. */
  readonly folded: string;
  /** Whether the knowledge graph knows the word as a disease, drug, symptom …: then it names nobody. */
  readonly isTerm: (word: string) => boolean;
}

export type Detector = (reading: Reading) => Candidate[];

const MASK = new RegExp(`【${anyOf(Object.values(MASK_WORDS))}】`, 'gu');

/** Masks that stand in the text already: nothing in or across them is found again. */
export function masksIn(text: string): Span[] {
  return [...text.matchAll(MASK)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

const touches = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** The surest candidates that do not overlap, longer ones first among equals; in text order. */
export function selectCandidates(candidates: readonly Candidate[], taken: readonly Span[]): Candidate[] {
  const order = [...candidates].sort(
    (a, b) => b.confidence - a.confidence || b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  const places = new Places(taken);
  const chosen = order.filter((candidate) => places.take(candidate));
  return chosen.sort((a, b) => a.start - b.start);
}

/** Occupied stretches by blocks of the text, so that a long document stays fast. */
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
