/** What the strict search reads: the folded text with the words that a dictionary of Chinese knows in it. */

import type { Span } from '../../../shared/domain/span.ts';
import { dictionaryWords } from '../../text/dictionary.ts';
import type { Candidate, Reading } from '../candidates.ts';

export interface StrictReading extends Reading {
  /** Whether a word of the dictionary that is no person's name goes on across the offset. */
  readonly crosses: (at: number) => boolean;
  /** The part of speech, where exactly these characters are a word. */
  readonly tagOf: (place: Span) => string | undefined;
  /** Geographical names of the dictionary. */
  readonly places: readonly Span[];
}

/** So many ordinary words bear the tag that it proves nobody. */
export const isPerson = (tag: string): boolean => tag.startsWith('nr');

export type StrictDetector = (reading: StrictReading) => Candidate[];

export function strictReading(reading: Reading): StrictReading {
  const { folded } = reading;
  const inside = new Uint8Array(folded.length + 1);
  const places: Span[] = [];
  const tags = new Map<number, { end: number; tag: string }>();
  for (const { start, end, tag } of dictionaryWords(folded)) {
    if (end - start < 2) continue;
    if (!isPerson(tag)) inside.fill(1, start + 1, end);
    tags.set(start, { end, tag });
    if (tag === 'ns') places.push({ start, end });
  }
  return {
    ...reading,
    places,
    crosses: (at) => inside[at] === 1,
    tagOf: ({ start, end }) => {
      const word = tags.get(start);
      return word?.end === end ? word.tag : undefined;
    },
  };
}
