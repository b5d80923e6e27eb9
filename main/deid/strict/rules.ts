/**
 * Word lists of the strict search, from resources/rules/deid-strict.json; each list is one string with blanks
 * between words.
 */
import { z } from 'zod';
import { readResource } from '../../resources.ts';
import { type DeidRules, loadDeidRules } from '../rules.ts';

const Words = z.string().transform((line) => line.split(/\s+/).filter((word) => word !== ''));
const Chars = z.string().transform((line) => Array.from(line));

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
    organisations: Words,
    hospitals: Words,
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
