/** Input of strict detectors: the folded text with its dictionary words. */
import type { Span } from '../../../shared/domain/span.ts';
import { dictionaryWords } from '../../text/dictionary.ts';
import type { Candidate, Reading } from '../candidates.ts';

export interface StrictReading extends Reading {
  /** Returns whether a dictionary word that is no person's name spans the offset. */
  readonly crosses: (at: number) => boolean;
  /** Returns the part of speech when exactly these characters are a word. */
  readonly tagOf: (place: Span) => string | undefined;
  /** Geographical names of the dictionary. */
  readonly places: readonly Span[];
}

/** Person tag of the dictionary. Many ordinary words bear it, so it is no proof of a name. */
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
