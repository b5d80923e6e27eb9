/** Input of strict detectors: the folded text with its dictionary words. */

import { z } from 'zod';
import type { Span } from '../../../shared/domain/span.ts';
import { readResource } from '../../resources.ts';
import { type DictionaryWord, dictionaryWords } from '../../text/dictionary.ts';
import type { Candidate, Reading } from '../candidates.ts';
import { type DeidRules, loadDeidRules } from '../rules.ts';

export interface StrictReading extends Reading {
  /** Returns whether a dictionary word that is no person's name spans the offset. */
  readonly crosses: (at: number) => boolean;
  /** Returns the part of speech when exactly these characters are a word. */
  readonly tagOf: (place: Span) => string | undefined;
  /** Returns the dictionary word, or single character, that begins or ends at an offset. */
  readonly wordAt: (at: number) => DictionaryWord | undefined;
  readonly wordBefore: (at: number) => DictionaryWord | undefined;
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
  const words = dictionaryWords(folded);
  /** One more than the index of the word that covers an offset. */
  const covering = new Int32Array(folded.length + 1);
  for (const [i, { start, end, tag }] of words.entries()) {
    covering.fill(i + 1, start, end);
    if (end - start < 2) continue;
    if (!isPerson(tag)) inside.fill(1, start + 1, end);
    if (tag === 'ns') places.push({ start, end });
  }
  const covers = (at: number): DictionaryWord | undefined => words[(covering[at] ?? 0) - 1];
  const wordAt = (at: number): DictionaryWord | undefined => {
    const word = covers(at);
    return word?.start === at ? word : undefined;
  };
  return {
    ...reading,
    places,
    crosses: (at) => inside[at] === 1,
    wordAt,
    wordBefore: (at) => {
      const word = covers(at - 1);
      return word?.end === at ? word : undefined;
    },
    tagOf: ({ start, end }) => {
      const word = end - start < 2 ? undefined : wordAt(start);
      return word?.end === end ? word.tag : undefined;
    },
  };
}

const Words = z.string().transform((line) => line.split(/\s+/).filter((word) => word !== ''));
const Chars = z.string().transform((line) => Array.from(line));

/** Word lists of resources/rules/deid-strict.json; each is one string with blanks between words. */
const StrictWords = z
  .object({
    /** Surnames beyond those of the base rules; common ones are mostly ordinary words. */
    rareSurnames: Words,
    commonSurnames: Words,
    /** Occupations and relations before names. */
    roleWords: Words,
    /** Titles after a lone surname; weak ones only where it stands apart. */
    titles: Words,
    weakTitles: Words,
    kin: Words,
    before: Words,
    after: Words,
    /** Characters and parts of transliterated names. */
    sounds: Words,
    soundParts: Words,
    places: Words,
    /** Kinds of places that identify one even without a number. */
    surePlaces: Words,
    placeStops: Chars,
    notPlaces: Words,
    /** Words before an address or birthplace, which runs to the end of the clause. */
    homeCues: Words,
    originCues: Words,
    workCues: Words,
    organisations: Words,
    hospitals: Words,
    /**
     * Characters of given names, and others that are about as frequent in them as elsewhere: those of 46,000 names of
     * jieba's dictionary against their frequency in its other words, log ratio above 0.7 and above 0.
     */
    givenCharacters: Chars,
    possibleGivenCharacters: Chars,
    festivals: Words,
    units: Words,
  })
  .strict();

export interface StrictRules extends z.infer<typeof StrictWords> {
  /** Word lists of the ordinary search. */
  readonly base: DeidRules;
}

/** @throws Error that names the file when it violates its schema */
export function loadStrictRules(base: DeidRules = loadDeidRules()): StrictRules {
  const parsed = StrictWords.safeParse(JSON.parse(readResource('rules', 'deid-strict.json')));
  if (!parsed.success) throw new Error(`resources/rules/deid-strict.json: ${parsed.error.message}`);
  return { ...parsed.data, base };
}
